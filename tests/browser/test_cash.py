"""The little table in a noisy hall: three letters, Enter, Enter; and a prize table that answers while it is typed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.conftest import PHONE, fits
from tests.factories import NOON
from tournaments.event.services.setup import grant_role
from tournaments.models import CashEntry, Role, Tournament, User
from tournaments.money.selectors.cash import balance_of
from tournaments.money.services import fees
from tournaments.money.services.fees import Fees

CASH = re.compile(r"/kasse/(\?.*)?$")


@pytest.fixture
def made(transactional_db) -> Tournament:
    tournament = factories.tournament(players=12, series=2, rounds=1)
    fees.set_fees(tournament_id=tournament.pk, fees=Fees(ordinary=1000), by=factories.director(), now=NOON)
    return tournament


def treasurer(made: Tournament) -> User:
    person = factories.user("kasse")
    grant_role(
        tournament_id=made.pk, user=person, kind=Role.Kind.TREASURER, by=factories.director(), now=NOON
    )
    return person


def test_five_people_pay_by_keys_alone(open_page, made):
    page = open_page(f"/turnier/{made.slug}/kasse/", user=treasurer(made))
    for number in (3, 7, 12, 1, 10):
        expect(page.locator("#suche")).to_be_focused()
        page.keyboard.type(f"spieler0{number:02}")
        page.keyboard.press("Enter")
        expect(page.locator("button[name=wer]")).to_have_count(1)
        expect(page.locator("button[name=wer]")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"Probe{number} Spieler0{number:02}: 10,00 € bezahlt")).to_be_visible()
    assert balance_of(made) == 5000
    assert CashEntry.objects.count() == 5


def test_the_list_follows_the_letters_before_enter(open_page, made):
    page = open_page(f"/turnier/{made.slug}/kasse/", user=treasurer(made), size=PHONE)
    expect(page.locator("button[name=wer]")).to_have_count(12)
    page.locator("#suche").press_sequentially("probe11")
    expect(page.locator("button[name=wer]")).to_have_count(1)
    assert fits(page)
    page.locator("button[name=wer]").dblclick()
    expect(page.get_by_text("Probe11 Spieler011: 10,00 € bezahlt")).to_be_visible()
    assert CashEntry.objects.count() == 1, "a double tap is one fee"


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_the_prize_table_answers_while_it_is_typed_and_without_scripts_by_a_button(open_page, made, scripts):
    for number in range(1, 13):
        fees.take_fee(tournament_id=made.pk, start_number=number, by=factories.director(), now=NOON)
    page = open_page(f"/turnier/{made.slug}/kasse/preise/tabelle/", user=factories.user(), scripts=scripts)
    page.locator("[name=r0-places]").fill("70 %, 30 %")
    page.locator("[name=r0-fund]").fill("100 €")
    if not scripts:
        page.get_by_role("button", name="Vorschau").click()
    preview = page.locator("#vorschau")
    expect(preview).to_contain_text("70,00 €")
    expect(preview).to_contain_text("30,00 €")
    page.locator("[name=r0-fund]").fill("100")
    if not scripts:
        page.get_by_role("button", name="Vorschau").click()
    expect(preview).to_contain_text("Prozent oder Euro?")
    expect(page.locator("[name=r0-places]")).to_have_value("70 %, 30 %")
    page.locator("[name=r0-fund]").fill("100 €")
    page.get_by_role("button", name="Preistabelle speichern").click()
    expect(page.get_by_text("Die Preistabelle gilt.")).to_be_visible()
    assert made.prize_plans.get().document["rows"][0]["cents"] == 10_000
