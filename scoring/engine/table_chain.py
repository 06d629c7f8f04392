"""A chain of frontiers: the phases of one turn at the table, each reached from the one before.

    links[i][jokers laid, net of those swapped out][cards away from the hand] = what was gained

The first `spare` places of a frontier are for turns that have, so far, swapped out more jokers than they
laid, and while melds of the table grow there are as many behind the last, for jokers that are laid before
they are swapped out. No turn ends in either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from scoring.engine.cards import Card
from scoring.engine.patterns import Row, State
from scoring.engine.solver import Frontier, close_states
from scoring.engine.table_growth import Growth
from scoring.engine.table_own import GrowingMeld


class ChainDeed(NamedTuple):
    """One meld laid, or one meld of the table grown; nothing where only the books are kept."""

    added: State
    used: int  # jokers laid less jokers swapped out
    gained: int
    done: tuple[Card, ...] | Growth | GrowingMeld | None


class ChainEnd(NamedTuple):
    """Where a turn ends: a state, and its place in the frontier."""

    state: State
    at: int


Deeds: TypeAlias = Sequence[ChainDeed]


class Chain:
    """The phases of a turn so far. Chains never change: each phase makes a longer one."""

    __slots__ = ("deeds", "links", "overflow", "repeats")

    def __init__(
        self,
        links: Sequence[Frontier],
        overflow: State,
        deeds: Sequence[Deeds] = ((),),
        repeats: Sequence[bool] = (False,),
    ) -> None:
        self.links, self.overflow, self.deeds, self.repeats = links, overflow, deeds, repeats

    @property
    def last(self) -> Frontier:
        """Where the turn can stand now."""
        return self.links[-1]

    def _longer(self, states: Frontier, deeds: Deeds, *, repeat: bool = False) -> Chain:
        return Chain((*self.links, states), self.overflow, (*self.deeds, deeds), (*self.repeats, repeat))

    def once(self, deeds: Deeds) -> Chain:
        """At most one of these deeds."""
        if not deeds:
            return self
        before = self.last
        after: Frontier = [dict(some) for some in before]
        for added, used, gain, _unused in deeds:
            for at, some in enumerate(before):
                if 0 <= at + used < len(after):
                    target = after[at + used]
                    for state, gained in some.items():
                        then = state + added
                        if not then & self.overflow and target.get(then, -1) < gained + gain:
                            target[then] = gained + gain
        return self._longer(after, deeds)

    def often(self, deeds: Deeds) -> Chain:
        """Any number of these deeds, none of which swaps jokers out."""
        if not deeds:
            return self
        rows: list[list[Row]] = [[] for _unused in self.last]
        for added, used, gain, _unused in deeds:
            if used < len(rows):
                rows[used].append((added, gain, ()))
        after: Frontier = [dict(some) for some in self.last]
        close_states(after, rows, self.overflow)
        return self._longer(after, deeds, repeat=True)

    def settled(self, deeds: Deeds, field: int) -> Chain:
        """Do in every state the deed whose number stands in a field of the state; states with a higher number go."""
        after: Frontier = [{} for _unused in self.last]
        for at, some in enumerate(self.last):
            for state, gained in some.items():
                if state >> field < len(deeds):
                    deed = deeds[state >> field]
                    target, then = after[at + deed.used], state + deed.added
                    if target.get(then, -1) < gained + deed.gained:
                        target[then] = gained + deed.gained
        return self._longer(after, deeds)

    def only(self, allowed: Callable[[ChainEnd, int], bool]) -> Chain:
        """Only the states that are allowed to go on."""
        states: Frontier = [
            {state: gained for state, gained in some.items() if allowed(ChainEnd(state, at), gained)}
            for at, some in enumerate(self.last)
        ]
        return self._longer(states, ())

    def only_at(self, place: int) -> Chain:
        """Only the states of one place."""
        return self._longer([some if at == place else {} for at, some in enumerate(self.last)], ())

    def resized(self, places: int) -> Chain:
        """A frontier of so many places: more of them, or without the last ones."""
        if places == len(self.last):
            return self
        more: Frontier = [{} for _unused in range(places - len(self.last))]
        return self._longer([*self.last[:places], *more], ())

    def deeds_to(self, end: ChainEnd) -> Iterable[tuple[int, ChainDeed]]:
        """What was done to get to an end, the last deed first, each with the number of its phase."""
        state, at = end
        gained = self.last[at][state]
        phase = len(self.links) - 1
        while phase:
            before = self.links[phase - 1]
            if at < len(before) and before[at].get(state) == gained:
                phase -= 1
                continue
            sources = self.links[phase] if self.repeats[phase] else before
            deed = next(
                deed
                for deed in self.deeds[phase]
                if 0 <= at - deed.used < len(sources)
                and sources[at - deed.used].get(state - deed.added) == gained - deed.gained
            )
            yield phase, deed
            state, at, gained = state - deed.added, at - deed.used, gained - deed.gained
            if not self.repeats[phase]:
                phase -= 1
