"""The best use of a hand: what it opens with, what it leaves, whether it goes out, each with its melds.

The words are settled in docs/engine.md, "What is asked". A hand is what somebody holds after drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring.engine.cards import JOKER, Card
from scoring.engine.law import GoingOut, Law
from scoring.engine.melds import Meld, demand
from scoring.engine.notation import write_melds
from scoring.engine.patterns import AUGEN, VALUE, State
from scoring.engine.solver import Frontier, Holding, frontier, trace


class Turn(NamedTuple):
    """One way to use a hand: melds as they are laid, the discard, their value, and the Augen left.

    A tuple and no dataclass, because thousands are made in a second.
    """

    melds: tuple[tuple[Card, ...], ...]
    discard: Card | None  # None: out without a discard
    value: int
    left: int

    def judged(self, law: Law) -> tuple[Meld, ...]:
        """The melds with what their jokers stand for."""
        return tuple(demand(meld, law) for meld in self.melds)

    def __str__(self) -> str:
        return write_melds(self.melds)


class Best(NamedTuple):
    """The best turns of one hand; None where there is no such turn."""

    opening: Turn | None  # the highest value of own melds
    least: Turn | None  # the fewest Augen left, whatever the melds count
    least_opened: Turn | None  # the same among lay-outs that reach the opening value
    goes_out: Turn | None  # nothing is left but the discard
    super: Turn | None  # nothing is left at all, in one turn (Superrommé)

    @property
    def recommended(self) -> Turn | None:
        """The turn to show first: it goes out, or it leaves least; where possible with an opening."""
        return self.goes_out or self.least_opened or self.least

    @property
    def value(self) -> int:
        """The highest value of own melds that can be laid in this turn."""
        return self.opening.value if self.opening else 0


def best(cards: Sequence[Card], law: Law) -> Best:
    """The best use of a hand of natural cards and jokers, held after drawing.

    >>> from tests.laws import CLUB_2018
    >>> from scoring.engine.notation import read_cards
    >>> found = best(read_cards("♥D ♥K ♥A ♣7 ★ ♥7 ♣2"), CLUB_2018)
    >>> str(found.opening), found.value, found.goes_out.left
    ('♥D ♥K ♥A | ♣7 ★ ♥7', 52, 0)
    """
    holding = Holding(cards, law)
    states = frontier(holding)
    return _Chooser(holding, states).best()


class _Chooser:
    """Picks the best states of a frontier that a turn can end with."""

    def __init__(self, holding: Holding, states: Frontier) -> None:
        self.holding, self.states, self.law = holding, states, holding.law
        self.turns: dict[tuple[State, int], Turn] = {}

    def best(self) -> Best:
        jokers, law, full = self.holding.jokers, self.law, self.holding.full
        out_at_once = None
        all_gain = self.states[jokers].get(full)
        if all_gain is not None:
            if law.going_out is not GoingOut.DISCARD:
                out_at_once = self.turn(full, jokers)
            if law.going_out is not GoingOut.ANY:
                del self.states[jokers][full]
        if law.joker_discard_only_last:
            for states in self.states[: max(jokers - 1, 0)]:
                states.pop(full, None)  # nothing but jokers left, and more than one
        goes_out = self._goes_out()
        if law.going_out is GoingOut.ANY:
            goes_out, out_at_once = out_at_once or goes_out, None
        least, least_opened = self._least()
        return Best(self._opening(), least, least_opened, goes_out, out_at_once)

    def _opening(self) -> Turn | None:
        """Among turns of the same value the one that melds most Augen."""
        highest, chosen = -1, None
        for used, states in enumerate(self.states):
            for state, gained in states.items():
                if gained > highest:
                    highest, chosen = gained, (state, used)
        return self.turn(*chosen) if chosen else None

    def _least(self) -> tuple[Turn | None, Turn | None]:
        """The turns that leave least: of all, and of those that reach the opening value."""
        most_discard = self._most_discard()
        floor = self.law.opening_augen << VALUE
        plain = opened = (-1, -1)  # Augen out of the hand, gained
        plain_at = opened_at = None
        need = need_opened = 0
        for used, states in enumerate(self.states):
            for state, gained in states.items():
                melded = gained & AUGEN
                if melded < need and (gained < floor or melded < need_opened):
                    continue
                rank = (melded + self.discard(state, used)[0], gained)
                if rank > plain:
                    plain, plain_at = rank, (state, used)
                    need = rank[0] - most_discard
                if gained >= floor and rank > opened:
                    opened, opened_at = rank, (state, used)
                    need_opened = rank[0] - most_discard
        return (
            self.turn(*plain_at) if plain_at else None,
            self.turn(*opened_at) if opened_at else None,
        )

    def _most_discard(self) -> int:
        holding = self.holding
        natural = holding.top(holding.start)[0] if holding.naturals else 0
        return max(natural, self.law.joker_held) if holding.jokers else natural

    def _goes_out(self) -> Turn | None:
        """The turn of the highest value that leaves nothing but the discard."""
        holding, jokers = self.holding, self.holding.jokers
        ends = [(holding.full - unit, jokers) for unit, _ in holding.units()]
        if jokers:
            ends.append((holding.full, jokers - 1))
        found = [(self.states[used][state], state, used) for state, used in ends if state in self.states[used]]
        if not found:
            return None
        _, state, used = max(found)
        return self.turn(state, used)

    def discard(self, state: State, used: int) -> tuple[int, Card | None]:
        """The Augen and the card of the best discard; nothing where nothing is left."""
        holding, law = self.holding, self.law
        jokers = holding.jokers - used
        if state == holding.full:
            return (law.joker_held, JOKER) if jokers else (0, None)
        augen, card = holding.top(state)
        if jokers and not law.joker_discard_only_last and law.joker_held > augen:
            return law.joker_held, JOKER
        return augen, card

    def turn(self, state: State, used: int) -> Turn:
        """The turn that ends in a state, with its melds."""
        found = self.turns.get((state, used))
        if found is None:
            gained = self.states[used][state]
            augen, card = self.discard(state, used)
            melds = trace(self.holding, self.states, state, used)
            left = self.holding.augen - (gained & AUGEN) - augen
            found = self.turns[state, used] = Turn(melds, card, gained >> VALUE, left)
        return found
