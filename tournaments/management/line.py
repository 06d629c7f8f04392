"""Who is next: what is short goes before what is drawn, and only a few pages are drawn at once.

Threads of one Python share one interpreter, so that sixteen pages at once come no sooner than four, and everybody else
waits behind all of them. A phone that asks for news or reports a game therefore never stands behind readers who come in.
"""

from __future__ import annotations

import asyncio
import atexit
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

from tournaments.management.runtime import with_room

PAGES_AT_ONCE = 4
PATIENCE = 10.0  # seconds that the end of the process waits for what a thread is doing

R = TypeVar("R")
Waiting = tuple["Future[Any]", Callable[[], Any]]


class Line:
    """A few threads, and two rows of people before them."""

    def __init__(self, threads: int, *, pages_at_once: int = PAGES_AT_ONCE) -> None:
        self.calls: SimpleQueue[bool] = SimpleQueue()  # somebody has come; False: go home
        self.guard = threading.Lock()
        self.short: deque[Waiting] = deque()
        self.pages: deque[Waiting] = deque()
        self.free = pages_at_once
        self.threads = [
            threading.Thread(target=with_room, args=(self._serve,), name=f"site {number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self.threads:
            thread.start()
        atexit.register(self.close)

    async def done(self, work: Callable[[], R], *, page: bool) -> R:
        """What the work comes to, once it was its turn in a thread."""
        future: Future[R] = Future()
        with self.guard:
            (self.pages if page else self.short).append((future, work))
        self.calls.put(True)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """What a thread is doing is done to its end; what waits is not begun."""
        atexit.unregister(self.close)
        with self.guard:
            self.short.clear()
            self.pages.clear()
        for _thread in self.threads:
            self.calls.put(False)
        for thread in self.threads:
            thread.join(PATIENCE)

    def _serve(self) -> None:
        """In each thread, as long as it lives."""
        while self.calls.get():
            self._one()

    def _one(self) -> None:
        """In a thread: whoever is next. A page for which there is no room is taken up by the one that ends."""
        with self.guard:
            page = not self.short
            if page and not (self.pages and self.free):
                return
            future, work = self.pages.popleft() if page else self.short.popleft()
            self.free -= page
        running, result, fault = future.set_running_or_notify_cancel(), None, None
        try:
            result = work() if running else None
        except BaseException as raised:  # whoever waits for it hears of it
            fault = raised
        if page:
            self._make_room()
        if fault is not None:
            future.set_exception(fault)
        elif running:
            future.set_result(result)

    def _make_room(self) -> None:
        """A page is drawn: the next one may begin, before anybody hears of this one."""
        with self.guard:
            self.free += 1
            more = bool(self.pages)
        if more:
            self.calls.put(True)
