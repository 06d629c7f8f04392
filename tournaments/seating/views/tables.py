"""Tables of the seating: the figures of a plan's quality, and the versions of the plan."""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy

from tournaments.pages.tables import ListTable, NumberColumn, Record
from tournaments.seating.selectors.seating import PlanQuality
from tournaments.seating.words.seating import report_in_words


class QualityTable(ListTable):
    """What is avoided, how often it happens, and the least that is possible."""

    what = tables.TemplateColumn(
        template_name="tournaments/seating/_figure.html", verbose_name=gettext_lazy("Was vermieden wird")
    )
    happened = NumberColumn(gettext_lazy("kommt vor"))
    bound = NumberColumn(gettext_lazy("mindestens"))
    verdict = tables.TemplateColumn(
        template_name="tournaments/seating/_verdict.html", verbose_name=gettext_lazy("Urteil")
    )

    row_heading = "what"
    stacked = True

    class Meta(ListTable.Meta):
        attrs = {"label": gettext_lazy("Die Zahlen")}


def report_context(quality: PlanQuality) -> dict[str, Any]:
    """Return what tournaments/seating/_report.html shows of a plan's quality."""
    report = report_in_words(quality)
    return {"report": report, "report_table": QualityTable(report.figures)}


def version_class(record: Record) -> str | None:
    """Return the class of a row: the version in force is marked."""
    return "is-me" if record["in_force"] else None


class VersionsTable(ListTable):
    """Versions of the seating plan, the newest first."""

    version = tables.TemplateColumn(
        template_name="tournaments/seating/_version_number.html", verbose_name=gettext_lazy("Nr.")
    )
    what = tables.TemplateColumn(
        template_name="tournaments/seating/_version_kind.html", verbose_name=gettext_lazy("Was")
    )
    who = tables.TemplateColumn(
        template_name="tournaments/seating/_version_maker.html", verbose_name=gettext_lazy("Wer und wann")
    )
    seed = tables.TemplateColumn(
        template_name="tournaments/seating/_version_seed.html", verbose_name=gettext_lazy("Los")
    )
    moved = tables.TemplateColumn(
        template_name="tournaments/seating/_version_moved.html", verbose_name=gettext_lazy("Umgezogen")
    )

    row_heading = "version"
    stacked = True

    class Meta(ListTable.Meta):
        attrs = {"label": gettext_lazy("Was geändert wurde")}
        row_attrs = {"class": version_class}
