"""A site of its own that can lose its power: server processes to be killed, a hall of tables, phones that speak HTTP."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from uuid import uuid4

HOUSE = Path(__file__).resolve().parents[1]
PATIENCE = 60  # seconds until a story that hangs is a story that failed


def wait_until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


@dataclass
class Site:
    """Database, key and address stay; the server comes and goes."""

    folder: Path
    database: str
    workers: int = 1
    port: int = field(default_factory=free_port)
    server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        return {
            **{name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"},
            "DATABASE_URL": self.database,
            "DATA_DIR": str(self.folder),
            "SECRET_KEY": "eine Probe, lang genug, und nirgends sonst gebraucht: 0123456789",
            "DEBUG": "1",  # static files as they lie there
            "PYTHONUTF8": "1",
        }

    def run(self, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=HOUSE,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    def inside(self, call: str) -> Any:
        """What `tests.power_cut_hall` answers in a process of the site's own."""
        code = f"import json; from tests import power_cut_hall as hall; print(json.dumps(hall.{call}))"
        return json.loads(self.run("manage.py", "shell", "-v", "0", "--no-imports", "-c", code))

    def lay(self, tables: int) -> list[dict[str, Any]]:
        self.run("manage.py", "migrate", "-v", "0")
        return list(self.inside(f"lay({tables})"))

    def count(self) -> dict[str, Any]:
        return dict(self.inside("count()"))

    def start(self) -> None:
        command = ["manage.py", "serve", "--port", str(self.port), "--workers", str(self.workers)]
        with (self.folder / "server.log").open("ab") as log:
            self.server = subprocess.Popen(
                [sys.executable, *command],
                cwd=HOUSE,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_until(self.answers, "the server")

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/t/", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """As if somebody had pulled the plug: every process of the server at once, and nothing is said to it."""
        if self.server is not None:
            os.killpg(self.server.pid, signal.SIGKILL)
            self.server.wait()
            self.server = None
            time.sleep(0.2)  # the port is given back


@contextmanager
def standing(site: Site) -> Iterator[Site]:
    try:
        yield site
    finally:
        site.kill()


# Phones that speak HTTP ---------------------------------------------------------------------------------------


class Phone:
    """Does what waiting.js does: the same submission again until it is confirmed, one game after the other."""

    def __init__(self, site: Site, table: dict[str, Any], games: int) -> None:
        self.site, self.table, self.games = site, table, games
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.confirmed: dict[int, str] = {}
        self.lost = 0  # answers that never came
        self.thread = threading.Thread(target=self.play, daemon=True)

    def ask(self, path: str, data: dict[str, str] | None = None) -> tuple[int, str]:
        request = urllib.request.Request(self.site.url + path)
        if data is not None:
            request.data = urllib.parse.urlencode(data).encode()
            request.add_header("X-CSRFToken", self.secret)
        try:
            with self.opener.open(request, timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, answer.read().decode()

    @property
    def secret(self) -> str:
        return next((cookie.value or "" for cookie in self.jar if cookie.name == "rommeclub_csrf"), "")

    def come_in(self) -> None:
        status, _page = self.ask(f"/t/{self.table['token']}/")
        assert status == 200
        status, page = self.ask(f"{self.table['list']}spiel/1/")
        assert status == 200
        found = re.search(r'id="plan" type="application/json">(.*?)</script>', page, re.DOTALL)
        assert found
        self.plan = json.loads(found[1])["games"]

    def play(self) -> None:
        seen = 0
        for number in range(1, self.games + 1):
            winner, *others = self.plan[str(number)]["plays"]
            data = {"submission": str(uuid4()), "winner": str(winner), "finish": "R"}
            for seat in others:
                data |= {f"opened_{seat}": "ja", f"augen_{seat}": str(10 + seat + number)}
            seen = self.send(number, data, seen)
            self.confirmed[number] = data["submission"]

    def send(self, number: int, data: dict[str, str], seen: int) -> int:
        while True:
            try:
                status, text = self.ask(self.plan[str(number)]["send"], {**data, "seen_version": str(seen)})
                told = json.loads(text) if status in (200, 409) else {}
            except (
                OSError,
                ValueError,
                HTTPException,
            ):  # cut off in the middle, refused at the door, half an answer
                self.lost += 1
                told = {}
            if told.get("state") == "saved":
                return int(told["version"])
            if told.get("state") == "stale":
                assert told["writable"], told
                assert told["row"] == "", told
                seen = told["version"]
                continue
            time.sleep(0.2)


def sixty_phones_and_a_power_cut(site: Site, *, phones: int = 60, submissions: int = 500) -> None:
    """Killed in the middle, restarted, and every confirmed submission is there exactly once."""
    tables = site.lay(phones)
    quotas = [submissions // phones + (n < submissions % phones) for n in range(phones)]
    hall = [Phone(site, table, games) for table, games in zip(tables, quotas, strict=True)]
    with standing(site):
        site.start()
        for phone in hall:
            phone.come_in()
        for phone in hall:
            phone.thread.start()
        told = confirmed_by(hall)
        wait_until(lambda: len(confirmed_by(hall)) >= submissions // 2, "half of the games")
        site.kill()
        time.sleep(0.5)  # answers that were on their way have arrived
        told = confirmed_by(hall)
        assert submissions // 2 <= len(told) < submissions, "the plug was pulled in the middle"
        there = site.count()
        assert not (told - set(there["submissions"])), "confirmed, and gone with the power"
        assert len(there["submissions"]) == len(set(there["submissions"]))
        site.start()
        for phone in hall:
            phone.thread.join(PATIENCE)
            assert not phone.thread.is_alive(), "a phone that still waits"
    there = site.count()
    assert sorted(there["submissions"]) == sorted(confirmed_by(hall))
    assert len(there["submissions"]) == submissions
    assert there["struck"] == 0
    assert there["journal_whole"] is True
    assert there["reported"] == submissions
    assert sum(phone.lost for phone in hall) > 0, "somebody was cut off"


def confirmed_by(hall: list[Phone]) -> set[str]:
    return {submission for phone in hall for submission in list(phone.confirmed.values())}
