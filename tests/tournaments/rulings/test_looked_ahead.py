"""A correction that is looked at first says whose prize changes and who will sit elsewhere; what hangs already stays."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import pytest

from scoring.engine.law import Finish
from tests import factories
from tests.factories import NOON, result
from tests.tournaments.seating.test_modes import play_series, post, wish
from tests.tournaments.seating.test_story import deed
from tournaments.event.services import setup as tournaments
from tournaments.models import Category, Ruling, ScoreSheet, SeatingPlan, Series, Tournament
from tournaments.money.core import Ties, read_fund, read_places
from tournaments.money.selectors.prize_rules import PrizeRow, PrizeRules
from tournaments.money.selectors.prizes import awards
from tournaments.money.services.prizes import set_prizes
from tournaments.rulings import services as rulings
from tournaments.rulings.selectors.consequences import Consequences
from tournaments.rulings.views.previews import consequences_context
from tournaments.seating.core import planner
from tournaments.seating.selectors import proposals as seating_proposals
from tournaments.seating.selectors.documents import planned_series
from tournaments.seating.services import plans as seating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("never_cut")]
Mode = Series.Mode


@pytest.fixture
def never_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plans end by their moves and not by a clock, so that a busy machine makes the same ones; few moves for chairs."""
    monkeypatch.setattr(seating_proposals, "SECONDS", 600)
    monkeypatch.setattr(planner, "SEAT_MOVES", 1_000)


@pytest.fixture(scope="module")
def played(stage: None) -> Tournament:
    """Twelve players in six tandems and three teams, one series with a game at every table, the next one not planned."""
    made = factories.tournament(players=12, series=3)
    for first in range(1, 12, 2):
        tournaments.form_pair(**deed(made, first=first, second=first + 1))
    for team in range(3):
        members = [team * 4 + number for number in (1, 2, 3, 4)]
        tournaments.form_team(**deed(made, name=f"Probemannschaft {team}", start_numbers=members))
    factories.draw(made)
    play_series(made, 1)
    return made


def draft_of(made: Tournament, mode: Mode) -> SeatingPlan:
    wish(made, modes=(Mode.LOTS, mode))
    return seating.draft_plan(**deed(made, seed="Voraus"))


def chairs(plan: SeatingPlan) -> dict[int, tuple[int, int]]:
    document = next(one for one in plan.series if one["number"] == 2)
    return {int(str(player)): chair for player, chair in planned_series(document).chairs()}


def correction(made: Tournament) -> tuple[ScoreSheet, partial[Ruling]]:
    """At table 1 another seat has won by hand, and who had won has a cross."""
    sheet = factories.sheet_of(made.series.get(number=1), 1)
    facts = deed(
        made,
        sheet_id=sheet.pk,
        number=1,
        result=result(4, {2: (130, False), 3: (12, True)}, finish=Finish.HAND),
        submission=uuid4(),
        seen_version=ScoreSheet.objects.get(pk=sheet.pk).version,
        reason="falsch gelesen",
    )
    facts.pop("tournament_id")
    return sheet, partial(rulings.correct_game, **facts)


def look(sheet: ScoreSheet, ruling: partial[Ruling]) -> Consequences:
    return rulings.look_ahead(ruling, sheet_id=sheet.pk, now=NOON)


@pytest.mark.parametrize(
    "mode",
    [Mode.TANDEM, *(pytest.param(mode, marks=pytest.mark.slow) for mode in (Mode.STANDING, Mode.SWISS))],
)
def test_the_seats_that_are_seen_are_those_of_the_next_draft(played, mode):
    before = draft_of(played, mode)
    sheet, ruling = correction(played)
    ahead = look(sheet, ruling)
    assert chairs(SeatingPlan.objects.get(pk=before.pk)) == chairs(before), "a look plans nothing"
    ruling()
    again = chairs(seating.draft_plan(**deed(played, seed="Voraus")))
    names = {row.name: row.start_number for row in played.registrations.all()}
    told = {names[seat.name]: (seat.before, seat.after) for seat in ahead.next_seats}
    assert told == {
        player: (chairs(before)[player], chair)
        for player, chair in again.items()
        if chairs(before)[player] != chair
    }
    assert told, "this correction moves somebody"
    assert {seat.series for seat in ahead.next_seats} == {2}
    sentences = consequences_context(ahead, "")["next_seats"]
    assert len(sentences) == len(told)
    assert all(sentence.startswith("Serie 2, ") and " statt Tisch " in sentence for sentence in sentences)
    assert {Category.TEAMS, Category.PAIRS} <= set(ahead.others), "teams and tandems are told too"


