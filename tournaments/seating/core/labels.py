"""Assigns players to the points of a design, so that members of one club meet rarely or late."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from tournaments.seating.core.anneal import Purse
from tournaments.seating.core.draft import CLASS, Prices

Tables = Sequence[Sequence[Sequence[int]]]
_CODES = 64


def relabel(
    series: Tables,
    classes: Sequence[bytearray],
    price_lists: Sequence[Prices],
    *,
    rng: random.Random,
    purse: Purse,
    moves: int,
    floor: int,
) -> list[list[list[int]]]:
    """Exchange players for one another throughout the plan, so that those who should not meet rarely do."""
    n = len(classes) - 1
    point = list(range(n))
    rng.shuffle(point)
    mates = [[(q, classes[p][q] >> CLASS) for q in range(n) if classes[p][q] and q != p] for p in range(n)]
    together = _together(series, n)
    tariff = _tariff(price_lists)
    _improve(point, mates, together, tariff, rng=rng, purse=purse, moves=moves, floor=floor)
    player = {at: p for p, at in enumerate(point)}
    return [[[player[x] for x in table] for table in tables] for tables in series]


def _together(series: Tables, n: int) -> list[bytearray]:
    """How often each two points share a table: bit 0 for the first series, a count of later ones above."""
    together = [bytearray(n) for _unused in range(n)]
    for s, tables in enumerate(series):
        step = 2 if s else 1
        for table in tables:
            for a in table:
                for b in table:
                    together[a][b] += step
    return together


def _tariff(price_lists: Sequence[Prices]) -> list[list[int]]:
    """What two players of a class cost, for each value of `_together`."""
    first, later = price_lists[0].more, price_lists[-1].more
    return [
        [(code & 1) * first[reason << CLASS] + (code >> 1) * later[reason << CLASS] for code in range(_CODES)]
        for reason in range(16)
    ]


def _improve(
    point: list[int],
    mates: list[list[tuple[int, int]]],
    together: list[bytearray],
    tariff: list[list[int]],
    *,
    rng: random.Random,
    purse: Purse,
    moves: int,
    floor: int,
) -> None:
    def pays(p: int, at: int, without: int) -> int:
        row = together[at]
        return sum([tariff[reason][row[point[q]]] for q, reason in mates[p] if q != without])

    tied = [p for p, others in enumerate(mates) if others]
    cost = sum(pays(p, point[p], -1) for p in tied) // 2
    best, kept = cost, point[:]
    n = len(point)
    for step in range(moves):
        if best <= floor or not tied:
            break
        if step % 256 == 255:
            purse.spend(512)
            if purse.is_empty():
                break
        temperature = 1.5 * (1 - step / moves) + 0.15
        p, q = tied[int(rng.random() * len(tied))], int(rng.random() * n)
        if p == q:
            continue
        x, y = point[p], point[q]
        delta = pays(p, y, q) - pays(p, x, q) + pays(q, x, p) - pays(q, y, p)
        if delta <= 0 or (delta < 12 * temperature and rng.random() < math.exp(-delta / temperature)):
            point[p], point[q] = y, x
            cost += delta
            if cost < best:
                best, kept = cost, point[:]
    point[:] = kept
