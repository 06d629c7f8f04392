"""The sheets with sums: the standings over everything, and one sheet for each series. What can be added up is a formula."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.numbers import SeriesNumber
from tournaments.files.formats.workbook.people import (
    name_cells,
    name_columns,
    number_column,
    start_number_heading,
    text_column,
)
from tournaments.files.formats.workbook.sources import (
    ME,
    NEGATIVE,
    POSITIVE,
    Sources,
    series_heading,
    standings_name,
)
from tournaments.files.formats.workbook.words import decided
from tournaments.rankings.selectors.standings import SeriesTotal, Standing, Standings
from tournaments.rankings.words.figures import UNKNOWN, figures_in_workbook
from tournaments.spreadsheets.writing.formulas import here, sum_of_terms, sum_where
from tournaments.spreadsheets.writing.page import SHARE, Column, Look, Page, Row, RowMark, Value, table_name

HELD = 4  # rank, start number and both names stay in sight


def overall_page(what: Standings, sources: Sources) -> Page:
    """Everybody in order. The points are the sum of the series beside them; everything else is added up from the games."""
    who = who_columns(what)
    series = tuple(
        Column(heading=series_heading(number), width=8, formula=from_series(number))
        for number in what.series_numbers
    )
    first, last = here(len(who)), here(len(who) + len(series) - 1)
    return Page(
        name=standings_name(),
        held=HELD,
        marks=leaders(),
        columns=(
            *who,
            *series,
            *total_columns(what, sources, None, first=len(who) + len(series), points=f"SUM({first}:{last})"),
            text_column(_("entschieden durch"), 22, wraps=True),
            *figure_columns(what, several_series=True),
            *known_columns(what),
        ),
        rows=(
            (
                *who_is(what, row),
                *(series_points(row.series.get(number)) for number in what.series_numbers),
                *sums_sheet(what, row.total),
                decided(row.place),
                *figures(what, row, several_series=True),
                *known_as(what, row.total),
            )
            for row in what.rows
        ),
    )


def series_page(what: Standings, sources: Sources, number: SeriesNumber, rows: Sequence[Standing]) -> Page:
    """One series by itself, in its own order."""
    who = who_columns(what)
    return Page(
        name=series_heading(number),
        held=HELD,
        marks=leaders(),
        columns=(
            *who,
            *total_columns(what, sources, number, first=len(who)),
            *figure_columns(what, several_series=False),
            *known_columns(what),
        ),
        rows=(
            (
                *who_is(what, row),
                *sums_sheet(what, row.total),
                *figures(what, row, several_series=False),
                *known_as(what, row.total),
            )
            for row in rows
        ),
    )


def leaders() -> tuple[RowMark, ...]:
    return (RowMark(heading=_("Rang"), test="=1", look=Look.LEADER),)


def from_series(number: int) -> str:
    """The points of this player on the sheet of a series."""
    return sum_where(table_name(series_heading(number)), _("Punkte"), [(start_number_heading(), ME)])


def who_columns(what: Standings) -> tuple[Column, ...]:
    """Who somebody is; teams and tandems only where there are any."""
    return (
        number_column(_("Rang")),
        *name_columns(),
        text_column(_("Verein"), 26, wraps=True),
        *((text_column(_("Mannschaft"), 22, wraps=True),) if has_teams(what) else ()),
        *((number_column(_("Tandem"), 9),) if has_tandems(what) else ()),
    )


def has_teams(what: Standings) -> bool:
    return any(row.registration.team for row in what.rows)


def has_tandems(what: Standings) -> bool:
    return any(row.registration.pair for row in what.rows)


def who_is(what: Standings, row: Standing) -> Row:
    registration = row.registration
    club, team, pair = registration.player.club, registration.team, registration.pair
    return (
        row.place.rank,
        *name_cells(registration),
        club.name if club else None,
        *((team.name if team else None,) if has_teams(what) else ()),
        *((pair.number if pair else None,) if has_tandems(what) else ()),
    )


def total_columns(
    what: Standings, sources: Sources, series: SeriesNumber | None, *, first: int, points: str = ""
) -> tuple[Column, ...]:
    """The sums from column `first` on; the basic rules have neither crosses nor penalties.

    `points` says how the points are added up where it is not from the columns before them.
    """
    basic = not what.rules.family.by_table
    plus, minus, taken, sum_at = (first, first + 2, first + 3, first + (0 if basic else 4))
    played = sources.played(series)
    games_at = sum_at + (1 if basic else 2)
    games = Column(heading=_("Spiele"), width=8, formula=played, total=True)
    share = f'IF({here(games_at)}=0,"",{here(sum_at)}/{here(games_at)})'
    each = Column(heading=_("Punkte je Spiel"), width=10, format=SHARE, formula=share)
    if basic:
        won = sum_of_terms(
            [sources.points(series, POSITIVE, _("Pluspunkte")), sources.penalties(series, _("Punkte"))]
        )
        added_up = points if what.series_numbers and points else won
        return Column(heading=_("Punkte"), width=9, strong=True, formula=added_up, total=True), games, each
    here_added = sum_of_terms([here(plus), here(minus), here(taken)])
    return (
        Column(
            heading=_("Pluspunkte"),
            width=11,
            formula=sources.points(series, POSITIVE, _("Pluspunkte")),
            total=True,
        ),
        Column(heading=_("Kreuze"), width=8, formula=sources.crosses(series), total=True),
        Column(
            heading=_("Minuspunkte"),
            width=13,
            formula=sources.points(series, NEGATIVE, _("Minuspunkte")),
            total=True,
        ),
        Column(
            heading=_("Strafpunkte"), width=12, formula=sources.penalties(series, _("Punkte")), total=True
        ),
        Column(
            heading=_("Punkte"),
            width=9,
            strong=True,
            total=True,
            formula=points if what.series_numbers and points else here_added,
        ),
        Column(heading=_("Augen"), width=9, formula=sources.augen(series), total=True),
        games,
        each,
    )


def sums_sheet(what: Standings, total: SeriesTotal) -> tuple[Value, ...]:
    each = total.net_points / total.games_played if total.games_played else None
    if not what.rules.family.by_table:
        return total.net_points, total.games_played, each
    return (
        total.plus_points,
        total.crosses,
        -total.minus_points,
        total.penalty_points,
        total.net_points,
        total.augen,
        total.games_played,
        each,
    )


def figure_columns(what: Standings, *, several_series: bool) -> tuple[Column, ...]:
    """Figures that no formula adds up (tournaments.rankings.words.figures)."""
    shown = figures_in_workbook(what.rules.family, several_series=several_series)
    return tuple(Column(heading=str(one.heading), width=10) for one in shown)


def figures(what: Standings, row: Standing, *, several_series: bool) -> tuple[Value, ...]:
    shown = figures_in_workbook(what.rules.family, several_series=several_series)
    return tuple(UNKNOWN if (value := one.value(row)) is None else value for one in shown)


def sums_only(what: Standings) -> bool:
    """Whether of some list only the sums are known: then a column says whose."""
    return any(row.total.totals_only for row in what.rows)


def known_columns(what: Standings) -> tuple[Column, ...]:
    return (text_column(_("bekannt"), 12),) if sums_only(what) else ()


def known_as(what: Standings, total: SeriesTotal) -> tuple[Value, ...]:
    if not sums_only(what):
        return ()
    return (_("nur Summen") if total.totals_only else None,)


def series_points(total: SeriesTotal | None) -> int | None:
    """A series without a game is empty, not 0."""
    return total.net_points if total is not None else None
