"""Django's backend for PostgreSQL: a kept connection is asked every few seconds whether it lives; stuck transactions are counted."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db import OperationalError
from django.db.backends.postgresql import base
from django.db.transaction import mark_for_rollback_on_error
from psycopg.errors import InvalidSqlStatementName
from psycopg.pq import TransactionStatus

from tournaments.storage.plain import Plain, Row
from tournaments.storage.postgresql.batch import Statement, sent
from tournaments.storage.postgresql.letters import Rows
from tournaments.storage.postgresql.quick import rows_answered
from tournaments.storage.turns import Crossing

BELIEVED = 5.0  # seconds for which a connection that answered counts as living

CROSSINGS: defaultdict[str, Crossing] = defaultdict(Crossing)  # one for each database


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that remembers when it last answered."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.answered_at = float("-inf")
        self.batched = False  # whether the open transaction was begun by a batch
        self.behind: list[Statement] = []  # written, and not sent yet

    def close_if_health_check_failed(self) -> None:
        """After an error Django asks in any case; a server that was started anew costs a page at most."""
        if time.monotonic() - self.answered_at < BELIEVED:
            self.health_check_done = True
            return
        super().close_if_health_check_failed()
        if self.connection is not None:
            self.answered_at = time.monotonic()

    def rows_quickly(self, question: Plain, values: Sequence[Any]) -> list[Row] | None:
        """The rows of a plain statement; None where it has to be asked in Django's way.

        A pooler keeps nothing prepared, and a transaction begins with the first statement that Django sends.
        """
        if not self.autocommit or not self.settings_dict["OPTIONS"].get("server_side_binding"):
            return None
        self.close_if_health_check_failed()
        self.ensure_connection()
        return rows_answered(self.connection, question.numbered, values)

    @property
    def takes_batches(self) -> bool:
        """Whether statements may be prepared, and each of them sees what was committed before it."""
        options = self.settings_dict["OPTIONS"]
        return bool(options.get("server_side_binding")) and "isolation_level" not in options

    def batch_begun(self, statements: Sequence[Statement]) -> list[Rows] | None:
        """The rows of each of these statements, with which a transaction begins; None where they had better be asked one by one.

        Nothing was done before them, so what the server has forgotten is prepared and asked again. After it, `batch` and
        `behind` may be used until the transaction ends.
        """
        if self.autocommit or not self.takes_batches:
            return None
        self.ensure_connection()
        if self.connection.pgconn.transaction_status != TransactionStatus.IDLE:
            return None
        whole = [("BEGIN", ()), *statements]
        with self.wrap_database_errors:
            try:
                _begun, *rows = sent(self.connection, whole)
            except InvalidSqlStatementName:
                self.connection.rollback()
                _begun, *rows = sent(self.connection, whole)
        self.batched = True
        return rows

    def batch(self, statements: Sequence[Statement]) -> list[Rows]:
        """The rows of each of these statements, which go after what was written before them.

        Where one is refused or cannot be sent, nothing of the transaction stays, whoever swallows the error.
        """
        behind, self.behind = self.behind, []
        with mark_for_rollback_on_error(self.alias), self.wrap_database_errors:
            return sent(self.connection, [*behind, *statements])[len(behind) :]

    def create_cursor(self, name: str | None = None) -> Any:
        """A cursor of Django's, after what was written before it."""
        if self.behind:
            self.batch([])
        return super().create_cursor(name)

    def _commit(self) -> None:
        behind, self.batched = self.behind, False
        if behind:
            self.batch([("COMMIT", ())])
        super()._commit()  # type: ignore[misc]  # of the base of all backends; asks nothing where nothing is open

    def _rollback(self) -> None:
        self.behind, self.batched = [], False
        super()._rollback()  # type: ignore[misc]  # of the base of all backends

    def _savepoint_rollback(self, sid: str) -> None:
        """The driver may have the server forget what was prepared: the rest of the transaction goes Django's way."""
        self.batched = False
        super()._savepoint_rollback(sid)  # type: ignore[misc]  # of the base of all backends

    def _set_autocommit(self, autocommit: bool) -> None:
        crossing = CROSSINGS[str(self.settings_dict["NAME"])]
        if not autocommit and not crossing.enter(id(self)):
            raise OperationalError("others of this process are stuck")
        try:
            super()._set_autocommit(autocommit)  # type: ignore[misc]  # of the base of all backends
        except BaseException:
            crossing.leave(id(self))
            raise
        if autocommit:
            crossing.leave(id(self))

    def _close(self) -> None:
        self.behind, self.batched = [], False
        try:
            super()._close()  # type: ignore[misc]  # of the base of all backends
        finally:
            CROSSINGS[str(self.settings_dict["NAME"])].leave(id(self))
