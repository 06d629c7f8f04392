"""Find whole plans with a symmetry for the hardest cells: `python -m benchmarks.seating_records 24 8`.

N points are orbits of Z_g and N mod g fixed points. A few base rounds, shifted g times each, are all the
series; tables of three are searched along. Rematches and repeats at three are counted class by class,
so a search of a minute reaches what a search without symmetry does not see in an hour.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from dataclasses import dataclass

from tournaments.event.core.sizes import table_sizes
from tournaments.seating.core.counting import rematch_bound, three_bound

REMATCH, THREE = 3, 2
COOL, WARM, PERIOD = 0.9, 2.6, 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A size, a number of series and the symmetry to look with; the series that are left over are fixed ones."""

    players: int
    series: int
    shift: int


class Search:
    """Base rounds under search; a round of weight g is developed, one of weight 1 must be its own shift."""

    def __init__(self, cell: Cell, rng: random.Random) -> None:
        self.cell, self.rng = cell, rng
        self.sizes = table_sizes(cell.players)
        assert cell.series % cell.shift == 0
        self.rounds = [
            rng.sample(range(cell.players), cell.players) for _unused in range(cell.series // cell.shift)
        ]
        self.table_at = [t for t, size in enumerate(self.sizes) for _unused in range(size)]
        starts = [sum(self.sizes[:t]) for t in range(len(self.sizes))]
        self.span = [range(starts[t], starts[t] + self.sizes[t]) for t in range(len(self.sizes))]
        self.small = [self.sizes[t] == 3 and cell.players % 4 != 0 for t in self.table_at]
        self._classes()
        self.used = [0] * len(self.size)
        self.threes = [0] * (max(self.orbit) + 1)
        for r in range(len(self.rounds)):
            for at in range(cell.players):
                self._add(r, at, 1, upto=at)
        self.cost = self._whole_cost()

    def _classes(self) -> None:
        n, g = self.cell.players, self.cell.shift
        moving = n - n % g
        self.orbit = [p // g if p < moving else moving // g + p - moving for p in range(n)]
        names: dict[object, int] = {}
        sizes: dict[int, int] = {}
        self.kind = [[0] * n for _unused in range(n)]
        for a in range(n):
            for b in range(a):
                images = {frozenset((self._shifted(a, k), self._shifted(b, k))) for k in range(g)}
                name = names.setdefault(frozenset(images), len(names))
                sizes[name] = len(images)
                self.kind[a][b] = self.kind[b][a] = name
        self.size = [sizes[k] for k in range(len(sizes))]
        self.orbit_size = [self.orbit.count(o) for o in range(max(self.orbit) + 1)]

    def _shifted(self, p: int, k: int) -> int:
        n, g = self.cell.players, self.cell.shift
        if p >= n - n % g:
            return p
        return p - p % g + (p % g + k) % g

    def _class_cost(self, k: int) -> int:
        return REMATCH * max(0, self.used[k] * self.cell.shift - self.size[k])

    def _orbit_cost(self, o: int) -> int:
        each = self.threes[o] * self.cell.shift // self.orbit_size[o]
        return THREE * self.orbit_size[o] * max(0, each - 1)

    def _whole_cost(self) -> int:
        return sum(map(self._class_cost, range(len(self.size)))) + sum(
            map(self._orbit_cost, range(len(self.threes)))
        )

    def _add(self, r: int, at: int, sign: int, *, upto: int | None = None) -> int:
        """Put the point at a seat in or out; the change of cost."""
        seats, used = self.rounds[r], self.used
        row, delta = self.kind[seats[at]], 0
        for other in self.span[self.table_at[at]]:
            if other == at or (upto is not None and other >= upto):
                continue
            k = row[seats[other]]
            delta -= self._class_cost(k)
            used[k] += sign
            delta += self._class_cost(k)
        if self.small[at]:
            o = self.orbit[seats[at]]
            delta -= self._orbit_cost(o)
            self.threes[o] += sign
            delta += self._orbit_cost(o)
        return delta

    def swap(self, r: int, i: int, j: int) -> int:
        seats = self.rounds[r]
        delta = self._add(r, i, -1) + self._add(r, j, -1)
        seats[i], seats[j] = seats[j], seats[i]
        delta += self._add(r, i, 1) + self._add(r, j, 1)
        self.cost += delta
        return delta

    def run(self, moves: int, target: int, scale: float) -> tuple[int, list[list[int]]]:
        """Anneal; the best cost and its rounds."""
        rng, n = self.rng, self.cell.players
        best, kept = self.cost, [row[:] for row in self.rounds]
        for step in range(moves):
            r, i, j = rng.randrange(len(self.rounds)), rng.randrange(n), rng.randrange(n)
            if self.table_at[i] == self.table_at[j]:
                continue
            heat = scale * (COOL + (WARM - COOL) * (1 - step % PERIOD / PERIOD))
            delta = self.swap(r, i, j)
            if delta > 0 and rng.random() >= math.exp(-delta / heat):
                self.swap(r, i, j)
            elif self.cost < best:
                best, kept = self.cost, [row[:] for row in self.rounds]
                if best <= target:
                    break
        return best, kept


def main() -> None:
    """Search one cell with every symmetry that divides its series."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int)
    parser.add_argument("series", type=int)
    parser.add_argument("--shifts", type=int, nargs="*")
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    n, s = options.players, options.series
    sizes = table_sizes(n)
    bounds = rematch_bound(n, sizes, s), three_bound(n, sizes, s)
    print(f"{n}/{s}: bounds {bounds}", flush=True)
    for shift in options.shifts or [g for g in range(2, s + 1) if s % g == 0]:
        for seed in range(1, options.seeds + 1):
            begun = time.perf_counter()
            search = Search(Cell(players=n, series=s, shift=shift), random.Random(seed))
            best, rounds = search.run(options.moves, REMATCH * bounds[0] + THREE * bounds[1], shift / 2)
            print(
                f"  shift {shift} seed {seed}: cost {best} ({time.perf_counter() - begun:.0f} s) {rounds}",
                flush=True,
            )


if __name__ == "__main__":
    main()
