"""A page that listens: quiet while nothing happens, quick when something does, and polling again when stream or broker are gone.

The real processes behind the proxy that we ship, and a real browser; what the script decides is in tests/js/live.test.js.
"""

from __future__ import annotations

import re
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

import pytest
from playwright.sync_api import Browser, Page

from tests.hosts import Federation, prepared

pytestmark = [
    pytest.mark.skipif(not shutil.which("nginx"), reason="nginx: .ci/run browser installs it"),
    pytest.mark.skipif(not shutil.which("redis-server"), reason="redis-server: .ci/run browser installs it"),
    pytest.mark.skipif(find_spec("redis") is None, reason="python start.py federation"),
]
FIELD = """
from tests import factories
made = factories.tournament(players=8)
factories.draw(made)
print(f"slug={made.slug};")
"""
DEED = """
from tests.factories import NOON
from tournaments.event.permissions import Actor
from tournaments.event.services.journal import write
from tournaments.models import Tournament
made = Tournament.objects.get()
write(made, "probe", by=Actor(), now=NOON)
print(f"number={made.revision};")
"""
PACE = (
    1.5  # seconds between two questions without a stream: the page's own six would take the test two minutes
)
PATIENCE = 20.0  # of the test, on a machine that does other things as well


@pytest.fixture
def site(tmp_path, monkeypatch) -> Iterator[Federation]:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with prepared(tmp_path, "a", BROKER_URL="redis://127.0.0.1:6379/0") as made:
        made.variables["BROKER_URL"] = f"redis://127.0.0.1:{made.ports['broker']}/0"
        made.broker()
        made.start("a")
        made.stream("a")
        made.proxy()
        yield made


class Listening:
    """The seats of a series in a browser, and when the page asked."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.asked = page, 0.0
        self.questions: list[float] = []
        page.on("request", self.note)
        page.goto(address)

    def note(self, request: object) -> None:
        if getattr(request, "headers", {}).get("hx-request"):
            self.questions.append(time.monotonic())

    def wait(self, seconds: float) -> None:
        self.page.wait_for_timeout(seconds * 1000)

    def until(self, said: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not said():
            assert time.monotonic() < end, "nothing happened"
            self.wait(0.1)

    def seen(self) -> str:
        return str(self.page.locator("[data-poll]").get_attribute("data-seen")).replace(".", "")

    def hasten(self) -> None:
        """Parts that were replaced have their own pace again."""
        self.page.evaluate(
            f"for (const part of document.querySelectorAll('[data-poll]')) part.dataset.every = '{PACE}'"
        )

    def is_quiet(self) -> bool:
        """Whether nobody asks for as long as two or three questions would take."""
        self.hasten()
        before = len(self.questions)
        self.wait(3 * PACE)
        return len(self.questions) == before

    def polls_after(self, begun: float) -> float:
        """Wait until it asks again and again; how long the first question took to come."""
        self.hasten()
        self.until(lambda: len([one for one in self.questions if one > begun]) >= 3)
        return next(one for one in self.questions if one > begun) - begun


def made(site: Federation, script: str) -> str:
    """What a script on the host has made: a slug, a number."""
    said = site.said(script)
    found = re.search(r"(?:slug|number)=(\S+);", said)
    assert found, said
    return found[1]


def test_a_page_listens_and_polls_when_stream_or_broker_are_gone(chromium: Browser, site):
    slug = made(site, FIELD)
    context = chromium.new_context(base_url=site.site("proxy"), locale="de-DE")
    wall = Listening(context.new_page(), f"/turnier/{slug}/sitzordnung/")
    wall.until(wall.is_quiet)

    number = made(site, DEED)
    wall.until(lambda: wall.seen() == number)
    wall.until(wall.is_quiet)

    begun = time.monotonic()
    site.stop("broker", signal.SIGKILL)
    took = {"broker": wall.polls_after(begun)}
    missed = made(site, DEED)
    wall.until(lambda: wall.seen() == missed)
    site.broker()
    wall.until(wall.is_quiet)

    begun = time.monotonic()
    site.stop("stream a", signal.SIGKILL)
    took["stream"] = wall.polls_after(begun)
    site.stream("a")
    wall.until(wall.is_quiet)

    begun = time.monotonic()
    site.stop("stream a")  # in good order: it says so before it ends
    took["stream that ends"] = wall.polls_after(begun)
    context.close()
    print({what: round(seconds, 1) for what, seconds in took.items()})
    assert max(took.values()) < PATIENCE
