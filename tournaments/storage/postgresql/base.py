"""Django's backend for PostgreSQL; whether a kept connection still lives is asked every few seconds instead of on each page."""

from __future__ import annotations

import time
from typing import Any

from django.db.backends.postgresql import base

BELIEVED = 5.0  # seconds for which a connection that answered counts as living


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
