"""What one answer costs a host and its database: processor time and bytes of each kind that a Saturday is made of, through the server."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from django.db import connection
from django.urls import reverse

from benchmarks import database  # before any model
from benchmarks.callers import Caller, processor, server
from benchmarks.entries import GAMES, at_table, typed
from benchmarks.hall_of_lists import Hall, hall
from benchmarks.harness import Figure
from tournaments.models import ScoreSheet

TABLES = 60
PART = re.compile(rb'<[a-z]+ [^>]*data-poll="[^>]*>')
SAID = re.compile(rb'(id|data-poll|data-seen)="([^"]*)"')


def head_of(*, seen: str) -> dict[str, str]:
    return {"HX-Request": "true", "X-Seen": seen}


def question(page: bytes) -> tuple[str, dict[str, str]]:
    """What the parts of a page ask together: the address and what they have seen."""
    text = gzip.decompress(page) if page.startswith(b"\x1f\x8b") else page
    parts = [dict(SAID.findall(one)) for one in PART.findall(text)]
    address = parts[0][b"data-poll"].decode().replace("&amp;", "&")
    seen = "; ".join(f"{one[b'id'].decode()} {one.get(b'data-seen', b'-').decode()}" for one in parts)
    return address, head_of(seen=seen)


def postmaster() -> int | None:
    """PostgreSQL's first process, where it runs on this machine."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        path = Path(f"/proc/{cursor.fetchone()[0]}/stat")
    return int(path.read_text().rpartition(")")[2].split()[1]) if path.exists() else None


class Meter:
    """Takes one kind after the other against a running server."""

    def __init__(self, pid: int) -> None:
        self.pid, self.database = pid, postmaster()

    def take(
        self, name: str, ask: Callable[[], tuple[int, dict[str, str], bytes]], times: int
    ) -> Iterator[Figure]:
        ask()
        busy, beside, size = processor(self.pid), self.of_the_database(), 0
        for _turn in range(times):
            status, headers, content = ask()
            assert status in {200, 204, 304}, (name, status)
            size += len(content) + sum(len(key) + len(value) + 4 for key, value in headers.items())
        here, there = processor(self.pid) - busy, self.of_the_database() - beside
        yield Figure(name=name, value=1000 * here / times, unit="ms of a host's core")
        if self.database is not None:
            yield Figure(name=f"{name}: database", value=1000 * there / times, unit="ms of its core")
        yield Figure(name=f"{name}: bytes", value=size / times, unit="B")

    def of_the_database(self) -> float:
        return processor(self.database) if self.database is not None else 0.0


def figures(*, quick: bool = False) -> Iterator[Figure]:
    database.empty_tables()
    made = hall((8 if quick else TABLES) * 4, played=0)
    lists = made.lists()
    many = 50 if quick else 1_000
    with server() as (port, pid):
        meter, reader = Meter(pid), Caller(port)
        phone = at_table(made, port, lists[0])
        yield from at_the_table(meter, made, phone, lists[0], many)
        yield from reading(meter, made, reader, many)
        yield from playing(meter, made, port, lists[1:], reader, quick=quick)


def at_the_table(meter: Meter, made: Hall, phone: Caller, sheet: ScoreSheet, many: int) -> Iterator[Figure]:
    address, seen = question(phone.get(made.address("game", sheet, 1))[2])
    assert phone.get(address, seen)[0] == 204
    yield from meter.take("a phone asks, nothing new", lambda: phone.get(address, seen), many)
    nothing = head_of(seen="am-tisch -; ruf -")
    yield from meter.take("a phone asks, something new", lambda: phone.get(address, nothing), many // 5)


def reading(meter: Meter, made: Hall, reader: Caller, many: int) -> Iterator[Figure]:
    standings = reverse("standings", args=[made.tournament.slug])
    reader.get(standings)
    address, seen = question(reader.get(standings)[2])
    bare = {"HX-Request": "true", "X-Seen": seen["X-Seen"].rpartition(" ")[2]}
    assert reader.get(address, bare)[0] == 204
    yield from meter.take("a reader asks, nothing new", lambda: reader.get(address, bare), many)
    old = head_of(seen="0")
    yield from meter.take(
        "a reader asks, something new and kept", lambda: reader.get(address, old), many // 5
    )
    yield from meter.take("a reader comes, the page is kept", lambda: reader.get(standings), many // 5)


def playing(
    meter: Meter, made: Hall, port: int, lists: list[ScoreSheet], reader: Caller, *, quick: bool
) -> Iterator[Figure]:
    """Games, and the standings after them, drawn for each question."""
    standings = reverse("standings", args=[made.tournament.slug])
    numbers = count(1)
    phones = [at_table(made, port, sheet) for sheet in lists[: 2 if quick else 10]]

    def game() -> tuple[int, dict[str, str], bytes]:
        turn, number = divmod(next(numbers) - 1, len(phones))
        return phones[number].post(made.address("send_game", lists[number], turn + 1), typed(turn + 1, turn))

    times = len(phones) * (GAMES // 2) - 1
    yield from meter.take("a game", game, times)
    yield from meter.take(
        f"standings of {4 * len(made.lists())} drawn anew",
        lambda: reader.get(
            f"{standings}?n={next(numbers)}"
        ),  # an address that nobody has asked yet is not kept
        10 if quick else 60,
    )
