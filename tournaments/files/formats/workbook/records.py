"""The sheets that are added up and those that tell: every line of every game, sums alone, penalties, seats, the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.files.formats.workbook.people import (
    counts,
    hall_hour,
    name_cells,
    name_columns,
    number_column,
    text_column,
    yes,
)
from tournaments.files.formats.workbook.sources import CROSS, penalties_name, totals_name
from tournaments.files.selectors.workbook import TotalRecord
from tournaments.journal.words.journal import line_told
from tournaments.lists.selectors.in_bulk import LineRecord
from tournaments.models import JournalEntry, Penalty, Seat
from tournaments.spreadsheets.writing.formulas import text
from tournaments.spreadsheets.writing.page import MOMENT, Column, Look, Page, Row, RowMark


def games_page(name: str, lines: Iterable[LineRecord]) -> Page:
    """Every line of every list: to filter, to sort, to add up again."""
    return Page(
        name=name,
        columns=(
            number_column(_("Serie")),
            number_column(_("Tisch")),
            number_column(_("Spiel")),
            number_column(_("Geber")),
            text_column(_("Art"), 7),
            number_column(_("Platz")),
            *name_columns(),
            text_column(_("gewonnen"), 10),
            text_column(_("eröffnet"), 10),
            Column(heading=_("Augen"), width=8),
            Column(heading=_("Punkte"), width=8),
            text_column(_("Kreuz"), 7),
            text_column(_("zählt"), 7),
            text_column(_("gestrichen, weil"), 28, wraps=True),
            Column(heading=_("eingetragen"), width=17, format=MOMENT),
        ),
        marks=(
            RowMark(heading=_("zählt"), test=f"={text(_('nein'))}", look=Look.STRUCK),
            RowMark(heading=_("Kreuz"), test=f"={text(CROSS)}", look=Look.CROSS),
        ),
        rows=(line_row(line) for line in lines),
    )


def line_row(line: LineRecord) -> Row:
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
        line.worth.augen,
        line.worth.points,
        CROSS if line.worth.cross else None,
        counts(not line.struck_reason),
        line.struck_reason or None,
        hall_hour(line.entered_at),
    )


def totals_page(records: Iterable[TotalRecord]) -> Page:
    """Lists of which only the sums are known."""
    return Page(
        name=totals_name(),
        columns=(
            number_column(_("Serie")),
            number_column(_("Tisch")),
            number_column(_("Platz")),
            *name_columns(),
            Column(heading=_("Pluspunkte"), width=11),
            Column(heading=_("Minuspunkte"), width=13),
            Column(heading=_("Kreuze"), width=8),
            Column(heading=_("Augen"), width=8),
            Column(heading=_("Spiele"), width=8),
        ),
        rows=(
            (
                one.series,
                one.table,
                one.seat,
                one.start_number,
                one.family_name,
                one.given_name,
                one.plus_points,
                -one.minus_points,
                one.crosses,
                one.augen,
                one.games,
            )
            for one in records
        ),
    )


def penalties_page(penalties: Sequence[Penalty], taken: Mapping[int, int]) -> Page:
    """The offence book, lifted penalties too."""
    return Page(
        name=penalties_name(),
        columns=(
            number_column(_("Entscheid"), 10),
            number_column(_("Serie")),
            number_column(_("Tisch")),
            number_column(_("Spiel")),
            *name_columns(),
            text_column(_("Art"), 26, wraps=True),
            number_column(_("wievielte"), 10),
            Column(heading=_("Punkte"), width=8),
            Column(heading=_("Augen"), width=8),
            text_column(_("zählt"), 7),
            text_column(_("Grund"), 36, wraps=True),
            text_column(_("entschieden von"), 22, wraps=True),
            Column(heading=_("am"), width=17, format=MOMENT),
            text_column(_("aufgehoben, weil"), 28, wraps=True),
        ),
        marks=(RowMark(heading=_("zählt"), test=f"={text(_('nein'))}", look=Look.STRUCK),),
        rows=(penalty_row(penalty, taken[penalty.pk]) for penalty in penalties),
    )


def said_kind(penalty: Penalty) -> str:
    """What it is for, and that it leaves nothing of the series where it does."""
    kind = penalty.get_kind_display()
    return f"{kind}: {_('0 Punkte für die Serie')}" if penalty.voids_series else kind


def penalty_row(penalty: Penalty, points: int) -> Row:
    table = penalty.sheet.table
    return (
        penalty.ruling.number,
        table.series.number,
        table.number,
        penalty.of_game,
        *name_cells(penalty.registration),
        said_kind(penalty),
        penalty.offence,
        points,
        penalty.augen,
        counts(penalty.lifted_by is None),
        penalty.ruling.reason,
        str(penalty.ruling.decided_by),
        hall_hour(penalty.ruling.decided_at),
        penalty.lifted_by.reason if penalty.lifted_by else None,
    )


def seats_page(seats: Iterable[Seat]) -> Page:
    """Who sat where, series by series; also who left in the middle and who came for him."""
    return Page(
        name=_("Sitzordnung"),
        columns=(
            number_column(_("Serie")),
            number_column(_("Tisch")),
            number_column(_("Platz")),
            *name_columns(),
            text_column(_("Verein"), 30, wraps=True),
            number_column(_("ab Runde"), 9),
            number_column(_("bis Runde"), 9),
        ),
        rows=(
            (
                seat.series.number,
                seat.table.number,
                seat.number,
                *name_cells(seat.registration),
                seat.registration.player.club.name if seat.registration.player.club else None,
                seat.first_round,
                seat.last_round,
            )
            for seat in seats
        ),
    )


def journal_page(entries: Iterable[JournalEntry]) -> Page:
    """Every deed in words, the oldest first."""
    return Page(
        name=_("Protokoll"),
        printed=8,  # the hash is for programs
        columns=(
            number_column(_("Zeile")),
            Column(heading=_("wann"), width=17, format=MOMENT),
            text_column(_("wer"), 20, wraps=True),
            text_column(_("was"), 22, wraps=True),
            text_column(_("wo"), 16, wraps=True),
            text_column(_("Einzelheiten"), 44, wraps=True),
            text_column(_("warum"), 22, wraps=True),
            text_column(_("Gerät"), 16, wraps=True),
            text_column(_("Zum Nachrechnen"), 66),
        ),
        rows=(journal_cells(entry) for entry in entries),
    )


def journal_cells(entry: JournalEntry) -> Row:
    line = line_told(entry)
    return (
        line.number,
        hall_hour(line.at),
        line.who,
        line.what,
        line.where or None,
        line.details or None,
        line.why or None,
        line.device or None,
        line.hash,
    )
