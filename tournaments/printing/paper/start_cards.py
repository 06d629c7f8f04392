"""Start cards: what a player keeps all day: his seats, a column of his own for his points, and the code of his page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.lists.words.facts import CodeFacts
from tournaments.paper import fonts
from tournaments.paper.card_pen import CardPen, address_lines, grid, in_sheets, quarters, squares, suits
from tournaments.paper.ink import MM, Align, Colour, Pen, TagRole

FEW = 9  # so many series fit on a quarter of a sheet; more take half of one, in several blocks
EDGE = 7 * MM
CODE = 31 * MM
TALLEST, ROWS_OF_BLOCK = 13 * MM, 15


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCardFacts:
    """One player's card."""

    event: str
    where: str
    name: str
    start_number: str
    belongs: str
    seats: tuple[tuple[str, str, str], ...]  # series, table, seat; empty where nothing hangs out yet
    with_augen: bool
    code: CodeFacts


def draw_start_cards(cards: Sequence[StartCardFacts]) -> Iterator[Pen]:
    """Four on a sheet; with many series two."""
    large = any(len(card.seats) > FEW for card in cards)
    columns, width, height = (1, A4[0], A4[1] / 2) if large else (2, A4[0] / 2, A4[1] / 2)
    for sheet in in_sheets(cards, 2 * columns):
        pen = CardPen()
        for card, (x, y) in zip(sheet, grid(columns, 2, width, height), strict=False):
            draw_start_card(pen, card, x, y, width, height)
        quarters(pen, across=not large)
        yield pen


def draw_start_card(
    pen: CardPen, card: StartCardFacts, x: float, y: float, width: float, height: float
) -> None:
    left, right, top = x + EDGE, x + width - EDGE, y + height - EDGE
    draw_name_and_code(pen, card, left, right, top)
    blocks = ceil(len(card.seats) / (FEW if len(card.seats) <= FEW else ROWS_OF_BLOCK))
    each = ceil(len(card.seats) / max(1, blocks))
    gap = 4 * MM
    room = (right - left - (blocks - 1) * gap) / max(1, blocks)
    below, above = y + EDGE + 9 * MM, top - 44 * MM
    row = min(TALLEST, (above - below - 6 * MM) / max(1, each))
    for block, part in enumerate(in_sheets(card.seats, max(1, each))):
        with pen.tell(TagRole.TABLE):
            draw_block(pen, card, part, left + block * (room + gap), room, above, row)
    draw_sums(pen, card, right - room, room, above - 6 * MM - each * row - 9.4 * MM)
    suits(pen, left, y + EDGE + 2 * MM, size=9)


def draw_sums(pen: CardPen, card: StartCardFacts, x: float, width: float, y: float) -> None:
    """A box for each sum, below its column."""
    edges = edges_of(card, x, width)
    first = len(edges) - (3 if card.with_augen else 2)
    pen.text(edges[first] - 2 * MM, y + 2.4 * MM, _("Zusammen"), size=10, bold=True, align=Align.RIGHT)
    for left, right in pairwise(edges[first:]):
        pen.frame(left, y, right - left, 7.8 * MM, line=1.2, colour=Colour.FELT)


def edges_of(card: StartCardFacts, x: float, width: float) -> list[float]:
    """Where the columns of a block begin and end."""
    shares = (0.16, 0.18, 0.16, 0.25, 0.25) if card.with_augen else (0.2, 0.22, 0.2, 0.38)
    return list(accumulate((share * width for share in shares), initial=x))


def draw_name_and_code(pen: CardPen, card: StartCardFacts, left: float, right: float, top: float) -> None:
    """Name and number to the left, the code to the right."""
    room = right - left - CODE - 1 * MM
    pen.block(left, top, room, 6.8 * MM, card.event, size=9, colour=Colour.FELT, down=0)
    pen.block(left, top - 6.8 * MM, room, 3.8 * MM, card.where, size=8, font=fonts.PLAIN, colour=Colour.SOFT)
    with pen.heading():
        pen.block(left, top - 10.4 * MM, room, 11 * MM, card.name, size=18, font=fonts.DISPLAY, leading=1.02)
    pen.block(left, top - 21.4 * MM, room, 6.4 * MM, card.belongs, size=8.5, font=fonts.PLAIN)
    number, height = 25 * MM, 14 * MM
    pen.fill(left, top - 28 * MM - height, number, height, Colour.FELT)
    pen.text(
        left + number / 2, top - 32 * MM, _("Startnummer"), size=8, align=Align.CENTRE, colour=Colour.ON_FELT
    )
    pen.display(
        left + number / 2,
        top - 40 * MM,
        card.start_number,
        number - 2 * MM,
        size=22,
        align=Align.CENTRE,
        colour=Colour.ON_FELT,
    )
    x, beside = left + number + 2 * MM, room - number - 2 * MM
    site, code = address_lines(card.code.typed)
    pen.block(
        x, top - 27.6 * MM, beside, 6.8 * MM, _("Meine Seite: Code scannen"), size=8, leading=1.05, down=0
    )
    pen.block(x, top - 34.4 * MM, beside, 3.6 * MM, site, size=8, font=fonts.PLAIN)
    pen.block(x, top - 37.8 * MM, beside, 4.4 * MM, code, size=10)
    pin = _("PIN {pin}").format(pin=card.code.pin)
    pen.block(right - CODE, top - 30 * MM, CODE, 5 * MM, pin, size=12, align=Align.CENTRE)
    squares(pen, card.code.link, right - CODE + 2 * MM, top + 2 * MM, CODE)


def draw_block(
    pen: Pen,
    card: StartCardFacts,
    seats: Sequence[tuple[str, str, str]],
    x: float,
    width: float,
    top: float,
    row: float,
) -> None:
    """Series, table, seat; then empty columns for what he writes himself."""
    names = [_("Serie"), _("Tisch"), _("Platz"), *([_("Augen")] if card.with_augen else []), _("Punkte")]
    edges = edges_of(card, x, width)
    with pen.row():
        for number, name in enumerate(names):
            centre, room = (edges[number] + edges[number + 1]) / 2, edges[number + 1] - edges[number] - 1
            with pen.head():
                pen.fitted(centre, top - 4.2 * MM, name, room, size=8, bold=True, align=Align.CENTRE)
    y = top - 6 * MM
    pen.rule(x, y, x + width, y, width=1.4, colour=Colour.FELT)
    size = min(13.0, row / MM * 1.7)
    for place in seats:
        y -= row
        with pen.row():
            for number, text in enumerate((*place, *("" for _name in names[len(place) :]))):
                centre, bold = (edges[number] + edges[number + 1]) / 2, number > 0
                colour = Colour.INK if bold else Colour.SOFT
                with pen.cell() if number else pen.head(down=True):
                    pen.text(
                        centre,
                        y + row / 2 - size * 0.36,
                        text,
                        size=size,
                        bold=bold,
                        align=Align.CENTRE,
                        colour=colour,
                    )
        pen.rule(x, y, x + width, y, width=0.5, colour=Colour.SOFT)
    for edge in edges:
        pen.rule(edge, top - 6 * MM, edge, y, width=0.5, colour=Colour.SOFT)
    pen.rule(x, y, x + width, y, width=1.0, colour=Colour.FELT)
