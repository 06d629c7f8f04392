"""The table of what a backup would change."""

from __future__ import annotations

import django_tables2 as tables
from django.utils.translation import gettext_lazy

from tournaments.pages.tables import ListTable, NumberColumn


class JournalLinesTable(ListTable):
    """Lines of each tournament's journal, now and after the backup is put back."""

    name = tables.Column(gettext_lazy("Turnier"))
    now = NumberColumn(gettext_lazy("jetzt"), default=gettext_lazy("nicht da"))
    then = NumberColumn(gettext_lazy("danach"), default=gettext_lazy("nicht da"))

    class Meta(ListTable.Meta):
        attrs = {
            "class": "table--tight",
            "label": gettext_lazy("Zeilen im Protokoll"),
            "caption": gettext_lazy("Zeilen im Protokoll"),
        }
        empty_text = gettext_lazy("In dieser Sicherung ist kein Turnier, und hier auch nicht.")
