"""What no seating can avoid: the bounds that counting alone gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb

from tournaments.event.core.sizes import FOUR


def pairs_at(sizes: Iterable[int]) -> int:
    """The meetings at tables of these sizes."""
    return sum(comb(size, 2) for size in sizes)


def unavoidable(events: int, fresh: int) -> int:
    """So many events among `fresh` that have had none: the rest are repeats."""
    return max(0, events - fresh)


def rematch_bound(players: int, sizes: Sequence[int], series: int) -> int:
    """Rematches that nobody can avoid in so many series from the start.

    >>> rematch_bound(24, (4,) * 6, 8)
    12
    """
    return unavoidable(series * pairs_at(sizes), comb(players, 2))


def three_bound(players: int, sizes: Sequence[int], series: int) -> int:
    """Second seats at a table of three that nobody can avoid.

    >>> three_bound(30, (4,) * 6 + (3,) * 2, 10)
    30
    """
    return unavoidable(series * chairs_at_small(sizes, FOUR), players)


def chairs_at_small(sizes: Iterable[int], width: int) -> int:
    """The chairs at tables with an empty chair: tables of three where four is usual."""
    return sum(size for size in sizes if size < width)


def even_pairs(members: int, tables: int) -> int:
    """Pairs of one club at the same table when the club spreads as evenly as it can.

    >>> even_pairs(7, 5)
    2
    """
    each, more = divmod(members, tables)
    return more * comb(each + 1, 2) + (tables - more) * comb(each, 2)


def fill_up(counts: Sequence[int], events: int) -> list[int]:
    """Give every event to whoever has had fewest: the evenest counts that can follow.

    >>> fill_up([2, 0, 0], 3)
    [2, 2, 1]
    """
    levels = sorted(range(len(counts)), key=counts.__getitem__)
    filled = list(counts)
    height, width = (counts[levels[0]] if levels else 0), 0
    while events and levels:
        while width < len(levels) and counts[levels[width]] <= height:
            width += 1
        step = min(events, width)
        for i in levels[:step]:
            filled[i] = height + 1
        if step < width:
            break
        events -= step
        height += 1
    return filled


def same_seat_pairs(counts: Iterable[int]) -> int:
    """Pairs of series in which the same seat was held, from how often each seat was."""
    return sum(comb(count, 2) for count in counts)
