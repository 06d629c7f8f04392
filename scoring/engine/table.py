"""The table: what a hand can do with the melds that lie there, and whether and how it can finish.

    lay_offs(table, hand, law)                every smallest step by which a meld can grow
    joker_swaps(table, hand, law)             every joker that can be swapped out
    best_turn(table, hand, law, opened=…)     the best turn with new melds, lay-offs and swaps together

`hand` is what is held after drawing. A card taken from the discard pile is given apart (`open_card`),
because many rule sets bind it.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.cards import Card
from scoring.engine.law import Law
from scoring.engine.layoffs import LayOff, Swap, layoffs, swaps
from scoring.engine.melds import Meld
from scoring.engine.table_growth import Growth, grown
from scoring.engine.table_turn import TableAnswer, TableTurn, best_turn

__all__ = [
    "Growth",
    "TableAnswer",
    "TableTurn",
    "best_turn",
    "grown",
    "joker_swaps",
    "lay_offs",
]


def lay_offs(table: Sequence[Meld], hand: Sequence[Card], law: Law) -> tuple[tuple[int, LayOff], ...]:
    """Every step by which a meld of the table can grow from this hand, with the meld's place.

    >>> from tests.laws import CLUB_2018
    >>> from scoring.engine.melds import demand
    >>> from scoring.engine.notation import read_cards, write_cards
    >>> table = [demand(read_cards("♥7 ★ ♥9"), CLUB_2018)]
    >>> [write_cards(step.cards) for _, step in lay_offs(table, read_cards("♥5 ♥6 ★"), CLUB_2018)]
    ['♥6', '♥5 ★']
    """
    held = {card: hand.count(card) for card in hand}
    return tuple(
        (at, step)
        for at, meld in enumerate(table)
        for step in layoffs(meld, law)
        if all(held.get(card, 0) >= step.cards.count(card) for card in step.cards)
    )


def joker_swaps(table: Sequence[Meld], hand: Sequence[Card], law: Law) -> tuple[tuple[int, Swap], ...]:
    """Every joker of the table that a card of this hand can be swapped for, with the meld's place."""
    return tuple(
        (at, swap) for at, meld in enumerate(table) for swap in swaps(meld, law) if swap.card in hand
    )
