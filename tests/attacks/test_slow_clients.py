"""Clients that send half a request and wait: the server that start.py starts goes on answering everybody else."""

from __future__ import annotations

import http.client
import socket
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import pytest

from tests.tournaments.management.test_serve import address_in, machine, serving

pytestmark = pytest.mark.slow
__all__ = ["machine"]  # the fixture of those stories
HALVES = {
    "headers": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "a body": b"POST /anmelden/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 100000\r\n\r\nusername=",
    "nothing": b"",
}


@pytest.fixture
def port(machine) -> Iterator[int]:
    with serving(machine, "--port", "8731") as (server, said):
        found = int(address_in(said).rpartition(":")[2].rstrip("/"))
        assert answered(found) is not None, "before the attack"
        yield found
        server.terminate()


def answered(port: int) -> float | None:
    """How long a reader waited; None when nobody answered. A page that needs no table of the database."""
    for _attempt in range(40):
        begun = time.monotonic()
        caller = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        with suppress(OSError, http.client.HTTPException), closing(caller):
            caller.request("GET", "/regeln/nirgends/")
            caller.getresponse().read()
            return time.monotonic() - begun
        time.sleep(0.25)
    return None


@pytest.mark.parametrize("half", HALVES)
def test_many_half_requests_stop_nobody(half, port):
    """1,100 half-sent headers stopped a server for as long as their sender liked."""
    callers: list[socket.socket] = []
    many = 1_100 if half == "headers" else 60
    try:
        for _n in range(many):
            with suppress(OSError):
                caller = socket.create_connection(("127.0.0.1", port), timeout=5)
                caller.sendall(HALVES[half])
                callers.append(caller)
        waits = [answered(port) for _n in range(12)]
        assert None not in waits, "somebody got no answer while the attack went on"
    finally:
        for caller in callers:
            caller.close()
    assert answered(port) is not None, "and afterwards"


ATTACKER = ("127.0.0.66", 0)  # an address of this machine that no reader has
FLOODS = {
    "half heads": (3_000, HALVES["headers"]),
    "idle connections": (3_000, b"GET /-/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    "half bodies": (1_100, HALVES["a body"]),
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_of_half_requests_from_one_address_refuses_no_reader(flood, port):
    """3,000 half-sent requests, or idle connections, of one address: readers got three to five answers in 20 seconds."""
    many, sent = FLOODS[flood]
    with ExitStack() as stack:
        for _n in range(many):
            with suppress(OSError):  # the server may close the oldest ones
                caller = socket.create_connection(("127.0.0.1", port), timeout=5, source_address=ATTACKER)
                stack.callback(caller.close)
                caller.sendall(sent)
        waits = []
        for _n in range(40):
            begun = time.monotonic()
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as reader:
                reader.request("GET", "/-/live")
                assert reader.getresponse().status == 200
            waits.append(time.monotonic() - begun)
    assert len(waits) == 40
    print(f"{flood}: readers' p95 {1000 * statistics.quantiles(waits, n=20)[-1]:.0f} ms")


def test_headers_that_trickle_are_ended_by_the_server(port):
    """One sign now and then does not keep a connection for ever."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=60)) as caller:
        caller.sendall(HALVES["headers"])
        until = time.monotonic() + 45
        caller.settimeout(1)
        while time.monotonic() < until:
            with suppress(TimeoutError):
                caller.recv(1000)  # an answer, or the end
                break
            try:
                caller.sendall(b"x")
            except OSError:
                break
        else:
            pytest.fail("after 45 seconds the connection still stands")


def test_slow_readers_of_pages_stop_nobody(port):
    callers = []
    try:
        for _n in range(60):
            caller = socket.create_connection(("127.0.0.1", port), timeout=5)
            caller.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            caller.sendall(b"GET /regeln/nirgends/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 5)
            callers.append(caller)
        assert None not in [answered(port) for _n in range(6)]
    finally:
        for caller in callers:
            caller.close()


def test_an_address_is_decoded_once(port):
    """`.xls%2578` became a workbook behind the door that has files wait in a queue: eight at once took every thread."""
    for path, status in (("/-/li%76e", 200), ("/-/li%2576e", 404)):
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as caller:
            caller.request("GET", path)
            assert caller.getresponse().status == status
