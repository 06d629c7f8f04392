"""Tells the broker how far a tournament is, after the commit; whoever writes never waits for it.

A thread of its own hands on what has gathered, of each topic the newest revision alone. While the broker is away nothing
is lost but time: pages ask by themselves, and when it is back it is told the newest.
"""

from __future__ import annotations

import atexit
import logging
import os
import threading
import time
from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import transaction

from tournaments.event.selectors.news import channel

log = logging.getLogger("romme.news")
HIDDEN = 0  # instead of a revision: nobody may hear of this tournament any more
PATIENCE = 1.0  # seconds that the thread waits for the broker
PAUSE = 1.0  # until it tries again
MOST = 2_000  # topics that wait for the broker; the oldest give way
LAST_WORDS = 3.0  # seconds that a process that ends gives to what still waits

Waiting = dict[tuple[int, int], int]  # tournament and list → revision


class Teller:
    """What waits for the broker in this process, and the thread that takes it there."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name, self.process = url, name, os.getpid()
        self.waiting: Waiting = {}
        self.lock = threading.Lock()  # held for a line of a dictionary, never while the broker is asked
        self.bell = threading.Event()
        self.idle = threading.Event()
        self.away = False
        self.broker: Any = None
        threading.Thread(target=self.run, name="news for the broker", daemon=True).start()
        atexit.register(self.idle.wait, LAST_WORDS)

    def tell(self, tournament: int, sheet: int, revision: int) -> None:
        """Note a revision to be sent to the broker, and return at once."""
        with self.lock:
            self.waiting.pop((tournament, sheet), None)
            self.waiting[tournament, sheet] = revision
            if len(self.waiting) > MOST:
                del self.waiting[next(iter(self.waiting))]
            self.idle.clear()
        self.bell.set()

    def run(self) -> None:
        """The thread: wait for something to tell, tell it, and keep it while nobody hears."""
        while True:
            self.bell.wait()
            self.bell.clear()
            with self.lock:
                taken, self.waiting = self.waiting, {}
            try:
                self.hand_on(taken)
            except Exception:
                self.put_back(taken)
                time.sleep(PAUSE)
                self.bell.set()
                continue
            with self.lock:
                if not self.waiting:
                    self.idle.set()

    def hand_on(self, taken: Waiting) -> None:
        """Send everything that waits to the broker in one go; raises whatever its client raises."""
        if self.broker is None:
            self.broker = connected(self.url)
        line = self.broker.pipeline(transaction=False)
        for (tournament, sheet), revision in taken.items():
            line.publish(self.name, f"{tournament} {sheet} {revision}")
        line.execute()
        if self.away:
            self.away = False
            log.warning("the broker is back")

    def put_back(self, taken: Waiting) -> None:
        """Put back what could not be sent; what came meanwhile about the same topic is newer and stays."""
        if not self.away:
            self.away = True
            log.warning("the broker does not answer; pages ask by themselves meanwhile")
        with self.lock:
            self.waiting = taken | self.waiting
            while len(self.waiting) > MOST:
                del self.waiting[next(iter(self.waiting))]


def connected(url: str) -> Any:
    """A client that gives up quickly and does not try by itself."""
    return import_module("redis").Redis.from_url(
        url,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=import_module("redis.retry").Retry(import_module("redis.backoff").NoBackoff(), 0),
    )


TELLERS: dict[tuple[int, str], Teller] = {}  # of this process alone: a thread does not come along with a fork
MAKING = threading.Lock()


def teller() -> Teller:
    key = (os.getpid(), settings.BROKER_URL)
    if (found := TELLERS.get(key)) is None:
        with MAKING:
            found = TELLERS.get(key) or TELLERS.setdefault(key, Teller(settings.BROKER_URL, channel()))
    return found


def announce(tournament: int, revision: int, *, sheet: int | None = None) -> None:
    """Tell it when what is being written stands: call it inside the deed's transaction. Nothing where there is no broker."""
    if settings.BROKER_URL:
        transaction.on_commit(partial(tell_broker, tournament, sheet or 0, revision), robust=True)


def tell_broker(tournament: int, sheet: int, revision: int) -> None:
    teller().tell(tournament, sheet, revision)
