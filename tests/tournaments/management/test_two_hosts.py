"""Two hosts with folders of their own behind the proxy that we ship, on one PostgreSQL: what is done on one is there on the other."""

from __future__ import annotations

import base64
import http.cookiejar
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from tests.factories import NOON
from tests.rooms import HOUSE
from tournaments.sealing import core as sealing

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif(not shutil.which("nginx"), reason="nginx: .ci/run postgres installs it"),
    pytest.mark.skipif(not sealing.AVAILABLE, reason="pyHanko has no wheel for this machine"),
]
FIELD = """
from tests import factories
factories.user("leitung")
made = factories.tournament(players=12, series=3)
print(made.slug)
"""


def free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@dataclass
class Browser:
    """Somebody with a browser, who may be sent to either host."""

    site: str
    jar: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)

    def ask(self, path: str, form: dict[str, str] | None = None, site: str = "", **headers: str):
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        data = None
        if form is not None:
            page = self.ask(path, site=site)[1]
            secret = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
            assert secret, page[:500]
            data = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": secret[1]}).encode()
        request = urllib.request.Request((site or self.site) + path, data=data, headers=headers)
        try:
            with closing(opener.open(request, timeout=30)) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as refused:
            with closing(refused):
                return refused.code, refused.read().decode(), refused.headers


@dataclass
class Federation:
    """Two hosts, a worker on each, and the proxy."""

    folder: Path
    variables: dict[str, str]
    ports: dict[str, int] = field(default_factory=lambda: {name: free_port() for name in ("a", "b", "proxy")})
    running: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    def site(self, name: str) -> str:
        return f"http://127.0.0.1:{self.ports[name]}"

    def surroundings(self, host: str) -> dict[str, str]:
        own = self.folder / host
        data = {"DATA_DIR": str(own), "STATIC_ROOT": str(own / "static")}
        return {**os.environ, "PYTHONUTF8": "1", **self.variables, **data}

    def manage(self, host: str, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "manage.py", *words],
            cwd=HOUSE,
            env=self.surroundings(host),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )

    def start(self, host: str) -> None:
        log = (self.folder / f"{host}.log").open("a")
        self.running[host] = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(self.ports[host])],
            cwd=HOUSE,
            env=self.surroundings(host),
            stdout=log,
            stderr=log,
            encoding="utf-8",
        )
        log.close()
        self.until(lambda: self.answers(f"{self.site(host)}/-/ready") == 200)

    def stop(self, host: str, how: int = signal.SIGTERM) -> None:
        process = self.running.pop(host)
        process.send_signal(how)
        process.wait(timeout=30)
        if process.stdout:
            process.stdout.close()

    def proxy(self) -> None:
        """Our own nginx.conf, with the ports of this test."""
        said = (HOUSE / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        for shipped, name in (("8001", "a"), ("8002", "b"), ("8080", "proxy")):
            said = said.replace(f"127.0.0.1:{shipped}", f"127.0.0.1:{self.ports[name]}")
        (self.folder / "site.conf").write_text(said, encoding="utf-8")
        whole = (
            f"pid {self.folder}/nginx.pid; error_log {self.folder}/nginx.log; daemon off; worker_processes 1;"
            "events { worker_connections 512; } http { access_log off; client_body_temp_path "
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

    def until(self, said, seconds: float = 90) -> None:
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


@pytest.fixture
def federation(tmp_path) -> Iterator[Federation]:
    with ExitStack() as stack:
        database = stack.enter_context(own_database())
        key = base64.b64encode(sealing.new_identity(name="Verband", now=NOON)).decode()
        made = Federation(
            folder=tmp_path,
            variables={
                "DATABASE_URL": database,
                "SECRET_KEY": "a-key-of-this-test-only-long-enough-1234567890-abcdefghijk",
                "SEAL_KEY": key,
                "BEHIND_PROXY": "1",
                "OWN_WORKER": "0",
            },
        )
        stack.callback(made.end)
        both = [made.manage(host, "prepare", "--no-demo") for host in ("a", "b")]
        for one in both:
            said, _nothing = one.communicate(timeout=300)
            assert one.returncode == 0, said
        for host in ("a", "b"):
            made.start(host)
        made.proxy()
        yield made


def test_what_is_asked_on_one_host_is_there_on_the_other(federation):
    """Signed in by the proxy; searched on A, whose worker is killed; B's worker ends it, and B shows it."""
    made = federation.manage("a", "shell", "--no-imports", "-c", FIELD)
    slug = made.communicate(timeout=120)[0].split()[-1]
    a, b, proxy = (federation.site(name) for name in ("a", "b", "proxy"))
    browser = Browser(site=proxy)
    assert browser.ask("/anmelden/", {"username": "leitung", "password": "Kreuz-Bube-11"})[0] == 200
    search = f"/turnier/{slug}/leitung/sitzplan/suche/"
    federation.running["worker a"] = federation.manage("a", "work")
    form = {"deed": "suchen", "seed": "Probe", "seconds": "30", "scope": "alles"}
    with psycopg.connect(federation.variables["DATABASE_URL"], autocommit=True) as look:

        def searched() -> tuple[str, int]:
            row = look.execute("SELECT state, id FROM tournaments_plansearch").fetchone()
            return (row[0], row[1]) if row else ("", 0)

        def workers() -> int:
            row = look.execute(
                "SELECT jsonb_array_length(worker_ids) FROM django_tasks_database_dbtaskresult"
            ).fetchone()
            return row[0] if row else 0

        status, said, _headers = posted(browser, search, form, site=a)
        assert status == 200, said[:2000]
        federation.until(lambda: searched()[0] == "running")
        federation.stop("worker a", signal.SIGKILL)
        federation.running["worker b"] = federation.manage("b", "work")
        federation.until(lambda: workers() == 2)
        posted(browser, search, {"deed": "beenden", "suche": str(searched()[1])}, site=b)
        federation.until(lambda: searched()[0] == "found")
    assert "fertig" in browser.ask(search, site=b)[1]
    seals = {browser.ask("/siegel/zertifikat.pem", site=site)[1] for site in (a, b)}
    assert len(seals) == 1, "one certificate, whichever host is asked"
    # The proxy hides what is for those inside, and a host that goes away is passed over.
    assert browser.ask("/-/ready")[0] == 404
    federation.stop("a")
    statuses = {browser.ask("/")[0] for _time in range(12)}
    assert statuses == {200}
    federation.start("a")
    time.sleep(2.5)  # the proxy tries a host again after two seconds
    federation.stop("b")
    assert browser.ask(search)[0] == 200, "signed in on the other host as well"


def posted(browser: Browser, path: str, form: dict[str, str], *, site: str):
    """A form whose secret stands on the page of the plan."""
    page = browser.ask(path.replace("suche/", "planen/"), site=site)[1]
    secret = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert secret, page[:500]
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(browser.jar))
    data = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": secret[1]}).encode()
    try:
        with closing(opener.open(urllib.request.Request(site + path, data=data), timeout=30)) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except urllib.error.HTTPError as refused:
        with closing(refused):
            return refused.code, refused.read().decode(), refused.headers
