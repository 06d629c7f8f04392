"""The piles: drawing, picking up, discarding, putting back, and mending a wrong number of cards."""

from __future__ import annotations

from typing import assert_never

from scoring.engine.cards import JOKER, Card, sign
from scoring.engine.law import LastCard, MendingBars, OpenCard, StockEmpty, WrongCount
from scoring.engine.layoffs import layoffs, swapped, swaps
from scoring.engine.play_board import DISCARD, DRAW, OVER, PLAY, PUT_BACK, USE, PlayBoard
from scoring.engine.refusals import Breach, Forbidden, Mended
from scoring.engine.turns import Discard, Draw, PickUp, PutBack, Recount

# --- taking a card ------------------------------------------------------------------------------------


def draw(board: PlayBoard, step: Draw) -> None:
    """The top card of the stock goes into the hand."""
    if board.phase is not DRAW:
        raise not_to_draw(board)
    stock = board.stock
    top = stock[-1] if stock else board.pile[0]
    if top != step.card:
        raise other_top(board, top, step.card)
    if stock:
        stock.pop()
    else:
        turn_pile_over(board)
    board.hands[board.at].append(top)
    number = board.turn
    if board.mending:
        drawn_while_mending(board)
    else:
        board.phase = PLAY
    if top == JOKER and board.turn == number:
        look_for_only_jokers(board)


def turn_pile_over(board: PlayBoard) -> None:
    """The discard pile, unshuffled, is the new stock; its lowest card comes first and is drawn."""
    assert board.law.stock_empty is StockEmpty.TURN_OVER, "the game is over before anybody draws"
    board.stock = board.pile[:0:-1]
    board.pile = []
    board.stock_known = True
    board.tell(Mended.PILE_TURNED)


def other_top(board: PlayBoard, top: Card, card: Card) -> Forbidden:
    if board.stock_known or not board.stock:
        return board.forbid(Breach.OTHER_TOP, top=sign(top), card=sign(card))
    return board.forbid(Breach.NOT_IN_STOCK, card=sign(card))


def not_to_draw(board: PlayBoard) -> Forbidden:
    if board.phase is OVER:
        return board.forbid(Breach.GAME_IS_OVER)
    if board.phase is DISCARD or board.phase is PUT_BACK:
        return only_ending(board)
    return board.forbid(Breach.DRAWN_ALREADY)


def only_ending(board: PlayBoard) -> Forbidden:
    """After a failed opening, or a swap that was taken back, there is only one thing left to do."""
    if board.phase is PUT_BACK:
        assert board.picked is not None
        return board.forbid(Breach.ONLY_PUT_BACK, card=sign(board.picked))
    if board.opened[board.at]:
        return board.forbid(Breach.SWAP_TAKEN_BACK)
    return board.forbid(Breach.OPENING_FAILED)


def pick_up(board: PlayBoard, step: PickUp) -> None:
    """The open card is taken: into the hand, or, where the law says so, to be used at once."""
    if board.phase is not DRAW:
        raise not_to_draw(board)
    if board.mending:
        raise board.forbid(Breach.STOCK_ONLY)
    if not board.pile or board.pile[-1] != step.card:
        raise other_open_card(board, step.card)
    hand = board.hands[board.at]
    if len(hand) == 1:
        last_card_may_pick_up(board, hand[0], step.card)
    if board.law.open_card is OpenCard.FREE and all(held == step.card for held in hand):
        raise board.forbid(Breach.SAME_CARD_BACK, card=sign(step.card))
    board.doing()
    board.held = len(hand)
    if board.must_use:
        board.remember()
    board.picked = board.pile.pop()
    hand.append(board.picked)
    if board.must_use:
        board.lay = tuple(board.melds)
        board.phase = USE
    else:
        board.phase = PLAY
    if board.picked == JOKER:
        look_for_only_jokers(board)


def other_open_card(board: PlayBoard, card: Card) -> Forbidden:
    top = sign(board.pile[-1]) if board.pile else "–"
    return board.forbid(Breach.OTHER_OPEN_CARD, top=top, card=sign(card))


def last_card_may_pick_up(board: PlayBoard, held: Card, card: Card) -> None:
    """With one card left: from the stock only, or no open card with which the game can be finished."""
    match board.law.last_card:
        case LastCard.FREE:
            return
        case LastCard.CLOSED_ONLY:
            raise board.forbid(Breach.LAST_CARD_CLOSED)
        case LastCard.NO_OPEN_FINISH:
            if board.opened[board.at] and (card_fits(board, held) or card_fits(board, card)):
                raise board.forbid(Breach.LAST_CARD_FINISHES)
        case unknown:
            assert_never(unknown)


def card_fits(board: PlayBoard, card: Card) -> bool:
    """Whether a card, alone, can leave the hand: laid off, or swapped for a joker that is laid off."""
    for meld in board.melds:
        if any(step.cards == (card,) for step in layoffs(meld, board.law)):
            return True
    if card == JOKER:
        return False
    for at, meld in enumerate(board.melds):
        for swap in swaps(meld, board.law):
            if swap.card == card:
                after = [*board.melds]
                after[at] = swapped(meld, swap, board.law)
                if any(step.cards == (JOKER,) for other in after for step in layoffs(other, board.law)):
                    return True
    return False


# --- nothing but jokers -------------------------------------------------------------------------------


