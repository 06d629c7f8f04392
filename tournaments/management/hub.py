"""Who listens to which tournament, and what each hears next: the newest revision, a sign of life, or a farewell; never a queue.

One process keeps a few thousand open connections. Of each it keeps who it is, what it waits for, and at most one message: a
listener that fetches slowly finds the newest number when it comes again, and memory does not grow with what it missed.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable

from tournaments.event.selectors.news import Topic
from tournaments.event.services.news import HIDDEN

LATER = (1.0, 9.0)  # seconds within which those come again who are sent away when a process ends
AT_THE_END = 5.0  # seconds in which they take that message
GATHERING = 0.02  # seconds in which questions to the database gather
PULSE = b"event: pulse\ndata: 1\n\n"
AWAY = b"event: away\ndata: 1\n\n"  # nobody tells us anything: ask by yourselves
GONE = b"event: gone\ndata: 1\n\n"  # nothing to hear here any more

Look = Callable[[Collection[int]], Awaitable[dict[int, int]]]


def news(revision: int) -> bytes:
    return b"id: %d\ndata: %d\n\n" % (revision, revision)


def farewell() -> bytes:
    """Come again, not all at once."""
    pause = int(1000 * random.uniform(*LATER))  # noqa: S311 - spread, not a secret
    return b"retry: %d\nevent: later\ndata: %d\n\n" % (pause, pause)


class Listener:
    """One open connection."""

    __slots__ = ("message", "over", "sheet", "wake")

    def __init__(self, sheet: int) -> None:
        self.sheet = sheet
        self.message = b""
        self.over = False  # whoever listened has gone, or is to go once he has heard the message
        self.wake = asyncio.Event()

    def tell(self, message: bytes, *, over: bool = False) -> None:
        """What was waiting is replaced: only the newest counts."""
        if not self.over:
            self.message, self.over = message, over
            self.wake.set()

    def leave(self) -> None:
        """Nobody is there to hear anything."""
        self.message, self.over = b"", True
        self.wake.set()

    def take(self) -> bytes:
        message, self.message = self.message, b""
        self.wake.clear()
        return message


class Room:
    """Everybody who listens to one tournament, and how far it is as far as is known."""

    __slots__ = ("listeners", "revision")

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.revision = 0


class Hub:
    """All rooms of a process. Everything here happens in its one event loop."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.rooms: dict[int, Room] = {}
        self.count = 0
        self.here = False  # the broker
        self.stopping = False
        self.counted: Counter[str] = Counter()
        self.asked: set[int] = set()
        self.answer: asyncio.Task[dict[int, int]] | None = None

    # Coming and going ------------------------------------------------------------------------------------------

    async def join(self, topic: Topic, listener: Listener) -> int | None:
        """Listen from now on; how far the tournament is at this moment, or None where there is nothing to hear.

        Whoever joins is there before anybody is asked, so nothing that happens meanwhile is missed.
        """
        room = self.rooms.setdefault(topic.tournament, Room())
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

    def part(self, topic: Topic, listener: Listener) -> None:
        """Listen no more."""
        room = self.rooms[topic.tournament]
        room.listeners.discard(listener)
        self.count -= 1
        if not room.listeners and self.rooms.get(topic.tournament) is room:
            del self.rooms[topic.tournament]

    async def looked_up(self, tournament: int) -> dict[int, int]:
        """The database's word; whoever asks within a moment is answered by one question."""
        self.asked.add(tournament)
        if self.answer is None:
            self.answer = asyncio.create_task(self.gathered())
        return await asyncio.shield(self.answer)

    async def gathered(self) -> dict[int, int]:
        await asyncio.sleep(GATHERING)
        asked, self.asked, self.answer = self.asked, set(), None
        return await self.look(asked)

    # What the broker says --------------------------------------------------------------------------------------

    def heard(self, tournament: int, sheet: int, revision: int) -> None:
        """A tournament has moved: by a deed at one list, or by one that concerns everybody (0)."""
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

    def dismiss(self, room: Room) -> None:
        """Its tournament is hidden or gone; whoever comes again is looked up."""
        room.revision = 0
        for listener in room.listeners:
            listener.tell(GONE, over=True)

    def lost(self) -> None:
        """The broker does not answer: everybody asks by himself until it does."""
        if self.here:
            self.here = False
            self.counted["broker_lost"] += 1
            for listener in self.everybody():
                listener.tell(AWAY)

    async def found(self) -> None:
        """The broker is there (again): what it told nobody meanwhile is asked once, of the database.

        The broker counts as there before the question, and who moves after it is heard: nothing falls between.
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
        return [listener for room in self.rooms.values() for listener in room.listeners]

    def stop(self) -> None:
        """Everybody is told to come again, to another process or the next one, spread over some seconds."""
        self.stopping = True
        for listener in self.everybody():
            listener.tell(farewell(), over=True)

    async def emptied(self) -> None:
        """Stop, and wait until they have gone."""
        self.stop()
        end = asyncio.get_running_loop().time() + AT_THE_END
        while self.count and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.05)
