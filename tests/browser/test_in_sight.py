"""What is always in sight while a game is typed: points, crosses, games left, whose deal it is; on phones of every size and at the desk."""

from __future__ import annotations

from uuid import uuid5

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.numbers import GameNumber, SeatNumber
from tests import factories
from tests.browser.conftest import LAPTOP, PHONE, becomes, fits
from tests.browser.test_grid import Keyboard, open_grid
from tests.browser.test_phone import SMALL, Thumb, open_table
from tests.browser.test_table import taken
from tests.factories import NOON, SPACE, result
from tournaments.lists.services.sheets import enter_game
from tournaments.models import Game
from tournaments.rulings.services.seats import let_leave

# In the viewport, and the topmost thing at its own middle: nothing lies over it.
IN_SIGHT = """element => {
  const box = element.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  const top = document.elementFromPoint(x, y);
  return box.height > 0 && box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= -1 && box.right <= innerWidth + 1
    && Boolean(top) && (element.contains(top) || top.contains(element));
}"""
SAVE = "form.entry .entry__save button.button--big"


def in_sight(page: Page, *what: str | Locator) -> None:
    for one in what:
        place = page.locator(one) if isinstance(one, str) else one
        # the page glides to the next field, and news may put a new bar in the old one's place
        assert becomes(place, IN_SIGHT), f"{one} is out of sight or covered"


def played(sheet, number: int) -> None:
    """One cross for somebody in each game."""
    first, *others = sorted(seat for seat in (1, 2, 3, 4) if seat != (number - 1) % 4 + 1)
    enter_game(
        sheet_id=sheet.pk,
        number=GameNumber(number),
        result=result(first, {others[0]: (25, True), others[1]: (140, False)}),
        submission=uuid5(SPACE, f"sight/{sheet.pk}/{number}"),
        seen_version=type(sheet).objects.get(pk=sheet.pk).version,
        by=factories.director(),
        now=NOON,
    )


def leaves(sheet, seat: int) -> None:
    let_leave(
        sheet_id=sheet.pk,
        seat_number=SeatNumber(seat),
        reason="musste gehen",
        seen_version=type(sheet).objects.get(pk=sheet.pk).version,
        by=factories.director(),
        now=NOON,
    )


def large_type(page: Page) -> None:
    page.context.add_cookies([{"name": "rommeclub_type", "value": "large", "url": page.url}])
    page.reload()


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["640", "800"])
@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_totals_and_the_deal_stay_in_sight_at_every_tap(open_page, size, large):
    sheet = factories.table_of(4)
    for number in (1, 2, 3):
        played(sheet, number)
    page = open_table(open_page, sheet, size=size)
    if large:
        large_type(page)
    thumb = Thumb(page)
    thumb.tap(".next-deal a.button--big")
    page.locator("form.entry").wait_for()
    seats = [f".table-bar [data-seat='{seat}'] .table-bar__points" for seat in (1, 2, 3, 4)]
    always = [
        *seats,
        ".table-bar [data-seat='4'] .cross",
        ".table-bar__left",
        ".table-bar__deals",
        "#ruf .button--call",
    ]
    expect(page.locator(".table-bar__left")).to_contain_text("noch 17")
    expect(page.locator(".table-bar__deals")).to_have_text("es gibt Platz 4, dann 1")
    in_sight(page, *always)
    for step in (
        lambda: thumb.choose("winner", "1"),
        lambda: thumb.choose("finish", "H"),
        lambda: thumb.digits(12),
        lambda: thumb.choose("opened_2", "ja"),
        lambda: thumb.digits(1),
        lambda: thumb.digits(3),
        lambda: thumb.digits(1),
    ):
        step()
        in_sight(page, *always)
        typing = page.evaluate("document.activeElement?.name || ''")
        if typing.startswith("augen_"):
            seat = typing[-1]
            in_sight(
                page,
                f"input[name={typing}]",
                f".hand-left--{seat} legend",
                f"label:has([name=opened_{seat}][value=ja])",
                f"label:has([name=opened_{seat}][value=nein])",
                *(f".numpad [data-digit='{digit}']" for digit in (1, 5, 9, 0, "back")),
                SAVE if seat == "3" else ".numpad [data-digit='next']",
            )
    assert fits(page)
    thumb.choose("opened_3", "nein")
    taken(page, 4)
    expect(page.locator(".table-bar__left")).to_contain_text("noch 16")
    expect(page.locator(".table-bar__deals")).to_have_text("es gibt Platz 1, dann 2")
    expect(page.locator(".table-bar [data-seat='1'].deals")).to_have_count(1)
    in_sight(page, *always)


def test_nothing_jumps_when_the_bar_takes_a_new_state(open_page):
    """Another device enters the game that is typed here: figures change in the bar, no field moves."""
    sheet = factories.table_of(4)
    played(sheet, 1)
    page = open_table(open_page, sheet)
    page.emulate_media(reduced_motion="reduce")  # no gliding: measured is where things stand
    page.locator(".next-deal a.button--big").tap()
    thumb = Thumb(page)
    thumb.choose("winner", "1")
    thumb.digits(2)
    page.evaluate("document.fonts.ready.then(() => true)")
    before = page.locator("input[name=augen_3]").evaluate(
        "field => JSON.stringify(field.getBoundingClientRect())"
    )
    played(sheet, 2)
    expect(page.locator(".table-bar [data-seat='1'] .table-bar__points")).to_have_text("5")
    field = "field => JSON.stringify(field.getBoundingClientRect())"
    assert page.locator("input[name=augen_3]").evaluate(field) == before
    expect(page.locator("#fehlt")).to_contain_text("inzwischen ein anderes Gerät")


