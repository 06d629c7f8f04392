"""Going out from the hand, yes or no: exact cover with one card to spare, quicker than asking for everything.

Card by card from the lowest: it begins a run or a group, or it is the one that is discarded. What is left
is a tally (see `patterns`); a hand in which two cards fit nothing is answered at a glance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.engine.best import best
from scoring.engine.cards import Card
from scoring.engine.law import Law
from scoring.engine.patterns import (
    ALL_FACES,
    JOKERS_AT,
    MOST_COUNTED,
    ONCE,
    ONE_RANK,
    ONE_SUIT,
    OVERFLOW,
    STRIDE,
    SUIT_BITS,
    SUIT_PARTS,
    Patterns,
    State,
    SuitRuns,
    Tally,
    patterns_of,
)
from scoring.engine.solver import Melds, demand_hand


def goes_out(cards: Sequence[Card], law: Law) -> Melds | None:
    """Melds after which nothing is left but one discard, or None; the same yes or no as `best` gives.

    >>> from tests.laws import CLUB_2018
    >>> from scoring.engine.notation import read_cards, write_melds
    >>> write_melds(goes_out(read_cards("♥D ♥K ♥A ♣7 ★ ♥7 ♣2"), CLUB_2018))
    '♣7 ★ ♥7 | ♥D ♥K ♥A'
    >>> goes_out(read_cards("♥D ♥K ♥A ♣7 ♥7 ♣2"), CLUB_2018) is None
    True
    """
    if law.melds_per_turn:
        turn = best(cards, law).goes_out
        return turn.melds if turn else None
    patterns = patterns_of(law)
    if not 0 < len(cards) <= MOST_COUNTED:
        demand_hand(cards, law)
    counted = sum(map(patterns.tally.__getitem__, cards))
    tally, jokers = counted & ALL_FACES, counted >> JOKERS_AT & 255
    if jokers > law.jokers or (tally | tally + patterns.spare) & OVERFLOW:
        demand_hand(cards, law)
    once = (tally | tally >> 1 | tally >> 2) & ONCE
    near, in_groups = patterns.may_run(once, jokers), _in_groups(once, jokers)
    alone = once & ~(near | in_groups)
    if alone & alone - 1 or tally & 6 * alone:
        return None  # two cards that fit nothing, or two copies of one
    known = patterns.runs[jokers]
    runs = []
    for part in SUIT_PARTS:
        held = near & part
        runs.append((known.get(held) or patterns.runs_of(held, jokers)) if held else _NO_RUNS)
    covered = runs[0].covered | runs[1].covered | runs[2].covered | runs[3].covered
    alone = once & ~(covered | in_groups)
    if alone & alone - 1 or tally & 6 * alone:
        return None
    return _Cover(patterns, runs).of(tally - alone, jokers, not alone)


_NO_RUNS: Final = SuitRuns([[]])


def _in_groups(once: Tally, jokers: int) -> Tally:
    """The cards of the ranks of which there may be a group, whatever else is laid."""
    a, b = once & ONE_SUIT, once >> SUIT_BITS & ONE_SUIT
    c, d = once >> 2 * SUIT_BITS & ONE_SUIT, once >> 3 * SUIT_BITS
    if jokers:
        return ((a & b) | (c & d) | ((a | b) & (c | d))) * ONE_RANK
    return ((a & b & (c | d)) | (c & d & (a | b))) * ONE_RANK


class _Cover:
    """A search for melds that take all cards but one."""

    __slots__ = ("all_may_lie", "groups", "runs", "seen")

    def __init__(self, patterns: Patterns, runs: Sequence[SuitRuns]) -> None:
        self.runs, self.groups = runs, patterns.groups
        self.all_may_lie = not patterns.discard_needed
        self.seen: set[tuple[State, int, bool]] = set()

    def of(self, rest: Tally, jokers: int, spare: bool) -> Melds | None:
        """The melds of the rest, with so many jokers, and perhaps one card to spare."""
        if not rest:
            one_left = jokers + (not spare)
            return () if one_left == 1 or (one_left == 0 and self.all_may_lie) else None
        key = (rest, jokers, spare)
        if key in self.seen:
            return None
        self.seen.add(key)
        at = (rest & -rest).bit_length() - 1
        at -= at % STRIDE
        unit = 1 << at
        held = (rest | rest >> 1 | rest >> 2) & ONCE
        lacking = ~held  # also of a run from ace to ace, which takes two: two runs take the same cards
        for tally, used, line in self.runs[at // SUIT_BITS].by_lowest().get(unit, ()):
            if used <= jokers and not tally & lacking:
                melds = self.of(rest - tally, jokers - used, spare)
                if melds is not None:
                    return (line, *melds)
        column = at % SUIT_BITS
        for used, (tally, _unused, line) in self.groups[column // STRIDE][held >> column & ONE_RANK]:
            if used > jokers:
                break
            if tally & unit:
                melds = self.of(rest - tally, jokers - used, spare)
                if melds is not None:
                    return (line, *melds)
        return self.of(rest - unit, jokers, spare=False) if spare else None
