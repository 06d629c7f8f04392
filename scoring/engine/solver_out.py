"""Going out from the hand, yes or no: exact cover with one card to spare, quicker than asking for everything.

Card by card from the lowest: it begins a run or a group, or it is the one that is discarded. What is left
is a tally (see `patterns`); a hand in which two cards fit nothing is answered at a glance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.engine.best import best
from scoring.engine.cards import JOKER, RANKS, Card
from scoring.engine.law import Law
from scoring.engine.patterns import (
    JOKER_BIT,
    ONE_RANK,
    SUIT_BITS,
    SUIT_PART,
    TALLY,
    Patterns,
    SuitPart,
    patterns_of,
)
from scoring.engine.solver import MOST_CARDS, Melds, demand_hand

_tally = TALLY.__getitem__
_NATURALS: Final = (1 << JOKER_BIT) - 1
_LOW: Final = _NATURALS // 3  # the low bit of each pair


def goes_out(cards: Sequence[Card], law: Law) -> Melds | None:
    """Melds after which nothing is left but one discard, or None; the same yes or no as `best` gives.

    >>> from tests.laws import CLUB_2018
    >>> from scoring.engine.notation import read_cards, write_melds
    >>> write_melds(goes_out(read_cards("♥D ♥K ♥A ♣7 ★ ♥7 ♣2"), CLUB_2018))
    '♣7 ★ ♥7 | ♥D ♥K ♥A'
    >>> goes_out(read_cards("♥D ♥K ♥A ♣7 ♥7 ♣2"), CLUB_2018) is None
    True
    """
    tally = sum(map(_tally, cards))
    jokers, naturals = tally >> JOKER_BIT, tally & _NATURALS
    single = law.decks == 1
    if jokers > law.jokers or (naturals & naturals >> 1 & _LOW) or (single and naturals & _LOW << 1):
        demand_hand(cards, law)
    patterns = patterns_of(law)
    parts = [patterns.suit_part(naturals >> at & SUIT_PART, jokers) for at in _SUITS_AT]
    if law.melds_per_turn or sum([part.size for part in parts]) + jokers != len(cards):
        turn = best(cards, law).goes_out
        return turn.melds if turn else None
    alone = _fit_nothing(parts, jokers)
    rest = naturals - alone
    if alone & alone - 1 or (alone and rest & alone << 1):
        return None  # two cards, or two copies of one
    if not 0 < len(cards) <= MOST_CARDS:
        demand_hand(cards, law)
    return _Cover(patterns, parts).of(rest, jokers, not alone)


_SUITS_AT: Final = tuple(range(0, JOKER_BIT, SUIT_BITS))


def _fit_nothing(parts: Sequence[SuitPart], jokers: int) -> int:
    """One of each card that can be in no meld at all, whatever else is laid."""
    a, b, c, d = parts[0].ranks, parts[1].ranks, parts[2].ranks, parts[3].ranks
    several = (a & b) | (c & d) | ((a | b) & (c | d)) if jokers else (a & b & (c | d)) | (c & d & (a | b))
    alone = 0
    for part, at in zip(parts, _SUITS_AT, strict=True):
        loose = part.loose & ~several
        while loose:
            bit = loose & -loose
            loose ^= bit
            alone |= 1 << 2 * (bit.bit_length() - 1) + at
            if alone & alone - 1:
                return alone
    return alone


class _Cover:
    """A search for melds that take all cards but one."""

    __slots__ = ("all_may_lie", "groups", "parts", "seen")

    def __init__(self, patterns: Patterns, parts: Sequence[SuitPart]) -> None:
        self.parts, self.groups = parts, patterns.lowest_groups
        self.all_may_lie = not patterns.discard_needed
        self.seen: set[tuple[int, int, bool]] = set()

    def of(self, rest: int, jokers: int, spare: bool) -> Melds | None:
        """The melds of the rest, with so many jokers, and perhaps one card to spare."""
        if not rest:
            one_left = jokers + (not spare)
            return () if one_left == 1 or (one_left == 0 and self.all_may_lie) else None
        key = (rest, jokers, spare)
        if key in self.seen:
            return None
        self.seen.add(key)
        at = (rest & -rest).bit_length() - 1 >> 1
        suit, rank = divmod(at, RANKS)
        held = rest | rest >> 1
        shift = suit * SUIT_BITS
        for mask, used, line in self.parts[suit].runs_from(rank):
            here = mask << shift
            if used <= jokers and held & here == here:
                melds = self.of(rest - here, jokers - used, spare)
                if melds is not None:
                    first = suit * RANKS
                    return (tuple([card if card == JOKER else first + card for card in line]), *melds)
        for gone, used, laid in self.groups[rank][held >> 2 * rank & ONE_RANK]:
            if used <= jokers:
                melds = self.of(rest - gone, jokers - used, spare)
                if melds is not None:
                    return (laid, *melds)
        return self.of(rest - (1 << 2 * at), jokers, spare=False) if spare else None
