"""Score sheets as rows, with what every reader of a list needs."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import PaperTyping, Penalty, Ruling, ScoreSheet, TotalEntry


def known_sums() -> Exists:
    """For lists: whether only their sums are known."""
    return Exists(TotalEntry.objects.filter(sheet=OuterRef("pk"), struck_at__isnull=True))


def sheets() -> QuerySet[ScoreSheet]:
    """Lists of tournaments that are not hidden, with the table, series, tournament and rule set that they belong to."""
    shown = ScoreSheet.objects.filter(table__series__tournament__hidden_at__isnull=True)
    return shown.select_related("table__series__tournament__rule_set", "scorer").annotate(
        has_totals=known_sums()
    )


def sheets_told() -> QuerySet[ScoreSheet]:
    """Lists for pages, which ask for rulings, penalties and a second typing only where there is any: most never have one."""
    return sheets().annotate(
        has_rulings=Exists(Ruling.objects.filter(sheet=OuterRef("pk"))),
        has_penalties=Exists(Penalty.objects.filter(sheet=OuterRef("pk"), lifted_by__isnull=True)),
        typed_twice=Exists(PaperTyping.objects.filter(sheet=OuterRef("pk"), second=True)),
    )


def list_place(slug: str, series: int, table: int) -> dict[str, str | int]:
    """Which list stands at this address, for a filter of lists."""
    return {
        "table__series__tournament__slug": slug,
        "table__series__number": series,
        "table__number": table,
    }


Place = tuple[str, int, int]  # where a list stands: the tournament's word in addresses, its series, its table


def sheet_at(slug: str, series: int, table: int) -> ScoreSheet | None:
    """The list at this address with what it belongs to; None when there is none."""
    return sheets_told().filter(**list_place(slug, series, table)).first()
