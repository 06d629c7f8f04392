"""The shipped proxy under floods and slow clients from one address, while others read."""

from __future__ import annotations

import re
import shutil
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from tests.hosts import Federation, prepared
from tournaments.sealing import core as sealing

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif(not shutil.which("nginx"), reason="nginx: .ci/run postgres installs it"),
    pytest.mark.skipif(not sealing.AVAILABLE, reason="pyHanko has no wheel for this machine"),
]


@pytest.fixture(scope="module")
def federation(tmp_path_factory) -> Iterator[Federation]:
    """One host behind the proxy."""
    with prepared(tmp_path_factory.mktemp("proxy"), "a") as made:
        made.start("a")
        made.proxy()
        yield made


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


def test_a_stranger_reaches_no_figures(federation):
    for path in ("/-/metrics", "/-/ready"):
        with closing(Line(federation)) as line:
            assert line.ask(path).status() == 404
