"""Keep threads free for readers while the database is locked: few wait for it, and the next writer is told to come again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse

MOST_HANGING = 4  # statements of this process, of eight threads
HANGING_SECONDS = 1.5  # after which a statement no longer counts as a usual one


class LockWaits:
    """A wrapper for every statement: measures how long each runs, and refuses transactions while many hang.

    A writer that is refused raises `OperationalError` as one that waited in vain does: 503 with the moment to come again.
    """

    def __init__(self) -> None:
        self.running: dict[int, float] = {}  # by thread: when its statement was sent

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        """Run a statement of this thread."""
        now = time.monotonic()
        if begins_transaction(sql, context["connection"]) and self.hanging(now) >= MOST_HANGING:
            raise OperationalError("others of this process wait for the database")
        thread = threading.get_ident()
        self.running[thread] = now
        try:
            return execute(sql, params, many, context)
        finally:
            self.running.pop(thread, None)

    def hanging(self, now: float) -> int:
        """Return how many statements have been running for too long."""
        return sum(now - since > HANGING_SECONDS for since in list(self.running.values()))


def begins_transaction(sql: str, at: Any) -> bool:
    """Whether this statement is the first of a transaction. On PostgreSQL the driver sends BEGIN with it."""
    if at.vendor == "sqlite":
        return sql.startswith("BEGIN")
    return bool(at.in_atomic_block) and at.connection.info.transaction_status.name == "IDLE"


WAITS = LockWaits()


class LockWaitsMiddleware:
    """Count the statements of every request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with connection.execute_wrapper(WAITS):
            return self.get_response(request)
