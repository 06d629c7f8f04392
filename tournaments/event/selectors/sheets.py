"""Score sheets as rows, with what every reader of a list needs."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import ScoreSheet, TotalEntry


def known_sums() -> Exists:
    """For lists: whether only their sums are known."""
    return Exists(TotalEntry.objects.filter(sheet=OuterRef("pk"), struck_at__isnull=True))


def sheets() -> QuerySet[ScoreSheet]:
    """Lists of tournaments that are not hidden, with the table, series, tournament and rule set that they belong to."""
    shown = ScoreSheet.objects.filter(table__series__tournament__hidden_at__isnull=True)
    return shown.select_related("table__series__tournament__rule_set", "scorer").annotate(
        has_totals=known_sums()
    )


def sheet_id_at(slug: str, series: int, table: int) -> int | None:
    """Which list stands at this address, without loading anything; None when there is none."""
    at_this_table = ScoreSheet.objects.filter(
        table__series__tournament__slug=slug, table__series__number=series, table__number=table
    )
    return at_this_table.order_by("pk").values_list("pk", flat=True).first()
