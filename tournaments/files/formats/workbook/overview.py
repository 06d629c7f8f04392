"""The first sheet: what this tournament is, its sums at a glance and pictures of them; and the sheet behind one picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.files.formats.workbook.money import (
    Till,
    book_name,
    euro_cell,
    fees_name,
    given_back,
    kinds_name,
)
from tournaments.files.formats.workbook.sources import Sources, counts_condition, standings_name
from tournaments.files.formats.workbook.sums import who_columns
from tournaments.models import CashEntry, Tournament
from tournaments.paper.words import days, moment_of, rules_line
from tournaments.rankings.selectors.standings import Standings
from tournaments.spreadsheets.writing.formulas import below, count_where, sum_of_terms, sum_where, text
from tournaments.spreadsheets.writing.page import (
    MONEY,
    TEXT,
    Chart,
    Column,
    Page,
    Reckoned,
    Row,
    table_name,
)

BEST = 10  # players in the picture of points, series by series
FAMILY_NAME_AT = 2
BINS = (
    (1, 10),
    (11, 30),
    (31, 60),
    (61, 100),
    (101, 150),
    (151, 999),
)  # what points hang on, and the rest evenly


def overview_page(
    what: Standings,
    *,
    till: Till | None,
    spread: Page | None,
    now: datetime,
) -> Page:
    """What a treasurer and a chairwoman look for first."""
    rows = [*event_rows(what.tournament, now), *sum_rows(what)]
    if till is not None:
        rows += money_rows(till)
    return Page(
        name=_("Übersicht"),
        columns=(
            Column(heading=_("Angabe"), width=26, format=TEXT, strong=True),
            Column(heading=_("Wert"), width=44, format=TEXT, wraps=True),
        ),
        rows=rows,
        charts=tuple(charts(what, spread, till)),
    )


def event_rows(tournament: Tournament, now: datetime) -> Iterator[Row]:
    yield _("Turnier"), tournament.name
    yield _("Ort"), tournament.place or "–"
    yield _("Tage"), days(tournament.starts_on, tournament.ends_on)
    yield _("Regeln"), rules_line(tournament)
    yield _("Stand"), moment_of(now)


def sum_rows(what: Standings) -> Iterator[Row]:
    """How many, and what they come to: each a formula over the standings."""
    table = table_name(standings_name())
    yield (
        _("Spieler in der Wertung"),
        Reckoned(value=len(what.rows), formula=f"COUNT({below(table, _('Startnummer'))})"),
    )
    points = sum(row.total.net_points for row in what.rows)
    yield _("Punkte zusammen"), Reckoned(value=points, formula=f"SUM({below(table, _('Punkte'))})")
    games = sum(row.total.games_played for row in what.rows)
    yield (
        _("Spiele zusammen"),
        Reckoned(value=games, formula=f"SUM({below(table, _('Spiele'))})"),
    )


def money_rows(till: Till) -> Iterator[Row]:
    """What came in, what is open, what went out, and what lies in the box."""
    accounts, book = till.accounts, till.book
    fees = table_name(fees_name())
    if till.owes:
        sums = accounts.reckoning
        for label, heading, cents in (
            (_("Startgelder zu zahlen"), _("zu zahlen"), sums.due),
            (_("Startgelder bezahlt"), _("bezahlt"), sums.received),
            (_("Startgelder erlassen"), _("erlassen"), sums.waived),
            (_("Startgelder offen"), _("offen"), sums.open),
            (_("Startgelder zurückgezahlt"), given_back(), sums.given_back),
        ):
            yield (
                label,
                Reckoned(value=euro_cell(cents), formula=f"SUM({below(fees, heading)})", format=MONEY),
            )
    if not till.moves:
        return
    lines = table_name(book_name())
    prizes = str(CashEntry.Kind.PRIZE.label)
    yield (
        _("Preise ausgezahlt"),
        Reckoned(
            value=-euro_cell(book.of_kind().get(CashEntry.Kind.PRIZE, 0)) or 0,
            formula="-" + sum_where(lines, _("Betrag"), [(_("Art"), text(prizes))]),
            format=MONEY,
        ),
    )
    yield (
        _("Bestand der Kasse"),
        Reckoned(value=euro_cell(book.balance), formula=f"SUM({below(lines, _('Betrag'))})", format=MONEY),
    )


# Pictures -----------------------------------------------------------------------------------------------------


def charts(what: Standings, spread: Page | None, till: Till | None) -> Iterator[Chart]:
    """Points of the best, series by series; how many Augen were left; what came into the box and what went out."""
    best, first = min(len(what.rows), BEST), len(who_columns(what))
    if best and what.series_numbers:
        yield Chart(
            title=_("Die ersten {count}, Serie für Serie").format(count=best),
            page=standings_name(),
            labels=FAMILY_NAME_AT,
            values=tuple(range(first, first + len(what.series_numbers))),
            rows=best,
            up=_("Punkte"),
            lying=True,
        )
    if spread is not None:
        yield Chart(
            title=_("Augen in den gezählten Spielen"),
            page=spread.name,
            labels=2,
            values=(3,),
            rows=len(BINS),
            across=_("Augen"),
            up=_("Spiele"),
        )
    if till is not None and till.moves:
        yield Chart(
            title=_("Kasse"),
            page=kinds_name(),
            labels=0,
            values=(1,),
            rows=len(till.book.of_kind()),
            up=_("Euro"),
            lying=True,
        )


def spread_page(sources: Sources, augen: Mapping[int, int]) -> Page:
    """How often somebody was left with how many Augen: counted again from the games."""
    between = ['">="&$A{row}', '"<="&$B{row}']
    formula = sum_of_terms(
        [
            count_where(table, [counts_condition(), *((_("Augen"), limit) for limit in between)])
            for table in sources.games_of(None)
        ]
    )
    return Page(
        name=_("Augenverteilung"),
        columns=(
            Column(heading=_("von"), width=8, code=True),
            Column(heading=_("bis"), width=8, code=True),
            Column(heading=_("Augen"), width=14, format=TEXT),
            Column(heading=_("Spiele"), width=10, formula=formula, total=True),
        ),
        rows=[
            (
                low,
                high,
                _("über {least}").format(least=low - 1) if high == BINS[-1][1] else f"{low}–{high}",
                sum(count for value, count in augen.items() if low <= value <= high),
            )
            for low, high in BINS
        ],
    )
