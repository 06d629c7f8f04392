"""Many reads of one state, while others go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_state() -> Iterator[None]:
    """What is read inside belongs together; nothing is written inside.

    On SQLite `atomic` would hold everybody who writes until the last row is read, since its transactions are a writer's
    from the beginning; a reader's sees the state of its first question and holds nobody.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    connection.ensure_connection()
    connection.connection.execute("BEGIN DEFERRED")
    try:
        yield
    finally:
        connection.connection.execute("ROLLBACK")
