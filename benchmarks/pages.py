"""Processor time of the pages that a hall asks for most, after a game and cold."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from datetime import date

from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse

from benchmarks import database  # before any model
from benchmarks.hall_of_lists import NOON, desk, hall, phone
from benchmarks.harness import Figure
from benchmarks.standings import field
from scoring.selectors import newest_version
from tournaments.management.runtime import prepare_process
from tournaments.models import Tournament

MANY = 1_000  # tournaments on the home page
PART = {"HX-Request": "true"}


def many_tournaments(how_many: int) -> None:
    """Create tournaments for the home page."""
    row = newest_version("club_2018")
    assert row is not None
    Tournament.objects.bulk_create(
        Tournament(
            slug=f"probe-{number}",
            name=f"Probe {number}",
            starts_on=date(2026, 11, 14),
            ends_on=date(2026, 11, 14),
            rule_set=row,
            series_count=2,
            rounds=5,
            table_size=4,
            created_at=NOON,
        )
        for number in range(how_many)
    )


def processor_milliseconds(request: Callable[[], object], *, rounds: int, cold: bool) -> float:
    """Return the median of the processor time of one answer; `cold` empties the page cache before each."""
    taken = []
    for _round in range(rounds):
        if cold:
            cache.clear()
        begun = time.process_time()
        request()
        taken.append(time.process_time() - begun)
    return statistics.median(taken) * 1e3


def figures(*, quick: bool) -> Iterator[Figure]:
    """Each page by the client of Django's tests: middleware, view and template, without a server."""
    prepare_process()
    database.empty_tables()
    rounds = 5 if quick else 25
    with database.plain_static_files(), override_settings(ALLOWED_HOSTS=["*"]):
        made = hall(400)
        sheet, slug = made.lists()[0], made.tournament.slug
        at_table, director, reader = phone(made, sheet), desk(made), Client()
        state = made.address("sheet_state", sheet)
        standings = reverse("standings", args=[slug])
        asked: list[tuple[str, Callable[[], object], bool]] = [
            ("revision numbers", lambda: reader.get(reverse("list_revisions", args=[slug, 2])), False),
            ("table page of a phone", lambda: at_table.get(made.address("sheet", sheet)), False),
            ("entry page of a phone", lambda: at_table.get(made.address("game", sheet, 7)), False),
            ("entry part after a game", lambda: at_table.get(f"{state}?spiel=7", headers=PART), False),
            ("standings of 400, cached", lambda: reader.get(standings), False),
            ("standings of 400, cold", lambda: reader.get(standings), True),
            ("part of the standings, cold", lambda: reader.get(standings, headers=PART), True),
            ("desk of 100 tables", lambda: director.get(reverse("desk", args=[slug])), False),
        ]
        for name, request, cold in asked:
            request()
            yield Figure(
                name=name, value=processor_milliseconds(request, rounds=rounds, cold=cold), unit="ms"
            )
        large = reverse("standings", args=[field(200, 5).slug])
        reader.get(large)
        value = processor_milliseconds(lambda: reader.get(large), rounds=rounds, cold=True)
        yield Figure(name="standings of 200 × 5, cold", value=value, unit="ms")
        many_tournaments(MANY)
        value = processor_milliseconds(lambda: reader.get("/"), rounds=rounds, cold=True)
        yield Figure(name=f"home page with {MANY:,} tournaments", value=value, unit="ms")
