"""Calls and protests as they are tapped: at the table without an account, on the referee's phone, at the desk."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.lists.test_pages import hidden, now_of, phone, signed_in, url
from tournaments.event.selectors.sheets import sheets
from tournaments.models import Penalty, Protest, RefereeCall

pytestmark = pytest.mark.django_db

WHY = "Auf dem Zettel stehen 15 Augen."
POLL = {"HX-Request": "true"}


@pytest.fixture(scope="module")
def staged_sheet(stage: None):
    made = factories.table_of(4, rounds=1)
    factories.play(made, 1)
    return made


@pytest.fixture
def sheet(staged_sheet):
    return sheets().get(pk=staged_sheet.pk)


@pytest.fixture
def referee(sheet) -> Client:
    factories.referee(sheet.table.series.tournament)
    return signed_in("schiri")


def of_event(sheet, name, *more):
    return reverse(name, args=[sheet.table.series.tournament.slug, *more])


def text(answer) -> str:
    return answer.content.decode()


def test_one_tap_and_the_referee_and_the_desk_see_it(sheet, referee):
    keeper = phone(sheet)
    assert "Schiedsrichter rufen" in text(keeper.get(url(sheet)))
    assert "Schiedsrichter rufen" not in text(Client().get(url(sheet))), "only who keeps the list calls"
    quiet = text(referee.get(of_event(sheet, "calls"), headers=POLL))
    assert "Kein Tisch ruft" in quiet
    for _twice in range(2):
        assert keeper.post(url(sheet, "call"), {"deed": "call"})["Location"] == url(sheet)
    assert RefereeCall.objects.count() == 1
    assert "Der Schiedsrichter ist gerufen." in text(keeper.get(url(sheet)))
    for place in ("calls", "desk", "referee"):
        page = text(referee.get(of_event(sheet, place), headers=POLL if place == "calls" else {}))
        assert "Tisch 1" in page
        assert "Niemand geht hin" in page


def hidden_seen(html: str) -> str:
    return html.split('data-seen="')[1].split('"', maxsplit=1)[0]


def test_who_goes_is_said_at_the_table_and_the_note_ends_it(sheet, referee):
    keeper = phone(sheet)
    keeper.post(url(sheet, "call"), {"deed": "call"})
    call = RefereeCall.objects.get()
    assert referee.post(of_event(sheet, "call_go", call.pk)).status_code == 302
    assert "schiri kommt an den Tisch" in text(keeper.get(url(sheet, "call"), headers=POLL))
    second = signed_in().post(of_event(sheet, "call_go", call.pk), headers=POLL)
    assert second.status_code == 409
    assert "schiri geht schon hin" in text(second)
    done = referee.post(of_event(sheet, "call_done", call.pk), {"note": "nachgezählt"}, headers=POLL)
    assert "Kein Tisch ruft" in text(done)
    call.refresh_from_db()
    assert call.note == "nachgezählt"
    assert "Schiedsrichter rufen" in text(keeper.get(url(sheet, "call"), headers=POLL))


@pytest.mark.slow
def test_the_table_takes_it_back_and_a_referee_stays(sheet, referee):
    keeper = phone(sheet)
    fragment = text(keeper.post(url(sheet, "call"), {"deed": "call"}, headers=POLL))
    assert 'id="ruf"' in fragment
    call = RefereeCall.objects.get()
    referee.post(of_event(sheet, "call_go", call.pk))
    assert "Niemand geht hin" in text(referee.post(of_event(sheet, "call_stay", call.pk), headers=POLL))
    keeper.post(url(sheet, "call"), {"deed": "back"})
    late = referee.post(of_event(sheet, "call_go", call.pk), follow=True)
    assert "Dieser Ruf ist schon erledigt." in text(late)
    for _more in range(4):
        keeper.post(url(sheet, "call"), {"deed": "call"})
        keeper.post(url(sheet, "call"), {"deed": "back"})
    assert keeper.post(url(sheet, "call"), {"deed": "call"}, headers=POLL).status_code == 422
    assert "die Hand heben" in text(keeper.post(url(sheet, "call"), {"deed": "call"}, follow=True))


def test_looking_for_calls_costs_little_while_nothing_happens(sheet, referee, django_assert_max_num_queries):
    fragment = text(referee.get(of_event(sheet, "calls"), headers=POLL))
    factories.play(sheet, 2)
    with django_assert_max_num_queries(3):
        numbers = referee.get(of_event(sheet, "revisions")).json()
    assert str(numbers["calls"]) == hidden_seen(fragment)


# Protests --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_protest_from_the_table_to_the_decision(sheet, referee):
    keeper = phone(sheet)
    form = text(keeper.get(url(sheet, "protest")))
    assert "Worum geht es?" in form
    assert keeper.post(url(sheet, "protest"), {"seat": "3", "game": "1", "text": ""}).status_code == 422
    sent = keeper.post(url(sheet, "protest"), {"seat": "3", "game": "1", "text": WHY})
    address = sent["Location"]
    assert address == url(sheet, "protest_shown", 1)
    assert WHY in text(keeper.get(address))
    assert "Entscheiden" not in text(keeper.get(address))
    assert WHY in text(keeper.get(url(sheet, "protest")))
    assert "Einspruch 1, Tisch 1" in text(referee.get(of_event(sheet, "calls"), headers=POLL))
    for stranger in (Client(), signed_in("fremd")):
        assert stranger.get(address).status_code == 403
        assert WHY not in text(stranger.get(url(sheet)))
    assert keeper.post(address, {"deed": "granted", "reason": "ich"}).status_code == 403
    assert referee.post(address, {"deed": "granted", "reason": ""}).status_code == 422
    page = text(referee.get(address))
    assert url(sheet, "correct", 1) in page
    assert referee.post(address, {"deed": "granted", "reason": "Der Zettel stimmt."}).status_code == 302
    assert "stattgegeben" in text(keeper.get(address))
    again = referee.post(address, {"deed": "dismissed", "reason": "doch nicht"})
    assert again.status_code == 422
    assert "schon entschieden" in text(again)
    assert keeper.post(address, {"deed": "withdraw"}).status_code == 422
    assert referee.post(address, {"deed": "reopen", "reason": ""}).status_code == 422
    assert referee.post(address, {"deed": "reopen", "reason": "Neuer Zeuge."}).status_code == 302
    assert keeper.post(address, {"deed": "withdraw"}).status_code == 302
    assert "zurückgezogen" in text(referee.get(of_event(sheet, "protests")))


def test_the_desk_finds_the_player_and_files_for_him(sheet, referee):
    found = text(referee.get(of_event(sheet, "protests"), {"wer": "spieler002"}))
    assert "Serie 1, Tisch 1, Platz" in found
    assert url(sheet, "protest") + "?platz=" in found
    assert "Niemand gefunden" in text(referee.get(of_event(sheet, "protests"), {"wer": "xyz"}))
    referee.post(url(sheet, "protest"), {"seat": "2", "text": WHY})
    assert Protest.objects.get().filed_by == "schiri"


# The referee's page ----------------------------------------------------------------------------------------


def test_a_ruling_from_the_number_of_a_table(sheet, referee):
    page = text(referee.get(of_event(sheet, "referee"), {"tisch": "1"}))
    assert f"{url(sheet, 'penalty')}?was=loose_hand" in page
    assert url(sheet, "correct", 1) in page
    assert "gibt es in Serie 1 nicht" in text(referee.get(of_event(sheet, "referee"), {"tisch": "99"}))
    form = text(referee.get(url(sheet, "penalty") + "?was=wrong_seat"))
    assert 'value="wrong_seat"' in form


def test_lists_that_look_odd_are_named(sheet, referee):
    factories.play(sheet, 2, factories.result(3, {4: (1, True), 1: (25, True)}))
    page = text(referee.get(of_event(sheet, "referee")))
    assert "Spiel 2:" in page.split("Listen, die auffallen")[1]


@pytest.mark.slow
def test_a_wrong_number_of_cards_and_a_decision_of_ones_own(sheet, referee):
    data = {
        "kind": "wrong_count",
        "seat": "3",
        "game": "1",
        "cards": "15",
        "noticed": "at_end",
        "extra_augen": "17",
        "reason": WHY,
        "seen_version": now_of(sheet).sheet.version,
    }
    for wrong, sentence in (
        ({"cards": ""}, "wie viele Karten"),
        ({"game": ""}, "in dem die Kartenzahl falsch war"),
        ({"cards": "13"}, "richtige Zahl"),
        ({"noticed": "in_play"}, "nur dazu"),
        ({"other": "on"}, "auch 0 ist eine Antwort"),
    ):
        answer = referee.post(url(sheet, "penalty"), data | wrong)
        assert answer.status_code == 422, wrong
        assert sentence in text(answer)
    page = text(referee.post(url(sheet, "penalty"), data))
    assert "Am Ende 15 Karten statt 13: Alle Karten auf der Hand werden gezählt" in page
    laid = referee.post(url(sheet, "penalty"), data | {"cards": "8", "melded": "4", "laid_off": "3"})
    assert "Am Ende 8 auf der Hand und 7 auf dem Tisch sind 15 Karten statt 13" in text(laid)
    assert "Regel 3" in page
    data |= {"other": "on", "other_points": "2", "other_augen": "0"}
    page = text(referee.post(url(sheet, "penalty"), data))
    assert "−2 Punkte statt +17 Augen" in page
    sent = referee.post(url(sheet, "penalty"), data | {"previewed": hidden(page, "previewed")})
    assert sent.status_code == 302
    assert "anders als die Regel: +17 Augen" in text(Client().get(url(sheet)))


@pytest.mark.parametrize(
    ("rules", "cards", "said"),
    [
        ("basic", "8", "8 Karten statt 7: Es wird neu gegeben, nichts wird eingetragen."),
        ("club_2018", "14", "14 Karten statt 13: 1-mal nicht ziehen, nur ablegen."),
        ("federation", "12", "12 Karten statt 13: Im nächsten Zug 1 mehr ziehen"),
    ],
)
def test_a_wrong_number_of_cards_in_the_game_that_is_being_played(rules, cards, said):
    """In every family the running game is offered; by the basic rules it is dealt anew."""
    sheet = factories.table_of(3, rules=rules)
    factories.referee(sheet.table.series.tournament)
    referee = signed_in("schiri")
    page = text(referee.get(url(sheet, "penalty") + "?was=wrong_count"))
    assert re.search(r'<option value="1">\s*Spiel 1, noch nicht eingetragen', page)
    data = {
        "kind": "wrong_count",
        "seat": "2",
        "game": "1",
        "cards": cards,
        "noticed": "in_play",
        "reason": WHY,
    }
    data["seen_version"] = now_of(sheet).sheet.version
    page = text(referee.post(url(sheet, "penalty"), data))
    assert said in page
    sent = referee.post(url(sheet, "penalty"), data | {"previewed": hidden(page, "previewed")})
    assert sent.status_code == 302
    assert Penalty.objects.get().kind == Penalty.Kind.WRONG_COUNT


@pytest.mark.slow
def test_the_struck_row_counts_again(sheet, referee):
    version = now_of(sheet).sheet.version
    data = {"reason": WHY, "seen_version": version}
    page = text(referee.post(url(sheet, "strike", 1), data))
    assert "Das ändert der Entscheid" in page
    referee.post(url(sheet, "strike", 1), data | {"previewed": hidden(page, "previewed")})
    struck = now_of(sheet).struck[0]
    assert url(sheet, "restore", struck.pk) in text(referee.get(of_event(sheet, "rulings")))
    form = text(referee.get(url(sheet, "restore", struck.pk)))
    data = {name: hidden(form, name) for name in ("seen_version", "submission")} | {"reason": "doch richtig"}
    page = text(referee.post(url(sheet, "restore", struck.pk), data))
    sent = referee.post(url(sheet, "restore", struck.pk), data | {"previewed": hidden(page, "previewed")})
    assert sent.status_code == 302
    assert now_of(sheet).game(1) is not None


def test_i_go_there_opens_the_table_with_every_remedy_for_every_game(sheet, referee):
    phone(sheet).post(url(sheet, "call"), {"deed": "call"})
    call = RefereeCall.objects.get()
    page = text(referee.get(of_event(sheet, "referee")))
    assert re.search(r'class="nav__badge"[^>]*data-grows="1"[^>]*>1', page)
    there = referee.post(of_event(sheet, "call_go", call.pk))["Location"]
    assert there == of_event(sheet, "referee") + "?serie=1&tisch=1#der-tisch"
    page = text(referee.get(there))
    for name, *more in (
        ("correct", 1),
        ("strike", 1),
        ("hand_of_game", 2),
        ("misdeal",),
        ("change_seats",),
        ("end_list",),
        ("protest",),
    ):
        assert f'href="{url(sheet, name, *more)}"' in page, name
    assert f'href="{url(sheet, "penalty")}?was=wrong_count"' in page
    assert "Spiel 2 läuft" in re.sub(r"\s+", " ", page)


def test_a_series_that_does_not_exist_shows_the_one_that_is_played(sheet, referee):
    for serie in ("9", "x", "²", "99999"):
        page = text(referee.get(of_event(sheet, "referee"), {"serie": serie, "tisch": "1"}))
        assert "Spiel 1" in page


def test_the_badge_goes_when_nothing_waits(sheet, referee):
    board = of_event(sheet, "standings")
    assert re.search(r'class="nav__badge"[^>]* hidden>', text(referee.get(board)))
    phone(sheet).post(url(sheet, "call"), {"deed": "call"})
    assert re.search(r'class="nav__badge"[^>]*data-grows="1"[^>]*>1', text(referee.get(board)))
    badge = of_event(sheet, "waiting_badge")
    assert 'data-grows="1"' in text(referee.get(badge))
    assert Client().get(badge).status_code in (302, 403)
    assert "nav__badge" not in text(Client().get(of_event(sheet, "standings")))
