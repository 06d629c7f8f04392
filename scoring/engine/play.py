"""Play: from one position to the next, with the paragraph for every no.

    play(state, step)        the position after one step
    play_turn(state, turn)   the position after a whole turn, which has to be brought to its end

A step that the rules forbid raises `Forbidden` and changes nothing. A failed opening is not forbidden: the rules
say what follows from it, and that is what is played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scoring.engine.play_board import OVER, PlayBoard
from scoring.engine.play_melds import lay_down, lay_off_cards, swap_joker
from scoring.engine.play_piles import discard, draw, pick_up, put_back, recount_hand
from scoring.engine.refusals import Breach, Forbidden
from scoring.engine.state import State
from scoring.engine.turns import Discard, Draw, LayDown, LayOff, PickUp, PutBack, Recount, Step, Swap, Turn

DEEDS: dict[type[Any], Callable[[PlayBoard, Any], None]] = {
    Draw: draw,
    PickUp: pick_up,
    LayDown: lay_down,
    LayOff: lay_off_cards,
    Swap: swap_joker,
    Discard: discard,
    PutBack: put_back,
    Recount: recount_hand,
}


def play(state: State, step: Step) -> State:
    """The position after a step of the player who is to move."""
    board = PlayBoard(state)
    DEEDS[type(step)](board, step)
    return board.state()


def play_turn(state: State, turn: Turn) -> State:
    """The position after a whole turn."""
    board = PlayBoard(state)
    take_turn(board, turn)
    return board.state()


def allows(state: State, step: Step) -> bool:
    """Whether a step may be taken."""
    return step_refusal(state, step) is None


def step_refusal(state: State, step: Step) -> Forbidden | None:
    """Why a step may not be taken."""
    try:
        DEEDS[type(step)](PlayBoard(state), step)
    except Forbidden as forbidden:
        return forbidden
    return None


def take_turn(board: PlayBoard, turn: Turn) -> None:
    """All steps of a turn on the board; it is over with the last one and not before."""
    seat = board.playing[board.at]
    if turn.seat != seat:
        over = board.phase is OVER
        raise board.forbid(Breach.GAME_IS_OVER if over else Breach.OTHER_SEAT, seat=turn.seat, turn=seat)
    number = board.turn
    for step in turn.steps:
        if board.turn != number:
            raise board.forbid(Breach.TURN_IS_OVER, seat=seat)
        DEEDS[type(step)](board, step)
    if board.turn == number and board.phase is not OVER:
        raise board.forbid(Breach.TURN_NOT_OVER)
