"""One slip is planted in a list; the totals of its paper find the row again."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.law import Finish
from scoring.numbers import GameNumber
from scoring.points import HandLeft, Result, possible_finishes, score
from scoring.reconcile import (
    Difference,
    Explanation,
    PaperTotal,
    Slip,
    TypedGame,
    agrees,
    differences,
    exchanged,
    explain,
    misreadings,
    missing_rows,
    opening_marks,
    other_augen,
    other_finishes,
)
from scoring.rules import RuleSet, built_in
from scoring.sheets import SheetGame, dealer_of_game, playing_seats, tally
from scoring.verification import findings

CLUB, FEDERATION, BASIC = (built_in(key) for key in ("club_2018", "federation", "basic"))


def likely(rules: RuleSet, number: int, size: int, dice: random.Random) -> TypedGame:
    """A game that nobody doubts."""
    dealer = dealer_of_game(number, size)
    playing = playing_seats(rules, size, dealer)
    while True:
        finish = dice.choice(possible_finishes(rules))
        winner = dice.choice(playing) if finish.has_winner else None
        hands = {
            seat: HandLeft(
                augen=dice.randint(2, 90) if opened else dice.randint(31, 140),
                opened=opened and rules is not BASIC,
            )
            for seat in playing
            if seat != winner
            for opened in [dice.random() < 0.6]
        }
        result = Result(finish=finish, winner=winner, hands=hands)
        if not findings(rules, result):
            return TypedGame(number=number, dealer=dealer, result=result)


def a_list(rules: RuleSet, size: int, games: int, seed: int) -> list[TypedGame]:
    dice = random.Random(seed)
    return [likely(rules, number, size, dice) for number in range(1, games + 1)]


def totals(rules: RuleSet, games: list[TypedGame], size: int):
    rows = [
        SheetGame(number=GameNumber(game.number), dealer=game.dealer, result=game.result) for game in games
    ]
    return tally(rules, rows, seats=range(1, size + 1)).totals


def on_paper(rules: RuleSet, games: list[TypedGame], size: int) -> dict[int, PaperTotal]:
    return {
        seat: PaperTotal(points=total.net_points, augen=total.augen, crosses=total.crosses)
        for seat, total in totals(rules, games, size).items()
    }


def misread(rules: RuleSet, game: TypedGame, slip: Slip, dice: random.Random) -> TypedGame:
    """The row as somebody types it who slips once."""
    result = game.result
    losers = sorted(result.hands)
    seat = dice.choice(losers)
    hand = result.hands[seat]
    match slip:
        case Slip.OPENED:
            hands = {**result.hands, seat: replace(hand, opened=not hand.opened)}
            return replace(game, result=replace(result, hands=hands))
        case Slip.FINISH:
            ways = [way for way in possible_finishes(rules) if way.has_winner and way is not result.finish]
            if result.winner is None or not ways:
                return game
            return replace(game, result=replace(result, finish=dice.choice(ways)))
        case Slip.HANDS_EXCHANGED:
            other = dice.choice([one for one in losers if one != seat])
            hands = {**result.hands, seat: result.hands[other], other: hand}
            return replace(game, result=replace(result, hands=hands))
        case Slip.WINNER_EXCHANGED:
            if result.winner is None:
                return game
            hands = {one: left for one, left in result.hands.items() if one != seat} | {result.winner: hand}
            return replace(game, result=replace(result, winner=seat, hands=hands))
        case _:
            numbers = [
                augen for augen, kind in misreadings(hand.augen).items() if kind is slip and augen <= 300
            ]
            if not numbers:
                return game
            hands = {**result.hands, seat: replace(hand, augen=dice.choice(numbers))}
            return replace(game, result=replace(result, hands=hands))


@given(
    seed=st.integers(0, 10**6),
    rules=st.sampled_from([CLUB, FEDERATION, BASIC]),
    size=st.sampled_from([3, 4]),
    slip=st.sampled_from([slip for slip in Slip if slip < Slip.ROW_MISSING]),
)
def test_a_planted_slip_is_found(seed, rules, size, slip):
    true = a_list(rules, size, 5 * size, seed)
    dice = random.Random(seed)
    at = dice.randrange(len(true))
    typed = [*true]
    typed[at] = misread(rules, true[at], slip, dice)
    asked = differences(totals(rules, typed, size), on_paper(rules, true, size))
    found = explain(rules, typed, asked)
    if agrees(asked):
        assert found == ()  # nothing was planted, or it moves no sum: then nothing has to be found
        return
    assert (true[at].number, true[at].result) in [(one.number, one.instead) for one in found]
    for one in found:  # and whatever is pointed out does explain every difference
        assert one.instead is not None or one.slip is Slip.ROW_TOO_MANY
        mended = [
            game if game.number != one.number else replace(game, result=one.instead)
            for game in typed
            if game.number != one.number or one.instead is not None
        ]
        assert agrees(differences(totals(rules, mended, size), on_paper(rules, true, size)))
    assert [one.order for one in found] == sorted(one.order for one in found)


@given(seed=st.integers(0, 10**6), rules=st.sampled_from([CLUB, FEDERATION]), size=st.sampled_from([3, 4]))
def test_a_row_that_was_left_out_is_described(seed, rules, size):
    true = a_list(rules, size, 8, seed)
    typed, missing = true[:-1], true[-1]
    asked = differences(totals(rules, typed, size), on_paper(rules, true, size))
    found = explain(rules, typed, asked, missing=[(missing.number, missing.dealer)])
    described = [one.instead for one in found if one.slip is Slip.ROW_MISSING]
    assert any(one and score(rules, one) == score(rules, missing.result) for one in described)


@given(seed=st.integers(0, 10**6), rules=st.sampled_from([CLUB, BASIC]))
def test_a_row_too_many_is_found(seed, rules):
    typed = a_list(rules, 4, 9, seed)
    asked = differences(totals(rules, typed, 4), on_paper(rules, typed[:-1], 4))
    found = explain(rules, typed, asked)
    assert (Slip.ROW_TOO_MANY, 9) in [(one.slip, one.number) for one in found]


def one_row(**hands: tuple[int, bool]) -> TypedGame:
    left = {int(seat[1:]): HandLeft(augen=augen, opened=opened) for seat, (augen, opened) in hands.items()}
    winner = next(seat for seat in (2, 3, 4) if seat not in left)
    return TypedGame(number=1, dealer=1, result=Result(finish=Finish.PLAIN, winner=winner, hands=left))


def test_the_paper_may_say_only_a_part():
    """Only the points were added up: whoever typed 52 for 25 has one point too few."""
    typed = [one_row(p3=(52, True), p4=(8, True))]
    own = totals(CLUB, typed, 4)
    asked = differences(own, {3: PaperTotal(points=2)})
    assert asked[3] == Difference(points=1)
    first = explain(CLUB, typed, asked)[0]
    assert (first.slip, first.number, first.seat) == (Slip.AUGEN_SWAPPED_DIGITS, 1, 3)
    assert first.instead is not None
    assert first.instead.hands[3].augen == 25


def test_two_slips_are_explained_by_no_single_row():
    typed = [one_row(p3=(52, True), p4=(8, True)), replace(one_row(p3=(25, True), p4=(77, True)), number=5)]
    true = [one_row(p3=(25, True), p4=(8, True)), replace(one_row(p3=(25, True), p4=(41, True)), number=5)]
    assert explain(CLUB, typed, differences(totals(CLUB, typed, 4), on_paper(CLUB, true, 4))) == ()


@pytest.mark.parametrize(
    ("typed", "paper", "slip"),
    [
        (25, 52, Slip.AUGEN_SWAPPED_DIGITS),
        (35, 85, Slip.AUGEN_ONE_DIGIT),
        (15, 115, Slip.AUGEN_LOST_DIGIT),
        (115, 15, Slip.AUGEN_LOST_DIGIT),
        (10, 100, Slip.AUGEN_LOST_DIGIT),
    ],
)
def test_numbers_that_are_easily_mistaken(typed, paper, slip):
    assert misreadings(typed)[paper] is slip


def test_the_likelier_slip_comes_first_and_the_doubtful_last():
    """Nine more Augen at seat 3: 32 for 23 in the second row comes before 40 for 31 in the first."""
    typed = [one_row(p3=(31, True), p4=(8, True)), replace(one_row(p3=(23, True), p4=(8, True)), number=5)]
    asked = {1: Difference(), 2: Difference(), 3: Difference(augen=9), 4: Difference()}
    found = explain(CLUB, typed, asked)
    assert [(one.slip, one.number) for one in found] == [
        (Slip.AUGEN_SWAPPED_DIGITS, 5),
        (Slip.AUGEN_OTHER, 1),
    ]


def test_what_happens_more_often_has_the_smaller_number_and_a_whole_row_stands_before_its_seats():
    """The order that decision pages and the grid show; a column that nobody is blamed for comes first."""
    assert [slip.name for slip in sorted(Slip, key=lambda slip: slip.value)] == [slip.name for slip in Slip]
    assert [slip.value for slip in Slip] == list(range(1, 11))

    def at(seat: int | None) -> Explanation:
        return Explanation(slip=Slip.OPENED, number=7, seat=seat, instead=None, doubtful=False)

    assert [at(seat).order for seat in (None, 1, 4)] == [(False, 3, 7, 0), (False, 3, 7, 1), (False, 3, 7, 4)]


def test_every_number_that_is_taken_for_another():
    """123: two neighbours swapped; one digit lost; never 023, since nobody writes it."""
    found = misreadings(123)
    of = {
        slip: sorted(number for number, kind in found.items() if kind is slip) for slip in set(found.values())
    }
    assert of[Slip.AUGEN_SWAPPED_DIGITS] == [132, 213]
    assert len(of[Slip.AUGEN_ONE_DIGIT]) == 8 + 9 + 9
    assert [number for number in of[Slip.AUGEN_LOST_DIGIT] if number < 1000] == [12, 13, 23]
    assert {1123, 1230, 9123, 1023} <= set(of[Slip.AUGEN_LOST_DIGIT])


def test_the_augen_that_the_paper_asks_for_and_none_below_nought():
    result = one_row(p3=(52, True), p4=(8, True)).result
    for wanted, expected in ((-52, [0]), (-53, []), (0, []), (-27, [25])):
        asked = {3: Difference(augen=wanted), 4: Difference(augen=0)}
        assert [one.hands[3].augen for _slip, _seat, one in other_augen(result, asked)] == expected


def test_every_other_sign_of_the_same_winner_and_every_two_hands():
    result = one_row(p3=(52, True), p4=(8, True)).result
    ways = [one.finish for _slip, _seat, one in other_finishes(CLUB, result)]
    assert ways == [way for way in possible_finishes(CLUB) if way.has_winner and way is not Finish.PLAIN]
    nobody = Result(
        finish=Finish.EXHAUSTED,
        winner=None,
        hands={seat: HandLeft(augen=10 * seat, opened=True) for seat in (2, 3, 4)},
    )
    assert list(other_finishes(CLUB, nobody)) == []
    swapped = [[one.hands[seat].augen for seat in (2, 3, 4)] for _slip, _seat, one in exchanged(nobody)]
    assert swapped == [[30, 20, 40], [40, 30, 20], [20, 40, 30]]


def test_a_missing_row_is_told_only_where_the_paper_has_all_augen():
    whole = {1: Difference(augen=0), 2: Difference(augen=0), 3: Difference(augen=20), 4: Difference(augen=8)}
    assert list(missing_rows(CLUB, 1, whole))
    for missing in (Difference(), Difference(augen=-1)):
        assert list(missing_rows(CLUB, 1, {**whole, 3: missing})) == []
    assert list(opening_marks(BASIC, (2, 3))) == [{2: False, 3: False}]
    assert [tuple(one.values()) for one in opening_marks(CLUB, (2, 3))] == [
        (False, False),
        (True, False),
        (False, True),
        (True, True),
    ]


def test_what_happens_more_often_has_the_smaller_number():
    assert [(slip.name, slip.value) for slip in Slip] == [
        ("AUGEN_SWAPPED_DIGITS", 1), ("AUGEN_ONE_DIGIT", 2), ("OPENED", 3), ("FINISH", 4), ("AUGEN_LOST_DIGIT", 5),
        ("HANDS_EXCHANGED", 6), ("WINNER_EXCHANGED", 7), ("ROW_MISSING", 8), ("ROW_TOO_MANY", 9), ("AUGEN_OTHER", 10),
    ]  # fmt: skip
