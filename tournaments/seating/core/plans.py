"""What a planner hands back: tables with numbers and seats, and the report that goes with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.sentence import Sentence
from tournaments.seating.core.request import Draw, Id, Tables
from tournaments.seating.core.wishes import Wish, Wishes

METHOD = 1
"""The version of the method: the same seed and wishes give the same plan as long as it stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTable:
    """A table of one series: its number in the hall and its players in seat order."""

    number: int
    players: tuple[Id, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSeries:
    """One series; an open one waits for a standing and has no tables yet."""

    draw: Draw
    tables: tuple[PlannedTable, ...]

    @property
    def is_open(self) -> bool:
        return not self.tables

    def chairs(self) -> Iterator[tuple[Id, tuple[int, int]]]:
        """Every player with table number and seat."""
        for table in self.tables:
            for seat, player in enumerate(table.players, start=1):
                yield player, (table.number, seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Something that was to be avoided: how often it happens, and how often nobody can avoid it any more.

    `given` of it happened in series that were not free to choose any more: drawn by lot, set by standing, or by hand.
    `possible` is what would have been unavoidable if all series had been planned together, past and coming, by everybody
    who sat in them.
    """

    happened: int
    bound: int
    given: int = 0
    possible: int = 0

    @property
    def is_best(self) -> bool:
        return self.happened <= self.bound

    @property
    def chosen(self) -> int:
        """How often it happens in what was free to choose."""
        return self.happened - self.given

    @property
    def chosen_bound(self) -> int:
        """How often nobody could avoid it there."""
        return self.bound - self.given


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How good a plan is, past series included, with the bounds beside the figures."""

    rematches: Count
    three_repeats: Count
    met_again: tuple[tuple[Id, Id, int], ...]
    threes: tuple[tuple[Id, int], ...]
    mates: tuple[tuple[Wish, tuple[Count, ...]], ...]
    seat_imbalance: int
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The planned series, and all that is needed to draw them again."""

    series: tuple[PlannedSeries, ...]
    seed: int | str
    wishes: Wishes
    method: int
    report: Report
    cost: int
    cut: bool

    def tables(self) -> tuple[Tables, ...]:
        """The players alone, series by series, in seat order; open series are left out."""
        return tuple(tuple(t.players for t in s.tables) for s in self.series if not s.is_open)
