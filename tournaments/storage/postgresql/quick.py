"""A plain statement on PostgreSQL's own terms: prepared once for a connection, then a name and its values, one way there and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from itertools import count
from typing import Any
from uuid import UUID

from psycopg import Connection
from psycopg.postgres import types
from psycopg.pq import ExecStatus, TransactionStatus

KNOWN = "plain_statements"  # of one connection of the driver: name and readers of columns, by their words
NUMBERS = count()  # no name is given twice
Reader = Callable[[bytes], Any]


def as_letters(value: bytes) -> str:
    return value.decode()


def as_moment(value: bytes) -> datetime:
    """`2026-11-14 12:00:00.5+00`: connections of ours keep UTC."""
    return datetime.fromisoformat(value.decode())


def as_day(value: bytes) -> date:
    return date.fromisoformat(value.decode())


def as_truth(value: bytes) -> bool:
    return value == b"t"


def as_number(value: bytes) -> UUID:
    return UUID(value.decode())


KINDS: dict[Reader, tuple[str, ...]] = {
    int: ("int2", "int4", "int8"),
    as_letters: ("text", "varchar", "jsonb"),  # Django reads JSON itself
    as_moment: ("timestamptz",),
    as_day: ("date",),
    as_truth: ("bool",),
    as_number: ("uuid",),
}
READERS: dict[int, Reader] = {types[name].oid: reader for reader, names in KINDS.items() for name in names}
Known = tuple[bytes, list[Reader]]


def rows_answered(
    connection: Connection[Any], words: str, values: Sequence[Any]
) -> list[tuple[Any, ...]] | None:
    """What the server answers; None where the driver had better be asked in the ordinary way.

    Within a transaction nothing is tried: a statement that the server has forgotten would end it.
    """
    server = connection.pgconn
    if server.transaction_status != TransactionStatus.IDLE:
        return None
    sent = [one for value in values if (one := value_sent(value)) is not None]
    if len(sent) != len(values):
        return None
    known: dict[str, Known | None] = vars(connection).setdefault(KNOWN, {})
    if words not in known:
        known[words] = prepared(server, words)
    found = known[words]
    if found is None:
        return None
    name, readers = found
    result = server.exec_prepared(name, sent)
    if result.status != ExecStatus.TUPLES_OK:  # forgotten after a rollback, or made for a table of yesterday
        del known[words]
        return None
    asked = result.get_value
    return [
        tuple(
            None if (value := asked(row, column)) is None else reader(value)
            for column, reader in enumerate(readers)
        )
        for row in range(result.ntuples)
    ]


def value_sent(value: Any) -> bytes | None:
    """A value as the server reads it; None for what the driver had better refuse or write itself."""
    if isinstance(value, str):
        return None if "\0" in value or not value.isprintable() else value.encode()
    if isinstance(value, datetime):
        return value.isoformat().encode() if value.tzinfo else None
    if isinstance(value, bool):
        return b"t" if value else b"f"
    return b"%d" % value if isinstance(value, int) else None  # the driver's own widths of a number, too


def prepared(server: Any, words: str) -> Known | None:
    """The statement's name on this connection, and how each of its columns is read."""
    name = b"plain_%d" % next(NUMBERS)
    if server.prepare(name, words.encode()).status != ExecStatus.COMMAND_OK:
        return None
    columns = server.describe_prepared(name)
    readers = [READERS[columns.ftype(at)] for at in range(columns.nfields) if columns.ftype(at) in READERS]
    return (name, readers) if len(readers) == columns.nfields else None
