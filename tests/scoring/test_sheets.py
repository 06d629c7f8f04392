"""A list added up as on paper."""

from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.law import Finish
from scoring.points import HandLeft, Result, loose_hand, possible_finishes, score
from scoring.rules import LossGame, Measure, built_in
from scoring.sheets import (
    PenaltyLine,
    SeatTotals,
    SheetGame,
    dealer_of_game,
    loss_cents,
    playing_seats,
    tally,
)

BASIC, CLUB, FEDERATION = built_in("basic"), built_in("club_2018"), built_in("federation")
FOUR, THREE = (1, 2, 3, 4), (1, 2, 3)


def game(number, winner, finish=Finish.PLAIN, /, *, size=4, struck=False, **hands):
    left = {
        int(seat[1:]): HandLeft(augen=int(hand.strip("x")), opened=not hand.endswith("x"))
        for seat, hand in hands.items()
    }
    result = Result(finish=finish, winner=winner, hands=left)
    return SheetGame(number=number, dealer=dealer_of_game(number, size), result=result, struck=struck)


def test_at_a_table_of_four_everybody_deals_once_in_a_runde_and_sits_out():
    assert [playing_seats(CLUB, 4, dealer_of_game(number, 4)) for number in (1, 2, 3, 4, 5)] == [
        (2, 3, 4),
        (3, 4, 1),
        (4, 1, 2),
        (1, 2, 3),
        (2, 3, 4),
    ]


def test_at_a_table_of_three_the_dealer_plays_last():
    assert [playing_seats(CLUB, 3, dealer_of_game(number, 3)) for number in (1, 2, 3, 4)] == [
        (2, 3, 1),
        (3, 1, 2),
        (1, 2, 3),
        (2, 3, 1),
    ]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_by_the_basic_rules_all_play(size):
    assert sorted(playing_seats(BASIC, size, size)) == list(range(1, size + 1))


def test_one_runde_of_four_with_a_cross_by_hand():
    """✕ stands for the points, its Augen are added, and the running points are plus only."""
    list_of_four = tally(
        CLUB,
        [
            game(1, 2, p3="8", p4="140x"),
            game(2, 4, Finish.HAND, p1="90x", p3="31"),
            game(3, None, Finish.EXHAUSTED, p1="11", p2="30", p4="101x"),
            game(4, 1, Finish.HAND_WITH_LAYOFF, p2="10", p3="197x"),
        ],
        seats=FOUR,
    )
    column = [row.cells[4] for row in list_of_four.rows]
    assert [(cell.plays, cell.won) for cell in column] == [
        (True, False),
        (True, True),
        (True, False),
        (False, False),
    ]
    assert [cell.score and cell.score.cross for cell in column] == [True, False, True, None]
    assert [cell.running_augen for cell in column] == [140, 140, 241, None]
    assert [cell.running_points for cell in column] == [0, 8, 8, None]

    totals = list_of_four.totals
    assert {
        seat: (t.plus_points, t.crosses, t.minus_points, t.net_points, t.augen) for seat, t in totals.items()
    } == {
        1: (8, 0, 0, 8, 101),
        2: (10, 0, 0, 10, 40),
        3: (4, 1, 1, 3, 236),
        4: (8, 2, 2, 6, 241),
    }
    assert totals[2].finishes == {Finish.PLAIN: 1}
    assert totals[4].finishes == {Finish.HAND: 1}
    assert [totals[seat].games_played for seat in FOUR] == [3, 3, 3, 3]
    assert [list_of_four.ranks[seat].rank for seat in FOUR] == [2, 1, 4, 3]
    assert [row.closes_round for row in list_of_four.rows] == [False, False, False, True]


def test_a_struck_row_stays_visible_and_counts_nothing():
    again = tally(
        CLUB,
        [game(1, 3, p2="5", p4="5"), game(1, 2, struck=True, p3="8", p4="140x")],
        seats=FOUR,
    )
    struck, replayed = again.rows
    assert (struck.struck, struck.counts, struck.cells[4].score.points) == (True, False, -1)
    assert struck.cells[4].running_augen is None
    assert replayed.counts
    assert (again.totals[4].augen, again.totals[4].crosses, again.totals[4].games_played) == (5, 0, 1)


