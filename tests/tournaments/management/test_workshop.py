"""Files are drawn in a process of their own: what it says is what the site says, and when it ends the next file starts it anew."""

from __future__ import annotations

import io
import os
import sys
from typing import Any

import pytest

from tournaments.management import workshop
from tournaments.management.door import WholeAnswer
from tournaments.management.workshop import Broken, Workshop, read_object, work_loop, write_object

OTHER = """
import sys
import django
from django.conf import settings
settings.configure()
from tournaments.management.workshop import work_loop
def site(environ, begin):
    if environ["PATH_INFO"] == "/aus.pdf":
        sys.exit(3)
    begin("200 OK", [("Content-Type", "application/pdf")])
    return [environ["PATH_INFO"].encode("latin-1"), environ["HTTP_COOKIE"].encode(), b"x" * 300_000]
work_loop(site, sys.stdin.buffer, sys.stdout.buffer)
"""


def environ(path: str) -> dict[str, Any]:
    return {"PATH_INFO": path, "HTTP_COOKIE": "a=b", "wsgi.input": io.BytesIO(), "wsgi.version": (1, 0)}


def drawn(bench: Workshop, path: str) -> tuple[int, list[tuple[str, str]], bytes]:
    answer = WholeAnswer()
    with answer.content:
        bench.answer(environ(path), answer.begin, answer.write)
        answer.content.seek(0)
        return answer.status, answer.headers, answer.content.read()


@pytest.fixture
def bench():
    made = Workshop([sys.executable, "-c", OTHER])
    yield made
    made.close()


def test_a_file_comes_whole_and_the_process_stays_for_the_next_one(bench):
    status, headers, content = drawn(bench, "/liste.pdf")
    assert (status, headers) == (200, [("content-type", "application/pdf")])
    assert content == b"/liste.pdfa=b" + b"x" * 300_000
    first = bench.process.pid
    assert drawn(bench, "/mappe.xlsx")[2].startswith(b"/mappe.xlsx")
    assert bench.process.pid == first


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="Windows is told by a flag at the start")
def test_it_stands_behind_everybody_from_its_start_and_in_the_session_of_the_site(bench):
    """A session of its own would have a share of its own of a machine with two cores."""
    drawn(bench, "/liste.pdf")
    here = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, bench.process.pid) == max(here, workshop.NICE)
    assert os.getsid(bench.process.pid) == os.getsid(0)
    assert os.getpgid(bench.process.pid) != os.getpgid(0), "Ctrl-C is for the site"


def test_a_process_that_ends_in_the_middle_is_one_refusal_and_the_next_file_comes(bench):
    with pytest.raises(Broken):
        drawn(bench, "/aus.pdf")
    assert drawn(bench, "/liste.pdf")[0] == 200


@pytest.mark.slow
def test_after_some_files_the_process_is_made_anew(bench, monkeypatch):
    monkeypatch.setattr(workshop, "FILES", 2)
    drawn(bench, "/liste.pdf")
    first = bench.process.pid
    drawn(bench, "/liste.pdf")
    assert bench.process.poll() is None, "and is there before the next file is asked for"
    assert bench.process.pid != first
    assert drawn(bench, "/liste.pdf")[0] == 200


def test_what_is_cut_off_is_no_message():
    whole = io.BytesIO()
    write_object(whole, {"PATH_INFO": "/"})
    assert read_object(io.BytesIO(whole.getvalue())) == {"PATH_INFO": "/"}
    for length in (0, 5, len(whole.getvalue()) - 1):
        with pytest.raises(Broken):
            read_object(io.BytesIO(whole.getvalue()[:length]))


def test_nobody_asks_any_more_and_it_ends():
    work_loop(lambda _environ, _begin: 1 / 0, io.BytesIO(), io.BytesIO())


@pytest.mark.slow
def test_when_nobody_wants_a_file_the_process_ends_and_the_next_file_starts_another():
    bench = Workshop([sys.executable, "-c", OTHER], idle=0.05)
    drawn(bench, "/liste.pdf")
    first = bench.rest
    assert first is not None
    first.join()
    assert bench.process is None
    assert drawn(bench, "/liste.pdf")[0] == 200
    bench.close()


def test_a_file_that_is_being_drawn_is_not_broken_off_by_the_rest_after_the_last(bench):
    drawn(bench, "/liste.pdf")
    with bench.turn:
        bench._end_if_idle()
    assert bench.process.poll() is None
