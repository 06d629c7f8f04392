"""Searches all series by lot at once, from designs and from lots, until the bound or the budget."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from tournaments.seating.core.anneal import COLD, COOL, WARM, Purse, anneal
from tournaments.seating.core.draft import Draft
from tournaments.seating.core.labels import relabel
from tournaments.seating.core.problem import Problem
from tournaments.seating.core.starts import Tables, by_lots, dealt_out, from_designs

MOVES_PER_PLAYER = 40_000  # a small field is soon exhausted
START_COST = 2_000  # moves; so that the purse empties even where no move helps
COMPARE, COMPARE_TO, COMPARE_MOVES = 2, 80, 6_000  # other plans looked at for the last tie-break
DESIGNS_TO = 72  # above this size lots with a short search reach the bound in milliseconds


@dataclass(frozen=True, slots=True)
class FoundTables:
    """The best tables, what they cost, and what counting says they must cost."""

    tables: Tables
    cost: int
    floor: int


def search_tables(
    problem: Problem,
    *,
    printed: Sequence[Sequence[Sequence[int]]] = (),
    rng: random.Random,
    purse: Purse,
    mend_only: bool = False,
) -> FoundTables:
    """The cheapest plan within the budget. A printed plan is tried first and wins a tie.

    With `mend_only` nothing else is tried: its tables keep their places.
    """
    floor = problem.floor()
    best: FoundTables | None = None
    purse.moves = min(purse.moves, MOVES_PER_PLAYER * problem.n)
    for start, fixed_series in _starts(problem, printed, rng, purse):
        draft = problem.draft()
        purse.spend(START_COST)
        for s, tables in enumerate(start):
            draft.seat(s, tables if printed and best is None else settle_slots(tables, problem))
        _settle(draft, fixed_series, problem, floor, rng, purse)
        if best is None or draft.cost < best.cost:
            best = FoundTables(draft.tables, draft.cost, floor)
        if best.cost <= floor or mend_only or purse.is_empty():
            break
    assert best is not None
    if best.cost <= floor and not mend_only and problem.n <= COMPARE_TO:
        best = _better_mixed(best, problem, rng, purse)
    return best


def _better_mixed(best: FoundTables, problem: Problem, rng: random.Random, purse: Purse) -> FoundTables:
    """Of equally good plans, prefer the one in which most players met or met the same third player."""
    linked = linked_pairs(best.tables, problem.n)
    for _unused in range(COMPARE):
        if purse.is_empty():
            break
        slice_of = Purse(COMPARE_MOVES, purse.out_of_time)
        start, from_design = next(_starts(problem, (), rng, slice_of))
        draft = problem.draft()
        for s, tables in enumerate(start):
            draft.seat(s, settle_slots(tables, problem))
        _settle(draft, from_design, problem, best.floor, rng, slice_of)
        if draft.cost <= best.cost and (found := linked_pairs(draft.tables, problem.n)) > linked:
            best, linked = FoundTables(draft.tables, draft.cost, best.floor), found
    return best


def linked_pairs(tables: Sequence[Sequence[Sequence[int]]], n: int) -> int:
    """Pairs (counted both ways) that met, or that met the same third player."""
    met = [1 << p for p in range(n)]
    for series in tables:
        for table in series:
            together = sum(1 << p for p in table)
            for p in table:
                met[p] |= together
    count = 0
    for p in range(n):
        reached, row = 0, met[p]
        for q in range(n):
            if row >> q & 1:
                reached |= met[q]
        count += reached.bit_count()
    return count


def _settle(
    draft: Draft, from_design: int, problem: Problem, floor: int, rng: random.Random, purse: Purse
) -> None:
    """Anneal one starting plan: first the series that are not from a design, then gently all of them."""
    everything = range(len(draft.price_lists))
    if 0 < from_design < len(everything):
        phases = [(range(from_design, len(everything)), WARM, 150_000), (everything, COOL, 300_000)]
    elif from_design:
        phases = [(everything, COLD, 30_000), (everything, COOL, 300_000)]
    else:
        phases = [(everything, WARM, 300_000), (everything, COOL, 75_000)]
    if problem.classes is not None:
        if not from_design:
            phases.insert(0, (everything, COLD, 120_000))  # the clubs are dealt out well: keep it so
        phases.append((everything, COLD, 75_000))
    for free, temperature, moves in phases:
        anneal(
            draft, free, rng=rng, purse=purse, moves=moves, floor=floor, temperature=temperature,
            pinned=frozenset(problem.slot),
        )  # fmt: skip


def _starts(
    problem: Problem, printed: Sequence[Sequence[Sequence[int]]], rng: random.Random, purse: Purse
) -> Iterator[tuple[Tables, int]]:
    """The starting plans, most promising first; with each the number of series that come from a design."""
    n, series = problem.n, len(problem.price_lists)
    if printed:
        yield [[list(table) for table in tables] for tables in printed], series
    fours = set(problem.sizes) <= {3, 4} and problem.width == 4
    designed = fours and not any(problem.past)
    for attempt in count():
        if designed and n <= DESIGNS_TO:
            for tables, from_design in from_designs(n, series, rng):
                begun: Tables = _named(tables, problem, rng, purse)
                yield begun + by_lots(n, problem.sizes, series - from_design, rng), from_design
        if attempt % 2 == 0 or not designed or n > DESIGNS_TO:
            yield dealt_out(problem.families, problem.sizes, series, rng), 0


def _named(tables: Tables, problem: Problem, rng: random.Random, purse: Purse) -> Tables:
    """Assign players to the points of a design: by lot, or by search if clubs should not meet."""
    if problem.classes is None:
        return tables
    return relabel(
        tables,
        problem.classes,
        problem.price_lists,
        rng=rng,
        purse=purse,
        moves=100_000,
        floor=problem.mates_floor,
    )


def settle_slots(tables: Sequence[Sequence[int]], problem: Problem) -> list[list[int]]:
    """Order the tables so that players with a fixed table sit at it."""
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
