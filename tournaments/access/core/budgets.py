"""Limits of the addresses where a stranger's bytes or an expensive page can take much memory or time.

Each limit says how many bytes a request may bring and how many requests may run at once and wait. The server has threads
of its own for them (management/asgi.py). docs/budgets.md has the table with what else is counted and what was measured.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from scoring.sentence import Refusal, gettext_noop

MEGABYTE = 1024 * 1024
RETRY_AFTER = 5  # seconds after which somebody who was sent away asks again


class Crowded(Refusal):
    """Too many requests of this kind at once: nothing was done, and it may be tried again in a moment."""

    retry_after = RETRY_AFTER


def crowded() -> Crowded:
    return Crowded(
        gettext_noop(
            "Gerade wollen das viele auf einmal. Es ist nichts verloren: "
            "Bitte in {seconds} Sekunden noch einmal versuchen."
        ),
        seconds=RETRY_AFTER,
    )


@dataclass(slots=True)
class ConcurrencyLimit:
    """Lets so many requests run at once; a few may wait for `patience` seconds, all others are refused."""

    door: str
    most_bytes: int = 0  # of the request's body as it comes; 0: nothing but a form
    at_once: int = 1
    waiting: int = 2
    patience: float = 4.0
    _running: threading.BoundedSemaphore = field(init=False)
    _admitted: threading.BoundedSemaphore = field(init=False)

    def __post_init__(self) -> None:
        self._running = threading.BoundedSemaphore(self.at_once)
        self._admitted = threading.BoundedSemaphore(self.at_once + self.waiting)

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Context manager for one request; raises `Crowded`."""
        if not self._admitted.acquire(blocking=False):
            raise crowded()
        try:
            if not self._running.acquire(timeout=self.patience):
                raise crowded()
            try:
                yield
            finally:
                self._running.release()
        finally:
            self._admitted.release()


LOGIN = ConcurrencyLimit("login", at_once=2)
PHOTO = ConcurrencyLimit("photo", 15 * MEGABYTE)
PICTURES = ConcurrencyLimit("pictures", 60 * MEGABYTE)
PLAYERS = ConcurrencyLimit("players", 8 * MEGABYTE)
TOURNAMENT = ConcurrencyLimit("tournament", 64 * MEGABYTE, waiting=0)
WORKBOOK = ConcurrencyLimit("workbook")
HAND = ConcurrencyLimit("hand", at_once=2)
SEALED = ConcurrencyLimit("sealed file", 2 * MEGABYTE, at_once=2)
PAPER = ConcurrencyLimit("paper")
DOORS = (LOGIN, PHOTO, PICTURES, PLAYERS, TOURNAMENT, WORKBOOK, HAND, SEALED, PAPER)
