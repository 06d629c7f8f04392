"""Name badges: ten of 85 × 54 mm on a sheet, as pre-cut sheets have them, with marks for the ruler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.paper.card_pen import SUITS, CardPen, cut_marks, grid, in_sheets
from tournaments.paper.ink import MM, Align, Colour, Pen

WIDTH, HEIGHT, COLUMNS, ROWS = 85 * MM, 54 * MM, 2, 5
INNER = WIDTH - 12 * MM


@dataclass(frozen=True, slots=True, kw_only=True)
class BadgeFacts:
    """What somebody wears."""

    event: str
    given_name: str
    family_name: str
    belongs: str
    corner: str  # the start number, or what he does here


def draw_badges(badges: Sequence[BadgeFacts]) -> Iterator[Pen]:
    for sheet in in_sheets(badges, COLUMNS * ROWS):
        pen = CardPen()
        for badge, (x, y) in zip(sheet, grid(COLUMNS, ROWS, WIDTH, HEIGHT), strict=False):
            draw_badge(pen, badge, x, y)
        cut_marks(pen, COLUMNS, ROWS, WIDTH, HEIGHT)
        yield pen


def draw_badge(pen: CardPen, badge: BadgeFacts, x: float, y: float) -> None:
    """Read from two steps away: the given name, by which people call each other, is the largest."""
    strip = 9 * MM
    pen.fill(x, y + HEIGHT - strip, WIDTH, strip, Colour.FELT)
    base = y + HEIGHT - strip + 3 * MM
    pen.text(x + WIDTH - 5 * MM, base, SUITS, size=9, align=Align.RIGHT, colour=Colour.ON_FELT)
    pen.fitted(
        x + 5 * MM,
        base,
        badge.event,
        INNER - 18 * MM,
        size=10.5,
        smallest=6,
        bold=True,
        colour=Colour.ON_FELT,
    )
    given = badge.given_name or badge.family_name
    family = badge.family_name if badge.given_name else ""
    pen.display(x + 6 * MM, y + 28.5 * MM, given, INNER, size=34, smallest=13)
    pen.display(x + 6 * MM, y + 17.5 * MM, family, INNER, size=22, smallest=9, lines=2, leading=1.0)
    pen.rule(x + 6 * MM, y + 9.4 * MM, x + WIDTH - 6 * MM, y + 9.4 * MM, width=0.8, colour=Colour.BRASS)
    room = INNER - 22 * MM if len(badge.corner) < 8 else INNER / 2
    pen.fitted(x + 6 * MM, y + 4.2 * MM, badge.belongs, room, size=10.5, smallest=6)
    pen.fitted(
        x + WIDTH - 6 * MM,
        y + 3.8 * MM,
        badge.corner,
        INNER / 2,
        size=14,
        smallest=8,
        bold=True,
        align=Align.RIGHT,
    )
