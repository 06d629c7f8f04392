"""What the hall asks all day, each beside a bare view behind the same middleware: processor time as a ratio, and queries."""

from __future__ import annotations

import io
import re
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse

from benchmarks import database  # before any model
from benchmarks.hall_of_lists import NOON, cookies_of, desk, hall, phone
from benchmarks.harness import Figure
from scoring.selectors import newest_version
from tournaments.management.runtime import freeze_objects, prepare_process
from tournaments.models import Tournament

BARE = "/nichts/"
MANY = 1_000  # tournaments on the home page


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One question as the hall asks it, and what the answer has to be."""

    name: str
    address: str
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    cookies: str = ""
    times: int = 60  # a block; the processor's clock ticks coarsely

    def environ(self) -> dict[str, Any]:
        """What a server hands to the application."""
        path, _unused, query = self.address.partition("?")
        given = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in self.headers.items()}
        return {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1:8000",
            "HTTP_USER_AGENT": "Mozilla/5.0 (Linux; Android 14; K) Chrome/140.0 Mobile Safari/537.36",
            "HTTP_ACCEPT_LANGUAGE": "de",
            "HTTP_ACCEPT_ENCODING": "gzip, deflate",
            "wsgi.input": io.BytesIO(),
            "wsgi.errors": io.StringIO(),
            "wsgi.url_scheme": "http",
            "wsgi.version": (1, 0),
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **({"HTTP_COOKIE": self.cookies} if self.cookies else {}),
            **given,
        }


Application = Callable[[dict[str, Any], Callable[..., Any]], Any]


def ask(application: Application, what: Ask) -> dict[str, str]:
    """Ask once, as a server does; returns the answer's headers."""
    got: dict[str, Any] = {}

    def begin(status: str, headers: list[tuple[str, str]], _info: Any = None) -> None:
        got["status"], got["headers"] = int(status[:3]), dict(headers)

    answer = application(what.environ(), begin)
    body = b"".join(answer)
    answer.close()
    assert got["status"] == what.status, f"{what.name}: {got['status']} {body[:300]!r}"
    headers: dict[str, str] = got["headers"]
    return headers | {"body": str(len(body))}


def block(application: Application, what: Ask) -> float:
    """Seconds of processor time for one answer, out of a block of them."""
    begun = time.process_time()
    for _unused in range(what.times):
        ask(application, what)
    return (time.process_time() - begun) / what.times


def of_neighbours(ours: list[float], floor: list[float]) -> float:
    """What was measured right after each other is compared: a machine is quick and slow by the second."""
    return statistics.median(our / bare for our, bare in zip(ours, floor, strict=True))


def measured(application: Application, asks: list[Ask], *, rounds: int) -> Iterator[Figure]:
    """Each question beside the bare view with the same cookies, in turns; the median of the ratios of neighbours."""
    for what in asks:
        bare = Ask(name="bare", address=BARE, status=204, cookies=what.cookies, headers=what.headers)
        ask(application, what)
        ask(application, bare)
        ours, floor = [], []
        for _unused in range(rounds):
            floor.append(block(application, bare))
            ours.append(block(application, what))
        ratio = of_neighbours(ours, floor)
        with CaptureQueriesContext(connection) as asked:
            got = ask(application, what)
        yield Figure(
            name=f"{what.name} ({len(asked)} statements, {int(got['body']) / 1e3:.1f} kB)",
            value=statistics.median(ours) * 1e3,
            unit="ms",
            ratio=ratio,
            compared_with="the time of a bare view; less is better",
        )


PART = re.compile(r"<[^>]*data-poll[^>]*>")


def polls_of(html: str, part: str) -> tuple[str, str]:
    """Where a part of a page asks for news, and what the page has seen there: several parts may share an address."""
    asked: dict[str, list[tuple[str, str]]] = {}
    address = ""
    for tag in PART.findall(html):
        name, url, seen = (
            tag.partition(f'{attribute}="')[2].partition('"')[0].replace("&amp;", "&")
            for attribute in ("id", "data-poll", "data-seen")
        )
        asked.setdefault(url, []).append((name, seen))
        address = url if name == part else address
    there = asked[address]
    return address, there[0][1] if len(there) == 1 else "; ".join(f"{name} {seen}" for name, seen in there)


