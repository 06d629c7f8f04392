"""2,000 pages that listen to the stream, with a real broker: memory of a line, deliveries and their delay, a broker that is killed."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from benchmarks import database  # isort: skip  # sets Django up
from django.conf import settings
from django.db import transaction

from benchmarks.callers import free_port, memory, processor
from benchmarks.harness import FOLDER, Figure, note
from scoring.services import publish_built_in
from tournaments.event.selectors.news import NewsTopic, stream_address
from tournaments.event.services.news import announce
from tournaments.models import Tournament

PATIENCE = 60.0  # seconds for anything
PER_ADDRESS = 250  # pages behind one pretended address: a hall
EVENTS = (20, 0.5)  # one tournament that everybody follows: so many deeds, so many seconds apart
SATURDAY = (670, 1 / 67)  # 200 tournaments: 67 entries a second, for ten seconds


@dataclass
class Listener(asyncio.Protocol):
    """A page: when it heard which number of its tournament."""

    path: str
    address: str
    heard: dict[int, float] = field(default_factory=dict)
    away: float = 0.0
    told: list[float] = field(default_factory=list)
    rest: bytes = b""
    retry: int = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.wire = transport
        head = f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {self.address}\r\nAccept: text/event-stream\r\n\r\n"
        transport.write(head.encode())  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        lines = (self.rest + data).split(b"\n")
        self.rest = lines.pop()
        for line in lines:
            if line.startswith(b"id: "):
                self.heard[int(line[4:])] = now
            elif line == b"event: away":
                self.away = now
            elif line.startswith(b"retry: "):
                self.retry = int(line[7:])


@contextmanager
def broker(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Redis, in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        words = [
            "redis-server",
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
        ]
        child = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL)
        try:
            until(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)
            yield child
        finally:
            with suppress(ProcessLookupError):
                child.kill()
            child.wait(timeout=10)


@contextmanager
def stream(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The process as a service starts it; ready when it hears the broker."""
    child = subprocess.Popen(
        [sys.executable, "-X", "utf8", "-W", "ignore", "manage.py", "stream", "--port", str(port)],
        cwd=FOLDER.parent,
        env={**os.environ, "PYTHONUTF8": "1", "BEHIND_PROXY": "1", "BROKER_URL": settings.BROKER_URL},
        stdout=subprocess.DEVNULL,
    )
    try:
        until(lambda: answers(f"http://127.0.0.1:{port}/-/ready"))
        yield child
    finally:
        with suppress(ProcessLookupError):
            child.send_signal(signal.SIGTERM)
        child.wait(timeout=30)


def answers(address: str) -> bool:
    with suppress(OSError), closing(urllib.request.urlopen(address, timeout=5)) as answer:  # noqa: S310
        return bool(answer.status == 200)
    return False


def until(said: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not said():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.05)


