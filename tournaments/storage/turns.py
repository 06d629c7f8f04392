"""Who waits for the database, and how many: on SQLite in a queue, on PostgreSQL counted. Threads that all wait answer no reader.

A write takes some hundredths of a second. Where somebody has been at it for longer and several wait already, the next one
is told so at once (`OperationalError`, which becomes 503 with the moment to come again) instead of taking one more thread.
"""

from __future__ import annotations

import threading
import time
from collections import deque

MANY = 4  # who wait, of one process
STUCK = 0.7  # seconds after which a write is no longer one of the usual ones
HELD = 1.5  # the same where many write at once: while a host is renewed the other one carries all of them


class Queue:
    """For one file: a lock that is handed on to whoever has waited longest."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.since: float | None = None  # when the turn began; None: nobody has it
        self.waiting: deque[threading.Event] = deque()

    def take(self, patience: float) -> bool:
        """Wait for the turn; False where it did not come in time, or so many wait that waiting is refused."""
        now = time.monotonic()
        with self.guard:
            if self.since is None:
                self.since = now
                return True
            if len(self.waiting) >= MANY and now - self.since > STUCK:
                return False
            mine = threading.Event()
            self.waiting.append(mine)
        if mine.wait(patience):
            return True
        with self.guard:
            if mine.is_set():
                return True  # it came in this very moment
            self.waiting.remove(mine)
        return False

    def hand_on(self) -> None:
        with self.guard:
            self.since = time.monotonic() if self.waiting else None
            if self.waiting:
                self.waiting.popleft().set()


class Crossing:
    """For a server of many writers: transactions of this process that are open, and since when.

    A row that somebody holds stops those who want it, and no others; so what counts is how many are stuck, not how many
    there are.
    """

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.open: dict[int, float] = {}

    def enter(self, who: int) -> bool:
        """Let a transaction begin; False where as many are stuck already as may be."""
        now = time.monotonic()
        with self.guard:
            if who not in self.open and sum(now - since > HELD for since in self.open.values()) >= MANY:
                return False
            self.open.setdefault(who, now)
        return True

    def leave(self, who: int) -> None:
        with self.guard:
            self.open.pop(who, None)
