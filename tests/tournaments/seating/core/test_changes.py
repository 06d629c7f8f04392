"""People come late, do not come, leave and return: the past stays, few chairs move, nothing gets worse."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.core.fields import field
from tests.tournaments.seating.core.validator import fewest_threes, judge
from tournaments.seating import core as seating


def request_for(players, series, past=(), seed=1, moves=30_000):
    return seating.Request(
        players=players,
        series=seating.series_by_lots(series),
        past=past,
        seed=seed,
        budget=seating.Budget(moves=moves),
    )


def weight(verdict):
    """What the usual wishes pay for a plan without clubs."""
    return 12 * verdict.rematches + 8 * verdict.three_repeats


def test_a_dropout_after_the_second_series_moves_hardly_anybody():
    before = seating.plan(request_for(field(41), 5))
    past, printed = before.tables()[:2], before.series[2:]
    here = tuple(p for p in field(41) if p.id != 7)
    repaired = seating.repair(request_for(here, 3, past), printed)
    verdict = judge([p.id for p in here], repaired.plan.tables(), past=past)
    assert verdict.clean
    assert verdict.rematches == 0
    anew = seating.plan(request_for(here, 3, past))
    chairs = [
        c for old, new in zip(printed, anew.series, strict=True) for c in seating.moved_chairs(old, new)
    ]
    assert 2 * repaired.moved_count < sum(1 for c in chairs if c.before and c.after)
    moved = {chair.player for series in repaired.moved for chair in series if chair.before and chair.after}
    stayed = {p.id for p in here} - moved
    for old, new in zip(printed, repaired.plan.series, strict=True):
        was, now = dict(old.chairs()), dict(new.chairs())
        assert all(was[p] == now[p] for p in stayed)
    assert str(repaired.moved_count) in str(repaired.sentence)


def test_a_walk_in_takes_the_empty_chair_and_nobody_moves():
    before = seating.plan(request_for(field(43), 5))
    repaired = seating.repair(request_for(field(44), 4, before.tables()[:1]), before.series[1:])
    assert repaired.way is seating.RepairWay.CLOSED
    assert repaired.moved_count == 0
    assert judge(range(1, 45), repaired.plan.tables(), past=before.tables()[:1]).clean


def test_a_no_show_at_a_posted_table_of_four_leaves_a_table_of_three():
    posted = seating.plan(request_for(field(40), 1)).series[0]
    absent = posted.tables[3].players[1]
    after = seating.close_ranks(posted, leaving={absent})
    assert [t for t in after.tables if t.number != 4] == [t for t in posted.tables if t.number != 4]
    assert len(after.tables[3].players) == 3


def test_two_no_shows_at_one_table_move_one_chair_and_no_more():
    posted = seating.plan(request_for(field(40), 1)).series[0]
    gone = set(posted.tables[3].players[:2])
    after = seating.close_ranks(posted, leaving=gone)
    assert sorted(len(t.players) for t in after.tables) == [3, 3] + [4] * 8
    chairs = seating.moved_chairs(posted, after)
    tables = [c for c in chairs if c.before and c.after and c.before[0] != c.after[0]]
    assert len(tables) == 1


def test_a_table_is_broken_up():
    posted = seating.plan(request_for(field(43), 1)).series[0]
    after = seating.close_ranks(posted, without_table=11, leaving={posted.tables[10].players[0]})
    assert sorted(p for t in after.tables for p in t.players) == sorted(
        {p for t in posted.tables for p in t.players} - {posted.tables[10].players[0]}
    )
    assert {len(t.players) for t in after.tables} <= {3, 4}


def test_a_substitute_plays_on_in_the_same_chair():
    plan = seating.plan(request_for(field(20), 3))
    after = seating.substituted(plan.series[1:], old=3, new=99)
    for old, new in zip(plan.series[1:], after, strict=True):
        assert dict(old.chairs())[3] == dict(new.chairs())[99]
        assert len(seating.moved_chairs(old, new)) == 2


def test_the_fixed_table_is_kept_through_changes():
    players = tuple(dataclasses.replace(p, table=1 if p.id == 5 else None) for p in field(41))
    before = seating.plan(request_for(players, 4))
    here = tuple(p for p in players if p.id not in (1, 2))
    repaired = seating.repair(request_for(here, 3, before.tables()[:1]), before.series[1:])
    for series in repaired.plan.series:
        assert dict(series.chairs())[5][0] == 1


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(
    st.integers(14, 44),
    st.integers(3, 6),
    st.lists(
        st.tuples(st.sampled_from(["come", "leave", "swap"]), st.integers(0, 10**6)), min_size=1, max_size=5
    ),
)
def test_after_any_changes_the_plan_is_valid_and_no_worse_than_closing_ranks_or_planning_anew(
    n, series, deeds
):
    players = list(field(n))
    plan = seating.plan(request_for(tuple(players), series))
    past, printed = [], list(plan.series)
    gone: list[seating.AskedPlayer] = []
    for number, (deed, draw) in enumerate(deeds):
        if len(printed) < 2:
            break
        past.append(tuple(t.players for t in printed.pop(0).tables))
        kept = tuple(past)
        if deed == "swap":
            a, b = players[draw % len(players)].id, players[(draw // 7 + 1) % len(players)].id
            if a != b:
                printed[0] = seating.swap(printed[0], a, b)
            continue
        if deed == "leave" and len(players) > 8:
            gone.append(players.pop(draw % len(players)))
        else:
            players.append(gone.pop() if gone and draw % 2 else seating.AskedPlayer(id=1000 + number))
        request = request_for(tuple(players), len(printed), tuple(past))
        repaired = seating.repair(request, printed)
        here = [p.id for p in players]
        verdict = judge(here, repaired.plan.tables(), past=past)
        assert verdict.clean
        closed = [
            seating.close_ranks(
                s,
                leaving={p for p, _ in s.chairs()} - set(here),
                arriving=[p for p in here if p not in dict(s.chairs())],
                posted=False,
            )
            for s in printed
        ]
        assert all(
            sorted(len(t.players) for t in s.tables)
            == sorted([4] * fewest_threes(len(here))[0] + [3] * fewest_threes(len(here))[1])
            for s in closed
        )
        assert repaired.plan.cost <= seating.plan(request).cost
        by_hand = judge(here, [[t.players for t in s.tables] for s in closed], past=past)
        if repaired.way is seating.RepairWay.CLOSED:
            assert weight(verdict) == weight(by_hand)
        assert repaired.plan.report.rematches.happened == verdict.rematches
        printed = list(repaired.plan.series)
        assert tuple(past) == kept


@settings(max_examples=25, deadline=None)
@given(st.integers(6, 60), st.data())
def test_a_posted_series_stays_legal_whoever_comes_and_goes(n, data):
    posted = seating.plan(request_for(field(n), 1, moves=2_000)).series[0]
    leaving = set(data.draw(st.lists(st.integers(1, n), max_size=n // 3)))
    arriving = list(range(500, 500 + data.draw(st.integers(0, 6))))
    count = n - len(leaving) + len(arriving)
    if count in (1, 2, 5):
        with pytest.raises(seating.NoTables):
            seating.close_ranks(posted, leaving=leaving, arriving=arriving)
        return
    after = seating.close_ranks(posted, leaving=leaving, arriving=arriving)
    seated = [p for t in after.tables for p in t.players]
    assert sorted(seated) == sorted((set(range(1, n + 1)) - leaving) | set(arriving))
    assert {len(t.players) for t in after.tables} <= {3, 4}
    numbers = [t.number for t in after.tables]
    assert len(set(numbers)) == len(numbers)


def test_a_swap_shows_its_cost_first_and_changes_nothing():
    request = request_for(field(24), 7)
    plan = seating.plan(request)
    a, b = plan.series[2].tables[0].players[0], plan.series[2].tables[1].players[0]
    effect = seating.swap_effect(request, plan.series, series=2, one=a, other=b)
    tables = [[t.players for t in s.tables] for s in effect.series]
    assert effect.before == plan.report
    assert effect.after.rematches.happened == judge(range(1, 25), tables).rematches > 0
    assert any("schon getroffen" in str(w.sentence) for w in effect.warnings)
    back = seating.swap(effect.series[2], a, b)
    assert back == plan.series[2]


def test_warnings_by_hand_name_what_is_wrong():
    players = field(8, club=lambda i: "V" if i < 3 else None, pair=lambda i: "T" if i in (5, 6) else None)
    request = request_for(players, 1)
    tables = (
        seating.PlannedTable(number=1, players=(1, 2, 3, 4, 5)),
        seating.PlannedTable(number=2, players=(6, 7, 99)),
    )
    said = [
        str(w.sentence) for w in seating.check_series(request, tables, past=(((1, 3, 6, 7), (2, 4, 5, 8)),))
    ]
    assert "8 hat noch keinen Platz." in said
    assert "99 ist nicht angemeldet: Vom Tisch nehmen." in said
    assert "An Tisch 1 sitzen 5: Jemanden umsetzen." in said
    assert "1 und 2 sind aus einem Verein." in said
    assert "1 und 3 haben sich schon getroffen." in said


def test_swapping_with_nobody_is_refused():
    series = seating.plan(request_for(field(8), 1)).series[0]
    with pytest.raises(seating.CannotSwap):
        seating.swap(series, 1, 77)
    with pytest.raises(seating.CannotSwap):
        seating.swap(series, 1, 1)
