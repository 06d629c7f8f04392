"""The search for all series by lot at once: designs first, then lots, then both, until the bound or the budget."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from tournaments.seating.anneal import COOL, WARM, Purse, anneal
from tournaments.seating.draft import CLASS, Draft
from tournaments.seating.labels import relabel
from tournaments.seating.problem import Problem
from tournaments.seating.starts import Tables, by_lots, from_designs

DESIGNS_TO = 72  # above this size lots with a short search reach the bound in milliseconds
COLUMNS_FROM = 300  # above this size clubs are laid into the columns of a transversal
_FIRST_TRY, _LATER_TRY = 150_000, 300_000


@dataclass(frozen=True, slots=True)
class Found:
    """The best tables, what they cost, and what counting says they must cost."""

    tables: Tables
    cost: int
    floor: int


def search(problem: Problem, *, printed: Sequence[Sequence[Sequence[int]]], rng: random.Random, purse: Purse) -> Found:
    """The cheapest plan that the purse affords; a printed plan is tried first and wins a tie."""
    empty = problem.draft()
    floor = problem.floor(empty)
    best: Found | None = None
    for start, fixed_series in _starts(problem, printed, floor, rng, purse):
        draft = problem.draft()
        for s, tables in enumerate(start):
            draft.seat(s, _at_their_slots(tables, problem))
        _settle(draft, fixed_series, problem, floor, rng, purse)
        if best is None or draft.cost < best.cost:
            best = Found(draft.tables, draft.cost, floor)
        if best.cost <= floor or purse.is_empty():
            break
    assert best is not None
    return best


def _settle(
    draft: Draft, fixed_series: int, problem: Problem, floor: int, rng: random.Random, purse: Purse
) -> None:
    """Anneal one start: first what does not come from a design, then a cool polish over everything."""
    everything = range(len(draft.price_lists))
    pinned = frozenset(problem.slot)
    rest = range(fixed_series, len(everything)) if fixed_series < len(everything) else range(0)
    if fixed_series and rest:
        anneal(
            draft, rest, rng=rng, purse=purse, moves=_FIRST_TRY, floor=floor, temperature=WARM, pinned=pinned
        )
    warmth = COOL if fixed_series else WARM
    anneal(
        draft, everything, rng=rng, purse=purse, moves=_LATER_TRY, floor=floor, temperature=warmth, pinned=pinned
    )
    if not fixed_series:
        anneal(
            draft, everything, rng=rng, purse=purse, moves=_LATER_TRY // 4, floor=floor, temperature=COOL, pinned=pinned
        )


def _starts(
    problem: Problem, printed: Sequence[Sequence[Sequence[int]]], floor: int, rng: random.Random, purse: Purse
) -> Iterator[tuple[Tables, int]]:
    """Where to begin, most promising first; with each the number of series that come from a design."""
    n, series = problem.n, len(problem.price_lists)
    if printed:
        yield [[list(table) for table in tables] for tables in printed], series
    fours = set(problem.sizes) <= {3, 4} and problem.width == 4
    designed = fours and not any(problem.past)
    for attempt in count():
        if designed and (n <= DESIGNS_TO or n > COLUMNS_FROM):
            for tables, from_design in from_designs(n, series, rng):
                if n > COLUMNS_FROM and from_design < series:
                    continue
                begun: Tables = _named(tables, problem, floor, rng, purse)
                yield begun + by_lots(n, problem.sizes, series - from_design, rng), from_design
        if attempt % 2 == 0 or not designed or n > DESIGNS_TO:
            yield by_lots(n, problem.sizes, series, rng), 0


def _named(tables: Tables, problem: Problem, floor: int, rng: random.Random, purse: Purse) -> Tables:
    """A design with players for points; with clubs the labelling is searched, without it is by lot."""
    if problem.classes is None:
        return tables
    if problem.n > COLUMNS_FROM:
        return _columns(tables, problem, rng)
    return relabel(
        tables,
        problem.classes,
        problem.price_lists,
        rng=rng,
        purse=purse,
        moves=min(40_000, 600 * problem.n),
        floor=problem.mates_floor,
    )


def _columns(tables: Tables, problem: Problem, rng: random.Random) -> Tables:
    """Large fields: strangers of the design stand side by side, so clubs are laid along them."""
    assert problem.classes is not None
    n = problem.n
    met: list[set[int]] = [set() for _ in range(n)]
    for series in tables:
        for table in series:
            for p in table:
                met[p].update(table)
    points, left = [], set(range(n))
    at = rng.randrange(n)
    while left:  # walk from stranger to stranger
        strangers = left - met[at] if points else left
        at = min(strangers or left)
        left.discard(at)
        points.append(at)
    strongest = [max(row[:n]) for row in problem.classes[:n]]
    order, seen = [], bytearray(n)
    for p in sorted(range(n), key=lambda p: (-strongest[p], rng.random())):
        if not seen[p]:
            group = [q for q in range(n) if not seen[q] and (q == p or problem.classes[p][q] >> CLASS)]
            for q in group:
                seen[q] = 1
            order += group
    name = dict(zip(points, order, strict=True))
    return [[[name[x] for x in table] for table in series] for series in tables]


def _at_their_slots(tables: Sequence[Sequence[int]], problem: Problem) -> list[list[int]]:
    """The tables in their order of filling, with players who have a fixed table at it."""
    ordered = [list(table) for table in tables]
    for p, slot in sorted(problem.slot.items()):
        here = next(t for t, table in enumerate(ordered) if p in table)
        if here == slot:
            continue
        settled = {q for q in ordered[here] if q != p and problem.slot.get(q) == here}
        if not settled and not any(problem.slot.get(q) == slot for q in ordered[slot]):
            ordered[here], ordered[slot] = ordered[slot], ordered[here]
            continue
        other = next(q for q in ordered[slot] if problem.slot.get(q) != slot)
        ordered[slot][ordered[slot].index(other)] = p
        ordered[here][ordered[here].index(p)] = other
    return ordered