@pytest.mark.slow
@pytest.mark.parametrize("laid", [False, True], ids=["hangs", "laid"])
@pytest.mark.parametrize("mode", [Mode.STANDING, Mode.TANDEM, Mode.SWISS])
def test_a_seating_that_hangs_stays_whatever_is_corrected(played, mode, laid):
    """Posted and its tables not laid yet, or laid and not begun: no ruling moves a chair."""
    wish(played, modes=(Mode.LOTS, mode))
    plan = post(played, lay=int(laid))
    hung = chairs(plan)
    assert played.series.count() == 1 + laid
    sheet, ruling = correction(played)
    ahead = look(sheet, ruling)
    assert ahead.posted == (2,)
    assert ahead.next_seats == ()
    assert (
        "Die ausgehängte Sitzordnung der Serie 2 bleibt, wie sie ist."
        in consequences_context(ahead, "")["notes"]
    )
    ruling()
    if not laid:
        seating.seat_series(**deed(played, number=2, seen_version=plan.version))
    seats = played.series.get(number=2).seats.values_list(
        "registration__start_number", "table__number", "number"
    )
    assert {player: (table, seat) for player, table, seat in seats} == hung


def test_who_has_left_with_the_only_game_struck_is_ranked_no_more():
    sheet = factories.table_of(4, rounds=1)
    factories.play(sheet, 1)
    made = sheet.table.series.tournament
    gone = sheet.table.seats.get(number=2).registration
    tournaments.withdraw_player(
        tournament_id=made.pk,
        start_number=gone.start_number,
        reason="krank",
        by=factories.director(),
        now=NOON,
    )
    ruling = partial(
        rulings.strike_game,
        sheet_id=sheet.pk,
        number=1,
        seen_version=ScoreSheet.objects.get(pk=sheet.pk).version,
        reason="falsch gegeben",
        by=factories.referee(made),
        now=NOON,
    )
    [move] = [one for one in look(sheet, ruling).singles if one.name == gone.name]
    assert (move.before.rank > 0, move.after.rank, move.after.points) == (True, 0, 0)


def test_without_a_draft_or_with_the_same_order_nobody_moves(played):
    sheet, ruling = correction(played)
    assert look(sheet, ruling).next_seats == ()
    draft_of(played, Mode.STANDING)
    same = deed(
        played,
        sheet_id=sheet.pk,
        number=1,
        text="Karte umgedreht",
        paragraph="Regel 9",
    )
    same.pop("tournament_id")
    assert look(sheet, partial(rulings.remark, **same)).next_seats == ()


def test_prizes_that_change_hands_are_told_and_announced_ones_stay(played):
    """A fixed prize for players, for the first series and for tandems: what the look tells is what the standings give."""
    rows = (
        PrizeRow(category=category, scope=scope, fund=read_fund(""), places=read_places("30 €, 20 €, 10 €"))
        for category, scope in (("players", "whole"), ("players", "each"), ("pairs", "whole"))
    )
    set_prizes(**deed(played, rules=PrizeRules(rows=tuple(rows), ties=Ties.SHARE)))
    sheet, ruling = correction(played)

    def given() -> dict[tuple[str, int | None, str], int]:
        return {(one.category, one.series, one.name): one.cents for one in awards(played)}

    before, ahead = given(), look(sheet, ruling)
    assert given() == before
    ruling()
    after = given()
    told = {(one.category, one.series, one.name): (one.before, one.after) for one in ahead.awards}
    assert told == {
        key: (before.get(key, 0), after.get(key, 0))
        for key in {*before, *after}
        if before.get(key, 0) != after.get(key, 0)
    }
    assert {category for category, _series, _name in told} == {"players", "pairs"}
    assert any(not one.before for one in ahead.awards), "somebody gets a prize"
    assert any(not one.after for one in ahead.awards), "somebody gets none any more"
    words = consequences_context(ahead, "")
    assert len(words["awards"]) == len(told)
    assert any("bisher kein Preis" in said for said in words["awards"])
    assert ahead.announced is None
    assert not any("festgelegt" in note for note in words["notes"])
