"""The proxy that we ship when hosts say 503, one or all of them, and when there is none: everybody reads a sentence of ours.

The hosts are a few lines each, so that it needs nginx alone; what real ones do behind it is in the two files beside this one.
"""

from __future__ import annotations

import json
import shutil
import threading
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.hosts import Federation

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("nginx"), reason="nginx: .ci/run postgres installs it"),
]
LATER = "Die Datenbank antwortet gerade nicht. In ein paar Sekunden geht es weiter."


class Stub(ThreadingHTTPServer):
    """A host that answers as it is told, and counts what it was asked."""

    def __init__(self, port: int) -> None:
        self.status, self.asked = 200, Counter[str]()
        super().__init__(("127.0.0.1", port), Saying)


class Saying(BaseHTTPRequestHandler):
    """What a host says; 503 with our own sentence."""

    protocol_version = "HTTP/1.1"
    server: Stub

    def answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if not self.server.status:  # its process has ended: open lines too
            self.close_connection = True
            return
        self.server.asked[self.command] += 1
        said = LATER.encode() if self.server.status == 503 else b"da"
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(said)))
        if self.server.status == 503:
            self.send_header("Retry-After", "7")
        self.end_headers()
        self.wfile.write(said)

    def do_GET(self) -> None:
        self.answer()

    def do_POST(self) -> None:
        self.answer()

    def log_message(self, *_words: object) -> None:
        pass


@pytest.fixture
def two(tmp_path) -> Iterator[tuple[Federation, Stub, Stub]]:
    """The proxy that we ship before two hosts that say what the test wants; no database."""
    made = Federation(folder=tmp_path, variables={})
    hosts = Stub(made.ports["a"]), Stub(made.ports["b"])
    threads = [threading.Thread(target=one.serve_forever, daemon=True) for one in hosts]
    for thread in threads:
        thread.start()
    made.proxy()
    yield made, hosts[0], hosts[1]
    made.end()
    for one in hosts:
        one.shutdown()
        one.server_close()


def told(federation: Federation, path: str = "/t/", data: bytes | None = None) -> tuple[int, Message, str]:
    request = urllib.request.Request(f"{federation.site('proxy')}{path}", data=data)
    try:
        with closing(urllib.request.urlopen(request, timeout=20)) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as refused:
        with closing(refused):
            return refused.code, refused.headers, refused.read().decode()


def test_hosts_that_both_say_later_are_asked_on_and_heard(two):
    """The database is away: each answer is a host's own sentence, however many ask; and the first good one is passed on at once."""
    federation, a, b = two
    a.status = b.status = 503
    answers = [told(federation, data=b"x" if n % 3 else None) for n in range(60)]
    assert {(status, said) for status, _head, said in answers} == {(503, LATER)}
    assert {head["Retry-After"] for _status, head, _said in answers} == {"7"}
    assert a.asked["POST"] + b.asked["POST"] == 40, "a write is sent to one host, once"
    a.status = b.status = 200
    assert [told(federation)[0] for _time in range(5)] == [200] * 5, "nobody rests for what both said"


def test_a_host_that_alone_says_later_is_left_alone(two):
    """Its pooler is gone: readers hear nothing of it, and after three it rests, so writers go to the other one as well."""
    federation, a, b = two
    a.status = 503
    assert [told(federation)[0] for _time in range(12)] == [200] * 12
    assert [told(federation, data=b"x")[0] for _time in range(3)] == [200] * 3
    assert (a.asked["POST"], b.asked["POST"]) == (0, 3)


def test_no_host_at_all_is_said_in_our_words(two):
    """Nobody listens: a sentence in three languages with the moment to come again; a problem document for programs."""
    federation, a, b = two
    for one in (a, b):
        one.status = 0
        one.shutdown()
        one.server_close()
    status, head, said = told(federation)
    assert (status, head["Retry-After"], head["Cache-Control"]) == (503, "5", "no-store")
    assert head["Content-Type"] == "text/html; charset=utf-8"
    for word in ("antwortet gerade nicht", "äntwert grad net", "does not answer", 'http-equiv="refresh"'):
        assert word in said
    status, _head, said = told(federation, data=b"x")
    assert (status, "refresh" in said, "noch einmal senden" in said) == (503, False, True)
    status, head, said = told(federation, "/api/tournaments/")
    assert (status, head["Retry-After"], head["Content-Type"]) == (503, "5", "application/problem+json")
    document = json.loads(said)
    assert (document["type"], document["status"]) == ("/api/#problem-later", 503)
    assert "nginx" not in said
