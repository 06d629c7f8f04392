"""Draws the end of a list: totals, legend, remarks, signatures, acceptance."""

from __future__ import annotations

from itertools import pairwise

from django.utils.translation import gettext as _

from tournaments.lists.paper.layout import (
    ACCEPTANCE,
    LEGEND,
    MARGIN,
    REMARK,
    REMARK_SIZE,
    REMARKS_HEAD,
    SIGNATURES,
    STATE,
    TOTAL,
    TOTAL_MAIN,
    Grid,
    ListPage,
)
from tournaments.lists.words.facts import ListFacts, SeatFacts, TotalFacts
from tournaments.paper import fonts
from tournaments.paper.core.strokes import HEIGHT, WIDTH, Strokes
from tournaments.paper.ink import MM, Align, Colour, Pen, middle

INK_HEIGHT = 9.5 * MM  # of a drawn name
SIGNED_BY, SIGNED_LEAST = 9.4 * MM, 8.0  # below the line: whose signature it is, on up to three lines


def draw_end(pen: Pen, facts: ListFacts, grid: Grid, sheet: ListPage, top: float, *, goes_on: bool) -> None:
    """From the sums to the foot of the page; remarks take what is left between."""
    y = top
    for step, line in enumerate(facts.legend):
        base = y - 3.4 * MM - step * 3.5 * MM
        pen.fitted(grid.left, base, line, grid.width, size=8.5, smallest=8, colour=Colour.SOFT)
    bottom = MARGIN + STATE
    if not facts.counter:  # only the main list is accepted
        draw_acceptance(pen, facts, grid, bottom)
        bottom += ACCEPTANCE
    draw_signatures(pen, facts, grid, bottom)
    draw_remarks(pen, sheet, grid, y - LEGEND, bottom + SIGNATURES, goes_on=goes_on)


def draw_totals(pen: Pen, facts: ListFacts, grid: Grid, top: float) -> float:
    """A row for each sum, the one that counts the largest."""
    y = top
    for place, total in enumerate(facts.totals):
        height = TOTAL_MAIN if total.main else TOTAL
        y -= height
        if total.main:
            pen.fill(grid.left, y, grid.width, height, Colour.WON)
        with pen.row():
            draw_total(pen, facts, grid, total, place, y, height)
        pen.rule(
            grid.left,
            y,
            grid.right,
            y,
            width=1.0 if total.main else 0.5,
            colour=Colour.INK if total.main else Colour.HAIR,
        )
    pen.rule(grid.left, y, grid.right, y, width=1.6, colour=Colour.INK)
    for x in (grid.left, *grid.seats, grid.right):
        pen.rule(x, top, x, y, width=1.0, colour=Colour.INK)
    return y


def draw_total(
    pen: Pen, facts: ListFacts, grid: Grid, total: TotalFacts, place: int, y: float, height: float
) -> None:
    size = 11.5 if total.main else 9
    with pen.head(down=True, columns=len(grid.labels)):
        pen.fitted(
            grid.left + 1.2 * MM,
            middle(y, height, size),
            total.name,
            grid.labels[-1] - grid.left - 2 * MM,
            size=size,
            smallest=8,
            bold=total.main,
        )
    size = 16.0 if total.main else 11.5
    for seat, x, text in zip(facts.seats, grid.seats, total.texts, strict=True):
        pen.mark("total", x, y, grid.seat_width, height, seat=seat.number, place=place)
        with pen.cell(columns=len(grid.columns)):
            pen.fitted(
                x + grid.seat_width / 2,
                middle(y, height, size),
                text,
                grid.seat_width - 2 * MM,
                size=size,
                smallest=8,
                bold=total.main,
                align=Align.CENTRE,
            )


