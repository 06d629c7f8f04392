"""A federation's hosts as processes of a test: site, worker, cache, and the proxy that we ship, each with its own folder."""

from __future__ import annotations

import base64
import http.cookiejar
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tests.factories import NOON
from tests.rooms import HOUSE
from tournaments.sealing import core as sealing

# What `deploy/` ships, and which of ours takes its place.
PORTS = {"a": 8001, "b": 8002, "proxy": 8080, "cache": 6379}


def free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def can_connect(port: int) -> bool:
    with closing(socket.socket()) as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


@dataclass
class Browser:
    """Somebody with a browser, who may be sent to either host."""

    site: str
    jar: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)

    def ask(
        self, path: str, form: dict[str, str] | None = None, site: str = "", **headers: str
    ) -> tuple[int, str, Any]:
        """A page as text; with a form the page's own secret goes along."""
        status, body, head = self.fetch(path, form, site, **headers)
        return status, body.decode(), head

    def fetch(
        self, path: str, form: dict[str, str] | None = None, site: str = "", **headers: str
    ) -> tuple[int, bytes, Any]:
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        data = None
        if form is not None:
            page = self.ask(path, site=site)[1]
            secret = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
            assert secret, page[:500]
            data = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": secret[1]}).encode()
        request = urllib.request.Request((site or self.site) + path, data=data, headers=headers)
        try:
            with closing(opener.open(request, timeout=60)) as answer:
                return answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as refused:
            with closing(refused):
                return refused.code, refused.read(), refused.headers


@dataclass
class Federation:
    """Two hosts, a worker on each, a cache that they share, and the proxy."""

    folder: Path
    variables: dict[str, str]
    ports: dict[str, int] = field(default_factory=lambda: {name: free_port() for name in PORTS})
    running: dict[str, subprocess.Popen[str]] = field(default_factory=dict)
    limited: bool = True  # by the proxy's bounds for one address

    def site(self, name: str) -> str:
        return f"http://127.0.0.1:{self.ports[name]}"

    def surroundings(self, host: str) -> dict[str, str]:
        own = self.folder / host
        data = {"DATA_DIR": str(own), "STATIC_ROOT": str(own / "static")}
        given = {name: value for name, value in self.variables.items() if value}
        return {**os.environ, "PYTHONUTF8": "1", **given, **data}

    def manage(self, host: str, *words: str, log: str = "") -> subprocess.Popen[str]:
        """A command on this host; what it says goes into a pipe, or into a file of this name."""
        out: Any = (self.folder / f"{log}.log").open("a") if log else subprocess.PIPE
        process = subprocess.Popen(
            [sys.executable, "manage.py", *words],
            cwd=HOUSE,
            env=self.surroundings(host),
            stdout=out,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        if log:
            out.close()
        return process

    def start(self, host: str) -> None:
        self.running[host] = self.manage(host, "serve", "--port", str(self.ports[host]), log=host)
        self.until(lambda: self.answers(f"{self.site(host)}/-/ready") == 200)

    def cache(self) -> None:
        """Start Redis without persistence; Valkey speaks the same protocol."""
        port = str(self.ports["cache"])
        words = ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.running["cache"] = subprocess.Popen(
            words, cwd=self.folder, stdout=subprocess.DEVNULL, encoding="utf-8"
        )
        self.until(lambda: can_connect(int(port)))

    def said(self, script: str, host: str = "a") -> str:
        """What a script says, run on a host in a process of its own."""
        words = ("shell", "--no-imports", "-c", script)
        told, _nothing = self.manage(host, *words).communicate(timeout=120)
        return str(told)

    def stop(self, host: str, how: int = signal.SIGTERM) -> None:
        process = self.running.pop(host)
        process.send_signal(how)
        process.wait(timeout=30)
        if process.stdout:
            process.stdout.close()

    def proxy(self) -> None:
        """Our own nginx.conf, with the ports of this test."""
        said = (HOUSE / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        for name, shipped in PORTS.items():
            said = said.replace(f"127.0.0.1:{shipped}", f"127.0.0.1:{self.ports[name]}")
        if not self.limited:
            said = re.sub(r"^ +limit_\w+ .*$", "", said, flags=re.MULTILINE)
        said = said.replace("/var/cache/romme-club", f"{self.folder}/cache")
        (self.folder / "site.conf").write_text(said, encoding="utf-8")
        whole = (
            f"pid {self.folder}/nginx.pid; error_log {self.folder}/nginx.log; daemon off; worker_processes 1;"
            "worker_rlimit_nofile 16384; events { worker_connections 8192; } http { access_log off; client_body_temp_path "
            f"{self.folder}/body; proxy_temp_path {self.folder}/proxy; fastcgi_temp_path {self.folder}/f;"
            f"uwsgi_temp_path {self.folder}/u; scgi_temp_path {self.folder}/s; include {self.folder}/site.conf; }}"
        )
        (self.folder / "nginx.conf").write_text(whole, encoding="utf-8")
        command = ["nginx", "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "nginx.log")]
        if os.geteuid() == 0:
            command += ["-g", "user root;"]
        self.running["proxy"] = subprocess.Popen(command, encoding="utf-8")
        self.until(lambda: self.answers(f"{self.site('proxy')}/") == 200)

    def answers(self, address: str) -> int:
        try:
            with closing(urllib.request.urlopen(address, timeout=10)) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            with closing(refused):
                return refused.code
        except OSError:
            return 0

    def until(self, said: Callable[[], object], seconds: float = 90) -> None:
        end = time.monotonic() + seconds
        while not said():
            assert time.monotonic() < end, "nothing happened"
            time.sleep(0.1)

    def end(self) -> None:
        for name, process in self.running.items():
            process.send_signal(
                signal.SIGTERM if name == "proxy" else signal.SIGKILL
            )  # nginx ends its own processes
            process.wait(timeout=30)
            if process.stdout:
                process.stdout.close()


@contextmanager
def own_database() -> Iterator[str]:
    server, name = os.environ["DATABASE_URL"], f"two_hosts_{os.getpid()}_{free_port()}"
    with psycopg.connect(server, autocommit=True) as desk:
        desk.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            desk.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def prepared(folder: Path, *hosts: str, **variables: str) -> Iterator[Federation]:
    """Two hosts on an empty database, made ready at once; nothing runs yet, and everything ends with it.

    Without a PostgreSQL server a host has SQLite in its folder, and is alone.
    """
    with ExitStack() as stack:
        on_postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
        given = {
            "DATABASE_URL": stack.enter_context(own_database()) if on_postgres else "",
            "SECRET_KEY": "a-key-of-this-test-only-long-enough-1234567890-abcdefghijk",
            "SEAL_KEY": base64.b64encode(sealing.new_identity(name="Verband", now=NOON)).decode(),
            "BEHIND_PROXY": "1",
            "OWN_WORKER": "0",
        }
        made = Federation(folder=folder, variables=given | variables)
        stack.callback(made.end)
        for one in [made.manage(host, "prepare", "--no-demo") for host in hosts or ("a", "b")]:
            said, _nothing = one.communicate(timeout=300)
            assert one.returncode == 0, said
        yield made
