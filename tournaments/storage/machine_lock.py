"""A lock that several processes, on this machine and on others, share while one makes the installation ready."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connections

from scoring.sentence import Refusal, gettext_noop

TIMEOUT_SECONDS = 600  # until a machine gives up waiting for the other's migrations


class LockBroken(Refusal):
    """The file that holds the lock is no lock."""


@contextmanager
def machine_lock(name: str) -> Iterator[None]:
    """Hold the lock of this name, on this folder of data and on this database; wait for it if need be.

    Both locks are held by an open transaction, so they are gone the moment their holder is, however it ends, and a pooler
    that hands connections on after each transaction hands none of these.
    """
    with file_lock(name), advisory_lock(name):
        yield


@contextmanager
def file_lock(name: str) -> Iterator[None]:
    """Hold SQLite's own lock on an empty file: Linux, macOS and Windows alike, and released with the process."""
    folder = Path(settings.DATA_DIR)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{name}.lock"
    with closing(sqlite3.connect(path, timeout=TIMEOUT_SECONDS, isolation_level=None)) as lock:
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
def advisory_lock(name: str) -> Iterator[None]:
    """Hold PostgreSQL's advisory lock, on a connection of its own: the one at work may be opened anew meanwhile."""
    if connections["default"].vendor != "postgresql":
        yield
        return
    beside = connections["default"].copy()
    try:
        with beside.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute(f"SET LOCAL lock_timeout = '{TIMEOUT_SECONDS}s'")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [lock_number(name)])
            yield
    finally:
        beside.close()


def lock_number(name: str) -> int:
    """Return the number of the advisory lock: eight bytes that follow from the name, the same in every version."""
    return int.from_bytes(hashlib.sha256(f"romme-club {name}".encode()).digest()[:8], "big", signed=True)
