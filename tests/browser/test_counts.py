"""What a hand does, counted: clicks, pages, taps and rows, as docs/counts.md says them. Each figure fails when it grows."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Frame, Page, ViewportSize, expect

from tests import factories
from tests.browser.conftest import fits
from tests.browser.test_phone import Thumb, open_table
from tests.browser.test_table import taken
from tests.factories import NOON
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.models import ScoreSheet, Tournament
from tournaments.rankings.services.finish import finish_tournament
from tournaments.rulings.services.calls import call_referee

SMALL = ViewportSize(width=360, height=640)
LINKS = """[...document.querySelectorAll("a[href]")].filter((link) => link.checkVisibility()
    && !link.matches(".skip") && !link.closest(".tables-now, .waits, .desk-calls")).length"""
ROWS = """(() => { const end = document.querySelector(".nav").getBoundingClientRect().top + 1;
    return [...document.querySelectorAll("#rangliste tbody tr")].filter((row) => row.getBoundingClientRect().bottom <= end).length; })()"""


HEIGHTS = """[...document.querySelectorAll(".bar, .board-head, #stand > *, #rangliste thead, #rangliste tbody tr")].slice(0, 12)
    .map((part) => [part.className || part.innerText, Math.round(part.getBoundingClientRect().top)])"""


def counted(what: str, *figures: object) -> None:
    """Say what was counted: `-s` shows it, and docs/counts.md quotes it."""
    print(f"counted: {what}: {', '.join(str(one) for one in figures)}")


class Hand:
    """Clicks, and counts them and the pages that it saw."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0
        self.pages: list[str] = []
        page.on("framenavigated", self.seen)

    def seen(self, frame: Frame) -> None:
        self.pages.append(frame.url)

    def click(self, name: str, role: str = "button") -> None:
        with self.page.expect_navigation():  # or whoever goes elsewhere at once breaks off what was sent
            self.page.get_by_role(role, name=re.compile(name)).first.click()  # type: ignore[arg-type]
        self.clicks += 1


def of(tournament: Tournament, more: str = "") -> str:
    return f"/turnier/{tournament.slug}/{more}"


def test_twelve_players_are_seated_with_four_clicks_on_three_pages(open_page):
    factories.tournament(name="Letztes Jahr")  # a club that has played here before
    page = open_page("/", user=factories.user())
    hand = Hand(page)
    hand.click("Neues Turnier", "link")
    page.locator("input[name=name]").fill("Probetag")
    page.locator("input[name=place]").fill("Probesaal")
    page.locator("input[name=series_count]").fill("3")
    hand.click("Turnier anlegen")
    for number in range(12):
        page.locator("input[name=name]").fill(f"Anna Probe{number}")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name=re.compile(rf"^{number + 1} Spieler"))).to_be_visible()
    hand.click("Serie 1 setzen")
    hand.click("^Aushängen$")
    page.wait_for_url(re.compile("/leitung/$"))
    assert Tournament.objects.get(name="Probetag").series.get().seats.count() == 12
    assert hand.clicks == 4
    seen = {re.sub(r"\d+", "#", url.split("?")[0].split("/", 3)[3]) for url in hand.pages}
    seen -= {"turnier/probetag/leitung/"}
    counted("twelve players created and seated: clicks, pages", hand.clicks, len(seen))
    assert len(seen) == 3, seen


