"""The points table row by row, and what a hand thrown together costs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.law import Finish
from scoring.points import (
    HandLeft,
    ImpossibleResult,
    Result,
    Score,
    all_cards,
    check_result,
    loose_hand,
    possible_finishes,
    score,
)
from scoring.rules import built_in

BASIC, CLUB, FEDERATION = built_in("basic"), built_in("club_2018"), built_in("federation")
TABLES = pytest.mark.parametrize("rules", [CLUB, FEDERATION], ids=lambda rules: rules.key)


def opened(augen):
    return HandLeft(augen=augen, opened=True)


def unopened(augen):
    return HandLeft(augen=augen, opened=False)


def won(winner, finish=Finish.PLAIN, /, **hands):
    return Result(finish=finish, winner=winner, hands={int(seat[1:]): hand for seat, hand in hands.items()})


def exhausted(**hands):
    return won(None, Finish.EXHAUSTED, **hands)


@TABLES
@pytest.mark.parametrize(
    ("finish", "points"), [(Finish.HAND, 8), (Finish.HAND_WITH_LAYOFF, 6), (Finish.PLAIN, 5)]
)
def test_the_winner_gets_the_value_of_the_finish(rules, finish, points):
    result = won(2, finish, p3=opened(7), p4=unopened(55))
    assert score(rules, result)[2] == Score(points=points, augen=0, cross=False)


@TABLES
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        (opened(2), 3),
        (opened(10), 3),
        (opened(11), 2),
        (opened(30), 2),
        (opened(31), 1),
        (opened(153), 1),
        (unopened(31), 0),
        (unopened(100), 0),
    ],
)
def test_a_loser_gets_the_points_of_his_bracket(rules, hand, points):
    assert score(rules, won(1, p2=hand))[2] == Score(points=points, augen=hand.augen, cross=False)


@TABLES
@pytest.mark.parametrize("augen", [101, 197])
def test_more_than_a_hundred_unopened_is_a_cross_and_its_augen_stay(rules, augen):
    assert score(rules, won(1, p2=unopened(augen)))[2] == Score(points=-1, augen=augen, cross=True)


def test_superromme_counts_where_the_organiser_has_given_it_a_value():
    assert score(FEDERATION, won(1, Finish.SUPER, p2=opened(5)))[1].points == 10
    assert "points.super" in FEDERATION.to_confirm


@pytest.mark.parametrize("rules", [BASIC, CLUB], ids=lambda rules: rules.key)
def test_superromme_without_a_value_is_refused_with_a_sentence(rules):
    result = won(1, Finish.SUPER, p2=opened(5))
    for judged in (lambda: score(rules, result), lambda: check_result(rules, result, playing=(1, 2))):
        with pytest.raises(ImpossibleResult, match=r"Superrommé hat nach .* keinen Wert"):
            judged()


@TABLES
def test_an_exhausted_stock_has_no_winner_and_counts_every_hand(rules):
    scores = score(rules, exhausted(p2=opened(10), p3=opened(31), p4=unopened(120)))
    assert {seat: worth.points for seat, worth in scores.items()} == {2: 3, 3: 1, 4: -1}


@TABLES
def test_the_dealer_who_sits_out_has_no_value_and_not_zero(rules):
    assert 1 not in score(rules, won(2, p3=opened(4), p4=opened(4)))


def test_in_the_basic_rules_the_winner_takes_the_augen_of_all_others():
    scores = score(BASIC, won(3, p1=unopened(12), p2=unopened(30)))
    assert scores[3] == Score(points=42, augen=0, cross=False)
    assert scores[1] == Score(points=0, augen=12, cross=False)


@pytest.mark.parametrize("finish", [Finish.HAND, Finish.HAND_WITH_LAYOFF, Finish.SUPER, Finish.EXHAUSTED])
def test_the_basic_rules_know_one_finish(finish):
    winner = 1 if finish.has_winner else None
    with pytest.raises(ImpossibleResult):
        check_result(BASIC, won(winner, finish, p2=unopened(3)), playing=(1, 2))


def test_a_form_offers_what_can_happen():
    assert possible_finishes(BASIC) == (Finish.PLAIN,)
    assert possible_finishes(CLUB) == (Finish.PLAIN, Finish.HAND_WITH_LAYOFF, Finish.HAND, Finish.EXHAUSTED)
    assert possible_finishes(FEDERATION) == (
        Finish.PLAIN,
        Finish.HAND_WITH_LAYOFF,
        Finish.HAND,
        Finish.SUPER,
        Finish.EXHAUSTED,
    )


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (won(None, p2=opened(4), p3=opened(4), p4=opened(4)), "Es fehlt, wer gewonnen hat"),
        (won(1, p2=opened(4), p3=opened(4), p4=opened(4)), "Platz 1 spielt in diesem Spiel nicht mit und"),
        (won(2, p2=opened(4), p3=opened(4), p4=opened(4)), "Platz 2 hat gewonnen und hat keine Karten"),
        (won(2, p3=opened(4)), "Für Platz 4 fehlen die Augen"),
        (won(2, p1=opened(4), p3=opened(4), p4=opened(4)), "Platz 1 spielt in diesem Spiel nicht mit. Bitte"),
        (won(2, p3=opened(-1), p4=opened(4)), "Platz 3: Augen können nicht kleiner als 0 sein"),
        (won(2, p3=opened(4), p4=unopened(881)), "mehr, als alle Karten zusammen haben"),
        (won(2, p3=opened(4), p4=unopened(10**40)), "mehr, als alle Karten zusammen haben"),
        (won(2, Finish.EXHAUSTED, p3=opened(4), p4=opened(4)), "gewinnt niemand"),
        (exhausted(p2=opened(4), p3=opened(4)), "Für Platz 4 fehlen die Augen"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(result, sentence):
    with pytest.raises(ImpossibleResult, match=sentence):
        check_result(CLUB, result, playing=(2, 3, 4))


@TABLES
@pytest.mark.parametrize("augen", [0, 1, 198, 880])
def test_what_is_only_unlikely_is_left_to_the_verification(rules, augen):
    check_result(rules, won(2, p3=opened(augen), p4=unopened(augen)), playing=(2, 3, 4))


def test_all_cards_of_two_packs_and_six_jokers():
    assert (all_cards(CLUB.law), all_cards(BASIC.law)) == (880, 340)


@TABLES
@pytest.mark.parametrize(
    ("hand", "points_before", "augen_after", "points_after"),
    [
        (opened(7), 3, 11, 2),
        (opened(10), 3, 11, 2),
        (opened(11), 2, 31, 1),
        (opened(30), 2, 31, 1),
        (opened(31), 1, 31, 0),
        (opened(99), 1, 99, 0),
        (unopened(60), 0, 101, -1),
        (unopened(100), 0, 101, -1),
        (unopened(101), -1, 101, -2),
        (unopened(170), -1, 170, -2),
    ],
)
def test_a_loose_hand_costs_a_point_and_lifts_the_augen(
    rules, hand, points_before, augen_after, points_after
):
    worth = score(rules, won(1, p2=hand))[2]
    penalty = loose_hand(rules, hand, offence=1)
    assert worth.points == points_before
    assert (worth.augen + penalty.augen, worth.points + penalty.points) == (augen_after, points_after)
    assert not penalty.referee_needed


@TABLES
@pytest.mark.parametrize("offence", [2, 3, 7])
def test_from_the_second_offence_the_referee_is_called_and_one_more_point_goes(rules, offence):
    penalty = loose_hand(rules, opened(7), offence=offence)
    assert (penalty.points, penalty.augen, penalty.referee_needed) == (-2, 4, True)


def test_the_basic_rules_know_no_such_penalty():
    with pytest.raises(ImpossibleResult, match="kennt keine Strafe"):
        loose_hand(BASIC, unopened(7), offence=1)


hands = st.builds(HandLeft, augen=st.integers(0, 880), opened=st.booleans())


@given(hand=hands, offence=st.integers(1, 9), rules=st.sampled_from([CLUB, FEDERATION]))
def test_a_penalty_never_helps(hand, offence, rules):
    penalty = loose_hand(rules, hand, offence=offence)
    assert penalty.points < 0 <= penalty.augen


@given(less=hands, more=hands, rules=st.sampled_from([CLUB, FEDERATION]))
def test_who_holds_more_never_gets_more_points(less, more, rules):
    scores = score(rules, exhausted(p1=less, p2=more))
    if less.opened == more.opened and less.augen <= more.augen:
        assert scores[1].points >= scores[2].points
    if less.opened and not more.opened:
        assert scores[1].points > scores[2].points


@given(st.dictionaries(st.integers(2, 6), hands, min_size=1))
def test_in_the_basic_rules_no_augen_are_lost(left):
    scores = score(BASIC, Result(finish=Finish.PLAIN, winner=1, hands=left))
    assert scores[1].points == sum(worth.augen for worth in scores.values())
