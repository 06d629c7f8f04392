"""The referee's phone: a call seen on a second page, rule 15 twice, and a signed list corrected after a look ahead."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.conftest import PHONE, fits
from tests.factories import NOON
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.models import Game, Penalty, RefereeCall

SHEET = re.compile(r"/liste/\d+/\d+/$")


def path_of(sheet, more: str = "") -> str:
    series = sheet.table.series
    return f"/turnier/{series.tournament.slug}/liste/{series.number}/{sheet.table.number}/{more}"


def view_of(sheet):
    return sheet_view(sheets().get(pk=sheet.pk), now=NOON)


def test_a_call_is_seen_on_the_referees_phone_and_the_answer_at_the_table(open_page):
    sheet = factories.table_of(4)
    tournament = sheet.table.series.tournament
    referee = factories.referee(tournament)
    table = open_page(path_of(sheet), user=factories.user(), size=PHONE)
    phone = open_page(f"/turnier/{tournament.slug}/schiedsrichter/", user=referee.user, size=PHONE)
    desk = open_page(f"/turnier/{tournament.slug}/leitung/", user=factories.user())
    expect(phone.locator(".calls__none")).to_be_visible()
    table.locator(".button--call").dblclick()
    for page in (phone, desk):
        expect(page.locator(".call-card")).to_have_count(1)
        expect(page.locator(".call-card")).to_contain_text("Tisch 1")
    assert RefereeCall.objects.count() == 1, "a double tap is one call"
    expect(phone).to_have_title(re.compile(r"^\(1\) "))
    assert fits(phone)
    phone.get_by_role("button", name="Ich gehe hin").tap()
    expect(table.locator(".call--waiting")).to_contain_text("schiri kommt")
    expect(desk.locator(".call-card--taken")).to_contain_text("schiri geht hin")
    phone.get_by_label("Vermerk").fill("Karten nachgezählt")
    phone.get_by_role("button", name="Erledigt").tap()
    expect(table.locator(".button--call")).to_be_visible()
    expect(desk.locator(".call-card")).to_have_count(0)
    assert RefereeCall.objects.get().note == "Karten nachgezählt"


def punish(page: Page, sheet, game: int) -> None:
    """Rule 15 for seat 3: what it costs is read first, then confirmed."""
    page.goto(path_of(sheet, f"strafe/?spiel={game}"))
    page.locator("label:has(input[name=kind][value=loose_hand])").tap()
    page.locator("label:has(input[name=seat][value='3'])").tap()
    page.get_by_label("Begründung").fill("Karten auf den Stapel geworfen.")
    page.get_by_role("button", name="Weiter").tap()
    expect(page.locator(".preview")).to_be_visible()
    assert fits(page)


def test_rule_15_twice(open_page):
    sheet = factories.play_all(factories.table_of(4, rounds=1))
    referee = factories.referee(sheet.table.series.tournament)
    page = open_page(path_of(sheet), user=referee.user, size=PHONE)
    for game, offence, cost in ((1, 1, -1), (4, 2, -2)):
        punish(page, sheet, game)
        expect(page.locator("main")).to_contain_text(f"der {offence}. dieses Spielers")
        expect(page.locator("main")).to_contain_text("Die Augen gehen von 25 auf 31.")
        expect(page.get_by_text("Die Turnierleitung muss es wissen")).to_have_count(offence - 1)
        page.get_by_role("button", name="Strafe eintragen").tap()
        page.wait_for_url(SHEET)
        assert Penalty.objects.filter(offence=offence, points=cost).count() == 1
    expect(page.locator("main")).to_contain_text("2. Verstoß")


def test_a_signed_list_is_corrected_after_a_look_at_what_it_changes(open_page):
    made = factories.tournament(players=7, series=1, rounds=1)
    series = factories.draw(made)
    for table in (1, 2):
        factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(series, table))))
    sheet = factories.sheet_of(series, 1)
    referee = factories.referee(made)
    before = view_of(sheet).tally.totals[3].net_points
    page = open_page(path_of(sheet, "spiel/1/berichtigen/"), user=referee.user, size=PHONE)
    page.locator("label:has(input[name=winner][value='3'])").tap()
    page.locator("label:has(input[name=opened_2][value=nein])").tap()
    page.locator("input[name=augen_2]").fill("120")
    page.get_by_label("Begründung").fill("Der Zettel sagt es anders.")
    page.get_by_role("button", name="Weiter: zeigen, was es ändert").tap()
    preview = page.locator(".preview")
    expect(preview).to_be_visible()
    expect(preview.locator("tbody tr")).to_have_count(4)
    expect(preview).to_contain_text("Rang")
    assert fits(page)
    assert Game.objects.filter(sheet=sheet, struck_at__isnull=False).count() == 0, "only looked at"
    after = int(preview.locator("tbody tr").nth(2).locator("td b").first.inner_text())
    page.get_by_role("button", name="So entscheiden").tap()
    page.wait_for_url(SHEET)
    view = view_of(sheet)
    assert view.tally.totals[3].net_points == after != before
    assert view.life in (Life.ACCEPTED, Life.FINAL), "a ruling stands beside the signatures"