def test_the_desk_has_nine_links_at_most(open_page):
    """From an empty field to the last page of the day, in two series."""
    made = factories.tournament(players=14, rounds=1, series=2)
    director = factories.user()

    def each(series: int, *deeds: Callable[[ScoreSheet], object]) -> None:
        for deed in deeds:
            for table in (1, 2, 3, 4):
                deed(factories.sheet_of(made.series.get(number=series), table))

    moments: dict[str, Callable[[], object]] = {
        "before the draw": lambda: None,
        "drawn": lambda: factories.draw(made),
        "playing": lambda: factories.play(factories.sheet_of(made.series.get(number=1)), 1),
        "all played": lambda: [factories.play_all(sheet) for sheet in sheets().filter(signatures=None)],
        "signed": lambda: each(1, factories.sign_all),
        "accepted": lambda: each(1, factories.accept),
        "second series": lambda: factories.draw(made, 2),
        "its end": lambda: each(2, factories.play_all, factories.sign_all, factories.accept),
        "closed": lambda: finish_tournament(tournament_id=made.pk, by=factories.director(), now=NOON),
    }
    links = {}
    for moment, deed in moments.items():
        deed()
        page = open_page(of(made, "leitung/"), user=director)
        links[moment] = page.evaluate(LINKS)
        page.close()
    counted("links on the desk", *(f"{moment} {count}" for moment, count in links.items()))
    assert max(links.values()) <= 9, links


def type_sums(page: Page, tournament: Tournament, series: int) -> None:
    """The typed sums of a pile: every figure by keys, each list sent with Enter; no click is counted for them."""
    for sheet in sheets().filter(table__series__tournament=tournament, table__series__number=series):
        page.goto(of(tournament, f"liste/{series}/{sheet.table.number}/summen/?weiter=1"))
        view = sheet_view(sheet, now=NOON)
        page.locator("input[name=games]").fill(str(view.planned))
        for seat in view.sitting:
            page.locator(f"input[name=points_{seat.number}]").fill(str(10 + seat.number))
            page.locator(f"input[name=crosses_{seat.number}]").fill("0")
            page.locator(f"input[name=augen_{seat.number}]").fill(str(300 + 7 * seat.number))
        with page.expect_navigation():
            page.keyboard.press("Enter")
        sure = page.get_by_role("button", name="Geprüft, so speichern")
        if sure.count():
            with page.expect_navigation():
                sure.press("Enter")
        assert sheet_view(sheets().get(pk=sheet.pk), now=NOON).life is Life.COMPLETE


def test_an_evening_on_paper_takes_twelve_clicks_beside_the_sums(open_page):
    made = factories.tournament(players=14, series=3, rounds=5)
    page = open_page(of(made, "leitung/"), user=factories.user())
    hand = Hand(page)
    hand.click("Serie 1 setzen")
    hand.click("^Aushängen$")
    seated, next_series, seconds = hand.clicks, [], []
    for series in (1, 2, 3):
        type_sums(page, made, series)
        page.goto(of(made, "leitung/"))
        before, began = hand.clicks, time.monotonic()
        hand.click("alle auf Papier unterschrieben")
        hand.click("Listen annehmen")
        if series < 3:
            hand.click(f"Serie {series + 1} wie geplant aushängen")
            expect(page.get_by_role("link", name=f"Listen der Serie {series + 1} drucken")).to_be_visible()
            printed = page.request.get(of(made, f"serie/{series + 1}/listen.pdf?leer=1"))
            assert printed.headers["content-type"] == "application/pdf"
            next_series.append(hand.clicks + 1 - before)
            seconds.append(round(time.monotonic() - began, 1))
    page.goto(of(made, "rangliste/"))
    expect(page.locator("#rangliste tbody tr")).to_have_count(14)
    assert not sheets().filter(accepted_at=None).exists()
    counted(
        "an evening on paper: clicks after the seating; clicks to the next series, hung out and printed",
        hand.clicks - seated,
        *next_series,
    )
    counted("seconds from the last list typed to the printed lists of the next series", *seconds)
    assert hand.clicks - seated <= 12, hand.clicks
    assert max(next_series) <= 4, next_series