def draw_remarks(pen: Pen, sheet: ListPage, grid: Grid, top: float, bottom: float, *, goes_on: bool) -> None:
    """What was decided; below it, or instead of it, lines to write on."""
    title = _("Vermerke und Entscheide") if sheet.ends else _("Vermerke und Entscheide, Fortsetzung")
    pen.text(grid.left, top - 3 * MM, title, size=9, bold=True)
    y = top - REMARKS_HEAD
    lines = (*sheet.remarks, _("… weiter auf der nächsten Seite")) if goes_on else sheet.remarks
    for line in lines:
        y -= REMARK
        text = fonts.cut_to_width(line, grid.width, size=REMARK_SIZE)
        pen.text(grid.left, y + 0.8 * MM, text, size=REMARK_SIZE)
    while y - 6.4 * MM >= bottom:
        y -= 6.4 * MM
        pen.rule(grid.left, y, grid.right, y)


def draw_signatures(pen: Pen, facts: ListFacts, grid: Grid, bottom: float) -> None:
    """A place to sign for every seat, below its own column."""
    middle_of = bottom + SIGNATURES / 2
    pen.text(grid.left, middle_of - 1 * MM, _("Unterschriften"), size=9, bold=True)
    for x, seat in zip(grid.seats, facts.seats, strict=True):
        draw_signature(pen, seat, x, bottom, grid.seat_width)


def draw_signature(pen: Pen, seat: SeatFacts, x: float, bottom: float, width: float) -> None:
    begin, room = x + 1.5 * MM, width - 3 * MM
    line = bottom + SIGNED_BY + 0.6 * MM
    pen.mark("signature", begin, line, room, SIGNATURES - SIGNED_BY - 0.6 * MM, seat=seat.number)
    pen.rule(begin, line, begin + room, line, width=0.8, colour=Colour.INK)
    mark = f"✎ {seat.number}" if seat.keeper else str(seat.number)
    end = begin + fonts.width(mark, 8.5, bold=True) + 1.2 * MM
    pen.text(begin, line - 3.4 * MM, mark, size=8.5, bold=True)
    rest = begin + room - end
    done = fonts.fit_box(seat.name, rest, SIGNED_BY, size=8.5, smallest=8, font=fonts.PLAIN, leading=1.05)
    if done.size >= SIGNED_LEAST:  # in a narrow column the name at its head has to do
        pen.block(
            end, line - 0.4 * MM, rest, SIGNED_BY, seat.name, size=8.5, font=fonts.PLAIN, down=0, colour=Colour.SOFT, leading=1.05,
        )  # fmt: skip
    if seat.ink:
        draw_ink(pen, seat.ink, begin, line, room)
        pen.fitted(begin, line + 1.2 * MM, seat.signed[-1], room, size=8, smallest=7, colour=Colour.SOFT)
        return
    for step, text in enumerate(reversed(seat.signed)):
        pen.fitted(begin, line + 1.2 * MM + step * 3.4 * MM, text, room, size=8, smallest=8)


def draw_ink(pen: Pen, ink: Strokes, x: float, line: float, room: float) -> None:
    """A name drawn on the screen, as lines above the rule: the same strokes, at any size."""
    scale = min(room / WIDTH, INK_HEIGHT / HEIGHT)
    for stroke in ink:
        points = [(x + across * scale, line + 1.5 * MM + (HEIGHT - down) * scale) for across, down in stroke]
        for (x1, y1), (x2, y2) in pairwise(points):
            pen.rule(x1, y1, x2, y2, width=0.8, colour=Colour.INK)


def draw_acceptance(pen: Pen, facts: ListFacts, grid: Grid, bottom: float) -> None:
    """The director takes the list."""
    base = bottom + 3 * MM
    text = _("Von der Turnierleitung angenommen")
    pen.text(grid.left, base, text, size=9, bold=True)
    x = grid.left + fonts.width(text, 9, bold=True) + 3 * MM
    pen.rule(x, base - 0.8 * MM, grid.right, base - 0.8 * MM, width=0.8, colour=Colour.INK)
    if facts.accepted:
        pen.fitted(x + 1 * MM, base, f"✓ {facts.accepted}", grid.right - x, size=9.5, smallest=6)
