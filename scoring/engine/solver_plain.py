"""The reference solver, by brute force: every lay-out, every way to end the turn, and the best of them.

Too slow for a full hand in a hurry, but it can be checked by reading. `solver` and `best` answer the same
in one pass; the tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from scoring.engine.best import Best, BestTurn
from scoring.engine.cards import FACES, JOKER, Card, augen, rank_of, suit_of
from scoring.engine.law import GoingOut, Law
from scoring.engine.melds import Meld, judge


def best_plainly(cards: Sequence[Card], law: Law) -> Best:
    """The best turns of a hand, by looking at every one."""
    turns = [turn for melds in lay_outs(cards, law) for turn in endings(cards, melds, law)]
    with_discard = [turn for turn in turns if turn.discard is not None or law.going_out is GoingOut.ANY]
    opened = [turn for turn in with_discard if turn.value >= law.opening_augen]
    out = [turn for turn in with_discard if not cards_kept(cards, turn)]
    return Best(
        opening=max(with_discard, key=lambda turn: (turn.value, -turn.left), default=None),
        least=min(with_discard, key=lambda turn: (turn.left, -turn.value), default=None),
        least_opened=min(opened, key=lambda turn: (turn.left, -turn.value), default=None),
        goes_out=max(out, key=lambda turn: turn.value, default=None),
        super=next((turn for turn in turns if turn not in with_discard), None),
    )


def lay_outs(cards: Sequence[Card], law: Law) -> Iterator[tuple[Meld, ...]]:
    """Every choice of melds that can lie side by side: for each card, it stays, or it is in some meld."""
    yield from _lay_outs(sorted(cards), law, law.melds_per_turn or len(cards))


def _lay_outs(cards: Sequence[Card], law: Law, most: int) -> Iterator[tuple[Meld, ...]]:
    if not cards or cards[0] == JOKER or not most:
        yield ()
        return
    yield from _lay_outs(cards[1:], law, most)
    for meld in melds_with(cards[0], cards[1:], law):
        left = list(cards)
        for card in meld.cards:
            left.remove(card)
        for others in _lay_outs(left, law, most - 1):
            yield (meld, *others)


def melds_with(card: Card, others: Sequence[Card], law: Law) -> Iterator[Meld]:
    """Every meld of a card and some of the others, in its best reading."""
    jokers = [other for other in others if other == JOKER]
    naturals = [other for other in others if other != JOKER]
    same_suit = [other for other in naturals if suit_of(other) == suit_of(card)]
    same_rank = [other for other in naturals if rank_of(other) == rank_of(card)]
    for alike in (same_suit, same_rank):
        for count in range(1, len(alike) + 1):
            for chosen in sorted(set(combinations(alike, count))):
                for used in range(len(jokers) + 1):
                    meld = judge((card, *chosen, *jokers[:used]), law, ordered=False)
                    if isinstance(meld, Meld):
                        yield meld


def endings(cards: Sequence[Card], melds: Sequence[Meld], law: Law) -> Iterator[BestTurn]:
    """Every way to end the turn after these melds."""
    left = list(cards)
    for meld in melds:
        for card in meld.cards:
            left.remove(card)
    laid = tuple(meld.cards for meld in melds)
    value = sum(meld.value for meld in melds)
    if not left and law.going_out is not GoingOut.DISCARD:
        yield BestTurn(laid, None, value, 0)
    for card in set(left):
        if card != JOKER or len(left) == 1 or not law.joker_discard_only_last:
            yield BestTurn(laid, card, value, augen(left, law) - augen([card], law))


def cards_kept(cards: Sequence[Card], turn: BestTurn) -> tuple[Card, ...]:
    """The cards that stay in the hand after a turn."""
    gone = [card for meld in turn.melds for card in meld]
    gone += [] if turn.discard is None else [turn.discard]
    return tuple(
        card for card in range(FACES + 1) for _unused in range(list(cards).count(card) - gone.count(card))
    )
