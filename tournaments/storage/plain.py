"""Plain statements that are asked all day: handed to the driver itself, past Django's cursors.

Of what an answer costs that says "nothing new", half was the cursor that Django wraps around the driver's own. A `Plain`
gives its words and values to the driver where nobody listens to them (tests that count statements, a debug log), and asks
in Django's way where anybody does, where something is amiss, or where a backend knows no shorter way. Both ways answer
alike (tests/tournaments/storage/test_plain.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db import connections
from django.db.utils import DEFAULT_DB_ALIAS

Row = tuple[Any, ...]
PLACE = "%s"


def may_be_plain(sql: str) -> bool:
    """Whether these words hold no sign that a driver would read as a place."""
    return "%" not in sql.replace(PLACE, "") and "?" not in sql and "$" not in sql


@lru_cache(maxsize=512)
def numbered(sql: str) -> str:
    """The places as PostgreSQL has them: $1, $2 …"""
    assert may_be_plain(sql), sql
    first, *rest = sql.split(PLACE)
    return first + "".join(f"${at}{piece}" for at, piece in enumerate(rest, 1))


class Plain:
    """A question with `%s` in the places of whole numbers, texts, and times as the database has them."""

    def __init__(self, sql: str) -> None:
        assert may_be_plain(sql), sql
        self.sql = sql
        self.marked = "?".join(sql.split(PLACE))  # as SQLite's driver has it
        self.numbered = numbered(sql)

    def row(self, *values: Any) -> Row | None:
        """The first row for these values, or None."""
        connection: Any = connections[DEFAULT_DB_ALIAS]
        if not (connection.queries_logged or connection.execute_wrappers):
            answered: Sequence[Row] | None = connection.rows_quickly(self, values)
            if answered is not None:
                return answered[0] if answered else None
        with connection.cursor() as cursor:
            cursor.execute(self.sql, values)
            row: Row | None = cursor.fetchone()
        return row
