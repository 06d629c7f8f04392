"""What a turn leaves to the next one of the same player."""

from __future__ import annotations

import pytest

from scoring.engine.notation import read_card, read_cards
from scoring.engine.play import play, play_turn, step_refusal
from scoring.engine.refusals import Breach
from scoring.engine.state import State
from scoring.engine.turns import Discard, Draw, LayDown, PickUp
from tests.scoring.play.places import Row, position, turn_of


def after(who: str, holds: str, pile: str, turn: str) -> State:
    """Seat 1 has taken this turn, the others drew and discarded, and it is seat 1's turn again."""
    row = Row(who=who, holds=holds, table="", pile=pile, stock="♣9", turn=turn, verdict="", paragraph="")
    state = play_turn(position(row), turn_of(row))
    while state.to_move != 1:
        state = play(state, Draw(card=state.stock[-1]))
        state = play(state, Discard(card=state.player.hand[0]))
    return play(state, Draw(card=state.stock[-1]))


def breach(state: State, step) -> Breach | None:
    forbidden = step_refusal(state, step)
    return forbidden.breach if forbidden else None


def test_the_card_that_was_picked_up_may_go_in_a_later_turn():
    five = Discard(card=read_card("♦5"))
    taken = play(
        position(
            Row(
                who="basic",
                holds="♣2 ♠9 ♥K",
                table="",
                pile="♦5",
                stock="♣9",
                turn="",
                verdict="",
                paragraph="",
            )
        ),
        PickUp(card=five.card),
    )
    assert breach(taken, five) is Breach.SAME_CARD_BACK
    assert breach(after("basic", "♣2 ♠9 ♥K", "♦5", "nimmt ♦5; ab ♠9"), five) is None


@pytest.mark.parametrize("who", ["club", "fed"])
def test_who_failed_to_open_may_try_again_in_the_next_turn(who):
    whole = LayDown(melds=(read_cards("♥B ♥D ♥K ♥A"),))
    state = after(who, "♥B ♥D ♥K ♥A ♣10 ♠9", "♦5", "zieht ♣9; legt ♥B ♥D ♥K; ab ♠9")
    assert not state.player.opened
    assert breach(state, whole) is None
