"""Every page, for whoever may read it: nothing sticks out sideways, and axe finds nothing; widths, type sizes, languages, colours.

Which pages there are and who opens them: `every_page.py`, `later_pages.py`. A page is loaded once for each language and then
changed as a reader would change it; its German is measured and judged by the same load.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from django.conf import settings
from django.test import Client
from playwright._impl._api_structures import SetCookieParam
from playwright.sync_api import Page, Response, Route

from tests.browser import every_page
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.every_page import BEFORE, NEXT_GAME, Visit, visitor, visits
from tests.browser.later_pages import ERRORS, LATER, drawn_errors, later_pages
from tournaments.desk.views.network import CERTIFICATE
from tournaments.event.services import background
from tournaments.files.views import workbook
from tournaments.models import ScoreSheet

AXE = Path(__file__).parent / "vendor" / "axe-4.10.3.min.js"
# Once the letters are there: until then each is a wide box.
STICKS_OUT = """document.fonts.ready.then(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth)"""
# Nothing is fetched for it (`preload`): no rule of axe's own choice reads style sheets, and nothing here plays a sound.
JUDGED = """() => axe.run(document, {resultTypes: ["violations"], preload: false}).then((found) =>
    found.violations.map((one) => one.id + ": " + one.nodes.slice(0, 2).map((node) => node.target.join(" ")).join(" | ")))"""
SENT_EMPTY = """(url) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = url;
    form.append(document.querySelector("[name=csrfmiddlewaretoken]").cloneNode());
    document.body.append(form);
    HTMLFormElement.prototype.submit.call(form);
}"""
WIDTHS = (360, 390, 1280)
SIZES = {360: 640, 390: 640, 1280: 800}
Scheme = Literal["light", "dark"]
Contrast = Literal["no-preference", "more"]
COLOURS: tuple[tuple[Scheme, Contrast], ...] = (
    ("light", "no-preference"),
    ("dark", "no-preference"),
    ("light", "more"),
)
Looks = dict[tuple[int, bool], tuple[tuple[Scheme, Contrast], ...]]
EVERY_LOOK: Looks = dict.fromkeys(product((360, 1280), (False, True)), COLOURS)
# A form that is refused is its page once more, with sentences: the two looks that are furthest apart.
OF_REFUSALS: Looks = {(1280, False): COLOURS[:1], (360, True): COLOURS[:1]}
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
    page.set_viewport_size({"width": 1280, "height": SIZES[1280]})
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
    page.set_viewport_size({"width": 360, "height": SIZES[360]})
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


def set_type(page: Page, *, large: bool) -> None:
    page.evaluate("(size) => { document.documentElement.dataset.type = size; }", "large" if large else "")


def sticks_out(page: Page, name: str) -> Iterator[str]:
    """At each width and in both sizes of type."""
    for large, width in product((False, True), WIDTHS):
        set_type(page, large=large)
        page.set_viewport_size({"width": width, "height": SIZES[width]})
        if (out := page.evaluate(STICKS_OUT)) > 0:
            yield f"{name}: {out} px at {width}{', large' if large else ''} ({page.url})"


def judged(page: Page, name: str, looks: Looks) -> Iterator[str]:
    """What axe finds, asked for every rule, in each of these looks of this page."""
    for large, width in product((False, True), (360, 1280)):
        colours = looks.get((width, large), ())
        if colours:
            tall_as_the_page(page, width, large=large)
        for scheme, contrast in colours:
            page.emulate_media(color_scheme=scheme, contrast=contrast)
            for one in page.evaluate(JUDGED):
                yield f"{name}, {width}{', large' if large else ''}, {scheme}, {contrast}: {one} ({page.url})"
    page.emulate_media(color_scheme="light", contrast="no-preference")


def tall_as_the_page(page: Page, width: int, *, large: bool) -> None:
    """The window is higher than the page (some parts grow with it): what the bar at the thumb covers is a touch of scrolling away."""
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    set_type(page, large=large)
    high = int(page.evaluate("document.documentElement.scrollHeight"))
    page.set_viewport_size({"width": width, "height": max(SIZES[width], min(2 * high, 12_000))})


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
IN_PARTS = {"anonymous": 2, "director": 8}  # for two cores
# German is measured below; French is for those who play.
LANGUAGES = [(of, code) for of in ("anonymous", "table") for code in ("lb", "en", "fr")]
LANGUAGES += [
    (of, code) for of in (*BEFORE, LATER_ONES) if of not in ("anonymous", "table") for code in ("lb", "en")
]
PARTS = [(of, part) for of in (*BEFORE, LATER_ONES) for part in range(IN_PARTS.get(of, 1))]


@pytest.mark.parametrize(("of", "code"), LANGUAGES)
def test_nothing_sticks_out_sideways(open_page, later_hall, of, code):
    page, found, looked = opened(open_page, of), [], 0
    page.context.add_cookies([{"name": "rommeclub_sprache", "value": code, "url": page.url}])
    for name in read(page, later_hall, of, slice(None)):
        found += sticks_out(page, name)
        looked += 1
    assert looked >= LEAST[of], looked
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("of", "part"), PARTS)
def test_axe_finds_nothing_and_german_does_not_stick_out(open_page, later_hall, of, part):
    page, found, looked = opened(open_page, of), [], 0
    page.context.add_init_script(path=AXE)
    parts = IN_PARTS.get(of, 1)
    for name in read(page, later_hall, of, slice(part, None, parts)):
        found += sticks_out(page, name)
        found += judged(page, name, OF_REFUSALS if name.endswith(", sent") else EVERY_LOOK)
        looked += 1
    assert looked >= LEAST[of] // parts - 1, looked
    assert not found, "\n".join(found)
