"""The best use of a hand with jokers, chosen while the last layer of its frontier is reached, without keeping it.

Most states use every joker, nothing follows from them, and the rules of a tournament make them easy to
judge. `best` takes this way where it is open; `best_ends.choose` says the same of a whole frontier.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TypeAlias

from scoring.engine.best_ends import RANK, Best, Turn, discard
from scoring.engine.law import GoingOut
from scoring.engine.patterns import AUGEN, VALUE, Row, State
from scoring.engine.solver import Frontier, Holding, close_without_jokers, laid, trace_back

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
        "highest",
        "highest_at",
        "least",
        "least_at",
        "opened",
        "opened_at",
    )

    def __init__(self, holding: Holding) -> None:
        self.floor, self.augen = holding.patterns.floor, holding.highest[2]
        self.highest = self.least = self.opened = -1
        self.highest_at: Mark | None = None
        self.least_at: Mark | None = None
        self.opened_at: Mark | None = None
        self.full_hand: tuple[int, Mark] | None = None  # nothing left at all: not a turn, but a Superrommé

    def note(self, away: int, gained: int, mark: Mark) -> None:
        """Look at an end."""
        rank = away << RANK | gained
        if gained > self.highest:
            self.highest, self.highest_at = gained, mark
        if rank > self.least:
            self.least, self.least_at = rank, mark
        if gained >= self.floor and rank > self.opened:
            self.opened, self.opened_at = rank, mark

    def note_full_hand(self, gained: int, mark: Mark) -> None:
        """All cards lie, nothing is left to discard."""
        if self.full_hand is None or self.full_hand[0] < gained:
            self.full_hand = (gained, mark)

    def to_beat(self) -> tuple[int, int, int]:
        """What an end is looked at for: more gained in all, as many Augen melded, as many with an opening."""
        return self.highest, (self.least >> RANK) - self.augen, (self.opened >> RANK) - self.augen


def choose_quickly(holding: Holding) -> Best:
    """The best turns of a hand with jokers and natural cards.

    Only where a discard is needed, a joker may be it as the very last card alone, every card counts
    something, and any number of melds may be laid (`Patterns.quick`).
    """
    states: Frontier = [{} for _ in range(holding.jokers)]
    states[0][holding.start] = 0
    close_without_jokers(states[0], holding.rows[0], holding.overflow)
    marks = Marks(holding)
    look_at_last_layer(holding, states, marks)
    look_at_kept_layers(holding, states, marks)
    return turns_at(holding, states, marks)


def look_at_last_layer(holding: Holding, states: Frontier, marks: Marks) -> None:
    """Reach every state with jokers; keep those that have jokers left, judge the others at once."""
    overflow, full, jokers, floor = holding.overflow, holding.full, holding.jokers, marks.floor
    mask, taken, augen, _ = holding.highest
    highest, need, need_opened = marks.to_beat()
    for used in range(1, jokers + 1):
        last = states[jokers - used]
        most = most_gained(last) if used == jokers else None
        for row in sorted(holding.rows[used], key=_gain, reverse=True):
            added, gain, _, _ = row
            if most:
                top, away = most[0] + gain, most[1] + (gain & AUGEN)
                if top <= highest and away < need and (away < need_opened or top < floor):
                    continue  # whatever it follows, it is no better
            for state, gained in last.items():
                after = state + added
                if after & overflow:
                    continue
                gained += gain  # noqa: PLW2901 - quicker than another name
                melded = gained & AUGEN
                if melded < need and gained <= highest and (melded < need_opened or gained < floor):
                    continue
                mark = (state, jokers - used, row)
                if after == full:
                    marks.note_full_hand(gained, mark)
                    continue
                away = melded + (augen if after & mask != taken else holding.top(after)[0])
                marks.note(away, gained, mark)
                highest, need, need_opened = marks.to_beat()
            for before in range(jokers - used - 1, -1, -1):
                if states[before]:
                    add_one(states[before], states[before + used], row, overflow)


def most_gained(states: dict[State, int]) -> tuple[int, int]:
    """The most that any state gained, and the most Augen that any melds."""
    return max(states.values()), max([gained & AUGEN for gained in states.values()])


def add_one(source: dict[State, int], target: dict[State, int], row: Row, overflow: State) -> None:
    """Keep what one more meld leads to."""
    added, gain, _, _ = row
    for state, gained in source.items():
        after = state + added
        if not after & overflow and target.get(after, -1) < gained + gain:
            target[after] = gained + gain


def look_at_kept_layers(holding: Holding, states: Frontier, marks: Marks) -> None:
    """Judge the states that have jokers left: a natural card is discarded, or a joker that is the very last."""
    highest, need, need_opened = marks.to_beat()
    for used, some in enumerate(states):
        for state, gained in some.items():
            melded = gained & AUGEN
            if state == holding.full:
                if holding.jokers - used > 1:
                    continue  # nothing but jokers left
            elif melded < need and gained <= highest and (melded < need_opened or gained < marks.floor):
                continue
            away = melded + discard(holding, state, used)[0]
            marks.note(away, gained, (state, used, None))
            highest, need, need_opened = marks.to_beat()


def turns_at(holding: Holding, states: Frontier, marks: Marks) -> Best:
    """The turns that lead to the best ends."""
    known: dict[int, Turn] = {}

    def turn(mark: Mark | None) -> Turn | None:
        if mark is None:
            return None
        if id(mark) not in known:
            known[id(mark)] = turn_to(holding, states, mark)
        return known[id(mark)]

    least = turn(marks.least_at)
    goes_out = least if least is not None and not least.left else None
    super_allowed = holding.law.going_out is GoingOut.DISCARD_OR_SUPER
    return Best(
        turn(marks.highest_at),
        least,
        turn(marks.opened_at),
        goes_out,
        turn(marks.full_hand[1]) if super_allowed and marks.full_hand else None,
    )


def turn_to(holding: Holding, states: Frontier, mark: Mark) -> Turn:
    """The turn that leads to one end."""
    state, used, row = mark
    gained = states[used][state]
    melds = trace_back(holding, states, state, used)
    if row is not None:
        state, used, gained = state + row[0], holding.jokers, gained + row[1]
        melds = (*melds, laid(row))
    if state == holding.full and used == holding.jokers:
        return Turn(melds, None, gained >> VALUE, 0)
    augen, card = discard(holding, state, used)
    return Turn(melds, card, gained >> VALUE, holding.augen - (gained & AUGEN) - augen)
