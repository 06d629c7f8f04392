"""The best use of a hand: what it opens with, what it leaves, whether it goes out, each with its melds.

The words are settled in docs/engine.md, "What is asked". A hand is what somebody holds after drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final, TypeAlias

from scoring.engine.best_ends import NO_TURN, RANK, Best, BestTurn, best_discard, choose, nothing_to_meld
from scoring.engine.cards import Card
from scoring.engine.law import GoingOut, Law
from scoring.engine.patterns import AUGEN, ONE_RANK, STRIDE, VALUE, Row, State
from scoring.engine.solver import (
    Frontier,
    Holding,
    Melds,
    any_number_of_melds,
    close_without_jokers,
    demand_hand,
    frontier,
    trace,
    trace_back,
)
from scoring.engine.solver_bits import Deadwood, solver_of

__all__ = ["Best", "BestTurn", "Deadwood", "best", "deadwood", "most_melded"]


def best(cards: Sequence[Card], law: Law) -> Best:
    """The best use of a hand of natural cards and jokers, held after drawing.

    >>> from tests.laws import CLUB_2018
    >>> from scoring.engine.notation import read_cards
    >>> found = best(read_cards("♥D ♥K ♥A ♣7 ★ ♥7 ♣2"), CLUB_2018)
    >>> str(found.opening), found.value, found.goes_out.left
    ('♥D ♥K ♥A | ♣7 ★ ♥7', 52, 0)
    """
    holding = Holding(cards, law, apart=True)
    if holding.apart is not None and holding.naturals:
        return choose_quickly(holding)
    if not any(holding.rows) and holding.naturals > 1:
        return nothing_to_meld(holding)
    if not holding.jokers and holding.patterns.quick and len(holding.rows[0]) <= FEW_MELDS:
        return choose_among_few(holding)
    return choose(holding, frontier(holding))


# --- without a turn -----------------------------------------------------------------------------------


def deadwood(cards: Sequence[Card], law: Law) -> Deadwood:
    """What remains of a hand that lays all it can, as in gin.

    >>> from tests.laws import BASIC
    >>> from scoring.engine.notation import read_cards, write_melds
    >>> found = deadwood(read_cards("♠A ♠2 ♣A ♣2 ♣3 ♦2 ♦10 ♦B ♦D ♥A ♥2"), BASIC)
    >>> found.augen, write_melds(found.melds)
    (2, '♠2 ♥2 ♦2 | ♦10 ♦B ♦D | ♣A ♣2 ♣3')
    """
    solve = solver_of(law)
    if solve is not None:
        try:
            found = solve(cards)
        except IndexError:
            found = None
        if found is not None:
            return found
    demand_hand(cards, law)
    holding = Holding(cards, law)
    states = any_number_of_melds(holding)
    gained, at = max(
        (gained & AUGEN, (state, used)) for used, some in enumerate(states) for state, gained in some.items()
    )
    return Deadwood(holding.augen - gained, trace_back(holding, states, *at))


def most_melded(cards: Sequence[Card], law: Law) -> tuple[int, tuple[tuple[Card, ...], ...]]:
    """The highest value that can be made of some of these cards, nothing kept to discard, and its melds."""
    demand_hand(cards, law)
    holding = Holding(cards, law)
    states = frontier(holding)
    gained, at = max(
        (gained, (state, used)) for used, some in enumerate(states) for state, gained in some.items()
    )
    return gained >> VALUE, trace(holding, states, *at)


# --- the quick ways that most hands allow ---------------------------------------------------------------
#
# With jokers the best use is chosen while the last layer of the frontier is reached, without keeping it: most
# states use every joker, nothing follows from them, and the rules of a tournament make them easy to judge.
# Without jokers and with few melds every lay-out is looked at. `best_ends.choose` says the same of a whole frontier.

_gain = itemgetter(1)

Mark: TypeAlias = tuple[
    State, int, Row | None
]  # a kept state, its jokers, a meld with all jokers that are left


class Marks:
    """The best ends: of the highest value, of the least Augen left, of the least with an opening."""

    __slots__ = (
        "augen",
        "floor",
        "full_hand",
        "highest_at",
        "least",
        "least_at",
        "opened",
        "opened_at",
        "to_beat",
    )

    def __init__(self, holding: Holding) -> None:
        self.floor, self.augen = holding.patterns.floor, holding.highest[2]
        self.least = self.opened = -1
        self.highest_at: Mark | None = None
        self.least_at: Mark | None = None
        self.opened_at: Mark | None = None
        self.full_hand: tuple[int, Mark] | None = None  # nothing left at all: not a turn, but a Superrommé
        self.to_beat = (-1, 0, 0)  # more gained in all, as many Augen melded, as many with an opening

    def note(self, away: int, gained: int, mark: Mark) -> None:
        """Keep this end where it beats the best so far in one of the three measures."""
        rank = away << RANK | gained
        highest, need, need_opened = self.to_beat
        if gained > highest:
            highest, self.highest_at = gained, mark
        if rank > self.least:
            self.least, self.least_at, need = rank, mark, away - self.augen
        if gained >= self.floor and rank > self.opened:
            self.opened, self.opened_at, need_opened = rank, mark, away - self.augen
        self.to_beat = (highest, need, need_opened)

    def may_beat(self, melded: int, gained: int) -> bool:
        """Whether an end with at most so many Augen melded and so much gained may be better in one of the measures."""
        highest, need, need_opened = self.to_beat
        return gained > highest or melded >= need or (melded >= need_opened and gained >= self.floor)

    def note_full_hand(self, gained: int, mark: Mark) -> None:
        """Take in the end in which every card is melded and nothing is left to discard."""
        if self.full_hand is None or self.full_hand[0] < gained:
            self.full_hand = (gained, mark)


FEW_MELDS: Final = 3


def choose_among_few(holding: Holding) -> Best:
    """The best turns of a hand without jokers that has a few melds, by looking at every lay-out.

    Only where `Patterns.quick` says that a discard is needed and any number of melds may be laid.
    """
    full, floor = holding.full, holding.patterns.floor
    mask, _unused, augen, _unused = holding.highest
    lay_outs: list[tuple[State, int, Melds]] = [(holding.start, 0, ())]
    for added, gain, line in holding.rows[0]:
        lay_outs += [
            (state + added, gained + gain, (*melds, line))
            for state, gained, melds in lay_outs
            if not state + added & holding.overflow
        ]
    highest = fewest = fewest_opened = -1
    opening_at = least_at = opened_at = out_at_once = None
    for lay_out in lay_outs:
        state, gained, melds = lay_out
        if state == full:  # nothing is left to discard
            if holding.law.going_out is GoingOut.DISCARD_OR_SUPER:
                out_at_once = BestTurn(melds, None, gained >> VALUE, 0)
            continue
        away = augen if state & mask != mask else holding.top(state)[0]
        rank = (gained & AUGEN) + away << RANK | gained
        if gained > highest:
            highest, opening_at = gained, lay_out
        if rank > fewest:
            fewest, least_at = rank, lay_out
        if gained >= floor and rank > fewest_opened:
            fewest_opened, opened_at = rank, lay_out
    if opening_at is None or least_at is None:
        return NO_TURN
    least = turn_after(holding, least_at)
    opening = least if opening_at is least_at else turn_after(holding, opening_at)
    opened = least if opened_at is least_at else opened_at and turn_after(holding, opened_at)
    return Best(opening, least, opened, None if least.left else least, out_at_once)


def turn_after(holding: Holding, lay_out: tuple[State, int, Melds]) -> BestTurn:
    """The turn that lays these melds and discards the card that counts most."""
    state, gained, melds = lay_out
    augen, card = best_discard(holding, state, 0)
    return BestTurn(melds, card, gained >> VALUE, holding.augen - (gained & AUGEN) - augen)


def choose_quickly(holding: Holding) -> Best:
    """The best turns of a hand with jokers and natural cards, held with its last rows apart.

    Only where a discard is needed, a joker may be it as the very last card alone, every card counts
    something, and any number of melds may be laid (`Patterns.quick`).
    """
    states: Frontier = [{} for _unused in range(holding.jokers)]
    states[0][holding.start] = 0
    close_without_jokers(states[0], holding.rows[0], holding.overflow)
    marks = Marks(holding)
    look(holding, states[0], last_rows(holding, states[0], marks), holding.jokers, marks)
    for used in range(1, holding.jokers):
        look(holding, states[holding.jokers - used], rows_kept(holding, states, used), used, marks)
    look_at_kept_layers(holding, states, marks)
    return turns_at(holding, states, marks)


def last_rows(holding: Holding, states: dict[State, int], marks: Marks) -> Iterator[Row]:
    """Try the melds that need every joker, as long as what they lead to may still be better than the best so far."""
    most = max(states.values())
    most_augen = max([gained & AUGEN for gained in states.values()])
    for rows in holding.apart or ():
        for added, gain, line, behind in rows:
            if not marks.may_beat(most_augen + behind, most + gain):
                break
            yield added, gain, line
    jokers, groups = holding.jokers, holding.patterns.groups
    ranks, once = holding.apart_ranks
    while ranks:
        at = ranks.bit_length() - 1
        ranks ^= 1 << at
        for used, row in groups[at // STRIDE][once >> at & ONE_RANK]:
            if used == jokers and marks.may_beat(most_augen + (row[1] & AUGEN), most + row[1]):
                yield row


def rows_kept(holding: Holding, states: Frontier, used: int) -> Iterator[Row]:
    """The melds with so many jokers; after each the states that it leads to and that have jokers left are kept."""
    overflow = holding.overflow
    for row in sorted(holding.rows[used], key=_gain, reverse=True):
        yield row
        added, gain, _unused = row
        for before in range(holding.jokers - used - 1, -1, -1):
            target = states[before + used]
            for state, gained in states[before].items():
                after = state + added
                if not after & overflow and target.get(after, -1) < gained + gain:
                    target[after] = gained + gain


def look(holding: Holding, source: dict[State, int], rows: Iterable[Row], used: int, marks: Marks) -> None:
    """Judge what melds with the jokers that are left lead to, each of them alone."""
    overflow, full, floor = holding.overflow, holding.full, marks.floor
    mask, taken, augen, _unused = holding.highest
    before = holding.jokers - used
    highest, need, need_opened = marks.to_beat
    for row in rows:
        added, gain, _cards = row
        for state, gained in source.items():
            after = state + added
            if after & overflow:
                continue
            gained += gain  # noqa: PLW2901 - quicker than another name
            melded = gained & AUGEN
            if melded < need and gained <= highest and (melded < need_opened or gained < floor):
                continue
            if after == full:
                marks.note_full_hand(gained, (state, before, row))
                continue
            away = melded + (augen if after & mask != taken else holding.top(after)[0])
            marks.note(away, gained, (state, before, row))
            highest, need, need_opened = marks.to_beat


def look_at_kept_layers(holding: Holding, states: Frontier, marks: Marks) -> None:
    """Judge the states that have jokers left: a natural card is discarded, or a joker that is the very last."""
    for used, some in enumerate(states):
        for state, gained in some.items():
            melded = gained & AUGEN
            if state == holding.full:
                if holding.jokers - used > 1:
                    continue  # nothing but jokers left
            elif not marks.may_beat(melded, gained):
                continue
            away = melded + best_discard(holding, state, used)[0]
            marks.note(away, gained, (state, used, None))


def turns_at(holding: Holding, states: Frontier, marks: Marks) -> Best:
    """The turns that lead to the best ends; often the three are one."""
    least_at, opened_at, highest_at = marks.least_at, marks.opened_at, marks.highest_at
    if least_at is None or highest_at is None:
        return NO_TURN
    least = turn_to(holding, states, least_at)
    highest = least if highest_at is least_at else turn_to(holding, states, highest_at)
    opened = least if opened_at is least_at else opened_at and turn_to(holding, states, opened_at)
    out_at_once = None
    if marks.full_hand is not None and holding.law.going_out is GoingOut.DISCARD_OR_SUPER:
        out_at_once = turn_to(holding, states, marks.full_hand[1])
    return Best(highest, least, opened, None if least.left else least, out_at_once)


def turn_to(holding: Holding, states: Frontier, mark: Mark) -> BestTurn:
    """The turn that leads to one end."""
    state, used, row = mark
    gained = states[used][state]
    melds = trace_back(holding, states, state, used)
    if row is not None:
        state, used, gained = state + row[0], holding.jokers, gained + row[1]
        melds = (*melds, row[2])
    if state == holding.full and used == holding.jokers:
        return BestTurn(melds, None, gained >> VALUE, 0)
    augen, card = best_discard(holding, state, used)
    return BestTurn(melds, card, gained >> VALUE, holding.augen - (gained & AUGEN) - augen)