def test_a_game_not_played_yet_is_an_empty_row():
    waiting = tally(CLUB, [SheetGame(number=1, dealer=1, result=None)], seats=FOUR)
    assert waiting.rows[0].finish is None
    assert [waiting.rows[0].cells[seat].plays for seat in FOUR] == [False, True, True, True]
    assert [place.rank for place in waiting.ranks.values()] == [1, 1, 1, 1]


def test_a_game_written_twice_is_a_bug():
    with pytest.raises(AssertionError, match="written twice"):
        tally(CLUB, [game(1, 2, p3="8", p4="9"), game(1, 2, p3="8", p4="9")], seats=FOUR)


def test_a_penalty_stands_beside_the_game_and_never_in_it():
    played = game(1, 2, p3="8", p4="40")
    value = loose_hand(CLUB, played.result.hands[3], offence=1)
    line = PenaltyLine(seat=3, points=value.points, augen=value.augen, game=1)
    with_penalty = tally(CLUB, [played], seats=FOUR, penalties=[line])
    assert with_penalty.rows == tally(CLUB, [played], seats=FOUR).rows
    totals = with_penalty.totals[3]
    assert (totals.plus_points, totals.penalty_points, totals.net_points) == (3, -1, 2)
    assert (totals.penalty_augen, totals.augen, totals.crosses) == (3, 11, 0)


def test_a_penalty_may_hit_the_winner_and_no_game_at_all():
    totals = tally(
        CLUB, [game(1, 2, p3="8", p4="40")], seats=FOUR, penalties=[PenaltyLine(seat=2, points=-3, augen=0)]
    )
    assert totals.totals[2].net_points == 2


def test_equal_points_and_augen_share_the_rank_at_the_table():
    even = tally(CLUB, [game(1, None, Finish.EXHAUSTED, size=3, p1="9", p2="9", p3="12")], seats=THREE)
    assert [(even.ranks[seat].rank, even.ranks[seat].shared) for seat in THREE] == [
        (1, True),
        (1, True),
        (3, False),
    ]
    assert even.ranks[3].parted_by is Measure.POINTS_HIGH


def test_a_basic_evening_runs_until_somebody_reaches_the_target():
    evening = tally(
        BASIC,
        [
            game(1, 1, size=3, p2="20", p3="35"),
            game(2, 3, size=3, p1="4", p2="50"),
            game(3, 1, size=3, p2="7", p3="1"),
        ],
        seats=THREE,
    )
    assert [row.cells[1].running_points for row in evening.rows] == [55, 55, 63]
    assert {seat: totals.net_points for seat, totals in evening.totals.items()} == {1: 63, 2: 0, 3: 54}
    assert evening.reached(54) == (1, 3)
    assert evening.reached(64) == ()


def test_loss_money_is_off_until_the_organiser_wants_it():
    crosses = [game(number, 2 if number % 4 != 2 else 4, p3="150x", p4="4") for number in (1, 5)]
    assert tally(CLUB, crosses, seats=FOUR).totals[3].loss_cents == 0
    money = replace(CLUB.loss_money, enabled=True)
    assert tally(replace(CLUB, loss_money=money), crosses, seats=FOUR).totals[3].loss_cents == 100


def test_the_first_three_lost_games_of_a_list_cost_half():
    assert [loss_cents(CLUB.loss_money, lost) for lost in (0, 1, 3, 4, 6)] == [0, 50, 150, 250, 450]


def test_loss_money_for_unopened_games_counts_more_than_crosses():
    money = replace(CLUB.loss_money, enabled=True, counts=LossGame.UNOPENED)
    totals = tally(replace(CLUB, loss_money=money), [game(1, 2, p3="50x", p4="140x")], seats=FOUR).totals
    assert (totals[3].loss_games, totals[4].loss_games, totals[2].loss_games) == (1, 1, 0)


