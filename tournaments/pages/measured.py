"""Figures for Prometheus: requests by room, and what waits in the database. Off unless the host gives a token for them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Model
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from tournaments.models import Game, JournalEntry, Tournament

AVAILABLE = find_spec("prometheus_client") is not None  # python start.py federation
MANY = "PROMETHEUS_MULTIPROC_DIR"  # where the processes of one host write their counters
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class RequestCounts:
    """How many requests each room got, how they ended, how long they took."""

    def __init__(self) -> None:
        engine: Any = import_module("prometheus_client")
        self.engine = engine
        self.requests = engine.Counter("romme_requests", "requests answered", ["room", "method", "status"])
        self.seconds = engine.Histogram(
            "romme_request_seconds", "time until the answer", ["room"], buckets=BUCKETS
        )

    def note(self, *, room: str, method: str, status: int, seconds: float) -> None:
        self.requests.labels(room, method, f"{status // 100}xx").inc()
        self.seconds.labels(room).observe(seconds)

    def text(self) -> bytes:
        """Everything in the form that Prometheus reads; of all processes of this host."""
        if os.environ.get(MANY):
            registry = self.engine.CollectorRegistry()
            import_module("prometheus_client.multiprocess").MultiProcessCollector(registry)
        else:
            registry = self.engine.REGISTRY
        said: bytes = self.engine.generate_latest(registry)
        return said + "".join(f"{line}\n" for line in of_the_database()).encode()


def counted() -> RequestCounts | None:
    """The counters of this process; None where nobody asks for them."""
    return RequestCounts() if settings.METRICS_TOKEN and AVAILABLE else None


def of_the_database() -> Iterator[str]:
    """What all hosts share. No label names a tournament or a person."""
    try:
        figures = {
            "romme_database_up": 1,
            "romme_jobs_waiting": DBTaskResult.objects.filter(status=TaskResultStatus.READY).count(),
            "romme_jobs_running": DBTaskResult.objects.running().count(),
            "romme_tournaments": Tournament.objects.count(),
            "romme_games_number": newest(Game),  # counts upwards: its rate is games a second
            "romme_journal_number": newest(JournalEntry),
        }
    except DatabaseError:
        figures = {"romme_database_up": 0}
    for name, value in figures.items():
        yield f"# TYPE {name} gauge"
        yield f"{name} {value}"


def newest(model: type[Model]) -> int:
    """The number of the last row: an index tells it, however many there are."""
    found = model._base_manager.order_by("-pk").values_list("pk", flat=True).first()
    return int(found or 0)
