"""Row locks, taken in one order everywhere: lists by key, then the tournament."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import OperationalError, connection
from django.db.models import QuerySet

from tournaments.event.selectors.sheets import Place, list_place, sheets
from tournaments.models import ScoreSheet, Tournament


def lock_sheet(which: int | Place) -> ScoreSheet:
    """Select the score sheet FOR UPDATE, then its tournament; return it with table, series and tournament.

    Read after both are locked, so that table, series, roles and loans are as the last deed left them.
    """
    at = {"pk": which} if isinstance(which, int) else list_place(*which)
    lists = ScoreSheet.objects.select_related("table__series").order_by()
    held = lists.select_for_update(of=("self",), no_key=True).get(**at)
    lock_tournament(held.table.series.tournament_id)
    return sheets().get(pk=held.pk)


def lock_sheets(rows: QuerySet[ScoreSheet]) -> None:
    """Select score sheets FOR UPDATE by key: call it before a deed on several lists of a tournament."""
    list(rows.select_for_update(of=("self",), no_key=True).order_by("pk"))


def lock_tournament(tournament_id: int) -> Tournament:
    """Select the tournament FOR UPDATE, with its rule set."""
    rows = Tournament.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("rule_set").get(pk=tournament_id)


@contextmanager
def if_free() -> Iterator[None]:
    """For a note that is no fact, written while somebody only reads: it is left out when the database is held.

    SQLite would wait for seconds, and a reader with it.
    """
    if connection.in_atomic_block:  # part of a deed, which fails or succeeds as one
        yield
        return
    if connection.vendor != "sqlite":
        with suppress(OperationalError):
            yield
        return
    patience = connection.settings_dict["OPTIONS"].get("timeout", 5)
    with suppress(OperationalError):
        connection.ensure_connection()
        connection.connection.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            connection.connection.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
