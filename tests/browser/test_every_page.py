"""Every page, for whoever may read it: nothing sticks out sideways, and axe finds nothing; widths, type sizes, languages, colours.

A page is loaded once for each language and then resized, so that all of it stays within a few minutes; its German is measured
and judged by the same load.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests import factories
from tests.browser.conftest import LAPTOP, PHONE
from tests.tournaments.accounts.test_access import ROWS, address
from tournaments.access.selectors.codes import code_of
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.setup import grant_role
from tournaments.models import Role, ScoreSheet
from tournaments.money.services.fees import Fees, set_fees
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.services.publications import publish
from tournaments.rankings.services.seasons import SeasonFrame, create_season
from tournaments.rulings.services.calls import call_referee
from tournaments.screens.services.screens import add_screen

AXE = Path(__file__).parent / "vendor" / "axe-4.10.3.min.js"
WIDTHS = (360, 390, 1280)
# Files, redirects, parts of pages, and what only answers when something else was done before.
NO_PAGES = {
    "journal_csv", "journal_jsonl", "known_players", "player_sample", "publication_json", "publication_csv",
    "publication_pdf", "season_csv", "season_pdf", "standings_csv", "standings_pdf", "standings_xlsx",
    "statistics_pdf", "cash_csv", "receipts_pdf", "sheet_pdf", "sheets_pdf", "board_pdf", "rules_pdf",
    "table_cards_pdf", "place_cards_pdf", "start_cards_pdf", "badges_pdf", "slips_pdf", "certificates_pdf",
    "record_pdf", "tournament_zip", "series_sealed", "seal_certificate_file", "check_game", "entry_state",
    "day_guide_pdf", "sheet_state", "service_worker", "backup_file", "logout", "display", "neutral_pdf", "own_data_file",
    "own_codes_pdf", "calendar_ics", "registrations_csv",
}  # fmt: skip
# On a wall or a television there is nothing to press, and letters are counted elsewhere.
WALLS = {"screen", "seating_wall", "hall_clock"}
STICKS_OUT = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# axe asks everything of a page twice (on a laptop in normal type, on a phone in large type), and of every other look what hangs on it.
OF_LOOKS = ("color-contrast", "target-size", "link-in-text-block")
JUDGED = """(only) => axe.run(document, {resultTypes: ["violations"], ...(only ? {runOnly: {type: "rule", values: only}} : {})}).then((found) =>
    found.violations.map((one) => one.id + ": " + one.nodes.slice(0, 2).map((node) => node.target.join(" ")).join(" | ")))"""
SIZES = {360: 640, 1280: 800}
Scheme = Literal["light", "dark"]
Contrast = Literal["no-preference", "more"]
COLOURS: tuple[tuple[Scheme, Contrast], ...] = (
    ("light", "no-preference"),
    ("dark", "no-preference"),
    ("light", "more"),
)
WHOLE = {(1280, False, COLOURS[0]), (360, True, COLOURS[0])}


@pytest.fixture
def hall(transactional_db) -> ScoreSheet:
    """A tournament in the middle of its day, with long names, a call, fees and a second table that has played everything."""
    made = factories.tournament(players=7, series=2, rounds=1, name="Herbstturnier der Kartenfreunde")
    factories.referee(made)
    drawn = factories.draw(made)
    first = factories.sheet_of(drawn)
    factories.play(first, 1)
    factories.sign_all(factories.play_all(factories.sheet_of(drawn, 2)))
    call_referee(sheet_id=first.pk, by=factories.scorer(first), now=factories.NOON)
    set_fees(tournament_id=made.pk, fees=Fees(ordinary=1000), by=factories.director(), now=factories.NOON)
    add_screen(tournament_id=made.pk, code="23456", by=factories.director(), now=factories.NOON)
    publish(
        tournament_id=made.pk, seen=snapshot(made).fingerprint, by=factories.director(), now=factories.NOON
    )
    year = SeasonFrame(
        name="Probesaison",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        unit="event",
        rule="best",
        figure=8,
    )
    create_season(year, tournaments=[made.pk], by=factories.director(), now=factories.NOON)
    return sheets().get(pk=first.pk)


# Whoever may do more than anybody and less than the director sees a page of theirs with other keys on it.
MORE = {
    "referee": ("tournament", "sheet", "game", "referee", "rulings", "seating"),
    "treasurer": ("tournament", "cash", "cash_all", "cash_book", "cash_count"),
}


def pages(sheet: ScoreSheet, *, of: str) -> Iterator[tuple[str, str]]:
    """Every page that this visitor reads and nobody before him: everybody's, the director's, the administrator's, the table's own."""
    token = code_of(sheet).token
    for name, (readers, status, *_rest) in ROWS.items():
        if status != 200 or name in NO_PAGES | WALLS:
            continue
        match of:
            case "anonymous":
                here = of in readers
            case "director":
                here = of in readers and "anonymous" not in readers
            case "administrator":
                here = of in readers and not {"anonymous", "director"} & {*readers}
            case "table":
                here = "own link" in readers and ("anonymous" not in readers or name in ("sheet", "game"))
            case _:
                here = name in MORE[of] and (of in readers or "anonymous" in readers)
        if here:
            yield name, address(name, sheet, token)
    if of == "table":
        yield NEXT_GAME, address("game", sheet, token).replace("/1/1/spiel/1/", "/1/1/spiel/2/")


NEXT_GAME = "game that comes"
USERS = {"director": "leitung", "administrator": "verwaltung", "referee": "schiri", "treasurer": "kasse"}


def opened(open_page, sheet: ScoreSheet, of: str) -> Page:
    """The page of this visitor; the list keeper has a phone with the table's code."""
    if of == "table":
        at_table: Page = open_page(f"/t/{code_of(sheet).token}/", size=PHONE)
        return at_table
    if of == "administrator":
        factories.administrator()
    if of == "treasurer":
        grant_role(
            tournament_id=sheet.table.series.tournament_id,
            user=factories.user(USERS[of]),
            kind=Role.Kind.TREASURER,
            by=factories.director(),
            now=factories.NOON,
        )
    page: Page = open_page("/", size=LAPTOP, user=factories.user(USERS[of]) if of in USERS else None)
    return page


