"""Values as PostgreSQL's letters, and its letters as values: what is sent all day by the shortest way, the rest by psycopg's.

Answers are read by psycopg's loaders, which are written in C where its wheel is there; a reader is kept with each connection.
Moments and days, which Django has read in Python, are read by Python's own parser of such texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from psycopg import Connection
from psycopg.adapt import AdaptersMap, PyFormat, Transformer
from psycopg.types.datetime import DateLoader, TimestamptzLoader

READER = "kept_reader"  # of one connection of the driver
Rows = list[tuple[Any, ...]]


class Moments(TimestamptzLoader):
    """`2026-11-14 12:00:00.5+00`: connections of ours keep UTC."""

    def load(self, data: Any) -> datetime:
        try:
            return datetime.fromisoformat(str(data, "ascii"))
        except ValueError:  # before our era, or for ever
            return super().load(data)


class Days(DateLoader):
    """`2026-11-14`."""

    def load(self, data: Any) -> date:
        try:
            return date.fromisoformat(str(data, "ascii"))
        except ValueError:
            return super().load(data)


class KindsRead:
    """What psycopg reads by: the connection's own kinds, and these two."""

    def __init__(self, connection: Connection[Any]) -> None:
        self.connection = connection
        self.adapters = AdaptersMap(connection.adapters)
        self.adapters.register_loader("timestamptz", Moments)
        self.adapters.register_loader("date", Days)


def rows_read(connection: Connection[Any], result: Any) -> Rows:
    """The rows of an answer, as a cursor of Django's would read them."""
    kept = vars(connection)
    if READER not in kept:
        kept[READER] = Transformer(KindsRead(connection))
    reader: Any = kept[READER]
    reader.set_pgresult(result)
    rows: Rows = reader.load_rows(0, result.ntuples, tuple)
    reader.set_pgresult(None)
    return rows


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


def letters_of(connection: Connection[Any], value: Any) -> Any:
    """Any value as the server reads it; what is not known here is the driver's to write, or to refuse."""
    if value is None:
        return None
    sent = list_sent(value) if isinstance(value, list) else value_sent(value)
    return Transformer(connection).dump_sequence([value], [PyFormat.TEXT])[0] if sent is None else sent
