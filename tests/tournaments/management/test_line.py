"""Who asks shortly is not behind who has a page drawn, and so many pages are drawn at once and no more."""

from __future__ import annotations

import asyncio
import threading
from functools import partial

import pytest

from tournaments.management.line import RequestLine


def test_short_questions_pass_pages_that_wait():
    order: list[str] = []
    begun, go = threading.Event(), threading.Event()

    def first() -> None:
        begun.set()
        go.wait(5)

    async def hall() -> None:
        line = RequestLine(1)
        busy = asyncio.create_task(line.done(first, page=True))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        rest = [
            asyncio.create_task(line.done(partial(order.append, name), page=name.startswith("page")))
            for name in ("page 1", "page 2", "news", "game")
        ]
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(busy, *rest)

    asyncio.run(hall())
    assert order == ["news", "game", "page 1", "page 2"]


def test_so_many_pages_at_once_and_a_thread_is_left():
    inside, most, go = [], [], threading.Event()

    def page() -> None:
        inside.append(1)
        most.append(len(inside))
        go.wait(5)
        inside.pop()

    async def hall() -> None:
        line = RequestLine(4, pages_at_once=2)
        pages = [asyncio.create_task(line.done(page, page=True)) for _ in range(6)]
        assert await line.done(lambda: "news", page=False) == "news"
        while len(inside) < 2:
            await asyncio.sleep(0.01)
        go.set()
        await asyncio.gather(*pages)
        assert line.free == 2

    asyncio.run(hall())
    assert (len(most), max(most)) == (6, 2)


def test_a_fault_reaches_who_waits_and_the_next_one_comes():
    async def hall() -> None:
        line = RequestLine(1, pages_at_once=1)
        with pytest.raises(ZeroDivisionError):
            await line.done(lambda: 1 / 0, page=True)
        assert await line.done(lambda: 2, page=True) == 2

    asyncio.run(hall())
