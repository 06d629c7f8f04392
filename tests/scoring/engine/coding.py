"""Carries cards between the oracle, which writes them as text, and the engine, which counts them."""

from collections.abc import Iterable

from scoring.engine.cards import JOKER, Card
from tests.scoring.engine import oracle


def spell(cards: Iterable[Card]) -> list[str]:
    """The engine's cards in the oracle's writing."""
    return [
        oracle.JOKER if card == JOKER else oracle.RANKS[card % 13] + oracle.SUITS[card // 13]
        for card in cards
    ]


def count(cards: Iterable[str]) -> tuple[Card, ...]:
    """The oracle's cards as numbers."""
    return tuple(
        JOKER if card == oracle.JOKER else oracle.SUITS.index(card[1]) * 13 + oracle.RANKS.index(card[0])
        for card in cards
    )
