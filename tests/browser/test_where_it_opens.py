"""Where a page opens: the heading of what was asked for is in sight, on phones and at the desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests import factories
from tests.browser.test_in_sight import IN_SIGHT
from tests.browser.test_referee import path_of
from tests.factories import NOON
from tournaments.rulings.services.calls import call_referee

SIZES = {(360, 640): "a small phone", (390, 844): "a phone", (1280, 800): "a laptop"}


@pytest.fixture(params=SIZES, ids=SIZES.get)
def size(request) -> ViewportSize:
    width, height = request.param
    return ViewportSize(width=width, height=height)


@pytest.fixture(params=["normal", "large"])
def large(request) -> bool:
    return request.param == "large"


def opened(open_page, path: str, user, size: ViewportSize, *, large: bool) -> Page:
    page: Page = open_page(path, user=user, size=size)
    page.emulate_media(reduced_motion="reduce")
    if large:
        page.context.add_cookies([{"name": "rommeclub_type", "value": "large", "url": page.url}])
        page.reload()
    return page


def in_sight(heading: Locator) -> None:
    """Wait until the heading stands in the window with nothing over it."""
    expect(heading).to_be_visible()
    heading.page.wait_for_function(f"heading => ({IN_SIGHT})(heading)", arg=heading.element_handle())


def test_i_am_going_there_opens_at_the_table(open_page, transactional_db, size, large):
    """Also with many who wait above it, and a table whose panel is higher than the window."""
    made = factories.tournament(players=23)
    drawn = factories.draw(made)
    for table in (1, 2, 3, 4, 5):
        sheet = factories.sheet_of(drawn, table)
        for number in (1, 2, 3, 4):
            factories.play(sheet, number)
        call_referee(sheet_id=sheet.pk, by=factories.scorer(sheet), now=NOON)
    person = factories.referee(made)
    page = opened(open_page, f"/turnier/{made.slug}/schiedsrichter/", person.user, size, large=large)
    page.locator(".call-card", has_text="Tisch 3").get_by_role("button", name="Ich gehe hin").click()
    in_sight(page.get_by_role("heading", name="Tisch 3"))
    page.locator(".call-card", has_text="Tisch 5").get_by_role("link", name="Zum Tisch").click()
    in_sight(page.get_by_role("heading", name="Tisch 5"))


def test_what_a_ruling_changes_opens_at_its_heading(open_page, transactional_db, size, large):
    made = factories.tournament(players=7, series=1, rounds=1)
    series = factories.draw(made)
    for table in (1, 2):
        factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(series, table))))
    sheet = factories.sheet_of(series, 1)
    page = opened(
        open_page, path_of(sheet, "strafe/?spiel=1"), factories.referee(made).user, size, large=large
    )
    page.locator("label:has(input[name=kind][value=loose_hand])").click()
    page.locator("label:has(input[name=seat][value='3'])").click()
    page.get_by_label("Begründung").fill("Karten auf den Stapel geworfen.")
    page.get_by_role("button", name="Weiter").click()
    in_sight(page.get_by_role("heading", name="Das ändert der Entscheid"))


def test_what_a_change_of_seats_does_opens_at_its_heading(open_page, transactional_db, size, large):
    made = factories.tournament(players=23)
    factories.draw(made)
    page = opened(
        open_page, f"/turnier/{made.slug}/leitung/sitzplan/aendern/", factories.user(), size, large=large
    )
    page.locator("main nav.grid a").first.click()
    page.get_by_label("Name").fill("Norbert Probe")
    page.get_by_role("button", name="Wer zieht dann um?").click()
    in_sight(page.get_by_role("heading", name="So wäre es dann"))


def test_a_form_that_was_refused_opens_at_what_is_wrong(open_page, transactional_db, size, large):
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    person = factories.referee(sheet.table.series.tournament)
    page = opened(open_page, path_of(sheet, "strafe/?spiel=1"), person.user, size, large=large)
    page.get_by_role("button", name="Weiter").click()
    in_sight(page.locator("main .alert--bad p, main .alert--bad b").first)
