"""Walls, with 250 tables and the longest names: of one size, whole, large enough for fifteen metres, and no control on the picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.test_screens import FULL_HD, SMALL_TV
from tournaments.models import Player, Tournament
from tournaments.rulings.services.calls import call_referee
from tournaments.screens.selectors import View, item
from tournaments.screens.services import screens as service

TABLES = 250
# Capitals are read at 300 times their height: on a television of 1.2 m (very large) and on a canvas of 2.7 m (large) from 15 m.
LEAST = {"large": 0.042, "medium": 0.0192}
LONGEST = (
    ("Maximiliane-Annegret", "von und zu Überlangenstein-Hohenprobe"),
    ("Bartholomäus", "Freiherr Muster von der Probenwiese"),
    ("Ann", "Wwwmmwwmmwwmmww"),
    ("Venkatanarasimha", "Probasubramanian Musterswamy"),
    ("Karl-Heinz", "Mustermann-Probebauer"),
    ("Karl-Otto", "Mustermann-Probebauer"),
)
# Every page of a view, as the arrow keys turn it: sizes of what one comes for, what is cut, and what could be pressed.
SEEN = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    const capital = (element) => {
        const style = getComputedStyle(element);
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        return pen.measureText("H").actualBoundingBoxAscent / innerWidth;
    };
    const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    const told = {pages: 0, names: 0, sizes: [], figures: [], cut: []};
    press(" ");
    for (const _ of document.querySelectorAll(".slot")) {
        const slot = document.querySelector(".slot.is-shown");
        told.pages += 1;
        for (const name of slot.querySelectorAll(".name")) {
            told.names += 1;
            told.sizes.push(Math.round(10000 * capital(name)));
            const words = document.createRange();
            words.selectNodeContents(name);
            const ink = words.getBoundingClientRect(), row = name.closest("li").getBoundingClientRect();
            const card = name.closest(".table-card ol")?.getBoundingClientRect() ?? row;
            const slack = parseFloat(getComputedStyle(name).fontSize) * 0.16;
            const out = ink.right > name.getBoundingClientRect().right + 1 || ink.left < row.left - 1 || ink.right > innerWidth
                || ink.top < card.top - slack || ink.bottom > card.bottom + slack;
            if (out) told.cut.push(name.textContent.trim());
        }
        for (const figure of slot.querySelectorAll(".rank, .points, .table, li .seat, .tile b, .tile small, .calls li, .time__left")) {
            told.figures.push(Math.round(10000 * capital(figure)));
            if (figure.scrollWidth > figure.clientWidth + 1) told.cut.push(figure.textContent.trim());
        }
        for (const part of slot.querySelectorAll(".slot__head > *, .summary .state, .tile, .foot > *")) {
            const box = part.getBoundingClientRect();
            if (part.scrollWidth > part.clientWidth + 1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1) told.cut.push(part.textContent.trim());
        }
        press("ArrowRight");
    }
    press(" ");
    told.sizes = [...new Set(told.sizes)];
    told.figures = told.figures.length ? Math.min(...told.figures) : null;
    return told;
}"""
CONTROLS = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex]")].filter((one) => one.checkVisibility()).length"""


@pytest.fixture
def hall(transactional_db) -> Tournament:
    made = factories.tournament(
        players=4 * TABLES, name="Herbstturnier der vereinigten Kartenfreunde im Probesaal"
    )
    people = list(Player.objects.order_by("pk"))
    for at, one in enumerate(people):
        if at % 5 == 0:
            one.given_name, one.family_name = LONGEST[at // 5 % len(LONGEST)]
            one.family_name += f" {'IVX'[at % 3]}" if at > 200 else ""
    Player.objects.bulk_update(people, ["given_name", "family_name"])
    drawn = factories.draw(made)
    for table in (1, 2):
        factories.play(factories.sheet_of(drawn, table), 1)
    call_referee(
        sheet_id=factories.sheet_of(drawn, 7).pk,
        by=factories.scorer(factories.sheet_of(drawn, 7)),
        now=factories.NOON,
    )
    for code, letters in (("22222", "medium"), ("33333", "large")):
        service.add_screen(
            tournament_id=made.pk, code=code, letters=letters, by=factories.director(), now=factories.NOON
        )
    return made


def walls(made: Tournament, letters: str) -> Iterator[tuple[str, str, int]]:
    """Every picture with names or figures, its address, and how many names are on it."""
    code = {"medium": "22222", "large": "33333"}[letters]
    for view in (View.NAMES, View.TABLES, View.STANDINGS, View.PROGRESS, View.CALLS):
        service.show(
            tournament_id=made.pk,
            numbers=None,
            item=item(view).document(),
            by=factories.director(),
            now=factories.NOON,
        )
        yield (
            view,
            reverse("screen", args=[int(code)]),
            0 if view in (View.PROGRESS, View.CALLS) else 4 * TABLES,
        )
    size = "&schrift=sehr-gross" if letters == "large" else ""
    wall = reverse("seating_wall", args=[made.slug])
    for kind in ("namen", "tische"):
        yield f"wall, {kind}", f"{wall}?ansicht={kind}{size}", 4 * TABLES


# Two frames later what a new size of the window asks for is drawn.
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


@pytest.mark.parametrize("letters", ["medium", "large"])
def test_names_are_whole_and_of_one_size_for_fifteen_metres(open_page, hall, letters):
    page: Page = open_page("/saal/", size=FULL_HD)
    for what, address, names in walls(hall, letters):
        page.goto(address)
        expect(page.locator(".slot.is-shown")).to_be_visible()
        page.evaluate("document.fonts.ready.then(() => true)")
        for size in (FULL_HD, SMALL_TV):
            page.set_viewport_size(size)
            page.evaluate(DRAWN)
            told: dict[str, Any] = page.evaluate(SEEN)
            here = f"{what}, {letters}, {size['width']}"
            print(f"counted: {here}: {told}")
            assert told["cut"] == [], here
            assert told["names"] == names, here
            assert len(told["sizes"]) == (1 if names else 0), (here, told)
            for least in (*told["sizes"], told["figures"]):
                assert least >= 10_000 * LEAST[letters], (here, told)
            assert page.evaluate(CONTROLS) == 0, here
