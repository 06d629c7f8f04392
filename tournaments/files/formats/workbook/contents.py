"""Which sheets a workbook has and in which order, and who gets which of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scoring.numbers import SeriesNumber
from tournaments.files.formats.workbook import groups, money, overview, records, sums
from tournaments.files.formats.workbook.money import Till
from tournaments.files.formats.workbook.sources import UNSEEN, Sources, games_name, series_heading
from tournaments.files.selectors.workbook import (
    augen_left,
    journal_oldest_first,
    lines_of_series,
    points_taken,
    seats_drawn,
    total_records,
)
from tournaments.lists.selectors.in_bulk import line_records, penalty_records
from tournaments.models import Tournament
from tournaments.money.selectors.announcements import prize_list
from tournaments.money.selectors.cash import cash_book
from tournaments.money.selectors.fees import accounts
from tournaments.rankings.selectors.facts import Scope
from tournaments.rankings.selectors.publications import Shown, standings_published
from tournaments.rankings.selectors.rankings import players_in
from tournaments.rankings.selectors.standings import Standing, Standings
from tournaments.spreadsheets.writing.page import MOST_ROWS, Page


class Reader(StrEnum):
    """For whom a workbook is made. This is the one place that says which sheets each of them gets."""

    PUBLIC = "publikum"
    TREASURER = "kasse"
    REFEREE = "schiedsrichter"
    DIRECTOR = "leitung"

    @property
    def sees_journal(self) -> bool:
        return self in (Reader.REFEREE, Reader.DIRECTOR)

    @property
    def sees_seats_before_they_hang(self) -> bool:
        return self.sees_journal

    @property
    def sees_money(self) -> bool:
        return self in (Reader.TREASURER, Reader.DIRECTOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The sheets of one workbook in the order of their tabs, and how many rows they will have."""

    title: str
    pages: tuple[Page, ...]
    rows: int


def contents_of(seen: Shown, *, reader: Reader, now: datetime) -> Contents:
    """Asks for what is added up; lines, seats and journal are fetched only while they are written.

    To eyes that see what was published, games and penalties of this moment would tell what was not.
    """
    what, tournament = seen.what, seen.what.tournament
    lines = lines_of_series(tournament) if seen.draft else {}
    sources = sources_of(what, lines) if seen.draft else UNSEEN
    seats = seats_drawn(tournament, everything=reader.sees_seats_before_they_hang)
    found = [*pages_of_sums(seen, sources), *(pages_of_records(what, sources) if seen.draft else ())]
    found.append(records.seats_page(seats.iterator(chunk_size=2000)))
    rows = len(what.rows) * (1 + len(what.series_numbers)) + sum(lines.values()) + seats.count()
    till = till_of(tournament) if reader.sees_money else None
    if till is not None:
        found += pages_of_money(seen, till)
    if reader.sees_journal:
        journal = journal_oldest_first(tournament)
        found.append(records.journal_page(journal.iterator(chunk_size=2000)))
        rows += journal.count()
    spread = overview.spread_page(sources, augen_left(tournament)) if lines else None
    if spread is not None:
        found.append(spread)
    found.insert(0, overview.overview_page(what, till=till, spread=spread, now=now))
    return Contents(title=tournament.name, pages=tuple(found), rows=rows)


def pages_of_sums(seen: Shown, sources: Sources) -> Iterator[Page]:
    """Standings, series, days, and those who are ranked among themselves."""
    yield sums.overall_page(seen.what, sources)
    for number in seen.what.series_numbers:
        yield sums.series_page(seen.what, sources, number, rows_of_series(seen, number))
    yield from groups.ranking_pages(seen)


def rows_of_series(seen: Shown, number: SeriesNumber) -> tuple[Standing, ...]:
    """One series in the order in which these eyes may see it."""
    if seen.publication is not None:
        return standings_published(seen.publication, seen.what.tournament, series=number).what.rows
    return players_in(seen.what, Scope(series=number))


def pages_of_records(what: Standings, sources: Sources) -> Iterator[Page]:
    """What the sums are added up from."""
    sheets = dict.fromkeys(sources.games.values()) or {games_name(): None}
    for name in sheets:
        only = None if name == games_name() else next(n for n, at in sources.games.items() if at == name)
        yield records.games_page(name, line_records(what.tournament, what.rules, series=only))
    if sources.totals:
        yield records.totals_page(total_records(what.tournament, what.rules))
    penalties = list(penalty_records(what.tournament))
    yield records.penalties_page(penalties, points_taken(what, penalties))


def till_of(tournament: Tournament) -> Till:
    return Till(accounts=accounts(tournament), book=cash_book(tournament))


def pages_of_money(seen: Shown, till: Till) -> Iterator[Page]:
    """Fees and the box, where there are any, and the prizes, announced or proposed."""
    if till.owes:
        yield money.fees_page(till.accounts, booked=till.moves)
    if till.moves:
        yield money.kinds_page(till.book)
        yield money.book_page(till.book)
    if not seen.draft:
        return
    there = prize_list(seen.what.tournament, given=seen.what)
    if there.lines or there.prizes.awards:
        yield money.prizes_page(there)


def sources_of(what: Standings, lines: dict[SeriesNumber, int]) -> Sources:
    """All games on one sheet; one sheet for each series where together they would be more than a sheet can hold."""
    one_sheet = sum(lines.values()) <= MOST_ROWS
    names = {
        number: games_name() if one_sheet else f"{games_name()}, {series_heading(number)}" for number in lines
    }
    return Sources(games=names, totals=sums.sums_only(what))
