"""The ASGI application of `manage.py stream`: tells open pages that their tournament has changed.

Each open page keeps one connection to `/strom/…` (server-sent events). An event carries a revision and
nothing else; the page then asks the site for what is new, so no content, name or right passes through here.
`/-/live`, `/-/ready` and `/-/metrics` answer as they do at the site.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections

from tournaments.access.core.proxies import caller_behind
from tournaments.event.selectors.news import PREFIX, NewsTopic, revisions_of, topic_at
from tournaments.management.hub import AWAY, PULSE, Hub, Listener, farewell, news
from tournaments.pages.health import PREFIX as HEALTH
from tournaments.pages.health import token_fits

log = logging.getLogger("romme.stream")
requests = logging.getLogger("romme.requests")  # as of the site: a line for each, where the log is JSON
HEART = 20.0  # seconds without news, after which a sign of life is sent
SLOW = 30.0  # seconds within which a listener takes a message; then he is let go
LIFE = 3_600.0  # seconds, a little less or more; then he comes again, and is asked anew whether he may hear
AT_MOST = 20_000  # connections of one process
PER_ADDRESS = 1_000  # of them: a hall behind one router
RETRY = (2_000, 6_000)  # milliseconds after which a browser comes again when the line breaks
HEAD = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


def looked(ids: Collection[int]) -> dict[int, int]:
    """Ask the database for the revisions of these tournaments; hidden ones are left out."""
    close_old_connections()
    try:
        return revisions_of(ids)
    finally:
        close_old_connections()


async def look(ids: Collection[int]) -> dict[int, int]:
    """`looked`, called from the event loop in a thread."""
    return await sync_to_async(looked, thread_sensitive=True)(list(ids))


class Stream:
    """The ASGI application."""

    def __init__(self, hub: Hub, *, proxies: int = 0, at_most: int = AT_MOST) -> None:
        self.hub, self.proxies, self.at_most = hub, proxies, at_most
        self.lines: Counter[str] = Counter()  # by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            return
        path, head = scope["path"], dict(scope["headers"])
        if path.startswith(HEALTH):
            await answer(send, *self.health(path.removeprefix(HEALTH), head))
        elif scope["method"] != "GET" or not path.startswith(PREFIX) or (topic := topic_at(path)) is None:
            await answer(send, 404, "nothing here\n")
        elif self.hub.stopping or self.hub.count >= self.at_most:
            self.hub.counted["refused_full"] += 1
            await answer(send, 503, "later\n")
        else:
            await self.counted(topic, self.caller(scope), head, receive, send)

    def caller(self, scope: Scope) -> str:
        """The client's address by which connections are counted; all X-Forwarded-For headers count as one."""
        sent = str((scope.get("client") or ("",))[0])
        if not self.proxies:
            return sent
        told = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        return caller_behind(self.proxies, forwarded=b",".join(told).decode("latin-1"), sent=sent)

    async def counted(
        self, topic: NewsTopic, caller: str, head: dict[bytes, bytes], receive: Receive, send: Send
    ) -> None:
        """Open the stream unless this address has `PER_ADDRESS` already, and log the end of it."""
        if self.lines[caller] >= PER_ADDRESS:
            self.hub.counted["refused_address"] += 1
            await answer(send, 429, "too many\n")
            return
        self.lines[caller] += 1
        begun = time.monotonic()
        try:
            status = await self.opened(topic, head.get(b"last-event-id", b""), receive, send)
        finally:
            self.lines[caller] -= 1
            if not self.lines[caller]:
                del self.lines[caller]
        if settings.JSON_LOGS:
            said = {"view": "stream", "method": "GET", "status": status}
            requests.info("answered", extra=said | {"milliseconds": round(1000 * (time.monotonic() - begun))})

    async def opened(self, topic: NewsTopic, seen: bytes, receive: Receive, send: Send) -> int:
        """Join the hub and send events until the client or the hub ends the stream; returns the status."""
        listener = Listener(topic.sheet)
        try:
            revision = await self.hub.join(topic, listener)
        except Exception as fault:
            log.warning("the database does not answer (%s)", type(fault).__name__)
            await answer(send, 503, "later\n")
            return 503
        if revision is None:
            await answer(send, 404, "nothing here\n")
            return 404
        watch = asyncio.create_task(watched(listener, receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEAD})
            await self.told(listener, self.greeting(listener, revision, seen), send)
        except TimeoutError:
            self.hub.counted["dropped_slow"] += 1
        finally:
            self.hub.part(topic, listener)
            watch.cancel()
        return 200

    def greeting(self, listener: Listener, revision: int, seen: bytes) -> bytes:
        """The first event: the revision unless the client has seen it, or that the broker is away."""
        retry = b"retry: %d\n\n" % random.randint(*RETRY)  # noqa: S311 - spread, not a secret
        if listener.message:
            return retry + listener.take()
        if not self.hub.here:
            return retry + AWAY
        return retry + (PULSE if seen == b"%d" % revision else news(revision))

    async def told(self, listener: Listener, greeting: bytes, send: Send) -> None:
        """Send the greeting and then each message, with signs of life in between, until the last one."""
        end = time.monotonic() + LIFE * random.uniform(0.8, 1.2)  # noqa: S311 - spread, not a secret
        message = greeting
        while message:
            over = listener.over
            async with asyncio.timeout(SLOW):
                await send({"type": "http.response.body", "body": message, "more_body": not over})
            if over:
                return
            try:
                async with asyncio.timeout(HEART * random.uniform(0.8, 1.2)):  # noqa: S311
                    await listener.wake.wait()
            except TimeoutError:
                if time.monotonic() > end:
                    listener.tell(farewell(), over=True)
                elif not listener.message:
                    listener.message = PULSE
            message = listener.take()

    # How it is -------------------------------------------------------------------------------------------------

    def health(self, name: str, head: dict[bytes, bytes]) -> tuple[int, str]:
        """Status and text for `/-/live`, `/-/ready`, `/-/metrics`, as the site answers them."""
        match name:
            case "live":
                return 200, "lives\n"
            case "ready" if self.hub.stopping:
                return 503, "stops\n"
            case "ready":
                return (200, "ready\n") if self.hub.here else (503, "the broker does not answer\n")
            case "metrics" if token_fits(head.get(b"authorization", b"").decode("latin-1")):
                return 200, "".join(f"{line}\n" for line in self.figures())
        return 404, "nothing here\n"

    def figures(self) -> list[str]:
        """The lines of `/-/metrics`, in Prometheus' format."""
        counts = self.hub.counted
        dropped = [(name, counts[name]) for name in ("dropped_slow", "refused_full", "refused_address")]
        return [
            "# TYPE romme_stream_connections gauge",
            f"romme_stream_connections {self.hub.count}",
            "# TYPE romme_stream_tournaments gauge",
            f"romme_stream_tournaments {len(self.hub.rooms)}",
            "# TYPE romme_stream_broker_up gauge",
            f"romme_stream_broker_up {int(self.hub.here)}",
            "# TYPE romme_stream_broker_lost_total counter",
            f"romme_stream_broker_lost_total {counts['broker_lost']}",
            "# TYPE romme_stream_events_total counter",
            f"romme_stream_events_total {counts['events']}",
            "# TYPE romme_stream_messages_total counter",
            f"romme_stream_messages_total {counts['messages']}",
            "# TYPE romme_stream_drops_total counter",
            *(f'romme_stream_drops_total{{why="{name}"}} {number}' for name, number in dropped),
        ]


async def watched(listener: Listener, receive: Receive) -> None:
    """Wait until the client closes the connection, then mark the listener as gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.leave()


async def answer(send: Send, status: int, text: str) -> None:
    """Send a short text that nobody caches."""
    head = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    if status in {429, 503}:
        head.append((b"retry-after", b"%d" % random.randint(2, 8)))  # noqa: S311
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": text.encode(), "more_body": False})
