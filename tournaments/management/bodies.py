"""What requests send, while it comes in: in a file, counted by address, and dropped where it is refused by its length anyway."""

from __future__ import annotations

import tempfile
from collections import Counter
from typing import IO, Any

MEGABYTE = 1024 * 1024
IN_MEMORY = 64 * 1024  # of one body; larger ones lie in a file
KEPT_BODY = 65 * MEGABYTE  # a little more than any view takes (pages/uploads.py)
LARGEST_BODY = (
    512 * MEGABYTE
)  # to an address that takes files: read to its end and dropped, so that a sentence can be said
LARGEST_FORM = 4 * MEGABYTE  # to every other address; the site says its sentence from 2.5 MB on
HELD_OF_ONE = 560 * MEGABYTE  # that have come and are not answered yet, of one address: eight stacks of scans
HELD_OF_ALL = 1024 * MEGABYTE


class BodyRefused(Exception):
    """The body is too large or too slow, or too many of one address are on their way; carries the status."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(status)


class HeldBytes:
    """Counts the bytes of bodies that lie here until they are answered, of each address and of all.

    A number of bodies alone would let one address lay gigabytes into the folder for temporary files, which on many
    systems is memory.
    """

    def __init__(self) -> None:
        self.of: Counter[str] = Counter()
        self.all = 0

    def took(self, address: str, size: int) -> None:
        """So many bytes more have come; raises `BodyRefused` when it is too much at once."""
        self.of[address] += size
        self.all += size
        if self.of[address] > HELD_OF_ONE or self.all > HELD_OF_ALL:
            raise BodyRefused(503)

    def gone(self, address: str, size: int) -> None:
        """So many bytes are answered or let go."""
        self.all -= size
        self.of[address] -= size
        if self.of[address] <= 0:
            del self.of[address]


class Body:
    """What one request sends, in memory or in a file, counted until it is closed.

    `length` is what came. Of a body that is longer than is kept, `content` holds nothing: whoever asks for its length
    first, as Django does, refuses it with a sentence.
    """

    def __init__(self, held: HeldBytes, address: str) -> None:
        self.held, self.address, self.length, self.lies = held, address, 0, 0
        self.content: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115

    async def collect(self, protocol: Any, *, largest: int, kept: int) -> int:
        """Copy the request's body and return its length; raises `BodyRefused` if it is larger than `largest`."""
        async for piece in protocol:
            self.length += len(piece)
            if self.length > largest:
                raise BodyRefused(413)
            if self.length > kept:
                self.drop()
                continue
            self.lies += len(piece)
            self.held.took(self.address, len(piece))
            self.content.write(piece)
        return self.length

    def drop(self) -> None:
        """Forget what has come so far."""
        self.content.seek(0)
        self.content.truncate()
        self.held.gone(self.address, self.lies)
        self.lies = 0

    def close(self) -> None:
        """Let go of it."""
        self.content.close()
        self.held.gone(self.address, self.lies)
