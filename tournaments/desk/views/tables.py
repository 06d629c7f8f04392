"""The table of who plays."""

from __future__ import annotations

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from tournaments.models import Registration
from tournaments.pages.tables import ListTable, NumberColumn


class ParticipantsTable(ListTable):
    """Everybody who has entered, also who has left."""

    name = tables.Column(gettext_lazy("Name"), accessor="player__listed_name")
    club = tables.Column(gettext_lazy("Verein"), accessor="player__club")
    start_number = NumberColumn(gettext_lazy("Startnummer"))

    class Meta(ListTable.Meta):
        attrs = {"class": "table--tight", "label": gettext_lazy("Teilnehmer")}
        row_attrs = {"class": lambda record: "is-out" if record.withdrawn_at else None}

    def render_name(self, value: str, record: Registration) -> SafeString | str:
        """Return the name, with a note where somebody has left."""
        if not record.withdrawn_at:
            return value
        return format_html('{} <small class="muted">{}</small>', value, gettext("ausgeschieden"))
