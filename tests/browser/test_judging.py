"""What axe is not asked again, it would not answer otherwise: it reads nothing that is not compared, and planted faults are found.

`judging.js` says when it is asked; here a page is known in all its looks before something is planted in it.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser import every_page
from tests.browser.judging import EVERY_LOOK, SCRIPTS, judged, sticks_out
from tests.browser.test_every_page import let_in, opened
from tournaments.models import ScoreSheet

# Looks over axe's shoulder while it answers: which properties it reads of an element or of what stands before and after it.
SHOULDER = """async (asked) => {
    const real = window.getComputedStyle, read = new Set();
    window.getComputedStyle = (element, before) => new Proxy(real.call(window, element, before), {
        get(style, name) {
            if (name === "getPropertyValue") return (one) => { read.add(one); return style.getPropertyValue(one); };
            read.add(String(name).replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase()));
            return style[name];
        },
    });
    try {
        await (asked === "rest" ? judging.rest() : judging.colour([document.documentElement]));
    } finally {
        window.getComputedStyle = real;
    }
    return [...read];
}"""
# By these axe puts elements into layers; colours do not change them, and what two layers hide or cover is told by `off`.
LAYERS = {
    "clip", "contain", "content", "float", "isolation", "mask-border", "perspective", "transform", "will-change",
    "-webkit-mask", "-webkit-mask-border", "-webkit-mask-image", "-webkit-overflow-scrolling", "-webkit-transform",
}  # fmt: skip
DRESSED = """(rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
ADDED = """(html) => {
    const beside = document.createElement("section");
    beside.innerHTML = html;
    document.querySelector("main").append(beside);
}"""
ONLY_DARK, ONLY_MORE = ("dark, no-preference",), ("light, more",)


def desk(open_page, sheet: ScoreSheet) -> Page:
    """The director's browser, with axe in its pages."""
    page = opened(open_page, "director")
    for script in SCRIPTS:
        page.context.add_init_script(path=script)
    let_in(page, every_page.visitor("director", sheet))
    return page


@pytest.fixture
def page(open_page, transactional_db) -> Page:
    """The desk in the middle of a day, judged in all its looks and found without fault."""
    sheet = every_page.hall()
    page = desk(open_page, sheet)
    page.goto(f"/turnier/{sheet.table.series.tournament.slug}/leitung/angaben/")
    assert list(judged(page, "before", EVERY_LOOK)) == []
    return page


def test_axe_reads_nothing_that_is_not_compared(open_page, transactional_db):
    sheet = every_page.hall()
    page = desk(open_page, sheet)
    shape, behind, of_text = [], [], []
    for one in list(every_page.read_by("director", sheet))[::9]:
        page.goto(one.url)
        shape, behind, of_text = page.evaluate("[judging.SHAPE, judging.BEHIND, judging.OF_TEXT]")
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 4_000})
            rest, colour = {*page.evaluate(SHOULDER, "rest")}, {*page.evaluate(SHOULDER, "colour")}
            assert ("display" in rest, "background-color" in colour) == (True, True), "nothing was seen"
            assert rest - {*shape} == set(), one
            assert colour - {*shape, *behind, *of_text} - LAYERS == set(), one
    assert not {*shape} & {"color", *behind, *of_text}, "a look of other colours is the same shape"


def test_what_is_known_is_not_asked_again(page):
    page.evaluate("() => { axe.run = () => Promise.reject('asked'); }")
    assert list(judged(page, "again", EVERY_LOOK)) == []


@pytest.mark.parametrize(
    ("planted", "rules", "looks"),
    [
        ("", "main label { color: #555 } @media not (prefers-color-scheme: dark) { main label { color: inherit } }", ONLY_DARK),
        ("", "@media (prefers-contrast: more) { main label { color: #bbb } }", ONLY_MORE),
        ("", "main { background: #777 }", ()),
        ("", "main form { opacity: 0.3 }", ()),
        ("<div class=planted></div>", ".planted { position: absolute; z-index: -1; inset: 0; background: #777 }", ()),
        ("<button class=planted disabled>Speichern</button>", ".planted { color: #777 !important; background: #888 !important }", ()),
        ("<p>Ein Satz mit <a class=planted href='/'>einem Verweis</a> darin.</p>", ".planted { text-decoration: none !important }", ()),
    ],
    ids=["dark", "more", "behind", "see-through", "by its layer", "disabled", "link without a line"],
)  # fmt: skip
def test_a_bad_contrast_is_found_in_its_look(page, planted, rules, looks):
    page.evaluate(ADDED, planted)
    page.evaluate(DRESSED, rules)
    if "disabled" in planted:
        assert list(judged(page, "excused", EVERY_LOOK)) == []
        page.evaluate("document.querySelector('button.planted').disabled = false")
    found = list(judged(page, "planted", EVERY_LOOK))
    assert all(": color-contrast: " in one or ": link-in-text-block: " in one for one in found)
    assert len(found) == (4 if looks else 12), "\n".join(found)
    assert all(looks[0] in one for one in found) if looks else True


def test_what_only_a_narrow_window_hides_is_found_there(page):
    page.evaluate(ADDED, "<label class=planted for=planted>Name</label><input id=planted>")
    page.evaluate(DRESSED, "@media (max-width: 400px) { .planted { display: none } }")
    found = list(judged(page, "planted", EVERY_LOOK))
    assert len(found) == 2
    assert all(": label: #planted" in one and ", 360" in one for one in found)


def test_what_is_too_wide_is_found_at_its_width(page):
    page.evaluate(ADDED, "<div class=planted>breit</div>")
    page.evaluate(DRESSED, "@media (max-width: 380px) { .planted { width: 400px } }")
    assert [one.split(" px ")[1].split(" (")[0] for one in sticks_out(page, "planted")] == [
        "at 360",
        "at 360, large",
    ]
