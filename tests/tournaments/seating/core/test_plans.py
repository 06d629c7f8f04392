"""Plans by lot: the tight sizes, clubs, seats, fixed places, and that a seed says it all."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.core.fields import club_mixes, field, planned
from tests.tournaments.seating.core.validator import judge
from tournaments.seating import core as seating
from tournaments.seating.core import designs as designs_room
from tournaments.seating.core.report import report_on as judged

TIGHT = [
    (16, 5),
    (20, 5),
    (24, 7),
    (28, 9),
    (32, 10),
    (36, 11),
    (40, 12),
    (44, 12),
    (48, 12),
    (27, 9),
    (30, 10),
]


@pytest.mark.parametrize("points", range(16, 76, 4))
def test_designs_never_let_two_points_meet_twice(points):
    known = designs_room.designs(points)
    assert known
    for design in known:
        verdict = judge(range(points), design)
        assert verdict.clean
        assert verdict.rematches == 0


@pytest.mark.parametrize(("n", "series"), TIGHT)
def test_tight_sizes_without_a_rematch_and_evenly_at_three(n, series):
    verdict = judge(range(1, n + 1), planned(n, series).tables())
    assert verdict.clean
    assert (verdict.rematches, verdict.three_repeats) == (0, verdict.three_bound)
    assert set(verdict.seat_excess) == {0}


@pytest.mark.parametrize(
    ("n", "series"),
    [
        (41, 5),
        pytest.param(50, 12, marks=pytest.mark.full),
        pytest.param(53, 11, marks=pytest.mark.full),
        *[(101, 5), (102, 5), (103, 5), (203, 6), (258, 12), (1000, 4)],
    ],
)
def test_roomy_sizes_meet_every_bound(n, series):
    verdict = judge(range(1, n + 1), planned(n, series, moves=900_000).tables())
    assert verdict.clean
    assert verdict.rematches == verdict.rematch_bound == 0
    assert verdict.three_repeats == verdict.three_bound
    assert set(verdict.seat_excess) == {0}


@pytest.mark.slow
def test_beyond_the_bound_the_report_says_what_is_unavoidable():
    plan = planned(24, 8, moves=900_000)
    verdict = judge(range(1, 25), plan.tables())
    assert verdict.clean
    assert verdict.rematch_bound == 12 <= verdict.rematches <= 18
    assert plan.report.rematches == seating.Count(happened=verdict.rematches, bound=12, possible=12)
    assert "mindestens 12 unvermeidlich" in str(plan.report.sentences[0])
    again = sum(count - 1 for _, _, count in plan.report.met_again)
    assert again == verdict.rematches


def test_where_nothing_better_exists_the_report_says_so():
    assert "Besser geht es nicht" in str(planned(28, 9).report.sentences[0])
    assert "besser geht es nicht" in str(planned(16, 6).report.sentences[0])


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(st.integers(3, 90).filter(lambda n: n != 5), st.integers(1, 12), st.integers(0, 999))
def test_every_plan_seats_everybody_and_its_report_tells_the_truth(n, series, seed):
    request = seating.Request(
        players=field(n),
        series=seating.series_by_lots(series),
        seed=seed,
        budget=seating.Budget(moves=20_000),
    )
    plan = seating.plan(request)
    verdict = judge(range(1, n + 1), plan.tables())
    assert verdict.clean
    assert set(verdict.seat_excess) == {0}
    report = plan.report
    assert (report.rematches.happened, report.rematches.bound) == (verdict.rematches, verdict.rematch_bound)
    assert (report.three_repeats.happened, report.three_repeats.bound) == (
        verdict.three_repeats,
        verdict.three_bound,
    )
    assert plan.tables() == seating.plan(request).tables()


@pytest.mark.slow
@pytest.mark.parametrize(
    "n", [32, 48, *[pytest.param(n, marks=pytest.mark.slow) for n in (36, 40, 44, 100, 203, 500)]]
)
@pytest.mark.parametrize("mix", ["coaches", "host", "skewed"])
def test_clubs_are_spread_as_evenly_as_can_be_without_a_rematch(n, mix):
    clubs = club_mixes(n)[mix]
    plan = planned(n, 4, club=lambda i: clubs[i - 1])
    verdict = judge(range(1, n + 1), plan.tables(), groups={"club": dict(enumerate(clubs, start=1))})
    assert verdict.clean
    assert verdict.rematches == 0
    assert all(pairs == bound for pairs, bound in verdict.mates["club"])


@settings(max_examples=8, deadline=None)
@given(st.integers(8, 40), st.integers(1, 5), st.integers(0, 99))
def test_partners_never_share_a_table(pairs, series, seed):
    n = 2 * pairs
    plan = planned(n, series, seed=seed, moves=40_000, pair=lambda i: f"pair{(i + 1) // 2}")
    verdict = judge(
        range(1, n + 1), plan.tables(), groups={"pair": {i: (i + 1) // 2 for i in range(1, n + 1)}}
    )
    assert verdict.clean
    assert verdict.mates["pair"] == [(0, 0)] * series


def test_teams_and_seeded_players_are_apart():
    plan = planned(60, 5, team=lambda i: f"team{(i + 3) // 4}", seeded=lambda i: i if i <= 15 else None)
    groups = {"team": {i: (i + 3) // 4 for i in range(1, 61)}, "seeded": dict.fromkeys(range(1, 16), "s")}
    verdict = judge(range(1, 61), plan.tables(), groups=groups)
    assert verdict.clean
    assert verdict.rematches == 0
    assert verdict.mates == {"team": [(0, 0)] * 5, "seeded": [(0, 0)] * 5}


def test_the_wheelchair_keeps_table_2_and_the_keeper_seat_1():
    players = tuple(
        dataclasses.replace(p, table=2 if p.id in (7, 9) else None, seat=1 if p.id == 20 else None)
        for p in field(43)
    )
    plan = seating.plan(seating.Request(players=players, series=seating.series_by_lots(5)))
    assert judge(range(1, 44), plan.tables(), tables_at={7: 2, 9: 2}, seats_at={20: 1}).clean


def test_closed_tables_are_skipped_and_the_hall_may_fill_from_the_back():
    request = seating.Request(
        players=field(19), series=seating.series_by_lots(1), closed_tables=frozenset({1, 4})
    )
    numbers = [t.number for t in seating.plan(request).series[0].tables]
    assert numbers == [2, 3, 5, 6, 7]
    back = seating.plan(dataclasses.replace(request, filling=seating.Filling.DOWN)).series[0].tables
    assert [len(t.players) for t in back] == [3, 4, 4, 4, 4]


def test_strength_groups_sit_among_themselves():
    request = seating.Request(
        players=field(30, group=lambda i: i % 2), series=seating.series_by_lots(3), groups_apart=True
    )
    plan = seating.plan(request)
    for series in plan.series:
        assert [t.number for t in series.tables] == list(range(1, len(series.tables) + 1))
        for table in series.tables:
            assert len({p % 2 for p in table.players}) == 1


def test_egal_means_that_nothing_is_paid_for_it():
    wishes = seating.Wishes(weights={seating.Wish.CLUB_MATES: seating.Weight.INDIFFERENT})
    free = planned(40, 3, wishes=wishes, club=lambda i: "one" if i <= 10 else None)
    assert free.cost == 0
    assert free.tables() == planned(40, 3).tables()


@pytest.mark.slow
def test_nie_weighs_more_than_any_rematch():
    wishes = seating.Wishes(weights={seating.Wish.CLUB_MATES: seating.Weight.NEVER})
    plan = planned(16, 5, wishes=wishes, club=lambda i: f"club{i % 4}")
    verdict = judge(range(1, 17), plan.tables(), groups={"club": {i: i % 4 for i in range(1, 17)}})
    assert verdict.mates["club"] == [(0, 0)] * 5


def test_the_order_of_the_wishes_decides():
    first = seating.Wishes(order=(seating.Wish.CLUB_MATES, seating.Wish.REMATCH))
    assert first.price(seating.Wish.CLUB_MATES, first_series=False) > first.price(seating.Wish.REMATCH)
    usual = seating.Wishes()
    assert usual.price(seating.Wish.CLUB_MATES) < usual.price(seating.Wish.REMATCH)


@pytest.mark.slow
def test_the_same_seed_is_the_same_plan_and_the_order_of_the_list_does_not_matter():
    request = seating.Request(players=field(41), series=seating.series_by_lots(5), seed="Saal 2")
    turned = dataclasses.replace(request, players=tuple(reversed(request.players)))
    assert seating.plan(request) == seating.plan(request)
    assert seating.plan(turned).tables() == seating.plan(request).tables()
    assert (
        seating.plan(dataclasses.replace(request, seed="Saal 3")).tables() != seating.plan(request).tables()
    )


def test_when_the_clock_runs_out_the_best_so_far_is_given_with_a_note():
    ticks = iter(range(10**6))
    budget = seating.Budget(seconds=3, clock=lambda: next(ticks))
    plan = seating.plan(seating.Request(players=field(24), series=seating.series_by_lots(8), budget=budget))
    assert plan.cut
    assert judge(range(1, 25), plan.tables()).clean
    assert "Zeit" in str(plan.report.sentences[-1])


@pytest.mark.parametrize("size", [2, 3, 5, 6])
def test_the_basic_family_has_its_own_tables(size):
    plan = seating.plan(
        seating.Request(
            players=field(19),
            series=seating.series_by_lots(3),
            size=size,
            budget=seating.Budget(moves=40_000),
        )
    )
    for tables in plan.tables():
        assert sorted(p for t in tables for p in t) == list(range(1, 20))
        assert tuple(sorted(map(len, tables), reverse=True)) == seating.table_sizes(19, size=size)


@pytest.mark.parametrize(
    "request_of",
    [
        lambda: seating.Request(players=field(5), series=seating.series_by_lots(1)),
        lambda: seating.Request(players=(*field(8), *field(1)), series=seating.series_by_lots(1)),
        lambda: seating.Request(players=field(8), series=seating.series_by_lots(13)),
        lambda: seating.Request(
            players=field(8, table=lambda i: 1 if i < 6 else None), series=seating.series_by_lots(1)
        ),
        lambda: seating.Request(
            players=field(8, table=lambda i: 3 if i == 1 else None), series=seating.series_by_lots(1)
        ),
        lambda: seating.Request(
            players=field(8, seat=lambda i: 5 if i == 1 else None), series=seating.series_by_lots(1)
        ),
        lambda: seating.Request(
            players=field(8), series=(seating.AskedSeries(draw=seating.Draw.SWISS, standing=(1, 2, 3)),)
        ),
    ],
)
def test_what_cannot_be_planned_is_refused_with_a_sentence_that_says_what_to_do(request_of):
    with pytest.raises((seating.CannotPlan, seating.NoTables)) as refusal:
        request_of()
    assert "{" not in str(refusal.value)
    assert ":" in str(refusal.value) or "den Rest später" in str(refusal.value)


def test_a_bound_is_claimed_only_for_what_was_free_to_choose():
    """Fourteen players in three series drawn by lot, each for itself: chance is told as chance, not as fate."""
    ids = tuple(range(1, 15))
    past = [
        tuple(tuple(order[at : at + size]) for at, size in zip((0, 4, 8, 11), (4, 4, 3, 3), strict=True))
        for order in (ids, (1, 2, 5, 6, 3, 4, 7, 8, 9, 10, 12, 11, 13, 14), (*ids[7:], *ids[:7]))
    ]
    report = judged([seating.AskedPlayer(id=one) for one in ids], past, [], size=None, cut=False)
    assert report.rematches.given == report.rematches.happened > 0
    assert report.rematches.possible == 0, "91 pairs, and three series have 54 meetings"
    said = " ".join(map(str, report.sentences))
    assert "esser geht es nicht" not in said.split("Plätze am Tisch")[0]
    assert f"{report.rematches.given}; geplant wären 0 möglich gewesen" in said
