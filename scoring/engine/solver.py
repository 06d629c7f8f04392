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

from scoring.engine.cards import FACES, JOKER, Card, Fault, census
from scoring.engine.law import Law
from scoring.engine.patterns import (
    ALL_FACES,
    AUGEN_AT,
    FULL,
    JOKERS_AT,
    MOST_COUNTED,
    ONCE,
    ONE_RANK,
    ONE_SUIT,
    OVERFLOW,
    STRIDE,
    SUIT_BITS,
    SUIT_PARTS,
    UNIT,
    LastRow,
    Row,
    State,
    patterns_of,
)
from scoring.sentence import Refusal, gettext_noop

Frontier: TypeAlias = list[dict[State, int]]


class NotThisDeck(Refusal):
    """A hand that the deck of this law cannot deal."""

    def __init__(self, finding: Fault) -> None:
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
    """The cards of one hand as a tally, and the rows of all its melds."""

    __slots__ = (
        "apart",  # the runs that need every joker, where they are kept apart, suit by suit
        "apart_ranks",  # the ranks of which such groups can be made, and all cards, once each
        "augen",
        "highest",  # the natural card that counts most: its field, when it is full, its Augen, the card
        "jokers",
        "law",
        "naturals",
        "patterns",
        "rows",
        "start",
        "tally",
    )
    full: Final = FULL
    overflow: Final = OVERFLOW

    def __init__(self, cards: Sequence[Card], law: Law, *, jokers_more: int = 0, apart: bool = False) -> None:
        """Rows may need `jokers_more` jokers than the hand has: they come from the table.

        With `apart` the rows that need every joker are not made, where the quick ways of `best` can do without.
        """
        patterns = patterns_of(law)
        if not 0 < len(cards) <= MOST_COUNTED:
            demand_hand(cards, law)
        try:
            counted = sum(map(patterns.tally.__getitem__, cards))
        except IndexError:
            raise ValueError("a card is a number from 0 to 52") from None
        tally, jokers = counted & ALL_FACES, counted >> JOKERS_AT & 255
        if jokers > law.jokers or (tally | tally + patterns.spare) & OVERFLOW:
            demand_hand(cards, law)
        self.law, self.patterns, self.tally, self.jokers = law, patterns, tally, jokers
        self.augen, self.naturals, self.start = counted >> AUGEN_AT, len(cards) - jokers, FULL - tally
        once = (tally | tally >> 1 | tally >> 2) & ONCE
        if once:
            augen, card = patterns.highest(once)
            self.highest = (7 * UNIT[card], 7 * UNIT[card], augen, card)
        else:
            self.highest = (0, 0, 0, JOKER)
        reach = min(jokers + jokers_more, law.jokers)
        self.apart: list[tuple[LastRow, ...]] | None = None
        if apart and jokers and patterns.quick:
            self.apart = []
        self.rows: list[list[Row]] = [[] for _unused in range(reach + 1)]
        self._add_runs(once, reach)
        self._add_groups(once, reach)
        if tally != once:
            self._add_second_copies()

    def _add_runs(self, once: State, reach: int) -> None:
        """The runs of each suit."""
        rows, apart, patterns = self.rows, self.apart, self.patterns
        known = patterns.runs[reach]
        near = patterns.may_run(once, reach)
        if not near:
            return
        for part in SUIT_PARTS:
            held = near & part
            if held:
                found = known.get(held) or patterns.runs_of(held, reach)
                if apart is None:
                    for used, some in found.rows:
                        rows[used] += some
                    continue
                for used, some in found.few:
                    rows[used] += some
                if found.last:
                    apart.append(found.last)

    def _add_groups(self, once: State, reach: int) -> None:
        """The groups of each rank that several suits hold."""
        a, b = once & ONE_SUIT, once >> SUIT_BITS & ONE_SUIT
        c, d = once >> 2 * SUIT_BITS & ONE_SUIT, once >> 3 * SUIT_BITS
        if reach:
            several = pairs = (a & b) | (c & d) | ((a | b) & (c | d))
            if self.apart is not None:
                self.apart_ranks = (pairs, once)
                reach -= 1
        if not reach:
            several = (a & b & (c | d)) | (c & d & (a | b))
        rows, groups = self.rows, self.patterns.groups
        while several:
            at = several.bit_length() - 1
            several ^= 1 << at
            for used, row in groups[at // STRIDE][once >> at & ONE_RANK]:
                if used > reach:
                    break
                rows[used].append(row)

    def _add_second_copies(self) -> None:
        """What is held twice can be laid twice, and so on."""
        single = [tuple(some) for some in self.rows]
        for copies in range(2, self.law.decks + 1):
            held = (self.tally + (8 - copies) * ONCE & OVERFLOW) >> 3
            if not held & held - 1:
                return
            for some, more in zip(self.rows, single, strict=True):
                some += [row for row in more if not row[0] & ~held]

    def units(self) -> list[tuple[State, Card]]:
        """Every natural card held, and what melding it adds to a state."""
        return [(unit, card) for card, unit in enumerate(UNIT) if self.tally & 7 * unit]

    def top(self, state: State) -> tuple[int, Card]:
        """The natural card left that counts most, and its Augen. There must be one."""
        return self.patterns.highest(FULL - state)

    def left(self, state: State, used: int) -> tuple[Card, ...]:
        """The cards that a state leaves in the hand."""
        left = FULL - state
        cards = [card for card in range(FACES) for _unused in range(left >> STRIDE * card & 7)]
        return (*cards, *[JOKER] * (self.jokers - used))


def frontier(holding: Holding) -> Frontier:
    """Every way to meld cards of the hand."""
    if holding.law.melds_per_turn:
        return _rounds(holding, holding.law.melds_per_turn)[-1]
    return any_number_of_melds(holding)


def any_number_of_melds(holding: Holding) -> Frontier:
    """The frontier where a turn may lay as many melds as it likes."""
    states: Frontier = [{} for _unused in range(holding.jokers + 1)]
    states[0][holding.start] = 0
    close_states(states, holding.rows, holding.overflow)
    return states


def close_states(states: Frontier, rows: Sequence[Sequence[Row]], overflow: State) -> None:
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
        for added, gain, _unused in rows:
            after = state + added
            if not after & overflow and target.get(after, -1) < gained + gain:
                target[after] = gained + gain


def close_without_jokers(states: dict[State, int], rows: Sequence[Row], overflow: State) -> None:
    for added, gain, _unused in rows:
        for state, gained in list(states.items()):
            after = state + added
            if not after & overflow and states.get(after, -1) < gained + gain:
                states[after] = gained + gain


def _rounds(holding: Holding, most: int) -> list[Frontier]:
    """The frontiers of at most no, one, two … melds, where a turn may lay only so many."""
    nothing: Frontier = [{} for _unused in range(holding.jokers + 1)]
    nothing[0][holding.start] = 0
    rounds = [nothing]
    for _unused in range(most):
        reached = rounds[-1]
        following: Frontier = [dict(some) for some in reached]
        for used, rows in enumerate(holding.rows):
            for added, gain, _cards in rows:
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
            melds.append(row[2])
            state, used, gained = state - row[0], used - jokers, gained - row[1]
    return tuple(melds)


def trace_back(holding: Holding, states: Frontier, state: State, used: int) -> Melds:
    """The same where there may be any number of melds."""
    melds: list[tuple[Card, ...]] = []
    gained = states[used][state]
    while state != holding.start or used:
        jokers, row = last_row(holding.rows, states, state, used, gained)
        melds.append(row[2])
        state, used, gained = state - row[0], used - jokers, gained - row[1]
    return tuple(melds)


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
