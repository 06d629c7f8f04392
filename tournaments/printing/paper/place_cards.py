"""Place cards: four on a sheet, folded to stand; the name on both sides, table and seat small."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.paper import fonts
from tournaments.paper.card_pen import CardPen, grid, in_sheets, quarters, suits
from tournaments.paper.ink import MM, Align, Colour, Pen

WIDTH, HEIGHT = A4[0] / 2, A4[1] / 2
INNER = WIDTH - 16 * MM


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCardFacts:
    """One chair."""

    event: str
    series: str
    given_name: str
    family_name: str
    table: str
    seat: str


def draw_place_cards(cards: Sequence[PlaceCardFacts]) -> Iterator[Pen]:
    for sheet in in_sheets(cards, 4):
        pen = CardPen()
        for card, (x, y) in zip(sheet, grid(2, 2, WIDTH, HEIGHT), strict=False):
            draw_place_card(pen, card, x, y)
        quarters(pen)
        yield pen


def draw_place_card(pen: CardPen, card: PlaceCardFacts, x: float, y: float) -> None:
    middle = y + HEIGHT / 2
    pen.fold(x + 4 * MM, middle, x + WIDTH - 4 * MM, middle)
    centre = x + WIDTH / 2
    pen.rule(x + 8 * MM, middle - 9 * MM, x + WIDTH - 8 * MM, middle - 9 * MM, width=1.2, colour=Colour.FELT)
    suits(pen, centre, middle - 7.4 * MM, size=9, align=Align.CENTRE)
    with pen.heading():
        pen.both_sides(x + 8 * MM, middle, INNER, 10.5 * MM, 14 * MM, card.given_name, size=24)
        pen.both_sides(x + 8 * MM, middle, INNER, 25 * MM, 30 * MM, card.family_name, size=38)
    pen.rule(x + 8 * MM, y + 15 * MM, x + WIDTH - 8 * MM, y + 15 * MM, width=0.8, colour=Colour.BRASS)
    where = _("Tisch {table} · Platz {seat}").format(table=card.table, seat=card.seat)
    pen.text(x + WIDTH - 8 * MM, y + 8.4 * MM, where, size=14, bold=True, align=Align.RIGHT)
    pen.text(x + 8 * MM, y + 8.4 * MM, card.series, size=11, bold=True, colour=Colour.FELT)
    pen.block(
        x + 8 * MM, y + 7.6 * MM, INNER, 6.6 * MM, card.event, size=8, font=fonts.PLAIN, colour=Colour.SOFT
    )
