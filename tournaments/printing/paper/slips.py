"""Result slips: the outcome of one table, four or two on a sheet, to be filled in by hand or as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.paper import fonts
from tournaments.paper.card_pen import CardPen, grid, in_sheets, quarters, suits
from tournaments.paper.ink import MM, Align, Colour, Pen, TagRole

HEIGHT, EDGE = A4[1] / 2, 7 * MM
ROWS, ROW = 82 * MM, 20.5 * MM
SMALL = 4  # seats of a table whose slip is a quarter of a sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipRow:
    """One seat: what stands on the list, or nothing."""

    seat: str
    start_number: str
    name: str
    values: tuple[str, ...]  # one for each heading


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipFacts:
    """One table of one series."""

    event: str
    series: str
    table: str
    headings: tuple[str, ...]
    rows: tuple[SlipRow, ...]
    state: str


def draw_table_slips(slips: Sequence[SlipFacts]) -> Iterator[Pen]:
    """Four on a sheet; of tables with more than four people two."""
    columns = 2 if max((len(slip.rows) for slip in slips), default=0) <= SMALL else 1
    width = A4[0] / columns
    for sheet in in_sheets(slips, 2 * columns):
        pen = CardPen()
        for slip, (x, y) in zip(sheet, grid(columns, 2, width, HEIGHT), strict=False):
            draw_table_slip(pen, slip, x, y, width)
        quarters(pen, across=columns > 1)
        yield pen


def draw_table_slip(pen: CardPen, slip: SlipFacts, x: float, y: float, width: float) -> None:
    left, right, top = x + EDGE, x + width - EDGE, y + HEIGHT - EDGE
    room = right - left - 47 * MM
    with pen.heading():
        pen.text(left, top - 3.4 * MM, _("Ergebniszettel"), size=9, bold=True, colour=Colour.FELT)
    pen.block(left, top - 5 * MM, room, 17 * MM, slip.event, size=13, down=0)
    for step, (name, text) in enumerate(((_("Serie"), slip.series), (_("Tisch"), slip.table))):
        box = right - 46 * MM + step * 23.5 * MM
        pen.frame(box, top - 17 * MM, 22.5 * MM, 17 * MM, line=1.4, colour=Colour.FELT)
        centre = box + 11.2 * MM
        with pen.tell(TagRole.TEXT):
            pen.text(centre, top - 4.4 * MM, name, size=8, bold=True, align=Align.CENTRE, colour=Colour.FELT)
            pen.display(centre, top - 14.4 * MM, text, 20 * MM, size=27, smallest=12, align=Align.CENTRE)
    with pen.tell(TagRole.TABLE):
        draw_result_rows(pen, slip, left, right, top)
    draw_signed(pen, slip, left, right, y)


def draw_result_rows(pen: CardPen, slip: SlipFacts, left: float, right: float, top: float) -> None:
    """A row for each seat, with room to write."""
    column = 13.4 * MM if len(slip.headings) < 4 else 10 * MM
    first = right - column * len(slip.headings)
    base = top - 25 * MM
    with pen.row():
        with pen.head(columns=2):
            pen.text(left + 6.6 * MM, base, _("Name"), size=8, bold=True)
        for number, heading in enumerate(slip.headings):
            centre = first + (number + 0.5) * column
            with pen.head():
                pen.fitted(
                    centre, base, heading, column - 1, size=8, smallest=8, bold=True, align=Align.CENTRE
                )
    line = top - 26.6 * MM
    pen.rule(left, line, right, line, width=1.6, colour=Colour.INK)
    row = min(ROW, ROWS / max(1, len(slip.rows)))
    for one in slip.rows:
        line -= row
        with pen.row():
            draw_row(pen, one, left, first, column, line, row)
        pen.rule(left, line, right, line, width=0.6, colour=Colour.SOFT)
    for number in range(len(slip.headings)):
        edge = first + number * column
        pen.rule(edge, top - 26.6 * MM, edge, line, width=0.6, colour=Colour.SOFT)


def draw_row(
    pen: CardPen, one: SlipRow, left: float, first: float, column: float, line: float, row: float
) -> None:
    """One seat: its name, and what it has or will have."""
    with pen.head(down=True):
        pen.text(left, line + row / 2 - 5, one.seat, size=14, bold=True, colour=Colour.FELT)
    name_room = first - left - 8 * MM
    with pen.cell():
        pen.block(
            left + 6.6 * MM, line + row - 0.6 * MM, name_room, row * 0.46, one.name, size=10.5, leading=1.05
        )
        pen.block(
            left + 6.6 * MM, line + row * 0.5, name_room, row * 0.49, one.start_number, size=8.5, font=fonts.PLAIN,
            colour=Colour.SOFT, leading=1.05,
        )  # fmt: skip
    for number, text in enumerate(one.values):
        centre = first + (number + 0.5) * column
        bold = number == len(one.values) - 1
        with pen.cell():
            pen.fitted(
                centre,
                line + row / 2 - 4.5,
                text,
                column - 3,
                size=13,
                smallest=8,
                bold=bold,
                align=Align.CENTRE,
            )


def draw_signed(pen: CardPen, slip: SlipFacts, left: float, right: float, y: float) -> None:
    half = (right - left - 6 * MM) / 2
    for step, name in enumerate((_("Listenführung"), _("Turnierleitung"))):
        begin = left + step * (half + 6 * MM)
        pen.rule(begin, y + EDGE + 13 * MM, begin + half, y + EDGE + 13 * MM, width=0.8, colour=Colour.INK)
        pen.text(begin, y + EDGE + 9.6 * MM, name, size=8, colour=Colour.SOFT)
    pen.fitted(left, y + EDGE, slip.state, right - left - 24 * MM, size=8, smallest=7, colour=Colour.SOFT)
    suits(pen, right, y + EDGE, size=9, align=Align.RIGHT)
