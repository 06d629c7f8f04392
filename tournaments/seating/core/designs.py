"""Series without a rematch for tight sizes: base rounds and translations, kept as small data.

Found by `python -m benchmarks.seating_designs`; docs/seating.md says how they work.
"""

from __future__ import annotations

from functools import cache
from itertools import product

Tables = tuple[tuple[int, ...], ...]
Design = tuple[Tables, ...]
"""Series over points 0 … N−1 in which no two points share a table twice."""

# N = 3r + c: (N, r) → a round, table by table. The points 0 … 3r−1 are three orbits of Z_r, the rest is fixed.
BASE_ROUNDS: dict[tuple[int, int], tuple[int, ...]] = {
    (16, 5): (15, 3, 5, 14, 8, 4, 2, 7, 10, 13, 1, 0, 9, 12, 11, 6),
    (24, 7): (21, 6, 18, 7, 22, 13, 4, 14, 23, 20, 11, 0, 3, 2, 8, 5, 10, 9, 15, 12, 17, 16, 1, 19),
    (28, 8): (24, 6, 14, 22, 25, 11, 0, 18, 26, 19, 8, 2, 27, 3, 16, 10, 9, 7, 5, 4, 17, 15, 13, 12, 1, 23, 21, 20),
    (28, 9): (27, 26, 15, 5, 11, 25, 18, 3, 1, 0, 16, 19, 17, 13, 4, 21, 6, 8, 2, 22, 9, 7, 10, 12, 24, 20, 14, 23),
    (36, 11): (33, 21, 3, 27, 34, 32, 14, 5, 35, 10, 25, 16, 8, 0, 29, 28, 19, 11, 7, 6, 30, 22, 18, 17, 24, 31, 1, 26, 2, 9, 12, 4, 13, 20, 23, 15),
    (40, 12): (36, 0, 12, 24, 37, 7, 26, 16, 38, 19, 2, 28, 39, 31, 14, 4, 22, 33, 13, 20, 34, 9, 25, 32, 10, 21, 1, 8, 3, 17, 18, 11, 15, 29, 30, 23, 27, 5, 6, 35),
    (40, 13): (39, 6, 19, 32, 25, 36, 28, 13, 38, 10, 2, 26, 12, 23, 15, 0, 8, 35, 29, 4, 21, 9, 3, 17, 34, 22, 16, 30, 14, 7, 5, 24, 27, 20, 18, 37, 1, 33, 31, 11),
    (44, 12): (36, 17, 2, 34, 37, 18, 10, 32, 38, 20, 3, 27, 39, 29, 16, 6, 40, 35, 23, 7, 41, 13, 1, 31, 42, 14, 24, 5, 43, 12, 28, 11, 0, 33, 25, 26, 4, 15, 8, 9, 22, 30, 19, 21),
    (48, 14): (42, 34, 10, 23, 43, 6, 24, 37, 44, 20, 38, 9, 45, 22, 39, 3, 46, 36, 11, 17, 47, 8, 25, 31, 29, 14, 19, 35, 1, 28, 33, 7, 15, 0, 5, 21, 26, 27, 16, 4, 40, 41, 30, 18, 12, 13, 2, 32),
    (52, 16): (48, 12, 28, 44, 49, 7, 43, 16, 50, 23, 11, 32, 51, 39, 27, 0, 40, 6, 9, 2, 8, 22, 25, 18, 24, 38, 41, 34, 20, 13, 42, 21, 36, 29, 10, 37, 4, 45, 26, 5, 3, 14, 47, 33, 19, 30, 15, 1, 35, 46, 31, 17),
    (56, 15): (45, 37, 0, 29, 46, 38, 9, 18, 47, 42, 15, 10, 48, 19, 7, 34, 49, 3, 16, 33, 50, 4, 25, 39, 51, 14, 17, 35, 52, 26, 11, 36, 53, 28, 44, 6, 54, 5, 24, 31, 55, 43, 22, 12, 8, 2, 13, 1, 27, 21, 20, 23, 30, 41, 32, 40),
    (60, 16): (48, 36, 10, 17, 49, 4, 26, 33, 50, 20, 42, 1, 51, 12, 27, 39, 52, 28, 43, 7, 53, 44, 11, 23, 54, 14, 24, 32, 55, 30, 40, 0, 56, 46, 8, 16, 57, 21, 3, 38, 58, 37, 19, 6, 59, 5, 35, 22, 34, 41, 47, 45, 2, 9, 15, 13, 18, 25, 31, 29),
    (64, 17): (51, 10, 27, 44, 52, 35, 21, 8, 53, 1, 38, 25, 54, 18, 4, 42, 55, 16, 22, 40, 56, 33, 39, 6, 57, 50, 5, 23, 58, 15, 41, 26, 59, 32, 7, 43, 60, 49, 24, 9, 61, 29, 3, 34, 62, 46, 20, 0, 63, 12, 37, 17, 48, 45, 36, 47, 14, 11, 2, 13, 31, 28, 19, 30),
    (68, 18): (54, 20, 46, 16, 55, 14, 43, 29, 56, 49, 4, 34, 57, 53, 10, 24, 58, 23, 42, 3, 59, 30, 7, 47, 60, 15, 51, 28, 61, 13, 44, 31, 62, 12, 45, 21, 63, 17, 40, 18, 64, 26, 2, 36, 65, 25, 41, 9, 66, 27, 48, 6, 67, 11, 39, 19, 8, 5, 0, 1, 32, 35, 33, 22, 50, 37, 52, 38),
    (72, 19): (57, 25, 42, 15, 58, 44, 4, 34, 59, 6, 23, 53, 60, 46, 16, 21, 61, 8, 35, 40, 62, 27, 54, 2, 63, 33, 10, 55, 64, 52, 29, 17, 65, 14, 48, 36, 66, 18, 32, 47, 67, 37, 51, 9, 68, 56, 13, 28, 69, 5, 31, 49, 70, 24, 50, 11, 71, 43, 12, 30, 45, 39, 41, 38, 7, 1, 3, 0, 26, 20, 22, 19),
}  # fmt: skip

