"""Statements that go to PostgreSQL together, one way there and back; SQLite, and whoever listens, gets them one by one.

A transaction that begins with `begun_with` may write `written_later` (what nobody waits for goes with what comes next, at the
latest with COMMIT) and ask `at_once`. In any other transaction both ask in Django's way (tests/tournaments/storage/test_together.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connections
from django.db.utils import DEFAULT_DB_ALIAS

from tournaments.storage.plain import Row, numbered

Statement = tuple[str, Sequence[Any]]  # words with %s, and values


def begun_with(statements: Sequence[Statement]) -> list[list[Row]] | None:
    """Begin the transaction with these questions; None where they have to be asked one by one."""
    connection: Any = connections[DEFAULT_DB_ALIAS]
    if not may_go_together(connection):
        return None
    answered: list[list[Row]] | None = connection.batch_begun(in_its_words(statements))
    return answered


def at_once(statements: Sequence[Statement]) -> list[Row]:
    """Do all of them; the rows of the last one."""
    connection: Any = connections[DEFAULT_DB_ALIAS]
    if goes_together(connection):
        answered: list[list[Row]] = connection.batch(in_its_words(statements))
        return answered[-1]
    with connection.cursor() as cursor:
        for words, values in statements:
            cursor.execute(words, values)
        rows: list[Row] = cursor.fetchall()
    return rows


def written_later(words: str, values: Sequence[Any]) -> None:
    """Write this no later than with COMMIT, and in its order: where it is refused, so is what comes next, or COMMIT."""
    connection: Any = connections[DEFAULT_DB_ALIAS]
    if goes_together(connection):
        connection.behind += in_its_words([(words, values)])
        return
    with connection.cursor() as cursor:
        cursor.execute(words, values)


def may_go_together(connection: Any) -> bool:
    """Whether a transaction of this connection may begin so: PostgreSQL without a pooler, and nobody who listens."""
    batches = getattr(connection, "takes_batches", False)
    return batches and not (connection.queries_logged or connection.execute_wrappers)


def goes_together(connection: Any) -> bool:
    """Whether the open transaction was begun by `begun_with`."""
    return bool(getattr(connection, "batched", False))


def in_its_words(statements: Sequence[Statement]) -> list[Statement]:
    return [(numbered(words), values) for words, values in statements]
