"""How the main pages look: small pictures in docs/looks, compared in CI, so that a change shows what it does to the look.

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
SIZES = {
    "360": ViewportSize(width=360, height=640),
    "768": ViewportSize(width=768, height=900),
    "1280": ViewportSize(width=1280, height=800),
}
COLOURS = 64  # a palette makes a picture a quarter as large; flat colours lose nothing that an eye sees
APART = 64  # of 255, in any of the three colours of a pixel, after both pictures were halved: a letter's edge stays below
TOLERANCE = 0.01  # so much of a picture's pixels may be that far apart: another release of the browser draws edges differently
MOST = 3_000_000  # bytes of all pictures together
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


def pages(sheet: ScoreSheet) -> Iterator[tuple[str, str, bool]]:
    """Name, address, and whether somebody who directs looks at it."""
    made = sheet.table.series.tournament
    here = f"/turnier/{made.slug}/"
    player = made.registrations.order_by("start_number").first()
    assert player is not None
    yield "home", "/", False
    yield "tournament", here, False
    yield "seating", f"{here}sitzordnung/", False
    yield "standings", f"{here}rangliste/", False
    yield "own", f"/s/{own_code(player).token}/", False
    yield "list", f"{here}liste/1/1/", False
    yield "desk", f"{here}leitung/", True
    yield "referee", f"{here}schiedsrichter/", True
    yield "finder", f"{here}leitung/suche/", True
    yield "table", f"/t/{code_of(sheet).token}/", False


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


def shown(page: Page, size: ViewportSize) -> Image.Image:
    page.set_viewport_size(size)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.evaluate(STILL)
    return small(page.screenshot(animations="disabled", caret="hide"))


def compare(found: dict[str, Image.Image], folder: Path) -> list[str]:
    """What looks different, each with its share; renewed where that is asked for."""
    FOLDER.mkdir(exist_ok=True)
    wrong = []
    for name, picture in found.items():
        kept = FOLDER / f"{name}.png"
        if os.environ.get("LOOKS") == "renew":
            if not kept.exists() or apart(Image.open(kept), picture) > TOLERANCE / 10:
                picture.save(kept, optimize=True)
        elif not kept.exists():
            wrong.append(f"{name}: no picture")
        elif (share := apart(Image.open(kept), picture)) > TOLERANCE:
            picture.save(folder / f"{name}.png")
            wrong.append(f"{name}: {share:.1%} differ, see {folder / name}.png")
    return wrong


def test_the_main_pages_look_as_they_looked(open_page, hall, tmp_path):
    found: dict[str, Image.Image] = {}
    director = factories.user()
    seen = {True: open_page("/", user=director), False: open_page("/")}
    for page in seen.values():
        page.emulate_media(reduced_motion="reduce", color_scheme="light")
    for name, address, directs in pages(hall):
        page = seen[directs]
        page.goto(address)
        for width, size in SIZES.items():
            found[f"{name}-{width}"] = shown(page, size)
    wrong = compare(found, tmp_path)
    assert not wrong, "\n".join(wrong)


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
    page.evaluate("document.fonts.ready.then(() => true)")
    found = {}
    for width in ("360", "1280"):
        page.set_viewport_size(SIZES[width])
        found[f"components-{width}"] = small(
            page.screenshot(full_page=True, animations="disabled", caret="hide")
        )
    wrong = compare(found, tmp_path)
    assert not wrong, "\n".join(wrong)


def test_the_pictures_stay_small():
    assert sum(path.stat().st_size for path in FOLDER.glob("*.png")) < MOST
