"""Cards by taps: a hand judged at the table, Augen counted for the entry, a game stepped through; once without scripts."""

from __future__ import annotations

import re

from playwright.sync_api import Page, ViewportSize, expect

from tests import factories
from tests.browser.conftest import LAPTOP, PHONE, fits
from tests.browser.test_table import taken
from tests.factories import NOON
from tournaments.access.services.devices import lend_table
from tournaments.models import Game, Ruling

SMALL = ViewportSize(width=360, height=640)
HAND = "/blatt/?regeln=club_2018"


def tap_card(page: Page, sign: str, *, within: str = "body") -> None:
    page.locator(f"{within} .pick[data-sign='{sign}']").first.tap()


def test_cards_are_tapped_and_the_verdict_is_there_at_once(open_page):
    factories.rule_row()
    page = open_page(HAND, size=PHONE)
    assert fits(page)
    for sign in ("♥D", "♥K", "♥A"):
        tap_card(page, sign)
    expect(page.locator("#feld_karten")).to_have_value("♥D ♥K ♥A ")
    expect(page.locator("#urteil")).to_contain_text(
        "Nicht zulässig: Zum Eröffnen braucht es 40 Augen, hier sind es 31."
    )
    expect(page.locator("#kurz")).to_be_in_viewport()
    page.locator("[data-write=' | ']").tap()
    for sign in ("♣7", "★", "♥7"):
        tap_card(page, sign)
    expect(page.locator("#urteil")).to_contain_text("Zulässig: 52 Augen.")
    expect(page.locator(".pick[data-sign='♥7']").first).to_have_attribute("data-count", "1")
    expect(page).to_have_url(re.compile("karten="))
    page.locator("[data-write='back']").tap()
    expect(page.locator("#feld_karten")).to_have_value("♥D ♥K ♥A | ♣7 ★ ")
    assert fits(page)


def test_a_hand_is_judged_without_scripts(open_page):
    factories.rule_row()
    page = open_page(HAND, size=PHONE, scripts=False)
    for label in ("Herz Dame", "Herz König", "Herz As"):
        page.get_by_label(label, exact=True).check()
    page.get_by_label("Herz As noch einmal", exact=True).check()
    page.get_by_role("button", name="Prüfen").tap()
    expect(page.locator("#urteil")).to_contain_text("♥A liegt zweimal in der Folge.")
    expect(page.get_by_role("checkbox", name="Herz Dame", exact=True)).to_be_checked()
    expect(page.locator(".picks__keys")).to_be_hidden()
    assert fits(page)


def test_a_verdict_stays_with_the_game(open_page):
    sheet = factories.table_of(4)
    referee = factories.referee(sheet.table.series.tournament)
    page = open_page(
        f"/turnier/{sheet.table.series.tournament.slug}/liste/1/1/", user=referee.user, size=PHONE
    )
    page.get_by_role("main").get_by_role("link", name="Blatt prüfen").tap()
    page.locator("#feld_karten").fill("Herz 7, Herz 8, Herz 9")
    page.locator("#feld_wer").fill("Platz 2")
    expect(page.locator("#urteil")).to_contain_text("hier sind es 24")
    expect(page.locator(".pick[data-sign='♥8']").first).to_have_attribute("data-count", "1")
    assert fits(page)
    page.get_by_role("button", name="Als Vermerk zu Spiel 1: Platz 2").tap()
    expect(page.locator(".messages")).to_contain_text("Der Vermerk steht auf der Liste.")
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.paragraph) == ("remark", "Regel 6")
    assert "Platz 2: ♥7 ♥8 ♥9" in ruling.reason
    expect(page.locator("#stand")).to_contain_text("Platz 2: ♥7 ♥8 ♥9")


def test_the_table_is_tapped_like_the_hand(open_page):
    factories.rule_row()
    page = open_page(HAND, size=PHONE)
    page.locator("label:has(input[name=frage][value=anlegen])").tap()
    page.locator("#feld_tisch").tap()
    for sign in ("♥9", "★", "♥B"):
        tap_card(page, sign)
    page.locator("#feld_karten").tap()
    for sign in ("♥10", "♠2"):
        tap_card(page, sign)
    expect(page.locator("#feld_tisch")).to_have_value("♥9 ★ ♥B ")
    expect(page.locator("#feld_karten")).to_have_value("♥10 ♠2 ")
    page.locator("#feld_eroeffnet").check()
    expect(page.locator("#urteil")).to_contain_text("♥10 lässt sich in Auslage 1 gegen den Joker tauschen.")
    assert fits(page)


