"""uvicorn with our bounds: whole requests alone take a thread, and slow or half clients nobody else's place."""

from __future__ import annotations

import asyncio
import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest
from uvicorn import Config, Server

from tournaments.management import asgi, bodies, connections
from tournaments.management.asgi import Site
from tournaments.management.connections import Connection

ATTACKER, OTHER = "127.0.0.66", "127.0.0.67"
TAKES_FILES = "/turnier/a/leitung/papier/"


def echo(environ, begin):
    body = environ["PATH_INFO"].encode("latin-1") + b"|" + environ["wsgi.input"].read()
    begin(
        "200 OK", [("Content-Type", "text/plain"), ("Set-Cookie", " a=b"), ("Content-Length", str(len(body)))]
    )
    return [body]


@contextmanager
def served(site: Site) -> Iterator[int]:
    """A running server; yields its port."""
    with server(site) as (port, _server):
        yield port


@contextmanager
def server(site: Site) -> Iterator[tuple[int, Server]]:
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        running = Server(
            Config(site, http=Connection, loop="asyncio", ws="none", lifespan="off", log_config=None)
        )
        thread = threading.Thread(target=lambda: asyncio.run(running.serve(sockets=[listener])))
        thread.start()
        try:
            yield listener.getsockname()[1], running
        finally:
            running.should_exit = True
            thread.join()


def asked(
    port: int, path: str = "/", body: bytes | None = None, **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as caller:
        caller.request(
            "GET" if body is None else "POST",
            path,
            body,
            {name.replace("_", "-"): value for name, value in headers.items()},
        )
        answer = caller.getresponse()
        return answer.status, answer.headers, answer.read()


@contextmanager
def line(port: int, sent: bytes = b"", address: str = ATTACKER) -> Iterator[socket.socket]:
    """A connection on which something was sent."""
    with closing(
        socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))
    ) as one:
        one.sendall(sent)
        yield one


