"""Tables of publications: what was published, and what the next one changes."""

from __future__ import annotations

import django_tables2 as tables
from django.utils.translation import gettext_lazy

from tournaments.pages.tables import ListTable, NumberColumn

CHANGED = "tournaments/rankings/publications/_changed.html"
NUMBERS = {"th": {"class": "num"}, "td": {"class": "num nowrap"}}


class PublicationsTable(ListTable):
    """Every publication with its fingerprint and files."""

    number = tables.TemplateColumn(
        '<a class="chip" href="{% url \'publication\' tournament.slug record.number %}">{{ record.number }}</a>',
        verbose_name=gettext_lazy("Nr."),
    )
    published_at = tables.DateTimeColumn(short=True, verbose_name=gettext_lazy("Wann"))
    published_by = tables.Column(gettext_lazy("Von"))
    games = NumberColumn(gettext_lazy("Spiele"))
    fingerprint = tables.TemplateColumn(
        template_name="tournaments/rankings/publications/_print.html",
        verbose_name=gettext_lazy("Zum Nachrechnen"),
        context_object_name="one",
    )
    files = tables.TemplateColumn(
        template_name="tournaments/rankings/publications/_files.html", verbose_name=gettext_lazy("Dateien")
    )

    row_heading = "number"
    stacked = True

    class Meta(ListTable.Meta):
        attrs = {"label": gettext_lazy("Ausgehängte Ranglisten")}


class ChangesTable(ListTable):
    """Who changes rank, points or Augen. Each cell but the name is a pair: before and after."""

    name = tables.Column(gettext_lazy("Name"))
    rank = tables.TemplateColumn(
        template_name=CHANGED,
        extra_context={"dot": "."},
        verbose_name=gettext_lazy("Rang"),
        attrs=NUMBERS,
    )
    points = tables.TemplateColumn(template_name=CHANGED, verbose_name=gettext_lazy("Punkte"), attrs=NUMBERS)
    augen = tables.TemplateColumn(template_name=CHANGED, verbose_name=gettext_lazy("Augen"), attrs=NUMBERS)

    class Meta(ListTable.Meta):
        attrs = {"label": gettext_lazy("Was sich ändert")}
