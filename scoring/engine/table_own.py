"""Own melds that grow in the turn in which they are laid: an opening, then swapped jokers laid off at it.

Swapped jokers do not help to open, so the opening melds are laid and counted first. What is laid off at them afterwards
begins, at each end, with a joker: a natural card beside the meld is laid and counted together with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.engine.cards import JOKER, RANKS, SUITS, Card, card_of
from scoring.engine.law import Law
from scoring.engine.melds import SMALLEST, group_value, may_stand, rung_value, share_allows


class GrowingMeld(NamedTuple):
    """A meld as it is laid, and what is laid off at it once jokers have been swapped out."""

    meld: tuple[Card, ...]
    before: tuple[Card, ...]
    after: tuple[Card, ...]
    value: int  # what the meld counts for the opening, without what comes later

    @property
    def later(self) -> int:
        """Jokers that are laid off later."""
        return self.before.count(JOKER) + self.after.count(JOKER)

    @property
    def naturals(self) -> tuple[Card, ...]:
        """The natural cards that leave the hand, now or later."""
        return tuple(card for card in (*self.before, *self.meld, *self.after) if card != JOKER)


def growing_melds(counts: Sequence[int], jokers: int, swapped: int, law: Law) -> tuple[GrowingMeld, ...]:
    """Return the best of these melds for each choice of cards, from naturals held so often (`counts`).

    At most `jokers` lie in the meld itself, and at most `swapped` are laid off at it.
    """
    best: dict[tuple[tuple[Card, ...], int, int], GrowingMeld] = {}
    for found in (*_runs(counts, jokers, swapped, law), *_groups(counts, jokers, swapped, law)):
        key = tuple(sorted(found.naturals)), found.meld.count(JOKER), found.later
        known = best.get(key)
        if known is None or known.value < found.value:
            best[key] = found
    return tuple(best.values())


def _runs(counts: Sequence[int], jokers: int, swapped: int, law: Law) -> Iterator[GrowingMeld]:
    for suit in range(SUITS):
        for low in range(RANKS):
            for line in _lines(suit, low, counts, jokers + swapped, law):
                yield from _parted(line, low, jokers, swapped, law)


def _lines(suit: int, low: int, counts: Sequence[int], jokers: int, law: Law) -> Iterator[tuple[Card, ...]]:
    """Every run with a joker that begins on this rung, from the natural cards held and so many jokers."""
    stack: list[tuple[Card, ...]] = [()]
    while stack:
        line = stack.pop()
        used = line.count(JOKER)
        if used and len(line) > SMALLEST and share_allows(len(line) - used, used, law):
            yield line
        if not may_stand(low, max(len(line) + 1, SMALLEST), law):
            continue
        card = card_of(suit, (low + len(line)) % RANKS)
        if line.count(card) < counts[card]:
            stack.append((*line, card))
        if used < jokers and (law.jokers_adjacent or line[-1:] != (JOKER,)):
            stack.append((*line, JOKER))


def _parted(line: tuple[Card, ...], low: int, jokers: int, swapped: int, law: Law) -> Iterator[GrowingMeld]:
    """Every way to lay a part of the run first; beside it, at either end, comes a joker."""
    places = [at for at, card in enumerate(line) if card == JOKER]
    for begin in (0, *[at + 1 for at in places]):
        for end in (*places, len(line)):
            meld = line[begin:end]
            within = meld.count(JOKER)
            later = len(places) - within
            if not (0 < later <= swapped and within <= jokers and stands_alone(meld, law)):
                continue
            found = GrowingMeld(meld, line[:begin], line[end:], run_value(low + begin, len(meld), law))
            if law.melds_per_turn or not is_several(found, low + begin, law):
                yield found


def stands_alone(cards: Sequence[Card], law: Law) -> bool:
    """Return whether a part of a run is long enough, and has natural cards enough, to be a run itself."""
    jokers = cards.count(JOKER)
    return len(cards) >= SMALLEST and share_allows(len(cards) - jokers, jokers, law)


def run_value(low: int, length: int, law: Law) -> int:
    """Return what a run counts that begins on this rung."""
    low %= RANKS
    return sum([rung_value(rung, law) for rung in range(low, low + length)])


def is_several(growing: GrowingMeld, low: int, law: Law) -> bool:
    """Return whether the same cards can be laid as several melds that count as much: then these are enough."""
    meld, before, after, value = growing
    if stands_alone(before, law) or stands_alone(after, law):
        return True
    for at in range(SMALLEST, len(meld) - SMALLEST + 1):
        left, right = meld[:at], meld[at:]
        if (
            stands_alone(left, law)
            and stands_alone(right, law)
            and stands_alone((*before, *left), law)
            and stands_alone((*right, *after), law)
            and run_value(low, at, law) + run_value(low + at, len(right), law) == value
        ):
            return True
    return False


def _groups(counts: Sequence[int], jokers: int, swapped: int, law: Law) -> Iterator[GrowingMeld]:
    most = min(law.group_max, SUITS)
    for rank in range(RANKS):
        held = [card for suit in range(SUITS) if counts[card := card_of(suit, rank)]]
        for count in range(1, len(held) + 1):
            for within in range(max(SMALLEST - count, 0), min(jokers, most - count - 1) + 1):
                for later in range(1, min(swapped, most - count - within) + 1):
                    if share_allows(count, within + later, law):
                        value = (count + within) * group_value(rank, law)
                        for naturals in combinations(held, count):
                            meld = (*naturals, *[JOKER] * within)
                            yield GrowingMeld(meld, (), (JOKER,) * later, value)
