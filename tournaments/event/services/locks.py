"""Rows held until a deed is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import OperationalError, connection

from tournaments.event.selectors.sheets import Place, held_sheet
from tournaments.models import ScoreSheet, Tournament


def lock_sheet(which: int | Place) -> ScoreSheet:
    """The list, held until the deed is done: two list keepers cannot write at the same time."""
    sheet = held_sheet(which)
    if sheet is None:
        raise ScoreSheet.DoesNotExist
    return sheet


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament, held until the deed is done."""
    return Tournament.objects.select_for_update().select_related("rule_set").get(pk=tournament_id)


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
