"""Tables of cash entries: the whole book with the balance, and the entries of one person."""

from __future__ import annotations

import django_tables2 as tables
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy

from scoring.wording.phrases import euros
from tournaments.models import CashEntry
from tournaments.pages.tables import ListTable, NumberColumn, Record, hidden_heading


def when_and_who(entry: CashEntry) -> str:
    """Return day, hour and person of an entry."""
    at = localtime(entry.at)
    return f"{date_format(at, 'SHORT_DATE_FORMAT')} {at:%H:%M}, {entry.by}"


class EurosColumn(NumberColumn):
    """A column of amounts in cents, written as euros."""

    def render(self, value: object) -> object:
        """Return the amount as the page's language writes it."""
        return euros(value) if isinstance(value, int) else value


class CashBookTable(ListTable):
    """Every entry with the balance after it."""

    number = tables.Column(
        gettext_lazy("Beleg"), accessor="entry__number", attrs={"td": {"class": "cash-keeps"}}
    )
    what = tables.Column(gettext_lazy("wofür"))
    cents = EurosColumn(gettext_lazy("Betrag"), accessor="entry__cents", css="nowrap")
    balance = EurosColumn(gettext_lazy("Bestand"), css="nowrap cash-keeps")
    when = tables.Column(gettext_lazy("wann, wer"), accessor="entry", attrs={"td": {"class": "cash-keeps"}})

    row_heading = "number"
    stacked = True

    class Meta(ListTable.Meta):
        attrs = {"class": "table--tight cash-lines", "label": gettext_lazy("Kassenbuch")}
        row_attrs = {"class": lambda record: "cash-turned" if record["undone"] else None}

    def render_number(self, value: int, record: Record) -> SafeString:
        """Return the number as a link to the page that reverses the entry."""
        return format_html('<a href="{}">{}</a>', record["undo_url"], value)

    def render_when(self, value: CashEntry) -> str:
        """Return day, hour and person."""
        return when_and_who(value)


class PersonEntriesTable(ListTable):
    """The entries of one person; a wrong one can be reversed."""

    number = tables.Column(
        gettext_lazy("Beleg"), accessor="entry__number", attrs={"td": {"class": "cash-keeps"}}
    )
    what = tables.Column(gettext_lazy("wofür"))
    cents = EurosColumn(gettext_lazy("Betrag"), accessor="entry__cents", css="nowrap")
    when = tables.Column(gettext_lazy("wann, wer"), accessor="entry")
    undo = tables.TemplateColumn(
        template_name="tournaments/money/_undo.html",
        verbose_name=hidden_heading(gettext_lazy("Zurücknehmen")),
        attrs={"td": {"class": "cash-keeps", "data-label": None}},
    )

    row_heading = "number"
    stacked = True

    class Meta(ListTable.Meta):
        attrs = {"class": "table--tight", "label": gettext_lazy("Buchungen")}
        row_attrs = {"class": lambda record: "cash-turned" if record["turned"] else None}

    def render_when(self, value: CashEntry) -> str:
        """Return day, hour and person."""
        return when_and_who(value)
