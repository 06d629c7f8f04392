"""Where the sums come from: the sheets with all games, with sums alone and with penalties, and the formulas over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.numbers import SeriesNumber
from tournaments.files.formats.workbook.people import start_number_heading
from tournaments.spreadsheets.writing.formulas import (
    Condition,
    count_where,
    held_column,
    sum_of_terms,
    sum_where,
    text,
)
from tournaments.spreadsheets.writing.page import table_name

CROSS = "✕"
START_NUMBER = 1  # its column on every sheet with sums, counted from 0
ME = held_column(START_NUMBER)
POSITIVE, NEGATIVE = text(">0"), text("<0")


def standings_name() -> str:
    return _("Rangliste")


def series_heading(number: int) -> str:
    return _("Serie {number}").format(number=number)


def games_name() -> str:
    return _("Spiele")


def totals_name() -> str:
    return _("Nur Summen")


def penalties_name() -> str:
    return _("Strafen")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The tables that formulas add up. `games` says for each series on which sheet its games are."""

    games: Mapping[SeriesNumber, str]
    totals: bool  # whether of some list only the sums are known
    seen: bool = True  # whether the sheets with games and penalties are in the file at all

    def games_of(self, series: SeriesNumber | None) -> list[str]:
        """The tables with these games; those of all series are mostly one."""
        if series is not None:
            return [table_name(self.games[series])] if series in self.games else []
        return sorted({table_name(name) for name in self.games.values()})

    def points(self, series: SeriesNumber | None, wanted: str, total: str) -> str:
        """Points of the games that count, above or below nothing."""
        games = [
            sum_where(table, _("Punkte"), [*row_owner(series), counts_condition(), (_("Punkte"), wanted)])
            for table in self.games_of(series)
        ]
        return sum_of_terms([*games, self.of_totals(series, total)])

    def crosses(self, series: SeriesNumber | None) -> str:
        games = [
            count_where(table, [*row_owner(series), counts_condition(), (_("Kreuz"), text(CROSS))])
            for table in self.games_of(series)
        ]
        return sum_of_terms([*games, self.of_totals(series, _("Kreuze"))])

    def played(self, series: SeriesNumber | None) -> str:
        games = [
            count_where(table, [*row_owner(series), counts_condition()]) for table in self.games_of(series)
        ]
        return sum_of_terms([*games, self.of_totals(series, _("Spiele"))])

    def augen(self, series: SeriesNumber | None) -> str:
        games = [
            sum_where(table, _("Augen"), [*row_owner(series), counts_condition()])
            for table in self.games_of(series)
        ]
        return sum_of_terms([*games, self.of_totals(series, _("Augen")), self.penalties(series, _("Augen"))])

    def of_totals(self, series: SeriesNumber | None, heading: str) -> str:
        return sum_where(table_name(totals_name()), heading, row_owner(series)) if self.totals else ""

    def penalties(self, series: SeriesNumber | None, heading: str) -> str:
        if not self.seen:
            return ""
        return sum_where(table_name(penalties_name()), heading, [*row_owner(series), counts_condition()])


def row_owner(series: SeriesNumber | None) -> list[Condition]:
    """The player of this row, and the series where it is about one."""
    me: list[Condition] = [(start_number_heading(), ME)]
    return me if series is None else [*me, (_("Serie"), series)]


def counts_condition() -> Condition:
    return _("zählt"), text(_("ja"))


UNSEEN = Sources(games={}, totals=False, seen=False)
