"""Past the screens in the hall: two televisions and a desk, a server that dies. How large the letters are: test_walls.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, Response, ViewportSize, expect

from tests import factories
from tests.browser.conftest import becomes
from tests.power_cut import Site, standing
from tournaments.event.services.setup import NewPlayer, register_player
from tournaments.models import Tournament
from tournaments.screens.selectors import View, item
from tournaments.screens.services import screens as service
from tournaments.screens.services.messages import send_message

FULL_HD, SMALL_TV = ViewportSize(width=1920, height=1080), ViewportSize(width=1280, height=720)

# A reader's phone asks about every ten seconds, after a lost connection about every twenty (decision 0193); with some slack.
ASKS, TRIES_AGAIN = 14_000, 28_000

# The height of an H in this element's font, in parts of the picture's width.
CAPITAL = """element => {
    const pen = document.createElement("canvas").getContext("2d");
    const style = getComputedStyle(element);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return pen.measureText("H").actualBoundingBoxAscent / innerWidth;
}"""
CUT = """() => [...document.querySelectorAll(".slot.is-shown .name, .slot.is-shown h1, .slot.is-shown .message p")]
    .filter(element => element.scrollWidth > element.clientWidth + 1 || element.getBoundingClientRect().bottom > innerHeight)
    .map(element => element.textContent)"""


@pytest.fixture
def hall(transactional_db) -> Tournament:
    """Twelve players in the middle of their series, one with a very long name."""
    made = factories.tournament(players=11, name="Bildschirm-Pokal")
    register_player(
        tournament_id=made.pk,
        player=NewPlayer(
            given_name="Maximiliane-Annegret", family_name="von und zu Überlangenstein-Hohenprobe"
        ),
        by=factories.director(),
        now=factories.NOON,
    )
    series = factories.draw(made)
    factories.play(factories.sheet_of(series), 1)
    return made


def add(desk: Page, television: Page, letters: str) -> None:
    """The number that stands on the television is typed at the desk."""
    number = television.locator(".big__number").inner_text()
    desk.get_by_label("Nummer auf dem Bildschirm").fill(number)
    desk.locator(f"input[value={letters}]").check()
    desk.get_by_role("button", name="Hinzufügen").click()
    expect(desk.get_by_text("Der Bildschirm ist dabei.")).to_be_visible()


def test_two_televisions_follow_the_desk(open_page: Callable[..., Page], hall: Tournament):
    near, far = open_page("/saal/", size=FULL_HD), open_page("/saal/", size=SMALL_TV)
    desk = open_page(reverse("screens", args=[hall.slug]), user=factories.user("leitung"))
    add(desk, near, "large")
    add(desk, far, "medium")
    for television in (near, far):
        expect(television.locator(".slot.is-shown")).to_be_visible()
        expect(television.locator(".foot__name")).to_have_text("Bildschirm-Pokal")

    everywhere = desk.locator("section.box", has_text="Jetzt überall")
    everywhere.get_by_role("button", name="Rangliste").click()
    for television in (near, far):
        expect(television.locator(".is-shown h1")).to_have_text("Rangliste")
    desk.locator(".screen-card").nth(1).get_by_role("button", name="Sitzordnung nach Tischen").click()
    expect(far.locator(".is-shown h1")).to_have_text("Sitzordnung Serie 1")
    expect(near.locator(".is-shown h1")).to_have_text("Rangliste")

    desk.get_by_label("Meldung", exact=True).fill("Kaffee im Foyer")
    desk.get_by_role("button", name="Meldung zeigen").click()
    for television in (near, far):
        expect(television.locator(".is-shown .message p")).to_have_text("Kaffee im Foyer")
        assert becomes(television, CUT, []), television.evaluate(CUT)
    near.emulate_media(reduced_motion="reduce")
    motion = "document.querySelector('.is-shown .message').getAnimations().length"
    assert becomes(near, motion, 0)
    assert becomes(far, motion, 1)
    desk.get_by_role("button", name="Zurücknehmen").click()
    for television in (near, far):
        expect(television.locator(".message")).to_have_count(0)


def test_without_scripts_a_television_turns_its_pages_too(open_page, hall):
    service.add_screen(tournament_id=hall.pk, code="54321", by=factories.director(), now=factories.NOON)
    service.show(
        tournament_id=hall.pk,
        numbers=None,
        item=item(View.NAMES).document() | {"seconds": 4},
        by=factories.director(),
        now=factories.NOON,
    )
    television = open_page("/saal/54321/", size=SMALL_TV, scripts=False)
    first = television.locator(".is-shown .slot__page").inner_text()
    expect(television.locator(".is-shown .slot__page")).not_to_have_text(first)


def test_televisions_turn_together_whatever_their_clocks_say(open_page, hall, chromium, live_server):
    """Two pages of four seconds; a clock that is seven hours and four seconds ahead would always be on the other one."""
    service.add_screen(tournament_id=hall.pk, code="54321", by=factories.director(), now=factories.NOON)
    service.show(
        tournament_id=hall.pk,
        numbers=None,
        item=item(View.STANDINGS).document() | {"seconds": 4},
        by=factories.director(),
        now=factories.NOON,
    )
    right = open_page("/saal/54321/", size=SMALL_TV)
    wrong = chromium.new_context(viewport=SMALL_TV, base_url=live_server.url).new_page()
    wrong.add_init_script("const real = Date.now; Date.now = () => real() + 1000 * (7 * 3600 + 4);")
    wrong.goto("/saal/54321/")
    shown = ".is-shown .slot__page"
    for _ in range(3):
        page = right.locator(shown).inner_text()
        expect(wrong.locator(shown)).to_have_text(page)
        expect(right.locator(shown)).not_to_have_text(page)
    wrong.context.close()


def test_the_longest_message_fits(open_page, hall):
    words = "Bitte nach der Serie die Listen unterschrieben an die Leitung bringen, dann gibt es Suppe, und um halb vier geht es pünktlich an neuen Tischen weiter. Danke!"
    service.add_screen(tournament_id=hall.pk, code="54321", by=factories.director(), now=factories.NOON)
    send_message(tournament_id=hall.pk, text=words, by=factories.director(), now=timezone.now())
    for size in (FULL_HD, SMALL_TV, ViewportSize(width=1024, height=768)):
        television = open_page("/saal/54321/", size=size)
        message = television.locator(".is-shown .message")
        expect(message.locator("p")).to_have_text(words)
        box = "element => [element.scrollHeight <= element.clientHeight, element.getBoundingClientRect().bottom <= innerHeight]"
        assert becomes(message, box, [True, True])
        assert message.locator("p").evaluate(CAPITAL) >= 0.028


# A server that dies -------------------------------------------------------------------------------------------


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site of its own, with a server that can be killed."""
    one = Site(folder=tmp_path, database=f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    one.run("manage.py", "migrate", "-v", "0")
    with standing(one):
        yield one


def inside(site: Site, call: str) -> str:
    code = f"from tests.tournaments.screens import hall; print(hall.{call})"
    return site.run("manage.py", "shell", "-v", "0", "--no-imports", "-c", code).strip()


def visitor(chromium: Browser, url: str, size: ViewportSize) -> Page:
    page = chromium.new_context(viewport=size, locale="de-DE").new_page()
    page.set_default_timeout(TRIES_AGAIN)
    page.goto(url)
    return page


# The points on a page, the television's and the phone's.
POINTS = """() => [...document.querySelectorAll("#screen .points, #stand td:nth-child(3)")]
    .map(element => element.textContent.trim()).join()"""
NEW = f"before => ({POINTS})() !== before"


def test_what_is_reported_is_shown_at_the_next_question_and_after_the_server_was_away(chromium, site):
    slug = inside(site, "lay()")
    site.start()
    television = visitor(chromium, f"{site.url}/saal/77777/", FULL_HD)
    phone = visitor(chromium, f"{site.url}/turnier/{slug}/rangliste/", ViewportSize(width=360, height=800))
    expect(phone.get_by_text(re.compile("nach 1 Spiel"))).to_be_visible()
    for page in (television, phone):
        page.evaluate("() => { window.stayed = true; }")

    pages = (television, phone)
    for page in pages:
        page.wait_for_function(f"({POINTS})() !== ''")
    before = {page: page.evaluate(POINTS) for page in pages}
    assert all(before.values())
    old = television.locator("#screen").get_attribute("data-state")
    asked_in_vain: list[int] = []  # when the television, with its old state, was told that nothing is new

    def heard(answer: Response) -> None:
        if answer.status == 204 and answer.request.headers["x-seen"] == old:
            asked_in_vain.append(int(answer.headers["x-now"]))

    television.on("response", heard)
    television.wait_for_event("response", lambda answer: answer.status == 204)
    written = int(inside(site, "report(2)"))
    for page in pages:
        page.wait_for_function(NEW, arg=before[page])
    assert max(asked_in_vain) <= written  # the very next question brought it

    before = {page: page.evaluate(POINTS) for page in pages}
    site.kill()
    lost = television.locator("#lost")
    expect(lost).to_contain_text(re.compile(r"Keine Verbindung: Stand \d\d:\d\d Uhr"))
    first = television.locator(".is-shown .slot__page").inner_text()
    expect(television.locator(".is-shown .slot__page")).not_to_have_text(first)  # it goes on turning
    expect(phone.get_by_text("Keine Verbindung")).to_be_visible(timeout=ASKS)
    assert {page: page.evaluate(POINTS) for page in pages} == before  # with what it knows
    inside(site, "report(3)")
    site.start()
    expect(lost).to_be_hidden()
    expect(phone.get_by_text("Keine Verbindung")).to_be_hidden(timeout=TRIES_AGAIN)
    for page in pages:
        page.wait_for_function(NEW, arg=before[page])
        assert page.evaluate("window.stayed === true")  # by itself: nobody has loaded the page again
        page.context.close()
