"""Several people at once: every deed in a thread and with a connection of its own."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection, connections

from scoring.sentence import Refusal


def all_at_once(deeds: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run every deed in a thread of its own, started by one signal; a refusal is its answer."""
    start = threading.Barrier(len(deeds))

    def run(deed: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            return deed()
        except Refusal as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(run, deeds))


def told(answers: Sequence[Any]) -> Counter[str]:
    return Counter(type(answer).__name__ for answer in answers)
