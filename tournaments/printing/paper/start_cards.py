"""Start cards: what a player keeps all day: his seats, a column of his own for his points, and the code of his page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.lists.words.facts import CodeFacts
from tournaments.paper.card_pen import CardPen, grid, in_sheets, quarters, squares, suits
from tournaments.paper.ink import MM, Align, Colour, Pen

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
            draw_card(pen, card, x, y, width, height)
        quarters(pen, across=not large)
        yield pen


def draw_card(pen: CardPen, card: StartCardFacts, x: float, y: float, width: float, height: float) -> None:
    left, right, top = x + EDGE, x + width - EDGE, y + height - EDGE
    draw_name(pen, card, left, right, top)
    blocks = ceil(len(card.seats) / (FEW if len(card.seats) <= FEW else ROWS_OF_BLOCK))
    each = ceil(len(card.seats) / max(1, blocks))
    gap = 4 * MM
    room = (right - left - (blocks - 1) * gap) / max(1, blocks)
    below, above = y + EDGE + 9 * MM, top - 44 * MM
    row = min(TALLEST, (above - below - 6 * MM) / max(1, each))
    for block, part in enumerate(in_sheets(card.seats, max(1, each))):
        draw_block(pen, card, part, left + block * (room + gap), room, above, row)
    total = _("Zusammen")
    base = y + EDGE + 2 * MM
    pen.text(right - 27 * MM, base, total, size=10, bold=True, align=Align.RIGHT)
    pen.frame(right - 25 * MM, y + EDGE, 25 * MM, 7.4 * MM, line=1.4, colour=Colour.FELT)
    suits(pen, left, base, size=9)


def draw_name(pen: CardPen, card: StartCardFacts, left: float, right: float, top: float) -> None:
    """Name and number to the left, the code to the right."""
    room = right - left - CODE - 1 * MM
    pen.fitted(left, top - 3 * MM, card.event, room, size=9, smallest=6, bold=True, colour=Colour.FELT)
    pen.fitted(left, top - 6.8 * MM, card.where, room, size=7.5, smallest=5.5, colour=Colour.SOFT)
    last = pen.display(left, top - 15.5 * MM, card.name, room, size=18, smallest=9, lines=2, leading=1.02)
    pen.fitted(left, last - 4.6 * MM, card.belongs, room, size=8.5, smallest=6, lines=1)
    pen.fill(left, top - 40 * MM, 25 * MM, 12 * MM, Colour.FELT)
    pen.text(
        left + 12.5 * MM, top - 31.4 * MM, _("Startnummer"), size=7, align=Align.CENTRE, colour=Colour.ON_FELT
    )
    pen.display(
        left + 12.5 * MM,
        top - 38.6 * MM,
        card.start_number,
        23 * MM,
        size=21,
        align=Align.CENTRE,
        colour=Colour.ON_FELT,
    )
    pen.fitted(
        left + 27 * MM,
        top - 31.6 * MM,
        _("Meine Seite: Code scannen"),
        room - 27 * MM,
        size=7.5,
        smallest=5,
        bold=True,
    )
    pen.fitted(left + 27 * MM, top - 35.4 * MM, card.code.typed, room - 27 * MM, size=7.5, smallest=4.5)
    pen.fitted(
        left + 27 * MM,
        top - 39.6 * MM,
        _("PIN {pin}").format(pin=card.code.pin),
        room - 27 * MM,
        size=10,
        bold=True,
    )
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
    shares = (0.16, 0.18, 0.16, 0.25, 0.25) if card.with_augen else (0.2, 0.22, 0.2, 0.38)
    names = [_("Serie"), _("Tisch"), _("Platz"), *([_("Augen")] if card.with_augen else []), _("Punkte")]
    edges = [x]
    for share in shares:
        edges.append(edges[-1] + share * width)
    for number, name in enumerate(names):
        centre = (edges[number] + edges[number + 1]) / 2
        pen.fitted(
            centre,
            top - 4.2 * MM,
            name,
            edges[number + 1] - edges[number] - 1,
            size=8,
            smallest=5,
            bold=True,
            align=Align.CENTRE,
        )
    y = top - 6 * MM
    pen.rule(x, y, x + width, y, width=1.4, colour=Colour.FELT)
    size = min(13.0, row / MM * 1.7)
    for place in seats:
        y -= row
        for number, text in enumerate(place):
            centre = (edges[number] + edges[number + 1]) / 2
            bold = number > 0
            pen.text(
                centre,
                y + row / 2 - size * 0.36,
                text,
                size=size,
                bold=bold,
                align=Align.CENTRE,
                colour=Colour.INK if bold else Colour.SOFT,
            )
        pen.rule(x, y, x + width, y, width=0.5, colour=Colour.SOFT)
    for edge in edges:
        pen.rule(edge, top - 6 * MM, edge, y, width=0.5, colour=Colour.SOFT)
    pen.rule(x, y, x + width, y, width=1.0, colour=Colour.FELT)
