"""Seating by the standing, as tournaments do it from the second or the last series on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.core.fields import field
from tests.tournaments.seating.core.validator import judge
from tournaments.seating import core as seating


def one_series(players, draw, standing, past=()):
    series = (seating.AskedSeries(draw=draw, standing=tuple(standing)),)
    return seating.plan(seating.Request(players=players, series=series, past=past))


def test_strict_the_best_sits_at_table_1_seat_1():
    plan = one_series(field(11), seating.Draw.STANDING, range(11, 0, -1))
    assert plan.tables()[0] == ((11, 10, 9, 8), (7, 6, 5, 4), (3, 2, 1))


def test_strict_but_partners_never_share_a_table():
    players = field(12, pair=lambda i: "p" if i in (2, 4) else None)
    tables = one_series(players, seating.Draw.STANDING, range(1, 13)).tables()[0]
    assert not any({2, 4} <= set(table) for table in tables)
    moved = {p for was, now in zip(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)), tables, strict=True)
             for p in set(now) - set(was)}  # fmt: skip
    assert moved == {4, 5}  # the nearest two


def test_strict_of_two_that_are_as_near_the_lower_one_changes():
    """Six sits in the middle of a table of three: four and eight are two ranks away."""
    players = field(10, pair=lambda i: "p" if i in (5, 6) else None)
    tables = one_series(players, seating.Draw.STANDING, range(1, 11)).tables()[0]
    assert list(map(set, tables)) == [{1, 2, 3, 4}, {5, 8, 7}, {6, 9, 10}]


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 8, 9, 10, 11, 23])
def test_tandem_blocks(count):
    pairs = [(i, 100 + i) for i in range(1, count + 1)]
    players = tuple(seating.AskedPlayer(id=p, pair=f"pair{p % 100}") for two in pairs for p in two)
    plan = one_series(players, seating.Draw.TANDEM, pairs)
    tables = plan.tables()[0]
    assert judge([p.id for p in players], [tables]).clean
    assert not any(a % 100 == b % 100 for table in tables for a in table for b in table if a != b)
    if count >= 10:
        assert tables[:2] == ((1, 2, 3, 4), (101, 102, 103, 104))


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(st.integers(10, 60), st.integers(0, 99))
def test_swiss_meets_nobody_twice_where_there_is_room(tables, seed):
    n = 4 * tables
    players = field(n)
    past = seating.plan(
        seating.Request(players=players, series=seating.series_by_lots(3), seed=seed)
    ).tables()
    order = seating.order_by_lot(range(1, n + 1), seed=seed)
    plan = one_series(players, seating.Draw.SWISS, order, past=past)
    verdict = judge(range(1, n + 1), plan.tables(), past=past)
    assert verdict.clean
    assert verdict.rematches == 0
    rank = {p: i for i, p in enumerate(order)}
    spans = [max(rank[p] for p in t) - min(rank[p] for p in t) for t in plan.tables()[0]]
    assert sum(spans) / len(spans) < 12


def test_lots_first_then_swiss_then_the_last_series_waits_for_the_standing():
    players = field(32)
    series = (*seating.series_by_lots(3), seating.AskedSeries(draw=seating.Draw.STANDING))
    plan = seating.plan(seating.Request(players=players, series=series))
    assert [s.is_open for s in plan.series] == [False, False, False, True]
    last = one_series(players, seating.Draw.STANDING, range(1, 33), past=plan.tables())
    assert last.tables()[0][0] == (1, 2, 3, 4)
    assert last.report.rematches.happened == judge(range(1, 33), last.tables(), past=plan.tables()).rematches
