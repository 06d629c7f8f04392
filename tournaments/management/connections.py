"""Deadlines and bounds for the connections of this process, so that unfinished requests stop nobody.

uvicorn parses HTTP; this class only watches when bytes come and when a request is complete. A request whose head or body
does not arrive in time is dropped, and so is a reader who takes nothing. One address may have `UNFINISHED_OF_ONE` requests
that are not complete; beyond that its oldest one is dropped. A hall behind one router is one address: its finished
requests and its idle connections are not counted. When all connections are taken the longest idle one is closed.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD_SECONDS = 10.0  # for the whole head of a request, however it trickles
IDLE_SECONDS = 60.0  # between two requests
SEND_SECONDS = 30.0  # for each piece of an answer
LAST_SECONDS = 0.05  # in which a server that stops reads what has come
UNFINISHED_OF_ONE = 512
LARGEST_HEAD = 320 * 1024  # bytes; asyncio hands over up to 256 kB at once, of which most may be a body
# httptools, which is used where it is installed, says what is body; h11 bounds chunks and trailers itself.
TELLS_BODIES = hasattr(AutoHTTPProtocol, "on_body")


class OpenConnections:
    """The open connections of this process, each kind ordered by age."""

    def __init__(self) -> None:
        self.most = 8_000  # set to what the system allows (servers.allow_many_files)
        self.count = 0
        self.idle: dict[Connection, None] = {}
        self.unfinished: defaultdict[str, dict[Connection, None]] = defaultdict(dict)

    def make_room(self) -> None:
        """Drop the longest idle connection, or else the oldest unfinished one of the address with the most of them."""
        kind = self.idle or max(self.unfinished.values(), key=len, default={})
        if oldest := next(iter(kind), None):
            oldest.drop()


class Connection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's HTTP protocol with a deadline in every state but the one in which the site computes."""

    register = OpenConnections()

    def __init__(self, *, app_state: dict[str, Any], **given: Any) -> None:
        super().__init__(app_state={**app_state, "connection": self}, **given)
        self.address = ""
        self.wire: asyncio.Transport | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.no_body: int | None = 0  # bytes of head, chunk sizes and trailers; None while unknown
        self.in_head = True

    # What asyncio calls ------------------------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.wire = transport
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        self.register.count += 1
        if self.register.count > self.register.most:
            self.register.make_room()
        self.waits(HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        if self in self.register.idle:
            self.begins()
        if self.no_body is not None:
            self.no_body += len(data)
        super().data_received(data)
        if self.no_body is not None and self.no_body > LARGEST_HEAD:
            self.drop()

    def connection_lost(self, exc: Exception | None) -> None:
        self.register.count -= 1
        self.forget()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close an idle connection when the server stops, but not before what has reached it was read.

        uvicorn calls it. A game that a proxy has just sent on a connection that it keeps would be lost otherwise.
        """
        asyncio.get_running_loop().call_later(LAST_SECONDS, super().shutdown)

    # What httptools calls ----------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        self.in_head = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header of the head. Trailers are dropped: behind the body a client could forge what a proxy wrote."""
        if self.in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.in_head = False
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self.no_body is not None:
            self.no_body -= len(body)
        super().on_body(body)

    # What happens to a request -----------------------------------------------------------------------------------

    def begins(self) -> None:
        """The head of a request is expected: it has to be complete within `HEAD_SECONDS`."""
        self.no_body = 0
        self.unfinished(HEAD_SECONDS)

    def body_due(self, seconds: float) -> None:
        """The head is complete and a body follows, for which there are so many seconds."""
        self.no_body = 0 if TELLS_BODIES else None
        self.unfinished(seconds)

    def complete(self) -> None:
        """The whole request is here: the site takes the time it needs. What still comes is the head of the next one."""
        self.no_body = 0
        self.forget()

    def sending(self) -> None:
        """A piece of the answer is handed over, which has to be taken within `SEND_SECONDS`."""
        self.due(SEND_SECONDS)

    def answered(self) -> None:
        """The answer is complete: the next request may come within `IDLE_SECONDS`."""
        if self.wire is not None and self.wire.is_closing():
            self.due(SEND_SECONDS)  # what is not sent yet
        else:
            self.waits(IDLE_SECONDS)

    def waits(self, seconds: float) -> None:
        """Nothing of a request has come: it may begin within so many seconds."""
        self.due(seconds)
        self.register.idle[self] = None

    def unfinished(self, seconds: float) -> None:
        """The rest of a request is due. It counts as unfinished unless it has come with the same bytes."""
        self.due(seconds)
        asyncio.get_running_loop().call_soon(self.count_unfinished, self.timer)

    def count_unfinished(self, timer: asyncio.TimerHandle | None) -> None:
        """Count the request among those of its address, if it still waits for the same; drop the oldest beyond the bound."""
        if timer is not self.timer:
            return
        mine = self.register.unfinished[self.address]
        mine[self] = None
        if len(mine) > UNFINISHED_OF_ONE:
            next(iter(mine)).drop()

    # The deadline ------------------------------------------------------------------------------------------------

    def due(self, seconds: float) -> None:
        """Replace the deadline: after so many seconds the connection is dropped."""
        self.forget()
        self.timer = asyncio.get_running_loop().call_later(seconds, self.drop)

    def forget(self) -> None:
        """Cancel the deadline and take the connection out of all lists."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        self.register.idle.pop(self, None)
        if mine := self.register.unfinished.get(self.address):
            mine.pop(self, None)
            if not mine:
                del self.register.unfinished[self.address]

    def drop(self) -> None:
        """Close the connection at once; what was not sent is not sent any more."""
        self.forget()
        if self.wire is not None:
            self.wire.abort()
