"""The list of receipts on paper: sixty names, some of them long; every page adds up, and so do all of them together."""

from __future__ import annotations

import math
import re

import pytest

from tournaments.money.paper.receipts import (
    LEFT,
    PER_PAGE,
    RIGHT,
    SLIPS,
    Receipt,
    ReceiptFacts,
    draw_receipt_list,
    draw_receipt_slips,
)
from tournaments.paper import fonts
from tournaments.paper.ink import Pen

LONG = "Wilhelmine-Charlotte Zweiundfünfzigblatt-Kartenspieler-Talon"
AMOUNT = re.compile(r"^([\d.]+),(\d\d) €$")


def facts(count: int) -> ReceiptFacts:
    return ReceiptFacts(
        event="Kreuzbuben-Pokal der vereinigten Kartenfreunde von Talonstadt und Umgebung",
        where="Festsaal · 14.11.2026",
        receipts=tuple(
            Receipt(
                number=str(number),
                rank=f"{number}. geteilt" if number % 7 == 0 else f"{number}.",
                name=LONG if number % 5 == 0 else f"Probe{number} Spieler{number:03}",
                club="Spielgemeinschaft Ablage und Umgebung" if number % 2 else "",
                ranking="Mixed-Tandem, Serie 12" if number % 3 else "Einzel, gesamt",
                cents=123_456 if number == 1 else 1000 + number,
            )
            for number in range(1, count + 1)
        ),
        state="Stand heute",
    )


def texts(pen: Pen) -> list[tuple[float, float, str, float]]:
    """Every text of a page: where it begins, on which line, what it says, and where it ends."""
    return [
        (x, y, text, x + fonts.width(text, size, bold=font == fonts.BOLD))
        for (font, size, _colour), found in pen.texts.items()
        for x, y, text in found
    ]


def amounts(pen: Pen) -> list[int]:
    """The amounts of a page from the top down."""
    found = sorted(texts(pen), key=lambda text: -text[1])
    matched = [AMOUNT.match(text) for _x, _y, text, _end in found]
    return [int(one[1].replace(".", "")) * 100 + int(one[2]) for one in matched if one]


@pytest.fixture(scope="module", autouse=True)
def registered() -> None:
    fonts.register()


def test_sixty_names_add_up_on_every_page_and_in_all():
    sixty = facts(60)
    pages = list(draw_receipt_list(sixty))
    assert len(pages) == math.ceil(60 / PER_PAGE)
    carried = 0
    for number, pen in enumerate(pages):
        found = amounts(pen)
        if number:
            assert found.pop(0) == carried, "carried forward"
        if number == len(pages) - 1:
            assert found.pop() == sixty.total
        here = found.pop()
        assert here == sum(found), "the sum of this page"
        carried += here
    assert carried == sixty.total


@pytest.mark.parametrize("draw", [draw_receipt_list, draw_receipt_slips], ids=["list", "slips"])
def test_nothing_sticks_out_of_the_page_and_long_names_are_whole(draw):
    said = []
    for pen in draw(facts(60)):
        for x, _y, text, end in texts(pen):
            assert x >= LEFT - 1, text
            assert end <= RIGHT + 1, text
            said.append(text)
    together = "".join(said).replace(" ", "")
    assert together.count(LONG.replace(" ", "")) == 12, "no name loses a letter"


def test_four_slips_make_a_page():
    assert len(list(draw_receipt_slips(facts(9)))) == math.ceil(9 / SLIPS)


@pytest.mark.parametrize("draw", [draw_receipt_list, draw_receipt_slips], ids=["list", "slips"])
def test_without_prizes_a_page_says_so(draw):
    [pen] = draw(facts(0))
    assert any("keine Preise" in text for _x, _y, text, _end in texts(pen))


def test_one_page_needs_no_sum_of_its_own():
    [pen] = draw_receipt_list(facts(3))
    assert amounts(pen) == [123_456, 1002, 1003, facts(3).total]
