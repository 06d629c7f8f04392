"""Nobody else writes while a backup is put back: on PostgreSQL hosts go on meanwhile."""

from __future__ import annotations

import logging
from contextlib import ExitStack

from django.db import OperationalError, connection, transaction

from scoring.sentence import gettext_noop
from tournaments.backups.services.backups import kept_models
from tournaments.backups.services.checks import BackupBroken

PATIENCE, TRIES = 30, 5  # seconds until whoever is writing has come to an end; how often
log = logging.getLogger(__name__)


def nobody_else_writes() -> ExitStack:
    """From the copy of what is there to the last row that is put back, others wait.

    Otherwise what somebody writes in between would be in neither. Every table is held at once, so that nobody who has read
    and now wants to write stands in the way half-way; who waits too long is told to come again. On SQLite pages are put back
    one by one, and whoever writes stands in line.
    """
    if connection.vendor == "sqlite":
        return ExitStack()
    tables = ", ".join(f'"{model._meta.db_table}"' for model in kept_models())
    for _attempt in range(TRIES):
        try:
            with ExitStack() as stack:
                stack.enter_context(transaction.atomic())
                with connection.cursor() as cursor:
                    cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
                    cursor.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
                return stack.pop_all()
        except OperationalError:  # two waited for each other, and this one gave way
            log.warning("others were writing while a restore wanted to begin")
    raise BackupBroken(
        gettext_noop("Gerade wird zu viel geschrieben, nichts ist verändert: Gleich noch einmal.")
    )
