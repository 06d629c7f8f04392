"""A pool of threads with two queues: short requests go before pages, and few pages are drawn at once.

Threads of one Python share one interpreter: sixteen pages drawn at once are ready no sooner than four, and
everything else waits behind them. So a phone that asks for news or reports a game never waits behind
readers of pages.
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


class RequestLine:
    """A few threads, fed from a queue of short requests and a queue of pages."""

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
        """Run the work in a thread when its turn has come, and return its result; errors are raised here."""
        future: Future[R] = Future()
        with self.guard:
            (self.pages if page else self.short).append((future, work))
        self.calls.put(True)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Finish the work that runs, drop what waits, and end the threads."""
        atexit.unregister(self.close)
        with self.guard:
            self.short.clear()
            self.pages.clear()
        for _thread in self.threads:
            self.calls.put(False)
        for thread in self.threads:
            thread.join(PATIENCE)

    def _serve(self) -> None:
        """The loop of each thread: take one piece of work for every call, until told to go."""
        while self.calls.get():
            self._one()

    def _one(self) -> None:
        """Run the next piece of work in this thread: a short one, else a page.

        A page for which there is no room is left in its queue: whichever thread ends a page calls for it.
        """
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
        """A page is finished: let the next one begin. Called before its result is handed out."""
        with self.guard:
            self.free += 1
            more = bool(self.pages)
        if more:
            self.calls.put(True)
