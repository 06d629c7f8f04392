"""One public page as it was drawn, without anybody's secret: put together for each reader, and as bytes for the broker."""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from itertools import pairwise

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers

from tournaments.pages.own_row import OwnRow, OwnRows, own_in, own_rows_of, with_own_row

LEVEL = 5  # zlib's: a hundredth longer than 6, in three quarters of its time
SECRET = re.compile(rb'(name="csrfmiddlewaretoken" value=")([A-Za-z0-9]{64})(")')


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPage:
    """A page without anybody's secret."""

    revision: int | str  # of the tournament, or of whatever the page depends on
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


def page_of(answer: HttpResponse, *, revision: int | str, took: float) -> DrawnPage:
    """What was drawn, ready to be given to others."""
    pieces = between_secrets(answer.content)
    return DrawnPage(
        revision=revision,
        took=took,
        kind=answer["Content-Type"],
        pieces=pieces,
        packed=deflated(pieces),
        own_rows=own_rows_of(answer),
    )


def between_secrets(content: bytes) -> tuple[bytes, ...]:
    """A page cut at the places of its secret, which is thrown away."""
    cuts = [match.span(2) for match in SECRET.finditer(content)]
    ends = [0, *(end for _begin, end in cuts)]
    return tuple(
        content[begin:end]
        for begin, end in zip(ends, [*(begin for begin, _end in cuts), len(content)], strict=True)
    )


def deflated(pieces: Sequence[bytes]) -> tuple[bytes, ...]:
    """A compressed stream in as many pieces, none of which looks back on what stands before it."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    *most, last = pieces
    return (
        *(packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH) for piece in most),
        packer.compress(last) + packer.flush(zlib.Z_FINISH),
    )


def stored_piece(piece: bytes) -> bytes:
    """A piece of a compressed stream that stands in it as it is (RFC 1951), between two that were flushed."""
    return b"\0" + struct.pack("<HH", len(piece), len(piece) ^ 0xFFFF) + piece


def gzipped(content: bytes, stream: bytes) -> bytes:
    """The file around a compressed stream (RFC 1952)."""
    return (
        b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
        + stream
        + struct.pack("<LL", zlib.crc32(content), len(content) & 0xFFFFFFFF)
    )


# For the broker -----------------------------------------------------------------------------------------------


def to_bytes(page: DrawnPage) -> bytes:
    """The page as it lies with the broker: a line of JSON, and its pieces compressed."""
    head = {
        "revision": page.revision,
        "took": page.took,
        "kind": page.kind,
        "lengths": [len(piece) for piece in page.packed],
        "rows": [(number, *astuple(row)) for number, row in page.own_rows.items()],
    }
    return json.dumps(head).encode() + b"\n" + b"".join(page.packed)


def from_bytes(said: bytes) -> DrawnPage:
    """The page again; only of bytes that we have signed."""
    line, _newline, rest = said.partition(b"\n")
    head = json.loads(line)
    ends = [0]
    for length in head["lengths"]:
        ends.append(ends[-1] + length)
    packed = tuple(rest[begin:end] for begin, end in pairwise(ends))
    return DrawnPage(
        revision=head["revision"],
        took=head["took"],
        kind=head["kind"],
        pieces=tuple(zlib.decompressobj(-zlib.MAX_WBITS).decompress(piece) for piece in packed),
        packed=packed,
        own_rows={
            number: OwnRow(row=row, rank=rank, name=name, points=points)
            for number, row, rank, name, points in head["rows"]
        },
    )
