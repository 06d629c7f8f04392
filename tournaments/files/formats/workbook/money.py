"""The sheets of the treasurer: the cash book with its balance, what each kind came to, and the prizes."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.files.formats.workbook.people import (
    counts,
    hall_hour,
    number_column,
    start_number,
    text_column,
)
from tournaments.models import CashEntry
from tournaments.money.selectors.cash import CashBook
from tournaments.money.selectors.prizes import Award
from tournaments.spreadsheets.writing.formulas import below, here
from tournaments.spreadsheets.writing.page import MOMENT, MONEY, TEXT, Column, Page, table_name

AMOUNT = 7  # the column of the amount in the cash book, counted from 0


def book_name() -> str:
    return _("Kassenbuch")


def euros(cents: int) -> float:
    """As a spreadsheet shows money; with two digits every amount comes back to the cent."""
    return cents / 100


def book_page(book: CashBook) -> Page:
    """Every line; the balance is the sum of all amounts down to its row."""
    first, last = here(AMOUNT).replace("{row}", "$2"), here(AMOUNT)
    return Page(
        name=book_name(),
        columns=(
            number_column(_("Beleg")),
            Column(heading=_("am"), width=17, format=MOMENT),
            text_column(_("Art"), 26),
            number_column(start_number(), 13),
            text_column(_("Name"), 30),
            text_column(_("wofür"), 36),
            text_column(_("fremder Beleg"), 16),
            Column(heading=_("Betrag"), width=12, format=MONEY),
            Column(heading=_("Bestand"), width=12, format=MONEY, strong=True, formula=f"SUM({first}:{last})"),
            text_column(_("Gegenzeile zu"), 12),
            text_column(_("gilt"), 7),
            text_column(_("eingetragen von"), 24),
        ),
        rows=(
            (
                line.entry.number,
                hall_hour(line.entry.at),
                str(CashEntry.Kind(line.entry.kind).label),
                line.entry.registration.start_number if line.entry.registration else None,
                line.entry.registration.name if line.entry.registration else None,
                line.entry.text or None,
                line.entry.voucher or None,
                euros(line.entry.cents),
                euros(line.balance),
                str(line.entry.undoes.number) if line.entry.undoes else None,
                counts(line.undone is None and line.entry.undoes is None),
                line.entry.by,
            )
            for line in book.lines
        ),
    )


def kinds_page(book: CashBook) -> Page:
    """What each kind came to, added up from the cash book."""
    table = table_name(book_name())
    sums = f"SUMIFS({below(table, _('Betrag'))},{below(table, _('Art'))},$A{{row}})"
    return Page(
        name=_("Kasse"),
        columns=(
            Column(heading=_("Art"), width=28, format=TEXT, strong=True),
            Column(heading=_("Summe"), width=14, format=MONEY, formula=sums),
        ),
        rows=((str(CashEntry.Kind(kind).label), euros(cents)) for kind, cents in book.of_kind().items()),
    )


def prizes_page(awards: Iterable[Award]) -> Page:
    """Who gets what for which rank, if it were announced now."""
    return Page(
        name=_("Preise"),
        columns=(
            text_column(_("Wertung"), 20),
            number_column(_("Serie")),
            number_column(_("Rang")),
            number_column(start_number(), 13),
            Column(heading=_("Name"), width=36, format=TEXT, strong=True),
            text_column(_("geteilt"), 9),
            Column(heading=_("Betrag"), width=12, format=MONEY, strong=True),
        ),
        rows=(
            (
                str(one.category.label),
                one.series,
                one.rank,
                one.registration.start_number if one.registration else None,
                one.name,
                _("ja") if one.shared else None,
                euros(one.cents),
            )
            for one in awards
        ),
    )
