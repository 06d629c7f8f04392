"""Score sheets as rows, with what every reader of a list needs."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import ScoreSheet, TotalEntry
from tournaments.storage.prepared import Prepared


def known_sums() -> Exists:
    """For lists: whether only their sums are known."""
    return Exists(TotalEntry.objects.filter(sheet=OuterRef("pk"), struck_at__isnull=True))


def sheets() -> QuerySet[ScoreSheet]:
    """Lists of tournaments that are not hidden, with the table, series, tournament and rule set that they belong to."""
    shown = ScoreSheet.objects.filter(table__series__tournament__hidden_at__isnull=True)
    return shown.select_related("table__series__tournament__rule_set", "scorer").annotate(
        has_totals=known_sums()
    )


def at_table(slug: str, series: int, table: int) -> dict[str, str | int]:
    """Which list stands at this address, for a filter of lists."""
    return {
        "table__series__tournament__slug": slug,
        "table__series__number": series,
        "table__number": table,
    }


ID_AT = Prepared(
    lambda *place: ScoreSheet.objects.filter(**at_table(*place)).order_by("pk").only("pk"), str, int, int
)
SHEET_AT = Prepared(lambda *place: sheets().filter(**at_table(*place)), str, int, int)
HELD = Prepared(lambda pk: sheets().select_for_update(of=("self",)).filter(pk=pk), int)


def sheet_id_at(slug: str, series: int, table: int) -> int | None:
    """Which list stands at this address, without loading anything; None when there is none."""
    found = ID_AT.first(slug, series, table)
    return found.pk if found else None


def sheet_at(slug: str, series: int, table: int) -> ScoreSheet | None:
    """The list at this address with what it belongs to; None when there is none."""
    return SHEET_AT.first(slug, series, table)


def held_sheet(sheet_id: int) -> ScoreSheet | None:
    """The list, held until the transaction ends."""
    return HELD.first(sheet_id)
