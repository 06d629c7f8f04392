"""What comes slowly waits at the door and not in a thread; what is dear comes one at a time."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from typing import Any

import pytest
from tournaments.pages.kept import WAITS

from tournaments.management import bodies, door
from tournaments.management.door import Door
from tournaments.management.workshop import Broken


class Headers:
    def __init__(self, **given: str) -> None:
        self.given = {name.replace("_", "-"): value for name, value in given.items()}

    def get(self, name: str) -> str | None:
        return self.given.get(name)

    def get_all(self, name: str) -> list[str]:
        return [self.given[name]]

    def keys(self):
        return list(self.given)

    def __contains__(self, name: str) -> bool:
        return name in self.given


class Scope:
    proto, http_version, scheme, server = "http", "1.1", "http", "127.0.0.1:8000"
    query_string, authority = "", None

    def __init__(self, path: str = "/", method: str = "GET", client: str = "10.0.0.7:50000", **headers: str):
        self.path, self.method, self.client, self.headers = path, method, client, Headers(**headers)


class Protocol:
    """What granian hands over: the body in pieces, and the way back."""

    def __init__(self, *pieces: bytes, stuck: bool = False) -> None:
        self.pieces, self.stuck = list(pieces), stuck
        self.said: list[tuple[int, Any, bytes]] = []

    async def __aiter__(self):
        for piece in self.pieces:
            yield piece
        if self.stuck:
            await asyncio.sleep(60)

    def response_empty(self, status: int, headers: Any) -> None:
        self.said.append((status, headers, b""))

    def response_bytes(self, status: int, headers: Any, body: bytes) -> None:
        self.said.append((status, headers, body))

    def response_stream(self, status: int, headers: Any) -> Protocol:
        self.said.append((status, headers, b""))
        return self

    async def send_bytes(self, piece: bytes) -> None:
        status, headers, before = self.said.pop()
        self.said.append((status, headers, before + piece))


def echo(environ, begin):
    body = environ["wsgi.input"].read()
    begin("200 OK", [("Content-Type", "text/plain"), ("Set-Cookie", " a=b")])
    return [environ["PATH_INFO"].encode("latin-1"), b"|", body]


def ask(site: Door, scope: Scope, protocol: Protocol) -> tuple[int, Any, bytes]:
    asyncio.run(site.__rsgi__(scope, protocol))
    [said] = protocol.said
    return said


def test_a_question_reaches_the_site_and_its_answer_goes_back():
    status, headers, body = ask(Door(echo), Scope("/turnier/é/"), Protocol())
    assert (status, body.decode()) == (200, "/turnier/é/|")
    assert ("set-cookie", "a=b") in headers
    sent = Scope("/", "POST", content_length="6")
    assert ask(Door(echo), sent, Protocol(b"abc", b"def"))[2] == b"/|abcdef"


@pytest.mark.parametrize(
    ("authority", "said", "host"),
    [
        ("club.example:8000", {}, "club.example:8000"),  # HTTP/2 has no line Host
        ("club.example", {"host": "other.example"}, "other.example"),
        (None, {"host": "other.example"}, "other.example"),
    ],
)
def test_the_site_hears_at_which_address_it_was_asked(authority, said, host):
    told = []

    def told_host(environ, begin):
        told.append(environ["HTTP_HOST"])
        return echo(environ, begin)

    sent = Scope("/", **said)
    sent.authority = authority
    ask(Door(told_host), sent, Protocol())
    assert told == [host]


def test_a_body_in_chunks_is_as_long_as_it_came():
    told = []

    def told_length(environ, begin):
        told.append(environ["CONTENT_LENGTH"])
        return echo(environ, begin)

    sent = Scope("/", "POST", transfer_encoding="chunked")
    assert ask(Door(told_length), sent, Protocol(b"abc", b"defg"))[2] == b"/|abcdefg"
    ask(Door(told_length), Scope("/"), Protocol())
    assert told == ["7", "0"]


def test_a_long_answer_comes_whole():
    def long(_environ, begin):
        begin("200 OK", [])
        return [b"x" * door.PIECE] * 12

    assert ask(Door(long), Scope(), Protocol())[2] == b"x" * door.PIECE * 12


def test_a_body_that_never_ends_is_let_go_and_no_thread_has_waited(monkeypatch):
    monkeypatch.setattr(door, "BODY_SECONDS", 0.01)
    reached = []
    site = Door(lambda environ, begin: reached.append(environ) or echo(environ, begin))
    status, _headers, _body = ask(site, Scope("/", "POST", content_length="9"), Protocol(b"ab", stuck=True))
    assert (status, reached, dict(site.coming)) == (408, [], {})


def test_half_a_form_is_no_form():
    reached = []
    site = Door(lambda environ, begin: reached.append(environ) or echo(environ, begin))
    assert ask(site, Scope("/", "POST", content_length="9"), Protocol(b"abc"))[0] == 400
    assert not reached


def test_one_address_has_so_many_bodies_on_their_way_and_no_more(monkeypatch):
    monkeypatch.setattr(door, "BODIES_AT_ONCE", 2)
    site = Door(echo)
    site.coming["10.0.0.7"] = 2
    sent = {"content_length": "3"}
    assert ask(site, Scope("/", "POST", **sent), Protocol(b"abc"))[0] == 503
    assert ask(site, Scope("/", "POST", "10.0.0.8:1", **sent), Protocol(b"abc"))[0] == 200


def test_a_large_body_comes_only_to_where_files_are_taken():
    """58 MB to the choice of a language were copied twice on the disk, while readers waited for a second and a half."""
    told = str(bodies.LARGEST_FORM + 1)
    for path in ("/sprache/", "/anmelden/", "/nirgends/", "/" + "x" * 300):
        assert ask(Door(echo), Scope(path, "POST", content_length=told), Protocol(b"x"))[0] == 413, path
    piece = b"x" * (bodies.LARGEST_FORM // 4 + 1)
    chunked = Scope("/sprache/", "POST", transfer_encoding="chunked")
    assert ask(Door(echo), chunked, Protocol(*[piece] * 4))[0] == 413
    for path in ("/turniere/uebernehmen/", "/rechner/sicherung/", "/turnier/a/leitung/papier/"):
        sent = Scope(path, "POST", transfer_encoding="chunked")
        assert ask(Door(echo), sent, Protocol(*[piece] * 4))[0] == 200, path


def test_what_is_too_large_for_any_page_is_read_to_its_end_dropped_and_refused_by_the_site(monkeypatch):
    """A scanner's stack of 130 MB broke the connection: the desk saw no sentence."""
    monkeypatch.setattr(door, "KEPT_BODY", 10)
    told = []

    def length(environ, begin):
        told.append((environ["CONTENT_LENGTH"], environ["wsgi.input"].read()))
        return echo(environ, begin)

    site, path = Door(length), "/turnier/a/leitung/papier/"
    said = Scope(path, "POST", content_length="12")
    assert ask(site, said, Protocol(b"abcdef", b"ghijkl"))[0] == 200
    chunked = Scope(path, "POST", transfer_encoding="chunked")
    assert ask(site, chunked, Protocol(b"abcdef", b"ghijkl"))[0] == 200
    assert told == [("12", b"")] * 2
    assert (site.held.all, dict(site.held.of)) == (0, {})


