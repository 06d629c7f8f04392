"""The sheets of the treasurer: the cash book with its balance, what each kind came to, and the prizes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.files.formats.workbook.people import (
    counts,
    hall_hour,
    name_cells,
    number_column,
    start_number_heading,
    text_column,
)
from tournaments.models import CashEntry, Category, PrizeAward
from tournaments.money.selectors.announcements import PrizeList
from tournaments.money.selectors.cash import CashBook
from tournaments.money.selectors.fees import Account, Accounts
from tournaments.money.selectors.prizes import Award
from tournaments.money.words.money import name_on, purpose_of
from tournaments.spreadsheets.writing.formulas import below, held_column, here, sum_where, text
from tournaments.spreadsheets.writing.page import (
    MOMENT,
    MONEY,
    TEXT,
    Column,
    Look,
    Page,
    Row,
    RowMark,
    table_name,
)

FEE_NUMBER = 0  # the column of the start number among the fees
AMOUNT = 7  # the column of the amount in the cash book, counted from 0


def book_name() -> str:
    return _("Kassenbuch")


@dataclass(frozen=True, slots=True, kw_only=True)
class Till:
    """Everybody's account and the cash book."""

    accounts: Accounts
    book: CashBook

    @property
    def owes(self) -> bool:
        """Whether a fee was ever asked for."""
        return any(row.due or row.entries for row in self.accounts.rows)

    @property
    def moves(self) -> bool:
        return bool(self.book.lines)


def fees_name() -> str:
    return _("Startgelder")


def kinds_name() -> str:
    return _("Kasse")


def euro_cell(cents: int) -> float:
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
            text_column(_("Art"), 22, wraps=True),
            number_column(start_number_heading(), 13),
            text_column(_("Name"), 26, wraps=True),
            text_column(_("wofür"), 30, wraps=True),
            text_column(_("Kassenzettel-Nr."), 14),
            Column(heading=_("Betrag"), width=12, format=MONEY, total=True),
            Column(heading=_("Bestand"), width=12, format=MONEY, strong=True, formula=f"SUM({first}:{last})"),
            text_column(_("Gegenzeile zu"), 12),
            text_column(_("gilt"), 7),
            text_column(_("eingetragen von"), 22, wraps=True),
        ),
        printed=9,
        marks=(RowMark(heading=_("gilt"), test=f"={text(_('nein'))}", look=Look.STRUCK),),
        rows=(
            (
                line.entry.number,
                hall_hour(line.entry.at),
                str(CashEntry.Kind(line.entry.kind).label),
                line.entry.registration.start_number if line.entry.registration else None,
                name_on(line.entry),
                purpose_of(line.entry) or None,
                line.entry.voucher or None,
                euro_cell(line.entry.cents),
                euro_cell(line.balance),
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
        name=kinds_name(),
        columns=(
            Column(heading=_("Art"), width=28, format=TEXT, strong=True),
            Column(heading=_("Summe"), width=14, format=MONEY, formula=sums, total=True),
        ),
        rows=((str(CashEntry.Kind(kind).label), euro_cell(cents)) for kind, cents in book.of_kind().items()),
    )


def given_back() -> str:
    return _("zurückgezahlt")


def fees_page(accounts: Accounts, *, booked: bool) -> Page:
    """Who owes what, who has paid, and what is open; the sums of the payments come from the cash book."""
    table, me = table_name(book_name()), held_column(FEE_NUMBER)
    of_me = (start_number_heading(), me)
    paid, back = (
        sum_where(table, _("Betrag"), [of_me, (_("Art"), text(str(kind.label)))])
        for kind in (CashEntry.Kind.FEE, CashEntry.Kind.REPAID)
    )
    return Page(
        name=fees_name(),
        held=3,
        columns=(
            number_column(start_number_heading(), 13),
            Column(heading=_("Nachname"), width=22, format=TEXT, strong=True, wraps=True),
            text_column(_("Vorname"), 18, wraps=True),
            text_column(_("Verein"), 28, wraps=True),
            Column(heading=_("zu zahlen"), width=12, format=MONEY, total=True),
            Column(heading=_("bezahlt"), width=12, format=MONEY, formula=paid if booked else "", total=True),
            Column(heading=_("erlassen"), width=12, format=MONEY, total=True),
            Column(heading=_("offen"), width=12, format=MONEY, strong=True, total=True),
            Column(
                heading=given_back(), width=16, format=MONEY, formula=f"-{back}" if booked else "", total=True
            ),
            text_column(_("Stand"), 16),
        ),
        marks=(RowMark(heading=_("offen"), test=">0", look=Look.OPEN),),
        rows=(fee_row(account) for account in accounts.rows),
    )


def fee_row(account: Account) -> Row:
    club = account.registration.player.club
    return (
        *name_cells(account.registration),
        club.name if club else None,
        euro_cell(account.due),
        euro_cell(account.received),
        euro_cell(account.waived),
        euro_cell(account.open),
        euro_cell(account.given_back),
        paid_state(account),
    )


def paid_state(account: Account) -> str:
    """One word beside the colour."""
    if account.open:
        return _("offen") if not account.paid else _("teilweise bezahlt")
    if not account.due:
        return _("nichts zu zahlen")
    return _("erlassen") if account.waived >= account.due else _("bezahlt")


def prizes_page(there: PrizeList) -> Page:
    """Return who gets what for which rank: what was announced with its voucher, and proposals for the rest."""
    return Page(
        name=_("Preise"),
        columns=(
            text_column(_("Wertung"), 20, wraps=True),
            number_column(_("Serie")),
            number_column(_("Rang")),
            number_column(start_number_heading(), 13),
            Column(heading=_("Name"), width=36, format=TEXT, strong=True, wraps=True),
            text_column(_("geteilt"), 9),
            Column(heading=_("Betrag"), width=12, format=MONEY, strong=True, total=True),
            text_column(_("Stand"), 14),
            number_column(_("Beleg")),
        ),
        rows=prize_rows(there),
    )


def prize_rows(there: PrizeList) -> Iterator[Row]:
    """Yield one row a prize, ranking by ranking."""
    for one in there.rankings:
        if one.announcement is not None:
            for line in one.lines:
                yield (
                    *prize_cells(line.award),
                    _("festgelegt") if line.open else _("ausgezahlt"),
                    line.payout.number if line.payout else None,
                )
        elif one.division is not None:
            for award in one.division.awards:
                yield (*prize_cells(award), _("Vorschlag"), None)


def prize_cells(one: Award | PrizeAward) -> Row:
    series = one.series if isinstance(one, Award) else one.series_number
    return (
        str(Category(one.category).label),
        series,
        one.rank,
        one.registration.start_number if one.registration else None,
        one.name,
        _("ja") if one.shared else None,
        euro_cell(one.cents),
    )
