"""Reads the whole body of a request before a thread is taken, into a temporary file that is bounded in size and time."""

from __future__ import annotations

import tempfile
from collections import Counter
from typing import IO, Any

from tournaments.access.core.proxies import caller_behind
from tournaments.pages.doors import takes_files

MEGABYTE = 1024 * 1024
BODY_SECONDS = 20.0  # for the whole body, however it trickles
IN_MEMORY = 64 * 1024  # of one body; larger ones are written to a temporary file
KEPT_BODY = 65 * MEGABYTE  # a little more than any view takes (pages/uploads.py)
LARGEST_BODY = (
    512 * MEGABYTE
)  # where files are taken: read to its end and dropped, so that a page can say why
LARGEST_FORM = 4 * MEGABYTE  # everywhere else; the site refuses with a sentence from 2.5 MB on
ON_DISK_OF_ONE = 560 * MEGABYTE  # of one address at the same time: eight stacks of scans
ON_DISK_OF_ALL = 1024 * MEGABYTE


class BodyRefused(Exception):
    """The body is too large, or was broken off; carries the status of the answer."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(status)


class DiskUse:
    """Bytes of bodies that lie in temporary files now, by address. Small bodies are never counted, nor refused."""

    def __init__(self) -> None:
        self.of: Counter[str] = Counter()

    def take(self, address: str, size: int) -> None:
        """Count so many bytes more; raises `BodyRefused` if it is too much."""
        self.of[address] += size
        if self.of[address] > ON_DISK_OF_ONE or self.of.total() > ON_DISK_OF_ALL:
            raise BodyRefused(503)

    def give_back(self, address: str, size: int) -> None:
        self.of[address] -= size
        if self.of[address] <= 0:
            del self.of[address]


class Body:
    """The body of one request. Of one that is longer than is kept only the length is known."""

    def __init__(self, disk: DiskUse, address: str) -> None:
        self.disk, self.address = disk, address
        self.length = self.on_disk = 0
        self.content: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115

    def add(self, piece: bytes, *, kept: int) -> None:
        """Append a piece; from `kept` bytes on everything is dropped."""
        self.length += len(piece)
        if self.length > kept:
            self.drop()
            return
        if self.length > IN_MEMORY:
            more = self.length - self.on_disk
            self.on_disk += more
            self.disk.take(self.address, more)
        self.content.write(piece)

    def drop(self) -> None:
        """Delete what has come; the length stays known."""
        self.content.seek(0)
        self.content.truncate()
        self.give_back()

    def close(self) -> None:
        """Delete the body; may be called twice."""
        self.content.close()
        self.give_back()

    def give_back(self) -> None:
        if self.on_disk:
            self.disk.give_back(self.address, self.on_disk)
            self.on_disk = 0


async def read_body(scope: Any, receive: Any, *, disk: DiskUse, proxies: int) -> Body:
    """Read the body of a request to its end; raises `BodyRefused`. The connection has the deadline."""
    told = header(scope, b"content-length")
    body = Body(disk, caller(scope, proxies))
    if told in ("", "0") and not header(scope, b"transfer-encoding"):
        return body
    largest, kept = (LARGEST_BODY, KEPT_BODY) if takes_files(scope["path"]) else (LARGEST_FORM, LARGEST_FORM)
    length = int(told) if told.isdecimal() else 0
    try:
        if length > largest:
            raise BodyRefused(413)
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise BodyRefused(400)  # half a form is no form
            body.add(message.get("body", b""), kept=kept if length <= kept else 0)
            if body.length > largest:
                raise BodyRefused(413)
            more = message.get("more_body", False)
    except BaseException:
        body.close()
        raise
    body.content.seek(0)
    return body


def header(scope: Any, name: bytes) -> str:
    """Return the values of a header, joined by commas."""
    return ",".join(value.decode("latin-1") for own, value in scope["headers"] if own == name)


def caller(scope: Any, proxies: int) -> str:
    """Return the client's address; behind our own proxies the one that they wrote."""
    sent = str((scope.get("client") or ("",))[0])
    return caller_behind(proxies, forwarded=header(scope, b"x-forwarded-for"), sent=sent)
