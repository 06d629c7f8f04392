"""The table of players that a file brings."""

from __future__ import annotations

import django_tables2 as tables
from django.utils.translation import gettext_lazy

from tournaments.pages.tables import ListTable, NumberColumn


class ArrivalsTable(ListTable):
    """Players of a file who will be entered, with the row where they stand."""

    name = tables.TemplateColumn(
        template_name="tournaments/field/_arrival_name.html", verbose_name=gettext_lazy("Name")
    )
    row = NumberColumn(gettext_lazy("Zeile"), accessor="arrival__row")
    club = tables.Column(gettext_lazy("Verein"), accessor="arrival__club")
    born_on = tables.DateColumn(
        short=True,
        verbose_name=gettext_lazy("geboren"),
        accessor="arrival__born_on",
        attrs={"th": {"class": "num"}, "td": {"class": "num"}},
    )
    state = tables.TemplateColumn(
        template_name="tournaments/field/_arrival_state.html", verbose_name=gettext_lazy("Stand")
    )

    stacked = True

    class Meta(ListTable.Meta):
        attrs = {"class": "table--tight", "label": gettext_lazy("Wer angemeldet wird")}
