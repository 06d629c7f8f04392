"""The solver: every way to meld cards of a hand in one pass, as a frontier of states.

    frontier[jokers used][cards melded] = the highest value for the opening that melds exactly those

A hand of 14 has at most 2^14 choices of natural cards, whatever its melds, so the worst case is bounded.
One frontier answers every question; the turn's last act, the discard, is tested on what is left over.
`solver_plain` says the same as slowly and as clearly as the rule sheet; the two are tested against
each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from scoring.engine.cards import JOKER, RANKS, SUITS, Card, Finding, census
from scoring.engine.law import Law
from scoring.engine.patterns import (
    JOKER_BIT,
    SIZE_AT,
    SUIT_BITS,
    SUIT_PART,
    TALLY,
    TWICE_AT,
    LastRow,
    Patterns,
    Row,
    State,
    SuitPart,
    patterns_of,
)
from scoring.sentence import Refusal, gettext_noop

Frontier: TypeAlias = list[dict[State, int]]

SUIT_BITS_OF_RANK: Final = tuple(1 << suit for suit in range(SUITS))

_tally = TALLY.__getitem__
_HELD_THRICE: Final = (1 << JOKER_BIT) // 3  # the low bit of each pair
_SINGLE: Final = _HELD_THRICE << 1


class NotThisDeck(Refusal):
    """A hand that the deck of this law cannot deal."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.sentence.text, **finding.sentence.values)
        self.finding = finding


class NoCards(Refusal):
    """A question about no cards at all."""


class TooManyCards(Refusal):
    """More cards than anybody ever holds: an answer could take for ever."""


MOST_CARDS: Final = 20


def demand_hand(cards: Sequence[Card], law: Law) -> None:
    """Raise a Refusal if there are no cards, more of one than the deck has, or more than a hand holds."""
    if not cards:
        raise NoCards(gettext_noop("Keine Karten angegeben. Bitte die Karten des Blattes nennen."))
    found = census(cards, law=law)
    if found:
        raise NotThisDeck(found[0])
    if len(cards) > MOST_CARDS:
        text = gettext_noop("{count} Karten sind zu viele für ein Blatt, höchstens {most}.")
        raise TooManyCards(text, count=len(cards), most=MOST_CARDS)


