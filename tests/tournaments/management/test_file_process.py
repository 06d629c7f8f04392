"""Files are rendered in a process of their own; when it dies the file is rendered once more, and then a page says so."""

from __future__ import annotations

import io
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rooms import HOUSE
from tests.tournaments.management import rendering
from tournaments.management import file_process
from tournaments.management.file_process import FileProcess


@pytest.fixture
def process() -> Iterator[FileProcess]:
    made = FileProcess(rendering.site, f"{rendering.__name__}.site")
    yield made
    if made.pool is not None:
        made.end(made.pool)


def fetched(process: FileProcess, path: str, **more: str) -> tuple[str, bytes]:
    said: list[Any] = []
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "HTTP_COOKIE": "a=b",
        "SERVER_NAME": "a",
        "SERVER_PORT": "80",
        "wsgi.input": io.BytesIO(),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        **more,
    }
    pieces = process(environ, lambda status, headers: said.extend([status, headers]))  # type: ignore[arg-type]
    return said[0], b"".join(pieces)


def test_a_file_comes_whole_with_the_readers_cookies_and_the_process_stays(process):
    status, content = fetched(process, "/liste.pdf")
    worker, cookies, rest = content.split(b" ")
    assert (status, cookies, len(rest)) == ("200 OK", b"a=b", 300_000)
    assert int(worker) != os.getpid()
    assert fetched(process, "/mappe.xlsx")[1].split()[0] == worker


def test_pages_and_backups_are_answered_here(process):
    for path in ("/turnier/a/rangliste/", "/turnier/a/leitung/sicherung/romme-club-a.zip"):
        assert int(fetched(process, path)[1].split()[0]) == os.getpid()
    assert process.pool is None


def test_a_process_that_dies_once_is_not_noticed(process, tmp_path):
    status, _content = fetched(process, "/dies-once.pdf", HTTP_MARK=str(tmp_path / "mark"))
    assert status == "200 OK"


@pytest.mark.django_db
def test_a_file_that_ends_its_process_is_a_sentence_and_the_next_one_comes(process, tmp_path):
    status, content = fetched(
        process, "/dies.pdf", HTTP_MARK=str(tmp_path / "mark"), HTTP_ACCEPT_LANGUAGE="en"
    )
    assert status.startswith("503")
    assert b"could not be made" in content
    assert fetched(process, "/liste.pdf")[0] == "200 OK"


def test_a_process_that_dies_while_nobody_wants_a_file_is_replaced(process):
    """The machine may take it away when memory is short: then every file was an error until nobody asked for 30 seconds."""
    worker = int(fetched(process, "/liste.pdf")[1].split()[0])
    running = next(one for one in multiprocessing.active_children() if one.pid == worker)
    running.kill()
    running.join()
    for _file in range(2):
        status, content = fetched(process, "/liste.pdf")
        assert status == "200 OK"
        assert int(content.split()[0]) != worker


def test_after_some_files_and_when_nobody_wants_one_the_process_is_another(process, monkeypatch):
    monkeypatch.setattr(file_process, "FILES", 2)
    workers = [fetched(process, "/liste.pdf")[1].split()[0] for _n in range(3)]
    assert workers[0] == workers[1] != workers[2]
    process.end(process.pool)
    assert fetched(process, "/liste.pdf")[1].split()[0] not in workers


KILLED = """
import io, os, signal
from tests.rooms import HOUSE
from tests.tournaments.management import rendering
from tests.tournaments.management.test_file_process import fetched
from tournaments.management.file_process import FileProcess
if __name__ == "__main__":
    process = FileProcess(rendering.site, f"{rendering.__name__}.site")
    print(fetched(process, "/liste.pdf")[1].split()[0].decode(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed there by a signal")
def test_the_process_ends_with_a_server_that_is_killed(tmp_path):
    script = tmp_path / "killed.py"
    script.write_text(KILLED, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, str(script)],
        cwd=HOUSE,
        env={**os.environ, "PYTHONPATH": str(HOUSE)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    worker = int(told.stdout)
    for _attempt in range(200):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("it is still there")
