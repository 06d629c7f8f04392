"""Draws the games of a list: one row each, a thick line after each Runde, struck rows with their reason."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.lists.paper.layout import REASON, Grid, ListPage
from tournaments.lists.words.facts import CROSS, RULED, CellFacts, ColumnFacts, ListFacts, RowFacts
from tournaments.paper import fonts
from tournaments.paper.ink import MM, Align, Colour, Pen, middle

DIGIT, BOLD_DIGIT = 0.633, 0.633  # how wide a digit is, for one point of size
LARGEST, SOFT_LARGEST = 13.0, 10.5
CROSS_LARGER = 1.25  # the font's cross is slight, and it is what people look for


class RowsDrawing:
    """The rows of one page."""

    def __init__(self, pen: Pen, facts: ListFacts, grid: Grid, sheet: ListPage) -> None:
        self.pen, self.facts, self.grid, self.sheet = pen, facts, grid, sheet
        self.height = sheet.row_height
        self.label_edges = (grid.left, *grid.labels)
        self.pads = tuple(min(1.6 * MM, width * 0.1) for _offset, width in grid.columns)
        self.sizes = tuple(
            number_size(column, width - pad - 1, self.height)
            for column, (_offset, width), pad in zip(facts.columns, grid.columns, self.pads, strict=True)
        )

    def draw(self, top: float) -> float:
        """All rows from the top down; returns where they end."""
        y = begin = top
        for row in self.sheet.rows:
            y -= self.height
            with self.pen.row():
                self.row(row, y)
            if row.struck:
                self.uprights(begin, y)
                y = begin = y - REASON
                with self.pen.row():
                    self.reason(row.struck, y)
            self.line_below(y, thick=row.closes_round or row is self.sheet.rows[-1])
        self.uprights(begin, y)
        for x in (self.grid.left, self.grid.seats[0], self.grid.right):
            self.pen.rule(x, top, x, y, width=1.0, colour=Colour.INK)
        return y

    def uprights(self, top: float, bottom: float) -> None:
        """The lines between columns, left out where a reason is written across."""
        for x in self.grid.seats:
            self.pen.rule(x, top, x, bottom, width=1.0, colour=Colour.INK)
            for offset, _width in self.grid.columns[1:]:
                self.pen.rule(x + offset, top, x + offset, bottom)
        for x in self.grid.labels[:-1]:
            self.pen.rule(x, top, x, bottom)

    def line_below(self, y: float, *, thick: bool) -> None:
        width, colour = (1.6, Colour.INK) if thick else (0.5, Colour.HAIR)
        self.pen.rule(self.grid.left, y, self.grid.right, y, width=width, colour=colour)

    def reason(self, text: str, y: float) -> None:
        x = self.grid.seats[0] + 1.5 * MM
        room = self.grid.right - x - 1.5 * MM
        with self.pen.cell(columns=len(self.grid.labels) + len(self.grid.seats) * len(self.grid.columns)):
            self.pen.fitted(x, y + 1.1 * MM, text, room, size=8, smallest=8, colour=Colour.SOFT)

    def row(self, row: RowFacts, y: float) -> None:
        """Game, dealer and finish, then each seat."""
        size = min(LARGEST, self.height * 0.72)
        base = middle(y, self.height, size)
        colour = Colour.SOFT if row.struck else Colour.INK
        labels = ((str(row.number), True), (row.dealer, False), (row.finish, True))
        for (text, bold), x, end in zip(labels, self.label_edges, self.label_edges[1:], strict=False):
            with self.pen.head(down=True) if x == self.grid.left else self.pen.cell():
                self.pen.text(
                    (x + end) / 2, base, text, size=size, bold=bold, align=Align.CENTRE, colour=colour
                )
        left, right = self.label_edges[2:4]
        self.pen.mark("finish", left, y, right - left, self.height, game=row.number)
        for seat, x, cell in zip(self.facts.seats, self.grid.seats, row.cells, strict=True):
            if cell.rests:
                with self.pen.cell(columns=len(self.grid.columns)):
                    self.resting(x, y)
                continue
            self.cell(cell, x, y, colour)
            for place, (offset, width) in enumerate(self.grid.columns):
                of = {"game": row.number, "seat": seat.number, "place": place}
                self.pen.mark("cell", x + offset, y, width, self.height, **of)
        if row.struck:
            self.across(self.grid.left + 1 * MM, self.grid.right - 1 * MM, y, Colour.INK)

    def resting(self, x: float, y: float) -> None:
        """Draw the cell of the dealer who sits out: tinted and struck through, so that nobody writes there by mistake."""
        width = self.grid.seat_width
        self.pen.fill(x, y, width, self.height, Colour.REST)
        self.across(x + 2 * MM, x + width - 2 * MM, y, Colour.SOFT)

    def across(self, x: float, end: float, y: float, colour: Colour) -> None:
        middle_of = y + self.height / 2
        self.pen.rule(x, middle_of, end, middle_of, width=0.9, colour=colour)

    def cell(self, cell: CellFacts, x: float, y: float, colour: Colour) -> None:
        """One seat in one game; the winner's cell is tinted and bold."""
        if cell.won:
            self.pen.fill(x, y, self.grid.seat_width, self.height, Colour.WON)
        for place, (offset, _width) in enumerate(self.grid.columns):
            with self.pen.cell():
                if cell.texts and cell.texts[place]:
                    self.number(place, cell.texts[place], x, y, won=cell.won, colour=colour)
                if cell.ruled and place == len(self.grid.columns) - 2:
                    top = y + self.height - 2.6 * MM
                    self.pen.text(x + offset + 0.5 * MM, top, RULED, size=7, bold=True)

    def number(self, place: int, text: str, x: float, y: float, *, won: bool, colour: Colour) -> None:
        """One number at the right edge of its column; a single sign in the middle."""
        column, (offset, width) = self.facts.columns[place], self.grid.columns[place]
        size = self.sizes[place] * (CROSS_LARGER if text == CROSS else 1)
        single = column.digits == 1
        self.pen.text(
            x + offset + (width / 2 if single else width - self.pads[place]),
            middle(y, self.height, size),
            text,
            size=size,
            bold=column.bold or (won and not column.soft),
            align=Align.CENTRE if single else Align.RIGHT,
            colour=Colour.SOFT if column.soft else colour,
        )


def number_size(column: ColumnFacts, room: float, height: float) -> float:
    """As large as the column and the row allow."""
    most = SOFT_LARGEST if column.soft else LARGEST
    digit = BOLD_DIGIT if column.bold else DIGIT
    return min(most, room / (digit * column.digits), height * 0.72)


def draw_column_names(pen: Pen, facts: ListFacts, grid: Grid, bottom: float) -> None:
    """The names of the columns, above the first row."""
    edges = (grid.left, *grid.labels)
    places = list(zip((_("Spiel"), pgettext("Spalte", "gibt"), _("Art")), edges, edges[1:], strict=False))
    for x in grid.seats:
        for column, (offset, width) in zip(facts.columns, grid.columns, strict=True):
            places.append((column.heading, x + offset, x + offset + width))
    for name, x, end in places:
        done = fonts.fit(name, end - x - 1, size=8.5, smallest=8, bold=True)
        with pen.head():
            pen.text(
                (x + end) / 2, bottom + 1.7 * MM, done.lines[0], size=done.size, bold=True, align=Align.CENTRE
            )
    pen.rule(grid.left, bottom, grid.right, bottom, width=1.6, colour=Colour.INK)
