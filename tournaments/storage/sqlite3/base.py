"""Django's backend for SQLite; writers of one process take turns in the order in which they came.

SQLite lets one write at a time and has the others look again after pauses that grow to a tenth of a second: whoever is
unlucky waits for seconds while later ones pass (docs/decisions/0191). Other processes still meet at SQLite's own lock.
"""

from __future__ import annotations

import sqlite3
import time
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from tournaments.storage.plain import Plain, Row
from tournaments.storage.sqlite3 import times
from tournaments.storage.turns import Queue

PATIENCE = 20.0  # seconds, as SQLite's own where the settings say nothing


LARGE = 1024 * 1024  # bytes; a prepared statement keeps what it was given, and each thread has its own


times.tell_the_driver()
QUEUES: defaultdict[str, Queue] = defaultdict(Queue)  # one for each file


class LettingGo(base.SQLiteCursorWrapper):
    """A cursor that ends its connection with the request if a large value went through it.

    Otherwise every thread through which a stack of scans had come kept its sixty megabytes for good.
    """

    wrapper: DatabaseWrapper

    def execute(self, query: str, params: Any = None) -> Any:
        """Run one statement; one that carries a large value has the connection end with the request."""
        if params and isinstance(params, Sequence) and any(map(large, params)):
            self.wrapper.close_at = time.monotonic()
        return super().execute(query, params)


def large(value: object) -> bool:
    return isinstance(value, bytes | memoryview) and len(value) >= LARGE


def letting_go(wrapper: DatabaseWrapper, connection: Any) -> LettingGo:
    cursor = LettingGo(connection)
    cursor.wrapper = wrapper
    return cursor


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that stands in the queue of its file before it begins to write."""

    ops_class = times.TimedOperations

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.turn: Queue | None = None

    def create_cursor(self, *_name: Any) -> Any:
        """A cursor of ours."""
        return self.connection.cursor(factory=partial(letting_go, self))

    def rows_quickly(self, question: Plain, values: Sequence[Any]) -> list[Row] | None:
        """The rows of a plain statement; None where it has to be asked in Django's way, which says what is amiss."""
        self.ensure_connection()
        try:
            found: list[Row] = self.connection.execute(question.marked, values).fetchall()
        except sqlite3.Error:
            return None
        return found

    def _start_transaction_under_autocommit(self) -> None:
        queue = QUEUES[str(self.settings_dict["NAME"])]
        patience = float(self.settings_dict.get("OPTIONS", {}).get("timeout", PATIENCE))
        if not queue.take(patience):
            raise OperationalError("database is locked")
        self.turn = queue
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._hand_on()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # of the base of all backends
        self._hand_on()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._hand_on()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._hand_on()

    def _hand_on(self) -> None:
        queue, self.turn = self.turn, None
        if queue is not None:
            queue.hand_on()