# 32 = four columns of F_2^3: the values of columns 2, 3 and 4 of six tables whose first value is 0.
TRANSVERSALS_32 = ((0, 0, 0), (1, 2, 3), (2, 3, 4), (3, 4, 6), (4, 1, 5), (5, 7, 1))


@cache
def designs(points: int) -> tuple[Design, ...]:
    """All that is known for a number of points divisible by four, the longest first."""
    known = [develop(points, shift, base) for (size, shift), base in BASE_ROUNDS.items() if size == points]
    if points == 32:
        known.append(translations_32())
    if points >= 20:
        known.append(transversal(points))
    return tuple(sorted(known, key=len, reverse=True))


def develop(points: int, shift: int, base: tuple[int, ...]) -> Design:
    """Shift a base round: each point of an orbit moves on, the fixed points stay."""
    assert len(base) == points

    def moved(point: int, step: int) -> int:
        if point >= 3 * shift:
            return point
        orbit, value = divmod(point, shift)
        return orbit * shift + (value + step) % shift

    return tuple(
        tuple(tuple(moved(p, step) for p in base[at : at + 4]) for at in range(0, points, 4))
        for step in range(shift)
    )


def transversal(points: int) -> Design:
    """Four columns of m points: the tables (i, i+h, i+2h, i+3h) of series h; columns never meet inside."""
    m = points // 4
    slopes: list[int] = []
    for h in range(m):
        if all(d * (h - before) % m for before in slopes for d in (1, 2, 3)):
            slopes.append(h)
        if len(slopes) == 24:
            break
    return tuple(tuple(tuple(c * m + (i + c * h) % m for c in range(4)) for i in range(m)) for h in slopes)


def translations_32() -> Design:
    """Ten series for 32: six of transversal tables, three that split the columns two and two, one inside them."""
    columns = [(0,) * 6, *zip(*TRANSVERSALS_32, strict=True)]
    series = [
        tuple(tuple(8 * c + (values[k] ^ x) for c, values in enumerate(columns)) for x in range(8))
        for k in range(6)
    ]
    left = {
        (i, j): sorted(set(range(8)) - {a ^ b for a, b in zip(columns[i], columns[j], strict=True)})
        for i, j in product(range(4), repeat=2)
        if i < j
    }
    inside: list[set[int]] = [set() for _unused in range(4)]
    for split in (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))):
        tables = []
        for i, j in split:
            d, e = left[i, j]
            step = d ^ e
            inside[i].add(step)
            inside[j].add(step)
            tables += [
                (8 * i + x, 8 * i + (x ^ step), 8 * j + (x ^ d), 8 * j + (x ^ e))
                for x in range(8)
                if x < x ^ step
            ]
        series.append(tuple(tables))
    series.append(tuple(half for c in range(4) for half in _halves(c, inside[c])))
    return tuple(series)


def _halves(column: int, used: set[int]) -> tuple[tuple[int, ...], ...]:
    """A column in two tables whose inner steps are none of those used."""
    for mask in range(1, 8):
        plane = [x for x in range(8) if (x & mask).bit_count() % 2 == 0]
        if not used & set(plane):
            rest = [x for x in range(8) if x not in plane]
            return tuple(8 * column + x for x in plane), tuple(8 * column + x for x in rest)
    raise AssertionError("the translations leave no plane")
