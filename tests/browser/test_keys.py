"""The day by keys alone: everything is reached and seen, "?" lists the keys and each of them acts, news take nobody's place away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests import factories
from tests.factories import NOON
from tournaments.models import Tournament
from tournaments.rulings.services.calls import call_referee

SMALL = ViewportSize(width=360, height=640)
# What could be pressed: of a group of radio buttons one, and nothing that is out of sight or refuses.
PRESSED = """() => {
    const groups = new Set();
    return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")].filter((one) => {
        if (!one.checkVisibility({visibilityProperty: true}) || one.disabled || one.type === "hidden" || one.tabIndex < 0) return false;
        if (one.type !== "radio") return true;
        const key = one.form?.action + one.name;
        return groups.has(key) ? false : Boolean(groups.add(key));
    }).length;
}"""
# What the focus is on, and whether it shows: an outline, or that of the label or part around it.
HERE = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    window.reached = window.reached || [];
    const known = window.reached.includes(one);
    if (!known) window.reached.push(one);
    const seen = [one, ...(one.labels || []), one.parentElement].some((part) => {
        const style = getComputedStyle(part);
        return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
    });
    return {known, seen, what: one.outerHTML.slice(0, 120)};
}"""
VIBRATION = """window.felt = []; Object.defineProperty(navigator, "vibrate", {value: (pattern) => { window.felt.push(pattern); return true; }});"""


@pytest.fixture
def hall(transactional_db) -> Tournament:
    made = factories.tournament(players=8, series=2, rounds=1)
    factories.referee(made)
    drawn = factories.draw(made)
    factories.play(factories.sheet_of(drawn, 1), 1)
    factories.sign_all(factories.play_all(factories.sheet_of(drawn, 2)))
    return made


def call(made: Tournament, table: int = 1) -> None:
    sheet = factories.sheet_of(made.series.get(), table)
    call_referee(sheet_id=sheet.pk, by=factories.scorer(sheet), now=NOON)


def test_every_act_of_the_day_is_reached_by_tab_and_is_seen_there(open_page, hall):
    call(hall)
    page: Page = open_page("/", user=factories.user())
    here = f"/turnier/{hall.slug}/"
    for path in (
        "leitung/",
        "leitung/anmeldungen/",
        "schiedsrichter/",
        "liste/1/1/",
        "rangliste/",
        "sitzordnung/",
    ):
        answer = page.goto(here + path)
        assert answer is not None
        assert answer.status == 200, path
        wanted, reached = page.evaluate(PRESSED), 0
        assert wanted > 5, path
        for _press in range(wanted + 40):
            page.keyboard.press("Tab")
            found = page.evaluate(HERE)
            if found is None or found["known"]:
                continue  # past the end it begins anew; a page may begin at its first field
            assert found["seen"], (path, found["what"])
            reached += 1
        assert reached >= wanted, (path, reached, wanted)


def test_the_question_mark_lists_the_keys_and_each_of_them_acts(open_page, hall):
    page = open_page(f"/turnier/{hall.slug}/leitung/", user=factories.user())
    page.keyboard.press("?")
    keys = page.locator("#tasten")
    expect(keys).to_be_visible()
    for key in ("/", "Strg K", "Enter", "z", "Esc", "H", "J"):
        expect(keys.locator("kbd", has_text=re.compile(f"^{re.escape(key)}$")).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    finder = page.locator("[data-finder] input")
    for key in ("/", "Control+k"):
        page.keyboard.press(key)
        expect(finder).to_be_focused()
        page.evaluate("document.activeElement.blur()")
    # "z" takes back: test_counts.py; the keys of a game: test_phone.py, of the list typed from paper: test_grid.py


def test_news_leave_the_focus_where_it_was(open_page, hall):
    page = open_page(f"/turnier/{hall.slug}/leitung/", user=factories.user())
    tile = page.locator(".table-now").first
    tile.focus()
    factories.play(factories.sheet_of(hall.series.get(), 1), 2)
    expect(page.locator(".table-now").first).to_contain_text("2/4")  # the part was replaced
    expect(page.locator(".table-now").first).to_be_focused()


@pytest.mark.parametrize("chosen", ["on", "off"])
def test_a_call_is_seen_and_felt_where_that_was_chosen(open_page, hall, chosen):
    person = hall.roles.get(kind="referee").user
    page = open_page("/", user=person, size=SMALL)
    page.context.add_cookies([{"name": "rommeclub_vibration", "value": chosen, "url": page.url}])
    page.context.add_init_script(VIBRATION)
    page.goto(f"/turnier/{hall.slug}/schiedsrichter/")
    page.locator("h1").first.tap()  # a browser lets a page vibrate only after a touch
    expect(page.locator(".call-card")).to_have_count(0)
    call(hall)
    expect(page.locator(".call-card")).to_have_count(1)
    news = page.locator("#rufe.is-news")
    expect(news).to_be_visible()
    outline = "element => parseFloat(getComputedStyle(element).outlineWidth) + parseFloat(getComputedStyle(element).borderTopWidth)"
    assert news.evaluate(outline) >= 3  # a thick frame that stays
    felt = page.evaluate("window.felt")
    assert bool(felt) is (chosen == "on"), felt
    page.locator("#rufe h2, #rufe p").first.tap()
    expect(page.locator("#rufe.is-news")).to_have_count(0)  # touched: known
