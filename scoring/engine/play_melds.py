"""The table: laying down, opening, laying off and swapping jokers; and that a way on is left.

Nobody may lay so that his turn cannot be brought to an end: no position is without a step. A turn ends with a discard, with
a finish, or by putting something back. Whoever would keep only cards that may not be discarded has to keep another one; and
whoever would keep one card has to be able to finish with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.cards import JOKER, RANKS, Card, sign
from scoring.engine.law import FailedOpening, Finish, GoingOut, OpenCard
from scoring.engine.layoffs import layoffs, swapped, swaps
from scoring.engine.melds import Flaw, Kind, Meld
from scoring.engine.notation import write_melds
from scoring.engine.play_board import DISCARD, DRAW, OVER, PLAY, PUT_BACK, USE, PlayBoard
from scoring.engine.play_piles import keep_jokers, only_ending
from scoring.engine.refusals import Breach, Forbidden, Mended
from scoring.engine.turns import LayDown, LayOff, Swap

# --- what all three have in common --------------------------------------------------------------------


def may_lay(board: PlayBoard) -> None:
    """Laying comes between the draw and the discard."""
    phase = board.phase
    if phase is PLAY or phase is USE:
        return
    if phase is DRAW:
        raise board.forbid(Breach.DRAW_FIRST)
    if phase is OVER:
        raise board.forbid(Breach.GAME_IS_OVER)
    raise only_ending(board)


def rest_of_hand(board: PlayBoard, cards: Sequence[Card]) -> list[Card]:
    """The hand without these cards; refused when one of them is not in it."""
    rest = board.hands[board.at][:]
    for card in cards:
        if card not in rest:
            raise board.forbid(Breach.NOT_HELD, card=sign(card))
        rest.remove(card)
    return rest


def laid(board: PlayBoard, cards: Sequence[Card], rest: list[Card], *, uses: bool) -> None:
    """Take cards out of the hand after they were laid; `uses`: the open card is one of them."""
    board.doing()
    board.hands[board.at] = rest
    board.owed = owed_after(board, cards, uses=uses)
    if uses:
        board.phase = PLAY


def uses_open_card(board: PlayBoard, cards: Sequence[Card], *, at_once: bool = True) -> bool:
    """Return whether the open card, that still has to be used, is one of these cards.

    A joker laid off farther out is one that was swapped out, as long as such a one is owed.
    """
    if board.phase is not USE or board.picked not in cards:
        return False
    return at_once or board.picked != JOKER or cards.count(JOKER) > board.owed


def owed_after(board: PlayBoard, cards: Sequence[Card], *, uses: bool) -> int:
    """Return how many swapped jokers are owed when these cards lie; the open card pays for none."""
    jokers = cards.count(JOKER) - (uses and board.picked == JOKER)
    return board.owed - min(board.owed, jokers)


def is_indirect(board: PlayBoard, number: int, longer: Meld) -> bool:
    """Return whether the open card is laid off where it fits only behind an own card (mauscheln).

    It lies next to what lay there when it was taken, or it does not. Melds laid in this turn are own melds; whoever
    opens in this turn uses it in one of these.
    """
    if number > len(board.lay):
        return False
    if not board.opened_before:
        return True
    return longer.kind is Kind.RUN and board.picked not in cards_beside(board, number, longer)


def is_swapped_farther_out(board: PlayBoard, number: int, meld: Meld, at: int) -> bool:
    """Return whether the joker at this place of a meld was itself laid off farther out in this turn."""
    if number > len(board.lay) or meld.kind is Kind.GROUP:
        return False
    front, behind = places_beside(board, number, meld)
    return not front <= at <= behind


def taken_joker_lies(board: PlayBoard, melds: Sequence[Meld]) -> bool:
    """Return whether among these melds one still holds a joker where the open card, a joker, fits at once."""
    for number, meld in enumerate(melds, start=1):
        if number > len(board.lay):
            found = JOKER in meld.cards
        elif not board.opened_before:
            found = False
        elif meld.kind is Kind.GROUP:
            found = meld.cards.count(JOKER) > board.lay[number - 1].cards.count(JOKER)
        else:
            found = JOKER in cards_beside(board, number, meld)
        if found:
            return True
    return False


def cards_beside(board: PlayBoard, number: int, run: Meld) -> list[Card]:
    """Return the cards of a run that lie next to what lay there when the open card was taken."""
    return [run.cards[at] for at in places_beside(board, number, run) if 0 <= at < len(run.cards)]


def places_beside(board: PlayBoard, number: int, run: Meld) -> tuple[int, int]:
    """Return the places in a run before and behind the cards that lay there when the open card was taken."""
    before = board.lay[number - 1]
    front = (before.low - run.low) % RANKS
    return front - 1, front + len(before.cards)


def may_mauscheln(board: PlayBoard) -> None:
    """To finish, by somebody who had opened before and held two cards or more."""
    opened = board.opened[board.at] if board.doing_nothing else board.opened_before
    if not (board.law.mauscheln and opened and board.held > 1):
        assert board.picked is not None
        raise board.forbid(Breach.FITS_NOT_AT_ONCE, card=sign(board.picked))


# --- laying down --------------------------------------------------------------------------------------


def lay_down(board: PlayBoard, step: LayDown) -> None:
    """One or several melds. The first ones of a player open, and are judged together."""
    may_lay(board)
    law = board.law
    if board.bars_melds:
        raise board.forbid(Breach.MENDING_COUNT)
    cards = [card for meld in step.melds for card in meld]
    if not cards:
        raise board.forbid(Breach.NOTHING_LAID)
    if law.melds_per_turn and board.melds_now + len(step.melds) > law.melds_per_turn:
        raise board.forbid(Breach.TOO_MANY_MELDS, most=law.melds_per_turn)
    rest = rest_of_hand(board, cards)
    verdicts = [board.memory.meld(meld) for meld in step.melds]
    melds = [verdict for verdict in verdicts if isinstance(verdict, Meld)]
    flaws = [verdict for verdict in verdicts if isinstance(verdict, Flaw)]
    if board.opened[board.at] or not law.opening_augen:
        more_melds(board, step, rest, melds, flaws)
    else:
        opening(board, step, rest, melds, flaws)


def more_melds(
    board: PlayBoard, step: LayDown, rest: list[Card], melds: list[Meld], flaws: list[Flaw]
) -> None:
    """Further melds of a player who has opened, or melds where nothing has to be opened."""
    if not flaws:
        put_down(board, melds, rest)
    elif board.law.failed_opening is FailedOpening.WRONG_BACK:
        wrong_back(board, step, melds)
    else:
        raise board.forbid(Breach.NOT_A_MELD, flaw=flaws[0])


def opening(board: PlayBoard, step: LayDown, rest: list[Card], melds: list[Meld], flaws: list[Flaw]) -> None:
    """The first melds of a player: they reach the limit, or they are all cards at once."""
    law = board.law
    if board.phase is USE and board.picked not in [card for meld in step.melds for card in meld]:
        raise board.forbid(Breach.OPEN_WITH_IT)
    value = sum([meld.value for meld in melds])
    if not flaws and (value >= law.opening_augen or is_hand_romme(board, melds, rest)):
        put_down(board, melds, rest)
    elif flaws and value >= law.opening_augen and law.failed_opening is FailedOpening.WRONG_BACK:
        right = [card for meld in melds for card in meld.cards]
        if board.phase is USE and board.picked not in right:
            all_back(board, value)
        else:
            wrong_back(board, step, melds)
    elif law.failed_opening is not FailedOpening.NONE:
        all_back(board, value)
    elif flaws:
        raise board.forbid(Breach.NOT_A_MELD, flaw=flaws[0])
    else:
        raise board.forbid(Breach.OPENING_TOO_LOW, limit=law.opening_augen, value=value)


def is_hand_romme(board: PlayBoard, melds: list[Meld], rest: list[Card]) -> bool:
    """All cards that were dealt lie in melds and one is left to discard, or none for a Superrommé."""
    if len(rest) > 1 or (not rest and board.law.going_out is not GoingOut.DISCARD_OR_SUPER):
        return False
    if not board.law.hand_below_opening:
        return False
    melded = sum([len(meld.cards) for meld in melds])
    return melded + len(rest) == board.law.hand_cards[len(board.playing)] + 1


def put_down(board: PlayBoard, melds: list[Meld], rest: list[Card]) -> None:
    """Put these melds on the table. Nothing takes them back."""
    cards = [card for meld in melds for card in meld.cards]
    value = sum([meld.value for meld in melds])
    finish = None if rest else emptied(board, melded=len(cards), value=value)
    uses = uses_open_card(board, cards)
    demand_a_way_on(board, cards, rest, [*board.melds, *melds], uses=uses, melded=len(cards), value=value)
    laid(board, cards, rest, uses=uses)
    seat = board.seat
    for meld in melds:
        board.melds.append(meld)
        board.owners.append(seat)
    board.opened[board.at] = True
    board.melds_now += len(melds)
    board.melded += len(cards)
    board.value += value
    if finish is not None:
        board.finish(finish)


def emptied(board: PlayBoard, *, melded: int = 0, value: int = 0, laying_off: bool = False) -> Finish:
    """The finish without a discard, where the law has one."""
    return board.going_out(discarded=False, melded=melded, value=value, laying_off=laying_off)


# --- what failed --------------------------------------------------------------------------------------


def wrong_back(board: PlayBoard, step: LayDown, melds: list[Meld]) -> None:
    """Wrong melds go back to the hand; the right ones stay."""
    right = [card for meld in melds for card in meld.cards]
    if melds:
        put_down(board, melds, rest_of_hand(board, right))
    wrong = [cards for cards in step.melds if isinstance(board.memory.meld(cards), Flaw)]
    board.tell(Mended.WRONG_BACK, melds=write_melds(wrong))


def all_back(board: PlayBoard, value: int) -> None:
    """Everything goes back: put the open card back, or discard anything but a joker."""
    board.tell(Mended.FAILED_OPENING, value=value, limit=board.law.opening_augen)
    board.phase = PUT_BACK if board.phase is USE else DISCARD


# --- laying off and swapping --------------------------------------------------------------------------


def lay_off_cards(board: PlayBoard, step: LayOff) -> None:
    """Cards to a meld on the table, of whomever."""
    may_lay(board)
    law = board.law
    if board.bars_the_table:
        raise board.forbid(Breach.MENDING_COUNT)
    if law.layoff_needs_opening and not board.opened[board.at]:
        raise board.forbid(Breach.LAY_OFF_UNOPENED)
    if not step.cards:
        raise board.forbid(Breach.NOTHING_LAID)
    meld = meld_number(board, step.meld)
    rest = rest_of_hand(board, step.cards)
    longer = board.memory.longer(meld, step.cards, step.end)
    if isinstance(longer, Flaw):
        raise board.forbid(Breach.DOES_NOT_FIT, flaw=longer)
    indirect = board.phase is USE and board.picked in step.cards and is_indirect(board, step.meld, longer)
    uses = uses_open_card(board, step.cards, at_once=not indirect)
    indirect = indirect and uses
    if indirect:
        may_mauscheln(board)
    finish = None if rest else emptied(board, laying_off=True)
    after = [*board.melds]
    after[step.meld - 1] = longer
    demand_a_way_on(board, step.cards, rest, after, uses=uses, laying_off=True)
    laid(board, step.cards, rest, uses=uses)
    board.indirect = board.indirect or indirect
    board.melds[step.meld - 1] = longer
    board.laid_off = True
    if finish is not None:
        board.finish(finish)
    elif board.only_jokers:
        keep_jokers(board)


def meld_number(board: PlayBoard, number: int) -> Meld:
    """The meld with this number."""
    if not 1 <= number <= len(board.melds):
        raise board.forbid(Breach.NO_SUCH_MELD, meld=number, count=len(board.melds))
    return board.melds[number - 1]


def swap_joker(board: PlayBoard, step: Swap) -> None:
    """A card for the joker that stands for it; the joker has to be back on the table in the same turn.

    A joker laid in this turn may be swapped like any other, but the open card is judged by the place where it ends up:
    swapped in farther out it is mauscheln, and a joker that was taken and comes back has to be used again.
    """
    may_lay(board)
    law = board.law
    if not law.joker_swap:
        raise board.forbid(Breach.NO_SWAPPING)
    if board.bars_the_table:
        raise board.forbid(Breach.MENDING_COUNT)
    if not board.opened[board.at]:
        raise board.forbid(Breach.SWAP_UNOPENED)
    meld = meld_number(board, step.meld)
    rest = rest_of_hand(board, (step.card,))
    swap = next((swap for swap in swaps(meld, law) if swap.card == step.card), None)
    if swap is None:
        stands = any(step.card in cards for _unused, cards in meld.jokers)
        incomplete = stands and meld.kind is Kind.GROUP
        breach = Breach.SWAP_GROUP_NOT_FULL if incomplete else Breach.NO_JOKER_FOR_IT
        raise board.forbid(breach, meld=step.meld, card=sign(step.card))
    uses = uses_open_card(board, (step.card,))
    indirect = uses and is_swapped_farther_out(board, step.meld, meld, swap.at)
    if indirect:
        may_mauscheln(board)
    if board.phase is PLAY and not board.owed and not board.indirect:
        board.remember()
    laid(board, (step.card,), [*rest, JOKER], uses=uses)
    board.indirect = board.indirect or indirect
    board.melds[step.meld - 1] = swapped(meld, swap, law)
    board.swapped = True
    taken = board.must_use and board.picked == JOKER and board.phase is PLAY and not board.indirect
    if taken and not taken_joker_lies(board, board.melds):
        board.phase = USE
    else:
        board.owed += 1


# --- ways on ------------------------------------------------------------------------------------------


def demand_a_way_on(
    board: PlayBoard,
    cards: Sequence[Card],
    rest: list[Card],
    melds: Sequence[Meld],
    *,
    uses: bool,
    melded: int = 0,
    value: int = 0,
    laying_off: bool = False,
) -> None:
    """Refuse to lay these cards where the rest and the melds would leave no legal step."""
    if not rest or board.only_jokers:
        return
    if board.phase is USE and not uses:
        if rest == [board.picked]:
            raise board.forbid(Breach.DISCARD_NEEDED)
        return  # the open card can be put back
    if owed_after(board, cards, uses=uses) or board.indirect:
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
