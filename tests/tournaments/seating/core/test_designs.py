"""The designs: every table once as it is used, no two points twice at one table, as many series as docs/seating.md says."""

from __future__ import annotations

from itertools import combinations

import pytest

from tournaments.seating.core.designs import BASE_ROUNDS, designs, develop, translations_32, transversal

SERIES = {
    4: [], 8: [], 12: [], 16: [5], 20: [5], 24: [7, 2], 28: [9, 8, 7], 32: [10, 4], 36: [11, 3], 40: [13, 12, 5],
    44: [12, 11], 48: [14, 4], 52: [16, 13], 56: [15, 7], 60: [16, 5], 64: [17, 8], 68: [18, 17], 72: [19, 6],
}  # fmt: skip
"""How many series each known design has, the longest first."""


@pytest.mark.parametrize("points", range(16, 76, 4))
def test_no_two_points_share_a_table_twice(points):
    for design in designs(points):
        met = set()
        for tables in design:
            assert sorted(point for table in tables for point in table) == list(range(points))
            for table in tables:
                assert len(table) == 4
                pairs = {frozenset(two) for two in combinations(table, 2)}
                assert not met & pairs
                met |= pairs


def test_as_many_series_as_are_known():
    assert {points: [len(design) for design in designs(points)] for points in SERIES} == SERIES


def test_a_base_round_is_shifted_orbit_by_orbit():
    assert develop(8, 2, (0, 2, 4, 6, 1, 3, 5, 7)) == (
        ((0, 2, 4, 6), (1, 3, 5, 7)),
        ((1, 3, 5, 6), (0, 2, 4, 7)),
    )
    with pytest.raises(AssertionError):
        develop(8, 2, (0, 1, 2, 3))
    for (points, shift), base in BASE_ROUNDS.items():
        assert len(develop(points, shift, base)) == shift


def test_columns_of_a_transversal_never_meet_inside():
    assert transversal(20)[0] == (
        (0, 5, 10, 15),
        (1, 6, 11, 16),
        (2, 7, 12, 17),
        (3, 8, 13, 18),
        (4, 9, 14, 19),
    )
    assert transversal(20)[1][:2] == ((0, 6, 12, 18), (1, 7, 13, 19))
    assert len(transversal(4 * 29)) == 24, "more than any tournament has"


def test_the_ten_series_of_32():
    series = translations_32()
    assert [len(tables) for tables in series] == [8] * 10
    assert (series[0][0], series[8][:2]) == ((0, 8, 16, 24), ((0, 5, 26, 31), (1, 4, 27, 30)))
