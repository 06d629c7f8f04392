"""Patterns: every meld that the cards of a hand can make, as numbers that a solver can add up.

The cards of a hand are counted in one long number, the *tally*: four bits for each of the 52 faces, the
jokers and the Augen above them. A *state* says which cards are melded. It is a number of the same shape,
in which a face is 7 when none of it is left, so that laying a meld is an addition, and a card taken too
often sets the top bit of its field, the *overflow*:

    held once    0110 free · 0111 melded · 1000 too often
    held twice   0101 free · 0110 one melded · 0111 both · 1000 too often

A *row* is one meld: the tally of its natural cards, what it gains (its value for the opening above, the
Augen it takes out of the hand below), and its cards as they are laid. Rows stand in lists by the number of
jokers that they need. The runs of a suit depend on nothing but the ranks held and the jokers beside them,
so they are worked out once and met again in other hands; the groups are a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import itemgetter
from typing import Final, TypeAlias

from scoring.engine.cards import FACES, JOKER, RANKS, SUITS, Card, held_augen
from scoring.engine.law import GoingOut, Law
from scoring.engine.melds import SMALLEST, group_value, may_stand, rung_value, share_allows

Tally: TypeAlias = int
State: TypeAlias = int
Row: TypeAlias = tuple[Tally, int, tuple[Card, ...]]  # added, gained, laid
LastRow: TypeAlias = tuple[Tally, int, tuple[Card, ...], int]  # and the most Augen of it and those behind it
Found: TypeAlias = dict[
    tuple[Tally, int], tuple[tuple[int, bool], tuple[Card, ...]]
]  # value and splits, line

VALUE: Final = 20  # bits below are Augen, above them the value for the opening
AUGEN: Final = (1 << VALUE) - 1

STRIDE: Final = 4  # bits of one face
SUIT_BITS: Final = STRIDE * RANKS
JOKERS_AT: Final = SUIT_BITS * SUITS
AUGEN_AT: Final = JOKERS_AT + 8
MOST_COUNTED: Final = 15  # more cards of one face would run over into the next
UNIT: Final = tuple(1 << STRIDE * card for card in range(FACES))
ONCE: Final = sum(UNIT)  # every face once
OVERFLOW: Final = ONCE << 3
FULL: Final = 7 * ONCE
ALL_FACES: Final = 15 * ONCE
ONE_SUIT: Final = (1 << SUIT_BITS) - 1
ONE_RANK: Final = sum(UNIT[::RANKS])
SUIT_PARTS: Final = tuple(ONE_SUIT << SUIT_BITS * suit for suit in range(SUITS))
ACES: Final = ONE_RANK
KING_AT: Final = SUIT_BITS - STRIDE
KINGS: Final = ACES << KING_AT
NOT_ACES: Final = ONCE ^ ACES
NOT_KINGS: Final = ONCE ^ KINGS
_gain = itemgetter(1)
KEPT: Final = 60_000  # suits remembered before they are forgotten all at once


class SuitRuns:
    """The runs of one choice of cards of one suit, beside so many jokers."""

    __slots__ = ("_covered", "_last", "few", "lowest", "rows")

    def __init__(self, rows: Sequence[Sequence[Row]]) -> None:
        few = tuple([(used, some) for used, some in enumerate(rows[:-1]) if some])
        self.few = few  # with fewer jokers than there are
        self.rows = (*few, (len(rows) - 1, rows[-1])) if rows[-1] else few
        self._last: tuple[LastRow, ...] | None = None
        self._covered: Tally | None = None
        self.lowest: dict[Tally, list[tuple[Tally, int, tuple[Card, ...]]]] | None = None

    @property
    def last(self) -> tuple[LastRow, ...]:
        """The runs with all jokers, those that gain most first, each with the most Augen of it and those behind."""
        if self._last is None:
            rows = () if self.rows is self.few else self.rows[-1][1]
            found: list[LastRow] = []
            most = 0
            for added, gain, line in sorted(rows, key=_gain):
                most = max(most, gain & AUGEN)
                found.append((added, gain, line, most))
            self._last = tuple(reversed(found))
        return self._last

    @property
    def covered(self) -> Tally:
        """The cards that are in some run."""
        if self._covered is None:
            self._covered = 0
            for _pattern, some in self.rows:
                for added, _gain, _cards in some:
                    self._covered |= added
        return self._covered

    def by_lowest(self) -> dict[Tally, list[tuple[Tally, int, tuple[Card, ...]]]]:
        """The runs by their lowest natural card, the ace below the 2: tally, jokers, laid."""
        if self.lowest is None:
            self.lowest = {}
            for used, some in self.rows:
                for added, _unused, line in some:
                    lowest = min([card for card in line if card != JOKER])
                    self.lowest.setdefault(UNIT[lowest], []).append((added, used, line))
            for runs in self.lowest.values():
                runs.sort(key=lambda run: (run[1], -len(run[2])))
        return self.lowest


class Patterns:
    """The melds of one law."""

    def __init__(self, law: Law) -> None:
        self.law = law
        self.joker_augen = law.joker_held
        self.augen = [held_augen(card, law) for card in range(RANKS)]
        self.tally = tuple(
            [unit | held_augen(card, law) << AUGEN_AT for card, unit in enumerate(UNIT)]
            + [1 << JOKERS_AT | law.joker_held << AUGEN_AT]
        )
        self.columns = [
            (15 * ONE_RANK << STRIDE * rank, augen, rank)
            for augen, rank in sorted(((augen, rank) for rank, augen in enumerate(self.augen)), reverse=True)
        ]
        self.spare = (7 - law.decks) * ONCE  # added to a tally: overflow where the deck has no more of a card
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
        self.jokers_apart = not law.jokers_adjacent
        self.runs: tuple[dict[Tally, SuitRuns], ...] = tuple({} for _unused in range(law.jokers + 1))
        self.groups = [dict(self._groups(rank)) for rank in range(RANKS)]

    def highest(self, held: Tally) -> tuple[int, Card]:
        """The Augen of the card that counts most, and the card; there must be one."""
        for column, augen, rank in self.columns:
            some = held & column
            if some:
                return augen, rank + RANKS * ((some & -some).bit_length() // SUIT_BITS)
        raise AssertionError("nothing is held")

    # --- runs -------------------------------------------------------------------------------------------

    def may_run(self, held: Tally, jokers: int) -> Tally:
        """The cards that may be in a run: beside two neighbours, or, with a joker, one or two ranks from another.

        The ace is a neighbour of the king and of the 2, whatever the law; `runs_of` knows better.
        """
        if jokers and not self.jokers_apart:
            return held
        up = held << STRIDE & NOT_ACES | held >> KING_AT & ACES  # one rank higher each, the king an ace
        down = held >> STRIDE & NOT_KINGS | held << KING_AT & KINGS
        if not jokers:
            middle = held & up & down
            if not middle:
                return 0
            up, down = middle << STRIDE & NOT_ACES, middle >> STRIDE & NOT_KINGS
            return middle | up | down | middle >> KING_AT & ACES | middle << KING_AT & KINGS
        up |= up << STRIDE & NOT_ACES | up >> KING_AT & ACES
        down |= down >> STRIDE & NOT_KINGS | down << KING_AT & KINGS
        return held & (up | down)

    def runs_of(self, held: Tally, jokers: int) -> SuitRuns:
        """The runs of cards of one suit, each held at least once, beside so many jokers."""
        kept = self.runs[jokers]
        found = kept.get(held)
        if found is None:
            if len(kept) >= KEPT:
                kept.clear()
            suit = (held & -held).bit_length() // SUIT_BITS
            if not suit:
                found = SuitRuns(self._runs(held, jokers))
            else:
                clubs = self.runs_of(held >> SUIT_BITS * suit, jokers)
                found = SuitRuns(_in_suit(clubs, suit, jokers))
            kept[held] = found
        return found

    def _runs(self, held: Tally, jokers: int) -> list[list[Row]]:
        """Every run, the best reading for each choice of cards, by the number of jokers.

        Where any number of melds may be laid, a run that falls into two runs of the same value is left
        out: the two do the same.
        """
        best: Found = {}
        ranks = frozenset([rank for rank in range(RANKS) if held & UNIT[rank]])
        rows: list[list[Row]] = [[] for _unused in range(jokers + 1)]
        leads = jokers if self.law.jokers_adjacent else min(jokers, 1)
        begins = self._begins(held) if self.jokers_apart else 0
        if begins:  # the rest is a smaller question, and often known
            rest = self.may_run(held ^ begins, jokers)
            for used, some in self.runs_of(rest, jokers).rows if rest else ():
                rows[used] += some
        for first in ranks:
            if not begins or begins & UNIT[first]:
                for lead in range(leads + 1):
                    self._climb(ranks, jokers, (first - lead) % RANKS, lead, best)
        for (added, used), ((value, splits), line) in best.items():
            if not (splits and self.splits_are_free):
                augen = sum([self.augen[rank] for rank in line if rank != JOKER]) + used * self.joker_augen
                rows[used].append((added, value << VALUE | augen, line))
        return rows

    def _begins(self, held: Tally) -> Tally:
        """A card that is the first natural one of every run it is in: none is one or two ranks below."""
        above = held << STRIDE | held >> KING_AT
        above |= above << STRIDE | held >> KING_AT - STRIDE
        begins = held & ~above & ONE_SUIT
        return begins & -begins

    def _climb(self, ranks: frozenset[int], jokers: int, low: int, lead: int, best: Found) -> None:
        """Every run that begins on one rung with so many jokers and then a card, card by card upwards."""
        adjacent, most_jokers, longest = self.law.jokers_adjacent, self.most_jokers, self.longest[low]
        first = (low + lead) % RANKS
        begun = (*[JOKER] * lead, first)
        if len(begun) > longest:
            return
        stack = [(begun, UNIT[first], lead, sum(self.rung[low : low + len(begun)]))]
        while stack:
            line, added, used, value = stack.pop()
            length = len(line)
            if length >= SMALLEST and used <= most_jokers[length - used]:
                known = best.get((added, used))
                reading = value, length >= 2 * SMALLEST and self._splits(line, low)
                if known is None or reading > known[0]:
                    best[added, used] = reading, line
            if length == longest:
                continue
            rung = low + length
            rank = rung % RANKS
            gained = value + self.rung[rung]
            if rank in ranks:  # an ace at both ends: the tally says that it takes two
                stack.append(((*line, rank), added + UNIT[rank], used, gained))
            if used < jokers and (adjacent or line[-1] != JOKER):
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

    def _groups(self, rank: int) -> Iterator[tuple[Tally, tuple[tuple[int, Row], ...]]]:
        """For every choice of suits that hold a rank, the groups that can be laid, few jokers first."""
        most = min(self.law.group_max, SUITS)
        for held in range(1 << SUITS):
            suits = [suit for suit in range(SUITS) if held >> suit & 1]
            rows = [
                (jokers, self._group(rank, chosen, jokers))
                for jokers in range(min(SMALLEST, self.law.jokers + 1))
                for count in range(2, len(suits) + 1)
                for chosen in combinations(suits, count)
                if SMALLEST <= count + jokers <= most and jokers <= self.most_jokers[count]
            ]
            yield sum([UNIT[RANKS * suit] for suit in suits]), tuple(rows)

    def _group(self, rank: int, suits: Sequence[int], jokers: int) -> Row:
        """A group with a joker behind each natural card, as long as there are jokers, so that none touch."""
        laid: list[Card] = []
        for at, suit in enumerate(suits):
            laid += [suit * RANKS + rank, JOKER] if at < jokers else [suit * RANKS + rank]
        value = len(laid) * group_value(rank, self.law)
        gain = value << VALUE | len(suits) * self.augen[rank] + jokers * self.joker_augen
        return sum([UNIT[suit * RANKS + rank] for suit in suits]), gain, tuple(laid)


def _in_suit(clubs: SuitRuns, suit: int, jokers: int) -> list[list[Row]]:
    """The same runs in another suit."""
    rows: list[list[Row]] = [[] for _unused in range(jokers + 1)]
    shift, first = SUIT_BITS * suit, RANKS * suit
    for used, some in clubs.rows:
        rows[used] = [
            (added << shift, gain, tuple([card if card == JOKER else first + card for card in line]))
            for added, gain, line in some
        ]
    return rows


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


def forget_patterns() -> None:
    """Forget every pattern, so that a measurement can begin cold."""
    _KNOWN.clear()
