"""Improves seat numbers: neighbours at a table swap until counting proves that nothing is better."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

from tournaments.seating.core.counting import fill_up, same_seat_pairs

SEATS = 6
Ordered = list[list[list[int]]]


class SeatCounts:
    """How often each player has had each seat."""

    def __init__(self, past: Sequence[Sequence[int]]) -> None:
        self.counts = [[*row, *[0] * (SEATS - len(row))] for row in past]

    def of(self, player: int, seat: int) -> int:
        return self.counts[player][seat]

    def add(self, tables: Sequence[Sequence[int]]) -> None:
        for table in tables:
            for seat, player in enumerate(table):
                self.counts[player][seat] += 1


def seat_bounds(sizes: Sequence[Sequence[int]], past: Sequence[Sequence[int]]) -> list[int]:
    """After each series, the pairs of equal seats that no seating avoids.

    The greater of two countings: each seat's chairs spread evenly over the players, and each player's
    series spread evenly over the seats.
    """
    base = SeatCounts(past).counts
    bounds = []
    chairs = [0] * SEATS
    for s, tables in enumerate(sizes):
        for size in tables:
            for seat in range(size):
                chairs[seat] += 1
        by_seat = sum(
            same_seat_pairs(fill_up([row[seat] for row in base], chairs[seat])) for seat in range(max(tables))
        )
        width = max(tables)
        by_player = sum(
            same_seat_pairs(fill_up(row[:width], s + 1)) + same_seat_pairs(row[width:]) for row in base
        )
        bounds.append(max(by_seat, by_player))
    return bounds


def seat_excess(series: Ordered, past: Sequence[Sequence[int]]) -> list[int]:
    """After each series, by how many pairs of equal seats the plan lies above the bound."""
    counts = SeatCounts(past)
    bounds = seat_bounds([[len(table) for table in tables] for tables in series], past)
    excess = []
    for tables, bound in zip(series, bounds, strict=True):
        counts.add(tables)
        excess.append(sum(map(same_seat_pairs, counts.counts)) - bound)
    return excess


def polish(
    series: Ordered,
    past: Sequence[Sequence[int]],
    *,
    fixed: Mapping[int, int],
    locked: Sequence[bool],
    rng: random.Random,
    moves: int,
) -> None:
    """Swap seats inside tables, in place, until nothing above the bound is left or the moves are used."""
    excess = sum(seat_excess(series, past))
    if excess <= 0:
        return
    search = _Search(series, past)
    free = [s for s in range(len(series)) if not locked[s]]
    best, kept = 0, None
    level = 0
    for _unused in range(moves):
        if excess + best <= 0 or not free:
            break
        s = free[int(rng.random() * len(free))]
        tables = series[s]
        table = tables[int(rng.random() * len(tables))]
        i, j = int(rng.random() * len(table)), int(rng.random() * len(table))
        p, q = table[i], table[j]
        if i == j or p in fixed or q in fixed:
            continue
        delta = search.delta(s, p, q, i, j)
        if delta > 0:
            if delta > 6 or rng.random() >= _CHANCE[delta]:
                continue
            if kept is None and level == best:
                kept = [[row[:] for row in tables] for tables in series]
        search.swap(s, p, q, i, j)
        table[i], table[j] = q, p
        level += delta
        if level < best:
            best, kept = level, None
    if level > best and kept is not None:
        series[:] = kept


_CHANCE = [math.exp(-delta / 0.35) for delta in range(7)]


class _Search:
    """Seat counts after every series, kept so that the effect of one swap is computed quickly."""

    def __init__(self, series: Ordered, past: Sequence[Sequence[int]]) -> None:
        counts = SeatCounts(past)
        self.after: list[list[list[int]]] = []
        for tables in series:
            counts.add(tables)
            self.after.append([row[:] for row in counts.counts])

    def delta(self, s: int, p: int, q: int, i: int, j: int) -> int:
        change = 0
        for counts in self.after[s:]:
            row_p, row_q = counts[p], counts[q]
            change += row_p[j] - row_p[i] + row_q[i] - row_q[j] + 2
        return change

    def swap(self, s: int, p: int, q: int, i: int, j: int) -> None:
        for counts in self.after[s:]:
            counts[p][i] -= 1
            counts[p][j] += 1
            counts[q][j] -= 1
            counts[q][i] += 1
