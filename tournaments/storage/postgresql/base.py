"""Django's backend for PostgreSQL: a kept connection is asked every few seconds whether it lives; stuck transactions are counted."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db import OperationalError
from django.db.backends.postgresql import base

from tournaments.storage.plain import Plain, Row
from tournaments.storage.postgresql.quick import rows_answered
from tournaments.storage.turns import Crossing

BELIEVED = 5.0  # seconds for which a connection that answered counts as living

CROSSINGS: defaultdict[str, Crossing] = defaultdict(Crossing)  # one for each database


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that remembers when it last answered."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.answered_at = float("-inf")

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
        try:
            super()._close()  # type: ignore[misc]  # of the base of all backends
        finally:
            CROSSINGS[str(self.settings_dict["NAME"])].leave(id(self))
