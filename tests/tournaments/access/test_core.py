"""What each door takes in, and whose address a request bears."""

from __future__ import annotations

import time

import pytest

from tournaments.access.core.budgets import DOORS, Crowded, DoorBudget, Turnstile
from tournaments.access.core.proxies import caller_behind

MB = 1_048_576


def test_what_each_door_takes_in_and_for_how_long():
    """Door, bytes, seconds, inside at once, waiting: docs/budgets.md shows the same and what was measured."""
    assert [
        (one.budget.door, one.budget.most_bytes, one.budget.seconds, one.budget.at_once, one.budget.waiting)
        for one in DOORS
    ] == [
        ("login", 0, 1, 2, 2),
        ("photo", 15 * MB, 10, 1, 2),
        ("pictures", 60 * MB, 30, 1, 2),
        ("players", 8 * MB, 15, 1, 2),
        ("tournament", 64 * MB, 60, 1, 0),
        ("workbook", 0, 30, 1, 2),
        ("hand", 0, 5, 2, 2),
        ("sealed file", 2 * MB, 1, 2, 2),
        ("paper", 0, 20, 1, 2),
    ]
    assert {one.patience for one in DOORS} == {4.0}


def door(*, at_once: int = 1, waiting: int = 0) -> Turnstile:
    budget = DoorBudget(
        door="x", taken="", most_bytes=0, bounds="", seconds=1, at_once=at_once, waiting=waiting
    )
    return Turnstile(budget=budget, patience=0.01)


def test_so_many_are_inside_and_so_many_wait():
    one = door(at_once=2, waiting=1)
    with one.passing(), one.passing():
        with pytest.raises(Crowded, match="in 5 Sekunden"), one.passing():
            pass  # the third waits for a moment, and is asked to come again
        assert one._before.acquire(blocking=False), "whoever left has left the queue too"
        assert not one._before.acquire(blocking=False)
        one._before.release()
    assert Crowded.retry_after == 5


def test_a_full_door_answers_at_once_and_says_until_when_a_visit_lasts():
    one = door()
    before = time.monotonic()
    with one.passing() as until:
        assert until >= before + 1
        with pytest.raises(Crowded), one.passing():
            pass


@pytest.mark.parametrize(
    ("hops", "forwarded", "caller"),
    [
        (0, "1.1.1.1", "9.9.9.9"),
        (1, "1.1.1.1", "1.1.1.1"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, "6.6.6.6, 1.1.1.1, 2.2.2.2", "1.1.1.1"),
        (2, "2.2.2.2", "2.2.2.2"),
        (3, "1.1.1.1,2.2.2.2", "1.1.1.1"),
        (1, "", "9.9.9.9"),
        (1, " , ", "9.9.9.9"),
    ],
)
def test_behind_our_own_proxies_only_what_they_wrote_is_believed(hops, forwarded, caller):
    assert caller_behind(hops, forwarded=forwarded, sent="9.9.9.9") == caller
