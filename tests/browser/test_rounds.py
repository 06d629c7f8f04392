"""Walks of the life of a list: a wrong deal, signatures by PIN and by hand on a small phone, the time of a series."""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.conftest import PHONE, fits
from tests.factories import NOON
from tournaments.access.selectors.codes import code_of
from tournaments.access.selectors.own_codes import own_code
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.lists.services import clock
from tournaments.models import Series, Signature

REASON = "Platz 3 hat statt Platz 2 gegeben."


def now_of(sheet):
    return sheet_view(sheets().get(pk=sheet.pk), now=NOON)


def path_of(sheet, more: str = "") -> str:
    return f"/turnier/{sheet.table.series.tournament.slug}/liste/1/{sheet.table.number}/{more}"


def phone_of(open_page, sheet, *, scripts: bool = True) -> Page:
    return open_page(f"/t/{code_of(sheet).token}/", size=PHONE, scripts=scripts)


def test_a_wrong_deal_on_the_referees_phone(open_page):
    sheet = factories.table_of(4, rounds=2)
    factories.referee(sheet.table.series.tournament)
    for number in range(1, 7):
        factories.play(sheet, number)
    page = open_page(path_of(sheet), user=factories.user("schiri"), size=PHONE)
    page.get_by_role("link", name="Falsch gegeben").tap()
    page.wait_for_url(re.compile("/falsch-gegeben/$"))
    page.wait_for_load_state()
    assert fits(page)
    page.get_by_label("Ab welchem Spiel wurde falsch gegeben?").fill("3")
    page.get_by_label("Begründung").fill(REASON)
    page.get_by_role("button", name="Weiter: zeigen, was folgt").tap()
    expect(page.get_by_text("Gestrichen werden die Spiele 5 und 6.")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Weiter geht es mit Spiel 5. Es gibt Platz 1"))).to_be_visible()
    assert fits(page)
    assert not now_of(sheet).struck
    page.get_by_role("button", name="So entscheiden").tap()
    page.wait_for_url(re.compile(r"/liste/1/1/$"))
    expect(page.get_by_text(f"Gestrichen: {REASON}")).to_have_count(2)
    expect(page.get_by_role("heading", name=re.compile("Spiel 5"))).to_be_visible()
    assert [game.number for game in now_of(sheet).struck] == [5, 6]


def write_name(page: Page, seat: int) -> None:
    """Open the field of a seat and draw a stroke with the finger's pointer."""
    box = page.locator(f"#platz-{seat}")
    box.get_by_text("Auf dem Bildschirm unterschreiben").tap()
    field = box.locator("canvas")
    field.scroll_into_view_if_needed()
    place = field.bounding_box()
    assert place
    assert place["width"] >= 240
    x, y = place["x"], place["y"]
    page.mouse.move(x + 20, y + 30)
    page.mouse.down()
    for step in range(1, 12):
        page.mouse.move(x + 20 + 18 * step, y + 30 + (18 if step % 2 else -8))
    page.mouse.up()


def test_everybody_signs_on_a_small_phone(open_page):
    sheet = factories.play_all(factories.table_of(4, rounds=1))
    page = phone_of(open_page, sheet)
    page.goto(path_of(sheet, "unterschriften/"))
    assert fits(page)
    box = page.locator("#platz-1")
    box.get_by_label("Mein Code").fill(own_code(sheet.table.seats.get(number=1).registration).pin)
    box.get_by_role("button", name="Gelesen und richtig").tap()
    expect(page.get_by_text("hat unterschrieben.")).to_be_visible()

    write_name(page, 2)
    page.locator("#platz-2").get_by_role("button", name="Löschen").tap()
    expect(page.locator("#platz-2").get_by_role("button", name="So unterschreiben")).to_be_disabled()
    page.locator("#platz-2 summary").tap()
    write_name(page, 2)
    assert fits(page)
    page.locator("#platz-2").get_by_role("button", name="So unterschreiben").tap()
    expect(page.locator("#platz-2 svg.ink path")).to_have_attribute("d", re.compile(r"^M\d+ \d+L"))
    for seat in (3, 4):
        box = page.locator(f"#platz-{seat}")
        box.get_by_role("button", name="Auf Papier unterschrieben").tap()
        expect(box.get_by_role("button", name="Auf Papier unterschrieben")).to_have_count(0)
    page.wait_for_url(re.compile(r"/liste/1/1/$"))
    assert now_of(sheet).life is Life.SIGNED
    methods = dict(Signature.objects.values_list("seat__number", "method"))
    assert methods == {1: "pin", 2: "drawn", 3: "paper", 4: "paper"}
    strokes = Signature.objects.get(method="drawn").strokes
    assert len(strokes) == 1
    assert len(strokes[0]) > 8
    expect(page.get_by_role("heading", name="Alle haben unterschrieben.")).to_be_visible()
    page.wait_for_load_state()
    assert fits(page)


def test_without_scripts_a_pin_or_paper_signs(open_page):
    sheet = factories.play_all(factories.table_of(3, rounds=1))
    page = phone_of(open_page, sheet, scripts=False)
    page.goto(path_of(sheet, "unterschriften/"))
    expect(page.locator("canvas").first).to_be_hidden()
    box = page.locator("#platz-1")
    box.get_by_label("Mein Code").fill(own_code(sheet.table.seats.get(number=1).registration).pin)
    box.get_by_role("button", name="Gelesen und richtig").tap()
    expect(page.get_by_text("hat unterschrieben.")).to_be_visible()
    page.locator("#platz-2").get_by_role("button", name="Auf Papier unterschrieben").tap()
    expect(page.locator("#platz-2").get_by_text("auf Papier")).to_be_visible()
    assert Signature.objects.count() == 2


def test_the_time_of_a_series_runs_out(open_page):
    sheet = factories.table_of(4, rounds=2)
    tournament = sheet.table.series.tournament
    factories.play(sheet, 1)
    clock.start_clock(
        tournament_id=tournament.pk,
        number=1,
        minutes=60,
        by=factories.director(),
        now=timezone.now() - timedelta(minutes=59, seconds=48),
    )
    page = phone_of(open_page, sheet)
    expect(page.locator("[data-left]")).to_have_text(re.compile(r"^0:00:\d\d$"))
    assert fits(page)
    hall = open_page(f"/turnier/{tournament.slug}/saal/uhr/1/")
    expect(page.get_by_role("button", name="Kein Spiel läuft mehr")).to_be_visible(timeout=25_000)
    expect(hall.locator("[data-over]")).to_be_visible(timeout=25_000)
    page.get_by_role("button", name="Kein Spiel läuft mehr").tap()
    page.get_by_role("button", name="Ja, so machen").tap()
    expect(page.get_by_text("Die Spiele 2 bis 8 sind nicht gespielt")).to_be_visible()
    assert sheet_view(sheets().get(pk=sheet.pk), now=timezone.now()).life is Life.COMPLETE
    assert fits(page)


def test_a_phone_with_a_wrong_clock_shows_the_servers_time(open_page):
    sheet = factories.table_of(4)
    tournament = sheet.table.series.tournament
    clock.start_clock(
        tournament_id=tournament.pk, number=1, minutes=90, by=factories.director(), now=timezone.now()
    )
    page = open_page("/", size=PHONE)
    page.clock.install(time=timezone.now() - timedelta(hours=5))
    page.goto(f"/turnier/{tournament.slug}/saal/uhr/1/")
    expect(page.locator("[data-left]")).to_have_text(re.compile(r"^1:(29:\d\d|30:00)$"))
    Series.objects.update(clock_minutes=120)
    page.clock.run_for(31_000)
    expect(page.locator("[data-left]")).to_have_text(re.compile(r"^1:59:\d\d$"))
