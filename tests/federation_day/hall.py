"""Phones at tables that go on entering whatever fails behind the proxy, and what must be true afterwards."""

from __future__ import annotations

import json
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from threading import Event
from typing import Any
from uuid import uuid4

from tests.federation_day.engines import Database, Host
from tests.power_cut import Phone

PATIENCE = 120.0  # seconds after which a phone that still waits is lost


class FromAddress(urllib.request.HTTPHandler):
    """Each phone has an address of its own: the proxy counts by them."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address

    def http_open(self, asked: urllib.request.Request) -> Any:
        return self.do_open(partial(HTTPConnection, source_address=(self.address, 0)), asked)


@dataclass
class Asked:
    """What `Phone` asks of a site: where it is."""

    url: str


class FederationPhone(Phone):
    """As the table's page does: the same submission again until it is confirmed. Remembers every refusal."""

    def __init__(self, url: str, table: dict[str, Any], *, number: int, pause: float, over: Event) -> None:
        super().__init__(Asked(url), table, 0)  # type: ignore[arg-type]
        self.pause, self.over = pause, over
        self.offset = pause * (0.618 * number % 1)  # tables do not play in step
        self.refused: Counter[str] = Counter()
        self.longest = 0.0  # seconds that a game waited
        self.came_in = False
        self.last = 0  # status
        address = f"127.0.{1 + number // 200}.{1 + number % 200}"
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar), FromAddress(address)
        )

    def play(self) -> None:
        while not self.came_in:
            try:
                self.come_in()
                self.came_in = True
            except (OSError, HTTPException) as cut:
                self.refused[f"at the door: {type(cut).__name__}"] += 1
            except AssertionError:
                self.refused[f"at the door: {self.last}"] += 1
            self.over.wait(0 if self.came_in else 0.5)
        seen = 0
        self.over.wait(self.offset)
        for number in range(1, len(self.plan) + 1):
            if self.over.is_set():
                return
            winner, *others = self.plan[str(number)]["plays"]
            data = {"submission": str(uuid4()), "winner": str(winner), "finish": "R"}
            for seat in others:
                data |= {f"opened_{seat}": "ja", f"augen_{seat}": str(10 + seat + number)}
            begun = time.monotonic()
            seen = self.send(number, data, seen)
            self.longest = max(self.longest, time.monotonic() - begun)
            self.confirmed[number] = data["submission"]
            self.over.wait(self.pause)

    def ask(self, path: str, data: dict[str, str] | None = None) -> tuple[int, str]:
        self.last, text = super().ask(path, data)
        return self.last, text

    def send(self, number: int, data: dict[str, str], seen: int) -> int:
        while True:
            told: dict[str, Any] = {}
            try:
                status, text = self.ask(self.plan[str(number)]["send"], {**data, "seen_version": str(seen)})
                told = json.loads(text) if status in (200, 409) else {}
                if not told:
                    self.refused[str(status)] += 1
            except (OSError, ValueError, HTTPException) as cut:
                self.refused[type(cut).__name__] += 1
            if told.get("state") == "saved":
                return int(told["version"])
            if told.get("state") == "stale":
                assert told["writable"], told
                assert told["row"] == "", told
                seen = int(told["version"])
                continue
            time.sleep(0.3)


@dataclass
class Hall:
    """All the phones, and what they were told. They enter until the story is over."""

    url: str
    tables: list[dict[str, Any]]
    pause: float
    phones: list[FederationPhone] = field(default_factory=list)
    over: Event = field(default_factory=Event)

    def begin(self) -> None:
        self.phones = [
            FederationPhone(self.url, table, number=n, pause=self.pause, over=self.over)
            for n, table in enumerate(self.tables)
        ]
        for phone in self.phones:
            phone.thread.start()

    def confirmed(self) -> set[str]:
        return {said for phone in self.phones for said in list(phone.confirmed.values())}

    def refusals(self) -> Counter[str]:
        return sum((Counter(phone.refused) for phone in self.phones), Counter())

    def goes_on(self, share: float = 1.0) -> None:
        """Until so many more games for each table are confirmed."""
        wanted = len(self.confirmed()) + share * len(self.tables)
        end = time.monotonic() + PATIENCE
        while len(self.confirmed()) < wanted:
            assert any(phone.thread.is_alive() for phone in self.phones), "every list is full"
            assert time.monotonic() < end, f"{len(self.confirmed())} of {wanted}: {self.refusals()}"
            time.sleep(0.1)

    def end(self) -> None:
        """What each phone has begun is sent to its end."""
        self.goes_on()
        self.over.set()
        end = time.monotonic() + PATIENCE
        for phone in self.phones:
            phone.thread.join(max(0.1, end - time.monotonic()))
            assert not phone.thread.is_alive(), f"a phone that still waits: {self.refusals()}"


@dataclass(frozen=True)
class Told:
    """How a story ended."""

    games: int
    refused: Counter[str]
    longest: float  # seconds that one game waited

    def __str__(self) -> str:
        refused = ", ".join(f"{count} × {what}" for what, count in sorted(self.refused.items())) or "nobody"
        return (
            f"{self.games} games, each once; told to come again: {refused}; longest wait {self.longest:.1f} s"
        )


def laid(host: Host, tables: int) -> list[dict[str, Any]]:
    """A tournament with so many tables, on an empty database."""
    host.manage("prepare", "--no-demo")
    return list(inside(host, f"lay({tables})"))


def inside(host: Host, call: str) -> Any:
    """What `tests.power_cut_hall` answers in a process of the host's own."""
    code = f"import json; from tests import power_cut_hall as hall; print(json.dumps(hall.{call}))"
    return json.loads(host.manage("shell", "-v", "0", "--no-imports", "-c", code))


def every_game_once(host: Host, hall: Hall) -> Told:
    """What was confirmed is there, once; nothing else is; the journal's chain is whole."""
    there, confirmed = dict(inside(host, "count()")), hall.confirmed()
    assert not confirmed - set(there["submissions"]), "confirmed, and not there"
    assert sorted(there["submissions"]) == sorted(confirmed), "there twice, or never confirmed"
    assert there["struck"] == 0
    assert there["journal_whole"] is True
    assert there["reported"] == len(confirmed)
    return Told(len(confirmed), hall.refusals(), max(phone.longest for phone in hall.phones))


def nothing_lost_yet(database: Database, told: set[str]) -> None:
    """In the middle: every game that a phone was told of is there."""
    there = [str(said) for (said,) in database.asked("SELECT submission FROM tournaments_game", of="romme")]
    assert not told - set(there), "confirmed, and not there"
    assert len(there) == len(set(there))
