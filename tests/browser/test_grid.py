"""A list from paper by keyboard alone: keys are counted, drafts survive, two who type at once see each other."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from scoring.engine.law import Finish
from scoring.points import score
from scoring.shorthand import SPELLED, written
from tests import factories
from tests.browser.conftest import PHONE, fits
from tests.factories import NOON
from tournaments.access.services.devices import lend_table
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.management.demo.games import likely_result
from tournaments.models import Game
from tournaments.paper_entry.selectors import playing_numbers, results_in_force

MOST_KEYS = 9
SHEET = re.compile(r"/liste/1/\d+/$")
SIGNS = {"R": "+", "H": "*", "HA": "/"}


def paper(view) -> dict[int, dict[int, str]]:
    """A list as a table plays it, in shorthand; every fifth winner by one of the rarer ways."""
    rules, ways = view.rules, cycle(["", "", "", "", "*", "", "", "", "", "/"])
    found = {}
    for number in range(1, view.planned + 1):
        playing = playing_numbers(view, number)
        result = likely_result(rules, playing, seed=f"Papier {number}")
        cells = written(rules, result)
        way = next(ways)
        found[number] = {
            seat: way or SIGNS[cells[seat]] if cells[seat] in SIGNS else cells[seat] for seat in playing
        }
    return found


def points_on(rules, view, cells: dict[int, dict[int, str]]) -> dict[int, int]:
    """What the games of this paper come to, by seat."""
    points = dict.fromkeys((seat.number for seat in view.seats), 0)
    for number, row in cells.items():
        result = likely_result(rules, playing_numbers(view, number), seed=f"Papier {number}")
        if result.winner is not None:
            text = row[result.winner]
            result = replace(result, finish=Finish(SPELLED.get(text, text)))
        for seat, worth in score(rules, result).items():
            points[seat] += worth.points
    return points


class Keyboard:
    """Real keys, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.pressed = page, 0

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.pressed += 1

    def type_cell(self, text: str) -> None:
        """What a hand on the number block does: signs and a third digit end their cell, Enter ends the others."""
        for key in text[:3] if len(text) == 4 else text:
            self.press("NumpadSubtract" if key == "-" else key)
        if text.isdigit():
            self.press("Enter")


def open_grid(open_page, sheet, **how) -> Page:
    series = sheet.table.series
    path = f"/turnier/{series.tournament.slug}/liste/{series.number}/{sheet.table.number}/papier/"
    return open_page(path, user=factories.user("leitung"), **how)


def view_of(sheet):
    return sheet_view(sheets().get(pk=sheet.pk), now=NOON)


@pytest.mark.parametrize(("size", "games"), [(4, 20), (3, 15)])
def test_a_list_by_keyboard_alone(open_page, size, games):
    sheet = factories.table_of(size)
    page = open_grid(open_page, sheet)
    cells = paper(view_of(sheet))
    expect(page.locator("input[name=z1_2]" if size == 4 else "input[name=z1_1]")).to_be_focused()
    keys = Keyboard(page)
    for number, row in cells.items():
        before = keys.pressed
        for text in row.values():
            keys.type_cell(text)
        assert keys.pressed - before <= MOST_KEYS, f"game {number}: {row}"
    assert len(cells) == games
    assert keys.pressed <= MOST_KEYS * games
    expect(page.locator("[data-typed]")).to_have_text(str(games))
    rules = view_of(sheet).rules
    for seat, points in points_on(rules, view_of(sheet), cells).items():
        expect(page.locator(f"[data-own=points][data-seat='{seat}']")).to_have_text(
            str(points).replace("-", "−")
        )
    keys.press("Control+Enter")
    page.wait_for_url(SHEET)
    view = view_of(sheet)
    assert view.life is Life.COMPLETE
    assert {n: written(view.rules, result) for n, result in results_in_force(view).items()} == {
        n: {seat: SPELLED.get(text, text) for seat, text in row.items()} for n, row in cells.items()
    }
    assert {seat: total.net_points for seat, total in view.tally.totals.items()} == points_on(
        rules, view, cells
    )