def test_without_the_network_the_bar_goes_on(open_page):
    sheet = factories.table_of(4, rounds=1)
    page = open_table(open_page, sheet)
    page.locator(".next-deal a.button--big").tap()
    expect(page.locator(".table-bar__left")).to_contain_text("noch 4")
    page.context.set_offline(True)
    Thumb(page).game(2, "R", {3: (True, 25), 4: (True, 30)})
    expect(page.locator("form.entry")).to_have_attribute("data-number", "2")
    expect(page.locator(".table-bar__left")).to_contain_text("noch 3")
    expect(page.locator(".table-bar__deals")).to_have_text("es gibt Platz 2, dann 3")
    page.context.set_offline(False)
    expect(page.locator("#wartend")).to_be_hidden(timeout=20_000)
    expect(page.locator(".table-bar [data-seat='2'] .table-bar__points")).to_have_text("5")
    expect(page.locator(".table-bar__left")).to_contain_text("noch 3")


def test_a_table_that_somebody_has_left_deals_right_on_its_phone(open_page):
    """Seat 2 leaves after the first Runde: three go on, the dealer plays, and the page that goes on by itself knows it."""
    sheet = factories.table_of(4, rounds=2)
    for number in (1, 2, 3, 4):
        played(sheet, number)
    leaves(sheet, 2)
    page = open_table(open_page, sheet)
    page.locator(".next-deal a.button--big").tap()
    for number, deals, after in ((5, 1, ", dann 3"), (6, 3, ", dann 4"), (7, 4, "")):
        expect(page.locator("form.entry")).to_have_attribute("data-number", str(number))
        expect(page.locator(".deal-now")).to_contain_text(f"Es gibt Platz {deals}")
        if after:
            expect(page.locator(".table-bar__deals")).to_contain_text(f"es gibt Platz {deals}{after}")
        Thumb(page).game(1, "R", {3: (True, 25), 4: (True, 30)})
        taken(page, number)
    page.wait_for_url("**/liste/1/1/")
    assert [game.dealer.number for game in Game.objects.filter(number__gt=4).order_by("number")] == [1, 3, 4]


def test_the_grid_keeps_the_totals_over_their_columns(open_page):
    sheet = factories.table_of(4)
    page = open_grid(open_page, sheet)
    keys = Keyboard(page)
    plus = [0, 0, 0, 0]
    for number in range(1, 21):
        for seat in (1, 2, 3, 4):
            if seat != (number - 1) % 4 + 1:
                winner = seat == number % 4 + 1
                keys.type_cell("+" if winner else "25")
                plus[seat - 1] += 5 if winner else 2
        heads = [f"thead [data-now=points][data-seat='{seat}']" for seat in (1, 2, 3, 4)]
        in_sight(page, *heads, "[data-typed]", ".paper-grid .actions .button--big")
    for seat in (1, 2, 3, 4):
        expect(page.locator(f"thead [data-now=points][data-seat='{seat}']")).to_have_text(str(plus[seat - 1]))
    expect(page.locator("thead [data-now=augen][data-seat='1']")).to_have_text("250")


def test_two_phones_and_the_desk_on_one_list_see_the_newer_state(open_page):
    sheet = factories.table_of(4, rounds=2)
    one, other = open_table(open_page, sheet), open_table(open_page, sheet)
    for page in (one, other):
        page.locator(".next-deal a.button--big").tap()
    desk = open_grid(open_page, sheet, size=LAPTOP)
    for page in (one, other, desk):  # what asks every moment has asked once
        page.wait_for_load_state("networkidle")

    Thumb(one).game(2, "R", {3: (True, 25), 4: (True, 30)})
    taken(one, 1)
    expect(other.locator("form.entry")).to_have_attribute("data-number", "2")
    expect(desk.locator("input[name=z1_2]")).to_have_value("R")
    keys = Keyboard(desk)
    desk.locator("input[name=z2_1]").focus()
    for text in ("30", "+", "25"):
        keys.type_cell(text)
    keys.press("Control+Enter")
    desk.wait_for_url("**/liste/1/1/")
    for page in (one, other):
        expect(page.locator("form.entry")).to_have_attribute("data-number", "3")
        expect(page.locator(".table-bar__left")).to_contain_text("noch 6")
    assert Game.objects.filter(struck_at__isnull=True).count() == 2
    assert not Game.objects.filter(struck_at__isnull=False).exists()


def test_a_page_that_is_open_while_somebody_leaves_is_loaded_anew(open_page):
    sheet = factories.table_of(4, rounds=2)
    for number in (1, 2, 3, 4):
        played(sheet, number)
    page = open_table(open_page, sheet)
    page.locator(".next-deal a.button--big").tap()
    expect(page.locator(".hand-left--2")).to_have_count(1)
    leaves(sheet, 2)
    expect(page.locator(".hand-left--2")).to_have_count(0)
    expect(page.locator(".table-bar__left")).to_contain_text("noch 3")
