"""Numbers that one question in thousands depends on: places, defaults and bounds of records, words and cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from scoring.engine.best import best
from scoring.engine.cards import HEARTS, JOKER, RANKS, augen, census, full_deck
from scoring.engine.law import AceInRun, Finish, GoingOut, JokerShare, LastCard, OpenCard
from scoring.engine.melds import demand, share_allows
from scoring.engine.notation import NotACard, read_card, read_cards, write_cards, write_melds
from scoring.engine.patterns import UNIT, patterns_of
from scoring.engine.record_reader import UnreadableRecord, read_record
from scoring.engine.record_words import TextPart
from scoring.engine.refusals import Breach
from scoring.engine.replay import TurnVerdict, replay
from scoring.engine.replay_score import scores
from scoring.engine.solver import TooManyCards
from scoring.engine.solver_out import goes_out
from scoring.engine.solver_plain import best_plainly
from scoring.engine.spelling import LONGEST, likely, near_ranks
from scoring.engine.table_turn import best_turn
from scoring.engine.turns import Left, Outcome, Turn
from scoring.sentence import Refusal
from tests.laws import CLUB_2018, FEDERATION


def test_too_many_of_a_card_and_too_many_jokers_are_cited_each_from_its_paragraph():
    law = replace(CLUB_2018, paragraphs={"decks": "Regel 1a", "jokers": "Regel 1b"})
    found = census(read_cards("♥7 ♥7 ♥7 ★ ★ ★ ★ ★ ★ ★"), law=law)
    assert {one.card: one.paragraph for one in found} == {read_card("♥7"): "Regel 1a", JOKER: "Regel 1b"}


# --- words --------------------------------------------------------------------------------------------------


def test_a_text_of_two_cards_is_refused_from_its_begin():
    with pytest.raises(NotACard) as refused:
        read_card(" ♥7 ♥8")
    assert (refused.value.at, refused.value.word) == (0, "♥7 ♥8")


def test_signs_without_a_letter_are_no_words():
    assert read_cards("♥7 \u0301 ♥8") == read_cards("♥7 ♥8")


def test_the_numeral_with_an_umlaut_and_without():
    assert {write_cards([read_card(word)]) for word in ("Herz fünf", "Herz fuenf", "Herz funf")} == {"♥5"}


def test_of_two_words_that_are_near_the_nearer_is_meant():
    assert near_ranks("dwei") == (1,)
    assert near_ranks("rwei") == (1,)
    assert write_cards(likely("kreo7")) == "♦7"


def test_words_up_to_a_length_are_slips_of_the_pen():
    assert LONGEST == 24
    assert write_cards(likely("kreuz" + "-" * 18 + "7")) == "♣7"
    assert likely("kreuz" + "-" * 19 + "7") == ()


def test_a_part_of_a_text_stands_in_no_line_until_somebody_says_so():
    assert TextPart("a", 0, "a").number == 0


# --- records ------------------------------------------------------------------------------------------------


def record(*, second: str = "♥7", turns: str = "") -> str:
    return (
        f"Rommé 1\nRegeln: club\nPlätze: 4\nGeber: 1\nBlatt 2: {second}\nBlatt 3: ♣8\nBlatt 4: ♣9\n"
        f"Offen: ♥A\n{turns}"
    )


def test_two_games_are_refused_at_the_begin():
    with pytest.raises(UnreadableRecord) as refused:
        read_record("\n" + record() + record())
    assert (refused.value.at, refused.value.line, refused.value.column) == (0, 1, 1)


FOURTEEN = "♥D ♥K ♣10 ♠10 ♣2 ♣4 ♠2 ♠3 ♠4 ♦2 ♦3 ♦4 ♦7 ♦8"


def test_one_card_too_many_is_too_many():
    told = replay(read_record(record(second=FOURTEEN)), CLUB_2018)
    first = next(note for note in told.notes if note.turn == 0)
    assert first.mended == "too_many_cards"


def test_a_turn_is_told_with_what_was_mended_in_it_and_its_paragraph():
    thirteen = FOURTEEN.removesuffix(" ♦8")
    told = replay(
        read_record(record(second=thirteen, turns="1. 2: nimmt ♥A; legt ♥D ♥K ♥A; zurück\n")), CLUB_2018
    )
    [turn] = told.turns
    assert (turn.verdict, turn.paragraph, len(turn.sentences)) == (TurnVerdict.LEGAL, "Regel 6", 1)


def test_what_is_wrong_with_the_deal_is_in_no_line():
    told = replay(read_record(record(second="♥7 ♥7 ♥7")), CLUB_2018)
    assert told.refused is not None
    assert (told.refused.turn, told.refused.line) == (0, 0)


def test_turns_are_the_same_wherever_they_stand():
    assert Turn(seat=1, steps=()).line == 0
    assert Turn(seat=1, steps=(), line=3) == Turn(seat=1, steps=(), line=4)


# --- scores -------------------------------------------------------------------------------------------------


def test_an_exhausted_stock_gains_nobody_anything():
    assert Outcome(finish=Finish.EXHAUSTED, winner=None, hands={1: Left(augen=60, opened=True)}).gain == 0


def test_to_a_target_of_one_and_over_one_deal():
    won = Outcome(finish=Finish.PLAIN, winner=1, hands={2: Left(augen=1, opened=True)})
    assert [one.over for one in scores([won, won], seats=(1, 2), target=1)] == [True]
    assert [one.over for one in scores([won, won], seats=(1, 2), deals=1)] == [True]


# --- four packs ---------------------------------------------------------------------------------------------


def test_four_of_a_card_are_four():
    four = replace(CLUB_2018, decks=4, jokers=8)
    kings = best(read_cards("♥K ♥K ♥K ♥K ♣2 ♠3"), four)
    assert kings.least is not None
    assert kings.least.discard == read_card("♥K")
    melds = goes_out(read_cards(" ".join(["♥7 ♣7 ♠7"] * 4 + ["♣2"])), four)
    assert melds is not None


# --- hands that are none, and ways out ----------------------------------------------------------------------


@pytest.mark.parametrize("count", [3, 8, 10, 11, 14, 15, 16])
def test_too_many_of_a_face_are_refused_and_do_not_run_over_into_the_next(count):
    """From eleven on they once ran over unseen, and the hand got an answer."""
    for law in (CLUB_2018, FEDERATION):
        with pytest.raises(Refusal):
            best(read_cards("♥7 " * count), law)
        with pytest.raises(Refusal):
            goes_out(read_cards("♥7 " * count), law)


def test_twenty_cards_are_answered_and_one_more_is_not():
    deck = list(dict.fromkeys(full_deck(CLUB_2018)))
    assert best(deck[:20], CLUB_2018).least is not None
    with pytest.raises(TooManyCards):
        best(deck[:21], CLUB_2018)


def game(law, turns: str, **hands: str):
    """A game of known cards: the hands as they are said, the stock sorted, its first card as the first turn draws it."""
    seats = {int(name[1:]): read_cards(cards) for name, cards in hands.items()}
    first = read_cards(turns.split(";", maxsplit=1)[0].split("zieht ")[1])
    left = Counter(full_deck(law))
    left.subtract([card for cards in (*seats.values(), first, read_cards("♠K")) for card in cards])
    stock = [*first, *sorted(left.elements())]
    said = "\n".join(f"Blatt {seat}: {write_cards(cards)}" for seat, cards in seats.items())
    text = f"Rommé 1\nRegeln: club\nPlätze: 4\nGeber: 1\n{said}\nOffen: ♠K\nStapel: {write_cards(stock)}\n1. 2: {turns}\n"
    return replay(read_record(text), law), stock


THIRTEEN = "♥7 ♥8 ♥9 ♥10 ♣2 ♠2 ♦2 ♣3 ♠3 ♦3 ♣4 ♠4 ♦4"


def test_whoever_has_too_few_draws_up_clockwise_from_the_winners_left():
    told, stock = game(
        CLUB_2018,
        "zieht ♥2; legt ♥7 ♥8 ♥9 ♥10 | ♣2 ♠2 ♦2 | ♣3 ♠3 ♦3 | ♣4 ♠4 ♦4; ab ♥2",
        b2=THIRTEEN, b3="♣9", b4="♦9",
    )  # fmt: skip
    assert told.outcome is not None
    drawn = [augen(stock[1:13], CLUB_2018), augen(stock[13:25], CLUB_2018)]
    assert drawn[0] != drawn[1]
    assert [told.outcome.hands[seat].augen for seat in (3, 4)] == [9 + drawn[0], 9 + drawn[1]]


def test_twelve_melded_cards_are_no_way_out():
    """Whoever was dealt too few melds all but one: thirteen have to lie, and the discard is none of them."""
    told, _stock = game(
        CLUB_2018,
        "zieht ♥4; legt ♥10 ♥B ♥D ♥K | ♣2 ♠2 ♦2 ♥2 | ♣3 ♠3 ♦3 ♥3; ab ♥4",
        b2="♥10 ♥B ♥D ♥K ♣2 ♠2 ♦2 ♥2 ♣3 ♠3 ♦3 ♥3", b3="♣9", b4="♦9",
    )  # fmt: skip
    assert told.refused is not None
    assert told.refused.sentence.values == {"expected": 13, "melded": 12}


def test_a_superromme_with_lay_offs_counts_all_own_melds():
    told, _stock = game(
        replace(FEDERATION, super_with_layoffs=True),
        "zieht ♥A; legt ♥10 ♥B ♥D ♥K; an 1 ♥A; legt ♣2 ♠2 ♦2 | ♣3 ♠3 ♦3 | ♣4 ♠4 ♦4",
        b2="♥10 ♥B ♥D ♥K ♣2 ♠2 ♦2 ♣3 ♠3 ♦3 ♣4 ♠4 ♦4", b3="♣9 ♠9 ♦9 ♥9 ♣5 ♠5 ♦5 ♥5 ♣6 ♠6 ♦6 ♥6 ♥7", b4=THIRTEEN,
    )  # fmt: skip
    assert told.refused is None
    assert told.outcome is not None
    assert told.outcome.finish is Finish.SUPER


# --- of two turns that leave the same the one that lays more ------------------------------------------------

NO_DISCARD = replace(CLUB_2018, going_out=GoingOut.ANY)


@pytest.mark.parametrize(
    ("law", "hand", "least", "least_opened"),
    [
        # without a discard the whole frontier is judged: the run first, then the group
        (NO_DISCARD, "♥A ♥A ♥3 ♣7 ♠7 ★", "♣7 ★ ♠7", None),
        (replace(NO_DISCARD, opening_augen=12), "♥A ♥A ♥3 ♥4 ♠3 ♠5 ♠6 ♣7 ♦7 ★", "♥A ★ ♥3 ♥4", "♣7 ★ ♦7"),
        # with the last rows apart, suit by suit: the third suit has the better one
        (CLUB_2018, "♣D ♣K ♠A ♠A ♠2 ♠4 ♠5 ♥6 ♥7 ♥9 ★", "♥6 ♥7 ★ ♥9", None),
        (
            replace(CLUB_2018, opening_augen=20, ace_in_run=AceInRun.BOTH),
            "♣A ♣2 ♣4 ♣5 ♣D ♠3 ♠4 ♠6 ♠7 ♥5 ♥7 ♥8 ★", "♣A ♣2 ★ ♣4 ♣5", "♥5 ★ ♥7 ♥8",
        ),
    ],
)  # fmt: skip
def test_what_leaves_as_little_and_counts_for_more_is_better(law, hand, least, least_opened):
    found = best(read_cards(hand), law)
    assert str(found.least) == least
    assert (found.least_opened and str(found.least_opened)) == least_opened


def test_two_runs_take_whatever_a_run_from_ace_to_ace_takes():
    """So the search for a way out never needs one. Every choice of places for jokers that does not split as it lies."""
    tried = 0
    for share, ace in product((JokerShare.FEWER, JokerShare.NOT_MORE), (AceInRun.BOTH, AceInRun.CORNER)):
        law = replace(CLUB_2018, decks=4, jokers=8, joker_share=share, jokers_adjacent=True, ace_in_run=ace)
        for places in product((False, True), repeat=RANKS - 1):
            jokers = sum(places)
            if not share_allows(RANKS + 1 - jokers, jokers, law) or splits(places, law):
                continue
            ranks = [0, *[rank for rank, joker in enumerate(places, 1) if not joker], 0]
            hand = [HEARTS * RANKS + rank for rank in ranks] + [JOKER] * jokers
            assert goes_out([*hand, read_card("♣2")], law) is not None
            tried += 1
    assert tried == 2 * (84 + 140)


def splits(places, law):
    """Whether a run from ace to ace with jokers at these places can be cut into two."""
    line = [False, *places, False]
    return any(
        all(share_allows(part.count(False), part.count(True), law) for part in (line[:at], line[at:]))
        for at in range(3, RANKS - 1)
    )


# --- the open card that has to be used ----------------------------------------------------------------------


def test_with_one_card_in_the_hand_nobody_finishes_by_mauscheln():
    table = [demand(read_cards("♥5 ♥6 ♥7"), FEDERATION)]
    law = replace(
        FEDERATION,
        going_out=GoingOut.ANY,
        last_card=LastCard.FREE,
        mauscheln=True,
        open_card=OpenCard.MUST_USE,
    )
    one = best_turn(table, read_cards("♥8"), law, open_card=read_card("♥9"))
    assert (one.finish, one.paragraph) == (None, "§5.9")
    two = best_turn(table, read_cards("♥8 ♣K"), law, open_card=read_card("♥9"))
    assert two.finish is not None


@pytest.mark.parametrize(
    ("law", "hand", "card"),
    [
        (replace(CLUB_2018, decks=4, jokers=8), "♥7 ♣7 ♠7 ♥7 ♣7 ♦7 ♠7 ♦7 ♣2", "♥7"),
        (CLUB_2018, "♥3 ♦3 ♥6 ♦6 ★ ♥10 ♦10 ★ ♣2", "★"),
    ],
)
def test_the_open_card_may_lie_in_three_melds(law, hand, card):
    """It once was told that at least 0 Augen stay in the hand, and that this is no finish."""
    turn = best_turn([], read_cards(hand), law, open_card=read_card(card)).finish
    assert turn is not None
    assert (len(turn.melds), turn.discard, turn.left) == (3, read_card("♣2"), 0)
    assert write_melds(turn.melds).count(card) == 3


# --- small numbers of the search ----------------------------------------------------------------------------


def test_without_jokers_and_with_few_melds_every_lay_out_is_weighed():
    """A run and a group that share the 3: with the ace melded the discard is a 3, or the king."""
    group = best(read_cards("♥A ♥2 ♥3 ♣3 ♠3"), CLUB_2018).least
    assert group is not None
    assert (str(group), group.left) == ("♣3 ♠3 ♥3", 2)
    both = best(read_cards("♥A ♥2 ♥3 ♣3 ♠3 ♦K"), CLUB_2018)
    assert (str(both.opening), str(both.least)) == ("♣3 ♠3 ♥3", "♥A ♥2 ♥3")


@pytest.mark.parametrize("hand", ["♥7 ★", "♥7 ♣7 ♠7"])
def test_where_nothing_has_to_be_opened_to_keep_everything_is_enough(hand):
    kept = best(read_cards(hand), replace(CLUB_2018, opening_augen=0)).least_opened
    assert kept is not None
    assert kept.melds == ()


def test_the_runs_of_a_suit_stand_by_what_they_gain():
    held = sum(UNIT[rank] for rank in (0, 1, 3, 8, 9, 11))
    gains = [run[1] for run in patterns_of(CLUB_2018).runs_of(held, 1).last]
    assert len(gains) > 3
    assert gains == sorted(gains, reverse=True)


def test_the_plain_solver_too_takes_what_counts_for_more():
    law = replace(CLUB_2018, opening_augen=5)
    found = best_plainly(read_cards("♥A ♥A ♥3 ♣7 ♠7 ★"), law)
    assert found.least == found.least_opened
    assert found.least is not None
    assert (found.least.value, found.least.left) == (21, 14)


def test_of_two_openings_that_count_the_same_the_one_that_leaves_less():
    opening = best_plainly(read_cards("♥A ♥2 ♥3 ♣2 ♠2"), CLUB_2018).opening
    assert opening is not None
    assert (opening.value, opening.left, set(opening.melds[0])) == (6, 2, set(read_cards("♥A ♥2 ♥3")))


def test_where_a_joker_counts_the_same_on_both_sides_it_is_laid_behind():
    assert str(best(read_cards("♥B ♥D ★ ♣2"), CLUB_2018).least) == "♥B ♥D ★"


# --- the best turn at a table -------------------------------------------------------------------------------


def test_an_open_joker_that_fits_nothing_is_put_back():
    told = best_turn([], read_cards("♣2 ♥9 ♠K"), CLUB_2018, open_card=JOKER)
    assert (told.least, told.paragraph) == (None, "Regel 4")


@pytest.mark.parametrize(
    ("other", "hand", "finish"),
    [
        ({"going_out": GoingOut.ANY}, "♣K ♠K ♥K ♦K ♥8 ♥9", Finish.HAND_WITH_LAYOFF),
        ({"super_with_layoffs": True}, "♣K ♠K ♥K ♦K ♥8", Finish.SUPER),
        ({}, "♣K ♠K ♥K ♦K ♥8", Finish.HAND),
    ],
)
def test_of_the_ways_out_the_one_that_is_worth_most(other, hand, finish):
    table = [demand(read_cards("♥5 ♥6 ♥7"), FEDERATION)]
    turn = best_turn(table, read_cards(hand), replace(FEDERATION, **other), opened=False).finish
    assert turn is not None
    assert turn.finish is finish


def test_after_the_opening_a_swapped_joker_goes_into_another_meld():
    table = [demand(read_cards("♥5 ★ ♥7"), CLUB_2018)]
    turn = best_turn(table, read_cards("♣K ♠K ♥K ♦K ♥6 ♣9 ♠9 ♦2"), CLUB_2018, opened=False).finish
    assert turn is not None
    assert (len(turn.melds), turn.discard) == (2, read_card("♦2"))


# --- whose turn it is ---------------------------------------------------------------------------------------


def test_a_turn_of_another_seat_is_refused_before_the_end_and_after_it():
    early = replay(read_record(record(second=THIRTEEN, turns="1. 3: zieht ♥2; ab ♥2\n")), CLUB_2018)
    late, _stock = game(
        CLUB_2018,
        "zieht ♥2; legt ♥7 ♥8 ♥9 ♥10 | ♣2 ♠2 ♦2 | ♣3 ♠3 ♦3 | ♣4 ♠4 ♦4; ab ♥2\n2. 3: zieht ♣5; ab ♣5",
        b2=THIRTEEN, b3="♣9", b4="♦9",
    )  # fmt: skip
    assert [told.refused and told.refused.breach for told in (early, late)] == [
        Breach.OTHER_SEAT,
        Breach.GAME_IS_OVER,
    ]
