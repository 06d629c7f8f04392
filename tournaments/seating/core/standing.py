"""Seating by the standing: strictly, in tandem blocks, or Swiss without rematches."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tournaments.seating.core.anneal import Purse
from tournaments.seating.core.draft import Draft

Pair = tuple[int, int]
_WINDOW = 10


def strict(order: Sequence[int], sizes: Sequence[int], draft: Draft, series: int) -> list[list[int]]:
    """Seat by rank: the best player at table 1 seat 1, the next at table 1 seat 2, and so on.

    Where two who must never meet (a price in the draft's list) would share a table, one of them swaps with
    the nearest rank that helps.
    """
    tables = _cut(order, sizes)
    draft.seat(series, tables)
    rank = {p: i for i, p in enumerate(order)}
    ranked = list(order)
    for p in reversed(order):
        if draft.stress(series, p) <= 0:
            continue
        for q in sorted(ranked, key=lambda q: (abs(rank[q] - rank[p]), -rank[q])):
            if draft.where[series][p] != draft.where[series][q]:
                delta = draft.swap_delta(series, p, q)
                if delta < 0:
                    draft.swap(series, p, q)
                    draft.cost += delta
                    break
    return [table[:] for table in draft.tables[series]]


def tandem_blocks(pairs: Sequence[Pair]) -> list[list[int]]:
    """Pairs by rank in blocks of four pairs at two tables, the better partners at the first.

    What is left over (one, two or three pairs) makes the last block larger or smaller, never with
    partners together.
    """
    count = len(pairs)
    tail = {0: 0, 1: 5, 2: 6, 3: 3}[count % 4]
    if count < 3:  # one table holds them all
        return [[a for a, _unused in pairs] + [b for _unused, b in pairs]]
    tables: list[list[int]] = []
    for start in range(0, count - tail, 4):
        block = pairs[start : start + 4]
        tables += [[a for a, _unused in block], [b for _unused, b in block]]
    last = pairs[count - tail :]
    first, second = [a for a, _unused in last], [b for _unused, b in last]
    match tail:
        case 3:
            tables += [first, second]
        case 5:
            tables += [first[:4], [*second[:2], first[4]], second[2:]]
        case 6:
            tables += [first[:4], [*second[:2], *first[4:]], second[2:]]
    return tables


def swiss(
    order: Sequence[int], sizes: Sequence[int], draft: Draft, series: int, *, rng: random.Random, purse: Purse
) -> list[list[int]]:
    """Seat neighbours in the standing at one table, but without rematches.

    Among those seatings the one is sought whose squared differences of rank at the tables are smallest.
    """
    rank = [0] * draft.n
    for i, p in enumerate(order):
        rank[p] = i
    draft.seat(series, _cut(order, sizes))
    _separate(order, rank, draft, series, rng, purse)
    moves = 40 * draft.n
    for step in range(moves):
        if step % 1024 == 1023:
            purse.spend(1024)
            if purse.is_empty():
                break
        p = order[int(rng.random() * draft.n)]
        i = rank[p] + int(rng.random() * 2 * _WINDOW) - _WINDOW
        if not 0 <= i < draft.n:
            continue
        q = order[i]
        if draft.where[series][p] == draft.where[series][q]:
            continue
        delta = draft.swap_delta(series, p, q)
        if delta < 0 or (delta == 0 and _spread_delta(rank, draft, series, p, q) < 0):
            draft.swap(series, p, q)
            draft.cost += delta
    return [sorted(table, key=rank.__getitem__) for table in draft.tables[series]]


def _separate(
    order: Sequence[int], rank: Sequence[int], draft: Draft, series: int, rng: random.Random, purse: Purse
) -> None:
    """Remove rematches by swaps with the nearest rank that helps; a random swap when none does."""
    for attempt in range(60):
        sore = [p for p in order if draft.stress(series, p) > 0]
        if not sore or purse.is_empty():
            return
        window = _WINDOW * (1 + attempt)
        for p in sore:
            if draft.stress(series, p) <= 0:
                continue
            near = order[max(0, rank[p] - window) : rank[p] + window + 1]
            purse.spend(len(near))
            choices = [
                (draft.swap_delta(series, p, q), abs(rank[p] - rank[q]), q)
                for q in near
                if draft.where[series][p] != draft.where[series][q]
            ]
            if not choices:
                continue
            delta, _unused, q = min(choices)
            if delta < 0 or (delta == 0 and rng.random() < 0.3):
                draft.swap(series, p, q)
                draft.cost += delta


def _spread_delta(rank: Sequence[int], draft: Draft, series: int, p: int, q: int) -> int:
    rp, rq, change = rank[p], rank[q], 0
    mates = draft.mates[series]
    for a in mates[p]:
        if a != draft.n:
            change += (rq - rank[a]) ** 2 - (rp - rank[a]) ** 2
    for b in mates[q]:
        if b != draft.n:
            change += (rp - rank[b]) ** 2 - (rq - rank[b]) ** 2
    return change


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    chairs = iter(order)
    return [[next(chairs) for _unused in range(size)] for size in sizes]