def test_a_file_of_which_only_the_head_is_asked_for_is_drawn_elsewhere_too():
    """Eight who asked for heads of workbooks had them drawn in the site itself."""
    asked = []

    class Elsewhere:
        def answer(self, environ, begin, _write):
            asked.append(environ["REQUEST_METHOD"])
            begin("200 OK", [])

    site = Door(echo, workshop=Elsewhere())
    for method in ("GET", "HEAD"):
        assert ask(site, Scope("/turnier/a/rangliste.xlsx", method), Protocol())[0] == 200
    assert asked == ["GET", "HEAD"]


def test_one_address_lays_down_so_many_bytes_and_no_more_and_gives_them_back(monkeypatch):
    """Twenty-four bodies of 128 MB were three gigabytes in a folder that is memory on many systems."""
    monkeypatch.setattr(bodies, "HELD_OF_ONE", 10)
    monkeypatch.setattr(bodies, "HELD_OF_ALL", 15)
    site = Door(echo)
    site.held.took("10.0.0.7", 7)
    assert ask(site, Scope("/", "POST", content_length="4"), Protocol(b"ab", b"cd"))[0] == 503
    other = Scope("/", "POST", "10.0.0.8:1", content_length="4")
    assert ask(site, other, Protocol(b"ab", b"cd"))[0] == 200
    site.held.took("10.0.0.9", 5)
    assert ask(site, other, Protocol(b"ab", b"cd"))[0] == 503  # too much of all
    assert (site.held.all, dict(site.held.of)) == (12, {"10.0.0.7": 7, "10.0.0.9": 5})


