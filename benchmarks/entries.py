"""Games entered over HTTP by eight phones at once, beside a bare row written through the same server: rate, p99, bytes."""

from __future__ import annotations

import math
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from uuid import uuid4

from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmarks import database  # before any model
from benchmarks.callers import Caller, server, written
from benchmarks.hall_of_lists import Hall, hall, phone
from benchmarks.harness import Figure
from tournaments.access.selectors.codes import code_of
from tournaments.event.core.dealing import players_of_game
from tournaments.models import ScoreSheet

WRITERS = 8
GAMES = 20  # of a list
OF_THE_TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def typed(number: int, version: int) -> dict[str, str]:
    """A game without doubts at a table of four, as its page sends it."""
    winner, *losers = players_of_game(number, 4, True)
    fields = {"submission": str(uuid4()), "seen_version": str(version), "winner": str(winner), "finish": "R"}
    for seat, (opened, augen) in zip(losers, (("ja", "25"), ("nein", "88")), strict=True):
        fields |= {f"opened_{seat}": opened, f"augen_{seat}": augen}
    return fields


def at_table(made: Hall, port: int, sheet: ScoreSheet) -> Caller:
    """A phone that came by the table's code and has its page open."""
    caller = Caller(port)
    assert caller.get(f"/t/{code_of(sheet).token}/")[0] == 302
    assert caller.get(made.address("game", sheet, 1))[0] == 200
    return caller


def all_at_once(works: list[Callable[[], list[float]]]) -> tuple[float, list[float]]:
    """So many threads; how long all of them took, and how long each answer."""
    waits: list[float] = []
    threads = [threading.Thread(target=lambda one=one: waits.extend(one())) for one in works]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begun, waits


def entering(made: Hall, caller: Caller, sheet: ScoreSheet, numbers: range) -> Callable[[], list[float]]:
    def work() -> list[float]:
        waits = []
        for number in numbers:
            begun = time.perf_counter()
            status, _headers, content = caller.post(
                made.address("send_game", sheet, number), typed(number, number - 1)
            )
            waits.append(time.perf_counter() - begun)
            assert status == 200, content
        return waits

    return work


def writing_rows(caller: Caller, how_many: int) -> Callable[[], list[float]]:
    def work() -> list[float]:
        waits = []
        for _unused in range(how_many):
            begun = time.perf_counter()
            assert caller.ask("POST", "/eine-zeile/", "x=1")[0] == 204
            waits.append(time.perf_counter() - begun)
        return waits

    return work


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, math.ceil(share * len(values)) - 1)]


def statements(made: Hall, sheet: ScoreSheet) -> int:
    """Statements of one game, from the question to its answer; without those that open and close the transaction."""
    caller = phone(made, sheet)
    with CaptureQueriesContext(connection) as asked:
        answer = caller.post(made.address("send_game", sheet, 1), typed(1, 0))
    assert answer.status_code == 200, answer.content
    return sum(not query["sql"].startswith(OF_THE_TRANSACTION) for query in asked.captured_queries)


def figures(*, quick: bool) -> Iterator[Figure]:
    database.empty_tables()
    turns = 2 if quick else 6
    made = hall((WRITERS * turns + 1) * 4, played=0)
    first, *lists = made.lists()
    yield Figure(name="statements of one game", value=statements(made, first), unit="")
    words = ("--workers", "2") if connection.vendor == "postgresql" else ()
    games, rows, waits, row_waits, bytes_written = [], [], [], [], 0
    with server(*words) as (port, pid):
        for turn in range(turns):
            mine = lists[turn * WRITERS : (turn + 1) * WRITERS]
            callers = [at_table(made, port, sheet) for sheet in mine]
            took, each = all_at_once([writing_rows(caller, GAMES) for caller in callers])
            rows.append(WRITERS * GAMES / took)
            row_waits += each
            before = written(pid) if sys.platform == "linux" else 0
            took, each = all_at_once(
                [
                    entering(made, caller, sheet, range(1, GAMES + 1))
                    for caller, sheet in zip(callers, mine, strict=True)
                ]
            )
            bytes_written += (written(pid) if sys.platform == "linux" else 0) - before
            games.append(WRITERS * GAMES / took)
            waits += each
            for caller in callers:
                caller.close()
    yield Figure(
        name=f"games entered by {WRITERS} phones at once",
        value=statistics.median(games),
        unit="games/s",
        ratio=statistics.median(games) / statistics.median(rows),
        compared_with="bare rows written through the same server",
    )
    yield Figure(name="a game, median", value=percentile(waits, 0.5) * 1e3, unit="ms")
    yield Figure(name="a game, 99 of 100 within", value=percentile(waits, 0.99) * 1e3, unit="ms")
    yield Figure(name="a bare row, 99 of 100 within", value=percentile(row_waits, 0.99) * 1e3, unit="ms")
    if connection.vendor == "sqlite" and sys.platform == "linux":
        yield Figure(name="written to the disk for a game", value=bytes_written / len(waits) / 1e3, unit="kB")