def asked_all_day(made: Any) -> list[Ask]:
    """The questions that are asked while nothing has changed, and the pages that are opened most."""
    sheet, slug = made.lists()[0], made.tournament.slug
    caller, director = phone(made, sheet), desk(made)
    standings = reverse("standings", args=[slug])
    reader = Client(headers={"accept-language": "de"})
    reader.get(standings)
    known = reader.get(standings)  # with the cookies that the first page has set
    wall = reader.get("/saal/47111/")
    state = wall.content.decode().partition('data-state="')[2].partition('"')[0]
    entry = made.address("game", sheet, 7)
    at_table = caller.get(entry).content.decode()
    open_list = caller.get(made.address("sheet", sheet)).content.decode()
    mine, desks = cookies_of(caller), cookies_of(director)
    referee = director.get(reverse("referee", args=[slug])).content.decode()
    poll = {"HX-Request": "true"}

    def part(name: str, html: str, which: str, cookies: str) -> Ask:
        address, seen = polls_of(html, which)
        return Ask(name=name, address=address, status=204, headers=poll | {"X-Seen": seen}, cookies=cookies)

    return [
        Ask(
            name="standings unchanged, 304",
            address=standings,
            status=304,
            headers={"If-None-Match": known["ETag"]},
            cookies=cookies_of(reader),
        ),
        Ask(
            name="screen unchanged, 204", address="/saal/47111/", status=204, headers=poll | {"X-Seen": state}
        ),
        part("list unchanged, with its call, 204", open_list, "stand", mine),
        part("entry page unchanged, with its call, 204", at_table, "am-tisch", mine),
        part("calls at the desk unchanged, 204", referee, "rufe", desks),
        Ask(name="log-in page", address="/anmelden/", status=200, times=20),
        Ask(name="table page, a reader", address=made.address("sheet", sheet), status=200, times=10),
        Ask(
            name="table page, its phone",
            address=made.address("sheet", sheet),
            status=200,
            cookies=mine,
            times=10,
        ),
        Ask(name="entry page", address=entry, status=200, cookies=mine, times=10),
    ]


def many_tournaments(how_many: int) -> None:
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


def moved(tournament: Tournament) -> None:
    """Something was done: what was kept of this tournament's pages is old."""
    Tournament.objects.filter(pk=tournament.pk).update(revision=tournament.revision + 1)
    tournament.refresh_from_db(fields=["revision"])


def figures(*, quick: bool) -> list[Figure]:
    """All of them, in a process that is prepared as a server is."""
    prepare_process()
    return list(taken(quick=quick))


def taken(*, quick: bool) -> Iterator[Figure]:
    database.empty_tables()
    with database.plain_static_files(), override_settings(ALLOWED_HOSTS=["*"]):
        made, application = hall(), get_wsgi_application()
        rounds = 3 if quick else 15
        standings = reverse("standings", args=[made.tournament.slug])
        asks = asked_all_day(made)
        for what in [*asks, Ask(name="first", address=standings, status=200)]:
            ask(application, what)
        freeze_objects()  # as a server does again when the first questions have been asked
        yield from measured(application, asks, rounds=rounds)
        yield from cold(application, made.tournament, standings, rounds=rounds)
        yield from measured(
            application, [Ask(name="standings kept", address=standings, status=200, times=10)], rounds=rounds
        )
        many_tournaments(100 if quick else MANY)
        home = Ask(name=f"home, {100 if quick else MANY} tournaments", address="/", status=200, times=2)
        yield from measured(application, [home], rounds=5)


def cold(application: Application, tournament: Tournament, address: str, *, rounds: int) -> Iterator[Figure]:
    """The standings right after a game: nothing that was kept can be used."""
    what = Ask(name="standings cold, 40 players", address=address, status=200, times=1)
    bare = Ask(name="bare", address=BARE, status=204)
    ask(application, what)
    ours, floor = [], []
    for _unused in range(rounds):
        floor.append(block(application, bare))
        moved(tournament)
        ours.append(block(application, what))
    with CaptureQueriesContext(connection) as asked:
        partial(moved, tournament)()
        ask(application, what)
    yield Figure(
        name=f"{what.name} ({len(asked) - 2} statements)",
        value=statistics.median(ours) * 1e3,
        unit="ms",
        ratio=of_neighbours(ours, floor),
        compared_with="the time of a bare view; less is better",
    )