@st.composite
def lists(draw):
    """A list of any family, with struck rows and penalties."""
    rules = draw(st.sampled_from([BASIC, CLUB, FEDERATION]))
    size = draw(st.sampled_from(rules.table.sizes))
    games = []
    for number in range(1, draw(st.integers(0, 2 * size)) + 1):
        dealer = dealer_of_game(number, size)
        finish = draw(st.sampled_from(possible_finishes(rules)))
        playing = playing_seats(rules, size, dealer)
        winner = draw(st.sampled_from(playing)) if finish.has_winner else None
        hands = {
            seat: HandLeft(augen=draw(st.integers(0, 200)), opened=draw(st.booleans()))
            for seat in playing
            if seat != winner
        }
        result = Result(finish=finish, winner=winner, hands=hands)
        games.append(SheetGame(number=number, dealer=dealer, result=result, struck=draw(st.booleans())))
    penalties = draw(
        st.lists(
            st.builds(
                PenaltyLine, seat=st.integers(1, size), points=st.integers(-3, 0), augen=st.integers(0, 90)
            ),
            max_size=3,
        )
    )
    return rules, size, games, penalties


@given(lists())
def test_the_totals_are_the_naive_sums(listed):
    rules, size, games, penalties = listed
    seats = tuple(range(1, size + 1))
    added = tally(rules, reversed(games), seats=seats, penalties=penalties)
    for seat in seats:
        cells = [score(rules, each.result).get(seat) for each in games if not each.struck]
        played = [cell for cell in cells if cell]
        fines = [line for line in penalties if line.seat == seat]
        totals = added.totals[seat]
        assert totals.net_points == sum(c.points for c in played) + sum(f.points for f in fines)
        assert totals.augen == sum(c.augen for c in played) + sum(f.augen for f in fines)
        assert totals.plus_points == sum(c.points for c in played if c.points > 0)
        assert totals.crosses == sum(c.points < 0 for c in played)
        assert totals.games_played == len(played)
        won = sum(each.result.winner == seat for each in games if not each.struck)
        assert sum(totals.finishes.values()) == won


@given(lists())
def test_the_last_running_sum_is_the_total_before_penalties(listed):
    rules, size, games, _penalties = listed
    added = tally(rules, games, seats=range(1, size + 1))
    for seat, totals in added.totals.items():
        running = [row.cells[seat] for row in added.rows if row.cells[seat].running_augen is not None]
        if running:
            assert (running[-1].running_points, running[-1].running_augen) == (
                totals.plus_points,
                totals.augen,
            )
        assert [row.number for row in added.rows] == sorted(row.number for row in added.rows)


def test_an_empty_column_comes_to_nought():
    assert {name: value for name, value in asdict(SeatTotals()).items() if value not in (0, {})} == {}
    assert tally(CLUB, [], seats=FOUR).totals == dict.fromkeys(FOUR, SeatTotals())
    free = tally(replace(CLUB, loss_money=None), [game(1, 2, p3="8", p4="140x")], seats=FOUR)
    assert (free.totals[4].loss_games, free.totals[4].loss_cents) == (0, 0)


def test_a_penalty_that_voids_leaves_nothing_of_what_was_won_and_keeps_what_was_lost():
    """Whichever penalty stands first; another one beside it counts before."""
    played = [game(1, 2, p3="8", p4="140x")]
    voids = PenaltyLine(seat=2, points=0, augen=0, voids=True)
    dear = PenaltyLine(seat=2, points=-2, augen=0)
    for lines in ([voids, dear], [dear, voids]):
        made = tally(CLUB, played, seats=FOUR, penalties=lines).totals[2]
        assert (made.penalty_points, made.net_points) == (-5, 0)
    lost = tally(CLUB, played, seats=FOUR, penalties=[replace(voids, seat=4)]).totals[4]
    assert (lost.penalty_points, lost.net_points) == (0, -1)
