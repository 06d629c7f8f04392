"""Public pages kept in memory as they were drawn, for readers of whom nothing is known: drawn once for each revision.

Kept is only what was drawn for somebody without a session, so that nothing personal can stand in it; the secret of forms
is taken out and each reader gets his own (tests/tournaments/pages/test_kept.py). A page is drawn by one at a time: while it
is drawn anew others get the one before, and where there is none they wait for it, at the door if they can and not in a
thread. So a thousand readers who come in together cost one drawing and not a thousand.
"""

from __future__ import annotations

import re
import struct
import threading
import time
import zlib
from collections import OrderedDict
from concurrent.futures import Future
from dataclasses import dataclass, field

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from tournaments.pages.own_row import OwnRows, own_in, own_rows_of, with_own_row

LOOKS = (
    "rommeclub_theme",
    "rommeclub_type",
    "rommeclub_suits",
    "rommeclub_vibration",
)  # how somebody wants pages shown
SECONDS = 30.0  # so long a page is kept at most: after a restore the same revision may mean something else
LARGE = 40_000  # bytes from which a page is large: standings of some hundred players
SHARE, LONGEST_REST = (
    30,
    10.0,
)  # a large one is drawn a thirtieth of the time at most, and after so many seconds anyway
MOST = 32 * 1024 * 1024  # bytes of all of them
PATIENCE = 20.0  # seconds for a page that somebody else draws; then everybody draws his own
WAITS = "rommeclub.waits"  # in a request's environ, where the door waits itself: a list for what it is to wait for
COME_AGAIN = 425  # said to the door alone
SECRET = re.compile(rb'(name="csrfmiddlewaretoken" value=")([A-Za-z0-9]{64})(")')

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A page without anybody's secret."""

    revision: int | str  # of the tournament, or of whatever the page depends on
    drawn_at: float
    took: float  # seconds of processor time
    kind: str  # content type
    pieces: tuple[bytes, ...]  # what stands before, between and behind the places for the secret
    packed: tuple[bytes, ...]  # the same, each compressed for itself
    own_rows: OwnRows = field(default_factory=dict)  # which could be marked on it

    @property
    def plain(self) -> int:
        """Bytes of the page as it is read."""
        return sum(map(len, self.pieces))

    @property
    def size(self) -> int:
        return self.plain + sum(map(len, self.packed))

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The page for this reader, with his own secret in its forms; compressed it goes in as it is, so that no length tells of it."""
        mine = get_token(request).encode() if len(self.pieces) > 1 else b""
        if (row := own_in(request, self.own_rows)) is not None:
            return HttpResponse(with_own_row(mine.join(self.pieces), row), content_type=self.kind)
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return HttpResponse(mine.join(self.pieces), content_type=self.kind)
        content = gzipped(mine.join(self.pieces), stored_piece(mine).join(self.packed))
        answer = HttpResponse(content, content_type=self.kind, headers={"Content-Encoding": "gzip"})
        patch_vary_headers(answer, ["Accept-Encoding"])
        return answer


def between_secrets(content: bytes) -> tuple[bytes, ...]:
    """A page cut at the places of its secret, which is thrown away."""
    cuts = [match.span(2) for match in SECRET.finditer(content)]
    ends = [0, *(end for _begin, end in cuts)]
    return tuple(
        content[begin:end]
        for begin, end in zip(ends, [*(begin for begin, _end in cuts), len(content)], strict=True)
    )


def deflated(piece: bytes, *, last: bool) -> bytes:
    """A piece of a compressed stream that looks back on nothing before it."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(piece) + packer.flush(zlib.Z_FINISH if last else zlib.Z_FULL_FLUSH)


def stored_piece(piece: bytes) -> bytes:
    """A piece of a compressed stream that stands in it as it is."""
    packer = zlib.compressobj(0, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)


def gzipped(content: bytes, stream: bytes) -> bytes:
    """The file around a compressed stream (RFC 1952)."""
    return (
        b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
        + stream
        + struct.pack("<LL", zlib.crc32(content), len(content) & 0xFFFFFFFF)
    )


def key_of(request: HttpRequest) -> Key | None:
    """What a page depends on for somebody of whom nothing is known; None for everybody else."""
    known = {settings.SESSION_COOKIE_NAME, "messages"} & request.COOKIES.keys()
    if request.method != "GET" or known or "Authorization" in request.headers:
        return None
    return (
        request.scheme or "",
        request.get_host(),
        request.get_full_path(),
        request.headers.get("HX-Request", ""),
        get_language() or "",
        *(request.COOKIES.get(name, "") for name in LOOKS),
    )


def rest_after(took: float, size: int) -> float:
    """How many seconds a page stands however quickly games come in; a small one is drawn for each of them."""
    return min(SHARE * took, LONGEST_REST) if size > LARGE else 0.0


class Shelf:
    """The pages of this process, the oldest given up first."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.pages: OrderedDict[Key, Kept] = OrderedDict()
        self.drawn_now: dict[Key, Future[None]] = {}
        self.size = 0

    def holds(self, key: Key) -> bool:
        return key in self.pages

    def find(self, key: Key, revision: int | str | None) -> Kept | None:
        """The page of this revision; or the one before, while somebody draws the new one."""
        with self.guard:
            found = self.pages.get(key)
            age = time.monotonic() - found.drawn_at if found else 0.0
            if found is None or age > SECONDS:
                return None
            good = (
                found.revision == revision
                or key in self.drawn_now
                or age < rest_after(found.took, found.plain)
            )
            return found if good else None

    def turn(self, key: Key) -> Future[None] | None:
        """None: whoever asks draws the page, and says `drawn` afterwards. Otherwise what to wait for: somebody is at it."""
        with self.guard:
            if key in self.drawn_now:
                return self.drawn_now[key]
            self.drawn_now[key] = Future()
            return None

    def drawn(self, key: Key) -> None:
        """The page is kept, or could not be drawn: whoever waits goes on."""
        with self.guard:
            self.drawn_now.pop(key).set_result(None)

    def keep(self, key: Key, revision: int | str, answer: HttpResponse, *, took: float = 0.0) -> None:
        """Keep what was drawn; a page that says something to one reader, or sets him a cookie, is not kept."""
        if (
            answer.streaming
            or answer.status_code != 200
            or answer.cookies
            or answer.has_header("Content-Encoding")
        ):
            return
        pieces = between_secrets(answer.content)
        kept = Kept(
            revision=revision,
            drawn_at=time.monotonic(),
            took=took,
            kind=answer["Content-Type"],
            pieces=pieces,
            packed=tuple(deflated(piece, last=at == len(pieces)) for at, piece in enumerate(pieces, 1)),
            own_rows=own_rows_of(answer),
        )
        with self.guard:
            self.forget(key)
            self.pages[key] = kept
            self.size += kept.size
            while self.size > MOST:
                self.forget(next(iter(self.pages)))

    def forget(self, key: Key) -> None:
        old = self.pages.pop(key, None)
        if old is not None:
            self.size -= old.size

    def clear(self) -> None:
        with self.guard:
            self.pages.clear()
            self.size = 0


SHELF = Shelf()
