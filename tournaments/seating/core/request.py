"""What a planner is asked for: players, series, wishes, what stays as it is, seed and budget."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from scoring.sentence import Refusal, gettext_noop
from tournaments.event.core.sizes import FOUR, table_sizes
from tournaments.seating.core.wishes import Wishes

Id: TypeAlias = Hashable
Tables: TypeAlias = tuple[tuple[Id, ...], ...]
"""One series: the tables in order, the players of each in seat order."""

MOST_SERIES = 12


class CannotPlan(Refusal):
    """The request contradicts itself; the sentence says what to change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPlayer:
    """A player as far as the seating cares; `table` and `seat` are fixed (wheelchair, list keeper)."""

    id: Id
    club: str | None = None
    team: str | None = None
    pair: str | None = None
    seeded: int | None = None
    group: int | None = None
    table: int | None = None
    seat: int | None = None


class Draw(Enum):
    """How a series is seated."""

    LOTS = "lots"
    STANDING = "standing"
    TANDEM = "tandem"
    SWISS = "swiss"


class Filling(Enum):
    """From which end of the hall the tables are numbered."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedSeries:
    """One series to be planned. Without a standing, a series by standing stays open until it is known.

    `standing` names the best first; for tandem blocks each entry is a pair (better partner, other partner).
    """

    draw: Draw = Draw.LOTS
    standing: tuple[Id, ...] | None = None

    @property
    def is_open(self) -> bool:
        return self.draw is not Draw.LOTS and self.standing is None


def series_by_lots(count: int) -> tuple[AskedSeries, ...]:
    """So many series by lot."""
    return (AskedSeries(),) * count


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How long the search may take: moves (the same on every machine), and seconds if a clock is given."""

    moves: int = 900_000
    seconds: float = 2.0
    clock: Callable[[], float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Everything that decides a plan; the same request gives the same plan.

    `past` are the series played or posted: they stay. `size` chooses the basic family (2-6).
    """

    players: tuple[AskedPlayer, ...]
    series: tuple[AskedSeries, ...]
    wishes: Wishes = field(default_factory=Wishes)
    past: tuple[Tables, ...] = ()
    size: int | None = None
    groups_apart: bool = False
    closed_tables: frozenset[int] = frozenset()
    filling: Filling = Filling.UP
    seed: int | str = 1
    budget: Budget = field(default_factory=Budget)

    def __post_init__(self) -> None:
        sizes = table_sizes(len(self.players), size=self.size)
        ids = [player.id for player in self.players]
        if len(set(ids)) < len(ids):
            twice = next(name for name in ids if ids.count(name) > 1)
            raise CannotPlan(
                gettext_noop("{player} steht zweimal auf der Liste: Einmal streichen."), player=twice
            )
        if len(self.series) > MOST_SERIES:
            raise CannotPlan(
                gettext_noop("Höchstens {most} Serien auf einmal planen, den Rest später."), most=MOST_SERIES
            )
        if not self.groups_apart:
            self._check_fixed(table_numbers(len(sizes), self.closed_tables, self.filling))
        for series in self.series:
            if series.standing is not None:
                self._check_standing(series)

    def _check_fixed(self, numbers: Sequence[int]) -> None:
        sitting: dict[int, list[AskedPlayer]] = {}
        for player in self.players:
            if player.seat is not None and not 1 <= player.seat <= (self.size or FOUR):
                raise CannotPlan(
                    gettext_noop("Platz {seat} für {player} gibt es nicht: Einen anderen Platz wählen."),
                    seat=player.seat, player=player.id,
                )  # fmt: skip
            if player.table is None:
                continue
            if player.table not in numbers:
                raise CannotPlan(
                    gettext_noop("Tisch {table} für {player} ist nicht besetzt: Einen anderen Tisch wählen."),
                    table=player.table, player=player.id,
                )  # fmt: skip
            sitting.setdefault(player.table, []).append(player)
        for table, players in sitting.items():
            seats = [player.seat for player in players if player.seat is not None]
            if len(players) > (self.size or FOUR) or len(set(seats)) < len(seats):
                raise CannotPlan(
                    gettext_noop("An Tisch {table} sind zu viele Plätze fest vergeben: Jemanden umsetzen."),
                    table=table,
                )

    def _check_standing(self, series: AskedSeries) -> None:
        assert series.standing is not None
        listed: list[Id] = []
        for entry in series.standing:
            if series.draw is Draw.TANDEM:
                assert isinstance(entry, tuple), "tandem blocks are set by pairs"
                listed += entry
            else:
                listed.append(entry)
        missing = {player.id for player in self.players} - set(listed)
        if missing:
            raise CannotPlan(
                gettext_noop("{player} fehlt in der Rangliste: Erst den Stand vervollständigen."),
                player=min(missing, key=str),
            )


def table_numbers(tables: int, closed: frozenset[int], filling: Filling) -> tuple[int, ...]:
    """The numbers of the tables in use, first table first; closed numbers are skipped.

    >>> table_numbers(4, frozenset({2}), Filling.UP)
    (1, 3, 4, 5)
    """
    numbers: list[int] = []
    number = 0
    while len(numbers) < tables:
        number += 1
        if number not in closed:
            numbers.append(number)
    return tuple(numbers) if filling is Filling.UP else tuple(reversed(numbers))
