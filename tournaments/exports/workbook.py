"""The standings as an Excel workbook: overall, each series, every line of every game, every penalty."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from openpyxl import Workbook

from scoring.rules import Family, Measure
from tournaments.exports.workbook_pages import MOMENT, SHARE, TEXT, Column, Page, Value, write
from tournaments.models import Penalty
from tournaments.selectors.files import LineRecord, ranked_series
from tournaments.selectors.standings import SeriesTotal, Standing, Standings


def standings_workbook(
    what: Standings, lines: Iterable[LineRecord], penalties: Iterable[Penalty], *, now: datetime
) -> bytes:
    """The file as bytes. Lines are written as they come, so that a long tournament needs little memory."""
    book = Workbook(write_only=True)
    book.properties.title = f"{what.tournament.name}: {_('Rangliste')}"
    book.properties.creator = "Rommé-Club"
    book.properties.created = book.properties.modified = localtime(now).replace(tzinfo=None)
    for page in pages(what, lines, penalties):
        write(book.create_sheet(page.name), page, f"{what.tournament.name}: {page.name}")
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def pages(what: Standings, lines: Iterable[LineRecord], penalties: Iterable[Penalty]) -> Iterator[Page]:
    """The sheets in the order of their tabs."""
    yield overall_page(what)
    for number in what.series_numbers:
        yield series_page(what, number)
    yield games_page(lines)
    yield penalties_page(penalties)


def overall_page(what: Standings) -> Page:
    """Everybody in order, with the points of each series."""
    series = tuple(
        Column(heading=_("Serie {number}").format(number=number), width=8) for number in what.series_numbers
    )
    return Page(
        name=_("Rangliste"),
        columns=(
            *who_columns(),
            *series,
            *total_columns(what),
            Column(heading=_("entschieden durch"), width=22, format=TEXT),
            *known_columns(what),
        ),
        rows=(
            (
                *who(row),
                *(series_points(row.series.get(number)) for number in what.series_numbers),
                *totals(what, row.total),
                parted_by(row),
                *known_as(what, row.total),
            )
            for row in what.rows
        ),
    )


def series_page(what: Standings, number: int) -> Page:
    """One series by itself."""
    return Page(
        name=_("Serie {number}").format(number=number),
        columns=(*who_columns(), *total_columns(what), *known_columns(what)),
        rows=(
            (*who(row), *totals(what, row.total), *known_as(what, row.total))
            for row in ranked_series(what, number)
        ),
    )


def sums_only(what: Standings) -> bool:
    """Whether of some list only the sums are known: then a column says whose."""
    return any(row.total.totals_only for row in what.rows)


def known_columns(what: Standings) -> tuple[Column, ...]:
    return (Column(heading=_("bekannt"), width=12, format=TEXT),) if sums_only(what) else ()


def known_as(what: Standings, total: SeriesTotal) -> tuple[Value, ...]:
    if not sums_only(what):
        return ()
    return (_("nur Summen") if total.totals_only else None,)


def who_columns() -> tuple[Column, ...]:
    return (
        Column(heading=_("Rang"), width=7, code=True),
        Column(heading=_("Startnr."), width=9, code=True),
        Column(heading=_("Nachname"), width=26, format=TEXT, strong=True),
        Column(heading=_("Vorname"), width=18, format=TEXT),
        Column(heading=_("Verein"), width=30, format=TEXT),
        Column(heading=_("Mannschaft"), width=24, format=TEXT),
        Column(heading=_("Tandem"), width=9, code=True),
    )


def who(row: Standing) -> tuple[Value, ...]:
    """A player as the treasurer looks for him: family name first, nothing joined in one cell."""
    registration, player = row.registration, row.registration.player
    return (
        row.place.rank,
        registration.start_number,
        player.family_name,
        player.given_name,
        player.club.name if player.club else None,
        registration.team.name if registration.team else None,
        registration.pair.number if registration.pair else None,
    )


def total_columns(what: Standings) -> tuple[Column, ...]:
    """The sums; the basic rules have neither crosses nor penalties."""
    games = Column(heading=_("Spiele"), width=8)
    points = Column(heading=_("Punkte"), width=9, strong=True)
    each = Column(heading=_("Punkte je Spiel"), width=10, format=SHARE)
    if what.rules.family is Family.BASIC:
        return points, games, each
    return (
        Column(heading=_("Pluspunkte"), width=11),
        Column(heading=_("Kreuze"), width=8),
        Column(heading=_("Minuspunkte"), width=13),
        Column(heading=_("Strafpunkte"), width=12),
        points,
        Column(heading=_("Augen"), width=9),
        games,
        each,
    )


def totals(what: Standings, total: SeriesTotal) -> tuple[Value, ...]:
    each = total.net_points / total.games_played if total.games_played else None
    if what.rules.family is Family.BASIC:
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


def series_points(total: SeriesTotal | None) -> int | None:
    """A series without a game is empty, not 0."""
    return total.net_points if total is not None else None


def parted_by(row: Standing) -> str | None:
    """What decided it against the line above."""
    if row.place.shared and row.place.parted_by is None:
        return _("gleich, bis das Los gezogen ist")
    words = {Measure.POINTS_HIGH: None, Measure.AUGEN_LOW: _("weniger Augen"), Measure.LOT: _("Los")}
    return words[row.place.parted_by] if row.place.parted_by else None


def games_page(lines: Iterable[LineRecord]) -> Page:
    """Every line of every list: to filter, to sort, to add up again."""
    return Page(
        name=_("Spiele"),
        columns=(
            Column(heading=_("Serie"), width=7, code=True),
            Column(heading=_("Tisch"), width=7, code=True),
            Column(heading=_("Spiel"), width=7, code=True),
            Column(heading=_("Geber"), width=7, code=True),
            Column(heading=_("Art"), width=7, format=TEXT),
            Column(heading=_("Platz"), width=7, code=True),
            Column(heading=_("Startnr."), width=9, code=True),
            Column(heading=_("Nachname"), width=26, format=TEXT, strong=True),
            Column(heading=_("Vorname"), width=18, format=TEXT),
            Column(heading=_("gewonnen"), width=10, format=TEXT),
            Column(heading=_("eröffnet"), width=10, format=TEXT),
            Column(heading=_("Augen"), width=8),
            Column(heading=_("Punkte"), width=8),
            Column(heading=_("Kreuz"), width=7, format=TEXT),
            Column(heading=_("zählt"), width=7, format=TEXT),
            Column(heading=_("gestrichen, weil"), width=40, format=TEXT),
            Column(heading=_("eingetragen"), width=17, format=MOMENT),
        ),
        rows=(line_row(line) for line in lines),
    )


def line_row(line: LineRecord) -> tuple[Value, ...]:
    return (
        line.series,
        line.table,
        line.game,
        line.dealer,
        line.finish.value,
        line.seat,
        line.start_number,
        line.family_name,
        line.given_name,
        yes(line.won),
        yes(line.opened),
        line.augen,
        line.worth.points,
        "✕" if line.worth.cross else None,
        _("nein") if line.struck_reason else _("ja"),
        line.struck_reason or None,
        naive(line.entered_at),
    )


def penalties_page(penalties: Iterable[Penalty]) -> Page:
    """The offence book."""
    return Page(
        name=_("Strafen"),
        columns=(
            Column(heading=_("Nr."), width=6, code=True),
            Column(heading=_("Serie"), width=7, code=True),
            Column(heading=_("Tisch"), width=7, code=True),
            Column(heading=_("Spiel"), width=7, code=True),
            Column(heading=_("Startnr."), width=9, code=True),
            Column(heading=_("Nachname"), width=26, format=TEXT, strong=True),
            Column(heading=_("Vorname"), width=18, format=TEXT),
            Column(heading=_("Art"), width=26, format=TEXT),
            Column(heading=_("wievielte"), width=10, code=True),
            Column(heading=_("Punkte"), width=8),
            Column(heading=_("Augen"), width=8),
            Column(heading=_("Grund"), width=50, format=TEXT),
            Column(heading=_("entschieden von"), width=22, format=TEXT),
            Column(heading=_("am"), width=17, format=MOMENT),
            Column(heading=_("aufgehoben, weil"), width=40, format=TEXT),
        ),
        rows=(penalty_row(penalty) for penalty in penalties),
    )


def said_kind(penalty: Penalty) -> str:
    """What it is for, and that it leaves nothing of the series where it does."""
    kind = penalty.get_kind_display()
    return f"{kind}: {_('0 Punkte für die Serie')}" if penalty.voids_series else kind


def penalty_row(penalty: Penalty) -> tuple[Value, ...]:
    table, player = penalty.sheet.table, penalty.registration.player
    return (
        penalty.ruling.number,
        table.series.number,
        table.number,
        penalty.of_game,
        penalty.registration.start_number,
        player.family_name,
        player.given_name,
        said_kind(penalty),
        penalty.offence,
        penalty.points,
        penalty.augen,
        penalty.ruling.reason,
        str(penalty.ruling.decided_by),
        naive(penalty.ruling.decided_at),
        penalty.lifted_by.reason if penalty.lifted_by else None,
    )


def yes(fact: bool) -> str | None:
    return _("ja") if fact else None


def naive(moment: datetime) -> datetime:
    """The hour of the hall; Excel knows no time zones."""
    return localtime(moment).replace(tzinfo=None, microsecond=0)
