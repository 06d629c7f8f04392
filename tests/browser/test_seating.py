"""The director's board by mouse, finger and keys; the wall that turns by itself; „Wo sitze ich?“ on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests import factories
from tests.browser.conftest import LAPTOP, PHONE, becomes, fits
from tests.tournaments.seating.test_board import chairs, planned, two_apart
from tournaments.models import Tournament
from tournaments.seating.selectors.state import state_of
from tournaments.seating.services import changes as seating_changes


def board(open_page, made: Tournament, **how) -> Page:
    page = open_page(f"/turnier/{made.slug}/leitung/sitzplan/?serie=2", user=factories.user(), **how)
    expect(page.locator("[data-chair]").first).to_be_visible()
    return page


def chair(page: Page, player: int) -> Locator:
    return page.locator(f"[data-player='{player}']")


def swapped(made: Tournament, before: dict[int, tuple[int, int]], one: int, other: int) -> bool:
    after = chairs(made, 2)
    return (after[one], after[other]) == (before[other], before[one])


def wait_until_still(what: Locator) -> None:
    """Wait until it stands where it stood a moment ago."""
    assert becomes(
        what,
        """async element => {
            const before = element.getBoundingClientRect().top;
            await new Promise((done) => setTimeout(done, 100));
            return element.getBoundingClientRect().top === before;
        }""",
    )


def confirm(page: Page) -> None:
    """The price is shown before; then it is done."""
    box = page.locator("#dialog")
    expect(box).to_contain_text("Wiederbegegnungen")
    box.get_by_role("button", name="Tauschen", exact=True).click()
    expect(page.locator(".messages")).to_contain_text("Umgesetzt")


def test_two_are_dragged_onto_each_other_with_the_mouse(open_page):
    made = planned(players=60)
    before = chairs(made, 2)
    one = next(p for p, (table, _seat) in before.items() if table == 1)
    other = next(p for p, (table, _seat) in before.items() if table == 15)  # far down: the page rolls along
    page = board(open_page, made)
    chair(page, one).scroll_into_view_if_needed()
    start = chair(page, one).bounding_box()
    assert start
    page.mouse.move(start["x"] + 30, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] + 60, steps=4)
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.move(start["x"] + 60, LAPTOP["height"] - 5, steps=4)
    page.wait_for_function(
        "player => document.querySelector(`[data-player='${player}']`).getBoundingClientRect().bottom < innerHeight - 95",
        arg=other,
    )
    page.mouse.move(start["x"] + 60, LAPTOP["height"] / 2, steps=4)  # away from the edge: it stops rolling
    wait_until_still(chair(page, other))
    goal = chair(page, other).bounding_box()
    assert goal
    page.mouse.move(goal["x"] + 40, goal["y"] + 40, steps=4)
    expect(page.locator(".is-over")).to_have_attribute("data-player", str(other))
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)
    assert chairs(made, 2) == before  # nothing yet
    confirm(page)
    assert swapped(made, before, one, other)


def test_a_drag_is_called_off_with_escape_and_beside_the_tables(open_page):
    made = planned()
    one, other = two_apart(made, 2)
    page = board(open_page, made)
    for ending in ("Escape", "beside"):
        chair(page, one).hover()
        page.mouse.down()
        chair(page, other).hover()
        expect(page.locator(".ghost")).to_be_visible()
        if ending == "Escape":
            page.keyboard.press("Escape")
        else:
            page.mouse.move(5, 300)
        page.mouse.up()
        expect(page.locator(".ghost")).to_have_count(0)
        expect(page.locator("#dialog")).not_to_be_visible()


def test_two_are_tapped_on_a_phone(open_page):
    made = planned()
    before = chairs(made, 2)
    one, other = two_apart(made, 2)
    page = board(open_page, made, size=PHONE)
    assert fits(page)
    chair(page, one).tap()
    expect(chair(page, one)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#ansage")).to_contain_text("ist in der Hand")
    chair(page, one).tap()  # a second tap lays him back
    expect(chair(page, one)).to_have_attribute("aria-pressed", "false")
    chair(page, one).tap()
    chair(page, other).tap()
    box = page.locator("#dialog")
    expect(box).to_contain_text("So säßen sie dann")
    assert becomes(box, "box => box.scrollWidth <= box.clientWidth")
    box.get_by_role("button", name="Nicht tauschen").tap()
    assert chairs(made, 2) == before
    chair(page, one).tap()
    chair(page, other).tap()
    box.get_by_role("button", name="Tauschen", exact=True).tap()
    expect(page.locator(".messages")).to_contain_text("Umgesetzt")
    assert swapped(made, before, one, other)


def stands_still(page: Page) -> None:
    """Wait until the page has not rolled for ten frames."""
    page.evaluate(
        """() => new Promise((done) => {
            let last = -1, same = 0;
            const look = () => {
                same = scrollY === last ? same + 1 : 0;
                last = scrollY;
                if (same < 10) requestAnimationFrame(look); else done();
            };
            look();
        })"""
    )


def test_a_finger_that_rests_drags_and_one_that_wanders_scrolls(open_page):
    made = planned()
    seats = {chair: player for player, chair in chairs(made, 2).items()}
    one, other = seats[1, 4], seats[2, 1]
    page = board(open_page, made, size=PHONE)
    chair(page, one).evaluate("chair => scrollTo(0, chair.getBoundingClientRect().top + scrollY - 300)")
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, x: float = 0, y: float = 0) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    start, goal = chair(page, one).bounding_box(), chair(page, other).bounding_box()
    assert start
    assert goal
    touch("touchStart", start["x"] + 30, start["y"] + 30)
    for step in range(1, 8):
        touch("touchMove", start["x"] + 30, start["y"] + 30 - 20 * step)
    touch("touchEnd")
    expect(page.locator(".ghost")).to_have_count(0)
    stands_still(page)  # a finger that comes down while the page still rolls only stops it
    chair(page, one).evaluate("chair => scrollTo(0, chair.getBoundingClientRect().top + scrollY - 300)")
    stands_still(page)
    start, goal = chair(page, one).bounding_box(), chair(page, other).bounding_box()
    assert start
    assert goal
    touch("touchStart", start["x"] + 30, start["y"] + 30)
    expect(page.locator(".ghost")).to_be_visible()
    for part in (0.3, 0.6, 1.0):
        touch(
            "touchMove",
            start["x"] + 30 + part * (goal["x"] - start["x"]),
            start["y"] + 30 + part * (goal["y"] - start["y"]),
        )
    expect(page.locator(".is-over")).to_have_attribute("data-player", str(other))
    touch("touchEnd")
    before = chairs(made, 2)
    confirm(page)
    assert swapped(made, before, one, other)


def test_two_are_swapped_with_the_keys_alone(open_page):
    made = planned()
    page = board(open_page, made)
    page.locator("[data-chair][tabindex='0']").focus()
    first = int(page.evaluate("document.activeElement.dataset.player"))
    page.keyboard.press("Enter")
    expect(page.locator("#ansage")).to_contain_text("ist in der Hand")
    page.keyboard.press("Escape")
    expect(page.locator("#ansage")).to_contain_text("Zurückgelegt")
    page.keyboard.press("Enter")
    while chairs(made, 2)[int(page.evaluate("document.activeElement.dataset.player"))][0] == 1:
        page.keyboard.press("ArrowRight")
    second = int(page.evaluate("document.activeElement.dataset.player"))
    expect(page.locator("[data-chair][tabindex='0']")).to_have_count(
        1
    )  # one stop on the way through the page
    before = chairs(made, 2)
    page.keyboard.press("Enter")
    expect(page.locator("#dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).not_to_be_visible()
    expect(chair(page, first)).to_be_focused()
    page.keyboard.press("Enter")
    chair(page, second).focus()
    page.keyboard.press("Enter")
    confirm(page)
    assert swapped(made, before, first, second)


def test_somebody_else_was_quicker(open_page):
    made = planned()
    one, other = two_apart(made, 2)
    page = board(open_page, made)
    chair(page, one).click()
    chair(page, other).click()
    expect(page.locator("#dialog")).to_be_visible()
    seating_changes.swap_seats(
        tournament_id=made.pk, series=2, one=one, other=other,
        seen_version=1, by=factories.director(), now=factories.NOON,
    )  # fmt: skip
    before = chairs(made, 2)
    page.locator("#dialog").get_by_role("button", name="Tauschen", exact=True).click()
    expect(page.locator("main")).to_contain_text("Das wurde nicht gemacht")
    expect(page.locator("form.board")).to_have_attribute("data-version", str(state_of(made).version))
    expect(chair(page, one)).to_have_attribute("aria-pressed", "true")  # still in hand, on the newer board
    assert chairs(made, 2) == before


def test_the_board_works_without_scripts(open_page):
    made = planned()
    before = chairs(made, 2)
    one, other = two_apart(made, 2)
    page = board(open_page, made, scripts=False)
    chair(page, one).click()
    page.wait_for_url(re.compile(r"/tauschen/"))
    page.get_by_label("tauscht mit").select_option(str(other))
    page.get_by_role("button", name="Was kostet das?").click()
    expect(page.locator("main")).to_contain_text("So säßen sie dann")
    page.get_by_role("button", name="Tauschen", exact=True).click()
    expect(page.locator(".messages")).to_contain_text("Umgesetzt")
    assert swapped(made, before, one, other)


def test_a_name_is_found_among_sixty_tables(open_page):
    made = planned(players=240, series=2)
    page = board(open_page, made, size=PHONE)
    expect(page.locator(".board-table")).to_have_count(60)
    page.get_by_label("Wen suchen?").fill("spieler237")
    page.keyboard.press("Enter")
    expect(chair(page, 237)).to_be_in_viewport()
    expect(chair(page, 237)).to_be_focused()
    page.locator(".jump > summary").tap()
    page.locator(".jump a", has_text=re.compile(r"^\s*58")).tap()
    expect(page.locator("#tisch-58")).to_be_in_viewport()
    assert fits(page)


def test_the_wall_turns_its_pages_and_follows(open_page):
    made = planned(players=60, series=2)
    page = open_page(f"/turnier/{made.slug}/saal/sitzordnung/", size=LAPTOP)
    shown = page.locator(".slot.is-shown")
    expect(shown).to_have_count(1)
    page.keyboard.press(" ")  # holds this page
    first = page.locator(".is-shown .slot__page").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".is-shown .slot__page")).not_to_have_text(first)
    second = page.locator(".is-shown .slot__page").inner_text()
    assert becomes(page, "document.documentElement.scrollHeight <= innerHeight")  # nothing below the edge
    seen = page.locator("#screen").get_attribute("data-state")
    one, other = two_apart(made, 1)
    seating_changes.swap_seats(
        tournament_id=made.pk, series=1, one=one, other=other,
        seen_version=1, by=factories.director(), now=factories.NOON,
    )  # fmt: skip
    expect(page.locator("#screen")).not_to_have_attribute("data-state", str(seen))
    expect(page.locator(".is-shown .slot__page")).to_have_text(second)  # news do not turn a page that is held


def test_a_wall_that_lost_its_connection_finds_its_way_back(open_page):
    made = planned(players=16)
    page = open_page(f"/turnier/{made.slug}/saal/sitzordnung/", size=LAPTOP)
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible()
    one, other = two_apart(made, 1)
    seating_changes.swap_seats(
        tournament_id=made.pk, series=1, one=one, other=other,
        seen_version=1, by=factories.director(), now=factories.NOON,
    )  # fmt: skip
    table, seat = chairs(made, 1)[one]
    page.context.set_offline(False)
    row = page.locator(".rows > li", has_text=f"Spieler{one:03}")
    expect(row.locator(".table")).to_have_text(re.compile(rf"{table}$"))
    expect(row.locator(".seat")).to_have_text(re.compile(rf"{seat}\s*$"))
    expect(page.locator("#lost")).not_to_be_visible()


def test_a_player_finds_his_seat_without_scripts(open_page):
    made = planned(players=15)
    page = open_page(f"/turnier/{made.slug}/platz/", size=PHONE, scripts=False)
    assert fits(page)
    page.get_by_label("Name oder Startnummer").fill("spieler009")
    page.get_by_role("button", name="Suchen").click()
    page.wait_for_url(re.compile(r"/platz/9/$"))
    table, seat = chairs(made, 1)[9]
    expect(page.locator(".whereabouts").first).to_have_text(re.compile(rf"Tisch\s*{table}\s*Platz\s*{seat}"))
    assert fits(page)