KINDS = {
    "Rommé": ("+", "25", "88-"),
    "Hand-Rommé": ("88-", "*", "115-"),
    "mit Anlegen": ("120", "/", "131"),
    "Stapel leer": ("40", "88-", "95"),
    "Stapel leer, alle nicht eröffnet": ("115-", "102-", "131-"),
    "Stapel leer, volle Hände": ("100-", "7", "197-"),
}


def test_every_kind_of_game_takes_nine_keys_at_most(open_page):
    """Each kind by itself, counted; what was typed is what stands there, also behind a cell that three digits have left."""
    sheet = factories.table_of(3, rounds=2)
    page = open_grid(open_page, sheet)
    keys, counted = Keyboard(page), {}
    for kind, texts in KINDS.items():
        before = keys.pressed
        for text in texts:
            keys.type_cell(text)
        counted[kind] = keys.pressed - before
    assert max(counted.values()) <= MOST_KEYS, counted
    typed = [cell.input_value() for cell in page.locator(".grid-table tbody input").all()]
    assert typed == [text for texts in KINDS.values() for text in texts]


def test_three_digits_go_on_and_can_be_mended(open_page):
    page = open_grid(open_page, factories.table_of(3, rounds=1))
    first, second = page.locator("input[name=z1_1]"), page.locator("input[name=z1_2]")
    for last, value in (
        ("", "115-"),
        ("Enter", "115"),
        ("Tab", "115"),
        ("-", "115-"),
        ("NumpadSubtract", "115-"),
    ):
        first.focus()
        for key in ("1", "1", "5", *([last] if last else [])):
            page.keyboard.press(key)
        expect(first).to_have_value(value)
        expect(second).to_be_focused()
    page.keyboard.press("3")
    page.keyboard.press("Enter")  # belongs to the second cell again
    expect(first).to_have_value("115-")
    first.focus()
    for key in ("1", "1", "7", "Backspace", "Backspace"):
        page.keyboard.press(key)
    expect(first).to_be_focused()
    expect(first).to_have_value("")


def test_the_paper_finds_the_slip(open_page):
    """52 typed for 25 in game 2; the totals of the paper point to it, and it is mended without a mouse."""
    sheet = factories.table_of(4, rounds=1)
    page = open_grid(open_page, sheet)
    keys = Keyboard(page)
    for text in ("+", "12", "88-", "+", "52", "31-", "40", "*", "7", "9", "120-", "/"):
        keys.type_cell(text)
    expect(page.locator("input[name=summe_points_1]")).to_be_focused()
    own = {
        (what, seat): page.locator(f"[data-own={what}][data-seat='{seat}']")
        for what in ("points", "crosses", "augen")
        for seat in (1, 2, 3, 4)
    }
    expect(own["augen", 3]).to_have_text("64")
    for what in ("points", "crosses", "augen"):
        for seat in (1, 2, 3, 4):
            written_down = int((own[what, seat].text_content() or "0").replace("−", "-"))
            if (what, seat) == ("augen", 3):
                written_down -= 27
            if (what, seat) == ("points", 3):
                written_down += 1
            for key in str(written_down):
                keys.press(key)
            keys.press("Enter")
    expect(page.locator(".grid-check li").first).to_have_text("Spiel 2, Platz 3: 25 statt 52?")
    page.locator("input[name=z2_3]").focus()
    keys.type_cell("25")
    expect(page.locator(".grid-check")).to_contain_text("stimmen mit dem Papier überein")


def test_arrows_go_where_the_eye_goes(open_page):
    page = open_grid(open_page, factories.table_of(4, rounds=1))
    expect(page.locator("input[name=z1_2]")).to_be_focused()
    for key, there in (
        ("ArrowDown", "z3_2"),  # game 2 is dealt by seat 2
        ("ArrowUp", "z1_2"),
        ("ArrowRight", "z1_3"),
        ("ArrowRight", "z1_4"),
        ("ArrowRight", "z2_1"),
        ("ArrowLeft", "z1_4"),
        ("Backspace", "z1_3"),
        ("ArrowUp", "z1_3"),
        ("ArrowLeft", "z1_2"),
        ("ArrowLeft", "z1_2"),
    ):
        page.keyboard.press(key)
        expect(page.locator(f"input[name={there}]")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.locator("input[name=summe_crosses_2]")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("input[name=z4_2]")).to_be_focused()


