"""The numbers beside the points of a ranking, each described once: page, CSV, wall, workbook and API show what stands here.

To add one, add a line to FIGURES: docs/recipes.md, "A column in the standings".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext_lazy

from scoring.engine.law import Finish
from scoring.numbers import SeriesNumber
from scoring.rules import Family
from tournaments.rankings.selectors.rankings import Ranking
from tournaments.rankings.selectors.standings import SeriesTotal

UNKNOWN = "–"  # what people read where nobody knows a figure; never 0
HANDS = (Finish.HAND, Finish.HAND_WITH_LAYOFF, Finish.SUPER)
EVERY_FAMILY = frozenset(Family)
TOURNAMENT = frozenset(family for family in Family if family.by_table)
BASIC = EVERY_FAMILY - TOURNAMENT


class Summed(Protocol):
    """A row of any ranking: what was made in each series, and altogether."""

    @property
    def series(self) -> Mapping[SeriesNumber, SeriesTotal]: ...
    @property
    def total(self) -> SeriesTotal: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One number of a row. `key` names it in the page's table and in the API; None is not known: "–", and null in the API."""

    key: str
    heading: Any
    value: Callable[[Summed], int | None]
    families: frozenset[Family] = EVERY_FAMILY
    lowest_first: bool = False  # tapped once, the page sorts it upwards
    before_series: bool = False  # stands left of the points of each series
    only_where_some: bool = False  # no column where nobody has any
    from_games: bool = False  # counted in single games: not known where a list has only sums
    several_series: bool = False  # says something only where more than one series counts
    workbook: bool = False  # a column of plain values; the workbook adds the others up by formulas of its own
    wall_mm: float = 0.0  # how wide on the printed sheet; 0: not there

    def belongs(self, found: Ranking) -> bool:
        """Whether this ranking has use for it."""
        if found.rules.family not in self.families:
            return False
        if self.several_series and len(found.series_numbers) < 2:
            return False
        values = [self.value(row) for row in found.rows]
        if self.from_games and 2 * values.count(None) > len(values):
            return False  # sums are the rule here
        return not self.only_where_some or any(values)


def counted(count: Callable[[SeriesTotal], int]) -> Callable[[Summed], int | None]:
    """Return the value of a figure that only single games tell: None for whoever has a list with sums alone."""
    return lambda row: None if row.total.totals_only else count(row.total)


FIGURES: Sequence[Figure] = (
    Figure(
        key="augen",
        heading=gettext_lazy("Augen"),
        value=lambda row: row.total.augen,
        families=TOURNAMENT,
        lowest_first=True,
        before_series=True,
    ),
    Figure(
        key="plus",
        heading=gettext_lazy("Plus"),
        value=lambda row: row.total.plus_points,
        families=TOURNAMENT,
    ),
    Figure(
        key="crosses",
        heading=gettext_lazy("Kreuze"),
        value=lambda row: row.total.crosses,
        families=TOURNAMENT,
    ),
    Figure(
        key="penalties",
        heading=gettext_lazy("Strafen"),
        value=lambda row: row.total.penalty_points,
        families=TOURNAMENT,
        only_where_some=True,
    ),
    Figure(
        key="hands",
        heading=gettext_lazy("Hand"),
        value=counted(lambda total: sum(total.wins.get(finish, 0) for finish in HANDS)),
        families=TOURNAMENT,
        from_games=True,
    ),
    Figure(
        key="won",
        heading=gettext_lazy("Gewonnen"),
        value=counted(lambda total: sum(total.wins.values())),
        families=BASIC,
        from_games=True,
    ),
    Figure(key="games", heading=gettext_lazy("Spiele"), value=lambda row: row.total.games_played),
)


def figures_of(found: Ranking) -> tuple[Figure, ...]:
    """What the page of this ranking shows beside the points, in its order."""
    return tuple(figure for figure in FIGURES if figure.belongs(found))


def figures_by_key(row: Summed, family: Family) -> dict[str, int | None]:
    """Every figure of a row, for programs."""
    return {figure.key: figure.value(row) for figure in FIGURES if family in figure.families}


def figures_in_workbook(family: Family, *, several_series: bool) -> tuple[Figure, ...]:
    """The figures that stand in a workbook as plain values."""
    return tuple(
        figure
        for figure in FIGURES
        if figure.workbook and family in figure.families and (several_series or not figure.several_series)
    )
