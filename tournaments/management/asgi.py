"""The ASGI application that uvicorn serves: whole requests go to Django's WSGI application, in threads of their kind.

The body is read before a thread is taken, and the answer is taken out of its thread before it is sent: neither half
requests nor slow readers hold a thread. (a2wsgi does the same with a hand-over between thread and event loop for every
piece, which costs four times as much.)
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import IO, TYPE_CHECKING, Any

from tournaments.management.bodies import BODY_SECONDS, Body, BodyRefused, DiskUse, read_body
from tournaments.pages.doors import SAFE, is_dear

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    from tournaments.management.connections import Connection

# Threads of each kind of request: writers that wait for the database never keep readers out, nor dear pages a game.
READING, WRITING, DEAR, FILES = 8, 4, 5, 2
FILE = re.compile(r"\.(pdf|xlsx|zip|jsonl)$")
FILES_WAITING = 24  # requested and not sent yet; one more gets 503
IN_MEMORY = 512 * 1024  # of one answer; larger ones are written to a temporary file
PIECE = 64 * 1024


class Site:
    """Reads the whole request, has Django answer it in a thread, and sends the answer however slowly it is read."""

    def __init__(
        self, application: WSGIApplication, *, proxies: int = 0, files: WSGIApplication | None = None
    ) -> None:
        self.application, self.file_application = application, files or application
        self.proxies = proxies
        self.disk = DiskUse()
        self.files = 0
        self.threads = {
            kind: ThreadPoolExecutor(count, thread_name_prefix=kind)
            for kind, count in (("read", READING), ("write", WRITING), ("dear", DEAR), ("file", FILES))
        }

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        connection: Connection = scope["state"]["connection"]
        connection.body_due(BODY_SECONDS)
        try:
            await self.handle(scope, receive, send, connection)
        finally:
            connection.answered()

    async def handle(self, scope: Any, receive: Any, send: Any, connection: Connection) -> None:
        """Read the body, have the request answered in a thread, send the answer."""
        try:
            body = await read_body(scope, receive, disk=self.disk, proxies=self.proxies)
        except BodyRefused as refused:
            await refuse(send, refused.status)
            return
        connection.complete()
        kind = kind_of(scope)
        if kind == "file" and self.files >= FILES_WAITING:
            body.close()
            await refuse(send, 503)
            return
        self.files += kind == "file"
        with closing(Answer()) as answer:
            try:
                with closing(body):
                    await self.answered(kind, environ_of(scope, body), answer)
            finally:
                self.files -= kind == "file"
            for message in answer.messages():
                connection.sending()
                await send(message)

    async def answered(self, kind: str, environ: dict[str, Any], answer: Answer) -> None:
        """Have Django answer in a thread of this kind."""
        application = self.file_application if kind == "file" else self.application
        await asyncio.get_running_loop().run_in_executor(
            self.threads[kind], answer.take, application, environ
        )


class Answer:
    """The whole answer of a WSGI application, in memory or in a temporary file."""

    def __init__(self) -> None:
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.content: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115

    def take(self, application: WSGIApplication, environ: dict[str, Any]) -> None:
        """Call the application and read its whole answer."""
        pieces = application(environ, self.start_response)
        try:
            for piece in pieces:
                self.content.write(piece)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()

    def start_response(
        self, status: str, headers: list[tuple[str, str]], _fault: Any = None
    ) -> Callable[[bytes], object]:
        """As WSGI has it."""
        self.status = int(status[:3])
        self.headers = [
            (name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers
        ]
        return self.content.write

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yield what ASGI sends."""
        yield {"type": "http.response.start", "status": self.status, "headers": self.headers}
        length = self.content.tell()
        self.content.seek(0)
        more = True
        while more:
            piece = self.content.read(PIECE)
            more = self.content.tell() < length
            yield {"type": "http.response.body", "body": piece, "more_body": more}

    def close(self) -> None:
        """Delete the content."""
        self.content.close()


def kind_of(scope: Any) -> str:
    """Return in whose threads a request is answered."""
    path, method = scope["path"], scope["method"]
    if method in SAFE and FILE.search(path):
        return "file"
    if is_dear(path, method):
        return "dear"
    return "read" if method in SAFE else "write"


def environ_of(scope: Any, body: Body) -> dict[str, Any]:
    """Return the WSGI environment of a request."""
    host, port = scope["server"] or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": str((scope["client"] or ("",))[0]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body.content,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue  # WSGI would take it for the same name with a hyphen
        key = f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}"
        said = value.decode("latin-1")
        environ[key] = f"{environ[key]}{'; ' if name == b'cookie' else ','}{said}" if key in environ else said
    environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
    environ.pop("HTTP_CONTENT_LENGTH", None)
    environ["CONTENT_LENGTH"] = str(body.length)  # of what came: a body in chunks says no length
    return environ


async def refuse(send: Any, status: int) -> None:
    """Answer without a body, and end the connection."""
    head = [
        (b"connection", b"close"),
        (b"retry-after", b"5"),
        (b"cache-control", b"no-store"),
        (b"content-length", b"0"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": b""})
