"""Ways on: nobody may lay so that his turn cannot be brought to an end. No position is without a step.

A turn ends with a discard, with a finish, or by putting something back. Whoever would keep only cards that may not
be discarded has to keep another one; and whoever would keep one card has to be able to finish with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.cards import JOKER, Card
from scoring.engine.law import GoingOut, OpenCard
from scoring.engine.layoffs import layoffs
from scoring.engine.melds import Meld
from scoring.engine.play_board import USE, PlayBoard
from scoring.engine.refusals import Breach, Forbidden


def demand_a_way_on(
    board: PlayBoard,
    cards: Sequence[Card],
    rest: list[Card],
    melds: Sequence[Meld],
    *,
    melded: int = 0,
    value: int = 0,
    laying_off: bool = False,
) -> None:
    """Refuse to lay these cards where the rest and the melds would leave no legal step."""
    if not rest or board.only_jokers:
        return
    if board.phase is USE and board.picked not in cards:
        if rest == [board.picked]:
            raise board.forbid(Breach.DISCARD_NEEDED)
        return  # the open card can be put back
    if board.owed > cards.count(JOKER) or board.indirect:
        return  # can be taken back
    if not may_go(board, rest) and not can_be_laid(board, rest, melds):
        raise board.forbid(Breach.NOTHING_TO_DISCARD)
    if len(rest) == 1 and board.law.going_out is not GoingOut.ANY:
        demand_a_finish(board, rest[0], melds, melded, value, laying_off=laying_off)


def may_go(board: PlayBoard, rest: Sequence[Card]) -> bool:
    """Whether one of these cards may be discarded now."""
    law = board.law
    bound = board.picked if law.open_card is OpenCard.FREE else None
    jokers_stay = law.joker_discard_only_last and len(rest) > 1
    return any(card != bound and not (card == JOKER and jokers_stay) for card in rest)


def can_be_laid(board: PlayBoard, rest: Sequence[Card], melds: Sequence[Meld]) -> bool:
    """Whether so many of these cards can be laid off that the turn can end: all, or all but one joker."""
    law = board.law
    if board.bars_the_table:
        return False
    needed = len(rest) - 1 if rest.count(JOKER) == len(rest) else len(rest)
    if law.going_out is not GoingOut.ANY and needed == len(rest):
        return False
    return fit_in_all(board, rest[0], melds, needed)


def fit_in_all(board: PlayBoard, card: Card, melds: Sequence[Meld], needed: int) -> bool:
    """Whether so many copies of a card can be laid off on these melds, one after the other."""
    if not needed:
        return True
    for at, meld in enumerate(melds):
        for step in layoffs(meld, board.law):
            if step.cards == (card,):
                longer = board.memory.longer(meld, step.cards, step.end)
                assert isinstance(longer, Meld)
                if fit_in_all(board, card, [*melds[:at], longer, *melds[at + 1 :]], needed - 1):
                    return True
    return False


def demand_a_finish(
    board: PlayBoard, card: Card, melds: Sequence[Meld], melded: int, value: int, *, laying_off: bool
) -> None:
    """With one card left the game ends in this turn: by its discard, or where the law has it by laying it off."""
    try:
        board.going_out(discarded=True, melded=melded, value=value, laying_off=laying_off)
    except Forbidden as forbidden:
        if not board.law.super_with_layoffs or not fit_in_all(board, card, melds, 1):
            raise forbidden from None
