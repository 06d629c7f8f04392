"""What each door takes in, and whose address a request bears."""

from __future__ import annotations

import pytest

from tournaments.access.core.budgets import DOORS, ConcurrencyLimit, Crowded
from tournaments.access.core.proxies import caller_behind

MB = 1_048_576


def test_what_each_door_takes_in():
    """Bytes, at once, waiting: docs/budgets.md shows the same and what was measured."""
    assert [(one.door, one.most_bytes, one.at_once, one.waiting) for one in DOORS] == [
        ("login", 0, 2, 2),
        ("photo", 15 * MB, 1, 2),
        ("pictures", 60 * MB, 1, 2),
        ("players", 8 * MB, 1, 2),
        ("tournament", 64 * MB, 1, 0),
        ("workbook", 0, 1, 2),
        ("hand", 0, 2, 2),
        ("sealed file", 2 * MB, 2, 2),
        ("paper", 0, 1, 2),
    ]
    assert {one.patience for one in DOORS} == {4.0}


def door(*, at_once: int = 1, waiting: int = 0) -> ConcurrencyLimit:
    return ConcurrencyLimit("x", at_once=at_once, waiting=waiting, patience=0.01)


def test_so_many_are_inside_and_so_many_wait():
    one = door(at_once=2, waiting=1)
    with one.passing(), one.passing():
        with pytest.raises(Crowded, match="in 5 Sekunden"), one.passing():
            pass  # the third waits for a moment, and is asked to come again
        assert one._admitted.acquire(blocking=False), "whoever left has left the queue too"
        assert not one._admitted.acquire(blocking=False)
        one._admitted.release()
    assert Crowded.retry_after == 5


def test_a_full_door_answers_at_once():
    one = door()
    with one.passing(), pytest.raises(Crowded), one.passing():
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
