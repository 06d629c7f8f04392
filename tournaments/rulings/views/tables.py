"""Tables of the penalties and rulings of a tournament."""

from __future__ import annotations

import django_tables2 as tables
from django.utils.translation import gettext_lazy

from tournaments.pages.tables import ListTable, hidden_heading

CELLS = "tournaments/rulings/cells/"


class PenaltiesTable(ListTable):
    """Every penalty; one that was lifted is struck."""

    who = tables.Column(gettext_lazy("Wer"), accessor="row__registration__name")
    where = tables.TemplateColumn(template_name=f"{CELLS}penalty_where.html", verbose_name=gettext_lazy("Wo"))
    kind = tables.TemplateColumn(
        template_name=f"{CELLS}penalty_kind.html", verbose_name=gettext_lazy("Wofür")
    )
    cost = tables.Column(gettext_lazy("Kosten"), attrs={"td": {"class": "nowrap"}})
    reason = tables.TemplateColumn(
        template_name=f"{CELLS}penalty_reason.html",
        verbose_name=gettext_lazy("Begründung"),
        attrs={"td": {"class": "long"}},
    )
    lift = tables.TemplateColumn(
        template_name=f"{CELLS}penalty_lift.html",
        verbose_name=hidden_heading(gettext_lazy("Aufheben")),
        attrs={"td": {"data-label": None}},
    )

    row_heading = "who"
    stacked = True

    class Meta(ListTable.Meta):
        attrs = {"label": gettext_lazy("Strafen")}
        row_attrs = {"class": lambda record: "is-struck" if record["row"].lifted_by else None}


class RulingsTable(ListTable):
    """Every ruling with its number, reason and the way back."""

    number = tables.Column(gettext_lazy("Nr."))
    kind = tables.TemplateColumn(template_name=f"{CELLS}ruling_kind.html", verbose_name=gettext_lazy("Was"))
    where = tables.TemplateColumn(template_name=f"{CELLS}ruling_where.html", verbose_name=gettext_lazy("Wo"))
    reason = tables.TemplateColumn(
        template_name=f"{CELLS}ruling_reason.html",
        verbose_name=gettext_lazy("Begründung"),
        attrs={"td": {"class": "long"}},
    )
    maker = tables.TemplateColumn(
        template_name=f"{CELLS}ruling_maker.html", verbose_name=gettext_lazy("Wer, wann")
    )

    row_heading = "number"
    stacked = True

    class Meta(ListTable.Meta):
        attrs = {"label": gettext_lazy("Entscheide")}