@pytest.mark.parametrize(("large", "least"), [(False, 6), (True, 4)])
def test_rows_of_the_standings_on_a_small_phone(open_page, large, least):
    made = factories.tournament(players=14, rounds=1)
    drawn = factories.draw(made)
    for table in (1, 2, 3, 4):
        factories.play_all(factories.sheet_of(drawn, table))
    page = open_page(of(made, "rangliste/"), size=SMALL)
    if large:
        page.context.add_cookies([{"name": "rommeclub_type", "value": "large", "url": page.url}])
        page.reload()
    page.evaluate("document.fonts.ready.then(() => true)")
    heights = page.evaluate(HEIGHTS)
    rows = page.evaluate(ROWS)
    counted(f"rows of the standings at 360×640, {'large' if large else 'normal'} type", rows)
    assert rows >= least, heights
    assert fits(page)


def test_from_the_badge_one_tap_opens_the_table_that_calls(open_page):
    sheet = factories.table_of(4)
    made = sheet.table.series.tournament
    person = factories.referee(made)
    call_referee(sheet_id=sheet.pk, by=factories.scorer(sheet), now=NOON)
    page = open_page(of(made, "rangliste/"), user=person.user, size=SMALL)
    expect(page.locator(".nav__badge")).to_have_text(re.compile("^1"))
    page.locator(".nav a:has(.nav__badge)").tap()
    page.get_by_role("button", name="Ich gehe hin").tap()
    counted("taps from the badge's page to the panel of the table", 1)
    expect(page.locator(".remedies")).to_contain_text("Tisch 1")
    expect(page.locator(".remedies")).to_contain_text("Falsch gegeben")


def test_a_game_of_five_by_the_basic_rules_takes_eleven_taps(open_page):
    """Sixty Augen are the most there: a second digit ends its hand, a single one up to six asks for "Weiter"."""
    sheet = factories.table_of(5, rules="basic")
    page = open_table(open_page, sheet)
    thumb, taps = Thumb(page), []
    thumb.most = 60
    thumb.tap(".next-deal a.button--big")
    for number, augen in enumerate(((25, 31, 42, 58), (10, 11, 12, 60), (1, 3, 5, 6), (7, 8, 9, 10)), 1):
        expect(page.locator("form.entry")).to_have_attribute("data-number", str(number))
        hands: dict[int, tuple[bool | None, int]] = dict(
            zip((2, 3, 4, 5), ((None, one) for one in augen), strict=True)
        )
        taps.append(thumb.game(1, "R", hands))
        taken(page, number)
    assert sheet_view(sheets().get(pk=sheet.pk), now=NOON).next_game.number == 5
    counted("taps of four games of five by the basic rules", *taps)
    assert max(taps) <= 11, taps


def test_a_usual_game_of_four_takes_eight_taps(open_page):
    sheet = factories.table_of(4)
    page = open_table(open_page, sheet)
    thumb = Thumb(page)
    thumb.tap(".next-deal a.button--big")
    taps = thumb.game(2, "R", {3: (True, 25), 4: (False, 88)})
    counted("taps of a usual game of four", taps)
    assert taps <= 8
    expect(page.locator(".last-game")).to_contain_text("Spiel 1 gespeichert: Probe")
    expect(page.get_by_role("link", name="Spiel 1 berichtigen")).to_be_visible()


YES, NO = True, False
ENDS: dict[str, list[tuple[tuple[bool, int], ...]]] = {  # finish: the hands that are left, opened or not
    "R": [((YES, 7), (YES, 9)), ((YES, 12), (NO, 45)), ((NO, 99), (YES, 30)), ((NO, 100), (YES, 101)), ((YES, 120), (NO, 154)), ((NO, 197), (NO, 120))],
    "H": [((YES, 9), (NO, 31)), ((NO, 88), (NO, 99)), ((NO, 154), (NO, 160)), ((YES, 100), (YES, 140))],
    "HA": [((YES, 2), (NO, 45)), ((YES, 120), (NO, 130)), ((YES, 101), (YES, 130))],
    "S": [((YES, 20), (NO, 65)), ((NO, 140), (YES, 111))],
    "–": [((YES, 7), (YES, 45), (NO, 88)), ((NO, 99), (NO, 98), (NO, 97)), ((YES, 31), (NO, 120), (YES, 12)), ((NO, 100), (NO, 153), (NO, 154)), ((YES, 99), (YES, 19), (NO, 197))],
}  # fmt: skip


