"""Hands without jokers, without second copies and with the ace low, as one long number each.

Four things are added up at once when the cards of a hand are summed:

    bits 0-55    the suits, fourteen bits each, so that no run crosses from one into the next
    bits 56-94   how many of each rank, three bits each, beginning with 1: from three on the top bit is set
    bits 95-     the Augen

Most hands hold no meld, and one look at the sum says so. Otherwise groups are tried first, every choice
of them, and what the suits then hold is looked up: the best runs of 13 ranks are a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from scoring.engine.cards import FACES, RANKS, SUITS, Card, card_of, held_augen
from scoring.engine.law import AceInRun, Law
from scoring.engine.melds import SMALLEST
from scoring.engine.patterns import LAWS_KEPT

Melds: TypeAlias = tuple[tuple[Card, ...], ...]
Found: TypeAlias = tuple[int, Melds]  # Augen, and melds

STRIDE: Final = RANKS + 1
COUNTS: Final = SUITS * STRIDE
AUGEN_AT: Final = COUNTS + 3 * RANKS
SUITS_PART: Final = (1 << COUNTS) - 1
ONE_SUIT: Final = (1 << RANKS) - 1
ONE_RANK: Final = sum(1 << STRIDE * suit for suit in range(SUITS))
EMPTY: Final = sum(1 << COUNTS + 3 * rank for rank in range(RANKS))
THREE: Final = EMPTY << 2
NOTHING: Final[Found] = (0, ())
Solver: TypeAlias = Callable[[Sequence[Card]], "Deadwood | None"]


class Deadwood(NamedTuple):
    """The least Augen that remain beside any number of melds, nothing discarded, and those melds."""

    augen: int
    melds: Melds


_deadwood: Final = partial(tuple.__new__, Deadwood)  # half the time of Deadwood(…)


def law_fits(law: Law) -> bool:
    """Whether the hands of a law can be held in such a number."""
    return law.decks == 1 and not law.jokers and law.ace_in_run is AceInRun.LOW


class Runs(dict[int, Found]):
    """The best runs of one suit for each choice of its ranks, worked out when first asked."""

    def __init__(self, suit: int, augen: Sequence[int]) -> None:
        super().__init__()
        self.suit, self.augen = suit, augen

    def __missing__(self, ranks: int) -> Found:
        if not ranks & ranks >> 1 & ranks >> 2:
            found = NOTHING
        else:
            low = (ranks & -ranks).bit_length() - 1
            found = self[ranks & ranks - 1]
            run, augen = ranks & -ranks, self.augen[low]
            for rank in range(low + 1, RANKS):
                if not ranks >> rank & 1:
                    break
                run |= 1 << rank
                augen += self.augen[rank]
                if rank - low + 1 >= SMALLEST:
                    more, melds = self[ranks ^ run]
                    if augen + more > found[0]:
                        laid = tuple(card_of(self.suit, at) for at in range(low, rank + 1))
                        found = (augen + more, (laid, *melds))
        self[ranks] = found
        return found


class Bits:
    """The tables of one law."""

    def __init__(self, law: Law) -> None:
        self.augen = [held_augen(card, law) for card in range(RANKS)]
        self.cards = [
            1 << STRIDE * (card // RANKS) + card % RANKS
            | 1 << COUNTS + 3 * (card % RANKS)
            | self.augen[card % RANKS] << AUGEN_AT
            for card in range(FACES)
        ]
        self.runs = [Runs(suit, self.augen) for suit in range(SUITS)]
        self.groups = [dict(self._groups(rank, min(law.group_max, SUITS))) for rank in range(RANKS)]

    def _groups(self, rank: int, most: int) -> Iterator[tuple[int, list[tuple[int, Found]]]]:
        """For each choice of suits that hold a rank its groups, the largest first: bits, Augen, cards."""
        for held in range(1 << SUITS):
            some = [suit for suit in range(SUITS) if held >> suit & 1]
            chosen = [group for size in range(most, SMALLEST - 1, -1) for group in combinations(some, size)]
            yield (
                sum(1 << STRIDE * suit for suit in some),
                [
                    (
                        sum(1 << STRIDE * suit + rank for suit in group),
                        (len(group) * self.augen[rank], (tuple(card_of(suit, rank) for suit in group),)),
                    )
                    for group in chosen
                ],
            )

    def solver(self) -> Solver:
        """The function that answers for a hand; None for cards that this deck cannot deal.

        Two copies of a card run over into the next bit, so there are fewer bits than cards. Tables are names
        of their own, which is quicker, and so is the tuple of a hand without melds, which is made beforehand.
        """
        of, runs, groups, melds_of = self.cards, self.runs, self.groups, self._melds
        value_of = of.__getitem__
        no_melds = [Deadwood(augen, ()) for augen in range(SUITS * sum(self.augen) + 1)]

        def deadwood(cards: Sequence[Card]) -> Deadwood | None:
            if len(cards) == 10:
                a, b, c, d, e, f, g, h, i, j = cards
                hand = EMPTY + of[a] + of[b] + of[c] + of[d] + of[e] + of[f] + of[g] + of[h] + of[i] + of[j]
            else:
                hand = sum(map(value_of, cards), EMPTY)
            suits = hand & SUITS_PART
            if suits.bit_count() != len(cards) or not suits:
                return None
            in_runs = suits & suits >> 1 & suits >> 2
            in_groups = hand & THREE
            if not in_groups:
                if not in_runs:
                    return no_melds[hand >> AUGEN_AT]
                suit = (in_runs.bit_length() - 1) // STRIDE
                if not in_runs & (1 << STRIDE * suit) - 1:
                    augen, melds = runs[suit][suits >> STRIDE * suit & ONE_SUIT]
                    return _deadwood(((hand >> AUGEN_AT) - augen, melds))
            elif not in_runs and not in_groups & in_groups - 1:
                rank = (in_groups.bit_length() - COUNTS) // 3 - 1
                _unused, (augen, melds) = groups[rank][hand >> rank & ONE_RANK][0]
                return _deadwood(((hand >> AUGEN_AT) - augen, melds))
            augen, melds = melds_of(suits, in_groups)
            return _deadwood(((hand >> AUGEN_AT) - augen, melds))

        return deadwood

    def _melds(self, hand: int, in_groups: int) -> Found:
        """The best melds: this rank as a group, in every way or not at all; without groups the runs."""
        if not in_groups:
            return self._runs(hand)
        bit = in_groups & -in_groups
        rank = (bit.bit_length() - COUNTS) // 3 - 1
        best = self._melds(hand, in_groups ^ bit)
        for taken, (augen, group) in self.groups[rank][hand >> rank & ONE_RANK]:
            more, melds = self._melds(hand ^ taken, in_groups ^ bit)
            if augen + more > best[0]:
                best = (augen + more, group + melds)
        return best

    def _runs(self, hand: int) -> Found:
        augen = 0
        melds: Melds = ()
        left = hand & hand >> 1 & hand >> 2
        while left:
            suit = (left.bit_length() - 1) // STRIDE
            more, runs = self.runs[suit][hand >> STRIDE * suit & ONE_SUIT]
            augen, melds = augen + more, melds + runs
            left &= (1 << STRIDE * suit) - 1
        return augen, melds


_KNOWN: dict[int, tuple[Law, Solver | None]] = {}


def solver_of(law: Law) -> Solver | None:
    """The function that answers for the hands of a law, made once; None where they do not fit the number."""
    known = _KNOWN.get(id(law))
    if known is None or known[0] is not law:
        if len(_KNOWN) >= LAWS_KEPT:
            _KNOWN.clear()
        known = _KNOWN[id(law)] = (law, Bits(law).solver() if law_fits(law) else None)
    return known[1]
