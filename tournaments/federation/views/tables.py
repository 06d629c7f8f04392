"""Tables of the federation: tournaments of a month, and players."""

from __future__ import annotations

import django_tables2 as tables
from django.utils.translation import gettext_lazy

from tournaments.pages.tables import ListTable, NumberColumn


class CalendarTable(ListTable):
    """The tournaments of a month by day."""

    day = tables.TemplateColumn(
        '{{ record.one.starts_on|date:"D" }}, {{ record.one.starts_on|date:"SHORT_DATE_FORMAT" }}'
        "{% if record.one.ends_on != record.one.starts_on %}"
        ' – {{ record.one.ends_on|date:"SHORT_DATE_FORMAT" }}{% endif %}',
        verbose_name=gettext_lazy("Tag"),
    )
    tournament = tables.TemplateColumn(
        "<a href=\"{% url 'tournament' record.one.slug %}\">{{ record.one.name }}</a>",
        verbose_name=gettext_lazy("Turnier"),
    )
    place = tables.Column(gettext_lazy("Ort"), accessor="one__place")
    club = tables.TemplateColumn(
        "{% with held=record.one.organiser %} {% if held %}"
        '<a href="?verein={{ held.club.pk }}">{{ held.club }}</a>{% endif %}{% endwith %}',
        verbose_name=gettext_lazy("Verein"),
    )
    state = tables.TemplateColumn(
        template_name="parts/badge.html",
        verbose_name=gettext_lazy("Stand"),
        extra_context=lambda record: record["badge"],
    )

    row_heading = "day"
    stacked = True

    class Meta(ListTable.Meta):
        attrs = {"class": "table--tight"}


class PlayersTable(ListTable):
    """Players with their club and how often they played."""

    name = tables.Column(gettext_lazy("Name"), accessor="one__listed_name")
    club = tables.Column(gettext_lazy("Verein"), accessor="one__club")
    times = NumberColumn(gettext_lazy("Turniere"))

    stacked = True

    class Meta(ListTable.Meta):
        attrs = {"class": "table--tight", "label": gettext_lazy("Spieler")}
