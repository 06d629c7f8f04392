"""Takes requests from the server and waits for slow bodies and slow readers; threads only compute answers.

granian speaks HTTP, keeps thousands of connections, and closes those whose head does not arrive in time. It
hands requests over (RSGI) while their body is still on the way. The door reads the body, within a deadline,
and only then has one of a few threads compute the answer with Django. The answer is taken out of the thread
at once and sent from here, however slowly it is read. Files (PDF, workbook, archive) are drawn one at a
time. So neither half-sent forms nor slow readers nor a flood of exports stop a table's phone.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from typing import IO, TYPE_CHECKING, Any

from tournaments.access.core.proxies import caller_behind
from tournaments.management.bodies import KEPT_BODY, LARGEST_BODY, LARGEST_FORM, Body, BodyRefused, HeldBytes
from tournaments.management.line import RequestLine
from tournaments.management.workshop import Broken, Workshop
from tournaments.pages.doors import takes_files

PATIENCE, WAITS = 20.0, "rommeclub.waits"

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

THREADS = 8
BODY_SECONDS = 20.0  # for all of a body, however it trickles
PIECE_SECONDS = 30.0  # for each piece of an answer that is fetched slowly
IN_MEMORY = 512 * 1024  # larger answers lie in a file meanwhile
PIECE = 64 * 1024
PAGES = frozenset({"GET", "HEAD"})  # unless a page that is open asks for news
WAITS_AT_MOST = 2  # for a page that somebody else draws; afterwards it is drawn for this reader
BODIES_AT_ONCE = 24  # of one address
HELD_OF_ONE = (
    560
    * 1024
    * 1024  # bytes of bodies that have come and are not answered yet, of one address: eight stacks of scans
)
FILES_WAITING = 24  # asked for and not drawn yet; one more is told to come again
DEAR = re.compile(
    r"\.(pdf|xlsx|zip|jsonl)$"
)  # files that take a while: drawn one after the other, in a process of their own

Headers = list[tuple[str, str]]


class WholeAnswer:
    """Status, headers and the whole content of an answer, in memory or in a temporary file."""

    def __init__(self) -> None:
        self.status = 500
        self.headers: Headers = []
        self.content: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
        self.length = 0

    def begin(self, status: str, headers: Headers, _exc_info: Any = None) -> Callable[[bytes], object]:
        """WSGI's start_response."""
        self.status, self.headers = (
            int(status[:3]),
            [(name.lower(), value.strip()) for name, value in headers],
        )
        return self.write

    def write(self, piece: bytes) -> None:
        """WSGI's write: add a piece of the content."""
        self.length += self.content.write(piece)


