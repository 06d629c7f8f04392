"""What the search tries, in which order, and how many moves it may take: its pace, number by number."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from tests.tournaments.seating.core.fields import field
from tournaments.seating import core as seating
from tournaments.seating.core import search
from tournaments.seating.core.anneal import COLD, COOL, WARM, Purse
from tournaments.seating.core.plans import Count
from tournaments.seating.core.problem import Problem, compile_request
from tournaments.seating.core.report import _sentences, report_on
from tournaments.seating.core.settling import _Dislikes
from tournaments.seating.core.standing import swiss
from tournaments.seating.core.starts import from_designs
from tournaments.seating.core.wishes import Weight, Wish

NONE = Count(happened=0, bound=0, given=0, possible=0)


def problem_of(n: int, series: int, past=(), *, size: int | None = None, clubs: int = 0) -> Problem:
    players = field(n, club=lambda i: f"C{i % clubs}") if clubs else field(n)
    request = seating.Request(players=players, series=seating.series_by_lots(series), size=size)
    return compile_request(request, request.players, series=series, past=past)


@pytest.fixture
def annealed(monkeypatch) -> list[tuple[tuple[int, ...], float, int]]:
    """Every phase: which series, how warm, how many moves at most."""
    seen: list[tuple[tuple[int, ...], float, int]] = []
    monkeypatch.setattr(
        search,
        "anneal",
        lambda _draft, free, *, temperature, moves, **_more: seen.append((tuple(free), temperature, moves)),
    )
    return seen


@pytest.mark.parametrize(
    ("from_design", "clubs", "phases"),
    [
        (0, 0, [("all", WARM, 300_000), ("all", COOL, 75_000)]),
        (1, 0, [("rest", WARM, 150_000), ("all", COOL, 300_000)]),
        (3, 0, [("all", COLD, 30_000), ("all", COOL, 300_000)]),
        (
            0,
            4,
            [("all", COLD, 120_000), ("all", WARM, 300_000), ("all", COOL, 75_000), ("all", COLD, 75_000)],
        ),
        (1, 4, [("rest", WARM, 150_000), ("all", COOL, 300_000), ("all", COLD, 75_000)]),
    ],
)
def test_the_phases_of_a_start(annealed, from_design, clubs, phases):
    problem = problem_of(16, 3, clubs=clubs)
    search._settle(problem.draft(), from_design, problem, 0, random.Random(1), Purse(1))
    series = {"all": (0, 1, 2), "rest": tuple(range(from_design, 3))}
    assert annealed == [(series[which], warm, moves) for which, warm, moves in phases]


def starts(problem: Problem, count: int, printed=()) -> list[int]:
    """Of so many starts, the series that come from a design."""
    found = search._starts(problem, printed, random.Random(1), Purse(1_000_000))
    return [from_design for _tables, from_design in islice(found, count)]


PAST = ((tuple(range(1, 5)), tuple(range(5, 9)), tuple(range(9, 13)), tuple(range(13, 17))),)


@pytest.mark.parametrize(
    ("problem", "from_designs"),
    [
        (problem_of(16, 5), [5, 0, 5, 5, 0, 5]),
        (problem_of(15, 3), [3, 0, 3, 3, 0, 3]),
        (problem_of(13, 3), [3, 0, 3, 3, 0, 3]),
        (problem_of(16, 2, PAST), [0, 0, 0]),
        (problem_of(18, 2, size=6), [0, 0, 0]),
        (problem_of(15, 2, size=3), [0, 0, 0]),
        (problem_of(72, 2), [2, 2, 0, 2, 2, 2, 2]),
        (problem_of(73, 2), [0, 0, 0]),
    ],
)
def test_the_order_of_starts(problem, from_designs):
    """Designs where there are some and nobody has met; lots beside them every second time, and alone else."""
    assert starts(problem, len(from_designs)) == from_designs


def test_clubs_are_given_to_a_design_within_so_many_moves(monkeypatch):
    asked = []
    monkeypatch.setattr(
        search, "relabel", lambda tables, *_more, moves, **_other: asked.append(moves) or tables
    )
    starts(problem_of(16, 2, clubs=4), 1)
    assert asked == [100_000]


@pytest.mark.parametrize(("n", "compared"), [(16, 2), (80, 2), (81, 0)])
def test_of_small_fields_two_more_plans_are_looked_at(monkeypatch, n, compared):
    purses = []

    def purse(moves, *more):
        purses.append(moves)
        return Purse(moves, *more)

    monkeypatch.setattr(search, "Purse", purse)
    search.search_tables(problem_of(n, 1), rng=random.Random(1), purse=Purse(10_000_000))
    assert purses == [6_000] * compared


def test_a_start_and_a_player_cost_moves_of_the_purse():
    purse = Purse(10_000_000)
    search.search_tables(problem_of(16, 1), rng=random.Random(1), purse=purse)
    assert purse.moves == 16 * 40_000 - 2_000


def test_a_search_that_nobody_bounds():
    assert seating.Budget().moves == 900_000
    assert seating.Request(players=field(4), series=seating.series_by_lots(1)).seed == 1


@pytest.mark.parametrize(("n", "spent"), [(4, 960), (48, 1360), (128, 6086)])
def test_what_neighbours_in_the_standing_cost(n, spent):
    """Ten ranks to each side, sixty attempts, and a look at the clock every 1,024 moves."""
    problem = problem_of(n, 2)
    draft = problem.draft()
    draft.seat(0, [list(range(first, first + 4)) for first in range(0, n, 4)])
    purse = Purse(1_000_000)
    swiss(range(n), problem.sizes, draft, 1, rng=random.Random(1), purse=purse)
    assert 1_000_000 - purse.moves == spent


def test_each_design_is_tried_once_those_that_are_long_enough_first():
    assert [length for _tables, length in from_designs(28, 8, random.Random(1))] == [8, 8, 7]
    assert [length for _tables, length in from_designs(40, 6, random.Random(1))] == [6, 6, 5]


# --- wishes and reports -------------------------------------------------------------------------------------


def test_what_each_place_in_the_order_costs():
    every = dict.fromkeys(Wish, Weight.RATHER_NOT)
    wishes = seating.Wishes(weights=every)
    assert [wishes.price(wish) for wish in Wish] == [12, 8, 6, 4, 3, 2]
    assert seating.Wishes(weights=every, order=(Wish.SEEDED,)).price(Wish.SEEDED) == 12
    assert seating.Wishes(weights=every, order=(Wish.SEEDED,)).price(next(iter(Wish))) == 8
    later = seating.Wishes(weights=every, order=(Wish.REMATCH, Wish.CLUB_MATES))
    assert later.price(Wish.CLUB_MATES) == 8, "the first series, unless something else is said"
    assert later.price(Wish.CLUB_MATES, first_series=False) == 1
    first = seating.Wishes(weights=every, order=(Wish.CLUB_MATES, Wish.REMATCH))
    assert first.price(Wish.CLUB_MATES, first_series=False) == 12


def test_two_who_always_meet_cannot_help_it():
    players = field(2)
    once = (((1, 2),),)
    found = report_on(players, once, once, size=2, cut=False)
    assert (found.rematches.happened, found.rematches.bound) == (1, 1)


def test_seats_that_are_uneven_by_one_are_said_to_be():
    said = [one.text for one in _sentences(NONE, NONE, (), 1, alone=(0, 0), cut=False)]
    assert any("nicht ganz gleich" in text for text in said)


def test_a_table_where_nobody_met_costs_nothing():
    players = {player.id: player for player in field(4)}
    request = seating.Request(players=tuple(players.values()), series=seating.series_by_lots(1))
    dislikes = {
        met: _Dislikes(
            request=request, met={frozenset((1, 2)): 1} if met else {}, threes={}, players=players
        ).of((1, 2, 3, 4))
        for met in (False, True)
    }
    assert dislikes == {False: 0, True: request.wishes.price(Wish.REMATCH)}
