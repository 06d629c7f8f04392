"""The network goes, the server dies, the battery too: what was typed waits on the phone and arrives by itself, once."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, ViewportSize, expect

from tests.browser.conftest import QUIET, program
from tests.browser.test_phone import SMALL, Thumb
from tests.browser.test_table import NOTHING_WAITS
from tests.power_cut import Site, standing, wait_until

PLAIN = "halle.test"  # http and not localhost: what a phone in the hall gets, without a service worker


@pytest.fixture(scope="module")
def hall(tmp_path_factory) -> Iterator[tuple[Site, Iterator[dict[str, Any]]]]:
    folder = tmp_path_factory.mktemp("hall")
    site = Site(folder=folder, database=f"sqlite:///{folder / 'hall.sqlite3'}")
    tables = site.lay(4)
    with standing(site):
        yield site, iter(tables)


class Handset:
    """A phone with a memory of its own that can lose its battery."""

    def __init__(self, chromium: Browser, folder: Path, origin: str) -> None:
        self.chromium, self.folder, self.origin = chromium, folder, origin
        self.errors: list[str] = []

    def switch_on(self, path: str) -> Page:
        self.context = self.chromium.browser_type.launch_persistent_context(
            str(self.folder),
            executable_path=os.path.realpath(program()),
            args=[*QUIET, f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1"],
            viewport=ViewportSize(width=SMALL["width"], height=SMALL["height"]),
            has_touch=True,
            is_mobile=True,
            locale="de-DE",
        )
        page = self.context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.origin + path)
        return page

    def lose_the_battery(self) -> None:
        """Kill every process of this very profile: nothing is written down on the way out."""
        mark = str(self.folder).encode()
        for place in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark in (place / "cmdline").read_bytes():
                    os.kill(int(place.name), signal.SIGKILL)
        with contextlib.suppress(Exception):
            self.context.close()


def play(page: Page, number: int) -> None:
    """Enter the game that the page offers; the Augen tell which one it was."""
    expect(page.locator("form.entry")).to_have_attribute("data-number", str(number))
    playing = [seat for seat in (1, 2, 3, 4) if seat != (number - 1) % 4 + 1]
    winner, *losers = playing
    Thumb(page).game(winner, "R", {seat: (True, 10 * number + seat) for seat in losers})


def expected(*numbers: int) -> list[list[int]]:
    rows = []
    for number in numbers:
        _winner, *losers = [seat for seat in (1, 2, 3, 4) if seat != (number - 1) % 4 + 1]
        rows.append([number, 0, *[10 * number + seat for seat in losers]])
    return rows


def waits(page: Page, games: int) -> None:
    expect(page.locator("#wartend .waiting__row")).to_have_count(games)


def arrived(page: Page, number: int) -> None:
    """The server has said that it has this game; that the page offers the next one says nothing of it."""
    expect(page.locator("#am-tisch")).to_contain_text(f"Spiel {number} berichtigen")
    page.wait_for_function(NOTHING_WAITS)


def on_the_list(site: Site, before: int) -> list[list[int]]:
    return site.count()["augen"][before:]


def test_the_network_is_cut_in_mid_list_and_comes_back(chromium, hall, tmp_path):
    site, tables = hall
    site.start()
    table, before = next(tables), len(site.count()["augen"])
    handset = Handset(chromium, tmp_path, site.url)
    page = handset.switch_on(f"/t/{table['token']}/")
    page.goto(f"{site.url}{table['list']}spiel/1/")
    play(page, 1)
    expect(page.locator("form.entry")).to_have_attribute("data-number", "2")
    arrived(page, 1)
    handset.context.set_offline(True)
    for number in (2, 3, 4):
        play(page, number)
        waits(page, number - 1)
    expect(page.locator("#wartend")).to_contain_text("3 Spiele warten auf das Netz")
    expect(page.locator(".deal-now")).to_contain_text("Es gibt Platz 1")
    assert len(on_the_list(site, before)) == 1
    handset.context.set_offline(False)
    expect(page.locator("#wartend")).to_be_hidden(timeout=30_000)
    expect(page.locator("#am-tisch")).to_contain_text("Spiel 4 berichtigen")
    assert on_the_list(site, before) == expected(1, 2, 3, 4)
    assert site.count()["corrected"] == 0
    assert handset.errors == []
    handset.context.close()


@pytest.mark.parametrize("keeps_pages", [False, True], ids=["plain http", "where service workers are"])
def test_server_and_phone_die_with_games_waiting_and_the_games_arrive(chromium, hall, tmp_path, keeps_pages):
    site, tables = hall
    if site.server is None:
        site.start()
    table, before = next(tables), len(site.count()["augen"])
    origin = site.url if keeps_pages else f"http://{PLAIN}:{site.port}"
    handset = Handset(chromium, tmp_path, origin)
    page = handset.switch_on(f"/t/{table['token']}/")
    assert page.evaluate("isSecureContext") is keeps_pages
    page.goto(f"{origin}{table['list']}spiel/1/")
    if keeps_pages:
        handset.context.close()  # a phone that has the list for more than half a minute: its cookies are written down
        page = handset.switch_on(f"{table['list']}spiel/1/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()  # from now on the worker sees the pages
        page.wait_for_function("navigator.serviceWorker.controller")
    else:
        assert page.evaluate("'serviceWorker' in navigator") is False
    play(page, 1)
    expect(page.locator("form.entry")).to_have_attribute("data-number", "2")
    arrived(page, 1)
    site.kill()
    play(page, 2)
    waits(page, 1)
    play(page, 3)
    waits(page, 2)
    handset.lose_the_battery()
    if keeps_pages:  # the page opens although nobody is there to send it, and goes on with the next game
        page = handset.switch_on(f"{table['list']}spiel/4/")
        waits(page, 2)
        play(page, 4)
        waits(page, 3)
        site.start()
    else:
        site.start()
        # A browser writes its cookies down every half minute: who comes too late scans the code again.
        page = handset.switch_on(f"/t/{table['token']}/")
        wait_until(lambda: len(on_the_list(site, before)) == 3, "the games that waited")
        expect(page.locator("#wartend")).to_be_hidden(timeout=40_000)
        page.goto(f"{origin}{table['list']}spiel/4/")
        play(page, 4)
    expect(page.locator("form.entry")).to_have_attribute("data-number", "5")
    expect(page.locator("#wartend")).to_be_hidden(timeout=40_000)
    wait_until(lambda: len(on_the_list(site, before)) == 4, "the games that waited")
    assert on_the_list(site, before) == expected(1, 2, 3, 4)
    assert site.count()["corrected"] == 0
    assert handset.errors == []
    handset.context.close()


def test_an_answer_that_is_lost_is_no_second_game(chromium, hall, tmp_path):
    """The server takes the game and dies before the phone hears of it."""
    site, tables = hall
    if site.server is None:
        site.start()
    table, before = next(tables), len(site.count()["augen"])
    handset = Handset(chromium, tmp_path, site.url)
    page = handset.switch_on(f"/t/{table['token']}/")
    page.goto(f"{site.url}{table['list']}spiel/1/")

    def swallow(route) -> None:
        route.fetch()
        with contextlib.suppress(Error):  # unrouted meanwhile: then it was let through
            route.abort()

    page.route("**/senden/", swallow)
    play(page, 1)
    waits(page, 1)
    time.sleep(2)  # sent again meanwhile, and again nothing heard
    page.get_by_role("button", name="Ändern").tap()  # and the mistap in it is mended while it waits
    expect(page.locator("input[name=augen_4]")).to_have_value("14")
    thumb = Thumb(page)
    thumb.tap("input[name=augen_4]")
    thumb.digits(77)
    thumb.tap("form.entry .entry__save button.button--big")
    waits(page, 2)
    page.unroute("**/senden/")
    expect(page.locator("#wartend")).to_be_hidden(timeout=40_000)
    assert on_the_list(site, before) == [[1, 0, 13, 77]]
    there = site.count()
    assert (there["struck"], there["corrected"]) == (1, 1), "the first version stays, struck"
    handset.context.close()