def ended(one: socket.socket) -> bool:
    """Whether the server has closed a connection; waits for it."""
    try:
        while one.recv(65_536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def until(said: Callable[[], object]) -> None:
    for _attempt in range(1_000):
        if said():
            return
        time.sleep(0.01)
    pytest.fail("nothing happened")


def post(length: int, *, path: str = "/") -> bytes:
    return f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n".encode()


def test_a_request_reaches_the_site_and_its_answer_goes_back():
    with served(Site(echo)) as port:
        status, headers, body = asked(port, "/turnier/%C3%A9/")
        assert (status, body.decode()) == (200, "/turnier/é/|")
        assert headers["Set-Cookie"] == "a=b"
        assert asked(port, "/", b"abcdef")[2] == b"/|abcdef"


def test_the_site_is_told_nothing_that_could_be_mistaken():
    told = {}

    def site(environ, begin):
        told.update(environ)
        return echo(environ, begin)

    with served(Site(site)) as port:
        with line(
            port,
            b"GET / HTTP/1.1\r\nHost: a\r\nX_Forwarded_For: 1\r\nCookie: a=b\r\nCookie: c=d\r\nConnection: close\r\n\r\n",
        ) as one:
            assert ended(one)
        assert told["HTTP_COOKIE"] == "a=b; c=d"
        assert "HTTP_X_FORWARDED_FOR" not in told
        assert told["CONTENT_LENGTH"] == "0"
        with line(
            port,
            b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n",
        ) as one:
            assert ended(one)
        assert told["CONTENT_LENGTH"] == "7", "a body in chunks is as long as it came"


def test_trailers_are_no_headers():
    """Behind a body in chunks a client could write what only the proxy may: from which address a request comes."""
    told = {}

    def site(environ, begin):
        told.update(environ)
        return echo(environ, begin)

    head = b"POST / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.0.0.7\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    trailers = b"X-Forwarded-For: 10.9.9.9\r\nX-Forwarded-Proto: https\r\nCookie: a=b\r\n\r\n"
    with served(Site(site)) as port, line(port, head + b"3\r\nabc\r\n0\r\n" + trailers) as one:
        assert ended(one)
    assert told["HTTP_X_FORWARDED_FOR"] == "10.0.0.7"
    assert not {"HTTP_COOKIE", "HTTP_X_FORWARDED_PROTO"} & told.keys()
    assert told["CONTENT_LENGTH"] == "3"


def test_a_long_answer_comes_whole():
    def long(_environ, begin):
        begin("200 OK", [])
        return [b"x" * asgi.PIECE] * 12

    with served(Site(long)) as port:
        assert asked(port)[2] == b"x" * asgi.PIECE * 12


def test_a_body_that_never_ends_is_dropped_and_no_thread_has_waited(monkeypatch):
    monkeypatch.setattr(asgi, "BODY_SECONDS", 0.05)
    reached = []
    site = Site(lambda environ, begin: reached.append(environ) or echo(environ, begin))
    with served(site) as port, line(port, post(9) + b"ab") as one:
        assert ended(one)
        assert reached == []


def test_half_a_form_is_no_form():
    reached = []
    site = Site(lambda environ, begin: reached.append(environ["PATH_INFO"]) or echo(environ, begin))
    with served(site) as port:
        with line(port, post(9, path="/half") + b"abc"):
            pass
        assert asked(port, "/whole", b"abc")[0] == 200
        assert reached == ["/whole"]


def test_a_large_body_is_read_only_where_files_are_taken():
    """58 MB to the choice of a language were copied twice on the disk, while readers waited for a second and a half."""
    with served(Site(echo)) as port:
        for path in ("/sprache/", "/anmelden/", "/nirgends/", "/" + "x" * 300):
            with line(port, post(bodies.LARGEST_FORM + 1, path=path)) as one:
                assert one.recv(100).startswith(b"HTTP/1.1 413"), path
        body = b"x" * (bodies.LARGEST_FORM + 1)
        for path in ("/turniere/uebernehmen/", "/rechner/sicherung/", TAKES_FILES):
            assert asked(port, path, body)[0] == 200, path
        with line(port, post(bodies.LARGEST_BODY + 1, path=TAKES_FILES)) as one:
            assert one.recv(100).startswith(b"HTTP/1.1 413")


def test_what_is_too_large_for_any_page_is_read_to_its_end_and_refused_by_the_site(monkeypatch):
    """A scanner's stack of 130 MB broke the connection: the desk saw no sentence."""
    monkeypatch.setattr(bodies, "KEPT_BODY", 10)
    told = []

    def length(environ, begin):
        told.append((environ["CONTENT_LENGTH"], environ["wsgi.input"].read()))
        return echo(environ, begin)

    site = Site(length)
    with served(site) as port:
        assert asked(port, TAKES_FILES, b"abcdefghijkl")[0] == 200
    assert told == [("12", b"")]
    assert dict(site.disk.of) == {}


def test_one_address_lays_down_so_many_bytes_and_gives_them_back(monkeypatch):
    """Twenty-four bodies of 128 MB were three gigabytes in a folder that is memory on many systems."""
    monkeypatch.setattr(bodies, "ON_DISK_OF_ONE", 150_000)
    site = Site(echo)
    with served(site) as port:
        half = post(150_000, path=TAKES_FILES) + b"x" * 100_000
        with line(port, half, "127.0.0.1"):
            until(lambda: site.disk.of)
            assert asked(port, TAKES_FILES, b"x" * 100_000)[0] == 503
            assert asked(port, TAKES_FILES, b"x" * 60_000)[0] == 200, "small ones are never refused"
            with line(port, post(100_000, path=TAKES_FILES) + b"x" * 100_000, OTHER) as other:
                assert other.recv(100).startswith(b"HTTP/1.1 200")
        until(lambda: not site.disk.of)


def test_behind_a_proxy_the_address_is_what_the_proxy_says():
    scope = {"client": ("10.0.0.7", 5), "headers": [(b"x-forwarded-for", b"1.1.1.1, 10.9.9.9")]}
    assert [bodies.caller(scope, proxies) for proxies in (0, 1, 2)] == ["10.0.0.7", "10.9.9.9", "1.1.1.1"]


# Connections --------------------------------------------------------------------------------------------------------


def test_a_head_that_trickles_is_dropped(monkeypatch):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    with served(Site(echo)) as port, line(port, b"GET / HTTP/1.1\r\nX-Slow: ") as one:
        assert ended(one)


def test_a_head_without_end_is_dropped():
    with served(Site(echo)) as port, line(port, b"GET / HTTP/1.1\r\n") as one:
        with suppress(OSError):
            for _n in range(100):
                one.sendall(b"X-More: " + b"x" * 20_000 + b"\r\n")
        assert ended(one)


@pytest.mark.parametrize(
    "begun",
    [
        b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n",
    ],
    ids=["a second head, while the first request is answered", "trailers"],
)
def test_nothing_else_that_is_no_body_comes_without_end(begun):
    """Forty megabytes of a second head lay in memory, for as long as the first request took."""
    go = threading.Event()

    def slow(environ, begin):
        go.wait(20)
        return echo(environ, begin)

    with served(Site(slow)) as port, line(port, begun + b"X-More: ") as one:
        sent = 0
        with suppress(OSError):
            for _n in range(1_000):
                one.sendall(b"x" * 20_000)
                sent += 20_000
        go.set()
        assert sent < 15_000_000  # most of it in the buffers between us
        assert ended(one)


def test_a_large_body_in_chunks_comes_whole():
    pieces = [b"x" * 4_096] * 800
    with (
        served(Site(echo)) as port,
        closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as caller,
    ):
        caller.request(
            "POST", "/", iter(pieces), encode_chunked=True, headers={"Transfer-Encoding": "chunked"}
        )
        assert len(caller.getresponse().read()) == 2 + 4_096 * 800


def test_one_address_has_so_many_unfinished_requests_and_loses_the_oldest(monkeypatch):
    monkeypatch.setattr(connections, "UNFINISHED_OF_ONE", 3)
    half = b"GET / HTTP/1.1\r\nX-Slow: "
    with served(Site(echo)) as port, ExitStack() as stack:
        other = stack.enter_context(line(port, half, OTHER))
        lines = [stack.enter_context(line(port, half)) for _n in range(5)]
        assert ended(lines[0])
        assert ended(lines[1])
        for one in (*lines[2:], other):
            one.sendall(b"1\r\nHost: a\r\n\r\n")
            assert one.recv(100).startswith(b"HTTP/1.1 200")


def test_a_whole_hall_behind_one_router_is_answered(monkeypatch):
    """Idle connections and finished requests of one address are not counted, however many they are."""
    monkeypatch.setattr(connections, "UNFINISHED_OF_ONE", 3)
    with served(Site(echo)) as port, ExitStack() as stack:
        source = (ATTACKER, 0)
        hall = [http.client.HTTPConnection("127.0.0.1", port, 20, source) for _n in range(200)]
        for one in hall:
            stack.enter_context(closing(one))
        for _round in range(2):
            for one in hall:
                one.request("GET", "/")
            for one in hall:
                assert one.getresponse().read() == b"/|"


def test_when_all_connections_are_taken_the_longest_idle_one_is_closed(monkeypatch):
    """macOS allows few open files: idle connections must not keep readers out."""
    monkeypatch.setattr(Connection.register, "most", 10)
    with served(Site(echo)) as port, ExitStack() as stack:
        lines = [stack.enter_context(line(port)) for _n in range(30)]
        assert asked(port)[0] == 200
        assert ended(lines[0])
        lines[-1].sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert lines[-1].recv(100).startswith(b"HTTP/1.1 200")
    until(lambda: not Connection.register.count)
    assert not Connection.register.idle
    assert not Connection.register.unfinished


def test_who_reads_nothing_holds_no_thread_and_is_dropped(monkeypatch):
    monkeypatch.setattr(connections, "SEND_SECONDS", 0.2)
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0.2)

    def large(_environ, begin):
        begin("200 OK", [])
        return [b"x" * 5_000_000]

    with served(Site(large)) as port, ExitStack() as stack:
        for _n in range(3 * asgi.READING):
            stack.enter_context(line(port, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
        assert len(asked(port)[2]) == 5_000_000
        until(lambda: not Connection.register.count)


# Threads ------------------------------------------------------------------------------------------------------------


def test_writers_that_wait_keep_no_reader_out_nor_files_a_page():
    go = threading.Event()

    def site(environ, begin):
        if environ["REQUEST_METHOD"] == "POST" or environ["PATH_INFO"].endswith(".pdf"):
            go.wait(20)
        begin("200 OK", [])
        return [b"x"]

    with served(Site(site)) as port, ExitStack() as stack:
        waiting = [stack.enter_context(line(port, post(1) + b"x")) for _n in range(3 * asgi.WRITING)]
        waiting += [
            stack.enter_context(line(port, b"GET /a.pdf HTTP/1.1\r\nHost: a\r\n\r\n")) for _n in range(5)
        ]
        assert asked(port)[0] == 200
        go.set()
        for one in waiting:
            assert one.recv(100).startswith(b"HTTP/1.1 200")


def test_one_file_too_many_is_told_to_come_again(monkeypatch):
    """A program that asks for a thousand workbooks does not have everybody else wait for all of them."""
    monkeypatch.setattr(asgi, "FILES_WAITING", 3)
    go = threading.Event()

    def rendering(environ, begin):
        go.wait(20)
        return echo(environ, begin)

    site = Site(rendering)
    with served(site) as port, ExitStack() as stack:
        waiting = [
            stack.enter_context(line(port, b"GET /a.xlsx HTTP/1.1\r\nHost: a\r\n\r\n")) for _n in range(3)
        ]
        until(lambda: site.files == 3)
        status, headers, _body = asked(port, "/a.xlsx")
        assert (status, headers["Retry-After"]) == (503, "5")
        go.set()
        for one in waiting:
            assert one.recv(100).startswith(b"HTTP/1.1 200")
    assert site.files == 0


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/", "read"),
        ("HEAD", "/turnier/a/rangliste.xlsx", "file"),
        ("POST", "/turnier/a/serie/1/tisch/1/", "write"),
        ("POST", "/anmelden/", "dear"),
        ("GET", "/anmelden/", "read"),
        ("GET", "/blatt/", "dear"),
    ],
)
def test_each_kind_of_request_has_its_threads(method, path, kind):
    assert asgi.kind_of({"method": method, "path": path}) == kind


