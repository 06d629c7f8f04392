"""Who hears what: the newest number, no queue, a farewell with a spread, and nothing of a tournament that is hidden."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable, Collection
from contextlib import closing
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournaments.event.selectors.news import NewsTopic, stream_address
from tournaments.management import hub as hubs
from tournaments.management import stream as streams
from tournaments.management.hub import Hub
from tournaments.management.stream import Stream

HALL, LIST, OTHER = (
    NewsTopic(tournament=1),
    NewsTopic(tournament=1, sheet=7),
    NewsTopic(tournament=1, sheet=8),
)


@pytest.fixture(autouse=True)
def with_a_broker(settings):
    settings.BROKER_URL = "redis://127.0.0.1:1/0"
    settings.METRICS_TOKEN = "figures"


class Database:
    """How far tournaments are, and how often somebody asked."""

    def __init__(self, **revisions: int) -> None:
        self.revisions = {1: 10} | {int(name): value for name, value in revisions.items()}
        self.asked = 0

    async def look(self, ids: Collection[int]) -> dict[int, int]:
        self.asked += 1
        await asyncio.sleep(0)
        return {one: self.revisions[one] for one in ids if one in self.revisions}


PAGES: list[Page] = []  # of the story that is told


class Page:
    """Somebody who listens; `slow` takes nothing any more."""

    def __init__(self, stream: Stream, topic: NewsTopic | str, *, method: str = "GET", **head: str) -> None:
        path = topic if isinstance(topic, str) else stream_address(topic)
        headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in head.items()]
        self.scope = {
            "type": "http",
            "method": method,
            "path": path,
            "headers": headers,
            "client": ("10.0.0.1", 5),
        }
        self.status, self.text, self.ended = 0, "", False
        self.gone, self.slow = asyncio.Event(), False
        self.hub = stream.hub
        self.task = asyncio.create_task(stream(self.scope, self.receive, self.send))
        PAGES.append(self)

    def is_calm(self) -> bool:
        """Answered to the end, or listening with nothing before him."""
        waiting = any(one.wake.is_set() or one.message for one in self.hub.everybody())
        return self.task.done() or (bool(self.text) and not waiting) or self.slow

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if self.slow:
            await asyncio.Event().wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.text += message["body"].decode()
            self.ended = not message["more_body"]

    @property
    def ids(self) -> list[int]:
        return [int(one) for one in re.findall(r"^id: (\d+)$", self.text, re.MULTILINE)]


async def moment() -> None:
    """Until everything has happened that was ready to, the gathered question to the database included; however slow the machine."""
    for _attempt in range(2_000):
        await asyncio.sleep(hubs.GATHERING / 4)
        if all(page.is_calm() for page in PAGES):
            return
    pytest.fail("it does not come to rest")


def story(told: Callable[[Hub, Stream, Database], Any], *, here: bool = True, **wishes: Any) -> None:
    """Run one in a loop of its own."""

    async def run() -> None:
        PAGES.clear()
        database = Database()
        hub = Hub(database.look)
        hub.here = here
        await told(hub, Stream(hub, **wishes), database)
        for listener in hub.everybody():
            listener.leave()
        await asyncio.wait_for(asyncio.gather(*(page.task for page in PAGES)), 10)
        assert hub.count == 0
        assert hub.rooms == {}

    asyncio.run(run())


def test_a_page_hears_where_its_tournament_is_and_then_each_move():
    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        page = Page(stream, HALL)
        await moment()
        assert (page.status, page.ids) == (200, [10])
        assert re.search(r"^retry: \d{4}$", page.text, re.MULTILINE)
        hub.heard(1, 0, 11)
        hub.heard(2, 0, 99)
        await moment()
        hub.heard(1, 7, 12)
        await moment()
        assert page.ids == [10, 11, 12]

    story(told)


def test_a_list_hears_its_own_deeds_and_those_that_concern_everybody():
    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        mine, other = Page(stream, LIST), Page(stream, OTHER)
        await moment()
        hub.heard(1, 7, 11)
        await moment()
        hub.heard(1, 0, 12)
        await moment()
        assert (mine.ids, other.ids) == ([10, 11, 12], [10, 12])

    story(told)


@pytest.mark.slow
def test_a_thousand_who_come_at_once_cost_one_question_to_the_database():
    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        pages = [Page(stream, HALL) for _number in range(900)]
        await moment()
        await moment()
        assert {page.status for page in pages} == {200}
        assert database.asked == 1
        late = Page(stream, HALL)
        await moment()
        assert (late.ids, database.asked) == ([10], 1)

    story(told)


def test_whoever_is_slow_finds_the_newest_and_no_queue():
    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        page = Page(stream, HALL)
        await moment()
        for revision in range(11, 5_000):
            hub.heard(1, 0, revision)
        await moment()
        assert page.ids == [10, 4_999]

    story(told)


def test_whoever_takes_nothing_is_let_go(monkeypatch):
    monkeypatch.setattr(streams, "SLOW", 0.05)

    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        page = Page(stream, HALL)
        await moment()
        page.slow = True
        hub.heard(1, 0, 11)
        await asyncio.wait_for(page.task, 5)
        assert hub.count == 0
        assert hub.counted["dropped_slow"] == 1

    story(told)


def test_whoever_leaves_is_forgotten():
    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        page = Page(stream, HALL)
        await moment()
        page.gone.set()
        await asyncio.wait_for(page.task, 5)
        assert (hub.count, hub.rooms, stream.lines) == (0, {}, {})

    story(told)


def test_hidden_forged_and_unknown_are_all_the_same():
    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        del database.revisions[1]
        pages = [
            Page(stream, HALL),
            Page(stream, NewsTopic(tournament=77)),
            Page(stream, "/strom/1-0.forged"),
            Page(stream, "/"),
            Page(stream, stream_address(HALL), method="POST"),
        ]
        await moment()
        assert [(page.status, page.text) for page in pages] == [(404, "nothing here\n")] * 5

    story(told)


def test_a_tournament_that_is_hidden_meanwhile_tells_its_listeners_nothing_more():
    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        page = Page(stream, HALL)
        await moment()
        del database.revisions[1]
        hub.heard(1, 0, 0)
        await moment()
        assert page.ended
        assert "event: gone" in page.text
        again = Page(stream, HALL)
        await moment()
        assert again.status == 404

    story(told)


def test_without_the_broker_pages_are_told_to_ask_and_afterwards_what_they_missed():
    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        page = Page(stream, HALL)
        await moment()
        hub.lost()
        await moment()
        assert page.text.endswith("event: away\ndata: 1\n\n")
        late = Page(stream, HALL)
        await moment()
        assert "event: away" in late.text
        database.revisions[1] = 25
        await hub.found()
        await moment()
        assert page.ids == [10, 25]
        assert late.ids == [25]

    story(told)


def test_whoever_comes_again_and_has_missed_nothing_is_told_nothing_new():
    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        known, behind = Page(stream, HALL, last_event_id="10"), Page(stream, HALL, last_event_id="9")
        await moment()
        assert known.ids == []
        assert "event: pulse" in known.text
        assert behind.ids == [10]

    story(told)


def test_between_news_there_are_signs_of_life_and_after_an_hour_a_farewell(monkeypatch):
    monkeypatch.setattr(streams, "HEART", 0.05)

    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        page = Page(stream, HALL)
        async with asyncio.timeout(10):
            while page.text.count("event: pulse") < 2:
                await asyncio.sleep(0.01)
        assert not page.ended
        monkeypatch.setattr(streams, "LIFE", 0.0)
        old = Page(stream, HALL)
        await asyncio.wait_for(old.task, 5)
        assert old.ended
        assert "event: later" in old.text

    story(told)


def test_so_many_of_one_address_and_so_many_in_all(monkeypatch):
    monkeypatch.setattr(streams, "PER_ADDRESS", 2)

    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        hall = [Page(stream, HALL, x_forwarded_for="1.1.1.1, 198.51.100.7") for _number in range(3)]
        await moment()
        assert [page.status for page in hall] == [200, 200, 429]
        pages = [Page(stream, HALL, x_forwarded_for=f"198.51.100.{number}") for number in (8, 9)]
        await moment()
        assert [page.status for page in pages] == [200, 503]
        assert (hub.counted["refused_address"], hub.counted["refused_full"]) == (1, 1)

    story(told, proxies=1, at_most=3)


def test_a_database_that_is_away_is_a_503_and_no_listener():
    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        async def away(_ids: Collection[int]) -> dict[int, int]:
            raise OSError

        hub.look = away
        page = Page(stream, HALL)
        await moment()
        assert page.status == 503

    story(told)


def test_a_process_that_ends_sends_everybody_away_with_a_spread():
    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        pages = [Page(stream, HALL) for _number in range(50)]
        await moment()
        await hub.emptied()
        assert all(page.ended for page in pages)
        pauses = {re.findall(r"^retry: (\d+)\nevent: later$", page.text, re.MULTILINE)[-1] for page in pages}
        assert len(pauses) > 25
        late = Page(stream, HALL)
        ready = Page(stream, "/-/ready")
        await moment()
        assert (late.status, ready.status) == (503, 503)

    story(told)


def test_it_says_how_it_is():
    async def told(hub: Hub, stream: Stream, database: Database) -> None:
        Page(stream, HALL)
        await moment()
        hub.heard(1, 0, 11)
        live, ready = Page(stream, "/-/live"), Page(stream, "/-/ready")
        figures = Page(stream, "/-/metrics", authorization="Bearer figures")
        nobody = Page(stream, "/-/metrics")
        hub.lost()
        away = Page(stream, "/-/ready")
        await moment()
        assert [page.status for page in (live, figures, nobody, away)] == [200, 200, 404, 503]
        assert ready.status in {200, 503}
        lines = figures.text.splitlines()
        assert "romme_stream_connections 1" in lines
        assert "romme_stream_events_total 1" in lines
        assert "romme_stream_messages_total 1" in lines
        assert 'romme_stream_drops_total{why="dropped_slow"} 0' in lines

    story(told)


def test_the_command_says_what_it_lacks(settings):
    with pytest.raises(CommandError, match="Port"):
        call_command("stream", port=0)
    with closing(socket.socket()) as somebody:
        somebody.bind(("127.0.0.1", 0))
        somebody.listen()
        with pytest.raises(CommandError, match="belegt"):
            call_command("stream", port=somebody.getsockname()[1])
    settings.BROKER_URL = ""
    with pytest.raises(CommandError, match="BROKER_URL"):
        call_command("stream")
