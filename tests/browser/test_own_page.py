"""A player of seventy with his phone: scans his card, sees his seat, follows his games, objects, and reads the decision."""

from __future__ import annotations

from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.browser.conftest import PHONE, fits
from tests.factories import NOON
from tournaments.access.selectors.own_codes import own_code
from tournaments.models import Protest
from tournaments.rulings.services import protests


def staged():
    """Table 1 of two, and the code of whoever sits on its seat 2."""
    made = factories.tournament(players=8, rounds=1)
    sheet = factories.sheet_of(factories.draw(made))
    one = sheet.table.seats.get(number=2).registration
    return made, sheet, one, reverse("own_page", args=[own_code(one).token])


def test_from_the_card_to_the_decision(open_page):
    made, sheet, one, address = staged()
    page = open_page(address, size=PHONE)
    assert fits(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(one.player.name)
    seat = page.locator(".whereabouts").first
    expect(seat).to_contain_text("Tisch 1")
    expect(seat).to_contain_text("Platz 2")
    expect(page.get_by_text("Noch ist kein Spiel eingetragen.")).to_be_visible()

    factories.play(sheet, 1)  # it follows by itself
    row = page.locator(".own-games tbody tr").first
    expect(row).to_contain_text("Rommé", timeout=15_000)
    assert fits(page)

    page.get_by_role("link", name="Einspruch erheben").tap()
    page.get_by_label("Worum geht es?").fill("Spiel 1: Ich hatte schon eröffnet.")
    page.get_by_label("Zu welchem Spiel?").select_option("1")
    assert fits(page)
    page.get_by_role("button", name="Einspruch erheben").tap()
    expect(page.get_by_text("Der Einspruch ist erhoben.")).to_be_visible()
    filed = Protest.objects.get()
    assert (filed.registration, filed.game_number) == (one, 1)

    referee = factories.referee(made)
    protests.decide_protest(
        protest_id=filed.pk, granted=True, reason="Der Zettel stimmt.", by=referee, now=NOON
    )
    expect(page.get_by_text("Der Zettel stimmt.")).to_be_visible(timeout=15_000)
    assert fits(page)


def test_without_scripts_it_is_the_same_page(open_page):
    _made, sheet, one, address = staged()
    factories.play_all(sheet)
    page = open_page(address, size=PHONE, scripts=False)
    expect(page.locator(".own-games tbody tr")).to_have_count(4)
    expect(page.get_by_text("Liste der Serie 1 unterschreiben")).to_be_visible()
    page.goto(page.url.replace(address, reverse("own_door")))
    page.get_by_label("Startnummer").fill(str(one.start_number))
    page.get_by_label("PIN").fill(own_code(one).spoken_pin)
    page.get_by_role("button", name="Meine Seite öffnen").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text(one.player.name)
