"""What a new game costs the processes of a federation whose readers ask all of them: each draws for itself, or one for all."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from django.db import connection
from django.db.models import F
from django.urls import reverse

from benchmarks import database  # before any model
from benchmarks.callers import Caller, free_port, processor, server
from benchmarks.hall_of_lists import hall
from benchmarks.harness import Figure
from benchmarks.streams import answers, broker, until
from tournaments.models import Tournament

PROCESSES = 4
READERS = 5  # of one process, after each game
TABLES = 60
BEHIND = {"Host": "turnier.example.org"}  # as the proxy hands it on: one name, whichever process answers
NEWS = BEHIND | {"HX-Request": "true", "X-Seen": "0"}  # a part of the standings whose reader has seen nothing


@contextmanager
def environment(broker_url: str) -> Iterator[None]:
    """What servers that are started in it are told of the broker."""
    before = os.environ.get("BROKER_URL")
    os.environ["BROKER_URL"] = broker_url
    try:
        yield
    finally:
        os.environ.pop("BROKER_URL")
        if before is not None:
            os.environ["BROKER_URL"] = before


def figures(*, quick: bool = False) -> Iterator[Figure]:
    database.empty_tables()
    made = hall((8 if quick else TABLES) * 4, played=10)
    address = reverse("standings", args=[made.tournament.slug])
    games = 2 if quick else 8
    with broker(port := free_port()) as engine:
        own = cost_of_a_game(address, made.tournament, games, broker_url="")
        url = f"redis://127.0.0.1:{port}/0"
        common = cost_of_a_game(address, made.tournament, games, broker_url=url)
        of_the_broker = 1000 * processor(engine.pid) / games
        engine.kill()
        engine.wait(timeout=10)
        away = cost_of_a_game(address, made.tournament, games, broker_url=url)
    title = f"a game, {PROCESSES} processes with {READERS} readers each: processor of all"
    yield Figure(name=f"{title}, each its own pages", value=own[0], unit="ms")
    yield Figure(
        name=f"{title}, common pages",
        value=common[0],
        unit="ms",
        ratio=own[0] / common[0],
        compared_with="own",
    )
    yield Figure(name=f"{title}, the broker is away", value=away[0], unit="ms")
    yield Figure(name="the broker's own, a game", value=of_the_broker, unit="ms")
    yield Figure(
        name="first answer of each process after a game, each its own", value=own[1], unit="ms, median"
    )
    yield Figure(name="first answer of each process after a game, common", value=common[1], unit="ms, median")


def cost_of_a_game(
    address: str, tournament: Tournament, games: int, *, broker_url: str
) -> tuple[float, float]:
    """Milliseconds of processor that all processes take for a game, and how long the first reader of each waits."""
    with ExitStack() as stack:
        stack.enter_context(environment(broker_url))
        running = [stack.enter_context(server()) for _process in range(PROCESSES)]
        for port, _pid in running:
            until(partial(answers, f"http://127.0.0.1:{port}/-/live"))
        readers = [[Caller(port) for _reader in range(READERS)] for port, _pid in running]
        for own in readers:
            for reader in own:
                reader.get(address, BEHIND)
        busy, waited = sum(processor(pid) for _port, pid in running), []
        for turn in range(games):
            time.sleep(2.5)  # longer than a large page rests, as between two games of one tournament
            Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
            connection.close()
            for own in readers[turn % PROCESSES :] + readers[: turn % PROCESSES]:
                begun = time.perf_counter()
                for place, reader in enumerate(own):
                    status, _head, content = reader.get(address, NEWS)
                    assert (status, bool(content)) == (200, True)
                    if not place:
                        waited.append(time.perf_counter() - begun)
        busy = sum(processor(pid) for _port, pid in running) - busy
        for own in readers:
            for reader in own:
                reader.close()
    return 1000 * busy / games, 1000 * statistics.median(waited)
