"""One at a time: whoever makes a machine ready while another does the same waits for it, on this machine and on others."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connections

from scoring.sentence import Refusal, gettext_noop

PATIENCE = 600  # seconds until a machine gives up waiting for the other's update of the tables


class LockBroken(Refusal):
    """The file that holds the lock is no lock."""


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Wait until nobody else does what bears this name, on this folder of data or on this database.

    Both locks are held by an open transaction, so they are gone the moment their holder is, however it ends, and a pooler
    that hands connections on after each transaction hands none of these.
    """
    with held_on_this_machine(name), held_on_the_database(name):
        yield


@contextmanager
def held_on_this_machine(name: str) -> Iterator[None]:
    """SQLite's own lock on an empty file: Linux, macOS and Windows alike, and released with the process."""
    folder = Path(settings.DATA_DIR)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{name}.lock"
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as fault:
            raise LockBroken(
                gettext_noop(
                    "Die Datei {file} ist beschädigt. Sie enthält nichts, was gebraucht wird: löschen und noch einmal starten."
                ),
                file=str(path),
            ) from fault
        yield


@contextmanager
def held_on_the_database(name: str) -> Iterator[None]:
    """PostgreSQL's advisory lock, on a connection of its own: the one at work may be opened anew meanwhile."""
    if connections["default"].vendor != "postgresql":
        yield
        return
    beside = connections["default"].copy()
    try:
        with beside.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [lock_number(name)])
            yield
    finally:
        beside.close()


def lock_number(name: str) -> int:
    """PostgreSQL knows locks by number: eight bytes that follow from the name, for every version of the program."""
    return int.from_bytes(hashlib.sha256(f"romme-club {name}".encode()).digest()[:8], "big", signed=True)
