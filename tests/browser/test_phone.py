"""The list keeper's own walk: twenty games by thumb alone and counted, by keys, two phones at once."""

from __future__ import annotations

import re
from statistics import median

from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.conftest import LAPTOP, fits
from tests.browser.test_table import taken
from tests.factories import NOON
from tests.power_cut import wait_until
from tournaments.access.selectors.codes import code_of
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.lists.services.confirming import want_confirmation
from tournaments.models import Game, Line

SMALL = {"width": 360, "height": 640}
SAVE = "form.entry .entry__save button.button--big"
FINISHES = ("R", "R", "H", "R", "HA")


class Thumb:
    """Touches the glass and nothing else, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0
        self.most = 70  # Augen that a hand can count where nobody opens

    def tap(self, selector: str) -> None:
        self.page.locator(selector).wait_for()
        self.page.wait_for_load_state()  # a thumb taps what listens already
        self.page.locator(selector).tap()
        self.taps += 1

    def choose(self, name: str, value: str) -> None:
        self.tap(f"label:has(input[name={name}][value='{value}'])")

    def digits(self, number: int) -> None:
        for digit in str(number):
            self.tap(f".numpad [data-digit='{digit}']")

    def hand(self, seat: int, opened: bool | None, augen: int, *, nobody: bool, last: bool) -> None:
        """A hand as the page asks for it: its Augen, then Ja or Nein, which goes on or saves.

        Where nobody is finished three digits say "not opened" by themselves, so who had opened is told before.
        Where nobody is asked (`opened` is None) a single digit wants "Weiter", and the last hand "Speichern".
        """
        by_itself = nobody and augen >= 100
        if by_itself and opened:
            self.choose(f"opened_{seat}", "ja")
        self.digits(augen)
        if opened is not None and not by_itself:
            self.choose(f"opened_{seat}", "ja" if opened else "nein")
        if opened is None and (last or augen * 10 <= self.most):
            self.tap(SAVE if last else ".numpad [data-digit='next']")

    def game(self, winner: int, finish: str, losers: dict[int, tuple[bool | None, int]]) -> int:
        """One game as the list keeper taps it, up to the tap that saves it; how many taps it took."""
        before = self.taps
        self.choose("winner", str(winner))
        if finish not in ("R", "–"):
            self.choose("finish", finish)
        for seat, (opened, augen) in sorted(losers.items()):
            self.hand(seat, opened, augen, nobody=winner == 0, last=seat == max(losers))
        return self.taps - before


def open_table(open_page, sheet, size=SMALL) -> Page:
    return open_page(f"/t/{code_of(sheet).token}/", size=size)


def test_a_full_list_of_twenty_games_by_thumb_alone(open_page):
    sheet = factories.table_of(4)
    page = open_table(open_page, sheet)
    thumb, taps = Thumb(page), []
    thumb.tap(".next-deal a.button--big")
    for number in range(1, 21):
        expect(page.locator("form.entry")).to_have_attribute("data-number", str(number))
        playing = [seat for seat in (1, 2, 3, 4) if seat != (number - 1) % 4 + 1]
        winner, *others = playing[number % 3 :] + playing[: number % 3]
        losers = {others[0]: (True, 2 + 5 * number), others[1]: (False, 31 + 5 * number)}
        if FINISHES[number % 5] == "HA":
            losers = {seat: (True, augen) for seat, (_opened, augen) in losers.items()}
        taps.append(thumb.game(winner, FINISHES[number % 5], dict(sorted(losers.items()))))
        taken(page, number)
        assert fits(page)
    page.wait_for_url("**/liste/1/1/")
    expect(page.get_by_role("heading", name="Alle Spiele sind eingetragen.")).to_be_visible()
    assert sheet_view(sheets().get(pk=sheet.pk), now=NOON).life is Life.COMPLETE
    assert Game.objects.filter(struck_at__isnull=False).count() == 0
    assert set(Line.objects.filter(game__number=20, won=False).values_list("augen", flat=True)) == {102, 131}
    assert max(taps) <= 10, taps
    assert (
        max(count for number, count in enumerate(taps, 1) if FINISHES[number % 5] == "R" and number < 14) <= 8
    ), taps
    assert median(taps) <= 8, taps


def test_a_game_by_keys_takes_nine_strokes(open_page):
    sheet = factories.table_of(4)
    page = open_table(open_page, sheet, size=LAPTOP)
    page.locator(".next-deal a.button--big").click()
    for number, strokes in ((1, "2j25⏎n88⏎"), (2, "3hn40⏎n88⏎")):
        expect(page.locator("form.entry")).to_have_attribute("data-number", str(number))
        page.wait_for_load_state()  # nobody types before the page is there
        for stroke in strokes:
            page.keyboard.press("Enter" if stroke == "⏎" else stroke)
        taken(page, number)
        assert len(strokes) <= 10
    assert [game.finish for game in Game.objects.order_by("number")] == ["R", "H"]
    assert list(Line.objects.order_by("game__number", "seat__number").values_list("augen", "opened")) == [
        (0, True),
        (25, True),
        (88, False),
        (40, False),
        (0, True),
        (88, False),
    ]


def test_a_doubt_is_marked_while_it_is_typed_and_an_impossibility_is_not_taken(open_page):
    sheet = factories.table_of(4)
    page = open_table(open_page, sheet)
    thumb = Thumb(page)
    thumb.tap(".next-deal a.button--big")
    thumb.choose("winner", "2")
    thumb.digits(12)
    thumb.choose("opened_3", "nein")  # a hand in doubt is not left by itself
    expect(page.locator("[data-remark='3']")).to_contain_text("mindestens 31 Augen")
    thumb.tap(".numpad [data-digit='next']")
    thumb.digits(881)
    thumb.choose("opened_4", "ja")
    expect(page.locator("[data-remark='4']")).to_contain_text("881 Augen sind mehr")
    thumb.tap(SAVE)
    expect(page.locator("#fehlt")).to_contain_text("So kann es nicht sein")
    thumb.tap("input[name=augen_4]")
    thumb.digits(88)
    expect(page.locator("[data-remark='4']")).to_be_hidden()
    expect(page.locator("#grund")).to_contain_text("mindestens 31 Augen")  # with the name, above the keys
    thumb.tap(SAVE)
    expect(page.locator("#fehlt")).to_contain_text("stimmt so")
    assert not Game.objects.exists()
    thumb.tap("#stimmt")
    thumb.tap(SAVE)
    taken(page, 1)
    assert Line.objects.filter(won=False).count() == 2


def test_a_mistap_is_taken_back_before_and_after_saving(open_page):
    sheet = factories.table_of(4)
    page = open_table(open_page, sheet)
    thumb = Thumb(page)
    thumb.tap(".next-deal a.button--big")
    thumb.choose("winner", "4")
    thumb.tap(".said__part")  # a mistap: back to the question, and another tile is another winner
    thumb.game(2, "R", {3: (True, 25), 4: (True, 30)})
    taken(page, 1)
    page.get_by_role("link", name="Spiel 1 berichtigen").tap()
    page.wait_for_url("**/spiel/1/")
    expect(page.locator("input[name=augen_4]")).to_have_value("30")
    page.locator("input[name=augen_4]").tap()
    thumb.digits(39)
    thumb.tap(SAVE)
    taken(page, 1)
    assert Game.objects.get(struck_at__isnull=True).lines.get(seat__number=4).augen == 39
    assert Game.objects.get(struck_at__isnull=False).lines.get(seat__number=4).augen == 30


def test_two_phones_follow_each_other_and_nobody_overwrites_anybody(open_page):
    sheet = factories.table_of(4)
    one, other = open_table(open_page, sheet), open_table(open_page, sheet)
    for page in (one, other):
        page.locator(".next-deal a.button--big").tap()
    Thumb(one).game(2, "R", {3: (True, 25), 4: (True, 30)})
    taken(one, 1)
    expect(other.locator("form.entry")).to_have_attribute(
        "data-number", "2"
    )  # by itself: nothing was typed there
    expect(other.locator("#am-tisch")).to_contain_text("Spiel 1 berichtigen")
    # Both type game 2; the second to save is asked which one counts, and sees both.
    for page, augen in ((one, 20), (other, 40)):
        page.route(
            re.compile(r"/stand/(\?|$)"), lambda route: route.fulfill(status=204)
        )  # neither has heard of the other yet
        thumb = Thumb(page)
        thumb.choose("winner", "3")
        for seat in (1, 4):
            thumb.digits(augen + seat)
            if seat == 1:
                thumb.choose("opened_1", "ja")
    Thumb(one).choose("opened_4", "ja")
    expect(one.locator("#wartend")).to_be_hidden()
    taken(one, 2)
    expect(one.locator("form.entry")).to_have_attribute("data-number", "3")
    Thumb(other).choose("opened_4", "ja")
    panel = other.locator("#wartend")
    expect(panel).to_contain_text("Welche Eingabe gilt?")
    expect(panel).to_contain_text("41")  # mine
    expect(panel).to_contain_text("21 Augen")  # on the list
    assert Game.objects.filter(number=2).count() == 1
    other.unroute(re.compile(r"/stand/(\?|$)"))
    panel.get_by_role("button", name="Meine Eingabe gilt").tap()
    taken(other, 2)
    expect(panel).to_be_hidden()
    in_force = Game.objects.get(number=2, struck_at__isnull=True)
    assert set(in_force.lines.values_list("augen", flat=True)) == {41, 44, 0}
    assert Game.objects.filter(number=2, struck_at__isnull=False).count() == 1


def test_the_list_stays_when_the_other_entry_is_the_right_one(open_page):
    sheet = factories.table_of(4)
    one = open_table(open_page, sheet)
    one.locator(".next-deal a.button--big").tap()
    one.route(re.compile(r"/stand/(\?|$)"), lambda route: route.fulfill(status=204))
    thumb = Thumb(one)
    thumb.choose("winner", "2")
    thumb.hand(3, True, 23, nobody=False, last=False)
    thumb.digits(24)
    factories.play(sheet, 1)  # the desk
    thumb.choose("opened_4", "ja")
    one.locator("#wartend").get_by_role("button", name="Die Liste gilt").tap()
    expect(one.locator("#wartend")).to_be_hidden()
    assert Game.objects.count() == 1
    assert set(Line.objects.filter(won=False).values_list("augen", flat=True)) == {25}


def test_the_login_page_of_some_wifi_is_no_answer_and_another_list_forgets_nothing(open_page):
    """A captive portal says 200 to everything. The phone goes to another table meanwhile, and comes back."""
    series = factories.draw(factories.tournament(players=8))
    first, second = (factories.sheet_of(series, table) for table in (1, 2))
    page = open_table(open_page, first)
    page.locator(".next-deal a.button--big").tap()
    page.route(
        "**/senden/",
        lambda route: route.fulfill(status=200, content_type="text/html", body="Willkommen im WLAN"),
    )
    Thumb(page).game(2, "R", {3: (True, 25), 4: (True, 30)})
    expect(page.locator("#wartend")).to_contain_text("1 Spiel wartet auf das Netz")
    expect(page.locator("form.entry")).to_have_attribute("data-number", "2")
    assert not Game.objects.exists()
    page.goto(f"/t/{code_of(second).token}/")
    page.unroute("**/senden/")
    page.locator("#wartend").get_by_role("link", name="Dorthin").tap()
    page.wait_for_url("**/liste/1/1/")
    expect(page.locator("#wartend")).to_contain_text("Den Code des Tisches noch einmal scannen")
    page.goto(f"/t/{code_of(first).token}/")
    wait_until(Line.objects.exists, "the game that waited")
    expect(page.locator("#wartend")).to_be_hidden()
    assert set(Line.objects.values_list("augen", flat=True)) == {0, 25, 30}


def test_the_left_neighbour_confirms_by_a_tap_on_the_same_page(open_page):
    sheet = factories.table_of(4)
    want_confirmation(
        tournament_id=sheet.table.series.tournament_id, wanted=True, by=factories.director(), now=NOON
    )
    page = open_table(open_page, sheet)
    page.locator(".next-deal a.button--big").tap()
    Thumb(page).game(2, "R", {3: (True, 25), 4: (True, 30)})
    taken(page, 1)
    asked = page.locator("[data-neighbour]")
    expect(asked).to_contain_text("Stimmt Spiel 1?")
    Thumb(page).choose("winner", "3")  # the next game is being typed already, and stays
    asked.get_by_role("button", name="stimmt").tap()
    expect(asked).to_have_count(0)
    expect(page.locator("[name=winner][value='3']")).to_be_checked()
    assert Game.objects.get().confirmed_at is not None
