"""A whole day in the browser: from a new tournament to the signed list and the standings, for both families."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from tests import factories
from tests.browser.conftest import LAPTOP, PHONE, fits
from tests.browser.test_table import enter_game, taken
from tests.factories import NOON
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.models import ScoreSheet, Tournament
from tournaments.rankings.selectors.standings import standings

PLAYERS = [
    "Anna Probe",
    "Probe, Bert",
    "Carla Probe",
    "Dora Probe",
    "Emil Probe",
    "Fritz Probe",
    "Gerda Probe",
]


@pytest.fixture
def desk(open_page) -> Page:
    """The director has signed in with name and password."""
    factories.rule_row()
    factories.user("leitung")
    page = open_page("/anmelden/", size=LAPTOP)
    page.locator("input[name=username]").fill("leitung")
    page.locator("input[name=password]").fill("Kreuz-Bube-11")
    page.locator("main form button").first.click()
    page.wait_for_url(re.compile(r"/$"))
    return page


def new_tournament(page: Page, rules: str, **fields: str) -> Tournament:
    page.goto("/turniere/neu/?regeln=")
    page.get_by_role("link", name=re.compile(rules)).first.click()
    page.locator("input[name=name]").fill("Probetag")
    page.locator("input[name=place]").fill("Probesaal")
    for name, value in fields.items():
        field = page.locator(f"[name={name}]").first
        if field.get_attribute("type") == "radio":
            page.locator(f"label:has(input[name={name}][value='{value}'])").click()
        elif field.evaluate("element => element.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.locator("main form button.button--big").click()
    page.wait_for_url(re.compile(r"/anmeldungen/$"))
    return Tournament.objects.get()


def register(page: Page, names: list[str]) -> None:
    """Name, Enter; the cursor stays where the next name belongs."""
    for count, name in enumerate(names, 1):
        page.locator("input[name=name]").fill(name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name=re.compile(rf"^{count} Spieler"))).to_be_visible()


def draw(page: Page, tournament: Tournament) -> None:
    page.goto(f"/turnier/{tournament.slug}/leitung/auslosen/")
    assert fits(page)
    page.locator("input[name=seed]").fill("probe")
    page.locator("main form button.button--big").click()
    page.wait_for_url(re.compile(r"/sitzordnung/1/$"))


def play(phone: Page, sheet: ScoreSheet, *, opened: bool = True) -> None:
    """Enter every game of a list at its table, as the page offers it."""
    here = f"/turnier/{sheet.table.series.tournament.slug}/liste/1/{sheet.table.number}/"
    while (following := sheet_view(sheets().get(pk=sheet.pk), now=NOON).next_game) is not None:
        phone.goto(f"{here}spiel/{following.number}/")
        winner, *others = (seat.number for seat in following.playing)
        if opened:
            enter_game(phone, winner=winner, losers={seat: (True, 10 * seat) for seat in others})
        else:
            phone.locator(f"label:has(input[name=winner][value='{winner}'])").tap()
            phone.locator(".hand-left.is-current").wait_for()  # the page asks for one hand after the other
            for seat in others:
                phone.locator(f"input[name=augen_{seat}]").fill("25")
            phone.locator("form.entry button.button--big").tap()
        taken(phone, following.number)


def sign(phone: Page, sheet: ScoreSheet) -> None:
    """Every seat reads and confirms."""
    phone.goto(f"/turnier/{sheet.table.series.tournament.slug}/liste/1/{sheet.table.number}/unterschriften/")
    for missing in range(sheet.table.size, 0, -1):
        buttons = phone.locator("button[name=method][value=paper]")
        expect(buttons).to_have_count(missing)
        buttons.first.tap()
    expect(phone.locator("button[name=method]")).to_have_count(0)


def table_phone(desk: Page, open_page, sheet: ScoreSheet) -> Page:
    """The director shows a code for this table; a phone opens its address."""
    desk.goto(f"/turnier/{sheet.table.series.tournament.slug}/leitung/handys/")
    row = desk.locator("tr", has=desk.locator(f"input[name=table][value='{sheet.table.number}']"))
    row.locator("button[value=lend]").click()
    address = desk.locator(".qr").inner_text()
    token = re.search(r"/t/(\d+-\d{6})", address)
    assert token, address
    return open_page(f"/t/{token[1]}/", size=PHONE)


def test_the_whole_day_by_club_rules(desk, open_page):
    tournament = new_tournament(desk, "Vereinsregeln", series_count="1", rounds="1")
    register(desk, PLAYERS)
    draw(desk, tournament)
    assert [sheet.table.size for sheet in sheets().order_by("table__number")] == [4, 3]
    for sheet in sheets().order_by("table__number"):
        phone = table_phone(desk, open_page, sheet)
        play(phone, sheet)
        sign(phone, sheet)
        desk.goto(f"/turnier/{tournament.slug}/leitung/")
        desk.get_by_role("button", name="1 Liste annehmen").click()
        expect(desk.get_by_role("button", name="1 Liste annehmen")).to_have_count(0)
        assert sheet_view(sheets().get(pk=sheet.pk), now=NOON).life is Life.ACCEPTED
    ranks_on_the_wall(open_page, tournament)


def ranks_on_the_wall(open_page, tournament: Tournament) -> None:
    """Page, workbook and PDF say the same as the facts; the list prints."""
    ranked = standings(Tournament.objects.get())
    page = open_page(f"/turnier/{tournament.slug}/rangliste/", size=PHONE)
    assert fits(page)
    expect(page.locator("table tbody tr")).to_have_count(len(PLAYERS))
    shown = page.locator("table tbody tr").all_inner_texts()
    for row, text in zip(ranked.rows, shown, strict=True):
        assert row.registration.player.family_name in text
        assert str(row.total.net_points) in text
    book = page.request.get(f"/turnier/{tournament.slug}/rangliste.xlsx")
    assert book.ok
    sheet = CalamineWorkbook.from_filelike(BytesIO(book.body())).get_sheet_by_index(0)
    cells = [str(cell) for line in sheet.to_python() for cell in line]
    assert all(any(row.registration.player.family_name in cell for cell in cells) for row in ranked.rows)
    for path in ("rangliste.pdf", "liste/1/1.pdf", "serie/1/listen.pdf"):
        answer = page.request.get(f"/turnier/{tournament.slug}/{path}")
        assert answer.ok, path
        assert "Probe" in "".join(leaf.extract_text() for leaf in PdfReader(BytesIO(answer.body())).pages)


def test_an_evening_by_basic_rules_to_a_target(desk, open_page):
    tournament = new_tournament(
        desk, "Grundregeln", series_count="1", table_size="3", ending="target", target="120"
    )
    register(desk, PLAYERS[:3])
    draw(desk, tournament)
    sheet = sheets().get()
    phone = table_phone(desk, open_page, sheet)
    play(phone, sheet, opened=False)
    view = sheet_view(sheets().get(), now=NOON)
    assert max(total.net_points for total in view.tally.totals.values()) >= 120
    sign(phone, sheet)
    desk.goto(f"/turnier/{tournament.slug}/leitung/")
    desk.get_by_role("button", name="1 Liste annehmen").click()
    expect(desk.get_by_role("button", name="1 Liste annehmen")).to_have_count(0)
    desk.goto(f"/turnier/{tournament.slug}/rangliste/")
    best = standings(Tournament.objects.get()).rows[0]
    expect(desk.locator("table tbody tr").first).to_contain_text(best.registration.player.family_name)
