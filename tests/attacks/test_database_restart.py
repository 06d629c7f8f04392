"""PostgreSQL really restarts in the middle of an afternoon: who reads and who sends is told to come again, and nothing is lost or doubled.

A cluster of the test's own, with PostgreSQL's own programs, on a free port; gone afterwards. `.ci/run postgres` runs it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.power_cut import PATIENCE, Phone, Site, confirmed_by, free_port, standing, wait_until

BIN = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None, key=lambda path: float(path.parent.name))
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BIN is None or os.name == "nt", reason="PostgreSQL's own programs are not installed"),
]
PHONES, GAMES = 6, 12
JSON, PROBLEM = "application/json", "application/problem+json"


@dataclass
class Cluster:
    """A database server that can be stopped and started."""

    folder: Path
    port: int = field(default_factory=free_port)

    def pg(self, program: str, *words: str) -> None:
        assert BIN is not None
        user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*user, str(BIN / program), "-D", str(self.folder / "data"), *words]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def make(self) -> None:
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.pg("initdb", "-U", "romme", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")

    def start(self) -> None:
        said = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='{self.folder}' -c fsync=off"
        self.pg("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", said, "start")

    def stop(self, how: str = "fast") -> None:
        self.pg("pg_ctl", "-w", "-m", how, "stop")


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="romme-restart-"))
    folder.chmod(0o755)
    one = Cluster(folder)
    one.make()
    one.start()
    try:
        yield one
    finally:
        with suppress(subprocess.CalledProcessError):
            one.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)


@dataclass
class Reader:
    """Asks for the same address again and again, and remembers every answer."""

    url: str
    answers: list[tuple[int, str, str]] = field(default_factory=list)  # status, kind, when to come again
    going: bool = True

    def read(self) -> None:
        while self.going:
            try:
                with urllib.request.urlopen(self.url, timeout=20) as answer:
                    said = answer.status, answer.headers.get_content_type(), ""
            except urllib.error.HTTPError as answer:
                said = answer.code, answer.headers.get_content_type(), answer.headers.get("Retry-After", "")
                answer.close()
            self.answers.append(said)
            time.sleep(0.05)


def statuses(reader: Reader) -> set[int]:
    return {status for status, _kind, _again in reader.answers}


def test_a_database_that_restarts_costs_nobody_a_game(cluster, tmp_path):
    site = Site(folder=tmp_path, database=f"postgres://romme@127.0.0.1:{cluster.port}/postgres", workers=2)
    tables = site.lay(PHONES)
    slug = tables[0]["list"].split("/")[2]
    hall = [Phone(site, table, GAMES) for table in tables]
    with standing(site):
        site.start()
        page = Reader(f"{site.url}/turnier/{slug}/rangliste/")
        program = Reader(f"{site.url}/api/v1/tournaments/{slug}/standings")
        readers = [threading.Thread(target=one.read, daemon=True) for one in (page, program)]
        for phone in hall:
            phone.come_in()
        for thread in [*readers, *(phone.thread for phone in hall)]:
            thread.start()
        wait_until(lambda: len(confirmed_by(hall)) >= PHONES * GAMES // 3, "a third of the games")
        cluster.stop()
        wait_until(lambda: all(503 in statuses(one) for one in (page, program)), "both hear that it is away")
        before = confirmed_by(hall)
        assert len(before) < PHONES * GAMES, "it went away in the middle"
        cluster.start()
        for phone in hall:
            phone.thread.join(PATIENCE)
            assert not phone.thread.is_alive(), "a phone that still waits"
        heard = len(page.answers), len(program.answers)
        wait_until(
            lambda: all(
                one.answers[n:][-1:] and one.answers[-1][0] == 200
                for one, n in zip((page, program), heard, strict=True)
            ),
            "both read again",
        )
        page.going = program.going = False
        there = site.count()
    assert statuses(page) == statuses(program) == {200, 503}, "never a broken page, never silence"
    away = [said for said in page.answers if said[0] == 503]
    assert {kind for _status, kind, _again in away} == {"text/html"}
    assert {kind for status, kind, _again in program.answers if status == 503} == {PROBLEM}
    assert all(int(again) > 0 for status, _kind, again in [*page.answers, *program.answers] if status == 503)
    assert sorted(there["submissions"]) == sorted(confirmed_by(hall))
    assert len(there["submissions"]) == len(set(there["submissions"])) == PHONES * GAMES
    assert (there["struck"], there["journal_whole"], there["reported"]) == (0, True, PHONES * GAMES)
    assert sum(phone.lost for phone in hall) == 0, "each of them got an answer, also while it was away"
