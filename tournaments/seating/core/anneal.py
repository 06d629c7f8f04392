"""Simulated annealing: swaps two players of a series, mostly where something costs."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tournaments.seating.core.draft import COUNT, Draft

WARM, COOL, COLD = 3.0, 1.0, 0.3  # a quarter of a rematch, a twelfth, a third of the lightest wish
_LOOK_AT_CLOCK = 1024


@dataclass(slots=True)
class Purse:
    """The budget of a search: how many moves are left, and the clock if there is one."""

    moves: int
    out_of_time: Callable[[], bool] | None = None
    cut: bool = field(default=False, init=False)

    def spend(self, moves: int) -> None:
        """Take this many moves out of the budget."""
        self.moves -= moves

    def is_empty(self) -> bool:
        """Whether the moves or the time are used up."""
        if not self.cut and self.out_of_time is not None:
            self.cut = self.out_of_time()
        return self.cut or self.moves <= 0


class _Sore:
    """The list of chairs that cost something, as (series, player), each once; swaps are drawn from it."""

    def __init__(self, draft: Draft, free: Sequence[int], pinned: frozenset[int]) -> None:
        self.draft, self.free, self.pinned = draft, free, pinned
        self.chairs: list[tuple[int, int]] = []
        self.listed: set[tuple[int, int]] = set()
        self.look_around()

    def look_around(self) -> None:
        """Note every chair of the free series."""
        for s in self.free:
            for p in range(self.draft.n):
                self.note(s, p)

    def note(self, s: int, p: int) -> None:
        """Put a chair on the list if it costs something and is not on it."""
        if (s, p) not in self.listed and p not in self.pinned and self.draft.stress(s, p) > 0:
            self.chairs.append((s, p))
            self.listed.add((s, p))

    def drop(self, index: int) -> None:
        """Take the chair at this place off the list."""
        self.listed.discard(self.chairs[index])
        self.chairs[index] = self.chairs[-1]
        self.chairs.pop()

    def after_swap(self, s: int, p: int, q: int) -> None:
        """Update the list after a swap: in this series, and in the other one of each pair that met twice."""
        draft = self.draft
        for me in (p, q):
            self.note(s, me)
            row = draft.met[me]
            for a in draft.mates[s][me]:
                if a == draft.n:
                    continue
                self.note(s, a)
                if row[a] & COUNT > 1:
                    for other in self.free:
                        if draft.where[other][me] == draft.where[other][a]:
                            self.note(other, me)
                            self.note(other, a)


def anneal(  # noqa: C901 - the inner loop of the whole planner: no calls that could be spared
    draft: Draft,
    free: Sequence[int],
    *,
    rng: random.Random,
    purse: Purse,
    moves: int,
    floor: int,
    temperature: float = WARM,
    pinned: frozenset[int] = frozenset(),
) -> None:
    """Lower the cost of the `free` series, and leave the draft at the best that was found.

    It ends when the cost reaches `floor`, or the moves or the budget are used up. Pinned players keep their
    tables.
    """
    if not free or draft.cost <= floor:
        return
    sore = _Sore(draft, free, pinned)
    free_list = list(free)
    best, kept = draft.cost, None
    n, rnd, where = draft.n, rng.random, draft.where
    chance = [math.exp(-d / temperature) for d in range(math.ceil(8 * temperature) + 1)]
    done = 0
    while done < moves and draft.cost > floor:
        done += 1
        if done % _LOOK_AT_CLOCK == 0:
            purse.spend(_LOOK_AT_CLOCK)
            if purse.is_empty():
                break
        if not sore.chairs:
            sore.look_around()
            if not sore.chairs:
                break
        index = int(rnd() * len(sore.chairs))
        s, p = sore.chairs[index]
        if draft.stress(s, p) <= 0:
            sore.drop(index)
            continue
        q = int(rnd() * n)
        if where[s][p] == where[s][q] or q in pinned:
            continue
        delta = draft.swap_delta(s, p, q)
        if delta > 0:
            if delta >= len(chance) or rnd() >= chance[delta]:
                continue
            if kept is None and draft.cost == best:
                kept = draft.snapshot(free_list)
        draft.swap(s, p, q)
        draft.cost += delta
        sore.after_swap(s, p, q)
        if draft.cost < best:
            best, kept = draft.cost, None
    purse.spend(done % _LOOK_AT_CLOCK)
    if draft.cost > best and kept is not None:
        draft.restore(free_list, kept)
