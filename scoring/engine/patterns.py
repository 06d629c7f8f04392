"""Patterns: every meld that the cards of a hand can make, as numbers that a solver can add up.

The cards of a hand are counted in one long number, the *tally*: two bits for each of the 52 faces, the
jokers above them. A *state* says which cards are melded: a small field for each face that is held, so
that laying a meld is an addition, and a card taken too often sets an *overflow* bit:

    held once    00 free · 01 melded · 1x too often
    held twice   001 free · 010 one melded · 011 both · 1xx too often      (thrice: from 000)

A *row* is one meld: what it adds to the state, what it gains (its value for the opening above, the Augen
it takes out of the hand below), the suit and the cards as they are laid. Rows stand in lists by the
number of jokers that they need. The fields and the runs of one suit depend on nothing but that suit's
part of the tally and the jokers beside it, so they are kept and met again in other hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, TypeAlias

from scoring.engine.cards import FACES, JOKER, RANKS, SUITS, Card, held_augen
from scoring.engine.law import GoingOut, Law
from scoring.engine.melds import SMALLEST, group_value, may_stand, rung_value, share_allows

State: TypeAlias = int
LocalRow: TypeAlias = tuple[State, int, tuple[Card, ...]]  # added, gained, laid with ranks for cards
Runs: TypeAlias = tuple[tuple[int, list[LocalRow]], ...]  # the runs by the jokers that they need
LastRow: TypeAlias = tuple[
    State, int, tuple[Card, ...], int
]  # and the most Augen of this and the ones behind it
Group: TypeAlias = tuple[
    tuple[int, ...], int, int, tuple[Card, ...]
]  # which of the suits that hold the rank (none: all), jokers, gained, laid
Row: TypeAlias = tuple[State, int, int, tuple[Card, ...]]  # added, gained, first card of the suit, laid

VALUE: Final = 20  # bits below are Augen, above them the value for the opening
AUGEN: Final = (1 << VALUE) - 1

TALLY: Final = tuple(1 << 2 * card for card in range(FACES + 1))
SUIT_BITS: Final = 2 * RANKS
ONE_RANK: Final = sum(1 << suit * SUIT_BITS for suit in range(SUITS))
SUIT_PART: Final = (1 << SUIT_BITS) - 1
JOKER_BIT: Final = 2 * FACES
SIZE_AT: Final = 16  # what four suits add up to in one number: Augen, cards, suits with a card held twice
TWICE_AT: Final = 24
KEPT: Final = 60_000  # suits remembered before they are forgotten all at once
MOST_COPIES: Final = 3


@dataclass(slots=True)
class SuitPart:
    """The cards of one suit: their fields, what they count, and their runs by the number of jokers."""

    width: int = 0
    size: int = 0
    start: State = 0  # nothing melded
    full: State = 0  # everything melded
    overflow: State = 0
    ranks: int = 0  # 13 bits
    augen: int = 0
    twice: bool = False  # some card is held more than once
    units: dict[int, State] = field(default_factory=dict)  # rank -> what one card adds
    counts: dict[int, int] = field(default_factory=dict)
    order: list[tuple[State, State, int]] = field(default_factory=list)  # field, when full, Augen·16 + rank
    highest: int = -1  # Augen·16 + rank of the card that counts most
    rows: Runs = ()
    loose: int = 0  # the ranks that are in no run
    last: tuple[LastRow, ...] = ()  # the runs that need every joker, those that gain most first
    facts: tuple[int, State, State, State, int, int] = (0, 0, 0, 0, 0, -1)
    tops: dict[State, int] = field(default_factory=dict)
    lowest: dict[int, list[tuple[int, int, tuple[Card, ...]]]] | None = None

    def runs_from(self, rank: int) -> list[tuple[int, int, tuple[Card, ...]]]:
        """The runs whose lowest natural card, the ace below the 2, is this: as a tally, jokers, laid."""
        if self.lowest is None:
            self.lowest = {rank: [] for rank in self.units}
            for used, rows in self.rows:
                for _, _, line in dict.fromkeys(rows):
                    naturals = [card for card in line if card < RANKS]
                    tally = sum([1 << 2 * card for card in naturals])
                    self.lowest[min(naturals)].append((tally, used, line))
            for runs in self.lowest.values():
                runs.sort(key=lambda run: (run[1], -len(run[2])))
        return self.lowest[rank]

    def top(self, state: State) -> int:
        """The card that counts most among those left of this suit, as Augen·16 + rank; −1 if none is left."""
        found = self.tops.get(state)
        if found is None:
            found = next((what for mask, full, what in self.order if state & mask != full), -1)
            self.tops[state] = found
        return found


class Patterns:
    """The melds of one law."""

    def __init__(self, law: Law) -> None:
        self.law = law
        self.joker_augen = law.joker_held
        self.augen = [held_augen(card, law) for card in range(RANKS)]
        self.rung = [rung_value(rung, law) for rung in range(2 * RANKS)]
        self.longest = [
            max((n for n in range(RANKS + 2) if may_stand(low, n, law)), default=0) for low in range(RANKS)
        ]
        self.most_jokers = [
            max(j for j in range(naturals + RANKS + 2) if share_allows(naturals, j, law))
            for naturals in range(RANKS + 2)
        ]
        self.floor = law.opening_augen << VALUE
        self.discard_needed = law.going_out is not GoingOut.ANY
        self.joker_only_last = law.joker_discard_only_last
        self.all_count = bool(law.ace_held and law.court_held and (law.joker_held or not law.jokers))
        self.quick = (
            self.discard_needed and self.joker_only_last and self.all_count and not law.melds_per_turn
        )
        self.splits_are_free = not law.melds_per_turn
        self.suits: tuple[dict[int, SuitPart], ...] = tuple({} for _ in range(law.jokers + 1))
        self.groups = [self._groups(rank) for rank in range(RANKS)]
        self.lowest_groups = [dict(self._lowest_groups(rank)) for rank in range(RANKS)]
        self.column_groups = [dict(self._column_groups(rank)) for rank in range(RANKS)]

    def suit_part(self, part: int, jokers: int) -> SuitPart:
        """The fields and runs of one suit's part of the tally, beside so many jokers."""
        kept = self.suits[jokers]
        found = kept.get(part)
        if found is None:
            if len(kept) >= KEPT:
                kept.clear()
            found = kept[part] = self._suit_part(part, jokers)
        return found

    def _suit_part(self, part: int, jokers: int) -> SuitPart:
        suit = SuitPart()
        for rank in range(RANKS):
            count = part >> 2 * rank & 3
            if not count:
                continue
            at, wide = suit.width, 2 if count == 1 else 3
            bias = 1 if count == 2 else 0
            suit.units[rank] = 1 << at
            suit.counts[rank] = count
            suit.start |= bias << at
            suit.full |= bias + count << at
            suit.overflow |= 1 << at + wide - 1
            suit.ranks |= 1 << rank
            suit.augen += count * self.augen[rank]
            suit.size += count
            suit.twice |= count > 1
            what = self.augen[rank] << 4 | rank
            suit.order.append(((1 << wide) - 1 << at, bias + count << at, what))
            suit.width += wide
        suit.order.sort(key=lambda entry: -entry[2])
        suit.highest = suit.order[0][2] if suit.order else -1
        suit.rows = self._runs(suit, jokers)
        suit.loose = suit.ranks
        for _, rows in suit.rows:
            for _, _, line in rows:
                for rank in line:
                    if rank != JOKER:
                        suit.loose &= ~(1 << rank)
        suit.facts = (
            suit.width,
            suit.start,
            suit.full,
            suit.overflow,
            suit.augen | suit.size << SIZE_AT | suit.twice << TWICE_AT,
            suit.highest,
        )
        suit.last = _best_first(next((rows for used, rows in suit.rows if used == jokers), []))
        return suit

    # --- runs -------------------------------------------------------------------------------------------

    def _runs(self, suit: SuitPart, jokers: int) -> Runs:
        """Every run of this suit, the best reading for each choice of cards, by the number of jokers.

        Where any number of melds may be laid, a run that falls into two runs of the same value is left
        out: the two do the same.
        """
        best: dict[tuple[State, int], tuple[int, bool, tuple[Card, ...]]] = {}
        if len(suit.units) >= 2:
            for low in range(RANKS):
                self._climb(suit, jokers, low, best)
        rows: list[list[LocalRow]] = [[] for _ in range(jokers + 1)]
        for (added, used), (value, splits, line) in best.items():
            if splits and self.splits_are_free:
                continue
            naturals = [card for card in line if card != JOKER]
            augen = sum([self.augen[rank] for rank in naturals]) + used * self.joker_augen
            row = (added, value << VALUE | augen, line)
            copies = min([suit.counts[rank] for rank in naturals])
            rows[used].extend([row] * copies)
        return tuple([(used, some) for used, some in enumerate(rows) if some])

    def _climb(
        self,
        suit: SuitPart,
        jokers: int,
        low: int,
        best: dict[tuple[State, int], tuple[int, bool, tuple[Card, ...]]],
    ) -> None:
        """Every run that begins on one rung, card by card upwards."""
        units, counts = suit.units, suit.counts
        adjacent, most_jokers, longest = self.law.jokers_adjacent, self.most_jokers, self.longest[low]
        stack: list[tuple[tuple[Card, ...], State, int, int]] = [((), 0, 0, 0)]
        while stack:
            line, added, used, value = stack.pop()
            length = len(line)
            if length >= SMALLEST and used <= most_jokers[length - used]:
                known = best.get((added, used))
                if known is None or known[0] <= value:
                    splits = length >= 2 * SMALLEST and self._splits(line, low)
                    if known is None or (value, splits) > known[:2]:
                        best[added, used] = (value, splits, line)
            if length == longest:
                continue
            rung = low + length
            rank = rung % RANKS
            gained = value + self.rung[rung]
            if rank in units and (length < RANKS or line[0] == JOKER or counts[rank] > 1):
                stack.append(((*line, rank), added + units[rank], used, gained))
            if used < jokers and (adjacent or not line or line[-1] != JOKER):
                stack.append(((*line, JOKER), added, used + 1, gained))

    def _splits(self, line: tuple[Card, ...], low: int) -> bool:
        """Whether a run can be cut into two that count the same together."""
        most, used = self.most_jokers, line.count(JOKER)
        left = 0
        for at, card in enumerate(line):
            if at >= SMALLEST:
                right = used - left
                behind = len(line) - at
                if behind < SMALLEST:
                    return False
                cuts_ace = low + at == RANKS and self.rung[0] < self.rung[RANKS]
                if not cuts_ace and left <= most[at - left] and right <= most[behind - right]:
                    return True
            left += card == JOKER
        return False

    # --- groups -----------------------------------------------------------------------------------------

    def _groups(self, rank: int) -> tuple[tuple[Group, ...], ...]:
        """For every choice of suits that hold a rank, each group that can be laid."""
        most = min(self.law.group_max, SUITS)
        table = []
        for held in range(1 << SUITS):
            suits = [suit for suit in range(SUITS) if held >> suit & 1]
            table.append(
                tuple(
                    (
                        places if count < len(suits) else (),
                        jokers,
                        self._group_gain(rank, count, jokers),
                        _laid(rank, chosen, jokers),
                    )
                    for count in range(2, len(suits) + 1)
                    for places in combinations(range(len(suits)), count)
                    for chosen in [[suits[place] for place in places]]
                    for jokers in range(min(SMALLEST, self.law.jokers + 1))
                    if SMALLEST <= count + jokers <= most and jokers <= self.most_jokers[count]
                )
            )
        return tuple(table)

    def _lowest_groups(self, rank: int) -> Iterator[tuple[int, list[tuple[int, int, tuple[Card, ...]]]]]:
        """For every choice of suits, as bits of a tally, the groups of its first: tally, jokers, laid."""
        for held, groups in enumerate(self.groups[rank]):
            column = sum([1 << suit * SUIT_BITS for suit in range(SUITS) if held >> suit & 1])
            yield (
                column,
                [
                    (sum([TALLY[card] for card in laid if card != JOKER]), used, laid)
                    for places, used, _, laid in groups
                    if not places or places[0] == 0
                ],
            )

    def _column_groups(self, rank: int) -> Iterator[tuple[int, list[tuple[int, int, tuple[Card, ...]]]]]:
        """For every choice of suits, as bits of a tally, all groups: jokers, gained, laid."""
        for held, groups in enumerate(self.groups[rank]):
            column = sum([1 << suit * SUIT_BITS for suit in range(SUITS) if held >> suit & 1])
            yield column, [(used, gain, laid) for _, used, gain, laid in groups]

    def _group_gain(self, rank: int, naturals: int, jokers: int) -> int:
        value = (naturals + jokers) * group_value(rank, self.law)
        return value << VALUE | naturals * self.augen[rank] + jokers * self.joker_augen