def test_the_open_card_is_tapped_into_its_own_field(open_page):
    """A tap after "Offene Karte genommen" once went into the hand, and the verdict was that of another hand."""
    factories.rule_row()
    page = open_page(HAND, size=SMALL)
    page.locator("label:has(input[name=frage][value=anlegen])").tap()
    page.locator("#feld_tisch").fill("★ ♠A ♠2 | ★ ♠A ♠2")
    page.locator("#feld_karten").tap()
    for sign in ("♠3", "♠8", "♠8"):
        tap_card(page, sign)
    page.locator("#feld_eroeffnet").check()
    page.locator("#feld_offen").tap()
    expect(page.locator("#feld_offen")).to_have_class(re.compile("is-written"))
    tap_card(page, "♥K")
    tap_card(page, "★")  # only one card lies open: the next tap replaces it
    page.locator("[data-write=' | ']").tap()
    expect(page.locator("#feld_offen")).to_have_value("★")
    expect(page.locator("#feld_karten")).to_have_value("♠3 ♠8 ♠8 ")
    expect(page.locator("#feld_karten")).not_to_have_class(re.compile("is-written"))
    expect(page.locator("#urteil")).to_contain_text("★ lässt sich nicht sofort verwenden: zurücklegen")
    expect(page.locator("#urteil .verdict__why").first).to_contain_text("Die offene Karte:")
    assert fits(page)
    page.locator("[data-write='clear']").tap()
    expect(page.locator("#feld_offen")).to_have_value("")
    page.locator("#feld_karten").tap()
    tap_card(page, "♥2")
    expect(page.locator("#feld_karten")).to_have_value("♠3 ♠8 ♠8 ♥2 ")


def test_a_field_that_another_question_hides_takes_no_taps(open_page):
    factories.rule_row()
    page = open_page(HAND, size=SMALL)
    for hidden in ("#feld_tisch", "#feld_offen"):
        page.locator("label:has(input[name=frage][value=anlegen])").tap()
        page.locator(hidden).tap()
        page.locator("label:has(input[name=frage][value=augen])").tap()
        tap_card(page, "♥K")
        expect(page.locator(hidden)).to_have_value("")
    expect(page.locator("#feld_karten")).to_have_value("♥K ♥K ")
    expect(page.locator("#urteil")).to_contain_text("2 Karten: 20 Augen.")
    assert fits(page)


def count_by_taps(page: Page, *, scripts: bool) -> None:
    """Winner and one answer are given, then the cards of seat 3 are tapped."""
    page.locator("label:has(input[name=winner][value='2'])").tap()
    page.locator("label:has(input[name=opened_3][value=ja])").tap()
    page.locator("input[name=augen_4]").fill("88")
    page.get_by_role("button", name="Augen aus Karten").tap()
    page.wait_for_url(re.compile("/augen/$"))
    assert fits(page)
    within = "section.counted:has(#feld_blatt_3)"
    for sign in ("♥K", "★"):
        tap_card(page, sign, within=within)
    if scripts:
        expect(page.locator("#gezaehlt")).to_contain_text("30 Augen")
    page.get_by_role("button", name="Augen übernehmen").tap()
    expect(page.locator("input[name=augen_3]")).to_have_value("30")
    expect(page.locator("input[name=augen_4]")).to_have_value("88")
    expect(page.locator("input[name=opened_3][value=ja]")).to_be_checked()
    page.locator("label:has(input[name=opened_4][value=nein])").tap()
    if not scripts:  # with them the last answer saves
        page.locator("form.entry .entry__save button.button--big").tap()
    if scripts:
        taken(page, 1)  # the next game is there at once, and this one on the list
    else:
        page.wait_for_url(re.compile(r"/liste/1/1/$"))
    assert {line.augen for line in Game.objects.get().lines.all()} == {0, 30, 88}


def test_augen_are_counted_from_cards_and_nothing_typed_is_lost(open_page):
    sheet = factories.table_of(4)
    token = lend_table(sheet_id=sheet.pk, by=factories.director(), now=NOON)
    page = open_page(f"/t/{token}/", size=PHONE)
    page.goto(page.url + "spiel/1/")
    count_by_taps(page, scripts=True)


def test_augen_are_counted_without_scripts(open_page):
    sheet = factories.table_of(4)
    token = lend_table(sheet_id=sheet.pk, by=factories.director(), now=NOON)
    page = open_page(f"/t/{token}/", size=PHONE, scripts=False)
    page.goto(page.url + "spiel/1/")
    count_by_taps(page, scripts=False)


def test_a_game_is_stepped_through_by_arrow_keys_and_by_taps(open_page):
    factories.rule_row()
    page = open_page("/partie/", size=LAPTOP)
    page.get_by_role("link", name="Vereinsregeln 2018, Partie 1").click()
    expect(page.locator("#zug")).to_have_text("Nach dem Geben")
    page.wait_for_load_state()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#zug")).to_contain_text("Zug 1 von")
    page.wait_for_load_state()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#zug")).to_have_text("Nach dem Geben")
    page.wait_for_load_state()
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Ergebnis")).to_be_visible()
    last = page.url
    phone = open_page(last.split("//", 1)[1].partition("/")[2].join(["/", ""]), size=PHONE, scripts=False)
    assert fits(phone)
    phone.locator("a[data-step='prev']").tap()
    expect(phone.locator("#zug")).to_contain_text("Zug ")
    expect(phone.locator("a[data-step='next'][href]")).to_have_count(1)
