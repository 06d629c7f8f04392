"""How a page that is open is changed as its readers change it, measured and judged: widths, sizes of letters, colours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

SCRIPTS = (
    Path(__file__).parent / "vendor" / "axe-4.10.3.min.js",
    Path(__file__).with_name("judging.js"),
)
WIDTHS = (1280, 390, 360)  # a page is opened in the first
SIZES = {360: 640, 390: 640, 1280: 800}
TYPES = ("", "large")
# Once the letters of this size are there: until then each is a wide box.
STICKS_OUT = """async (types) => {
    const root = document.documentElement, out = [];
    for (const type of types) {
        root.dataset.type = type;
        await [root.scrollWidth, document.fonts.ready][1];
        out.push(root.scrollWidth - root.clientWidth);
    }
    return out;
}"""
SET_TYPE = "(type) => { document.documentElement.dataset.type = type; return document.documentElement.scrollHeight; }"

Scheme = Literal["light", "dark"]
Contrast = Literal["no-preference", "more"]
Colours = tuple[Scheme, Contrast]
LIGHT: Colours = ("light", "no-preference")
COLOURS: tuple[Colours, ...] = (LIGHT, ("dark", "no-preference"), ("light", "more"))
Looks = dict[tuple[int, str], tuple[Colours, ...]]
EVERY_LOOK: Looks = dict.fromkeys(product((360, 1280), TYPES), COLOURS)
# A form that is refused is its page once more, with sentences: the two looks that are furthest apart.
OF_REFUSALS: Looks = {(1280, ""): (LIGHT,), (360, "large"): (LIGHT,)}


KNOWN: set[int] = (
    set()
)  # texts that axe has judged in their colours, or excused from it, on any page of this process


def set_window(page: Page, width: int, high: int) -> None:
    if page.viewport_size != {"width": width, "height": high}:
        page.set_viewport_size({"width": width, "height": high})


def sticks_out(page: Page, name: str) -> Iterator[str]:
    """At each width and in both sizes of type."""
    for width in WIDTHS:
        set_window(page, width, SIZES[width])
        for type_, out in zip(TYPES, page.evaluate(STICKS_OUT, TYPES), strict=True):
            if out > 0:
                yield f"{name}: {out} px at {width}{type_ and ', large'} ({page.url})"


def judged(page: Page, name: str, looks: Looks) -> Iterator[str]:
    """What axe finds in each of these looks of this page; what it answered about the same shape or the same text it is not asked again."""
    now = LIGHT
    for (width, type_), colours in looks.items():
        tall_as_the_page(page, width, type_)
        for one in colours if now == colours[0] else reversed(colours):
            if one != now:
                page.emulate_media(color_scheme=one[0], contrast=one[1])
            now = one
            for said in found(page):
                yield f"{name}, {width}{type_ and ', large'}, {', '.join(now)}: {said} ({page.url})"
    if now != LIGHT:
        page.emulate_media(color_scheme=LIGHT[0], contrast=LIGHT[1])


def found(page: Page) -> list[str]:
    """What axe says about this look, asked for what is new in it."""
    look = page.evaluate("judging.look()")
    new = [at for at, keys in enumerate(look["texts"]) if not KNOWN.intersection(keys)]
    if look["asked"] and not new:
        return []
    what = {"shape": look["shape"], "ofRest": not look["asked"], "ofTexts": new}
    answer = page.evaluate("(what) => judging.ask(what)", what)
    said: list[str] = answer["said"]
    if not said:
        KNOWN.update(answer["learnt"])
    return said


def tall_as_the_page(page: Page, width: int, type_: str) -> None:
    """The window is higher than the page (some parts grow with it): what the bar at the thumb covers is a touch of scrolling away."""
    set_window(page, width, SIZES[width])
    high = int(page.evaluate(SET_TYPE, type_))
    set_window(page, width, max(SIZES[width], min(2 * high, 12_000)))
