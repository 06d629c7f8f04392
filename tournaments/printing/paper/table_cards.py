"""Table cards: one sheet for each table, folded to stand; its number is read across the hall, its code from the chair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.lists.words.facts import CodeFacts
from tournaments.paper import fonts
from tournaments.paper.card_pen import SUITS, CardPen, address_lines, squares
from tournaments.paper.ink import MM, Align, Colour, Pen, TagRole

HALF = A4[1] / 2
EDGE = 10 * MM
LEFT_PART = 96 * MM
CODE = 42 * MM


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCardFacts:
    """One table of one series."""

    event: str
    series: str
    number: str
    seats: tuple[tuple[str, str, bool], ...]  # number, name, keeper
    code: CodeFacts | None = None


def draw_table_cards(cards: Sequence[TableCardFacts]) -> Iterator[Pen]:
    for card in cards:
        pen = CardPen()
        draw_front(pen, card)
        draw_back(pen, card)
        pen.fold(0, HALF, A4[0], HALF)
        yield pen


def draw_front(pen: CardPen, card: TableCardFacts) -> None:
    """The half towards the chairs' left neighbour: number, names, code."""
    width, height = A4[0] - 2 * EDGE, HALF - 2 * EDGE
    pen.frame(EDGE, EDGE, width, height, line=2.4, colour=Colour.FELT)
    pen.frame(
        EDGE + 1.6 * MM, EDGE + 1.6 * MM, width - 3.2 * MM, height - 3.2 * MM, line=0.6, colour=Colour.BRASS
    )
    centre = EDGE + LEFT_PART / 2
    with pen.heading():
        y = HALF - EDGE - 15 * MM
        pen.text(centre, y, _("Tisch"), size=26, bold=True, align=Align.CENTRE, colour=Colour.FELT)
        y, room = EDGE + 34 * MM, LEFT_PART - 12 * MM
        pen.display(centre, y, card.number, room, size=210, smallest=60, align=Align.CENTRE)
    left, room = EDGE + 5 * MM, LEFT_PART - 10 * MM
    pen.block(left, EDGE + 23 * MM, room, 9 * MM, card.series, size=20, align=Align.CENTRE)
    pen.block(
        left, EDGE + 13.5 * MM, room, 10.5 * MM, card.event, size=12, font=fonts.PLAIN, align=Align.CENTRE, colour=Colour.SOFT
    )  # fmt: skip
    draw_people(pen, card)


def draw_people(pen: CardPen, card: TableCardFacts) -> None:
    x, right = EDGE + LEFT_PART, A4[0] - EDGE - 7 * MM
    many = len(card.seats) > 4
    line = 10.5 * MM if many else 14.5 * MM
    y = HALF - EDGE - 7 * MM
    pen.rule(x, y, right, y, width=1.2, colour=Colour.FELT)
    for seat, name, keeper in card.seats:
        y -= line
        room = right - x - 12 * MM - (7 * MM if keeper else 0)
        with pen.tell(TagRole.TEXT):
            pen.text(x + 2 * MM, y + line * 0.3, seat, size=19, bold=True, colour=Colour.FELT)
            pen.block(x + 10 * MM, y + line - 0.5 * MM, room, line - 1 * MM, name, size=17)
            if keeper:
                pen.text(right - 1 * MM, y + line * 0.3, "✎", size=17, align=Align.RIGHT, colour=Colour.SOFT)
        pen.rule(x, y, right, y, width=0.6)
    if card.code is not None:
        squares(pen, card.code.link, right - CODE + 3 * MM, EDGE + CODE + 3 * MM, CODE)
        top, room = EDGE + CODE - 1 * MM, right - x - CODE + 1 * MM
        pen.block(x, top, room, 6 * MM, _("Liste am Handy"), size=13)
        pen.block(
            x,
            top - 6 * MM,
            room,
            9 * MM,
            _("Code scannen oder eintippen:"),
            size=9.5,
            font=fonts.PLAIN,
            down=0,
        )
        site, code = address_lines(card.code.typed)
        pen.block(x, top - 15.5 * MM, room, 8 * MM, site, size=10, down=1)
        pen.block(x, top - 24 * MM, room, 5.4 * MM, code, size=13)
        pen.block(x, top - 30 * MM, room, 8 * MM, _("PIN {pin}").format(pin=card.code.pin), size=15)
    else:
        pen.text(right, EDGE + 9 * MM, SUITS, size=18, align=Align.RIGHT, colour=Colour.FELT)


def draw_back(pen: CardPen, card: TableCardFacts) -> None:
    """The other half, on its head: nothing but the number, for who comes from the other side."""
    width, height = A4[0] - 2 * EDGE, HALF - 2 * EDGE
    pen.frame(EDGE, HALF + EDGE, width, height, line=2.4, colour=Colour.FELT)
    centre = A4[0] / 2
    pen.display(
        centre,
        HALF + EDGE + 17 * MM,
        _("Tisch"),
        width,
        size=30,
        align=Align.CENTRE,
        colour=Colour.FELT,
        turned=True,
    )
    pen.display(
        centre,
        A4[1] - EDGE - 24 * MM,
        card.number,
        width - 14 * MM,
        size=260,
        smallest=60,
        align=Align.CENTRE,
        turned=True,
    )
