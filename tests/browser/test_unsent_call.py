"""A call for the referee that is made without network: the phone says so, and sends it once when the network is back."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Locator, Page, Route, ViewportSize, expect

from tests import factories
from tests.browser.conftest import fits
from tests.browser.test_phone import SMALL, open_table
from tests.browser.test_referee import path_of
from tests.power_cut import PATIENCE
from tournaments.models import RefereeCall, ScoreSheet
from tournaments.rulings.services.calls import finish_call

WAITS = "Kein Netz: noch nicht gerufen."
CUT = "internetdisconnected"
PAGES: dict[str, Callable[[Page], None]] = {
    "the list": lambda _page: None,
    "the entry": lambda page: page.locator(".next-deal a.button--big").tap(),
}


@pytest.fixture
def sheet(transactional_db) -> ScoreSheet:
    return factories.table_of(4)


def call(page: Page) -> None:
    page.locator("#ruf .button--call").tap()


def unsent(page: Page) -> Locator:
    """What stands in the place of the button while the call has not gone out."""
    return page.locator("#ruf .call__unsent").filter(has_text=WAITS)


def calls() -> int:
    return RefereeCall.objects.count()


def until(page: Page, holds: Callable[[], bool], what: str) -> None:
    """Wait for something on the server while the page and the routes of the test go on."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"waited in vain: {what}"
        page.wait_for_timeout(50)


@pytest.mark.parametrize("page_of", PAGES, ids=str)
@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_it_waits_says_so_and_rings_when_the_network_is_back(open_page, sheet, page_of, large):
    referee = factories.referee(sheet.table.series.tournament)
    phone = open_table(open_page, sheet)
    if large:
        phone.context.add_cookies([{"name": "rommeclub_type", "value": "large", "url": phone.url}])
        phone.reload()
    PAGES[page_of](phone)
    expect(phone.locator("#ruf .button--call")).to_be_visible()
    phone.context.set_offline(True)
    call(phone)
    expect(unsent(phone)).to_be_visible()
    expect(phone.locator("#ruf .button--call")).to_be_hidden()
    assert fits(phone)
    assert calls() == 0
    phone.context.set_offline(False)
    expect(phone.locator(".call--waiting")).to_contain_text("Der Schiedsrichter ist gerufen.", timeout=30_000)
    expect(unsent(phone)).to_have_count(0)
    there = open_page(path_of_referee(sheet), user=referee.user)
    expect(there.locator(".call-card")).to_contain_text("Tisch 1")
    assert calls() == 1


def path_of_referee(sheet: ScoreSheet) -> str:
    return f"/turnier/{sheet.table.series.tournament.slug}/schiedsrichter/"


def test_what_is_not_needed_any_more_is_never_sent(open_page, sheet):
    phone = open_table(open_page, sheet)
    phone.context.set_offline(True)
    call(phone)
    expect(unsent(phone)).to_be_visible()
    phone.locator("#ruf").get_by_role("button", name="Nicht mehr nötig").tap()
    expect(phone.locator("#ruf .button--call")).to_be_visible()
    phone.context.set_offline(False)
    phone.reload()
    expect(phone.locator("#ruf .button--call")).to_be_visible()
    assert phone.evaluate("Waiting.all(`call:${location.pathname}`)") == []
    assert calls() == 0


def test_it_outlives_a_reload(open_page, sheet):
    phone = open_table(open_page, sheet)
    phone.route("**/ruf/", lambda route: route.abort(CUT))
    call(phone)
    expect(unsent(phone)).to_be_visible()
    phone.reload()
    expect(unsent(phone)).to_be_visible()
    phone.unroute("**/ruf/")
    expect(phone.locator(".call--waiting")).to_be_visible(timeout=30_000)
    assert calls() == 1


def test_an_answer_that_is_lost_rings_once(open_page, sheet):
    """The server has it, the referee has been there, and the phone asks again."""
    phone = open_table(open_page, sheet)

    def swallow(route: Route) -> None:
        route.fetch()
        with contextlib.suppress(Error):
            route.abort(CUT)

    phone.route("**/ruf/", swallow)
    phone.route(re.compile(r"/stand/"), lambda route: route.abort(CUT))  # and does not hear of it otherwise
    call(phone)
    expect(unsent(phone)).to_be_visible()
    until(phone, lambda: calls() == 1, "the call that the server has taken")
    referee = factories.referee(sheet.table.series.tournament)
    one = RefereeCall.objects.get()
    finish_call(call_id=one.pk, by=referee, now=one.called_at)
    phone.unroute("**/ruf/")
    expect(phone.locator("#ruf .button--call")).to_be_visible(timeout=30_000)
    expect(unsent(phone)).to_be_hidden()
    assert calls() == 1


def test_a_call_of_hours_ago_does_not_ring_and_says_so(open_page, sheet):
    phone = open_table(open_page, sheet)
    phone.route("**/ruf/", lambda route: route.abort(CUT))
    call(phone)
    expect(unsent(phone)).to_be_visible()
    phone.evaluate(
        """async () => { const [call] = await Waiting.all(`call:${location.pathname}`);
        await Waiting.put({ ...call, at: call.at - 3 * 60 * 60 * 1000 }); }"""
    )
    phone.unroute("**/ruf/")
    expect(phone.locator("#ruf .field-error")).to_contain_text("bitte noch einmal rufen", timeout=30_000)
    expect(phone.locator("#ruf .button--call")).to_be_visible()
    assert calls() == 0


def test_the_login_page_of_some_wifi_is_no_answer(open_page, sheet):
    phone = open_table(open_page, sheet)
    phone.route(
        "**/ruf/", lambda route: route.fulfill(body="<h1>Willkommen im Hotel</h1>", content_type="text/html")
    )
    call(phone)
    expect(unsent(phone)).to_be_visible()
    phone.unroute("**/ruf/")
    expect(phone.locator(".call--waiting")).to_be_visible(timeout=30_000)
    assert calls() == 1


def test_taken_back_without_network_it_says_that_nothing_was_sent(open_page, sheet):
    """Nobody sends that again: the page must not promise it."""
    phone = open_table(open_page, sheet)
    call(phone)
    expect(phone.locator(".call--waiting")).to_be_visible()
    phone.route("**/ruf/", lambda route: route.abort(CUT))
    phone.get_by_role("button", name="Nicht mehr nötig").tap()
    expect(phone.locator("#notice")).to_contain_text("Das ist nicht angekommen")
    assert RefereeCall.objects.get().done_at is None


def test_without_scripts_the_button_is_a_form(open_page, sheet):
    page = open_page(
        path_of(sheet),
        user=factories.user(),
        size=ViewportSize(width=SMALL["width"], height=640),
        scripts=False,
    )
    page.locator("#ruf .button--call").click()
    expect(page.locator(".call--waiting")).to_be_visible()
    assert calls() == 1
