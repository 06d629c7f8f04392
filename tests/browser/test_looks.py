"""How five pages and all components look: pictures in docs/looks, compared in CI, so that a change shows what it does.

Renew: `LOOKS=renew .venv/bin/python -m pytest -n 0 -m browser tests/browser/test_looks.py`, then look at what git shows as changed.
The letters are the shipped ones (the browser of these tests has no others), moving figures are masked, and nothing moves.
What differs is written beside the folder of the test run, the old and the new one below each other.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page, ViewportSize

from tests import components, factories
from tests.factories import NOON
from tournaments.access.selectors.codes import code_of
from tournaments.access.selectors.own_codes import own_code
from tournaments.event.selectors.sheets import sheets
from tournaments.models import ScoreSheet
from tournaments.rulings.services.calls import call_referee

FOLDER = Path(__file__).parent.parent.parent / "docs" / "looks"
PHONE, LAPTOP = ViewportSize(width=360, height=640), ViewportSize(width=1280, height=800)
COLOURS = 64  # a palette makes a picture a quarter as large; flat colours lose nothing that an eye sees
APART = 64  # of 255, in any of the three colours of a pixel, after both pictures were halved: a letter's edge stays below
TOLERANCE = 0.01  # so much of a picture's pixels may be that far apart: another release of the browser draws edges differently
STILL = """() => {
    for (const one of document.querySelectorAll("[data-waited]")) one.textContent = "2";
    for (const one of document.querySelectorAll(".call__time, .page-head__meta time")) one.style.visibility = "hidden";
    document.documentElement.style.caretColor = "transparent";
    scrollTo(0, 0);
}"""


@pytest.fixture
def hall(transactional_db) -> ScoreSheet:
    """Two series of fourteen, the first played, the second begun; one table calls, one list waits for signatures."""
    made = factories.tournament(players=14, series=2, rounds=1, name="Herbstturnier der Kartenfreunde")
    factories.referee(made)
    first = factories.draw(made)
    for table in (1, 2, 3):
        factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(first, table))))
    factories.play(factories.sheet_of(first, 4), 1)
    call_referee(
        sheet_id=factories.sheet_of(first, 4).pk, by=factories.scorer(factories.sheet_of(first, 4)), now=NOON
    )
    return sheets().get(pk=factories.sheet_of(first, 4).pk)


def pages(sheet: ScoreSheet) -> Iterator[tuple[str, str, ViewportSize, bool]]:
    """Yield the name of the picture, the address, the size of the window, and whether a director looks at it."""
    made = sheet.table.series.tournament
    here = f"/turnier/{made.slug}/"
    player = made.registrations.order_by("start_number").first()
    assert player is not None
    yield "standings-1280", f"{here}rangliste/", LAPTOP, False
    yield "desk-1280", f"{here}leitung/", LAPTOP, True
    yield "list-360", f"{here}liste/1/1/", PHONE, False
    yield "own-360", f"/s/{own_code(player).token}/", PHONE, False
    yield "table-360", f"/t/{code_of(sheet).token}/", PHONE, False


def small(picture: bytes) -> Image.Image:
    """A picture with a palette: what is kept, and what a new one is compared as."""
    return Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)


def apart(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ, of two pictures of one size."""
    if one.size != other.size:
        return 1.0
    half = (one.width // 2, one.height // 2)
    both = [each.convert("RGB").resize(half, Image.Resampling.BOX) for each in (one, other)]
    worst = ImageChops.difference(*both).getchannel(0)
    for channel in (1, 2):
        worst = ImageChops.lighter(worst, ImageChops.difference(*both).getchannel(channel))
    counted = worst.histogram()
    return sum(counted[APART:]) / sum(counted)


def shown(page: Page, size: ViewportSize, *, full_page: bool = False) -> Image.Image:
    page.set_viewport_size(size)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.evaluate(STILL)
    return small(page.screenshot(animations="disabled", caret="hide", full_page=full_page))


def different(name: str, picture: Image.Image, folder: Path) -> str:
    """Return what looks different; nothing where it looks the same, or was renewed."""
    kept = FOLDER / f"{name}.png"
    share = apart(Image.open(kept), picture) if kept.exists() else 1.0
    if share <= TOLERANCE:
        return ""
    if os.environ.get("LOOKS") == "renew":
        picture.save(kept, optimize=True)
        return ""
    picture.save(folder / f"{name}.png")
    return f"{name}: {share:.1%} differ, see {folder / name}.png"


def test_the_main_pages_look_as_they_looked(open_page, hall, tmp_path):
    seen = {True: open_page("/", user=factories.user()), False: open_page("/")}
    wrong = []
    for name, address, size, directs in pages(hall):
        page = seen[directs]
        page.emulate_media(reduced_motion="reduce", color_scheme="light")
        page.goto(address)
        wrong.append(different(name, shown(page, size), tmp_path))
    assert not any(wrong), "\n".join(wrong)


def test_the_components_look_as_they_looked(open_page, tmp_path):
    page = open_page("/")
    page.emulate_media(reduced_motion="reduce", color_scheme="light")
    page.route(
        "**/bausteine/",
        lambda route: route.fulfill(
            body=components.page("/static/"), content_type="text/html; charset=utf-8"
        ),
    )
    page.goto("/bausteine/")
    wrong = different("components-1280", shown(page, LAPTOP, full_page=True), tmp_path)
    assert not wrong, wrong
