"""Tables, lots and dealers, row by row as the rule sheet says them."""

import doctest
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.event.core import dealing
from tournaments.event.core import sizes as sizes_room
from tournaments.seating import core as seating


@pytest.mark.parametrize(
    ("players", "fours", "threes"),
    [(3, 0, 1), (4, 1, 0), (6, 0, 2), (7, 1, 1), (8, 2, 0), (9, 0, 3), (14, 2, 2), (37, 7, 3), (41, 8, 3),
     (51, 12, 1), (74, 17, 2), (197, 47, 3), (250, 61, 2)],
)  # fmt: skip
def test_as_few_tables_of_three_as_possible(players, fours, threes):
    assert seating.table_sizes(players) == (4,) * fours + (3,) * threes


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_numbers_that_make_no_tables_are_refused_with_a_sentence(players):
    with pytest.raises(seating.NoTables) as refusal:
        seating.table_sizes(players)
    assert str(players) in str(refusal.value)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("players", "size", "tables"),
    [(2, 2, (2,)), (3, 2, (3,)), (5, 2, (3, 2)), (5, 4, (3, 2)), (5, 5, (5,)), (5, 6, (5,)), (7, 6, (4, 3)),
     (8, 6, (4, 4)), (13, 6, (5, 4, 4)), (13, 3, (3, 3, 3, 2, 2))],
)  # fmt: skip
def test_the_basic_family_sits_as_evenly_as_possible(players, size, tables):
    assert seating.table_sizes(players, size=size) == tables


@given(st.integers(2, 300), st.integers(2, 6))
def test_tables_of_the_basic_family_are_even_and_legal(players, size):
    tables = seating.table_sizes(players, size=size)
    assert sum(tables) == players
    assert max(tables) - min(tables) <= 1
    assert set(tables) <= set(range(2, 7))


@pytest.mark.parametrize(("players", "size"), [(1, 2), (0, 4), (8, 1), (8, 7)])
def test_the_basic_family_refuses_with_a_sentence(players, size):
    with pytest.raises(seating.NoTables):
        seating.table_sizes(players, size=size)


@given(st.sets(st.integers(1, 999), min_size=6, max_size=60), st.text())
def test_a_draw_seats_everybody_once_and_can_be_redone(players, seed):
    drawn = seating.draw_lots(sorted(players), seed=seed)
    assert sorted(p for table in drawn for p in table) == sorted(players)
    assert tuple(map(len, drawn)) == seating.table_sizes(len(players))
    assert drawn == seating.draw_lots(sorted(players, reverse=True), seed=seed)


def test_anybody_can_redo_the_draw_with_a_sha256_tool():
    lots = sorted((hashlib.sha256(f"Pfingsten 2031:{p}".encode()).hexdigest(), p) for p in range(1, 9))
    order = [p for _, p in lots]
    assert seating.draw_lots(range(1, 9), seed="Pfingsten 2031") == (tuple(order[:4]), tuple(order[4:]))


def test_another_seed_is_another_draw():
    draws = {seating.draw_lots(range(40), seed=seed) for seed in range(50)}
    assert len(draws) == 50


def test_a_late_arrival_changes_nobody_elses_lot():
    before = seating.order_by_lot(range(1, 41), seed=7)
    after = seating.order_by_lot(range(1, 42), seed=7)
    assert tuple(p for p in after if p != 41) == before


def test_seat_1_deals_first_and_dealing_goes_clockwise():
    assert [seating.dealer(k, 4) for k in (1, 2, 3, 4, 5, 20)] == [1, 2, 3, 4, 1, 4]
    assert [seating.dealer(k, 3) for k in (1, 2, 3, 4, 15)] == [1, 2, 3, 1, 3]


def test_at_a_table_of_four_the_dealer_sits_out_and_at_three_everybody_plays():
    assert seating.players_of_game(2, 4, dealer_sits_out=True) == (3, 4, 1)
    assert seating.players_of_game(2, 3, dealer_sits_out=True) == (3, 1, 2)
    assert seating.players_of_game(2, 4, dealer_sits_out=False) == (3, 4, 1, 2)


@given(st.integers(1, 12))
def test_everybody_plays_equally_many_games_at_fours_and_threes(rounds):
    counted = {}
    for size in (3, 4):
        games = range(1, seating.games_of_series(size, rounds) + 1)
        played = [seat for k in games for seat in seating.players_of_game(k, size, dealer_sits_out=True)]
        counted[size] = {played.count(seat) for seat in range(1, size + 1)}
        assert seating.round_of(games[-1], size) == rounds
        assert counted[size] == {seating.played_games(size, rounds, dealer_sits_out=True)}
    assert counted[3] == counted[4] == {3 * rounds}


@pytest.mark.parametrize("room", [sizes_room, dealing])
def test_the_examples_in_the_docstrings_hold(room):
    failed, tried = doctest.testmod(room)
    assert tried
    assert not failed