def language(page: Page, code: str) -> None:
    page.context.add_cookies([{"name": "rommeclub_sprache", "value": code, "url": page.url}])


def sticks_out(page: Page, name: str) -> Iterator[str]:
    """At each width and in both sizes of type."""
    for large in (False, True):
        set_type(page, large=large)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 640 if width < 700 else 800})
            if (out := page.evaluate(STICKS_OUT)) > 0:
                yield f"{name}: {out} px at {width}{', large' if large else ''} ({page.url})"


def set_type(page: Page, *, large: bool) -> None:
    page.evaluate("(size) => { document.documentElement.dataset.type = size; }", "large" if large else "")


def read(page: Page, sheet: ScoreSheet, of: str, *, part: int = 0, parts: int = 1) -> Iterator[str]:
    """Opens one page after the other; the names of those that are pages."""
    for name, url in list(pages(sheet, of=of))[part::parts]:
        page.set_viewport_size({"width": 1280, "height": 800})
        answer = page.goto(url)
        if answer is not None and answer.status == 200 and "html" in answer.headers.get("content-type", ""):
            yield name
        if name == NEXT_GAME:  # a hand, above the block of numbers
            page.set_viewport_size({"width": 360, "height": 640})
            page.locator("label:has(input[name=winner][value='3'])").tap()
            page.locator(".hand-left.is-current").wait_for()
            yield "hand of a game"


LEAST = {"anonymous": 25, "director": 60, "administrator": 2, "table": 9, "referee": 5, "treasurer": 4}


# German is measured below; French is for those who play.
@pytest.mark.parametrize(
    ("of", "code"),
    [
        *((of, code) for of in ("anonymous", "table") for code in ("lb", "en", "fr")),
        *(
            (of, code)
            for of in ("director", "administrator", "referee", "treasurer")
            for code in ("lb", "en")
        ),
    ],
)
def test_nothing_sticks_out_sideways(open_page, hall, of, code):
    page, found, looked = opened(open_page, hall, of), [], 0
    language(page, code)
    for name in read(page, hall, of):
        found += sticks_out(page, name)
        looked += 1
    assert looked >= LEAST[of], looked
    assert not found, "\n".join(found)


def looks() -> Iterator[tuple[int, bool, tuple[Scheme, Contrast]]]:
    """Width, large type, colours: every combination, with as few changes of the colours as can be."""
    for colours in COLOURS:
        for large in (False, True):
            for width in SIZES:
                yield width, large, colours


def judged(page: Page, name: str) -> Iterator[str]:
    """What axe finds in each look of this page, changed as a reader would change it."""
    for width, large, (scheme, contrast) in looks():
        page.emulate_media(color_scheme=scheme, contrast=contrast)
        page.set_viewport_size({"width": width, "height": SIZES[width]})
        set_type(page, large=large)
        # The window is higher than the page (some parts grow with it): what the bar at the thumb covers now is a touch of scrolling away.
        high = int(page.evaluate("document.documentElement.scrollHeight"))
        page.set_viewport_size({"width": width, "height": max(SIZES[width], min(2 * high, 12_000))})
        whole = (width, large, (scheme, contrast)) in WHOLE
        for one in page.evaluate(JUDGED, None if whole else OF_LOOKS):
            yield f"{name}, {width}{', large' if large else ''}, {scheme}, {contrast}: {one}"


PARTS = [
    ("anonymous", 0, 2),
    ("anonymous", 1, 2),
    *(("director", part, 6) for part in range(6)),
    ("administrator", 0, 1),
    ("table", 0, 1),
    ("referee", 0, 1),
    ("treasurer", 0, 1),
]  # for two cores


@pytest.mark.parametrize(("of", "part", "parts"), PARTS)
def test_axe_finds_nothing_and_german_does_not_stick_out(open_page, hall, of, part, parts):
    page, found, looked = opened(open_page, hall, of), [], 0
    page.emulate_media(reduced_motion="reduce")
    page.context.add_init_script(path=AXE)
    for name in read(page, hall, of, part=part, parts=parts):
        found += sticks_out(page, name)
        found += judged(page, name)
        looked += 1
    assert looked >= LEAST[of] // parts - 3, looked
    assert not found, "\n".join(found)
