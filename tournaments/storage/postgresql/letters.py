"""Values as PostgreSQL's letters, and its letters as values: the shortest way for the few kinds that are sent all day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from psycopg.postgres import types

Reader = Callable[[bytes], Any]
Rows = list[tuple[Any, ...]]


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


def readers_of(result: Any) -> list[Reader] | None:
    """How each column of an answer or of a described statement is read; None where one is of a kind that is not known here."""
    readers = [READERS[result.ftype(at)] for at in range(result.nfields) if result.ftype(at) in READERS]
    return readers if len(readers) == result.nfields else None


def rows_read(result: Any, readers: Sequence[Reader]) -> Rows:
    asked, columns = result.get_value, list(enumerate(readers))
    return [
        tuple(None if (value := asked(row, column)) is None else reader(value) for column, reader in columns)
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
    if isinstance(value, int):
        return b"%d" % value  # the driver's own widths of a number, too
    return str(value).encode() if isinstance(value, UUID) else None


def list_sent(values: Sequence[Any]) -> bytes | None:
    """A list of whole numbers or of yes and no, as a column of new rows; None for any other."""
    if not all(isinstance(one, int) for one in values):
        return None
    return b"{%s}" % b",".join(filter(None, map(value_sent, values)))