class Door:
    """The RSGI application that the server calls; it calls the WSGI application of Django."""

    def __init__(
        self,
        application: WSGIApplication,
        *,
        threads: int = THREADS,
        proxies: int = 0,
        workshop: Workshop | None = None,
    ) -> None:
        self.application = application
        self.proxies = proxies
        self.workshop = workshop
        self.line = RequestLine(threads)
        self.coming: Counter[str] = Counter()  # bodies on their way, by address
        self.held = HeldBytes()
        self.dear: asyncio.Semaphore | None = None
        self.files = 0  # asked for, and not drawn yet

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        """Handle one request: read its body, compute the answer, send it."""
        if scope.proto != "http":
            return
        try:
            body = await self.body_of(scope, protocol)
        except BodyRefused as refused:
            protocol.response_empty(refused.status, [("connection", "close"), ("retry-after", "2")])
            return
        with closing(body):
            answer = await self.answered(scope, body)
        with answer.content:
            await send(protocol, answer)

    async def body_of(self, scope: Any, protocol: Any) -> Body:
        """Read the whole body, in memory or a temporary file; raises `BodyRefused`."""
        told = scope.headers.get("content-length") or ""
        chunked = "transfer-encoding" in scope.headers
        address = self.caller(scope)
        if told in ("", "0") and not chunked:
            return Body(self.held, address)
        largest, kept = (LARGEST_BODY, KEPT_BODY) if takes_files(scope.path) else (LARGEST_FORM, LARGEST_FORM)
        if told.isdecimal() and int(told) > largest:
            raise BodyRefused(413)
        if told.isdecimal() and int(told) > kept:
            kept = 0  # the site will refuse it by its length: nothing of it is written anywhere
        if self.coming[address] >= BODIES_AT_ONCE:
            raise BodyRefused(503)
        self.coming[address] += 1
        body = Body(self.held, address)  # closed by whoever gets it
        try:
            length = await asyncio.wait_for(body.collect(protocol, largest=largest, kept=kept), BODY_SECONDS)
            if told.isdecimal() and length != int(told):
                raise BodyRefused(400)  # whoever sent it has gone in the middle: half a form is no form
        except TimeoutError as slow:
            body.close()
            raise BodyRefused(408) from slow
        except BaseException:
            body.close()
            raise
        finally:
            self.coming[address] -= 1
            if not self.coming[address]:
                del self.coming[address]
        body.content.seek(0)
        return body

    def caller(self, scope: Any) -> str:
        """The client's address, as our own proxies name it if there are any; bodies are counted by it."""
        sent = str(scope.client).rpartition(":")[0]
        if not self.proxies:
            return sent
        told = ",".join(scope.headers.get_all("x-forwarded-for"))
        return caller_behind(self.proxies, forwarded=told, sent=sent)

    async def answered(self, scope: Any, body: Body) -> WholeAnswer:
        """Compute the answer in a thread. Files are drawn one at a time, in the workshop if there is one."""
        environ = environ_of(scope, body)
        if not DEAR.search(scope.path):
            return await self.drawn(environ, body.content)
        if self.dear is None:
            self.dear = asyncio.Semaphore(1)
        if self.files >= FILES_WAITING:
            return not_now()
        self.files += 1
        try:
            async with self.dear:
                elsewhere = self.workshop is not None and scope.method in PAGES
                work = partial(self.fetched if elsewhere else self.answer, environ)
                return await self.line.done(work, page=not elsewhere)
        finally:
            self.files -= 1

    async def drawn(self, environ: dict[str, Any], body: IO[bytes]) -> WholeAnswer:
        """Compute an answer that is no file.

        When another request is drawing the very page that is wanted, Django answers at once with something
        to wait for (`WAITS`). That is waited for here, without a thread, and then the request is asked
        again.
        """
        page = environ["REQUEST_METHOD"] in PAGES and "HTTP_HX_REQUEST" not in environ
        for _attempt in range(WAITS_AT_MOST):
            waits: list[Future[None]] = []
            answer = await self.line.done(partial(self.answer, environ | {WAITS: waits}), page=page)
            if not waits:
                return answer
            answer.content.close()
            await asyncio.wait([asyncio.wrap_future(waits[0])], timeout=PATIENCE)
            body.seek(0)
        return await self.line.done(partial(self.answer, environ), page=page)

    def fetched(self, environ: dict[str, Any]) -> WholeAnswer:
        """Fetch a file from the workshop; runs in a thread. 503 if the workshop ended in the middle."""
        answer = WholeAnswer()
        assert self.workshop
        try:
            self.workshop.answer(environ, answer.begin, answer.write)
        except Broken:
            answer.content.close()
            return not_now()
        answer.content.seek(0)
        return answer

    def answer(self, environ: dict[str, Any]) -> WholeAnswer:
        """Call the WSGI application and read its whole answer; runs in a thread."""
        answer = WholeAnswer()
        pieces: Iterable[bytes] = self.application(environ, answer.begin)
        try:
            for piece in pieces:
                answer.write(piece)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
        answer.content.seek(0)
        return answer


def not_now() -> WholeAnswer:
    """The answer 503 with `Retry-After`: too many files are wanted, or the workshop ended in the middle."""
    answer = WholeAnswer()
    answer.begin("503 Service Unavailable", [("Retry-After", "5"), ("Cache-Control", "no-store")])
    return answer


async def send(protocol: Any, answer: WholeAnswer) -> None:
    """Send the answer; a reader who takes none of it for `PIECE_SECONDS` is given up."""
    if not answer.length:
        protocol.response_empty(answer.status, answer.headers)
    elif answer.length <= IN_MEMORY:
        protocol.response_bytes(answer.status, answer.headers, answer.content.read())
    else:
        way = protocol.response_stream(answer.status, answer.headers)
        while piece := answer.content.read(PIECE):
            await asyncio.wait_for(way.send_bytes(piece), PIECE_SECONDS)


def environ_of(scope: Any, body: Body) -> dict[str, Any]:
    """The WSGI environment of a request."""
    host, _unused, port = str(scope.server).rpartition(":")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode(
            "latin-1"
        ),  # the server has decoded it: a second time would be another path
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": str(scope.client).rpartition(":")[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": body.content,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name in scope.headers.keys():  # noqa: SIM118 - granian's headers are no mapping
        if "_" in name:
            continue  # would be mistaken for the same name with a hyphen
        value = (
            ",".join(scope.headers.get_all(name))
            if name != "cookie"
            else "; ".join(scope.headers.get_all(name))
        )
        environ[f"HTTP_{name.upper().replace('-', '_')}"] = value
    environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
    environ.pop("HTTP_CONTENT_LENGTH", None)
    environ["CONTENT_LENGTH"] = str(body.length)  # what came: a body in chunks says no length
    if authority := scope.authority:
        environ.setdefault("HTTP_HOST", authority)
    return environ
