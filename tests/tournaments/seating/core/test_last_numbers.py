"""What single changes of the planner were noticed by nobody else: numbers, ties and short cuts, each by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, product

from tests.tournaments.seating.core.fields import field
from tournaments.seating import core as seating
from tournaments.seating.core import planner, search
from tournaments.seating.core.anneal import Purse, anneal
from tournaments.seating.core.chair_search import SeatCounts, polish, seat_bounds, seat_excess
from tournaments.seating.core.chairs import _best_order
from tournaments.seating.core.changes import _back_home
from tournaments.seating.core.closing import honour_fixed
from tournaments.seating.core.designs import designs
from tournaments.seating.core.draft import prices
from tournaments.seating.core.labels import relabel
from tournaments.seating.core.planner import _belongs, _only_never
from tournaments.seating.core.problem import Problem, compile_request
from tournaments.seating.core.report import report_on
from tournaments.seating.core.search import FoundTables, _better_mixed, linked_pairs, search_tables
from tournaments.seating.core.settling import settle_in
from tournaments.seating.core.starts import _apart, _strangers, from_designs
from tournaments.seating.core.wishes import Weight, Wish


def problem_of(n: int, series: int, past=(), *, wishes=None, **of) -> Problem:
    players = field(n, **of)
    request = seating.Request(
        players=players, series=seating.series_by_lots(series), wishes=wishes or seating.Wishes()
    )
    return compile_request(request, players, series=series, past=past)


# --- starts and searches ------------------------------------------------------------------------------------


def test_designs_are_thinned_out_as_they_were():
    """Up to three players fewer than a design has points: which points go, and who gets which label, as a digest.

    Whoever changes the method on purpose writes it anew.
    """
    said = [
        (tables, length)
        for n in (13, 14, 15, 17, 19, 21, 22, 26, 27, 29, 30, 33, 37, 39, 45, 51, 70)
        for series in (1, 2, 3, 5, 8, 10)
        for tables, length in from_designs(n, series, random.Random(f"{n} {series}"))
    ]
    assert sha256(repr(said).encode()).hexdigest()[:16] == "78c962054d9d20b7"


def test_whenever_the_last_point_has_no_strangers_nobody_has():
    """Every design, some of its series or all, asked from the last point on: those before it never help."""
    asked = 0
    for points in range(16, 76, 4):
        for design, count in product(designs(points), (2, 3)):
            for series in range(1, len(design) + 1):
                seed = f"{points} {len(design)} {series} {count}"
                plan, drawn = random.Random(seed).sample(design, series), random.Random(seed)
                drawn.randrange(points)
                if drawn.random() < 0.5:
                    asked += 1
                    found = _strangers(plan, points, count, random.Random(seed))
                    if found is None:
                        assert not any(_apart(plan, some) for some in combinations(range(points), count))
                    else:
                        assert found[0] == points - 1
    assert asked > 200


def test_strangers_are_sought_among_fourteen():
    """Twelve of sixteen series leave a point 23 strangers, of whom fourteen are drawn: a fifteenth would be found first."""
    for seed, found in ((87, (9, 44, 12)), (907, (59, 49, 56))):
        plan = random.Random(seed).sample(designs(60)[0], 12)
        assert _strangers(plan, 60, 3, random.Random(seed)) == found


def test_whoever_keeps_the_table_cannot_be_moved_and_the_search_sees_that_at_once():
    problem = problem_of(7, 4)
    draft = problem.draft()
    for series in range(4):
        draft.seat(series, [[0, 1, 2, 3], [4, 5, 6]])
    purse = Purse(10_000)
    anneal(draft, range(4), rng=random.Random(1), purse=purse, moves=500, floor=0, pinned=frozenset(range(7)))
    assert purse.moves == 10_000 - 1


def test_names_for_points_cost_moves_of_the_purse():
    """Two of one club begin at one table; only what moves one of the two is tried."""
    problem = problem_of(16, 2, club=lambda i: "A" if i < 3 else None)
    rows = [
        [[4 * t + i for i in range(4)] for t in range(4)],
        [[4 * i + t for i in range(4)] for t in range(4)],
    ]
    purse = Purse(10_000)
    named = relabel(
        rows,
        problem.classes or (),
        problem.price_lists,
        rng=random.Random(5),
        purse=purse,
        moves=256,
        floor=-1,
    )
    assert purse.moves == 10_000 - 512
    assert named == [
        [[8, 5, 3, 1], [2, 13, 6, 7], [15, 4, 10, 14], [12, 0, 11, 9]],
        [[8, 2, 15, 12], [5, 13, 4, 0], [3, 6, 10, 11], [1, 7, 14, 9]],
    ]


def test_of_equal_plans_the_printed_one_stays(monkeypatch):
    """Six at two tables: whatever is drawn, two pairs meet again, though counting knows no reason."""
    monkeypatch.setattr(search, "anneal", lambda *_all, **_more: None)
    printed = [[[0, 1, 2], [3, 4, 5]], [[0, 1, 3], [2, 4, 5]]]
    found = search_tables(problem_of(6, 2), printed=printed, rng=random.Random(1), purse=Purse(40_000))
    assert found.cost > found.floor
    assert found.tables == printed


def test_of_plans_at_the_bound_the_more_mixed_one_is_taken():
    """32 players as two halves that never meet: a plan of the same cost links more."""
    grids = [
        [[16 * half + 4 * t + i for i in range(4)] for half in range(2) for t in range(4)],
        [[16 * half + 4 * i + t for i in range(4)] for half in range(2) for t in range(4)],
    ]
    assert linked_pairs(grids, 32) == 32 * 16
    found = _better_mixed(FoundTables(grids, 0, 0), problem_of(32, 2), random.Random(1), Purse(100_000))
    assert found.cost == 0
    assert linked_pairs(found.tables, 32) > 32 * 16


# --- seats ------------------------------------------------------------------------------------------------


def test_who_has_had_every_seat_gets_one_again():
    """One has had all three seats, two are new: of five chairs on three seats two are double, whatever the others do."""
    assert seat_bounds([[3], [3]], [(1, 1, 1), (0, 0, 0), (0, 0, 0)]) == [1, 2]


def test_one_pair_of_equal_seats_above_the_bound_is_mended():
    series, past = [[[0, 1, 3, 2]]], [(0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
    assert seat_excess(series, past) == [1]
    polish(series, past, fixed={}, locked=[False], rng=random.Random(1), moves=500)
    assert seat_excess(series, past) == [0]


def test_a_search_for_seats_that_ends_uphill_goes_back():
    chance = random.Random(1)
    for _unused in range(600):
        past = [tuple(chance.randrange(3) for _unused in range(4)) for _unused in range(4)]
        series = [[chance.sample(range(4), 4)]]
        before = sum(seat_excess(series, past))
        polish(series, past, fixed={}, locked=[False], rng=chance, moves=1)
        assert sum(seat_excess(series, past)) <= before


def test_a_fixed_seat_that_a_small_table_has_not_binds_nobody():
    counts = SeatCounts([(1, 0, 0), (0, 1, 0), (0, 0, 1)])
    assert _best_order([0, 1, 2], counts, {0: 3}) == [1, 2, 0]


def test_the_search_for_seats_takes_so_many_moves(monkeypatch):
    asked = []
    real = planner.assign_seats
    monkeypatch.setattr(
        planner,
        "assign_seats",
        lambda *all, moves, **more: asked.append(moves) or real(*all, moves=moves, **more),
    )
    seating.plan(seating.Request(players=field(4), series=seating.series_by_lots(1)))
    assert asked == [60_000]


def test_a_seat_4_of_before_is_no_fault_of_tables_of_three():
    """All three have had seat 1, and 1 seat 4 too: somebody has to take seat 1 again, and nothing else is uneven."""
    past = (((1, 7, 8, 9), (2, 10, 11, 12), (3, 13, 14, 15)), ((7, 8, 9, 1),))
    assert report_on(field(3), past, (((1, 2, 3),),), size=None, cut=False).seat_imbalance == 0


# --- standing and groups ------------------------------------------------------------------------------------


def test_by_standing_only_what_must_never_be_costs_anything():
    assert set(_only_never(prices(12, 8, [0, 6, *[0] * 14])).more) == {0}


def test_whoever_has_to_move_goes_where_it_helps():
    """4 must sit neither with 3 nor with 6: the next rank helps nothing, the one behind it does."""
    request = seating.Request(
        players=field(
            8, pair=lambda i: "A" if i in (3, 4) else None, team=lambda i: "B" if i in (4, 6) else None
        ),
        series=(seating.AskedSeries(draw=seating.Draw.STANDING, standing=tuple(range(1, 9))),),
    )
    assert seating.plan(request).tables() == (((1, 2, 3, 6), (5, 4, 7, 8)),)


def test_which_part_of_the_standing_belongs_to_a_group():
    assert _belongs(3, {3})
    assert not _belongs(3, {4})
    assert _belongs((1, 2), {1, 2})
    assert not _belongs((1, 2), {2, 3})
    assert _belongs(("a", 1), {("a", 1)}), "a name may be a pair itself"
    assert not _belongs(("a", 1), {("a", 2)})


# --- changes ------------------------------------------------------------------------------------------------


def test_going_home_costs_nothing_or_is_left_alone():
    """After the first series two of a club cost one: too much for a chair at home."""
    wishes = seating.Wishes(weights={Wish.REMATCH: Weight.INDIFFERENT})
    past = (((1, 2, 3, 4), (5, 6, 7, 8)),)
    club = problem_of(8, 1, past, wishes=wishes, club=lambda i: "A" if i < 3 else None)
    nobody = problem_of(8, 1, past, wishes=wishes)
    home, tables = [[[0, 1, 2, 3], [4, 5, 6, 7]]], [[[0, 5, 2, 3], [4, 1, 6, 7]]]
    at = [{club.ids.index(i + 1): i for i in range(8)}, {nobody.ids.index(i + 1): i for i in range(8)}]
    assert at[0] == at[1] == {i: i for i in range(8)}
    assert _back_home(club, home, tables) == (tables, 0)
    back, cost = _back_home(nobody, home, tables)
    assert ([[set(table) for table in some] for some in back], cost) == ([[{0, 1, 2, 3}, {4, 5, 6, 7}]], 0)


def test_whoever_has_a_fixed_table_is_not_brought_home():
    problem = problem_of(8, 1, table=lambda i: 1 if i == 1 else None)
    assert problem.slot == {0: 0}
    tables = [[[0, 2, 3, 4], [1, 5, 6, 7]]]
    assert _back_home(problem, [[[1, 2, 3, 4], [0, 5, 6, 7]]], tables) == (tables, 0)


def test_time_that_was_up_while_planning_anew_is_told():
    """The clock is looked at so many times; at its last look, in the plan from scratch, it stands much later."""
    printed = seating.plan(
        seating.Request(
            players=field(14), series=seating.series_by_lots(3), budget=seating.Budget(moves=3_000)
        )
    ).series

    def repaired(jump: int | None) -> tuple[seating.Repaired, int]:
        looks = 0

        def clock() -> float:
            nonlocal looks
            looks += 1
            return 1_000.0 if looks == jump else 0.0

        budget = seating.Budget(moves=6_000, seconds=10, clock=clock)
        request = seating.Request(players=field(14), series=seating.series_by_lots(3), budget=budget)
        return seating.repair(request, printed), looks

    calm, looks = repaired(None)
    assert not calm.plan.cut
    assert repaired(looks)[0].plan.cut


def test_whoever_sits_at_the_fixed_table_keeps_the_seat():
    series = series_of((1, 2, 3, 4))
    fixed = [replace(one, table=1 if one.id == 3 else None) for one in field(4)]
    assert honour_fixed(series, fixed) == series


def series_of(*rows: tuple[int, ...]) -> seating.PlannedSeries:
    tables = tuple(seating.PlannedTable(number=number, players=row) for number, row in enumerate(rows, 1))
    return seating.PlannedSeries(draw=seating.Draw.LOTS, tables=tables)


def test_an_improvement_takes_eight_rounds_at_most():
    """Twenty come, each to a table where somebody of the same club sits: eight swaps part sixteen."""
    printed = series_of(*((3 * t + 1, 3 * t + 2, 3 * t + 3) for t in range(20)))
    came = field(20, start=101)
    asked = seating.Request(players=(*field(60), *came), series=seating.series_by_lots(1))
    unchanged = settle_in(asked, printed)
    club = {
        p: str(table.number) for table in unchanged.tables for p in table.players if p > 100 or p % 3 == 1
    }
    assert len(club) == 40
    players = tuple(replace(one, club=club.get(one.id)) for one in asked.players)
    settled = settle_in(replace(asked, players=players), printed)
    clubs = [[club[p] for p in table.players if p in club] for table in settled.tables]
    assert sum(len(set(some)) < len(some) for some in clubs) == 4


def test_a_table_that_everybody_left_belongs_to_no_group():
    """Four of the first group come: they sit at a new table, not at the one whose players have left."""
    come = [seating.AskedPlayer(id=one, group=1) for one in (13, 14, 15, 16)]
    here = (*field(4, group=lambda _: 1), *field(4, start=9, group=lambda _: 2), *come)
    request = seating.Request(players=here, series=seating.series_by_lots(1), groups_apart=True)
    settled = settle_in(request, series_of((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))
    assert {table.number: table.players for table in settled.tables} == {
        1: (1, 2, 3, 4), 3: (9, 10, 11, 12), 4: (13, 14, 15, 16),
    }  # fmt: skip


def test_after_the_first_series_club_mates_weigh_a_sixth():
    rather = dict.fromkeys(Wish, Weight.INDIFFERENT) | {Wish.CLUB_MATES: Weight.RATHER_NOT}
    wishes = seating.Wishes(weights=rather)
    assert wishes.price(Wish.CLUB_MATES) == 12
    assert wishes.price(Wish.CLUB_MATES, first_series=False) == 2
