"""The story of a day at the seating desk: planned, posted, drawn, and everything that then happens to it."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection

from scoring import guards
from scoring.selectors import rules_of
from scoring.speech import say
from tests import factories
from tests.factories import NOON, director
from tournaments.access.selectors.codes import sheet_of_token
from tournaments.access.services.devices import lend_table
from tournaments.desk.selectors.overview import series_progress
from tournaments.event.services import setup as tournaments
from tournaments.event.services.journal import first_broken
from tournaments.event.services.setup import NewPlayer
from tournaments.models import JournalEntry, ScoreSheet, SeatingPlan, Series, Table
from tournaments.seating.refusals import SeatingRefused
from tournaments.seating.selectors import seating as views
from tournaments.seating.selectors.proposals import propose_swap
from tournaments.seating.selectors.seating import sentence_of_plan
from tournaments.seating.selectors.state import posted_plan, state_of
from tournaments.seating.services import changes as seating_changes
from tournaments.seating.services import plans as seating
from tournaments.seating.services.plans import StaleSeating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("impatient")]


def deed(made, **more):
    return {"tournament_id": made.pk, "by": director(), "now": NOON, **more}


def version(made) -> int:
    plan = posted_plan(made)
    return plan.version if plan else 0


def planned_day(players=14, series=3, **of):
    """A tournament whose plan hangs on the wall and whose first series is laid."""
    made = factories.tournament(players=players, series=series, **of)
    draft = seating.draft_plan(**deed(made, seed="Pfingsten"))
    seating.post_plan(**deed(made, version=draft.version, seen_version=0, lay=1))
    return made


def check_day(made, *, journal: bool = True):
    """Rows are the plan, every series seats everybody who was there, and the journal is whole."""
    made.refresh_from_db()
    plan = posted_plan(made)
    assert plan
    state = state_of(made)
    here = {player.id for player in state.players}
    for one in state.series:
        stored = next(s for s in plan.series if s["number"] == one.number)
        assert [[t.number, list(t.players)] for t in one.planned.tables] == [
            [t["number"], t["players"]] for t in stored["tables"]
        ]
        seated = Counter(p for table in one.tables for p in table)
        assert not seated or max(seated.values()) == 1
        if one.tables and not one.begun:
            assert set(seated) == here
        if one.drawn:
            lists = ScoreSheet.objects.filter(
                table__series__tournament=made, table__series__number=one.number
            )
            assert sorted(lists.values_list("table__number", flat=True)) == [
                t.number for t in one.planned.tables
            ]
            assert all(sheet.scorer.table_id == sheet.table_id for sheet in lists.select_related("scorer"))
            for table in Table.objects.filter(series__tournament=made, series__number=one.number):
                assert list(table.seats.order_by("number").values_list("number", flat=True)) == list(
                    range(1, table.size + 1)
                )
    assert (
        not journal or first_broken(JournalEntry.objects.filter(tournament=made).order_by("number")) is None
    )
    return state


@pytest.mark.slow
def test_a_day_with_everything_that_happens():
    made = planned_day()
    check_day(made)
    late = seating_changes.arrive(**deed(made, player=NewPlayer(given_name="Spät", family_name="Zug")))
    assert late.registration.start_number == 15
    assert [chair.player for chair in late.proposal.moved[1]] == [
        15
    ]  # 14 is two fours and two threes: there was a gap
    state = check_day(made)
    assert sorted(map(len, state.one(1).tables)) == [3, 4, 4, 4]

    seating_changes.miss(**deed(made, start_number=3))
    check_day(made)
    seating_changes.come_back(**deed(made, start_number=3))
    check_day(made)
    gone = seating_changes.drop_out(**deed(made, start_number=7, reason="krank"))
    assert gone.plan.reason == "krank"
    state = check_day(made)
    for table in state.one(1).planned.tables:
        factories.play(factories.sheet_of(Series.objects.get(tournament=made, number=1), table.number), 1)
    frozen = state.one(1).tables

    new = seating_changes.substitute(
        **deed(made, start_number=5, by_whom=NewPlayer(given_name="Er", family_name="Satz"), reason="Dienst")
    )
    state = check_day(made)
    assert state.one(1).tables == frozen
    assert new.registration.start_number in {p for table in state.one(2).tables for p in table}
    assert new.proposal.moved_count == 0

    one, other = state.one(2).tables[0][0], state.one(2).tables[1][0]
    seating_changes.swap_seats(**deed(made, series=2, one=one, other=other, seen_version=version(made)))
    state = check_day(made)
    assert state.one(2).tables[0][0] == other
    with pytest.raises(StaleSeating):
        seating_changes.swap_seats(
            **deed(made, series=2, one=one, other=other, seen_version=version(made) - 1)
        )
    with pytest.raises(SeatingRefused, match="schon ein Spiel"):
        seating_changes.swap_seats(**deed(made, series=1, one=one, other=other, seen_version=version(made)))

    seating.seat_series(**deed(made, number=2, seen_version=version(made)))
    state = check_day(made)
    seating_changes.drop_out(**deed(made, start_number=state.one(2).tables[0][0], reason="Zug"))
    check_day(made)
    kinds = list(SeatingPlan.objects.order_by("version").values_list("kind", flat=True))
    assert kinds == ["planned", "arrival", "no_show", "return", "dropout", "substitute", "swap", "dropout"]
    assert [plan.follows_id for plan in SeatingPlan.objects.order_by("version")][1:] == [
        plan.pk for plan in SeatingPlan.objects.order_by("version")
    ][:-1]


@pytest.mark.slow
def test_a_table_that_nobody_needs_is_cleared_away_and_its_list_stays_aside():
    made = planned_day(13, series=1)
    series = Series.objects.get(tournament=made)
    gone = series.tables.order_by("number").last()
    code = lend_table(sheet_id=gone.sheet.pk, by=director(), now=NOON)
    assert sheet_of_token(code) == gone.sheet
    for _two in range(2):
        seating_changes.miss(**deed(made, start_number=gone.seats.first().registration.start_number))
        check_day(made)
    assert sorted(series.tables.values_list("number", flat=True)) == [1, 2, 3]
    progress = series_progress(made)[0]
    assert (progress.tables, progress.players) == (3, 11)
    kept = ScoreSheet.everything.get(pk=gone.sheet.pk)
    assert kept.journal.get().deed == "table_lent"  # nothing that was written is lost
    assert sheet_of_token(code) is None  # and the table's phone is let in no more
    assert not ScoreSheet.objects.filter(pk=kept.pk).exists()

    for registration in made.registrations.filter(withdrawn_at__isnull=False):
        seating_changes.come_back(**deed(made, start_number=registration.start_number))
    check_day(made)
    assert series.tables.get(number=gone.number).sheet == kept  # the table stands again, with the list it had
    assert sheet_of_token(code) == kept


def test_a_table_that_is_broken_up_without_room_elsewhere_moves_as_a_whole():
    made = planned_day(13, series=1)
    before = state_of(made).one(1).planned.tables
    changed = seating_changes.break_up_table(**deed(made, series=1, table=2, seen_version=version(made)))
    after = {t.number: t.players for t in check_day(made).one(1).planned.tables}
    assert after == {t.number if t.number != 2 else 5: t.players for t in before}
    assert "Tisch 2 zieht geschlossen an Tisch 5 um" in say(sentence_of_plan(changed.plan))


@pytest.mark.slow
def test_a_table_that_is_broken_up_sits_down_where_there_is_room():
    made = planned_day(24, series=1)
    tables = state_of(made).one(1).planned.tables
    for table in tables[1:5]:
        seating_changes.miss(**deed(made, start_number=table.players[0]))
    assert sorted(map(len, state_of(made).one(1).tables)) == [3, 3, 3, 3, 4, 4]
    changed = seating_changes.break_up_table(**deed(made, series=1, table=6, seen_version=version(made)))
    state = check_day(made)
    assert [t.number for t in state.one(1).planned.tables] == [1, 2, 3, 4, 5]
    assert changed.proposal.moved_count == 4  # those of table 6, and nobody else
    assert "Tisch 6 ist aufgelöst" in say(sentence_of_plan(changed.plan))


def test_the_board_tells_names_dealers_and_warnings():
    made = planned_day(14)
    tournaments.form_pair(**deed(made, first=1, second=2))
    state = state_of(made)
    first = views.board_of(state, rules_of(made.rule_set), made.rounds, state.one(1))
    assert [table.size for table in first.tables] == [4, 4, 3, 3]
    assert first.tables[0].deals[0].dealer == 1
    assert first.tables[0].deals[0].playing == (2, 3, 4)  # the dealer of a table of four sits out
    assert first.tables[2].deals[0].playing == (2, 3, 1)
    assert [len(table.deals) for table in first.tables] == [20, 20, 15, 15]
    table = first.tables[0]
    assert [chair.person.start_number for chair in table.chairs] == list(state.one(1).tables[0])
    swapped = propose_swap(state, number=1, one=1, other=other_mate(state, 2), seed="")
    together = views.board_of(state, rules_of(made.rule_set), made.rounds, swapped.series[0])
    said = [say(w.sentence) for t in together.tables for w in t.warnings if w.strict]
    assert any("sind Tandem-Partner" in one and "Probe1 Spieler001" in one for one in said)


def other_mate(state, player: int) -> int:
    """Somebody at the table of a player in series 1, not himself and not player 1."""
    table = next(table for table in state.one(1).tables if player in table)
    return next(p for p in table if p not in (1, player))


def test_the_quality_names_who_meets_again_and_who_sits_at_three():
    made = planned_day(9, series=3)
    state = state_of(made)
    quality = views.quality(state)
    assert quality.rematches.happened >= quality.rematches.bound == 27 - 36 + 9 == 0
    for again in quality.met_again:
        here = [s.number for s in state.series if any(again_at(t, again) for t in s.tables)]
        assert list(again.series) == here
    assert sum(len(series) for _who, series in quality.threes) == 27  # nine at three tables of three, thrice
    assert any(
        "Wiederbegegnung" in say(sentence) or "zweimal" in say(sentence) for sentence in quality.sentences
    )


def again_at(table, again) -> bool:
    return {again.one.start_number, again.other.start_number} <= set(table)


@pytest.mark.slow
def test_a_day_that_was_drawn_before_there_were_plans_goes_on():
    made = planned_day(12, series=2)
    with guards.lifted(connection):
        SeatingPlan.objects.all().delete()
    assert version(made) == 0
    seating_changes.arrive(**deed(made, player=NewPlayer(given_name="Spät", family_name="Zug")))
    state = check_day(made)
    assert (version(made), state.one(1).drawn, state.one(2).planned.is_open) == (1, True, True)
    draft = seating.draft_plan(**deed(made, seed="Rest"))
    seating.post_plan(**deed(made, version=draft.version, seen_version=1, lay=1))
    check_day(made)
