"""The sheets of the other rankings: days, ladies, ages, tandems, teams, clubs; each sum by formula from the sheets before."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.speech import say
from tournaments.files.formats.workbook.people import (
    name_cells,
    name_columns,
    number_column,
    start_number_heading,
    text_column,
)
from tournaments.files.formats.workbook.sources import ME, series_heading, standings_name
from tournaments.files.formats.workbook.sums import leaders
from tournaments.files.formats.workbook.words import decided
from tournaments.rankings.selectors.facts import WHOLE, Scope
from tournaments.rankings.selectors.members import GROUPS
from tournaments.rankings.selectors.publications import Shown
from tournaments.rankings.selectors.rankings import Category, Ranking, RankingRow
from tournaments.rankings.selectors.standings import Standings
from tournaments.rankings.words.figures import UNKNOWN, Figure, figures_in_workbook
from tournaments.spreadsheets.writing.formulas import held_column, here, sum_of_terms, sum_where
from tournaments.spreadsheets.writing.page import SHARE, TEXT, Column, Page, Row, Value, table_name

FIRST_MEMBER = 2  # the column of the first start number, counted from 0


def ranking_pages(seen: Shown) -> list[Page]:
    """A sheet for each day where there are several, and one for each ranking that has somebody in it."""
    days = [
        (category, scope) for category, scope in seen.choices if scope.day and category == Category.PLAYERS
    ]
    wanted: list[tuple[Category, Scope]] = [*days] if len(days) > 1 else []
    wanted += [
        (category, scope)
        for category, scope in seen.choices
        if scope == WHOLE and category != Category.PLAYERS
    ]
    found = [seen.ranking(category, scope) for category, scope in wanted]
    return [
        group_page(seen.what, one) if one.category in GROUPS else players_sheet(seen.what, one)
        for one in found
        if one.rows
    ]


def name_of_page(one: Ranking) -> str:
    if one.scope.day is not None:
        return date_format(one.scope.day, "SHORT_DATE_FORMAT")
    return str(Category(one.category).label)


# Single players -----------------------------------------------------------------------------------------------


def players_sheet(what: Standings, one: Ranking) -> Page:
    """Players of one day, or some of the players: what they have in the standings or in the series of that day."""
    sheets = [standings_name()]
    if one.scope.day is not None:
        sheets = [series_heading(number) for number in one.series_numbers]
    who = (number_column(_("Rang")), *name_columns(), text_column(_("Verein"), 30, wraps=True))
    return Page(
        name=name_of_page(one),
        held=4,
        marks=leaders(),
        columns=(
            *who,
            *sum_columns(what, len(who), lambda heading: of_player(sheets, heading)),
            text_column(_("entschieden durch"), 22, wraps=True),
            text_column(_("Vermerke"), 30, wraps=True),
        ),
        rows=(player_row(what, row) for row in one.rows),
    )


def of_player(sheets: Sequence[str], heading: str) -> str:
    """What stands on these sheets for the player of this row."""
    return sum_of_terms(
        [sum_where(table_name(sheet), heading, [(start_number_heading(), ME)]) for sheet in sheets]
    )


def player_row(what: Standings, row: RankingRow) -> Row:
    [registration] = row.registrations
    club = registration.player.club
    return (row.place.rank, *name_cells(registration), club.name if club else None, *sum_cells(what, row))


# Tandems, teams, clubs ----------------------------------------------------------------------------------------


def group_page(what: Standings, one: Ranking) -> Page:
    """Rank, name, the start numbers that are added, and whose they are."""
    most = max(len(row.registrations) for row in one.rows)
    who = (
        number_column(_("Rang")),
        Column(heading=_("Name"), width=28, format=TEXT, strong=True, wraps=True),
        *(number_column(_("Nr. {number}").format(number=number)) for number in range(1, most + 1)),
        text_column(_("Spieler"), 48, wraps=True),
    )
    return Page(
        name=name_of_page(one),
        held=2,
        marks=leaders(),
        columns=(
            *who,
            *sum_columns(what, len(who), lambda heading: of_members(most, heading)),
            text_column(_("entschieden durch"), 22, wraps=True),
            text_column(_("Vermerke"), 30, wraps=True),
        ),
        rows=(group_row(what, row, most) for row in one.rows),
    )


def of_members(most: int, heading: str) -> str:
    """What the members have in the standings, one after the other; an empty place finds nobody."""
    table = table_name(standings_name())
    return sum_of_terms(
        [
            sum_where(table, heading, [(start_number_heading(), held_column(FIRST_MEMBER + place))])
            for place in range(most)
        ]
    )


def group_row(what: Standings, row: RankingRow, most: int) -> Row:
    numbers: list[Value] = [one.start_number for one in row.registrations]
    numbers += [None] * (most - len(numbers))
    names = ", ".join(one.name for one in row.registrations)
    return (row.place.rank, row.name, *numbers, names, *sum_cells(what, row))


# Sums of both -------------------------------------------------------------------------------------------------


def sum_columns(what: Standings, first: int, formula: Callable[[str], str]) -> tuple[Column, ...]:
    """Points, Augen, games and their share from column `first` on."""
    basic = not what.rules.family.by_table
    games = first + (1 if basic else 2)
    share = f'IF({here(games)}=0,"",{here(first)}/{here(games)})'
    augen = () if basic else (Column(heading=_("Augen"), width=9, formula=formula(_("Augen"))),)
    return (
        Column(heading=_("Punkte"), width=9, strong=True, formula=formula(_("Punkte"))),
        *augen,
        Column(heading=_("Spiele"), width=8, formula=formula(_("Spiele"))),
        Column(heading=_("Punkte je Spiel"), width=10, format=SHARE, formula=share),
        *(Column(heading=str(one.heading), width=10) for one in plain_figures(what)),
    )


def sum_cells(what: Standings, row: RankingRow) -> Row:
    augen = (row.augen,) if what.rules.family.by_table else ()
    remarks = "; ".join(say(remark.sentence) for remark in row.remarks)
    more = (UNKNOWN if (value := one.value(row)) is None else value for one in plain_figures(what))
    return (row.points, *augen, row.games, row.points_per_game, *more, decided(row.place), remarks or None)


def plain_figures(what: Standings) -> tuple[Figure, ...]:
    return figures_in_workbook(what.rules.family, several_series=len(what.series_numbers) > 1)
