"""Public pages kept in memory as they were drawn, for readers of whom nothing is known: drawn once for each revision.

Kept is only what was drawn for somebody without a session, so that nothing personal can stand in it; the secret of forms
is taken out and each reader gets his own (tests/tournaments/pages/test_kept.py). A page is drawn by one at a time: while it
is drawn anew others get the one before, and where there is none they wait for it, at the door if they can and not in a
thread. So a thousand readers who come in together cost one drawing and not a thousand.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from concurrent.futures import Future
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from tournaments.pages.common import COMMON, CommonShelf
from tournaments.pages.drawn import DrawnPage, page_of

LOOKS = (
    "rommeclub_theme",
    "rommeclub_type",
    "rommeclub_suits",
    "rommeclub_vibration",
)  # how somebody wants pages shown
SECONDS = 30.0  # so long a page is kept at most: after a restore the same revision may mean something else
LARGE = 40_000  # bytes from which a page is large: standings of some hundred players
SHARE, LONGEST_REST = (
    30,
    10.0,
)  # a large one is drawn a thirtieth of the time at most, and after so many seconds anyway
BORROWED, GLANCE = (
    10.0,
    1.0,
)  # seconds for which a page of another process is given out; and one that is being drawn anew
MOST = 32 * 1024 * 1024  # bytes of all of them
PATIENCE = 20.0  # seconds for a page that somebody else draws; then everybody draws his own
WAITS = "rommeclub.waits"  # in a request's environ, where the door waits itself: a list for what it is to wait for
COME_AGAIN = 425  # said to the door alone

Key = tuple[str, ...]


def key_of(request: HttpRequest) -> Key | None:
    """What a page depends on for somebody of whom nothing is known; None for everybody else."""
    known = {settings.SESSION_COOKIE_NAME, "messages"} & request.COOKIES.keys()
    if request.method != "GET" or known or "Authorization" in request.headers:
        return None
    return (
        request.scheme or "",
        request.get_host(),
        request.get_full_path(),
        request.headers.get("HX-Request", ""),
        get_language() or "",
        *(request.COOKIES.get(name, "") for name in LOOKS),
    )


def rest_after(took: float, size: int) -> float:
    """How many seconds a page stands however quickly games come in; a small one is drawn for each of them."""
    return min(SHARE * took, LONGEST_REST) if size > LARGE else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A page of this process: until when it may be given out at all, and until when also for another revision."""

    page: DrawnPage
    until: float
    rests: float


class Shelf:
    """The pages of this process, the oldest given up first; what it lacks it takes from those that all share."""

    def __init__(self, common: CommonShelf = COMMON) -> None:
        self.guard = threading.Lock()
        self.common = common
        self.pages: OrderedDict[Key, Held] = OrderedDict()
        self.drawn_now: dict[Key, Future[None]] = {}
        self.size = 0

    def holds(self, key: Key) -> bool:
        return key in self.pages or self.common.here

    def find(self, key: Key, revision: int | str) -> DrawnPage | None:
        """The page of this revision; or the one before, while somebody draws the new one."""
        with self.guard:
            held, now = self.pages.get(key), time.monotonic()
            if held is not None and now <= held.until:
                good = held.page.revision == revision or key in self.drawn_now or now < held.rests
                if good:
                    return held.page
        return self.find_common(key, revision) if self.common.here else None

    def find_common(self, key: Key, revision: int | str) -> DrawnPage | None:
        """What another process has drawn. Nothing, if whoever asks is the one to draw it anew."""
        found = self.common.find(key)
        if found is None:
            return None
        current = found.page.revision == revision
        if not (current or found.stands or not self.common.turn(key)):
            return None
        now = time.monotonic()
        self.hold(key, Held(page=found.page, until=now + BORROWED, rests=now if current else now + GLANCE))
        return found.page

    def turn(self, key: Key) -> Future[None] | None:
        """Claim the drawing of a page: None for whoever is to draw it (and then calls `drawn`), else what to wait for."""
        with self.guard:
            if key in self.drawn_now:
                return self.drawn_now[key]
            self.drawn_now[key] = Future()
            return None

    def drawn(self, key: Key) -> None:
        """The page is kept, or could not be drawn: whoever waits goes on."""
        with self.guard:
            self.drawn_now.pop(key).set_result(None)
        self.common.drawn(key)

    def keep(
        self, key: Key, revision: int | str, answer: HttpResponse, *, took: float = 0.0
    ) -> DrawnPage | None:
        """Keep what was drawn and return it; a page that says something to one reader, or sets him a cookie, is not kept."""
        if (
            answer.streaming
            or answer.status_code != 200
            or answer.cookies
            or answer.has_header("Content-Encoding")
        ):
            return None
        page = page_of(answer, revision=revision, took=took)
        now, rest = time.monotonic(), rest_after(took, page.plain)
        self.hold(key, Held(page=page, until=now + SECONDS, rests=now + rest))
        self.common.keep(key, page, seconds=SECONDS, rest=rest)
        return page

    def hold(self, key: Key, held: Held) -> None:
        with self.guard:
            self.forget(key)
            self.pages[key] = held
            self.size += held.page.size
            while self.size > MOST:
                self.forget(next(iter(self.pages)))

    def forget(self, key: Key) -> None:
        old = self.pages.pop(key, None)
        if old is not None:
            self.size -= old.page.size

    def clear(self) -> None:
        with self.guard:
            self.pages.clear()
            self.size = 0


SHELF = Shelf()
