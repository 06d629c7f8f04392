"""How many tables of which size: from the fewest players to the largest tables."""

from __future__ import annotations

import pytest

from tournaments.event.core.sizes import NoTables, table_sizes


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (3, 3, 3)),
        (11, (4, 4, 3)),
        (41, (4,) * 8 + (3,) * 3),
    ],
)
def test_fours_and_as_few_threes_as_possible(players, sizes):
    assert table_sizes(players) == sizes


@pytest.mark.parametrize(("players", "says"), [(2, "Mindestens 3"), (5, "zu viert und zu dritt")])
def test_who_cannot_be_seated_so(players, says):
    with pytest.raises(NoTables, match=says):
        table_sizes(players)


@pytest.mark.parametrize(
    ("players", "size", "sizes"),
    [
        (2, 2, (2,)),
        (3, 2, (3,)),
        (4, 2, (2, 2)),
        (5, 2, (3, 2)),
        (5, 4, (3, 2)),
        (11, 6, (6, 5)),
        (12, 6, (6, 6)),
        (13, 6, (5, 4, 4)),
    ],
)
def test_tables_of_the_basic_rules_are_even(players, size, sizes):
    assert table_sizes(players, size=size) == sizes


@pytest.mark.parametrize(
    ("players", "size", "says"), [(14, 7, "2 bis 6"), (4, 1, "2 bis 6"), (1, 2, "Mindestens 2")]
)
def test_sizes_and_fields_that_the_basic_rules_do_not_know(players, size, says):
    with pytest.raises(NoTables, match=says):
        table_sizes(players, size=size)
