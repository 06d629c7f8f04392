"""Name badges: ten of 85 × 54 mm on a sheet, as pre-cut sheets have them, with marks for the ruler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.paper import fonts
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
    pen.block(
        x + 5 * MM, y + HEIGHT - 0.5 * MM, INNER - 18 * MM, strip - 1 * MM, badge.event, size=10.5, colour=Colour.ON_FELT
    )  # fmt: skip
    given = badge.given_name or badge.family_name
    family = badge.family_name if badge.given_name else ""
    rule, middle = y + 13.4 * MM, y + 29.4 * MM if family else y + 14.4 * MM
    left, above = x + 6 * MM, y + HEIGHT - strip - 1 * MM
    with pen.heading():
        pen.block(left, above, INNER, above - middle, given, size=34, font=fonts.DISPLAY, leading=1.05)
        height = middle - rule - 1 * MM
        pen.block(left, middle, INNER, height, family, size=22, font=fonts.DISPLAY, leading=1.05)
    pen.rule(left, rule, x + WIDTH - 6 * MM, rule, width=0.8, colour=Colour.BRASS)
    corner = fonts.width(fonts.clean(badge.corner), 14, bold=True)
    corner = min(corner, INNER / 2)
    room, foot = INNER - corner - 3 * MM, y + 2.4 * MM
    pen.block(left, rule - 1 * MM, room, rule - 1 * MM - foot, badge.belongs, size=10.5, font=fonts.PLAIN)
    pen.block(
        x + WIDTH - 6 * MM - corner, rule - 1 * MM, corner, rule - 1 * MM - foot, badge.corner, size=14, align=Align.RIGHT
    )  # fmt: skip
