"""The list keeper's phone: a whole list by taps, and once more without scripts."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.conftest import PHONE, fits
from tests.factories import NOON
from tournaments.access.services.devices import lend_table
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.models import Game, Line

SHEET = re.compile(r"/liste/\d+/\d+/$")


def enter_game(page: Page, *, winner: int, losers: dict[int, tuple[bool, int]]) -> None:
    """Tap who went out, then for each loser his Augen and whether he had opened; the last tap saves, without scripts a button."""
    page.locator(f"label:has(input[name=winner][value='{winner}'])").wait_for()
    page.wait_for_load_state()  # its scripts listen
    page.locator(f"label:has(input[name=winner][value='{winner}'])").tap()
    if page.locator("form.entry.is-steps").count():
        page.locator(".hand-left.is-current").wait_for()
    for seat, (opened, augen) in sorted(losers.items()):
        page.locator(f"input[name=augen_{seat}]").fill(str(augen))
        page.locator(f"label:has(input[name=opened_{seat}][value={'ja' if opened else 'nein'}])").tap()
    if not page.locator("html.js").count():
        page.locator("form.entry button.button--big").tap()


GONE_ON = "number => document.querySelector('form.entry')?.dataset.number !== number"
NOTHING_WAITS = """async () => {
  const panel = document.getElementById("wartend");
  return document.readyState === "complete" && (!panel || !window.Waiting || (await Waiting.all(panel.dataset.list)).length === 0);
}"""


def taken(page: Page, number: int) -> None:
    """The page has gone on by itself, to the next game or to the list, and the server has everything.

    A page goes on after a second and a half, whether its game has arrived by then or waits.
    """
    page.wait_for_function(GONE_ON, arg=str(number))
    page.wait_for_function(NOTHING_WAITS)


def play_list_by_taps(page: Page, sheet) -> int:
    """Enter every game that is left; how many it were."""
    entered = 0
    while (following := sheet_view(sheets().get(pk=sheet.pk), now=NOON).next_game) is not None:
        first, *others = (seat.number for seat in following.playing)
        address = page.url.split("/liste/")[0].split("//", 1)[1].partition("/")[2]
        page.goto(f"/{address}/liste/1/{sheet.table.number}/spiel/{following.number}/")
        assert fits(page)
        enter_game(page, winner=first, losers={seat: (True, 20 + seat) for seat in others})
        taken(page, following.number)
        entered += 1
        assert Game.objects.filter(sheet=sheet, struck_at__isnull=True).count() == entered
    return entered


def test_a_table_of_four_and_a_table_of_three_are_entered_on_phones(open_page):
    series = factories.draw(factories.tournament(players=7, series=1))
    for table, games in ((1, 20), (2, 15)):
        sheet = factories.sheet_of(series, table)
        token = lend_table(sheet_id=sheet.pk, by=factories.director(), now=NOON)
        page = open_page(f"/t/{token}/", size=PHONE)
        assert f"/liste/1/{table}/" in page.url
        assert play_list_by_taps(page, sheet) == games
        assert sheet_view(sheets().get(pk=sheet.pk), now=NOON).life is Life.COMPLETE
    played = Line.objects.values_list("seat__registration_id", flat=True)
    assert {list(played).count(one) for one in set(played)} == {15}


def test_the_entry_works_without_scripts(open_page):
    sheet = factories.table_of(4)
    token = lend_table(sheet_id=sheet.pk, by=factories.director(), now=NOON)
    page = open_page(f"/t/{token}/", size=PHONE, scripts=False)
    page.goto(page.url + "spiel/1/")
    enter_game(page, winner=2, losers={3: (True, 25), 4: (False, 88)})
    page.wait_for_url(SHEET)
    assert Game.objects.get(sheet=sheet).number == 1
    assert sorted(Line.objects.values_list("augen", flat=True)) == [0, 25, 88]


def test_a_doubtful_hand_asks_once_more_and_keeps_what_was_typed(open_page):
    sheet = factories.table_of(4)
    token = lend_table(sheet_id=sheet.pk, by=factories.director(), now=NOON)
    page = open_page(f"/t/{token}/", size=PHONE)
    page.goto(page.url + "spiel/1/")
    enter_game(page, winner=2, losers={3: (True, 1), 4: (False, 88)})
    expect(page.locator("#stimmt")).to_be_visible()
    assert Game.objects.count() == 0
    expect(page.locator("input[name=augen_4]")).to_have_value("88")
    page.locator("#stimmt").tap()
    page.locator("form.entry button.button--big").tap()
    taken(page, 1)
    assert Game.objects.count() == 1