def test_behind_a_proxy_the_address_is_what_the_proxy_says():
    scope = Scope(x_forwarded_for="1.1.1.1, 10.9.9.9")
    assert Door(echo, proxies=1).caller(scope) == "10.9.9.9"
    assert Door(echo, proxies=2).caller(scope) == "1.1.1.1"
    assert Door(echo).caller(scope) == "10.0.0.7"


class BrokenOff:
    """A workshop whose process ends in the middle of every file."""

    def answer(self, _environ, begin, write):
        begin("200 OK", [])
        write(b"%PDF")
        raise Broken


def test_a_file_that_breaks_off_is_no_half_file():
    status, _headers, body = ask(Door(echo, workshop=BrokenOff()), Scope("/liste.pdf"), Protocol())
    assert status == 503
    assert b"PDF" not in body


@pytest.mark.parametrize("told", ["999999999999", str(bodies.LARGEST_BODY + 1)])
def test_what_is_too_large_is_not_even_fetched(told):
    assert ask(Door(echo), Scope("/", "POST", content_length=told), Protocol(b"abc"))[0] == 413


def test_files_are_drawn_one_after_the_other_and_pages_pass_them():
    at_once, most, go = [], [], threading.Event()

    def site(environ, begin):
        if environ["PATH_INFO"].endswith(".pdf"):
            at_once.append(1)
            most.append(len(at_once))
            go.wait(5)
            at_once.pop()
        begin("200 OK", [])
        return [b"x"]

    async def hall() -> None:
        inside = Door(site)
        files = [asyncio.create_task(inside.__rsgi__(Scope("/liste.pdf"), Protocol())) for _ in range(5)]
        page = Protocol()
        await inside.__rsgi__(Scope("/"), page)
        assert page.said[0][0] == 200, "a page does not wait for files"
        go.set()
        await asyncio.gather(*files)

    asyncio.run(hall())
    assert max(most) == 1


def test_one_file_too_many_is_told_to_come_again(monkeypatch):
    """A program that asks for a thousand workbooks does not have everybody else wait for all of them."""
    monkeypatch.setattr(door, "FILES_WAITING", 3)
    go_on = threading.Event()

    def drawing(environ, begin):
        go_on.wait(30)
        return echo(environ, begin)

    async def five() -> list[int]:
        site = Door(drawing)
        protocols = [Protocol() for _n in range(5)]
        asked = [asyncio.create_task(site.__rsgi__(Scope("/a.xlsx"), one)) for one in protocols]
        while not all(one.said for one in protocols[3:]):
            await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*asked)
        assert site.files == 0
        assert dict(protocols[4].said[0][1])["retry-after"] == "5"
        return [one.said[0][0] for one in protocols]

    assert asyncio.run(five()) == [200, 200, 200, 503, 503]


def test_who_waits_for_a_page_that_somebody_draws_holds_no_thread():
    page: Future[None] = Future()
    asked = []

    def site(environ, begin):
        asked.append(environ["PATH_INFO"])
        if environ["PATH_INFO"] == "/rangliste/" and not page.done():
            environ[WAITS].append(page)
            begin("425 Too Early", [])
            return []
        begin("200 OK", [])
        return [b"x"]

    async def hall() -> None:
        inside, readers = Door(site, threads=1), [Protocol() for _ in range(5)]
        waiting = [asyncio.create_task(inside.__rsgi__(Scope("/rangliste/"), reader)) for reader in readers]
        while len(asked) < 5:
            await asyncio.sleep(0.01)
        phone = Protocol()
        await inside.__rsgi__(Scope("/spiel/"), phone)
        assert phone.said[0][0] == 200, "the one thread is free"
        page.set_result(None)
        await asyncio.gather(*waiting)
        assert [reader.said[0][0] for reader in readers] == [200] * 5

    asyncio.run(hall())
    assert asked.count("/rangliste/") == 10
