"""How an evening by the basic rules went: the total of every seat after every game, who reached the target, and when it was decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from scoring.numbers import GameNumber, SeriesNumber
from scoring.selectors import rules_of
from tournaments.models import Line, Registration, Tournament
from tournaments.rankings.selectors.facts import ranking_facts
from tournaments.rankings.selectors.lines import as_rows, whole_games


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStep:
    """One game: who won, what it brought, and where everybody stands afterwards."""

    game: GameNumber
    winner: int | None  # a seat
    gain: int
    totals: Mapping[int, int]  # by seat


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningAtTable:
    """One table of a series, game by game."""

    series: SeriesNumber
    day: date
    table: int
    seats: Mapping[int, Registration]  # who sits there, or sat there last
    steps: tuple[GameStep, ...]
    target: int | None

    @property
    def totals(self) -> Mapping[int, int]:
        return self.steps[-1].totals if self.steps else {}

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the most points; several where they are equal."""
        most = max(self.totals.values(), default=0)
        return tuple(seat for seat, points in sorted(self.totals.items()) if points == most and most)

    @property
    def reached_in(self) -> int | None:
        """The game in which somebody reached the target."""
        if self.target is None:
            return None
        there = (step.game for step in self.steps if max(step.totals.values()) >= self.target)
        return next(there, None)

    @property
    def decided_in(self) -> int | None:
        """The game from which on the one who leads now was alone in front: there the evening was decided."""
        if len(self.leaders) != 1:
            return None
        [first] = self.leaders
        decided = None
        for step in reversed(self.steps):
            best = max(points for seat, points in step.totals.items() if seat != first)
            if step.totals[first] <= best:
                break
            decided = step.game
        return decided


def courses_of(tournament: Tournament) -> tuple[EveningAtTable, ...]:
    """Every table of every series, in a fixed number of queries."""
    rules = rules_of(tournament.rule_set)
    in_force = Line.objects.filter(
        game__sheet__table__series__tournament=tournament, game__struck_at__isnull=True
    ).order_by("seat__series__number", "game__sheet__table__number", "game__number", "seat__number")
    lines = as_rows(in_force, "game__sheet__table__number", "game__number")
    people = {one.pk: one for one in tournament.registrations.select_related("player")}
    days = ranking_facts(tournament, ()).days
    found = []
    for (series, table), rows in groupby(lines, key=lambda row: (row[2], row[8])):
        own = list(rows)
        scored = whole_games(rules, own)
        gains: dict[tuple[int, int], int] = {(row[0], row[4]): worth.points for row, worth in scored}
        found.append(
            EveningAtTable(
                series=series,
                day=days[series],
                table=table,
                seats={row[4]: people[row[3]] for row in own},
                steps=steps_of(own, gains),
                target=tournament.target,
            )
        )
    return tuple(found)


def steps_of(rows: Sequence[Any], gains: Mapping[tuple[int, int], int]) -> tuple[GameStep, ...]:
    """The total grows game after game; who does not play keeps his."""
    totals = dict.fromkeys(sorted({row[4] for row in rows}), 0)
    steps = []
    for number, of_game in groupby(rows, key=lambda row: row[9]):
        winner, gain = None, 0
        for row in of_game:
            if row[5]:
                winner, gain = row[4], gains[row[0], row[4]]
                totals[winner] += gain
        steps.append(GameStep(game=number, winner=winner, gain=gain, totals=dict(totals)))
    return tuple(steps)