def test_a_wrong_row_is_pointed_out_and_everything_is_still_there(open_page):
    sheet = factories.table_of(4, rounds=1)
    page = open_grid(open_page, sheet)
    keys = Keyboard(page)
    for text in ("+", "12", "88-", "+", "+"):
        keys.type_cell(text)
    keys.press("Control+Enter")
    expect(page.locator(".alert--bad[role=alert]").first).to_contain_text(
        "Spiel 2: Nur einer kann fertig sein"
    )
    expect(page.locator("input[name=z2_3]")).to_be_focused()
    expect(page.locator("input[name=z1_4]")).to_have_value("88-")
    assert not Game.objects.exists()
    keys.type_cell("30")
    keys.type_cell("44")
    keys.press("Control+Enter")
    page.wait_for_url(SHEET)
    assert Game.objects.count() == 2


def test_a_draft_survives_a_closed_page_and_a_lost_connection(open_page):
    sheet = factories.table_of(4, rounds=1)
    page = open_grid(open_page, sheet)
    keys = Keyboard(page)
    for text in ("+", "12", "88-"):
        keys.type_cell(text)
    page.context.set_offline(True)
    for text in ("30", "+"):
        keys.type_cell(text)
    expect(page.locator(".grid-news")).to_contain_text("Keine Verbindung")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator(".grid-news")).to_contain_text("Entwurf")
    for name, value in (("z1_2", "+"), ("z1_4", "88-"), ("z2_3", "+")):
        expect(page.locator(f"input[name={name}]")).to_have_value(value)
    expect(page.locator("[data-row='1'] [data-seat='2'] [data-points]")).to_have_text("5")
    page.locator("input[name=z2_4]").focus()
    keys.type_cell("44")
    keys.press("Control+Enter")
    page.wait_for_url(SHEET)
    page.go_back()
    page.reload()
    expect(page.locator("input[name=z1_2]")).to_have_value("R")
    expect(page.locator(".grid-news")).to_be_hidden()


def test_the_phone_and_the_desk_at_once(open_page):
    """Game 1 comes from the phone: into the empty row by itself, beside what was typed otherwise."""
    sheet = factories.table_of(4, rounds=1)
    page = open_grid(open_page, sheet)
    keys = Keyboard(page)
    for text in ("+", "12", "88-"):
        keys.type_cell(text)
    factories.play(sheet, 1)
    expect(page.locator("[data-said='1']")).to_contain_text("Auf der Liste steht: 2: R · 3: 25 · 4: 25")
    factories.play(sheet, 2)
    expect(page.locator("input[name=z2_3]")).to_have_value("R")
    expect(page.locator("input[name=z1_4]")).to_have_value("88-")
    keys.press("Control+Enter")
    page.wait_for_url(SHEET)
    view = view_of(sheet)
    assert written(view.rules, results_in_force(view)[1]) == {2: "R", 3: "12", 4: "88-"}
    assert len(view.struck) == 1


def test_the_plain_form_works_without_scripts(open_page):
    sheet = factories.table_of(4, rounds=1)
    page = open_grid(open_page, sheet, scripts=False)
    page.locator("input[name=z1_2]").focus()
    for text in ("R", "12", "88-"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(SHEET)
    assert Game.objects.count() == 1


def test_it_fits_on_a_phone_of_the_table(open_page):
    sheet = factories.table_of(4)
    token = lend_table(sheet_id=sheet.pk, by=factories.director(), now=NOON)
    page = open_page(f"/t/{token}/", size=PHONE)
    page.goto(page.url + "papier/")
    assert fits(page)
    expect(page.locator(".grid-table input").first).to_be_visible()
