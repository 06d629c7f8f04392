"""The shipped proxy holds what is public for a second, for everybody at once, and nothing else."""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.hosts import Federation

pytestmark = pytest.mark.skipif(not shutil.which("nginx"), reason="nginx: .ci/run postgres installs it")
NUMBERS, PART = "/turnier/a/revisionen/", "/turnier/a/rangliste/"
PUBLIC = {"Cache-Control": "public, max-age=1"}


class Host(ThreadingHTTPServer):
    """A host that answers with the headers that a test wants, and counts what reaches it."""

    def __init__(self, port: int) -> None:
        self.headers: dict[str, str] = {}
        self.status, self.pause = 200, 0.0
        self.asked: Counter[str] = Counter()
        self.cookies: list[str] = []
        super().__init__(("127.0.0.1", port), Answering)


class Answering(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Host

    def do_GET(self) -> None:
        self.server.asked[self.path] += 1
        self.server.cookies.append(self.headers.get("Cookie", ""))
        time.sleep(self.server.pause)
        said = f"{self.server.asked.total()} {self.headers.get('Accept-Language', '')}".encode()
        self.send_response(self.server.status)
        for name, value in {**self.server.headers, "Content-Length": str(len(said))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_words: object) -> None:
        pass


@pytest.fixture
def proxied(tmp_path) -> Iterator[tuple[Federation, Host]]:
    """The proxy that we ship before one host."""
    made = Federation(folder=tmp_path, variables={})
    host = Host(made.ports["a"])
    threading.Thread(target=host.serve_forever, daemon=True).start()
    made.proxy()
    host.asked.clear()
    yield made, host
    made.end()
    host.shutdown()
    host.server_close()


def asked(federation: Federation, path: str, **headers: str) -> tuple[int, str]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(f"{federation.site('proxy')}{path}", headers=named)
    try:
        with closing(urllib.request.urlopen(request, timeout=20)) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        with closing(refused):
            return refused.code, refused.read().decode()


def test_nginx_understands_the_configuration(proxied):
    federation, _host = proxied
    looked = subprocess.run(
        [
            "nginx",
            "-t",
            "-c",
            str(federation.folder / "nginx.conf"),
            "-e",
            str(federation.folder / "test.log"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "test is successful" in looked.stderr, looked.stderr


def test_numbers_are_asked_once_for_all_phones_whatever_they_send(proxied):
    """With a session, another language, another browser: everybody gets the same answer, and the site sees no cookie."""
    federation, host = proxied
    host.headers, host.pause = PUBLIC | {"Vary": "Accept-Language, Cookie"}, 0.05
    with ThreadPoolExecutor(16) as phones:
        found = list(
            phones.map(
                lambda n: asked(
                    federation, NUMBERS, Cookie=f"rommeclub_session={n}", Accept_Language=("de", "lb")[n % 2]
                ),
                range(200),
            )
        )
    assert {status for status, _said in found} == {200}
    assert host.asked[NUMBERS] <= 4, "200 questions in about a second"
    assert set(host.cookies) == {""}


@pytest.mark.parametrize("refusal", [403, 404, 410])
def test_after_a_second_it_is_asked_again_and_a_refusal_takes_the_place_of_what_was_public(proxied, refusal):
    federation, host = proxied
    host.headers = PUBLIC
    for path in (NUMBERS, PART):
        assert asked(federation, path)[0] == 200
    host.status, host.headers = refusal, {}
    federation.until(lambda: [asked(federation, path)[0] for path in (NUMBERS, PART)] == [refusal] * 2, 10)
    with ThreadPoolExecutor(16) as readers:
        for path in (NUMBERS, PART):
            assert set(readers.map(lambda _n, path=path: asked(federation, path)[0], range(100))) == {refusal}


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Cache-Control": "max-age=60"},
        {"Cache-Control": "private, max-age=60"},
        {"Cache-Control": "no-store"},
        PUBLIC | {"Set-Cookie": "a=b"},
    ],
    ids=lambda headers: ", ".join(headers.values()) or "nothing",
)
@pytest.mark.parametrize("path", [PART, NUMBERS, "/static/a.css", "/"])
def test_what_is_not_public_or_sets_a_cookie_is_never_stored(proxied, headers, path):
    federation, host = proxied
    host.headers = headers
    said = {asked(federation, path)[1] for _n in range(3)}
    assert len(said) == 3


def test_somebody_known_gets_every_page_from_the_site_and_leaves_none(proxied):
    federation, host = proxied
    host.headers = PUBLIC
    known: list[dict[str, str]] = [
        {"Cookie": "rommeclub_session=a"},
        {"Cookie": "messages=a"},
        {"Cookie": "rommeclub_ich=a:7"},
        {"Authorization": "Bearer a"},
    ]
    stranger = asked(federation, PART)[1]
    assert stranger not in {asked(federation, PART, **one)[1] for one in known}
    assert asked(federation, f"{PART}?ab=1", **known[0])[1] != asked(federation, f"{PART}?ab=1")[1]


@pytest.mark.parametrize(
    ("sent", "language"),
    [
        ({"Accept_Language": "lb-LU,lb;q=0.9,de;q=0.8"}, "lb"),
        ({"Accept_Language": "pt-PT,pt;q=0.9,fr;q=0.8,de;q=0.5"}, "fr"),
        ({"Accept_Language": "pt"}, ""),
        ({"Accept_Language": "de", "Cookie": "rommeclub_sprache=en"}, "en"),
        ({"Accept_Language": "de", "Cookie": "rommeclub_sprache=../x"}, "de"),
    ],
)
def test_readers_of_different_languages_share_no_page(proxied, sent, language):
    federation, host = proxied
    host.headers = PUBLIC
    asked(federation, PART, Accept_Language="de-AT")
    assert asked(federation, PART, **sent)[1].partition(" ")[2] == language


def test_looks_and_parts_are_kept_apart(proxied):
    federation, host = proxied
    host.headers = PUBLIC
    kinds: list[dict[str, str]] = [
        {},
        {"HX_Request": "true"},
        {"Cookie": "rommeclub_theme=dark"},
        {"Cookie": "rommeclub_type=large"},
        {"Accept_Encoding": "gzip, br"},
    ]
    said = [asked(federation, PART, **one)[1] for one in kinds]
    assert len(set(said)) == len(kinds)
    assert asked(federation, PART)[1] == said[0] or re.match(r"\d+ ", said[0])


def test_pages_of_two_ports_are_kept_apart(proxied):
    """Addresses in a page (of its QR codes, of its files) bear the port that was asked for."""
    federation, host = proxied
    host.headers = PUBLIC
    at = f"127.0.0.1:{federation.ports['proxy']}"
    assert asked(federation, PART, Host="127.0.0.1:9")[1] != asked(federation, PART, Host=at)[1]


@pytest.mark.parametrize(
    ("sent", "theme"),
    [
        ("rommeclub_theme=dark", "dark"),
        ("rommeclub_theme=; rommeclub_theme=dark", ""),
        ("rommeclub_theme=light; rommeclub_theme=dark", "light"),
        ("ROMMECLUB_THEME=dark", "dark"),
        ("a=b,rommeclub_theme=dark", None),
        ("rommeclub_sprache=en-gb", ""),
        ("rommeclub_session=; rommeclub_session=somebody", ""),
        ("rommeclub_screen=1234; other=1", ""),
    ],
)
def test_a_strangers_page_is_rendered_for_what_its_key_says(proxied, sent, theme):
    """nginx reads the first of two cookies and Django the last: dark pages lay in the cache for all who had chosen none."""
    federation, host = proxied
    host.headers = PUBLIC
    host.cookies.clear()
    assert asked(federation, PART, Cookie=sent)[0] == 200
    [told] = [SimpleCookie(cookies) for cookies in host.cookies]
    assert told.keys() == {f"rommeclub_{name}" for name in ("theme", "type", "suits", "vibration")}
    assert theme is None or told["rommeclub_theme"].value == theme


def test_a_form_keeps_its_secret_and_whoever_is_known_all_cookies(proxied):
    federation, host = proxied
    for sent in ("rommeclub_csrf=abc", "rommeclub_session=a; rommeclub_theme=dark; x=y"):
        host.cookies.clear()
        asked(federation, PART, Cookie=sent)
        assert sent in host.cookies[0]
    assert "csrf" not in host.cookies[0]


def test_what_is_public_is_held_while_a_host_is_away_too(proxied):
    """Nobody listens at the other host: what is tried there first is public all the same."""
    federation, host = proxied
    host.headers = PUBLIC
    time.sleep(2.1)  # it rests for two seconds after it has failed
    paths = [f"{PART}?ab={number}" for number in range(20)]
    for path in paths:
        assert len({asked(federation, path)[1] for _n in range(2)}) == 1
    assert {host.asked[path] for path in paths} == {1}
