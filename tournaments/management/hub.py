"""Keeps the open event streams of a process and decides what each of them is sent next.

One process keeps a few thousand open connections. For each it stores one message at most, and a newer one
replaces it: a client that reads slowly gets the newest revision, and memory does not grow with what it
missed.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable

from tournaments.event.selectors.news import NewsTopic
from tournaments.event.services.news import HIDDEN

LATER = (1.0, 9.0)  # seconds within which those come again who are sent away when a process ends
AT_THE_END = 5.0  # seconds in which they take that message
GATHERING = 0.02  # seconds in which questions to the database gather
PULSE = b"event: pulse\ndata: 1\n\n"
AWAY = b"event: away\ndata: 1\n\n"  # nobody tells us anything: ask by yourselves
GONE = b"event: gone\ndata: 1\n\n"  # nothing to hear here any more

Look = Callable[[Collection[int]], Awaitable[dict[int, int]]]


def news(revision: int) -> bytes:
    """The server-sent event that carries a revision."""
    return b"id: %d\ndata: %d\n\n" % (revision, revision)


def farewell() -> bytes:
    """The event that ends a stream: the client comes again after a random pause of some seconds."""
    pause = int(1000 * random.uniform(*LATER))  # noqa: S311 - spread, not a secret
    return b"retry: %d\nevent: later\ndata: %d\n\n" % (pause, pause)


class Listener:
    """One open connection: the list it shows, and the message that waits to be sent on it."""

    __slots__ = ("message", "over", "sheet", "wake")

    def __init__(self, sheet: int) -> None:
        self.sheet = sheet
        self.message = b""
        self.over = False  # whoever listened has gone, or is to go once he has heard the message
        self.wake = asyncio.Event()

    def tell(self, message: bytes, *, over: bool = False) -> None:
        """Leave a message to be sent, in place of one that still waits. With `over` it is the last one."""
        if not self.over:
            self.message, self.over = message, over
            self.wake.set()

    def leave(self) -> None:
        """Mark the connection as closed by the client: nothing is sent on it any more."""
        self.message, self.over = b"", True
        self.wake.set()

    def take(self) -> bytes:
        """Return the waiting message, which is empty if there is none, and clear it."""
        message, self.message = self.message, b""
        self.wake.clear()
        return message


class HubRoom:
    """The listeners of one tournament and the newest revision of it that this process knows (0: unknown)."""

    __slots__ = ("listeners", "revision")

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.revision = 0


class Hub:
    """All rooms of a process. It is used from one event loop only, so it needs no locks."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.rooms: dict[int, HubRoom] = {}
        self.count = 0
        self.here = False  # the broker
        self.stopping = False
        self.counted: Counter[str] = Counter()
        self.asked: set[int] = set()
        self.answer: asyncio.Task[dict[int, int]] | None = None

    # Coming and going ------------------------------------------------------------------------------------------

    async def join(self, topic: NewsTopic, listener: Listener) -> int | None:
        """Add a listener and return the tournament's revision, or None if it is hidden or does not exist.

        The listener is added before the database is asked: a deed that happens meanwhile is sent to it too.
        """
        room = self.rooms.setdefault(topic.tournament, HubRoom())
        room.listeners.add(listener)
        self.count += 1
        if not (self.here and room.revision):
            try:
                found = (await self.looked_up(topic.tournament)).get(topic.tournament)
            except BaseException:
                self.part(topic, listener)
                raise
            if found is None:
                self.part(topic, listener)
                return None
            room.revision = max(room.revision, found)
        return room.revision

    def part(self, topic: NewsTopic, listener: Listener) -> None:
        """Remove a listener, and its room when nobody else is in it."""
        room = self.rooms[topic.tournament]
        room.listeners.discard(listener)
        self.count -= 1
        if not room.listeners and self.rooms.get(topic.tournament) is room:
            del self.rooms[topic.tournament]

    async def looked_up(self, tournament: int) -> dict[int, int]:
        """Ask the database for the revision; calls within `GATHERING` seconds share one query."""
        self.asked.add(tournament)
        if self.answer is None:
            self.answer = asyncio.create_task(self.gathered())
        return await asyncio.shield(self.answer)

    async def gathered(self) -> dict[int, int]:
        """Wait for `GATHERING` seconds, then ask for all tournaments that were wanted by then."""
        await asyncio.sleep(GATHERING)
        asked, self.asked, self.answer = self.asked, set(), None
        return await self.look(asked)

    # What the broker says --------------------------------------------------------------------------------------

    def heard(self, tournament: int, sheet: int, revision: int) -> None:
        """Handle a message of the broker: tell a new revision to everybody in the room whom it concerns.

        A deed at one list (`sheet`) concerns those who show that list and those who show no single list;
        `sheet` 0 concerns everybody. The revision `HIDDEN` closes the room.
        """
        self.counted["events"] += 1
        room = self.rooms.get(tournament)
        if room is None:
            return
        if revision == HIDDEN:
            self.dismiss(room)
            return
        room.revision = max(room.revision, revision)
        message = news(room.revision)
        for listener in room.listeners:
            if not (sheet and listener.sheet) or sheet == listener.sheet:
                self.counted["messages"] += 1
                listener.tell(message)

    def dismiss(self, room: HubRoom) -> None:
        """End all streams of a tournament that was hidden or deleted, and forget its revision."""
        room.revision = 0
        for listener in room.listeners:
            listener.tell(GONE, over=True)

    def lost(self) -> None:
        """The broker is away: tell every page to poll the site until the broker is back."""
        if self.here:
            self.here = False
            self.counted["broker_lost"] += 1
            for listener in self.everybody():
                listener.tell(AWAY)

    async def found(self) -> None:
        """The broker is back: ask the database once for all tournaments, and tell everybody the result.

        The broker counts as present before the query, and its news are heard from then on, so no deed is
        missed.
        """
        self.here = True
        rooms = dict(self.rooms)
        now = await self.look(rooms.keys()) if rooms else {}
        for tournament, room in rooms.items():
            if tournament not in now:
                self.dismiss(room)
                continue
            room.revision = max(room.revision, now[tournament])
            for listener in room.listeners:
                listener.tell(news(room.revision))

    # The end ---------------------------------------------------------------------------------------------------

    def everybody(self) -> Iterable[Listener]:
        """All listeners of all rooms."""
        return [listener for room in self.rooms.values() for listener in room.listeners]

    def stop(self) -> None:
        """The process ends: send everybody a farewell, so that they reconnect elsewhere."""
        self.stopping = True
        for listener in self.everybody():
            listener.tell(farewell(), over=True)

    async def emptied(self) -> None:
        """Call `stop`, then wait until all connections are closed, `AT_THE_END` seconds at most."""
        self.stop()
        end = asyncio.get_running_loop().time() + AT_THE_END
        while self.count and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.05)
