"""The door for granian: the WSGI application behind it, and a process that does not outlive whoever started it."""

import multiprocessing
import os
import sys
import threading
from importlib import import_module

from django.conf import settings
from django.db import connection

from tournaments.management.door import THREADS, Door
from tournaments.management.runtime import settled
from tournaments.management.workshop import Workshop

# A thread that draws hands its interpreter on after half a millisecond, not after five: a game needs it some forty times.
sys.setswitchinterval(0.0005)

# On SQLite writers stand in a queue, each in its thread: readers must find others free. A host has processes instead.
application = Door(
    import_module("rommé_club.wsgi").application,  # no import statement names the é
    threads=2 * THREADS if connection.vendor == "sqlite" else THREADS,
    proxies=settings.BEHIND_PROXY,
    workshop=Workshop(),
)


def end_with_the_parent() -> None:
    """Without the first process nobody would stop this one, and the next start would find the port taken."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


threading.Thread(target=end_with_the_parent, name="end with the parent", daemon=True).start()
settled()
