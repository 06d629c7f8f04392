"""Memory: what has been judged once under a law need not be judged again.

Games are made of the same few hundred melds; a lay-out and a lay-off are looked up by their cards. Only what is
right is kept, so nobody can fill the memory with nonsense, and it forgets everything when it grows too large.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

from scoring.engine.cards import FACES, Card, full_deck, held_augen
from scoring.engine.law import Law
from scoring.engine.layoffs import End, extend, lay_off
from scoring.engine.melds import Flaw, Meld, judge

MOST_ENTRIES = 50_000
MOST_LAWS = 16
Key = TypeVar("Key")


class Memory:
    """The melds and the longer melds of one law."""

    def __init__(self, law: Law) -> None:
        self.law = law
        self.deck = full_deck(law)
        self._melds: dict[tuple[Card, ...], Meld] = {}
        self._longer: dict[tuple[tuple[Card, ...], tuple[Card, ...], End | None], Meld] = {}

    @cached_property
    def held(self) -> list[int]:
        """What each card counts in the hand."""
        return [held_augen(card, self.law) for card in range(FACES + 1)]

    def meld(self, cards: tuple[Card, ...]) -> Meld | Flaw:
        """`melds.judge`, remembered."""
        known = self._melds.get(cards)
        if known is not None:
            return known
        verdict = judge(cards, self.law)
        if isinstance(verdict, Meld):
            _room(self._melds)
            self._melds[cards] = verdict
        return verdict

    def longer(self, meld: Meld, cards: tuple[Card, ...], end: End | None) -> Meld | Flaw:
        """The meld with cards laid off at it, at this end or wherever they fit, remembered."""
        key = (meld.cards, cards, end)
        known = self._longer.get(key)
        if known is not None:
            return known
        verdict = _laid_off(meld, cards, end, self.law)
        if isinstance(verdict, Meld):
            _room(self._longer)
            self._longer[key] = verdict
        return verdict


def _laid_off(meld: Meld, cards: Sequence[Card], end: End | None, law: Law) -> Meld | Flaw:
    if end is End.FRONT:
        return extend(meld, law, before=cards)
    if end is End.BACK:
        return extend(meld, law, after=cards)
    return lay_off(meld, cards, law)


def _room(known: dict[Key, Meld]) -> None:
    if len(known) >= MOST_ENTRIES:
        known.clear()


_MEMORIES: dict[int, Memory] = {}


def memory_of(law: Law) -> Memory:
    """The memory of this very law; a law is a value that nobody changes, so its identity is enough, and as long as it is remembered nobody else gets it."""
    memory = _MEMORIES.get(id(law))
    if memory is None:
        if len(_MEMORIES) >= MOST_LAWS:
            _MEMORIES.clear()
        memory = _MEMORIES[id(law)] = Memory(law)
    return memory