def look_for_only_jokers(board: PlayBoard) -> None:
    """Who holds nothing but jokers after the draw, two or more, has nothing that may be discarded."""
    hand = board.hands[board.at]
    if board.phase is DRAW:
        return  # there are more cards to draw
    if len(hand) > 1 and board.law.joker_discard_only_last and hand.count(JOKER) == len(hand):
        board.doing()
        board.only_jokers = True
        keep_jokers(board)


def keep_jokers(board: PlayBoard) -> None:
    """The jokers that no meld takes are kept, and the turn is over without a discard."""
    if board.phase is not PLAY or len(board.hands[board.at]) < 2 or joker_can_be_laid(board):
        return
    board.tell(Mended.JOKERS_KEPT)
    board.next_player()


def joker_can_be_laid(board: PlayBoard) -> bool:
    """Whether a joker may be laid off in this turn, and fits somewhere."""
    law = board.law
    if law.layoff_needs_opening and not board.opened[board.at]:
        return False
    if board.bars_the_table:
        return False
    return any(step.cards == (JOKER,) for meld in board.melds for step in layoffs(meld, law))


# --- ending the turn ----------------------------------------------------------------------------------


def discard(board: PlayBoard, step: Discard) -> None:
    """A card goes to the discard pile: the turn is over, and with the last card the game."""
    card = step.card
    hand = board.hands[board.at]
    if board.phase is not PLAY and board.phase is not DISCARD:
        raise not_to_discard(board)
    if card not in hand:
        raise board.forbid(Breach.NOT_HELD, card=sign(card))
    last = len(hand) == 1
    if card == JOKER and not last and board.law.joker_discard_only_last:
        raise board.forbid(Breach.JOKER_DISCARD)
    if not board.doing_nothing:
        whole_turn_may_end(board, card, last=last)
    finish = board.going_out(discarded=True) if last else None
    hand.remove(card)
    board.pile.append(card)
    if finish is None:
        board.next_player()
    else:
        board.finish(finish)


def not_to_discard(board: PlayBoard) -> Forbidden:
    if board.phase is OVER:
        return board.forbid(Breach.GAME_IS_OVER)
    if board.phase is DRAW:
        return board.forbid(Breach.DRAW_FIRST)
    if board.phase is PUT_BACK:
        return only_ending(board)
    assert board.phase is USE
    assert board.picked is not None
    return board.forbid(Breach.USE_IT_OR_PUT_BACK, card=sign(board.picked))


def whole_turn_may_end(board: PlayBoard, card: Card, *, last: bool) -> None:
    """What has been begun in this turn has to be brought to its end."""
    if board.owed:
        raise board.forbid(Breach.JOKER_OWED)
    if board.indirect and not last:
        raise board.forbid(Breach.MAUSCHELN_TO_FINISH)
    if card == board.picked and board.law.open_card is OpenCard.FREE:
        raise board.forbid(Breach.SAME_CARD_BACK, card=sign(card))


def put_back(board: PlayBoard, _step: PutBack) -> None:
    """The open card that was not used goes back to the pile, and the turn is over. What was laid rightly, lies.

    What was begun and cannot be brought to its end, a swapped joker or mauscheln, is taken back first.
    """
    if board.owed or board.indirect:
        take_swap_back(board)
        return
    if board.phase is not USE and board.phase is not PUT_BACK:
        raise board.forbid(Breach.GAME_IS_OVER if board.phase is OVER else Breach.NOTHING_TO_PUT_BACK)
    assert board.picked is not None
    board.hands[board.at].remove(board.picked)
    board.pile.append(board.picked)
    board.next_player()


def take_swap_back(board: PlayBoard) -> None:
    """Everything lies as it did before the swap, and a discard ends the turn; or as before the open card was taken."""
    assert board.before is not None
    since_taking = board.before.phase is DRAW
    board.as_before()
    if since_taking:
        assert board.picked is not None
        board.tell(Mended.TAKEN_BACK)
        board.pile.append(board.picked)
        board.next_player()
    else:
        board.tell(Mended.SWAP_TAKEN_BACK)
        board.phase = DISCARD


# --- a wrong number of cards --------------------------------------------------------------------------


def recount_hand(board: PlayBoard, _step: Recount) -> None:
    """Too many: this turn has no draw. Too few: it has no discard, or as many draws as are missing."""
    if board.phase is OVER:
        raise board.forbid(Breach.GAME_IS_OVER)
    if board.phase is not DRAW or board.mending:
        raise board.forbid(Breach.RECOUNT_FIRST)
    surplus = board.surplus[board.at]
    if not surplus:
        raise board.forbid(Breach.COUNT_IS_RIGHT)
    board.doing()
    board.mending = True
    board.barred[board.at] = board.law.mending_bars is MendingBars.GAME
    if surplus > 0:
        board.surplus[board.at] -= 1
        board.phase = PLAY
        look_for_only_jokers(board)
    elif board.law.wrong_count is WrongCount.SKIP_DRAW_OR_DRAW:
        board.draws = 1 - surplus


def drawn_while_mending(board: PlayBoard) -> None:
    """One card more: the turn is over where the discard is skipped, else it goes on after the last draw."""
    if board.law.wrong_count is WrongCount.SKIP_DRAW_OR_DISCARD:
        board.surplus[board.at] += 1
        board.next_player()
        return
    board.draws -= 1
    if board.draws:
        board.surplus[board.at] += 1
        if not board.stock and board.stock_ends_game:
            board.exhaust()
    else:
        board.phase = PLAY
