"""The proxy that we ship, with what strangers do to it: floods, trickles, streams by the thousand; and what happens when a stream or the broker dies."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from importlib.util import find_spec

import pytest

from tests.hosts import Federation, prepared
from tournaments.sealing import core as sealing

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif(not shutil.which("nginx"), reason="nginx: .ci/run postgres installs it"),
    pytest.mark.skipif(not shutil.which("redis-server"), reason="redis-server: .ci/run postgres installs it"),
    pytest.mark.skipif(find_spec("redis") is None, reason="python start.py federation"),
    pytest.mark.skipif(not sealing.AVAILABLE, reason="pyHanko has no wheel for this machine"),
]
FIELD = """
from tests import factories
from tournaments.event.selectors.news import NewsTopic, stream_address
made = factories.tournament(players=8)
print(made.pk, made.slug, stream_address(NewsTopic(tournament=made.pk)))
"""
DEED = """
from tests.factories import NOON
from tournaments.event.permissions import Actor
from tournaments.event.services.journal import write
from tournaments.models import Tournament
made = Tournament.objects.get(pk={})
write(made, "probe", by=Actor(), now=NOON)
print(f"number={{made.revision}};")
"""


@pytest.fixture(scope="module")
def federation(tmp_path_factory) -> Iterator[Federation]:
    """One host, two streams, a broker, the proxy; and a tournament, of which `made.told` knows number, slug and stream."""
    with ExitStack() as stack:
        made = stack.enter_context(
            prepared(tmp_path_factory.mktemp("proxy"), "a", BROKER_URL="redis://127.0.0.1:6379/0")
        )
        made.variables["BROKER_URL"] = f"redis://127.0.0.1:{made.ports['broker']}/0"
        made.broker()
        made.start("a")
        for host in ("a", "b"):
            made.stream(host)
        made.proxy()
        made.told = made.said(FIELD).splitlines()[-1].split()
        yield made


def deed(federation: Federation) -> int:
    """A line in the journal, written by a process of its own; the number it made."""
    told = re.search(r"number=(\d+);", federation.said(DEED.format(federation.told[0])))
    assert told
    return int(told[1])


class Line:
    """A connection to the proxy, from an address of this machine."""

    def __init__(self, federation: Federation, address: str = "127.0.0.1", seconds: float = 20) -> None:
        self.wire = socket.create_connection(
            ("127.0.0.1", federation.ports["proxy"]), timeout=seconds, source_address=(address, 0)
        )
        self.got = b""

    def send(self, text: str) -> Line:
        self.wire.sendall(text.encode())
        return self

    def ask(self, path: str, method: str = "GET") -> Line:
        return self.send(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")

    def until(self, pattern: str) -> str:
        """Read on until this was said; what stood in the first bracket."""
        while not (found := re.search(pattern.encode(), self.got)):
            piece = self.wire.recv(65536)
            assert piece, f"closed: {self.got[-300:]!r}"
            self.got += piece
        return found[found.re.groups and 1].decode()

    def status(self) -> int:
        return int(self.until(r"HTTP/1\.1 (\d{3}) "))

    def closed(self) -> bool:
        """Whether the other side ends it, in good time."""
        try:
            while piece := self.wire.recv(65536):
                self.got += piece
        except ConnectionResetError:
            return True
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        self.wire.close()


def page_seconds(federation: Federation, address: str = "127.0.0.9") -> float:
    """How long somebody else waits for a page."""
    begun = time.monotonic()
    with closing(Line(federation, address)) as line:
        assert line.ask("/anmelden/").status() == 200
    return time.monotonic() - begun


def test_who_sends_slowly_waits_at_the_proxy_and_is_let_go(federation):
    """Heads that trickle and bodies that do not come: nobody else waits for them, and one address has at most 400 of them."""
    with ExitStack() as stack:
        heads = [stack.enter_context(closing(Line(federation, "127.0.0.2"))) for _number in range(500)]
        for line in heads:
            line.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        bodies = [stack.enter_context(closing(Line(federation, "127.0.0.3"))) for _number in range(450)]
        for line in bodies:
            line.send(
                "POST /anzeige/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                "Content-Length: 5000\r\n\r\nname="
            )
        assert page_seconds(federation) < 5
        begun = time.monotonic()
        while time.monotonic() < begun + 4:
            for line in heads[:20]:
                line.send("x")
            time.sleep(0.5)
        assert heads[0].closed(), "a letter now and then buys no time"
        assert time.monotonic() - begun < 18
        refused = [line for line in bodies[400:] if line.status() == 429]
        assert len(refused) == 50
        assert bodies[0].closed()
        assert page_seconds(federation) < 5


def test_a_flood_from_one_address_is_answered_429_and_others_do_not_notice(federation):
    with closing(Line(federation)) as line:
        file = line.ask("/anmelden/").until(r'href="(/static/img/mark[^"]+)"')
    found: Counter[int] = Counter()

    def flood() -> None:
        with closing(Line(federation, "127.0.0.4")) as line:
            for _number in range(40):
                line.send(f"HEAD {file} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 10)
                for _answer in range(10):
                    found[line.status()] += 1
                    line.got = line.got.partition(b"HTTP/1.1 ")[2]

    threads = [threading.Thread(target=flood) for _number in range(8)]
    for one in threads:
        one.start()
    waited = page_seconds(federation)
    for one in threads:
        one.join()
    assert set(found) == {200, 429}
    assert found[429] > 300
    assert waited < 10
    with closing(Line(federation, "127.0.0.5")) as line:
        doors = Counter()
        for _number in range(60):
            line.got = b""
            doors[line.ask("/anmelden/").status()] += 1
            line.until(r"\r\n\r\n[\s\S]*(</html>|429)")
    assert doors[200] >= 20
    assert doors[429] >= 10, "guessing at the door is slower than reading"


def test_a_page_hears_of_a_deed_by_either_stream_and_of_what_it_missed(federation):
    """Both processes tell it; one ends and says so; the broker dies, a deed is done all the same, and is told when it is back."""
    path = federation.told[2]
    with ExitStack() as stack:
        pages = [stack.enter_context(closing(Line(federation, f"127.0.0.{n}"))) for n in (6, 7)]
        for page in pages:
            page.ask(path).until(r"id: \d+\n")
        number = deed(federation)
        for page in pages:
            page.until(rf"id: {number}\ndata: {number}\n")
        federation.stop("stream a")
        left = [page for page in pages if b"event: later" in page.got or page is leaver(pages)]
        assert len(left) == 1, "one of both was there"
        again = stack.enter_context(closing(Line(federation)))
        again.ask(path).until(rf"id: {number}\n")
        begun = time.monotonic()
        federation.stop("broker", signal.SIGKILL)
        again.until("event: (away)")
        assert time.monotonic() - begun < 5
        missed = deed(federation)
        federation.broker()
        assert again.until(r"event: away[\s\S]*?id: (\d+)\n") == str(missed)
        federation.stream("a")
        federation.stop("stream b", signal.SIGKILL)
        assert again.closed()
        last = stack.enter_context(closing(Line(federation)))
        last.ask(path).until(rf"id: {missed}\n")
        federation.stream("b")


def leaver(pages: list[Line]) -> Line | None:
    """Which of two lines was told to come again, if it has not been read yet."""
    for page in pages:
        page.wire.settimeout(1)
        try:
            page.got += page.wire.recv(65536)
        except TimeoutError:
            continue
        if b"event: later" in page.got:
            return page
    return None


def test_so_many_streams_of_one_address_and_no_more(federation):
    path = federation.told[2]
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(Line(federation, "127.0.0.8"))) for _number in range(1_020)]
        for line in lines:
            line.ask(path)
        found = Counter(line.status() for line in lines)
        assert found == {200: 1_000, 429: 20}
        with closing(Line(federation, "127.0.0.9")) as other:
            assert other.ask(path).status() == 200
        assert page_seconds(federation) < 5


def test_a_stranger_reaches_neither_figures_nor_other_tournaments(federation):
    for path in ("/strom/1-0.forged", "/strom/", "/-/metrics", "/-/ready"):
        with closing(Line(federation)) as line:
            assert line.ask(path).status() == 404
