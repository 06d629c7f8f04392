"""The plug is pulled while a plan is being published: afterwards there is the old plan or the new one, whole.

A real process is killed (SIGKILL) at one SQL statement of the deed after the other (every third here, every one with
`-m full`), just before the commit and just after it.
The same tests run on SQLite in a file and, with DATABASE_URL, on PostgreSQL (.ci/run).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

import pytest
from django.db import connection, connections

from tests import factories
from tests.factories import NOON, director
from tests.tournaments.seating.test_story import check_day, planned_day, version
from tournaments.event.services.setup import NewPlayer
from tournaments.models import ScoreSheet, Seat, SeatingPlan, Series
from tournaments.seating.selectors.state import state_of
from tournaments.seating.services import changes as seating_changes
from tournaments.seating.services import plans as seating

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("impatient"),
    pytest.mark.skipif(sys.platform == "win32", reason="Windows knows neither fork nor SIGKILL"),
]

BEFORE_COMMIT, AFTER_COMMIT = -1, -2


def killed_at(statement: int, deed: Callable[[], object]) -> bool:
    """Do the deed in a process of its own and kill it at this statement; whether it got that far."""
    connections.close_all()  # no connection is shared across a fork
    child = os.fork()
    if child == 0:
        try:
            _die_at(statement)
            deed()
        finally:
            os._exit(0)  # done before the statement was reached
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def _die_at(statement: int) -> None:
    """Arm the connection of this process. Only what is inside a transaction counts: before it nothing is written."""
    seen = 0

    def count(execute, sql, params, many, context):
        nonlocal seen
        if connection.in_atomic_block:
            seen += 1
            if seen == statement:
                os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, params, many, context)

    connection.ensure_connection()
    connection.execute_wrappers.append(count)
    commit = connection._commit  # type: ignore[attr-defined]  # where the transaction really ends

    def dying_commit():
        if statement == BEFORE_COMMIT:
            os.kill(os.getpid(), signal.SIGKILL)
        commit()
        if statement == AFTER_COMMIT:
            os.kill(os.getpid(), signal.SIGKILL)

    connection._commit = dying_commit  # type: ignore[attr-defined]


def rows(made) -> tuple[object, ...]:
    """Everything that the deed writes, as it is there now."""
    seats = Seat.objects.filter(series__tournament=made).order_by("pk")
    return (
        tuple(SeatingPlan.objects.filter(tournament=made).order_by("pk").values_list("version", "posted_at")),
        tuple(seats.values_list("pk", "table__number", "table__size", "number", "registration_id")),
        tuple(ScoreSheet.everything.order_by("pk").values_list("pk", "version", "scorer_id")),
        tuple(made.registrations.order_by("pk").values_list("pk", "withdrawn_at")),
        made.journal.count(),
    )


def at_every_statement(made, deed: Callable[[], object], *, step: int = 1) -> int:
    """Kill the deed everywhere it writes; then let it be done. Returns how many statements that were."""
    before = rows(made)
    statement = 1
    while killed_at(statement, deed):
        assert rows(made) == before, f"killed at statement {statement}"
        statement += step
    # The last call was not killed: the deed is done, and it is another seating, whole.
    assert rows(made) != before
    check_day(made)
    return statement - 1


def posting(made) -> Callable[[], object]:
    draft = seating.draft_plan(tournament_id=made.pk, seed="Plan", by=director(), now=NOON)

    def deed() -> object:
        return seating.post_plan(
            tournament_id=made.pk,
            version=draft.version,
            seen_version=version(made),
            by=director(),
            now=NOON,
            lay=1,
        )

    return deed


@pytest.mark.slow
def test_killed_anywhere_while_a_plan_is_posted_and_its_tables_are_laid():
    made = factories.tournament(players=11, series=1)
    assert at_every_statement(made, posting(made), step=3) > 20
    assert SeatingPlan.objects.get().is_posted
    assert Series.objects.get().tables.count() == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "moment", [BEFORE_COMMIT, AFTER_COMMIT], ids=["before the commit", "after the commit"]
)
def test_killed_at_the_commit(moment):
    made = factories.tournament(players=11, series=1)
    deed = posting(made)
    before = rows(made)
    assert killed_at(moment, deed)
    if moment == BEFORE_COMMIT:
        assert rows(made) == before
    else:
        check_day(made)
        assert version(made) == 1
        assert Series.objects.get().tables.count() == 3


def arriving(made) -> Callable[[], object]:
    return lambda: seating_changes.arrive(
        tournament_id=made.pk,
        player=NewPlayer(given_name="Spät", family_name="Zug"),
        by=director(),
        now=NOON,
    )


@pytest.mark.slow
def test_killed_while_chairs_are_moved_for_somebody_who_came_late():
    made = planned_day(12, series=1)  # a thirteenth breaks three tables of four
    assert at_every_statement(made, arriving(made), step=6) > 20
    assert sorted(map(len, state_of(made).one(1).tables)) == [3, 3, 3, 4]


@pytest.mark.full
def test_killed_at_every_single_statement():
    made = factories.tournament(players=11, series=1)
    assert at_every_statement(made, posting(made)) > 20
    made = planned_day(12, series=1, name="Noch eines")
    assert at_every_statement(made, arriving(made)) > 40
