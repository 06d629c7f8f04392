"""Find the base rounds that tournaments.seating.core.designs keeps as data: `python -m benchmarks.seating_designs 24 28`.

N = 3r + c points: three orbits of Z_r and c fixed points. A base round whose differences are all
distinct, shifted r times, gives r series in which nobody meets anybody twice.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator
from functools import reduce
from itertools import product
from operator import xor

WHOLE = {16: 5, 28: 9, 44: 12, 56: 15, 68: 18}
COVERS = {24: 8, 36: 12}
THREEFOLD = {24: 7, 36: 11, 40: 13, 48: 14, 52: 16, 60: 16, 64: 17, 72: 19}
COOL, WARM, PERIOD = 0.25, 0.36, 150_000


class BaseRound:
    """One round under search: `seats` lists the points table by table."""

    def __init__(self, points: int, shift: int, rng: random.Random) -> None:
        self.points, self.shift, self.rng = points, shift, rng
        self.fixed = points - 3 * shift
        tables = points // 4
        assert 0 <= self.fixed <= tables
        moving = list(range(3 * shift))
        rng.shuffle(moving)
        self.seats: list[int] = []
        for table in range(tables):
            first = [3 * shift + table] if table < self.fixed else [moving.pop()]
            self.seats += first + [moving.pop() for _unused in range(3)]
        self.kinds = self._kinds()
        self.used = [0] * (max(max(row) for row in self.kinds) + 1)
        for table in range(tables):
            for a, b in self._pairs(table):
                self.used[self.kinds[a][b]] += 1
        self.cost = sum(self._excess(kind) for kind in range(len(self.used)))

    def _kinds(self) -> list[list[int]]:
        """The difference class of each pair of points; class 0 is forbidden."""
        names: dict[tuple[int, int, int], int] = {}
        return [
            [self._kind(min(a, b), max(a, b), names) for b in range(self.points)] for a in range(self.points)
        ]

    def _kind(self, a: int, b: int, names: dict[tuple[int, int, int], int]) -> int:
        r = self.shift
        if a // r == b // r or b >= 3 * r:
            if a >= 3 * r:
                return 0
            if b >= 3 * r:
                key = (b, a // r, 0)
            else:
                d = min((b - a) % r, (a - b) % r)
                if 2 * d == r or d == 0:
                    return 0
                key = (a // r, a // r, d)
        else:
            key = (a // r, b // r, (b - a) % r)
        return names.setdefault(key, len(names) + 1)

    def _pairs(self, table: int) -> Iterator[tuple[int, int]]:
        four = self.seats[4 * table : 4 * table + 4]
        for i in range(4):
            for j in range(i):
                yield four[i], four[j]

    def _excess(self, kind: int) -> int:
        return self.used[kind] if kind == 0 else max(0, self.used[kind] - 1)

    def swap(self, i: int, j: int) -> int:
        """Swap two seats of different tables; the change of cost."""
        seats, kinds, used = self.seats, self.kinds, self.used
        p, q = seats[i], seats[j]
        ti, tj = i - i % 4, j - j % 4
        others_i = [seats[k] for k in range(ti, ti + 4) if k != i]
        others_j = [seats[k] for k in range(tj, tj + 4) if k != j]
        delta = 0
        for a in others_i:
            k = kinds[p][a]
            used[k] -= 1
            delta -= k == 0 or used[k] > 0
        for b in others_j:
            k = kinds[q][b]
            used[k] -= 1
            delta -= k == 0 or used[k] > 0
        for b in others_j:
            k = kinds[p][b]
            delta += k == 0 or used[k] > 0
            used[k] += 1
        for a in others_i:
            k = kinds[q][a]
            delta += k == 0 or used[k] > 0
            used[k] += 1
        seats[i], seats[j] = q, p
        self.cost += delta
        return delta


def search(points: int, shift: int, *, seed: int, moves: int) -> list[int] | None:
    """A base round without a repeated difference, or None when the moves are used up."""
    rng = random.Random(seed)
    base = BaseRound(points, shift, rng)
    movable = [i for i in range(points) if base.seats[i] < 3 * shift]
    for step in range(moves):
        i, j = rng.choice(movable), rng.choice(movable)
        if i // 4 == j // 4:
            continue
        temperature = COOL + (WARM - COOL) * (1 - (step % PERIOD) / PERIOD)
        delta = base.swap(i, j)
        if delta > 0 and rng.random() >= math.exp(-delta / temperature):
            base.swap(i, j)
        if base.cost == 0:
            return base.seats
    return None


class Threefold:
    """A base round that turning the three orbits into each other leaves as it is: a third is searched.

    Each x of Z_r gets one orbit and one of the `groups`; a group of three is joined by a fixed point,
    a group of one stands for {fixed point, (0, x), (1, x), (2, x)}. `with_halves` allows the difference
    r/2 once in each orbit: its pairs meet twice, and all pairs meet (24/8, 36/12: on the counting bound).
    """

    def __init__(self, points: int, shift: int, rng: random.Random) -> None:
        self.shift = shift
        self.with_halves = points in COVERS
        with_fixed, alone = divmod(points - 3 * shift, 3)
        self.sizes = [1] * alone + [3] * with_fixed + [4] * ((shift - alone - 3 * with_fixed) // 4)
        assert (alone < 2, sum(self.sizes)) == (True, shift), "this size has no threefold base round"
        self.xs = rng.sample(range(shift), shift)
        self.orbits = [rng.randrange(3) for _unused in range(shift)]

    def groups(self) -> Iterator[range]:
        start = 0
        for size in self.sizes:
            yield range(start, start + size)
            start += size

    def cost(self) -> int:
        """Repeated differences, and orbits that meet a fixed point twice."""
        used, bad = {-1}, 0
        for group in self.groups():
            if len(group) == 1:
                used.add(self.shift)  # the mixed difference 0
            if len(group) == 3:
                bad += 3 - len({self.orbits[i] for i in group})
            for i in group:
                for j in range(group.start, i):
                    kind = self._kind(i, j)
                    bad += kind in used
                    used.add(kind)
        return bad

    def _kind(self, i: int, j: int) -> int:
        r, d = self.shift, self.xs[j] - self.xs[i]
        match (self.orbits[j] - self.orbits[i]) % 3:
            case 0:
                half = 2 * d % r == 0 and not self.with_halves
                return -1 if half else min(d % r, -d % r)
            case 1:
                return r + d % r
            case _:
                return r + -d % r

    def tables(self) -> list[int]:
        """The whole base round, table by table."""
        r, seats, fixed = self.shift, [], 3 * self.shift
        for group in self.groups():
            for turn in range(1 if len(group) == 1 else 3):
                row = [(self.orbits[i] + turn) % 3 * r + self.xs[i] for i in group]
                if len(group) == 1:
                    row = [orbit * r + self.xs[group[0]] for orbit in range(3)]
                if len(row) == 3:
                    row, fixed = [fixed, *row], fixed + 1
                seats += row
        return seats


def search_threefold(points: int, shift: int, *, seed: int, moves: int) -> list[int] | None:
    """The same by a third: from seconds to milliseconds where N = 0 or 1 (mod 3) allows it."""
    rng = random.Random(seed)
    base = Threefold(points, shift, rng)
    cost = base.cost()
    for _unused in range(moves):
        if cost == 0:
            return base.tables()
        i, j = rng.randrange(shift), rng.randrange(shift)
        kept = base.xs[i], base.xs[j], base.orbits[i]
        if rng.random() < 0.5:
            base.xs[i], base.xs[j] = base.xs[j], base.xs[i]
        else:
            base.orbits[i] = rng.randrange(3)
        new = base.cost()
        if new <= cost or rng.random() < math.exp((cost - new) / WARM):
            cost = new
        else:
            base.xs[i], base.xs[j], base.orbits[i] = kept
    return None


def search_translations() -> list[tuple[int, int, int]] | None:
    """Six classes of transversal tables over F_2^3 whose left-over differences allow the other four series."""
    candidates = [(b, c, d) for b, c, d in product(range(8), repeat=3)]

    def signature(b: int, c: int, d: int) -> tuple[int, ...]:
        return (b, c, d, b ^ c, b ^ d, c ^ d)

    def grow(chosen: list[tuple[int, int, int]]) -> list[tuple[int, int, int]] | None:
        if len(chosen) == 6:
            return chosen if _leaves_room(chosen) else None
        for triple in candidates:
            if chosen and triple <= chosen[-1]:
                continue
            mine = signature(*triple)
            if all(x != y for other in chosen for x, y in zip(mine, signature(*other), strict=True)):
                found = grow([*chosen, triple])
                if found:
                    return found
        return None

    return grow([])


def _leaves_room(chosen: list[tuple[int, int, int]]) -> bool:
    """At each column the steps of the three splittings differ and lie outside some plane."""
    columns = [(0,) * 6, *(tuple(triple[c] for triple in chosen) for c in range(3))]
    for here in columns:
        steps = {
            reduce(xor, (a ^ b for a, b in zip(here, there, strict=True)))
            for there in columns
            if there is not here
        }
        if len(steps) < 3 or 0 in steps:
            return False
        if not any(all((mask & step).bit_count() % 2 for step in steps) for mask in range(1, 8)):
            return False
    return True


def main() -> None:
    """Search the sizes that are named and print each base round as a line of data."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=sorted(WHOLE | THREEFOLD))
    parser.add_argument(
        "--shift", type=int, help="another r for a threefold base round: 28 with 8, 40 with 12"
    )
    parser.add_argument("--moves", type=int, default=4_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"    32: {search_translations()}")
    for points in options.sizes:
        begun = time.perf_counter()
        shift = options.shift or (WHOLE | THREEFOLD)[points]
        look = search if points in WHOLE and not options.shift else search_threefold
        found = look(points, shift, seed=options.seed, moves=options.moves)
        print(f"    {points}: ({shift}, {tuple(found) if found else None}),", end="")
        print(f"  # {time.perf_counter() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
