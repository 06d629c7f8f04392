"""Headless Chromium beside a real server. Its own process: `.ci/run` calls `pytest -m browser` by itself."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

from tournaments.models import User

PHONE, LAPTOP = ViewportSize(width=360, height=800), ViewportSize(width=1280, height=900)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

LOOK_AGAIN = 100  # milliseconds
SLOWEST = (
    20_000  # milliseconds until a state that does not come has failed; a machine with neighbours is slow
)
expect.set_options(timeout=SLOWEST)

# What Chromium and htmx write where a test cut the network itself.
OF_A_CUT_NETWORK = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in str(item.path).replace(os.sep, "/"):
            item.add_marker(pytest.mark.browser)


def program() -> str:
    """The Chromium of this machine."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "Chromium is missing: .ci/run installs it"
    return found


FONTCONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/fonts</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


def without_fonts(folder: Path) -> dict[str, str]:
    """An environment in which the machine has no letters: what a page shows, it brought along.

    One font there has to be, or Chromium aborts; it has a black box for each letter, half as wide again as high.
    """
    (folder / "fonts").mkdir()
    shutil.copy(Path(__file__).parent / "boxes.ttf", folder / "fonts")
    (folder / "fonts.conf").write_text(FONTCONFIG.format(folder=folder), encoding="utf-8")
    return {**os.environ, "FONTCONFIG_FILE": str(folder / "fonts.conf")}


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    # Playwright's loop runs in this very thread, so Django would refuse every query of the test itself.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program(), args=QUIET, env=dict(without_fonts(tmp_path_factory.mktemp("fonts")))
        )
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, live_server, transactional_db) -> Iterator[Callable[..., Page]]:
    """`open_page("/", user=…, size=PHONE)`; afterwards no page may have complained in its console."""
    complaints: list[str] = []
    contexts = []

    def open_one(
        path: str = "/", *, user: User | None = None, size: ViewportSize = LAPTOP, scripts: bool = True
    ) -> Page:
        phone = size["width"] < 700
        context = chromium.new_context(
            viewport=size,
            locale="de-DE",
            has_touch=phone,
            is_mobile=phone,
            java_script_enabled=scripts,
            base_url=live_server.url,
        )
        contexts.append(context)
        if user is not None:
            client = Client()
            client.force_login(user)
            cookie = client.cookies[settings.SESSION_COOKIE_NAME]
            context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
        page = context.new_page()
        page.set_default_timeout(SLOWEST)
        page.set_default_navigation_timeout(30_000)  # a cold server on a busy machine
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda message: (
                complaints.append(f"{page.url}: {message.text}")
                if message.type == "error"
                and "status of 4" not in message.text
                and not any(said in message.text for said in OF_A_CUT_NETWORK)
                else None
            ),
        )
        page.goto(path)
        if scripts:
            page.evaluate("document.fonts.ready.then(() => true)")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []


def becomes(where: Page | Locator, script: str, wanted: object = True) -> bool:
    """Wait until the script says so; return whether it did. What is asked once is a moment, not a state."""
    page = where if isinstance(where, Page) else where.page
    for _look in range(SLOWEST // LOOK_AGAIN):
        if where.evaluate(script) == wanted:
            return True
        page.wait_for_timeout(LOOK_AGAIN)
    return bool(where.evaluate(script) == wanted)


def fits(page: Page) -> bool:
    """Whether nothing sticks out sideways, once the letters are there: until then each is a wide box."""
    return becomes(
        page,
        "document.fonts.ready.then(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)",
    )
