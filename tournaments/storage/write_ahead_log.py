"""The write-ahead log of SQLite, which keeps older versions of pages until it is written back."""

from __future__ import annotations

import logging

from django.db import DatabaseError, connection

log = logging.getLogger(__name__)


def empty_log() -> None:
    """Write the log back into the database file and cut it to nothing; call it outside of a transaction.

    Without it a deleted text stays readable in the log until later pages overwrite it. While somebody reads, SQLite leaves
    the log as it is: the next checkpoint does it.
    """
    if connection.vendor != "sqlite":
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.fetchall()
    except DatabaseError:
        log.warning("the write-ahead log was not emptied")
