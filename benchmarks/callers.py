"""Browsers of a benchmark: kept connections to a running server, with cookies, over plain sockets of the standard library."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.harness import FOLDER

PHONE = "Mozilla/5.0 (Linux; Android 14; K) Chrome/140.0 Mobile Safari/537.36"


class Caller:
    """One browser: it keeps its connection and its cookies."""

    def __init__(self, port: int) -> None:
        self.wire = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookies: dict[str, str] = {}

    def ask(
        self, method: str, path: str, body: str = "", headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """One question; a connection that the server has closed meanwhile is opened again, as browsers do."""
        given = {"User-Agent": PHONE, "Accept-Language": "de", "Accept-Encoding": "gzip"} | (headers or {})
        if self.cookies:
            given["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body:
            given["Content-Type"] = "application/x-www-form-urlencoded"
        for attempt in (1, 2):
            try:
                self.wire.request(method, path, body or None, given)
                answer = self.wire.getresponse()
                break
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                self.wire.close()
                if attempt == 2:
                    raise
        content = answer.read()
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _unused, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return answer.status, dict(answer.headers), content

    def get(self, path: str, headers: dict[str, str] | None = None) -> tuple[int, dict[str, str], bytes]:
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, fields: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        sent = fields | {"csrfmiddlewaretoken": self.cookies.get("rommeclub_csrf", "")}
        return self.ask("POST", path, urlencode(sent))

    def close(self) -> None:
        self.wire.close()


def secret_of(page: bytes) -> str:
    """The form's secret on a page."""
    found = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    return found[1].decode() if found else ""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server(*words: str) -> Iterator[tuple[int, int]]:
    """Our server as `serve` starts it, on the benchmark's database: its port and its process."""
    port = free_port()
    child = subprocess.Popen(
        [sys.executable, "-X", "utf8", "-W", "ignore", "manage.py", "serve", "--port", str(port), *words],
        cwd=FOLDER.parent,
        env={**os.environ, "PYTHONUTF8": "1", "DJANGO_SETTINGS_MODULE": "benchmarks.settings"},
        stdout=subprocess.DEVNULL,
    )
    try:
        for _attempt in range(1_200):  # a busy machine takes its time
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield port, child.pid
    finally:
        child.send_signal(signal.SIGINT)
        child.wait(timeout=30)


def family(pid: int) -> list[int]:
    """A process and its children."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found += family(int(child))
    return found


def written(pid: int) -> int:
    """Bytes that a server and its workers have handed to the disk (Linux)."""
    total = 0
    for one in family(pid):
        for line in Path(f"/proc/{one}/io").read_text().splitlines():
            name, _unused, value = line.partition(": ")
            total += int(value) if name == "write_bytes" else 0
    return total


def processor(pid: int) -> float:
    """Seconds of processor time that a server and its workers have used, those that have ended too (Linux)."""
    ticks = 0
    for one in family(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(pid: int, *, files: bool = False) -> float:
    """Megabytes that a server and its workers hold, or the process beside them in which files are drawn (Linux)."""
    pages = 0
    for one in family(pid):
        if (b"--multiprocessing-fork" in Path(f"/proc/{one}/cmdline").read_bytes()) == files:
            pages += int(Path(f"/proc/{one}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def open_files(pid: int) -> int:
    """Files and connections that are open (Linux)."""
    return sum(len(list(Path(f"/proc/{one}/fd").iterdir())) for one in family(pid))