@pytest.mark.parametrize("rules", ["club_2018", "federation"])
@pytest.mark.parametrize("size", [3, 4])
def test_no_finish_takes_more_than_ten_taps(open_page, rules, size):
    """Every finish, hands of one to three digits; which of all hands take how many is reckoned in tests/js/table.test.js."""
    sheet = factories.table_of(size, rules=rules)
    page = open_table(open_page, sheet)
    thumb, number, taps = Thumb(page), 0, []
    thumb.tap(".next-deal a.button--big")
    games = [(finish, hands) for finish, all_hands in ENDS.items() for hands in all_hands]
    for finish, hands in games:
        if finish == "S" and rules == "club_2018":
            continue  # those rules know no Superrommé
        coming = sheet_view(sheets().get(pk=sheet.pk), now=NOON).next_game
        if coming is None:
            break
        number = coming.number
        expect(page.locator("form.entry")).to_have_attribute("data-number", str(number))
        seats = sorted(seat.number for seat in coming.playing)
        winner = 0 if finish == "–" else seats.pop(number % 3)
        took = thumb.game(winner, finish, dict(zip(seats, hands, strict=True)))
        taken(page, number)
        stored = sheet_view(sheets().get(pk=sheet.pk), now=NOON).game(number)
        assert stored is not None
        assert (
            stored.finish,
            sorted((line.augen, line.opened) for line in stored.lines.all() if not line.won),
        ) == (
            finish,
            sorted((augen, opened) for opened, augen in hands),
        )
        taps.append((finish, took))
    counted(f"taps by finish, {rules}, {size} at the table", *(f"{finish} {took}" for finish, took in taps))
    assert max(took for _finish, took in taps) <= 10, taps
    assert {finish for finish, _took in taps} >= ({"R", "H", "HA"} | ({"–"} if size == 4 else set())), taps


def test_a_half_typed_game_survives_a_reload(open_page):
    sheet = factories.table_of(4)
    page = open_table(open_page, sheet)
    thumb = Thumb(page)
    thumb.tap(".next-deal a.button--big")
    thumb.choose("winner", "2")
    thumb.hand(3, True, 25, nobody=False, last=False)
    page.reload()
    expect(page.locator("[name=winner][value='2']")).to_be_checked()
    expect(page.locator("[name=augen_3]")).to_have_value("25")
    expect(page.locator(".said")).to_contain_text("25 Ja")  # and goes on where it stopped: seat 4
    expect(page.locator("[name=augen_4]")).to_be_focused()


def test_the_slash_finds_whatever_there_is_and_enter_goes_there(open_page):
    made = factories.tournament(players=8)
    factories.draw(made)
    page = open_page(of(made, "leitung/"), user=factories.user())
    page.keyboard.press("/")
    page.keyboard.type("tisch 2")
    expect(page.locator(".finder__found a").first).to_contain_text("Tisch 2")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/liste/1/2/$"))
    still = open_page(of(made, "leitung/suche/?was=kasse"), user=factories.user(), scripts=False)
    expect(still.locator(".found a").first).to_contain_text("Kasse")


def test_what_was_done_at_once_is_undone_by_a_key(open_page):
    made = factories.tournament(players=8, rounds=1)
    drawn = factories.draw(made)
    for table in (1, 2):
        factories.sign_all(factories.play_all(factories.sheet_of(drawn, table)))
    page = open_page(of(made, "leitung/"), user=factories.user())
    page.get_by_role("button", name="Alle 2 Listen annehmen").click()
    expect(page.locator("[data-undo]")).to_be_visible()
    assert not sheets().filter(accepted_at=None).exists()
    page.keyboard.press("z")
    expect(page.get_by_role("button", name="Alle 2 Listen annehmen")).to_be_visible()
    assert sheets().filter(accepted_at=None).count() == 2
