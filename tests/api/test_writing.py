"""Writing through the API: the services of the pages, refused in the same sentences, nothing twice, nothing lost."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.conftest import LIST, ROOT, Program, game
from tournaments.access.selectors.codes import code_of
from tournaments.models import JournalEntry, Penalty, Registration, ScoreSheet, Seat, SeatingPlan, Tournament
from tournaments.seating.core import planner
from tournaments.seating.selectors import proposals as seating_proposals

pytestmark = pytest.mark.django_db


def test_a_game_is_reported_once_however_often_it_is_sent(sheet, program):
    table = program("lists")
    first, again = table.post(f"{LIST}/games", game()), table.post(f"{LIST}/games", game())
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert first["Location"] == f"{LIST}/games/2"
    assert table.get(first["Location"]).json()[0]["number"] == 2
    assert sheet.games.filter(number=2).count() == 1
    line = JournalEntry.objects.filter(deed="game_reported").latest("number")
    assert line.actor == "Programm „Probeprogramm“ (Zugang 1)"
    assert line.device.startswith("Zugang 1")


def test_who_has_seen_an_older_list_gets_the_newer_one_and_keeps_what_he_sent(sheet, program):
    table = program("lists")
    table.post(f"{LIST}/games", game())
    stale = table.post(f"{LIST}/games", game(3, seen=1, submission=2))
    told = stale.json()
    assert stale.status_code == 409
    assert told["type"].endswith("#problem-stale")
    assert told["current"]["version"] == 2
    assert told["sent"] == game(3, seen=1, submission=2)
    assert table.post(f"{LIST}/games", game(3, seen=2, submission=2)).status_code == 201


@pytest.mark.slow
def test_a_doubt_is_confirmed_by_its_id(sheet, program):
    table = program("lists")
    odd = game(hands={"4": {"augen": 12, "opened": False}, "1": {"augen": 25, "opened": True}})
    doubtful = table.post(f"{LIST}/games", odd)
    assert doubtful.status_code == 409
    [doubt] = doubtful.json()["doubts"]
    assert "mindestens 31" in doubt["detail"]
    assert not sheet.games.filter(number=2).exists()
    assert table.post(f"{LIST}/games", odd | {"confirmed": ["another/1"]}).status_code == 409
    assert table.post(f"{LIST}/games", odd | {"confirmed": [doubt["id"]]}).status_code == 201
    assert JournalEntry.objects.latest("number").facts["confirmed"] == ["too_few_augen_unopened"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (game(3), "Als Nächstes kommt Spiel 2."),
        (game(winner=2), "Platz 2 spielt in diesem Spiel nicht mit"),
        (game(hands={"4": {"augen": 25, "opened": True}}), "Für Platz 1 fehlen die Augen"),
        (game(hands={"4": {"augen": 9999, "opened": True}, "1": {"augen": 2, "opened": True}}), "9999 Augen"),
        (game(finish="S"), "Superrommé hat nach"),
    ],
)
def test_what_the_rules_refuse_is_refused_in_the_sentence_of_the_pages(sheet, program, sent, sentence):
    answer = program("lists").post(f"{LIST}/games", sent)
    assert answer.status_code == 409
    assert sentence in answer.json()["detail"]
    assert answer.json()["current"]["version"] == 1


@pytest.mark.slow
def test_sentences_come_in_the_language_asked_for(sheet, program):
    told = {
        language: program("lists").post(f"{LIST}/games", game(3), Accept_Language=language).json()["detail"]
        for language in ("de", "en", "lb", "fr", "nl")
    }
    assert told["de"] == told["nl"] == "Als Nächstes kommt Spiel 2."
    assert len({told["de"], told["en"], told["lb"], told["fr"]}) == 4


@pytest.mark.slow
def test_if_match_stops_what_was_meant_for_another_state(sheet, program):
    table = program("lists")
    seen = table.get(LIST)["ETag"]
    assert table.post(f"{LIST}/games", game(), If_Match=seen).status_code == 201
    old = table.post(f"{LIST}/games", game(3, seen=2, submission=2), If_Match=seen)
    assert old.status_code == 412
    assert old.json()["sent"]["number"] == 3
    for held in (
        "*",
        table.get(LIST)["ETag"],
        "W/" + Program().get(ROOT)["ETag"],
        f'"x", {table.get(ROOT)["ETag"]}',
    ):
        assert table.post(f"{LIST}/games", game(2, seen=1), If_Match=held).status_code == 200, held


@pytest.mark.slow
def test_a_whole_list_by_a_program_from_the_first_game_to_the_acceptance(sheet, program):
    desk, table = program("all"), Program(code_of(sheet).token)
    for number in (2, 3, 4):
        assert (
            table.post(f"{LIST}/games", game(number, seen=number - 1, submission=number)).status_code == 201
        )
    early = desk.post(f"{LIST}/acceptance", {"seen_version": 4})
    assert "fehlen Unterschriften" in early.json()["detail"]
    for seat in (1, 2, 3, 4):
        signed = table.post(f"{LIST}/signatures", {"seat": seat, "method": "paper", "seen_version": 4})
        assert signed.status_code == 201
    assert signed.json()["state"] == "signed"
    assert table.post(f"{LIST}/acceptance", {"seen_version": 4}).status_code == 403
    taken = desk.post(f"{LIST}/acceptance", {"seen_version": 4})
    assert (taken.status_code, taken.json()["state"]) == (200, "accepted")
    assert taken.json()["final_at"] > taken.json()["signatures"][0]["signed_at"]
    assert ScoreSheet.objects.get(pk=sheet.pk).accepted_by == factories.user()
    assert desk.get(f"{ROOT}/lists?state=accepted").json()["total"] == 1
    other = f"{ROOT}/lists/1/2"
    assert (
        table.post(f"{other}/signatures", {"seat": 1, "method": "paper", "seen_version": 0}).status_code
        == 403
    )


@pytest.mark.slow
def test_rulings_of_a_program_bear_its_makers_name_and_its_own(sheet, program):
    desk = program("all")
    struck = desk.post(f"{LIST}/games/1/strike", {"reason": "Falsch gegeben", "seen_version": 1})
    assert struck.status_code == 200
    assert [row["struck_reason"] for row in struck.json()["games"]] == ["Falsch gegeben"]
    number = struck.json()["seats"][0]["start_number"]
    fine = {"start_number": number, "points": 3, "reason": "Vorgesagt", "seen_version": 2}
    assert desk.post(f"{LIST}/penalties", fine).json()["penalties"][0]["points"] == -3
    assert Penalty.objects.get().ruling.decided_by == factories.user()
    assert JournalEntry.objects.get(deed="penalty_imposed").actor.startswith("Programm „Probeprogramm“")


def shown_then_done(desk, address: str, sent: dict[str, object]):
    """Once to see who moves, which writes nothing; once more with the version that was seen."""
    before = JournalEntry.objects.count(), SeatingPlan.objects.count()
    shown = desk.post(address, sent)
    told = shown.json()
    assert (shown.status_code, told["type"]) == (409, "/api/#problem-unseen")
    assert (JournalEntry.objects.count(), SeatingPlan.objects.count()) == before
    assert {"version", "moves", "print"} == set(told["seating"])
    wrong = desk.post(address, sent | {"seen_seating": told["seating"]["version"] + 1})
    assert wrong.json()["type"] == "/api/#problem-unseen"
    assert (JournalEntry.objects.count(), SeatingPlan.objects.count()) == before
    return desk.post(address, sent | {"seen_seating": told["seating"]["version"]})


@pytest.fixture
def seated(made: Tournament, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """The second series has its tables, and nobody plays at them yet."""
    monkeypatch.setattr(seating_proposals, "SECONDS", 0.02)
    monkeypatch.setattr(planner, "SEAT_MOVES", 1_000)
    factories.draw(made, 2)
    return made


def test_a_program_is_shown_who_moves_and_what_is_stale_before_it_seats_anybody(seated, program):
    desk = program("all")
    told = desk.post(f"{ROOT}/registrations", {"family_name": "Zuletzt"}).json()["seating"]
    (own,) = [move for move in told["moves"] if move["name"] == "Zuletzt"]
    assert own["before"] is None
    assert own["after"] is not None
    assert any(one["must"] for one in told["print"])
    done = desk.post(f"{ROOT}/registrations", {"family_name": "Zuletzt", "seen_seating": told["version"]})
    assert done.status_code == 201
    seat = Seat.objects.get(registration__start_number=own["start_number"], series__number=own["series"])
    assert (seat.table.number, seat.number) == (own["after"]["table"], own["after"]["seat"])


@pytest.mark.slow
def test_a_walk_in_leaves_and_comes_back(seated, program):
    desk = program("all")
    anna = {"given_name": "Anna", "family_name": "Beispiel", "club": "Probeverein"}
    new = shown_then_done(desk, f"{ROOT}/registrations", anna)
    assert new.status_code == 201
    assert new["Location"] == f"{ROOT}/registrations/9"
    twice = desk.post(
        f"{ROOT}/registrations", {"given_name": "Anna", "family_name": "Beispiel", "club": "Probeverein"}
    )
    assert "schon angemeldet" in twice.json()["detail"]
    gone = shown_then_done(desk, f"{new['Location']}/withdrawal", {"reason": "krank"})
    assert gone.json()["withdrawn_reason"] == "krank"
    assert desk.post(f"{new['Location']}/withdrawal", {"reason": "krank"}).status_code == 409
    back = shown_then_done(desk, f"{new['Location']}/return", {"reason": "wieder da"})
    assert back.json()["withdrawn"] is False
    assert Registration.objects.get(start_number=9).player.name == "Anna Beispiel"
