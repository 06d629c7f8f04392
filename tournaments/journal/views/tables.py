"""The table of journal lines."""

from __future__ import annotations

from datetime import datetime

import django_tables2 as tables
from django.utils.dateformat import format as format_date
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy

from tournaments.journal.words.journal import LineTold
from tournaments.pages.tables import ListTable, NumberColumn

DEVICE_LENGTH = 40


class JournalTable(ListTable):
    """Lines of the journal, the newest first; the number carries the line's hash as its title."""

    what = tables.Column(gettext_lazy("Was"))
    details = tables.Column(gettext_lazy("Einzelheiten"), empty_values=())
    where = tables.Column(gettext_lazy("Wo"))
    who = tables.Column(gettext_lazy("Wer"), empty_values=())
    at = tables.Column(gettext_lazy("Wann"), attrs={"td": {"class": "nowrap"}})
    number = NumberColumn(gettext_lazy("Zeile"))

    row_heading = "what"
    stacked = True

    class Meta(ListTable.Meta):
        attrs = {"class": "table--tight journal", "label": gettext_lazy("Protokoll")}

    def render_details(self, value: str, record: LineTold) -> SafeString:
        """Return the details, and the reason where there is one."""
        why = format_html(' <span class="reason">{}</span>', record.why) if record.why else ""
        return format_html("<span>{}{}</span>", value, why)

    def render_who(self, value: str, record: LineTold) -> SafeString:
        """Return the person, and the device where it is known."""
        if not record.device:
            return format_html("<span>{}</span>", value)
        return format_html(
            '<span>{} <small class="muted" title="{}">{}</small></span>',
            value,
            record.device,
            Truncator(record.device).chars(DEVICE_LENGTH),
        )

    def render_at(self, value: datetime) -> str:
        """Return day and time to the second."""
        return format_date(localtime(value), "j. M, H:i:s")

    def render_number(self, value: int, record: LineTold) -> SafeString:
        """Return the number with the hash as its title."""
        return format_html('<span title="{}">{}</span>', record.hash, value)
