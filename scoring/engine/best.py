"""The best use of a hand: what it opens with, what it leaves, whether it goes out, each with its melds.

The words are settled in docs/engine.md, "What is asked". A hand is what somebody holds after drawing.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.best_ends import Best, Turn, choose, nothing_to_meld
from scoring.engine.best_quick import FEW_MELDS, choose_among_few, choose_quickly
from scoring.engine.cards import Card
from scoring.engine.law import Law
from scoring.engine.patterns import AUGEN, VALUE
from scoring.engine.solver import Holding, any_number_of_melds, demand_hand, frontier, trace, trace_back
from scoring.engine.solver_bits import Deadwood, solver_of

__all__ = ["Best", "Deadwood", "Turn", "best", "deadwood", "most_melded"]


def best(cards: Sequence[Card], law: Law) -> Best:
    """The best use of a hand of natural cards and jokers, held after drawing.

    >>> from tests.laws import CLUB_2018
    >>> from scoring.engine.notation import read_cards
    >>> found = best(read_cards("♥D ♥K ♥A ♣7 ★ ♥7 ♣2"), CLUB_2018)
    >>> str(found.opening), found.value, found.goes_out.left
    ('♥D ♥K ♥A | ♣7 ★ ♥7', 52, 0)
    """
    holding = Holding(cards, law, apart=True)
    if holding.apart is not None and holding.naturals:
        return choose_quickly(holding)
    if not any(holding.rows) and holding.naturals > 1:
        return nothing_to_meld(holding)
    if not holding.jokers and holding.patterns.quick and len(holding.rows[0]) <= FEW_MELDS:
        return choose_among_few(holding)
    return choose(holding, frontier(holding))


# --- without a turn -----------------------------------------------------------------------------------


def deadwood(cards: Sequence[Card], law: Law) -> Deadwood:
    """What remains of a hand that lays all it can, as in gin.

    >>> from tests.laws import BASIC
    >>> from scoring.engine.notation import read_cards, write_melds
    >>> found = deadwood(read_cards("♠A ♠2 ♣A ♣2 ♣3 ♦2 ♦10 ♦B ♦D ♥A ♥2"), BASIC)
    >>> found.augen, write_melds(found.melds)
    (2, '♠2 ♥2 ♦2 | ♦10 ♦B ♦D | ♣A ♣2 ♣3')
    """
    solve = solver_of(law)
    if solve is not None:
        try:
            found = solve(cards)
        except IndexError:
            found = None
        if found is not None:
            return found
    demand_hand(cards, law)
    holding = Holding(cards, law)
    states = any_number_of_melds(holding)
    gained, at = max(
        (gained & AUGEN, (state, used)) for used, some in enumerate(states) for state, gained in some.items()
    )
    return Deadwood(holding.augen - gained, trace_back(holding, states, *at))


def most_melded(cards: Sequence[Card], law: Law) -> tuple[int, tuple[tuple[Card, ...], ...]]:
    """The highest value that can be made of some of these cards, nothing kept to discard, and its melds."""
    demand_hand(cards, law)
    holding = Holding(cards, law)
    states = frontier(holding)
    gained, at = max(
        (gained, (state, used)) for used, some in enumerate(states) for state, gained in some.items()
    )
    return gained >> VALUE, trace(holding, states, *at)