def _best_first(rows: Sequence[LocalRow]) -> tuple[LastRow, ...]:
    """Rows by what they gain, each with the most Augen that it or any behind it melds."""
    found: list[LastRow] = []
    most = 0
    for added, gain, line in sorted(set(rows), key=lambda row: row[1]):
        most = max(most, gain & AUGEN)
        found.append((added, gain, line, most))
    return tuple(reversed(found))


def _laid(rank: int, suits: Sequence[int], jokers: int) -> tuple[Card, ...]:
    """A group with a joker behind each natural card, as long as there are jokers, so that none touch."""
    laid: list[Card] = []
    for at, suit in enumerate(suits):
        laid += [suit * RANKS + rank, JOKER] if at < jokers else [suit * RANKS + rank]
    return tuple(laid)


_KNOWN: dict[int, Patterns] = {}
LAWS_KEPT: Final = 64


def patterns_of(law: Law) -> Patterns:
    """The patterns of a law, made once."""
    found = _KNOWN.get(id(law))
    if found is None or found.law is not law:
        if len(_KNOWN) >= LAWS_KEPT:
            _KNOWN.clear()
        found = _KNOWN[id(law)] = Patterns(law)
    return found


def forget() -> None:
    """Forget every pattern, so that a measurement can begin cold."""
    _KNOWN.clear()
