"""Plans from which the search begins: a design with empty chairs in it, or a random seating."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.seating.core.designs import Design, designs

Tables = list[list[list[int]]]
_TRIES = 80


def by_lots(players: int, sizes: Sequence[int], series: int, rng: random.Random) -> Tables:
    """A random seating."""
    plan = []
    for _unused in range(series):
        chairs = iter(rng.sample(range(players), players))
        plan.append([[next(chairs) for _unused in range(size)] for size in sizes])
    return plan


def dealt_out(
    families: Sequence[tuple[int, ...]], sizes: Sequence[int], series: int, rng: random.Random
) -> Tables:
    """Clubs are dealt round the tables one after the other, so that each is spread as evenly as can be.

    `families[p]` numbers the club, team and pair of p; who belongs together stands together in the queue.
    """
    plan = []
    for _unused in range(series):
        lots: dict[tuple[int, int], float] = {}
        keys = [
            (
                *[lots.setdefault((level, name), rng.random()) for level, name in enumerate(names)],
                rng.random(),
            )
            for names in families
        ]
        queue = sorted(range(len(families)), key=keys.__getitem__, reverse=True)
        tables: list[list[int]] = [[] for _unused in sizes]
        order = sorted(rng.sample(range(len(sizes)), len(sizes)), key=lambda t: -sizes[t])
        while queue:
            for t in order:
                if len(tables[t]) < sizes[t]:
                    tables[t].append(queue.pop())
        plan.append(tables)
    return plan


def from_designs(players: int, series: int, rng: random.Random) -> Iterator[tuple[Tables, int]]:
    """Plans that begin with a design, and the number of series that come from it.

    A design with enough series comes first; a shorter one leaves the later series to be drawn.
    """
    points = players + -players % 4
    known = sorted(designs(points), key=len)
    enough = [design for design in known if len(design) >= series]
    for design in [*enough, *reversed(known[: len(known) - len(enough)])]:
        for length in range(min(series, len(design)), 0, -1):
            begun = _emptied(design, players, length, rng)
            if begun is not None:
                yield begun, length
                break


def _emptied(design: Design, players: int, series: int, rng: random.Random) -> Tables | None:
    """Some series of a design from which as many points are taken out as chairs stay empty; labels 0 … n−1.

    Points that are taken out must never share a table; of several tries the one with the evenest tables of
    three.
    """
    points = sum(map(len, design[0]))
    each, more = divmod(3 * (points - players) * series, players)
    evenest = more * (each + 1) ** 2 + (players - more) * each**2
    best: tuple[int, tuple[int, ...], list[int]] | None = None
    for _unused in range(_TRIES if points > players else 1):
        chosen = rng.sample(range(len(design)), series)
        empty = _strangers([design[s] for s in chosen], points, points - players, rng)
        if empty is None:
            continue
        seats: dict[int, int] = {}
        for s in chosen:
            for table in design[s]:
                if any(x in empty for x in table):
                    for x in table:
                        seats[x] = seats.get(x, 0) + 1
        repeats = sum(count * count for x, count in seats.items() if x not in empty)
        if best is None or repeats < best[0]:
            best = (repeats, empty, chosen)
            if repeats <= evenest:
                break
    if best is None:
        return None
    _unused, empty, chosen = best
    names = [x for x in range(points) if x not in empty]
    rng.shuffle(names)
    label = {x: p for p, x in enumerate(names)}
    plan = [[[label[x] for x in table if x in label] for table in design[s]] for s in chosen]
    return [sorted(tables, key=len, reverse=True) for tables in plan]


def _strangers(
    plan: Sequence[Sequence[Sequence[int]]], points: int, count: int, rng: random.Random
) -> tuple[int, ...] | None:
    """Points of which no two meet."""
    if count == 0:
        return ()
    firsts = [rng.randrange(points)]
    if rng.random() < 0.5:  # the fixed points of a base round stand last
        firsts = [*range(points - 1, max(-1, points - 6), -1), *firsts]
    for first in firsts:
        met = {x for tables in plan for table in tables if first in table for x in table}
        others = [x for x in range(points) if x not in met]
        rng.shuffle(others)
        for more in combinations(others[:14], count - 1):
            if _apart(plan, more):
                return (first, *more)
    return None


def _apart(plan: Sequence[Sequence[Sequence[int]]], some: Sequence[int]) -> bool:
    """Whether no two of these points share a table."""
    chosen = set(some)
    return all(len(chosen.intersection(table)) < 2 for tables in plan for table in tables)