class Holding:
    """The cards of one hand in the fields of its own states, and the rows of all its melds."""

    __slots__ = (
        "apart",  # the runs that need every joker, where they are kept apart: rows, place of the suit, its first card
        "apart_ranks",  # the ranks of which such groups can be made, as bits; and all cards, once each
        "augen",
        "full",
        "highest",  # the natural card that counts most: its field, when it is full, its Augen, the card
        "jokers",
        "law",
        "naturals",
        "overflow",
        "parts",
        "patterns",
        "rows",
        "start",
        "twice",
    )

    def __init__(self, cards: Sequence[Card], law: Law, *, jokers_more: int = 0, apart: bool = False) -> None:
        """Rows may need `jokers_more` jokers than the hand has: they come from the table.

        With `apart` the rows that need every joker are not made, where `best_quick` can do without.
        """
        patterns = patterns_of(law)
        try:
            tally = sum(map(_tally, cards))
        except IndexError:
            raise ValueError("a card is a number from 0 to 52") from None
        jokers = tally >> JOKER_BIT
        if jokers > law.jokers or tally & (_SINGLE if law.decks == 1 else tally >> 1 & _HELD_THRICE):
            demand_hand(cards, law)
        reach = min(jokers + jokers_more, law.jokers)
        apart = apart and jokers > 0 and patterns.quick
        self.apart: list[tuple[tuple[LastRow, ...], int, Card]] | None = [] if apart else None
        self.law, self.patterns, self.jokers = law, patterns, jokers
        parts: list[tuple[SuitPart, int]] = []
        rows: list[list[Row]] = [[] for _ in range(reach + 1)] if reach else [[]]
        at = start = full = overflow = together = first = top_at = top_first = 0
        highest = -1
        top_part: SuitPart | None = None
        rest, known = tally, patterns.suits[reach]
        for _ in range(SUITS):
            part = known.get(rest & SUIT_PART) or patterns.suit_part(rest & SUIT_PART, reach)
            rest >>= SUIT_BITS
            parts.append((part, at))
            if part.size:
                width, begin, filled, over, worth, most = part.facts
                for used, some in part.rows:
                    if used == jokers and apart:
                        self.apart.append((part.last, at, first))  # type: ignore[union-attr]
                    else:
                        rows[used] += [(added << at, gain, first, line) for added, gain, line in some]
                start |= begin << at
                full |= filled << at
                overflow |= over << at
                together += worth
                if most > highest:
                    highest, top_part, top_at, top_first = most, part, at, first
                at += width
            first += RANKS
        size = together >> SIZE_AT & 255
        if size + jokers != len(cards) or not 0 < len(cards) <= MOST_CARDS:
            demand_hand(cards, law)
        self.parts, self.rows, self.naturals, self.twice = parts, rows, size, together >> TWICE_AT
        self.start, self.full, self.overflow = start, full, overflow
        self.augen = (together & (1 << SIZE_AT) - 1) + jokers * patterns.joker_augen
        if top_part is None:
            self.highest = (0, 0, 0, JOKER)
        else:
            mask, filled, _ = top_part.order[0]
            self.highest = (mask << top_at, filled << top_at, highest >> 4, top_first + (highest & 15))
        a, b, c, d = parts[0][0].ranks, parts[1][0].ranks, parts[2][0].ranks, parts[3][0].ranks
        pairs = (a & b) | (c & d) | ((a | b) & (c | d)) if reach else 0
        if apart:
            self.apart_ranks = (pairs, tally | tally >> 1)
            reach -= 1
        several = pairs if reach else (a & b & (c | d)) | (c & d & (a | b))
        if several:
            self._add_groups(patterns, several, reach)

    def _add_groups(self, patterns: Patterns, several: int, reach: int) -> None:
        """The groups of these ranks, each held in several suits."""
        rows, suits = self.rows, tuple(zip(SUIT_BITS_OF_RANK, self.parts, strict=True))
        while several:
            bit = several & -several
            several ^= bit
            rank = bit.bit_length() - 1
            held = 0
            units = []
            for suit_bit, (part, at) in suits:
                if part.ranks & bit:
                    held |= suit_bit
                    units.append(part.units[rank] << at)
            for places, used, gain, laid in patterns.groups[rank][held]:
                if used > reach:
                    continue
                added = sum([units[place] for place in places]) if places else sum(units)
                row = (added, gain, 0, laid)
                rows[used].append(row)
                if self.twice:
                    naturals = [card for card in laid if card != JOKER]
                    rows[used] += [row] * (min([self.count(card) for card in naturals]) - 1)

    def count(self, card: Card) -> int:
        """How often a natural card is held."""
        return self.parts[card // RANKS][0].counts[card % RANKS]

    def unit(self, card: Card) -> State:
        """What melding one card adds to a state."""
        part, at = self.parts[card // RANKS]
        return part.units[card % RANKS] << at

    def units(self) -> list[tuple[State, Card]]:
        """Every natural card held, and what melding it adds to a state."""
        return [
            (unit << at, suit * RANKS + rank)
            for suit, (part, at) in enumerate(self.parts)
            for rank, unit in part.units.items()
        ]

    def top(self, state: State) -> tuple[int, Card]:
        """The natural card left that counts most, and its Augen. There must be one."""
        best, card = -1, 0
        for suit, (part, at) in enumerate(self.parts):
            what = part.top(state >> at & (1 << part.width) - 1)
            if what > best:
                best, card = what, suit * RANKS + (what & 15)
        return best >> 4, card

    def left(self, state: State, used: int) -> tuple[Card, ...]:
        """The cards that a state leaves in the hand."""
        cards: list[Card] = []
        for suit, (part, at) in enumerate(self.parts):
            for mask, full, what in part.order:
                lacking = (full - (state >> at & mask)) // part.units[what & 15]
                cards += [suit * RANKS + (what & 15)] * lacking
        return (*sorted(cards), *[JOKER] * (self.jokers - used))


def frontier(holding: Holding) -> Frontier:
    """Every way to meld cards of the hand."""
    if holding.law.melds_per_turn:
        return _rounds(holding, holding.law.melds_per_turn)[-1]
    return any_number_of_melds(holding)


def any_number_of_melds(holding: Holding) -> Frontier:
    """The frontier where a turn may lay as many melds as it likes."""
    states: Frontier = [{} for _ in range(holding.jokers + 1)]
    states[0][holding.start] = 0
    close(states, holding.rows, holding.overflow)
    return states


def close(states: Frontier, rows: Sequence[Sequence[Row]], overflow: State) -> None:
    """Add every state that more melds lead to: first those without jokers, then with one, with two …"""
    last = len(states) - 1
    for used, some in enumerate(rows):
        if used == 0:
            for reached in states:
                if reached:
                    close_without_jokers(reached, some, overflow)
        elif used == last:
            _add_each(states[0], states[last], some, overflow)
        else:
            for row in some:
                for before in range(last - used, -1, -1):
                    if states[before]:
                        _add_each(states[before], states[before + used], (row,), overflow)


def _add_each(
    source: dict[State, int], target: dict[State, int], rows: Sequence[Row], overflow: State
) -> None:
    """Add what one more meld leads to from each state of another number of jokers."""
    for state, gained in source.items():
        for added, gain, _, _ in rows:
            after = state + added
            if not after & overflow and target.get(after, -1) < gained + gain:
                target[after] = gained + gain


def close_without_jokers(states: dict[State, int], rows: Sequence[Row], overflow: State) -> None:
    for added, gain, _, _ in rows:
        for state, gained in list(states.items()):
            after = state + added
            if not after & overflow and states.get(after, -1) < gained + gain:
                states[after] = gained + gain


def _rounds(holding: Holding, most: int) -> list[Frontier]:
    """The frontiers of at most no, one, two … melds, where a turn may lay only so many."""
    nothing: Frontier = [{} for _ in range(holding.jokers + 1)]
    nothing[0][holding.start] = 0
    rounds = [nothing]
    for _ in range(most):
        reached = rounds[-1]
        following: Frontier = [dict(some) for some in reached]
        for used, rows in enumerate(holding.rows):
            for added, gain, _, _ in rows:
                for source, target in zip(reached, following[used:], strict=False):
                    for state, gained in source.items():
                        after = state + added
                        if not after & holding.overflow and target.get(after, -1) < gained + gain:
                            target[after] = gained + gain
        rounds.append(following)
    return rounds


Melds: TypeAlias = tuple[tuple[Card, ...], ...]


def trace(holding: Holding, states: Frontier, state: State, used: int) -> Melds:
    """The melds that lead to a state, found by walking back; each as it is laid."""
    most = holding.law.melds_per_turn
    if not most:
        return trace_back(holding, states, state, used)
    melds: list[tuple[Card, ...]] = []
    gained = states[used][state]
    for before in reversed(_rounds(holding, most)[:-1]):
        if before[used].get(state) != gained:
            jokers, row = last_row(holding.rows, before, state, used, gained)
            melds.append(laid(row))
            state, used, gained = state - row[0], used - jokers, gained - row[1]
    return tuple(melds)


def trace_back(holding: Holding, states: Frontier, state: State, used: int) -> Melds:
    """The same where there may be any number of melds."""
    melds: list[tuple[Card, ...]] = []
    gained = states[used][state]
    while state != holding.start or used:
        jokers, row = last_row(holding.rows, states, state, used, gained)
        melds.append(laid(row))
        state, used, gained = state - row[0], used - jokers, gained - row[1]
    return tuple(melds)


def laid(row: Row) -> tuple[Card, ...]:
    """The cards of a row as they are laid."""
    first = row[2]
    return tuple([card if card == JOKER else first + card for card in row[3]])


def last_row(
    rows: Sequence[Sequence[Row]], states: Frontier, state: State, used: int, gained: int
) -> tuple[int, Row]:
    """A meld that leads to a state from one that has just so much less, and the jokers in it."""
    for jokers, some in enumerate(rows[: used + 1]):
        before = states[used - jokers]
        for row in some:
            if before.get(state - row[0]) == gained - row[1]:
                return jokers, row
    raise AssertionError("every state of a frontier but the first comes from another")