async def reached(said: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Wait for it in the loop; whether it came."""
    end = time.monotonic() + seconds
    while not said():
        if time.monotonic() > end:
            return False
        await asyncio.sleep(0.02)
    return True


def tournaments(number: int) -> list[int]:
    rules = publish_built_in(now=datetime(2026, 11, 14, tzinfo=UTC))[1]
    day = date(2026, 11, 14)
    rows = [
        Tournament(
            slug=f"pokal-{n}", name=f"Pokal {n}", starts_on=day, ends_on=day, rule_set=rules, series_count=4,
            rounds=12, table_size=4, revision=1, created_at=datetime(2026, 11, 1, tzinfo=UTC),
        )
        for n in range(number)
    ]  # fmt: skip
    return [one.pk for one in Tournament.objects.bulk_create(rows)]


def deed(tournament: int, revision: int) -> float:
    """What a deed does at its end; when its commit was over, and how long telling has held it up."""
    Tournament.objects.filter(pk=tournament).update(revision=revision)
    with transaction.atomic():
        announce(tournament, revision)
    return time.perf_counter()


class Story:
    """One run against a running stream."""

    def __init__(self, port: int, pid: int, *, lines: int) -> None:
        self.port, self.pid, self.lines = port, pid, lines
        self.revision = 1

    async def opened(self, ids: list[int]) -> list[Listener]:
        """So many lines, spread over these tournaments, told where they are."""
        loop = asyncio.get_running_loop()
        pages = [
            Listener(
                path=stream_address(NewsTopic(tournament=ids[n % len(ids)])),
                address=f"10.0.{n // PER_ADDRESS}.1",
            )
            for n in range(self.lines)
        ]
        for page in pages:
            await loop.create_connection(lambda page=page: page, "127.0.0.1", self.port)  # type: ignore[misc]
        assert await reached(lambda: all(page.heard for page in pages)), "not all were let in"
        return pages

    async def told(
        self, pages: list[Listener], ids: list[int], events: int, every: float
    ) -> tuple[int, list[float], float]:
        """Deeds at these tournaments in turn: how many numbers should have come, the delays of those that did, the worst hold-up of a writer."""
        begun: dict[int, tuple[int, float]] = {}
        held = 0.0
        after = time.perf_counter()
        for n in range(events):
            self.revision += 1
            before = time.perf_counter()
            begun[self.revision] = (
                ids[n % len(ids)],
                await asyncio.to_thread(deed, ids[n % len(ids)], self.revision),
            )
            held = max(held, time.perf_counter() - before)
            after += every
            await asyncio.sleep(max(0.0, after - time.perf_counter()))
        wanted = [
            (page, one) for n, page in enumerate(pages) for one in begun if begun[one][0] == ids[n % len(ids)]
        ]
        newest = {ids[n % len(ids)]: one for n, one in enumerate(begun)}
        assert await reached(
            lambda: all(page.heard.get(newest.get(ids[n % len(ids)], 1)) for n, page in enumerate(pages))
        ), "somebody has not heard the newest number"
        delays = [page.heard[one] - begun[one][1] for page, one in wanted if one in page.heard]
        return len(wanted), delays, held


def told_figures(name: str, wanted: int, delays: list[float], held: float) -> Iterable[Figure]:
    ordered = sorted(delays)
    yield Figure(name=f"{name}: numbers that came", value=len(delays), unit=f"of {wanted:,}")
    yield Figure(name=f"{name}: delay, median", value=1000 * statistics.median(ordered), unit="ms")
    yield Figure(name=f"{name}: delay, p99", value=1000 * ordered[int(0.99 * (len(ordered) - 1))], unit="ms")
    yield Figure(name=f"{name}: delay, worst", value=1000 * ordered[-1], unit="ms")
    yield Figure(name=f"{name}: a writer, worst", value=1000 * held, unit="ms")


def figures(*, quick: bool = False) -> Iterable[Figure]:
    lines = 300 if quick else 2_000
    if not shutil.which("redis-server"):
        note("redis-server is missing: apt install redis-server")
        return
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = lines + 512
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(hard, wanted), hard)
    )
    database.empty_tables()
    at = free_port()
    settings.BROKER_URL = f"redis://127.0.0.1:{at}/0"
    ids = tournaments(20 if quick else 200)
    port = free_port()
    with broker(at) as first, stream(port) as child:
        yield from asyncio.run(walk(Story(port, child.pid, lines=lines), ids, first, at, child, quick=quick))


async def walk(
    story: Story,
    ids: list[int],
    first: subprocess.Popen[bytes],
    at: int,
    child: subprocess.Popen[bytes],
    *,
    quick: bool,
) -> list[Figure]:
    """Everybody at one tournament; everybody spread over all of them; the broker killed and back; the end."""
    found: list[Figure] = []
    events, every = (5, 0.2) if quick else EVENTS
    warm = await Story(story.port, story.pid, lines=20).opened(ids[:1])
    await story.told(
        warm, ids[:1], 1, 0.0
    )  # the thread that tells has its client, the process its first connection
    empty = memory(story.pid)
    begun, busy = time.perf_counter(), processor(story.pid)
    one = await story.opened(ids[:1])
    found.append(
        Figure(name="lines opened", value=story.lines / (time.perf_counter() - begun), unit="a second")
    )
    found.append(
        Figure(
            name="opening a line",
            value=1000 * (processor(story.pid) - busy) / story.lines,
            unit="ms of a core",
        )
    )
    busy = processor(story.pid)
    found += told_figures("one tournament", *await story.told(one, ids[:1], events, every))
    messages = events * story.lines
    found.append(
        Figure(name="a message", value=1e6 * (processor(story.pid) - busy) / messages, unit="µs of a core")
    )
    found.append(Figure(name="a line", value=1000 * (memory(story.pid) - empty) / story.lines, unit="kB"))
    found.append(Figure(name="the process without lines", value=empty, unit="MB"))
    for page in [*one, *warm]:
        page.wire.close()
    await asyncio.sleep(1)
    spread = await story.opened(ids)
    found += told_figures(
        "a Saturday", *await story.told(spread, ids, *((60, 1 / 67) if quick else SATURDAY))
    )
    busy, begun = processor(story.pid), time.perf_counter()
    await asyncio.sleep(2 if quick else 25)
    share = 100 * (processor(story.pid) - busy) / (time.perf_counter() - begun)
    found.append(Figure(name="quiet lines with signs of life", value=share, unit="% of a core"))
    return found + await broken(story, spread, ids, first, at, child)


async def broken(
    story: Story,
    pages: list[Listener],
    ids: list[int],
    first: subprocess.Popen[bytes],
    at: int,
    child: subprocess.Popen[bytes],
) -> list[Figure]:
    """The broker is killed: everybody is told; a deed meanwhile; it is back, and everybody hears of it. Then the process ends."""
    begun = time.perf_counter()
    first.kill()
    assert await reached(lambda: all(page.away for page in pages)), "somebody still believes that he is told"
    away = max(page.away for page in pages) - begun
    story.revision += 1
    before = time.perf_counter()
    for one in ids:
        await asyncio.to_thread(deed, one, story.revision)
    held = (time.perf_counter() - before) / len(ids)
    with broker(at):
        begun = time.perf_counter()
        assert await reached(lambda: all(story.revision in page.heard for page in pages)), (
            "somebody missed it"
        )
        back = max(page.heard[story.revision] for page in pages) - begun
        child.send_signal(signal.SIGTERM)
        begun = time.perf_counter()
        await asyncio.to_thread(child.wait, 30)
        ended = time.perf_counter() - begun
    return [
        Figure(name="broker killed: all told to ask", value=away, unit="s"),
        Figure(name="broker killed: a deed", value=1000 * held, unit="ms"),
        Figure(name="broker back: all told what they missed", value=back, unit="s"),
        Figure(name="the end: everybody sent away", value=ended, unit="s"),
        Figure(
            name="the end: they come again within", value=max(page.retry for page in pages) / 1000, unit="s"
        ),
    ]
