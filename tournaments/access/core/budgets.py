"""What each door of the site may cost at most, as one table; whoever opens a door that is dear passes through here.

A door is an address where a stranger's bytes or a dear page can take much memory or time. Its budget says how much it
takes in, how many may be inside at once and how many may wait. The server has threads of its own for dear doors
(management/asgi.py). docs/budgets.md shows the table with what was
measured; `python -m benchmarks budgets` measures again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from scoring.sentence import Refusal, gettext_noop

MEGABYTE = 1024 * 1024
RETRY_AFTER = 5  # seconds after which somebody who was sent away asks again


class Crowded(Refusal):
    """Too many at this door at once: nothing was done, and it may be tried again in a moment."""

    retry_after = RETRY_AFTER


def crowded() -> Crowded:
    return Crowded(
        gettext_noop(
            "Gerade wollen das viele auf einmal. Es ist nichts verloren: "
            "Bitte in {seconds} Sekunden noch einmal versuchen."
        ),
        seconds=RETRY_AFTER,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorBudget:
    """How much one door takes in, and how many at once."""

    door: str
    taken: str  # what comes in, in English, for docs
    most_bytes: int  # as they come; 0: nothing comes in
    bounds: str  # what else is counted
    seconds: int  # after which one visit is broken off, or within which its bounds keep it
    at_once: int
    waiting: int = 2


@dataclass(slots=True)
class Turnstile:
    """Lets so many in at once; a few may wait for a moment, and everybody else is asked to come again."""

    budget: DoorBudget
    patience: float = 4.0
    _inside: threading.BoundedSemaphore = field(init=False)
    _before: threading.BoundedSemaphore = field(init=False)

    def __post_init__(self) -> None:
        self._inside = threading.BoundedSemaphore(self.budget.at_once)
        self._before = threading.BoundedSemaphore(self.budget.at_once + self.budget.waiting)

    @contextmanager
    def passing(self) -> Iterator[float]:
        """Context manager for one visit of this door. Yields the monotonic time by which the visit has to be over."""
        if not self._before.acquire(blocking=False):
            raise crowded()
        try:
            with self._entered():
                yield time.monotonic() + self.budget.seconds
        finally:
            self._before.release()

    @contextmanager
    def _entered(self) -> Iterator[None]:
        if not self._inside.acquire(timeout=self.patience):
            raise crowded()
        try:
            yield
        finally:
            self._inside.release()


LOGIN = Turnstile(
    DoorBudget(
        door="login",
        taken="name and password",
        most_bytes=0,
        bounds="Argon2 with 64 MB for each hash",
        seconds=1,
        at_once=2,
    )
)
PHOTO = Turnstile(
    DoorBudget(
        door="photo",
        taken="a photo of a paper list (JPEG, PNG, WebP); a club's emblem (JPEG, PNG, 4 million pixels)",
        most_bytes=15 * MEGABYTE,
        bounds="64 MB for its pixels: 50 million as JPEG, which is read small from the start (16 as a progressive one), 16 as PNG, 6 as WebP",
        seconds=10,
        at_once=1,
    )
)
PICTURES = Turnstile(
    DoorBudget(
        door="pictures",
        taken="photos and scans of lists, kept as they come and read by a process of its own",
        most_bytes=60 * MEGABYTE,
        bounds="60 files; 64 MB for the pixels of each (50 million as JPEG or grey, 16 million in colour); 120 pages of a PDF; 512 MB for the process that reads",
        seconds=30,
        at_once=1,
    )
)
PLAYERS = Turnstile(
    DoorBudget(
        door="players",
        taken="a table of players (xlsx, ods, csv)",
        most_bytes=8 * MEGABYTE,
        bounds="96 MB unpacked, 3,000,000 elements, 512 kB of one tag, 20,000 rows, 100 columns",
        seconds=15,
        at_once=1,
    )
)
TOURNAMENT = Turnstile(
    DoorBudget(
        door="tournament",
        taken="a whole tournament (zip); a backup",
        most_bytes=64 * MEGABYTE,
        bounds="160 MB unpacked, of which 48 MB are JSON beside pictures; 3,000,000 values; a backup 200 times its size and half of the disk that is free",
        seconds=60,
        at_once=1,
        waiting=0,
    )
)
WORKBOOK = Turnstile(
    DoorBudget(
        door="workbook",
        taken="nothing; a workbook comes out",
        most_bytes=0,
        bounds="60,000 lines of games at once, more in the background",
        seconds=30,
        at_once=1,
    )
)
HAND = Turnstile(
    DoorBudget(
        door="hand",
        taken="cards or a game, as text",
        most_bytes=0,
        bounds="cards of two packs; 20,000 signs of a game",
        seconds=5,
        at_once=2,
    )
)
SEALED = Turnstile(
    DoorBudget(
        door="sealed file",
        taken="a sealed list (PDF)",
        most_bytes=2 * MEGABYTE,
        bounds="never parsed as PDF; 128 kB of signature",
        seconds=1,
        at_once=2,
    )
)
PAPER = Turnstile(
    DoorBudget(
        door="paper",
        taken="nothing; many pages for the printer come out",
        most_bytes=0,
        bounds="one series, or one tournament",
        seconds=20,
        at_once=1,
    )
)
DOORS = (LOGIN, PHOTO, PICTURES, PLAYERS, TOURNAMENT, WORKBOOK, HAND, SEALED, PAPER)
