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

    def is_usable(self) -> bool:
        """After an error it is always asked; a server that was started anew costs a page at most."""
        if not self.errors_occurred and time.monotonic() - self.answered_at < BELIEVED:
            return True
        usable: bool = super().is_usable()
        if usable:
            self.answered_at = time.monotonic()
        return usable