def test_a_server_that_is_stopped_answers_what_has_reached_it():
    """A restart in the middle of a hall: no game is lost between its commit and its answer."""
    inside, go = threading.Event(), threading.Event()

    def site(environ, begin):
        inside.set()
        go.wait(20)
        return echo(environ, begin)

    with server(Site(site)) as (port, running), ExitStack() as stack:
        idle = stack.enter_context(line(port))
        half = stack.enter_context(line(port, post(9) + b"ab"))
        game = stack.enter_context(line(port, post(1) + b"x"))
        assert inside.wait(20)
        running.should_exit = True
        assert ended(idle)
        half.close()
        go.set()
        assert game.recv(100).startswith(b"HTTP/1.1 200")


def test_a_request_that_has_come_before_the_server_stops_is_answered_on_a_kept_connection():
    """A proxy keeps connections: in a rolling update a game was told to come again."""
    with served(Site(echo)) as port, line(port) as one:
        until(lambda: Connection.register.idle)
        [connection] = Connection.register.idle
        blocked = threading.Event()

        def stop() -> None:
            blocked.set()
            time.sleep(0.3)  # the request comes while the loop is busy
            connection.shutdown()

        connection.loop.call_soon_threadsafe(stop)
        assert blocked.wait(20)
        one.sendall(post(1) + b"x")
        assert one.recv(100).startswith(b"HTTP/1.1 200")
