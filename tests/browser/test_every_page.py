"""Every page, for whoever may read it: nothing sticks out sideways, and axe finds nothing; widths, type sizes, languages, colours.

Which pages there are and who opens them: `every_page.py`, `later_pages.py`. A page is loaded once for each language and then
changed as a reader would change it; its German is measured and judged by the same load.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from django.conf import settings
from django.test import Client
from playwright._impl._api_structures import SetCookieParam
from playwright.sync_api import Page, Response, Route

from tests.browser import every_page
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.every_page import BEFORE, NEXT_GAME, Visit, visitor, visits
from tests.browser.judging import (
    EVERY_LOOK,
    OF_REFUSALS,
    SCRIPTS,
    SIZES,
    WIDTHS,
    judged,
    set_window,
    sticks_out,
)
from tests.browser.later_pages import ERRORS, LATER, drawn_errors, later_pages
from tournaments.desk.views.network import CERTIFICATE
from tournaments.event.services import background
from tournaments.files.views import workbook
from tournaments.models import ScoreSheet

SENT_EMPTY = """async (url) => {
    const secret = () => document.cookie.match(/rommeclub_csrf=([^;]+)/);
    if (!secret()) await fetch("/t/"); // a page with a form brings the secret; those without have none
    const form = document.createElement("form");
    const field = document.createElement("input");
    Object.assign(form, { method: "post", action: url });
    Object.assign(field, { type: "hidden", name: "csrfmiddlewaretoken", value: secret()[1] });
    form.append(field);
    document.body.append(form);
    form.submit();
}"""
LATER_ONES = "pages after another deed"


@pytest.fixture
def hall(transactional_db) -> ScoreSheet:
    return every_page.hall()


@pytest.fixture
def later_hall(hall, monkeypatch) -> Iterator[ScoreSheet]:
    """The same, where each workbook is a large one and a photo is read by the test itself."""
    monkeypatch.setattr(workbook, "AT_ONCE", 0)
    monkeypatch.setattr(background, "start_command", lambda *_words: None)
    yield hall
    (settings.DATA_DIR / CERTIFICATE).unlink(missing_ok=True)


def let_in(page: Page, client: Client) -> None:
    """The browser becomes the one that this client was let in as."""
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    root = page.evaluate("location.origin")  # of any other address a cookie would be one of its folder
    page.context.add_cookies(
        [
            SetCookieParam(name=key, value=one.value, url=root)
            for key, one in client.cookies.items()
            if one.value
        ]
    )


def shown(page: Page, one: Visit) -> str:
    """Opens it, or sends its form empty; how it is called in what is found."""
    set_window(page, WIDTHS[0], SIZES[WIDTHS[0]])
    answer: Response | None
    if one.sent:
        with page.expect_navigation() as going:
            page.evaluate(SENT_EMPTY, one.url)
        answer = going.value
    else:
        answer = page.goto(one.url)
    assert answer is not None, one
    assert (answer.status, answer.headers.get("content-type", "")[:9]) == (one.status, "text/html"), one
    return one.name


def shown_hand(page: Page) -> str:
    """On the phone the next game asks for one hand after the other: a hand, above the block of numbers."""
    set_window(page, 360, SIZES[360])
    page.locator("label:has(input[name=winner][value='3'])").tap()
    page.locator(".hand-left.is-current").wait_for()
    return "hand of a game"


def answered(html: str, route: Route) -> None:
    route.fulfill(body=html, content_type="text/html")


def read(page: Page, sheet: ScoreSheet, of: str, share: slice) -> Iterator[str]:
    """One page after the other, as this visitor; stops at each."""
    if of == LATER_ONES:
        for client, one in list(later_pages(sheet))[share]:
            let_in(page, client)
            yield shown(page, one)
        for url, html in drawn_errors().items():
            page.route(f"**{url}", partial(answered, html))
            yield shown(page, Visit(url, url))
        return
    let_in(page, visitor(of, sheet))
    page.goto("/")
    for one in visits(of, sheet)[share]:
        yield shown(page, one)
        if one.name == NEXT_GAME:
            yield shown_hand(page)
        if one.sent or one.status != 200:
            page.goto("/")


def opened(open_page, of: str) -> Page:
    """The list keeper and a borrowed phone are phones."""
    page: Page = open_page("/", size=PHONE if of in ("table", "borrowed") else LAPTOP)
    page.emulate_media(reduced_motion="reduce")
    return page


# How many of each at least, so that none goes missing in silence.
LEAST = {
    "anonymous": 40, "director": 160, "administrator": 18, "referee": 25, "treasurer": 15, "player": 10,
    "table": 20, "borrowed": 2, LATER_ONES: len(LATER) + len(ERRORS),
}  # fmt: skip
# For two cores, and so that none of them is the last one for long. (German is measured where it is judged; French is for those who play.)
JUDGED_IN = {"anonymous": 2, "director": 8, "referee": 2, "borrowed": 2}
MEASURED_IN = {"director": 4}
LANGUAGES = {"anonymous": ("lb", "en", "fr"), "table": ("lb", "en", "fr")}
EVERYBODY = (*BEFORE, LATER_ONES)
JUDGED = [(of, part) for of in EVERYBODY for part in range(JUDGED_IN.get(of, 1))]
MEASURED = [
    (of, code, part)
    for of in EVERYBODY
    for code in LANGUAGES.get(of, ("lb", "en"))
    for part in range(MEASURED_IN.get(of, 1))
]


@pytest.mark.parametrize(("of", "code", "part"), MEASURED)
def test_nothing_sticks_out_sideways(open_page, later_hall, of, code, part):
    page, found, looked = opened(open_page, of), [], 0
    page.context.add_cookies([{"name": "rommeclub_sprache", "value": code, "url": page.url}])
    parts = MEASURED_IN.get(of, 1)
    for name in read(page, later_hall, of, slice(part, None, parts)):
        found += sticks_out(page, name)
        looked += 1
    assert looked >= LEAST[of] // parts - 1, looked
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("of", "part"), JUDGED)
def test_axe_finds_nothing_and_german_does_not_stick_out(open_page, later_hall, of, part):
    page, found, looked = opened(open_page, of), [], 0
    for script in SCRIPTS:
        page.context.add_init_script(path=script)
    parts = JUDGED_IN.get(of, 1)
    for name in read(page, later_hall, of, slice(part, None, parts)):
        found += sticks_out(page, name)
        found += judged(page, name, OF_REFUSALS if name.endswith(", sent") else EVERY_LOOK)
        looked += 1
    assert looked >= LEAST[of] // parts - 1, looked
    assert not found, "\n".join(found)


# Lists of which only the sums are known ---------------------------------------------------------------------------

LEAST_OF_SUMS = {"anonymous": 10, "director": 70, "table": 8}
PARTS_OF_SUMS = [("anonymous", 0, 1), ("table", 0, 1), *(("director", part, 4) for part in range(4))]
OTHERWISE = frozenset(
    {"desk", "tournament", "standings", "statistics", "sheet", "totals_only", "rankings", "screens"}
)


@pytest.fixture
def sums(transactional_db) -> ScoreSheet:
    return every_page.evening_of_sums()


@pytest.mark.parametrize(("of", "part", "parts"), PARTS_OF_SUMS)
def test_nothing_sticks_out_and_axe_finds_nothing_where_lists_hold_only_sums(
    open_page, sums, of, part, parts
):
    """All pages are measured; axe is asked about those that lists of sums make different."""
    page, found = opened(open_page, of), []
    for script in SCRIPTS:
        page.context.add_init_script(path=script)
    visits = every_page.read_where_sums_are_the_rule(of, sums)
    assert len(visits) >= LEAST_OF_SUMS[of], len(visits)
    let_in(page, visitor(of, sums))
    for one in visits[part::parts]:
        name = shown(page, one)
        found += sticks_out(page, name)
        if name in OTHERWISE:
            found += judged(page, name, EVERY_LOOK)
    assert not found, "\n".join(found)
