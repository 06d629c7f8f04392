"""Many reads of one state, while others go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_state() -> Iterator[None]:
    """What is read inside belongs together; nothing is written inside.

    On SQLite `atomic` would hold everybody who writes until the last row is read, since its transactions are a writer's
    from the beginning; a reader's sees the state of its first question and holds nobody. On PostgreSQL each question would
    see what others have written meanwhile, unless the transaction is told to stay with its first one.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        alone = not connection.in_atomic_block  # inside another transaction it is that one's view of things
        with transaction.atomic():
            if connection.vendor == "postgresql" and alone:
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    connection.ensure_connection()
    connection.connection.execute("BEGIN DEFERRED")
    try:
        yield
    finally:
        connection.connection.execute("ROLLBACK")
