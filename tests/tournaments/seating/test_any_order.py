"""Whatever happens, in whatever order: a valid plan, the past untouched, the seats those of the newest posted version."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.speech import say
from tests import factories
from tests.tournaments.seating.core.validator import judge
from tests.tournaments.seating.test_story import check_day, deed, planned_day, version
from tournaments.event.refusals import DrawRefused
from tournaments.event.services.setup import NewPlayer
from tournaments.models import SeatingPlan, Series
from tournaments.seating.refusals import SeatingRefused
from tournaments.seating.selectors.seating import sentence_of_plan
from tournaments.seating.selectors.state import state_of
from tournaments.seating.services import changes as seating_changes
from tournaments.seating.services import plans as seating
from tournaments.seating.services.plans import PlayerWishes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("impatient")]
counter = itertools.count(1)

KINDS = ("arrive", "miss", "drop_out", "come_back", "substitute", "swap", "move", "break", "lay", "play")
steps = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 99), st.integers(0, 99)), min_size=3, max_size=6
)


def do(made, kind: str, a: int, b: int) -> None:
    """One thing that happens; `a` and `b` choose whom it happens to."""
    state = state_of(made)
    here = [entrant.start_number for entrant in state.entrants if entrant.here]
    gone = [entrant.start_number for entrant in state.entrants if not entrant.here]
    coming = [series for series in state.series if not series.begun]
    series = coming[b % len(coming)] if coming else state.series[0]
    one, other = here[a % len(here)], here[b % len(here)]
    newcomer = NewPlayer(given_name=f"Neu{next(counter)}", family_name="Gast")
    seen = {"seen_version": version(made)}
    tables = series.planned.tables
    match kind:
        case "arrive":
            seating_changes.arrive(**deed(made, player=newcomer))
        case "miss" if len(here) > 8:
            seating_changes.miss(**deed(made, start_number=one))
        case "drop_out" if len(here) > 8:
            seating_changes.drop_out(**deed(made, start_number=one, reason="geht"))
        case "come_back" if gone:
            seating_changes.come_back(**deed(made, start_number=gone[a % len(gone)]))
        case "substitute":
            whom = gone[b % len(gone)] if gone and b % 2 else newcomer
            seating_changes.substitute(**deed(made, start_number=one, by_whom=whom, reason="statt"))
        case "swap":
            seating_changes.swap_seats(**deed(made, series=series.number, one=one, other=other, **seen))
        case "move" if tables:
            table = tables[a % len(tables)].number
            seating_changes.move_player(
                **deed(made, series=series.number, start_number=other, table=table, seat=None, **seen)
            )
        case "break" if tables:
            table = tables[a % len(tables)].number
            seating_changes.break_up_table(**deed(made, series=series.number, table=table, **seen))
        case "lay":
            seating.seat_series(**deed(made, number=state.drawn + 1, **seen))
        case "play" if state.drawn and not state.series[state.drawn - 1].begun:
            row = Series.objects.get(tournament=made, number=state.drawn)
            first = row.tables.first()
            assert first
            factories.play(factories.sheet_of(row, first.number), 1)


def check(made, *, by_hand: bool) -> None:
    """Everything that is promised of a seating, counted anew."""
    state = check_day(made, journal=False)
    here = [player.id for player in state.players]
    past = [one.tables for one in state.series if one.begun]
    planned = [one.tables for one in state.series if not one.drawn and one.tables]
    verdict = judge(here, planned, past=[*past, *(o.tables for o in state.series if o.drawn and not o.begun)])
    assert verdict.clean or by_hand, (
        verdict.faults
    )  # a hand may leave more tables of three than there must be
    for one in state.series:
        if one.tables and not one.begun:
            assert {len(table) for table in one.tables} <= {3, 4}


@pytest.mark.slow
@settings(max_examples=3)
@given(n=st.integers(9, 17), what=steps)
def test_any_sequence_of_changes_leaves_a_valid_plan(n, what):
    made = planned_day(n, series=3, name=f"Folge {next(counter)}")
    seating.choose_player_wishes(**deed(made, start_number=2, wishes=PlayerWishes(seat=2)))
    by_hand = False
    for kind, a, b in what:
        before = state_of(made)
        versions = list(SeatingPlan.objects.filter(tournament=made).values())
        try:
            do(made, kind, a, b)
        except (SeatingRefused, DrawRefused):
            assert state_of(made) == before  # a refusal changes nothing
        by_hand = by_hand or kind in ("move", "break")
        after = state_of(made)
        for old, new in zip(before.series, after.series, strict=True):
            if old.begun:
                assert old.tables == new.tables
        assert list(SeatingPlan.objects.filter(tournament=made).values())[: len(versions)] == versions
        check(made, by_hand=by_hand)
    check_day(made)


@pytest.mark.full
@settings(max_examples=150)
@given(n=st.integers(6, 41), what=steps)
def test_many_sequences_of_changes_leave_a_valid_plan(n, what):
    test_any_sequence_of_changes_leaves_a_valid_plan.hypothesis.inner_test(n, what)


def test_whoever_leaves_the_last_table_makes_the_plan_wait_or_is_asked_to_wait():
    made = factories.tournament(players=6, series=2)
    draft = seating.draft_plan(**deed(made, seed="Probe"))
    seating.post_plan(**deed(made, version=draft.version, seen_version=0))
    gone = seating_changes.miss(**deed(made, start_number=1))
    assert not any(one.tables for one in state_of(made).series)
    assert "Der Sitzplan wartet. 5 Spieler lassen sich nicht" in say(sentence_of_plan(gone.plan))
    seating_changes.come_back(**deed(made, start_number=1))  # nothing is planned now: he is only readmitted

    draft = seating.draft_plan(**deed(made, seed="Noch einmal"))
    seating.post_plan(**deed(made, version=draft.version, seen_version=version(made), lay=1))
    before = state_of(made)
    with pytest.raises(SeatingRefused, match="5 Spieler lassen sich nicht"):
        seating_changes.miss(**deed(made, start_number=1))  # the tables are laid: five cannot sit at them
    assert state_of(made) == before
