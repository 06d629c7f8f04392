"""Positions by hand: what a turn begins with, the open card, who may sit and deal."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from scoring.engine.law import FailedOpening, GoingOut, LastCard, OpenCard, StockEmpty
from scoring.engine.notation import read_cards
from scoring.engine.play_board import PlayBoard
from scoring.engine.player import shuffled
from scoring.engine.refusals import Breach, Forbidden
from scoring.engine.state import Doing, Position, begin, deal
from tests.laws import BASIC
from tests.scoring.play.places import LAWS, Row, breach, position, turn_of


def test_at_the_begin_of_a_turn_nothing_is_done_and_one_card_is_to_be_drawn():
    done = {one.name: getattr(Doing(), one.name) for one in fields(Doing)}
    assert done.pop("draws") == 1
    assert not any(done.values()), done


def test_a_hand_is_right_unless_it_is_said_otherwise():
    hand = Position(seat=1, hand=(7,))
    assert (hand.opened, hand.surplus, hand.barred) == (False, 0, False)


def test_the_open_card_lies_on_top_of_the_pile():
    state = deal(shuffled(BASIC, 1), law=BASIC, seats=3, dealer=1)
    assert state.open_card == state.pile[0]
    assert replace(state, pile=(3, 4, 5)).open_card == 5
    assert replace(state, pile=()).open_card is None


def test_the_dealer_sits_at_the_table():
    pack = shuffled(BASIC, 1)
    hands = {1: pack[:7], 2: pack[7:14], 3: pack[14:21]}
    assert begin(hands, pack[21], pack[22:], law=BASIC, seats=3, dealer=3).to_move == 1
    with pytest.raises(Forbidden) as refused:
        begin(hands, pack[21], pack[22:], law=BASIC, seats=3, dealer=4)
    assert refused.value.breach is Breach.WRONG_SEATS


@pytest.mark.parametrize(("held", "told"), [("♥5", "fits_not_at_once"), ("♥5 ♥6", None)])
def test_mauscheln_needs_two_cards(held, told):
    """Where the last card may be finished with as one likes, one card and the open one behind it are not enough."""
    last = held.rsplit(maxsplit=1)[-1]
    picked = read_cards("♥6" if last == "♥5" else "♥7")
    [sign] = [f"♥{card % 13 + 1}" for card in picked]
    row = Row(
        who="club",
        holds=f"+{held}",
        table="♥2 ♥3 ♥4",
        pile=sign,
        stock="♣9",
        turn=f"nimmt {sign}; an 1 {held} {sign}",
        verdict="",
        paragraph="",
    )
    law = replace(LAWS["club"], going_out=GoingOut.ANY, last_card=LastCard.FREE)
    forbidden = breach(PlayBoard(replace(position(row), law=law)), turn_of(row))
    assert (forbidden and forbidden.breach.value) == told


def test_a_pile_that_was_turned_over_is_known():
    """Whoever replays a game of which only the draws are known knows the stock from then on."""
    law = replace(LAWS["basic"], stock_empty=StockEmpty.TURN_OVER)
    row = Row(
        who="basic",
        holds="♥5 ♠9",
        table="",
        pile="♥2 ♠3 ♦4",
        stock=".",
        turn="zieht ♥2; ab ♠9",
        verdict="",
        paragraph="",
    )
    board = PlayBoard(replace(position(row), law=law))
    board.stock_known = False
    assert breach(board, turn_of(row)) is None
    assert board.stock_known


def said_of(row: Row, **other: Any) -> Forbidden | None:
    law = replace(LAWS[row.who], **other)
    return breach(PlayBoard(replace(position(row), law=law)), turn_of(row))


def test_an_opening_with_a_wrong_meld_is_refused_where_nothing_follows_from_it():
    row = Row(
        who="fed",
        holds="♥10 ♥B ♥D ♠10 ♠B ♦5",
        table="",
        pile="♣2",
        stock="♣9",
        turn="zieht ♣9; legt ♥10 ♥B ♥D / ♠10 ♠B ♦5; ab ♣9",
        verdict="",
        paragraph="",
    )
    forbidden = said_of(row, failed_opening=FailedOpening.NONE)
    assert forbidden is not None
    assert forbidden.breach is Breach.NOT_A_MELD


@pytest.mark.parametrize(("five", "told"), [("♥2 ♥3 ♥4", Breach.OPENING_TOO_LOW), ("♥3 ♥4 ♥5", None)])
def test_a_superromme_with_lay_offs_opens_with_forty(five, told):
    """The other three melds count 30, this one 9 or 12: what is laid off is not counted."""
    melds, last = f"♣3 ♠3 ♦3 ♥3 / ♣2 ♠2 ♦2 / ♠3 ♠4 ♠5 / {five}", "♥5" if "♥2" in five else "♥6"
    row = Row(
        who="fed",
        holds=melds.replace("/ ", ""),
        table="",
        pile="♣8",
        stock=last,
        turn=f"zieht {last}; legt {melds}; an 4 {last}",
        verdict="",
        paragraph="",
    )
    forbidden = said_of(row, super_with_layoffs=True)
    assert (forbidden and forbidden.breach) == told


def test_the_open_card_alone_is_not_kept_where_it_may_not_go_back():
    """Taken freely it cannot be discarded at once; the last other card has to stay."""
    row = Row(
        who="club",
        holds="+♥5 ♠5",
        table="♥2 ♥3 ♥4 / ♠2 ♠3 ♠4",
        pile="♦K",
        stock="♣9",
        turn="nimmt ♦K; an 1 ♥5; an 2 ♠5",
        verdict="",
        paragraph="",
    )
    forbidden = said_of(row, open_card=OpenCard.FREE, mauscheln=False)
    assert forbidden is not None
    assert forbidden.breach is Breach.NOTHING_TO_DISCARD


def test_a_last_card_that_is_no_finish_may_stay_where_it_can_be_laid_off():
    """Four of five cards lie: no Hand-Rommé, for which all that was dealt has to lie; but the fifth fits."""
    row = Row(
        who="fed",
        holds="♥B ♥D ♥K ♥A",
        table="",
        pile="♣8",
        stock="♥10",
        turn="zieht ♥10; legt ♥B ♥D ♥K ♥A; an 1 ♥10",
        verdict="",
        paragraph="",
    )
    assert said_of(row, super_with_layoffs=True) is None
    forbidden = said_of(row)
    assert forbidden is not None
    assert forbidden.breach is Breach.HAND_NEEDS_ALL
