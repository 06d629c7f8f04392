"""Pages a second through each WSGI server (loopback, 16 kept connections), in turns: why laptops can have waitress."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from benchmarks import database
from benchmarks.harness import FOLDER, Figure, note

PAGE = "/anmelden/"
CONNECTIONS = 16
COMMANDS = {
    "waitress": ("manage.py", "serve", "--port"),
    "granian": (
        *("-m", "granian", "--interface", "wsgi", "--workers", "1", "--blocking-threads", "8", "--no-ws"),
        *("--log-level", "error", "rommé_club.wsgi:application", "--port"),
    ),
}


def figures(*, quick: bool) -> Iterable[Figure]:
    """The same page from both servers, each as we run it."""
    database.empty_tables()
    names = [name for name in COMMANDS if name != "granian" or sys.platform != "win32"]
    if len(names) == 1:
        note("granian has no Windows")
    seconds, rounds = (0.5, 2) if quick else (2.0, 5)
    rates: dict[str, list[float]] = {name: [] for name in names}
    with _all_running(names) as ports:
        for name in names:
            _load(ports[name], seconds=0.5)  # threads and connections are there, the page is compiled
        for turn in range(rounds):
            for name in names[turn % len(names) :] + names[: turn % len(names)]:
                rates[name].append(_load(ports[name], seconds=seconds))
    medians = {name: statistics.median(values) for name, values in rates.items()}
    for name, rate in medians.items():
        ratio = rate / medians["waitress"]
        yield Figure(name=f"page, {name}", value=rate, unit="pages/s", ratio=ratio, compared_with="waitress")


@contextmanager
def _all_running(names: list[str]) -> Iterator[dict[str, int]]:
    ports, children = {}, []
    try:
        for name in names:
            ports[name] = _free_port()
            words = [sys.executable, *COMMANDS[name], str(ports[name])]
            surroundings = {**os.environ, "PYTHONUTF8": "1", "DEBUG": "1"}  # no collected files needed
            children.append(
                subprocess.Popen(words, cwd=FOLDER.parent, env=surroundings, stdout=subprocess.DEVNULL)
            )
        for port in ports.values():
            _wait_for(port)
        yield ports
    finally:
        for child in children:
            child.send_signal(signal.SIGINT)
        for child in children:
            child.wait(timeout=20)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int) -> None:
    for _attempt in range(150):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"nobody answers on port {port}")


def _load(port: int, *, seconds: float) -> float:
    """Answers a second; an answer that is not 200 is a fault of the benchmark."""
    until = time.monotonic() + seconds
    counts: list[int] = []

    def browse() -> None:
        caller, answered = http.client.HTTPConnection("127.0.0.1", port, timeout=20), 0
        while time.monotonic() < until:
            caller.request("GET", PAGE)
            answer = caller.getresponse()
            answer.read()
            assert answer.status == http.HTTPStatus.OK, answer.status
            answered += 1
        caller.close()
        counts.append(answered)

    browsers = [threading.Thread(target=browse) for _unused in range(CONNECTIONS)]
    for browser in browsers:
        browser.start()
    for browser in browsers:
        browser.join()
    assert len(counts) == CONNECTIONS, "a browser stopped early"
    return sum(counts) / seconds
