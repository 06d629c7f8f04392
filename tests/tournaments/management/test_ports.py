"""The port belongs to one server, and a restart gets the same one back: real processes, some of them killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.rooms import HOUSE
from tests.tournaments.management.test_serve import address_in, serving
from tournaments.management import ports

SERVER = """
import socket, sys, time
from pathlib import Path
from tournaments.management import ports
asked, folder, lingers = int(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
with ports.own_port("127.0.0.1", asked, tries=50, folder=folder, waiting=lambda port: print("waits", port, flush=True)) as first:
    port = first.getsockname()[1]
    first.close()  # as a server that starts processes: they bind later, and with SO_REUSEPORT
    time.sleep(0.3)
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen()
    print("serves", port, flush=True)
    sys.stdin.readline()  # until it is asked to stop
    time.sleep(lingers)
"""


class Server:
    """A process that serves nothing but a port, on a folder of data of its own."""

    def __init__(self, asked: int, folder: Path, *, lingers: float = 0) -> None:
        folder.mkdir(exist_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(asked), str(folder), str(lingers)],
            cwd=HOUSE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self.said: list[str] = []

    def port(self) -> int:
        assert self.process.stdout
        for line in self.process.stdout:
            self.said.append(line.strip())
            if line.startswith("serves"):
                return int(line.split()[1])
        raise AssertionError(self.said)

    def ask_to_stop(self) -> None:
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def stop(self) -> None:
        self.ask_to_stop()
        self.process.wait(timeout=30)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@contextmanager
def servers() -> Iterator[list[Server]]:
    begun: list[Server] = []
    try:
        yield begun
    finally:
        for one in begun:
            one.kill()


def free_port() -> int:
    """Return a port that is free now, with some room behind it."""
    with closing(socket.socket()) as somebody:
        somebody.bind(("127.0.0.1", 0))
        return min(int(somebody.getsockname()[1]), 60_000)


def test_servers_that_start_at_the_same_moment_get_different_ports(tmp_path):
    asked = free_port()
    with servers() as begun:
        begun += [Server(asked, tmp_path / str(number)) for number in range(4)]
        got = [one.port() for one in begun]
        assert len(set(got)) == 4, got
        assert min(got) >= asked


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_a_restart_gets_the_port_of_before_also_when_the_one_that_was_asked_for_is_free_by_now(tmp_path, how):
    asked = free_port()
    with servers() as begun:
        begun += [first := Server(asked, tmp_path / "first")]
        taken = first.port()
        begun += [second := Server(asked, tmp_path / "second")]
        got = second.port()
        assert got != taken
        first.stop()
        getattr(second, how)()
        begun += [again := Server(asked, tmp_path / "second")]
        assert again.port() == got, "codes were printed with it"
        begun += [elsewhere := Server(asked, tmp_path / "first")]
        assert elsewhere.port() == taken


def test_a_restart_waits_for_a_server_that_finishes_its_requests(tmp_path):
    asked = free_port()
    with servers() as begun:
        begun += [first := Server(asked, tmp_path / "data", lingers=1.5)]
        got = first.port()
        first.ask_to_stop()
        begun += [again := Server(asked, tmp_path / "data")]
        assert again.port() == got
        assert f"waits {got}" in again.said


def test_another_port_that_is_asked_for_is_given(tmp_path):
    with servers() as begun:
        asked = free_port()
        begun += [first := Server(asked, tmp_path / "data")]
        got = first.port()
        first.stop()
        begun += [other := Server(got + 7, tmp_path / "data")]
        assert other.port() >= got + 7


@pytest.mark.parametrize("note", ["", "[]", '{"asked": "x"}', '{"asked": 8000}', "\x00"])
def test_a_broken_note_is_no_note(tmp_path, note):
    (tmp_path / ports.NOTE).write_text(note, encoding="utf-8")
    assert ports.last_port(tmp_path) is None
    asked = free_port()
    with ports.own_port("127.0.0.1", asked, tries=50, folder=tmp_path, waiting=print) as listener:
        got = listener.getsockname()[1]
    assert json.loads((tmp_path / ports.NOTE).read_text(encoding="utf-8")) == {"asked": asked, "got": got}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to whole consoles only")
def test_two_sites_that_start_together_are_two_addresses_and_one_comes_back_where_it_was(tmp_path):
    """The command itself: two at once on the same port, and one stopped with Ctrl-C while a phone keeps its connection."""
    asked = str(free_port())
    machines = [
        {"DATA_DIR": str(tmp_path / name), "STATIC_ROOT": str(tmp_path / "static"), "DEBUG": "1"}
        for name in "ab"
    ]
    begun = [begun_server(machine, asked) for machine in machines]
    try:
        addresses = [address_in(lines_of(server)) for server in begun]
        assert len(set(addresses)) == 2
        assert all(answered(address) for address in addresses)
        with ExitStack() as phones:
            host = addresses[1].removeprefix("http://").rstrip("/")
            phone = phones.enter_context(
                socket.create_connection((host.split(":")[0], int(host.split(":")[1])))
            )
            phone.sendall(f"GET /gibt-es-nicht/ HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            assert phone.recv(12) == b"HTTP/1.1 404"
            begun[1].send_signal(signal.SIGINT)
            with serving(machines[1], "--port", asked) as (_server, said):
                assert address_in(said) == addresses[1]
                assert answered(addresses[1])
    finally:
        for server in begun:
            server.kill()
            server.communicate()


def begun_server(machine: dict[str, str], port: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", port],
        cwd=HOUSE,
        env={**os.environ, **machine, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def lines_of(server: subprocess.Popen[str]) -> list[str]:
    said: list[str] = []
    assert server.stdout
    for line in server.stdout:
        said.append(line)
        if "Strg+C" in line:
            return said
    raise AssertionError(said)


def answered(address: str) -> bool:
    """Ask until the server has begun to answer."""
    for _try in range(300):
        try:
            urllib.request.urlopen(f"{address}gibt-es-nicht/", timeout=5)
        except urllib.error.HTTPError as answer:
            return answer.code == 404
        except OSError:
            time.sleep(0.1)
    return False
