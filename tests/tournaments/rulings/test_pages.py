"""The referee at table 1: strikes, corrects, punishes and forgives; each with a reason that stays on the list."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.lists.test_pages import hidden, now_of, signed_in, typed, url
from tournaments.event.selectors.sheets import sheets
from tournaments.models import Game, Penalty, Ruling, ScoreSheet
from tournaments.rulings.services import endings

pytestmark = pytest.mark.django_db

WHY = "Der falsche Platz hatte gegeben."


@pytest.fixture(scope="module")
def staged_sheet(stage: None) -> ScoreSheet:
    """A table of four that has played a whole Runde and one game of the next."""
    made = factories.table_of(4)
    for number in range(1, 6):
        factories.play(made, number)
    return made


@pytest.fixture
def sheet(staged_sheet: ScoreSheet) -> ScoreSheet:
    return sheets().get(pk=staged_sheet.pk)


@pytest.fixture
def referee(sheet) -> Client:
    factories.referee(sheet.table.series.tournament)
    return signed_in("schiri")


def confirmed(client: Client, address: str, data: dict[str, Any]):
    """Look at what the ruling changes, then say yes to exactly that."""
    told = client.post(address, data)
    assert told.status_code == 200, told.content.decode()
    return client.post(address, data | {"previewed": hidden(told.content.decode(), "previewed")})


def rulings_url(sheet) -> str:
    return reverse("rulings", args=[sheet.table.series.tournament.slug])


@pytest.mark.slow
def test_a_struck_game_stays_on_the_list_with_its_reason_and_is_played_again(sheet, referee):
    page = referee.get(url(sheet, "strike", 5)).content.decode()
    assert "So steht es auf der Liste" in page
    version = hidden(page, "seen_version")
    without = referee.post(url(sheet, "strike", 5), {"seen_version": version, "reason": "  "})
    assert without.status_code == 422
    assert "Bitte in einem Satz sagen, warum." in without.content.decode()
    done = confirmed(referee, url(sheet, "strike", 5), {"seen_version": version, "reason": WHY})
    assert (done.status_code, done["Location"]) == (302, url(sheet))
    page = Client().get(url(sheet)).content.decode()
    assert f"Gestrichen: {WHY}" in page
    assert "Spiel 5" in page
    assert now_of(sheet).next_game.number == 5
    assert WHY in referee.get(rulings_url(sheet)).content.decode()

    again = referee.post(url(sheet, "strike", 5), {"seen_version": version, "reason": WHY})
    assert again.status_code == 404, "a struck game cannot be struck"


def test_a_strike_that_comes_late_sees_the_newer_list(sheet, referee):
    version = now_of(sheet).sheet.version
    factories.play(sheet, 6)
    late = referee.post(url(sheet, "strike", 5), {"seen_version": version, "reason": WHY})
    page = late.content.decode()
    assert late.status_code == 409
    assert WHY in page
    assert not Game.objects.filter(struck_at__isnull=False).exists()
    fresh = {"seen_version": hidden(page, "seen_version"), "reason": WHY}
    assert confirmed(referee, url(sheet, "strike", 5), fresh).status_code == 302


def test_a_closed_game_is_corrected_by_ruling(sheet, referee):
    page = referee.get(url(sheet, "game", 1)).content.decode()
    assert "Durch Entscheid berichtigen" in page
    form = referee.get(url(sheet, "correct", 1)).content.decode()
    assert 'name="augen_3" value="25"' in form
    data = typed(sheet, winner=2, s3=("nein", "12"), s4=("ja", "25")) | {"reason": WHY}
    doubtful = referee.post(url(sheet, "correct", 1), data)
    assert doubtful.status_code == 422
    assert "Bitte prüfen" in doubtful.content.decode()
    assert WHY in doubtful.content.decode()
    data |= {"opened_3": "ja"}
    no_reason = referee.post(url(sheet, "correct", 1), data | {"reason": ""})
    assert no_reason.status_code == 422
    assert 'name="augen_3" value="12"' in no_reason.content.decode()
    for _twice in range(2):
        assert confirmed(referee, url(sheet, "correct", 1), data).status_code == 302
    assert Ruling.objects.filter(kind="correction").count() == 1
    assert now_of(sheet).tally.totals[3].augen == 12 + 25 * 2
    assert "Gestrichen: " + WHY in Client().get(url(sheet)).content.decode()


def test_a_correction_that_comes_late_is_told_so_and_keeps_what_was_typed(sheet, referee):
    data = typed(sheet, winner=2, s3=("ja", "13"), s4=("ja", "25")) | {"reason": WHY}
    factories.play(sheet, 6)
    late = referee.post(url(sheet, "correct", 1), data)
    page = late.content.decode()
    assert late.status_code == 409
    assert 'name="augen_3" value="13"' in page
    assert WHY in page
    again = data | {name: hidden(page, name) for name in ("seen_version", "submission")}
    assert confirmed(referee, url(sheet, "correct", 1), again).status_code == 302


@pytest.mark.slow
def test_rule_15_shows_what_it_takes_before_it_takes_it(sheet, referee):
    data = {
        "kind": "loose_hand",
        "seat": "3",
        "game": "1",
        "reason": WHY,
        "seen_version": now_of(sheet).sheet.version,
    }
    told = referee.post(url(sheet, "penalty"), data)
    page = told.content.decode()
    assert told.status_code == 200
    assert "Die Augen gehen von 25 auf 31." in page
    assert "−1 Punkt, +6 Augen" in page
    assert "der 1. dieses Spielers" in page
    assert not Penalty.objects.exists()
    mark = hidden(page, "previewed")
    assert referee.post(url(sheet, "penalty"), data | {"previewed": mark}).status_code == 302
    assert list(Penalty.objects.values_list("points", "augen", "offence")) == [(-1, 6, 1)]
    list_page = Client().get(url(sheet)).content.decode()
    assert "−1 Punkt, +6 Augen" in list_page
    assert WHY in list_page

    data |= {"game": "4", "seen_version": now_of(sheet).sheet.version}
    page = referee.post(url(sheet, "penalty"), data | {"previewed": mark}).content.decode()
    assert "der 2. dieses Spielers" in page, "the first confirmation confirms nothing else"
    assert "Die Turnierleitung muss es wissen" in page
    assert Penalty.objects.count() == 1
    assert (
        referee.post(url(sheet, "penalty"), data | {"previewed": hidden(page, "previewed")}).status_code
        == 302
    )
    assert list(Penalty.objects.values_list("points", "augen", "offence")) == [(-1, 6, 1), (-2, 6, 2)]

    twice = referee.post(url(sheet, "penalty"), data)
    assert twice.status_code == 422
    assert "steht für Spiel 4 schon auf der Liste" in twice.content.decode()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"kind": ""}, "Bitte antippen, worum es geht."),
        ({"kind": "prison"}, "Bitte eines antippen."),
        ({"seat": ""}, "Bitte antippen, wen es betrifft."),
        ({"seat": "5"}, "Diesen Platz gibt es an diesem Tisch nicht."),
        ({"game": ""}, "Bitte das Spiel wählen"),
        ({"game": "19"}, "Dieses Spiel steht nicht auf der Liste."),
        ({"seat": "1"}, "Platz 1 hatte in Spiel 1 keine Karten zu zählen."),
        ({"seat": "2"}, "Platz 2 hatte in Spiel 1 keine Karten zu zählen."),
        ({"kind": "deduction"}, "Bitte eintragen, wie viele Punkte abgezogen werden."),
        ({"kind": "deduction", "points": "0"}, "Bitte mindestens 1 Punkt abziehen"),
        ({"kind": "deduction", "points": "1000"}, "Bitte höchstens 999 Punkte abziehen."),
        ({"kind": "deduction", "points": "drei"}, "Bitte eine ganze Zahl eintragen"),
        ({"reason": ""}, "Bitte in einem Satz sagen, warum."),
        ({"reason": WHY * 20}, "Bitte mit höchstens 300 Zeichen sagen, warum."),
    ],
)
def test_a_penalty_that_cannot_be_is_said_and_nothing_typed_is_lost(sheet, referee, wrong, sentence):
    data = {
        "kind": "loose_hand",
        "seat": "3",
        "game": "1",
        "reason": WHY,
        "seen_version": now_of(sheet).sheet.version,
    }
    answer = referee.post(url(sheet, "penalty"), data | wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    if "reason" not in wrong:
        assert WHY in page
    if "seat" not in wrong:
        assert re.search(r'name="seat" value="3"[^>]*checked', page)
    assert not Penalty.objects.exists()


@pytest.mark.slow
def test_a_warning_and_a_deduction_and_their_end(sheet, referee):
    for kind, points in (("warning", ""), ("deduction", "3")):
        data = {
            "kind": kind,
            "seat": "1",
            "points": points,
            "reason": f"{kind}!",
            "seen_version": now_of(sheet).sheet.version,
        }
        page = referee.post(url(sheet, "penalty"), data).content.decode()
        answer = referee.post(url(sheet, "penalty"), data | {"previewed": hidden(page, "previewed")})
        assert answer.status_code == 302
    assert list(Penalty.objects.values_list("kind", "points")) == [("warning", 0), ("deduction", -3)]
    before = now_of(sheet).tally.totals[1].net_points
    lift = reverse("lift_penalty", args=[sheet.table.series.tournament.slug, Penalty.objects.last().pk])
    assert "Strafe aufheben" in referee.get(lift).content.decode()
    assert referee.post(lift, {"reason": ""}).status_code == 422
    reason = {"reason": "Verwechslung", "seen_version": now_of(sheet).sheet.version}
    told = referee.post(lift, reason).content.decode()
    assert "Das ändert der Entscheid" in told
    assert f"<b>{before + 3}</b>" in told
    assert now_of(sheet).tally.totals[1].net_points == before, "looked at is not yet done"
    assert confirmed(referee, lift, reason).status_code == 302
    assert now_of(sheet).tally.totals[1].net_points == before + 3
    twice = referee.post(lift, {"reason": "Verwechslung"})
    assert twice.status_code == 422
    assert "schon aufgehoben" in twice.content.decode()
    assert "aufgehoben (Nr. 3): Verwechslung" in referee.get(rulings_url(sheet)).content.decode()


def test_a_penalty_on_a_stale_list_is_told_so(sheet, referee):
    data = {"kind": "warning", "seat": "1", "reason": WHY, "seen_version": now_of(sheet).sheet.version}
    mark = hidden(referee.post(url(sheet, "penalty"), data).content.decode(), "previewed")
    factories.play(sheet, 6)
    late = referee.post(url(sheet, "penalty"), data | {"previewed": mark})
    assert late.status_code == 409
    assert WHY in late.content.decode()
    assert not Penalty.objects.exists()


def test_basic_rules_know_no_rule_15():
    sheet = factories.table_of(3, rules="basic", rounds=1)
    page = signed_in().get(url(sheet, "penalty")).content.decode()
    assert "zusammengeworfen" not in page.split("<form")[-1].split("</fieldset>")[0]
    data = {"kind": "loose_hand", "seat": "1", "game": "1", "reason": WHY}
    assert signed_in().post(url(sheet, "penalty"), data).status_code == 422


def test_a_submission_of_the_table_is_no_ruling(sheet, referee):
    used = str(Game.objects.first().submission)
    data = typed(sheet, winner=2, s3=("ja", "13"), s4=("ja", "25")) | {"reason": WHY, "submission": used}
    answer = referee.post(url(sheet, "correct", 1), data)
    assert answer.status_code == 422
    assert "schon verbraucht" in answer.content.decode()
    fresh = data | {"submission": str(uuid4())}
    assert confirmed(referee, url(sheet, "correct", 1), fresh).status_code == 302


@pytest.mark.slow
def test_a_ruling_sent_again_with_other_augen_is_told_so(sheet, referee):
    data = typed(sheet, winner=2, s3=("ja", "13"), s4=("ja", "25")) | {"reason": WHY}
    for _again in range(2):
        assert confirmed(referee, url(sheet, "correct", 1), data).status_code == 302
    assert referee.post(url(sheet, "correct", 1), data | {"augen_3": "31"}).status_code == 409
    assert Ruling.objects.count() == 1


def test_a_row_behind_the_end_is_refused_with_what_to_do_and_the_reason_stays(sheet, referee):
    endings.end_early(
        sheet_id=sheet.pk,
        last_game=4,
        cause=ScoreSheet.EndCause.BROKEN_OFF,
        reason="Ein Spieler musste gehen.",
        seen_version=sheet.version,
        by=factories.referee(sheet.table.series.tournament),
        now=factories.NOON,
    )
    row = Game.objects.get(sheet=sheet, number=5)
    address = url(sheet, "restore", row.pk)
    version = hidden(referee.get(address).content.decode(), "seen_version")
    refused = referee.post(address, {"seen_version": version, "reason": WHY})
    page = refused.content.decode()
    assert 400 <= refused.status_code < 500
    assert "Spiel 5 liegt hinter dem Ende dieser Liste: Bitte zuerst entscheiden" in page
    assert WHY in page
    assert Game.objects.filter(sheet=sheet, number=5, struck_at__isnull=True).count() == 0
