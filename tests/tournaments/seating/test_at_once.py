"""Two directors at one seating: one wins, the other is told; whoever only comes or goes is seated all the same.

Threads with connections of their own; the same tests run on SQLite in a file and, with DATABASE_URL, on PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid5

import pytest

from scoring.numbers import GameNumber
from tests import factories
from tests.at_once import all_at_once, told
from tests.factories import NOON, SPACE, director
from tests.tournaments.seating.test_story import check_day, deed, planned_day, version
from tournaments.event.services.setup import NewPlayer
from tournaments.lists.services import sheets
from tournaments.models import Game, SeatingPlan, Series
from tournaments.seating.selectors.state import state_of
from tournaments.seating.services import changes as seating_changes
from tournaments.seating.services import plans as seating

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("impatient"), pytest.mark.slow]


def test_of_two_directors_who_swap_at_once_one_is_told():
    made = planned_day(12, series=2)
    tables, seen, by = state_of(made).one(1).tables, version(made), director()
    swaps = [(tables[0][0], tables[1][0]), (tables[0][0], tables[2][0])]

    def swap(one: int, other: int) -> Callable[[], Any]:
        return lambda: seating_changes.swap_seats(
            tournament_id=made.pk, series=1, one=one, other=other, seen_version=seen, by=by, now=NOON
        )

    answers = all_at_once([swap(*two) for two in swaps])
    assert told(answers) == {"Changed": 1, "StaleSeating": 1}
    assert version(made) == seen + 1
    check_day(made)


def test_of_two_drafts_posted_at_once_one_is_in_force():
    made = factories.tournament(players=12, series=2)
    by = director()
    drafts = [seating.draft_plan(**deed(made, seed=seed)) for seed in ("eins", "zwei")]

    def post(draft: SeatingPlan) -> Callable[[], Any]:
        return lambda: seating.post_plan(
            tournament_id=made.pk, version=draft.version, seen_version=0, lay=1, by=by, now=NOON
        )

    assert told(all_at_once([post(draft) for draft in drafts])) == {"SeatingPlan": 1, "StaleSeating": 1}
    assert SeatingPlan.objects.filter(posted_at__isnull=False).count() == 1
    assert Series.objects.count() == 1
    check_day(made)


def test_four_late_arrivals_at_once_are_all_seated():
    made = planned_day(12, series=2)
    by = director()

    def arrive(n: int) -> Callable[[], Any]:
        newcomer = NewPlayer(given_name=f"Spät{n}", family_name="Zug")
        return lambda: seating_changes.arrive(tournament_id=made.pk, player=newcomer, by=by, now=NOON)

    assert told(all_at_once([arrive(n) for n in range(4)])) == {"Changed": 4}
    state = check_day(made)
    assert len(state.players) == 16
    assert version(made) == 5


def test_a_first_game_and_a_swap_at_once():
    made = planned_day(12, series=1)
    state, seen, by = state_of(made), version(made), director()
    sheet = factories.sheet_of(Series.objects.get(), 1)
    what = factories.result(2, {3: (25, True), 4: (40, False)})

    def play() -> Any:
        return sheets.enter_game(
            sheet_id=sheet.pk, number=GameNumber(1), result=what, submission=uuid5(SPACE, "x"), seen_version=0,
            by=factories.scorer(sheet), now=NOON,
        )  # fmt: skip

    def swap() -> Any:
        one, other = state.one(1).tables[0][0], state.one(1).tables[1][0]
        return seating_changes.swap_seats(
            tournament_id=made.pk, series=1, one=one, other=other, seen_version=seen, by=by, now=NOON
        )

    answers = told(all_at_once([play, swap]))
    assert answers in ({"Game": 1, "SeatingRefused": 1}, {"Changed": 1, "StaleSheet": 1})
    after = check_day(made)
    assert Game.objects.count() == answers["Game"]
    assert (after.one(1).tables == state.one(1).tables) == bool(answers["Game"])
