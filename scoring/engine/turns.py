"""Turns: the steps that a turn is made of, as values, and how a game came out.

A turn is a draw or a pick-up, then whatever is laid, then the discard. Melds on the table are numbered from 1
in the order in which they were first laid; they keep their number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scoring.engine.cards import Card
from scoring.engine.law import Finish
from scoring.engine.layoffs import End

Seat: TypeAlias = int


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The top card of the stock. An empty stock is the turned-over discard pile, where the rules say so."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class PickUp:
    """The open card of the discard pile."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class LayDown:
    """One or several melds, laid together: an opening is judged as a whole."""

    melds: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayOff:
    """Cards to a meld on the table; without an end they go where they fit."""

    meld: int
    cards: tuple[Card, ...]
    end: End | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """A card for the joker of a meld that stands for it."""

    meld: int
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """A card to the discard pile; the turn is over."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBack:
    """The open card goes back because it could not be used; the turn is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recount:
    """A player finds at the begin of the turn that the number of cards is wrong, and mends it in this turn."""


Step: TypeAlias = Draw | PickUp | LayDown | LayOff | Swap | Discard | PutBack | Recount


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Everything that one player does until the next one is to move; `line` is its place in a text."""

    seat: Seat
    steps: tuple[Step, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What somebody still holds when the game is over."""

    augen: int
    opened: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What belongs on the list: the finish, the winner, and what the others still hold, by seat."""

    finish: Finish
    winner: Seat | None
    hands: Mapping[Seat, Left]

    @property
    def gain(self) -> int:
        """The Augen of all others: what the winner's total grows by in the basic family."""
        return sum(left.augen for left in self.hands.values()) if self.winner is not None else 0
