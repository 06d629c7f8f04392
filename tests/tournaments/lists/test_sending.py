"""What a phone sends while it keeps games: taken once, in order, both versions shown, doubts and refusals in words."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import result
from tests.tournaments.lists.test_pages import now_of, phone, signed_in, url
from tournaments.event.selectors.sheets import sheets
from tournaments.models import Game, JournalEntry

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged_sheet(stage: None):
    return factories.table_of(4)


@pytest.fixture
def sheet(staged_sheet):
    return sheets().get(pk=staged_sheet.pk)


def game(sheet, *, winner="2", finish="R", s3=("ja", "25"), s4=("nein", "88"), **more) -> dict[str, str]:
    """Game 1 as a phone keeps it: seat 1 deals and rests."""
    return {
        "submission": str(uuid4()),
        "seen_version": str(now_of(sheet).sheet.version),
        "winner": winner,
        "finish": finish,
        "opened_3": s3[0],
        "augen_3": s3[1],
        "opened_4": s4[0],
        "augen_4": s4[1],
        **more,
    }


def send(client: Client, sheet, data: dict[str, str], number: int = 1) -> tuple[int, dict[str, Any]]:
    answer = client.post(url(sheet, "send_game", number), data, headers={"Accept": "application/json"})
    assert answer["Content-Type"] == "application/json"
    assert "no-store" in answer["Cache-Control"]
    return answer.status_code, json.loads(answer.content)


def check(client: Client, sheet, number: int = 1, **typed: str) -> dict[str, Any]:
    before = now_of(sheet).sheet.version
    answer = client.get(url(sheet, "check_game", number), typed)
    assert answer.status_code == 200
    assert now_of(sheet).sheet.version == before
    return json.loads(answer.content)


# Sending ------------------------------------------------------------------------------------------------------


def test_a_game_sent_again_is_the_same_game(sheet):
    client, data = phone(sheet), game(sheet)
    assert send(client, sheet, data) == (200, {"state": "saved", "version": 1})
    assert send(client, sheet, data) == (200, {"state": "saved", "version": 1})
    factories.play(sheet, 2)
    assert send(client, sheet, data)[0] == 200, "an answer that was lost, and the list has gone on meanwhile"
    assert Game.objects.filter(number=1).count() == 1
    assert JournalEntry.objects.filter(deed="game_reported").count() == 2


def test_what_waited_behind_another_game_goes_on_with_the_version_it_is_told(sheet):
    """Two games kept while the net was away have both seen version 0; nothing was overlooked, so the second is taken."""
    client = phone(sheet)
    second = game(sheet, winner="1")
    assert send(client, sheet, game(sheet))[0] == 200
    status, told = send(client, sheet, second, 2)
    assert (status, told["state"], told["row"], told["writable"]) == (409, "stale", "", True)
    again = send(client, sheet, second | {"seen_version": str(told["version"])}, 2)
    assert again == (200, {"state": "saved", "version": 2})


def test_both_versions_are_told_and_nothing_is_overwritten(sheet):
    one, other = phone(sheet), phone(sheet)
    mine, theirs = game(sheet, s3=("ja", "25")), game(sheet, s3=("ja", "52"))
    assert send(other, sheet, theirs)[0] == 200
    status, told = send(one, sheet, mine)
    assert (status, told["state"], told["same"], told["writable"]) == (409, "stale", False, True)
    assert told["row"] == theirs["submission"]
    assert any("52 Augen, eröffnet" in line for line in told["there"])
    assert Game.objects.count() == 1
    mine |= {"submission": str(uuid4()), "seen_version": str(told["version"])}
    assert send(one, sheet, mine)[0] == 200, "somebody has looked at both and decided"
    assert Game.objects.filter(struck_at__isnull=False).count() == 1


def test_the_same_game_typed_on_two_phones_is_told_as_the_same(sheet):
    one, other = phone(sheet), phone(sheet)
    mine, theirs = game(sheet), game(sheet)
    send(other, sheet, theirs)
    assert send(one, sheet, mine)[1]["same"] is True


def test_a_game_that_is_not_due_is_told_with_the_one_that_is(sheet):
    status, told = send(phone(sheet), sheet, game(sheet, seen_version="9"), 5)
    assert (status, told["state"], told["writable"], told["next"]) == (409, "stale", False, 1)
    status, told = send(phone(sheet), sheet, game(sheet), 5)
    assert (status, told["state"]) == (422, "refused")


def test_a_doubt_is_told_with_its_seat_and_taken_once_it_is_confirmed(sheet):
    client, data = phone(sheet), game(sheet, s4=("nein", "12"))
    status, told = send(client, sheet, data)
    assert (status, told["state"], [doubt["seat"] for doubt in told["doubts"]]) == (422, "doubt", [4])
    assert "mindestens 31 Augen" in told["doubts"][0]["text"]
    assert send(client, sheet, data | {"confirmed": "irgendwas"})[0] == 422
    assert send(client, sheet, data | {"confirmed": told["mark"]})[0] == 200
    assert JournalEntry.objects.get(deed="game_reported").facts["confirmed"] == ["too_few_augen_unopened"]


def test_what_cannot_be_is_refused_beside_its_seat(sheet):
    status, told = send(phone(sheet), sheet, game(sheet, s3=("ja", "999")))
    assert (status, told["state"], told["errors"][0]["seat"]) == (422, "refused", 3)
    assert not Game.objects.exists()


def test_only_the_table_and_the_desk_may_send(sheet):
    stranger, strict = Client(), Client(enforce_csrf_checks=True)
    strict.cookies = phone(sheet).cookies
    for client in (stranger, strict):
        assert client.post(url(sheet, "send_game", 1), game(sheet)).status_code == 403
    assert not Game.objects.exists()
    assert send(signed_in(), sheet, game(sheet))[0] == 200


# While it is typed --------------------------------------------------------------------------------------------


def test_each_hand_is_judged_as_soon_as_it_is_typed(sheet):
    client = phone(sheet)
    assert check(client, sheet, winner="2", augen_3="12") == {"remarks": [], "mark": ""}
    told = check(client, sheet, winner="2", opened_3="nein", augen_3="12")
    assert [(one["seat"], one["refused"]) for one in told["remarks"]] == [(3, False)]
    assert told["mark"] == "", "confirmed is what is whole"
    told = check(client, sheet, winner="2", opened_3="ja", augen_3="881")
    assert [(one["seat"], one["refused"]) for one in told["remarks"]] == [(3, True)]


def test_the_whole_game_is_judged_as_it_will_be_when_it_is_sent(sheet):
    client = phone(sheet)
    typed = {"winner": "2", "finish": "R", "opened_3": "nein", "augen_3": "197"}
    typed |= {"opened_4": "nein", "augen_4": "197"}
    told = check(client, sheet, **typed)
    assert [one["seat"] for one in told["remarks"]] == [None]
    assert "Alle Hände zusammen" in told["remarks"][0]["text"]
    assert send(client, sheet, game(sheet) | typed | {"confirmed": told["mark"]})[0] == 200


def test_half_typed_games_and_junk_are_no_accident(sheet):
    client = phone(sheet)
    for typed in (
        {},
        {"winner": "9"},
        {"winner": "0", "augen_3": "٣", "opened_3": "ja"},
        {"winner": "\x00", "augen_3": "9" * 400, "opened_3": "x"},
    ):
        assert check(client, sheet, **typed)["mark"] == ""
    for number in (0, 99_999):
        assert client.get(url(sheet, "check_game", number)).status_code == 404


@pytest.mark.slow
def test_the_limits_that_a_page_knows_alone_are_those_of_the_server(sheet):
    """What a phone without a net marks, the server marks too, for every number that can be typed."""
    client = phone(sheet)
    page = client.get(url(sheet, "game", 1)).content.decode()
    plan = json.loads(page.split('id="plan" type="application/json">')[1].split("</script>")[0])
    for opened, name in (("ja", "opened"), ("nein", "unopened")):
        least, most, _said = plan["limits"][name]
        for augen in (0, least - 1, least, most, most + 1, 880):
            told = check(client, sheet, winner="2", opened_3=opened, augen_3=str(augen))
            assert bool(told["remarks"]) == (not least <= augen <= most), (opened, augen)
    assert check(client, sheet, winner="2", opened_3="ja", augen_3=str(plan["limits"]["most"][0] + 1))[
        "remarks"
    ][0]["refused"]


def test_the_plan_says_who_deals_and_who_plays_in_every_game(sheet):
    page = phone(sheet).get(url(sheet, "game", 1)).content.decode()
    plan = json.loads(page.split('id="plan" type="application/json">')[1].split("</script>")[0])
    assert len(plan["games"]) == 20
    assert [plan["games"][str(n)]["deals"] for n in range(1, 6)] == [1, 2, 3, 4, 1]
    assert plan["games"]["2"]["plays"] == [3, 4, 1]


# Following ----------------------------------------------------------------------------------------------------


def test_the_other_device_sees_the_newer_state(sheet):
    one, other = phone(sheet), phone(sheet)
    numbers = reverse("list_revisions", args=[sheet.table.series.tournament.slug, 1])
    before = other.get(numbers).json()
    data = game(sheet)
    send(one, sheet, data)
    assert other.get(numbers).json()["list-1"] > before["list-1"]
    page = other.get(f"{url(sheet, 'sheet_state')}?spiel=1").content.decode()
    assert 'data-next="2"' in page
    assert f'data-row="{data["submission"]}"' in page
    assert 'noch <span data-slot="left">19</span> Spiele' in page
    assert f'data-seen="{before["common"]} {other.get(numbers).json()["list-1"]}"' in page


def test_a_ruling_shows_at_the_table_too(sheet):
    client = phone(sheet)
    factories.play(sheet, 1, result(2, {3: (25, True), 4: (88, False)}))
    page = client.get(f"{url(sheet, 'sheet_state')}?spiel=2").content.decode()
    assert 'data-next="2"' in page
    assert "Spiel 1 berichtigen" in page


def test_a_call_reaches_the_entry_page_with_the_same_question(sheet):
    one, other = phone(sheet), phone(sheet)
    news = f"{url(sheet, 'sheet_state')}?spiel=1"
    one.post(url(sheet, "call"), {"deed": "call", "spiel": "1"})
    page = other.get(news).content.decode()
    assert "Der Schiedsrichter ist gerufen." in page
    assert 'id="ruf"' in page
    assert "?spiel=1" in page
    assert Client().get(news).status_code == 403, "the entry page is the table's alone"


def test_junk_in_the_question_for_news_is_no_accident(sheet):
    client = phone(sheet)
    state = url(sheet, "sheet_state")
    for asked in ("?spiel=0", "?spiel=x", "?spiel=99999999", "?spiel=-1"):
        assert client.get(state + asked).status_code == 404
    assert client.get(state.replace("/liste/1/", "/liste/9/")).status_code == 404


def test_a_late_game_costs_as_many_queries_as_the_first(sheet, django_assert_max_num_queries):
    client, data = phone(sheet), game(sheet)
    client.get(url(sheet, "game", 1))  # the phone has arrived
    with django_assert_max_num_queries(24):
        assert send(client, sheet, data)[0] == 200
    for number in range(2, 9):
        factories.play(sheet, number)
    data = game(sheet)
    with django_assert_max_num_queries(24):
        assert send(client, sheet, data, number=9)[0] == 200
