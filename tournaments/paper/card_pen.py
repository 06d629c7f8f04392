"""The pen for cards: pages of any size, display letters, texts upside down behind a fold, dashes to fold and marks to cut."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import segno
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tournaments.paper import fonts
from tournaments.paper.ink import (
    MM,
    ORNAMENT,
    Align,
    Colour,
    Pen,
    TagRole,
    beginning,
    put_text,
    reportlab_colour,
)

SUITS = "♣ ♠ ♥ ♦"
QUIET = 4  # modules of white around a code
MARK = 4 * MM  # length of a mark to cut along

Item = TypeVar("Item")


class CardPen(Pen):
    """One page of cards. Places are points from the lower left corner."""

    def __init__(self, size: tuple[float, float] = A4) -> None:
        super().__init__()
        self.size = size
        self.dashes: list[tuple[float, float, float, float]] = []
        self.turned: list[tuple[float, float, str, str, float, Colour]] = []
        self.pictures: list[tuple[float, float, float, float, bytes, int]] = []

    def display(
        self,
        x: float,
        y: float,
        text: str,
        room: float,
        *,
        size: float,
        smallest: float = 9,
        lines: int = 1,
        align: Align = Align.LEFT,
        colour: Colour = Colour.INK,
        turned: bool = False,
        leading: float = 1.12,
    ) -> float:
        """Large letters that shrink into their room; `turned` stands on its head. Returns the last base line.

        Turned, x and y are where the text would stand before the sheet is turned about that very point.
        """
        done = fonts.fit(text, room, size=size, smallest=smallest, lines=lines, font=fonts.DISPLAY)
        broken, size = done.lines, done.size
        with self.as_one(text, () if turned else broken):
            for step, line in enumerate(broken):
                width = fonts.unit_width(line, fonts.DISPLAY) * size
                down = size * leading if step else 0
                y = y + down if turned else y - down
                if turned:  # it stands on the other side once more
                    self.turned.append((x + width * align.value, y, line, fonts.DISPLAY, size, colour))
                else:
                    self.put((fonts.DISPLAY, size, colour), x - width * align.value, y, line)
        return y

    def both_sides(
        self,
        x: float,
        fold: float,
        room: float,
        away: float,
        height: float,
        text: str,
        *,
        size: float,
        smallest: float = 9,
    ) -> None:
        """A text in a box below a fold, and the same on its head above: what a card says that stands like a roof."""
        done = fonts.fit_box(
            text, room, height, size=size, smallest=smallest, font=fonts.DISPLAY, leading=1.05
        )
        step = done.size * 1.05
        used = step * (len(done.lines) - 1) + done.size * (fonts.ASCENT + fonts.DESCENT)
        down = away + (height - used) / 2 + done.size * fonts.ASCENT
        with self.as_one(text, done.lines):
            for number, line in enumerate(done.lines):
                width, below = fonts.unit_width(line, fonts.DISPLAY) * done.size, down + number * step
                at = x + (room - width) / 2
                self.put((fonts.DISPLAY, done.size, Colour.INK), at, fold - below, line)
                self.turned.append((at + width, fold + below, line, fonts.DISPLAY, done.size, Colour.INK))

    def fold(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A dashed hairline, to fold or to cut along."""
        self.dashes.append((x1, y1, x2, y2))

    def picture(
        self, x: float, y: float, width: float, height: float, content: bytes, *, alt: str = ""
    ) -> None:
        """A picture in the middle of a box, as large as the box allows; `alt` is the picture in words."""
        number = ORNAMENT
        if alt:
            with self.tell(TagRole.FIGURE, alt=alt):
                number = self.number()
                self.open[-1].kids.append(number)
        self.pictures.append((x, y, width, height, content, number))

    def put_down(self, canvas: Canvas) -> None:
        canvas.setPageSize(self.size)
        super().put_down(canvas)
        for x, y, width, height, content, number in self.pictures:
            canvas.addLiteral(beginning(number))
            canvas.drawImage(
                ImageReader(io.BytesIO(content)),
                x,
                y,
                width,
                height,
                mask="auto",
                preserveAspectRatio=True,
                anchor="c",
            )
            canvas.addLiteral("EMC")
        canvas.addLiteral(beginning(ORNAMENT))
        if self.dashes:
            canvas.saveState()
            canvas.setDash(2, 3)
            canvas.setLineWidth(0.5)
            canvas.setStrokeColorRGB(*reportlab_colour(Colour.HAIR))
            canvas.lines(self.dashes)
            canvas.restoreState()
        for x, y, text, font, size, colour in self.turned:
            pencil = canvas.beginText()
            pencil.setFont(font, size)
            pencil.setFillColorRGB(*reportlab_colour(colour))
            pencil.setTextTransform(-1, 0, 0, -1, x, y)
            put_text(pencil, text, font, size)
            canvas.drawText(pencil)
        canvas.addLiteral("EMC")


def squares(pen: Pen, link: str, x: float, top: float, side: float) -> None:
    """The code for a camera, with its quiet zone, from its upper left corner; told as where it leads."""
    drawn = [bytes(row) for row in segno.make(link, micro=False, error="m").matrix]
    module = side / (len(drawn) + 2 * QUIET)
    with pen.tell(TagRole.FIGURE, alt=_("Code: {link}").format(link=link)):
        for number, modules in enumerate(drawn, 1):
            y = top - (QUIET + number) * module
            for run in re.finditer(rb"\x01+", modules):
                begin, end = run.span()
                pen.fill(x + (QUIET + begin) * module, y, (end - begin) * module, module * 1.02, Colour.INK)


def address_lines(typed: str) -> tuple[str, str]:
    """An address to be typed, parted where nobody takes the rest for another word: the site, and the code behind it."""
    site, slash, code = typed.rpartition("/")
    return (site + slash, code) if site else (typed, "")


def in_sheets(items: Sequence[Item], each: int) -> Iterator[Sequence[Item]]:
    """So many on each sheet of paper."""
    for start in range(0, len(items), each):
        yield items[start : start + each]


def grid(columns: int, rows: int, width: float, height: float) -> Iterator[tuple[float, float]]:
    """The lower left corners of cards in the middle of an A4 page, row by row from the top."""
    left = (A4[0] - columns * width) / 2
    bottom = (A4[1] - rows * height) / 2
    for row in range(rows):
        for column in range(columns):
            yield left + column * width, bottom + (rows - 1 - row) * height


def cut_marks(pen: Pen, columns: int, rows: int, width: float, height: float) -> None:
    """Short strokes outside of the cards, where a ruler is laid."""
    left, right = (A4[0] - columns * width) / 2, (A4[0] + columns * width) / 2
    bottom, top = (A4[1] - rows * height) / 2, (A4[1] + rows * height) / 2
    for column in range(columns + 1):
        x = left + column * width
        for y1, y2 in ((bottom - 1 * MM - MARK, bottom - 1 * MM), (top + 1 * MM, top + 1 * MM + MARK)):
            pen.rule(x, y1, x, y2, width=0.4, colour=Colour.SOFT)
    for row in range(rows + 1):
        y = bottom + row * height
        for x1, x2 in ((left - 1 * MM - MARK, left - 1 * MM), (right + 1 * MM, right + 1 * MM + MARK)):
            pen.rule(x1, y, x2, y, width=0.4, colour=Colour.SOFT)


def quarters(pen: CardPen, *, across: bool = True) -> None:
    """Dashed lines through the middle of the page, to cut along."""
    pen.fold(0, A4[1] / 2, A4[0], A4[1] / 2)
    if across:
        pen.fold(A4[0] / 2, 0, A4[0] / 2, A4[1])


def suits(pen: Pen, x: float, y: float, *, size: float, align: Align = Align.LEFT) -> None:
    pen.text(x, y, SUITS, size=size, align=align, colour=Colour.FELT)


def drawn_words(pens: Iterable[Pen]) -> list[str]:
    """Everything that stands on some pages, for whoever looks without printing."""
    return [
        text
        for pen in pens
        for text in (
            *(text for texts in pen.texts.values() for _left, _base, text in texts),
            *(one[2] for one in (pen.turned if isinstance(pen, CardPen) else ())),
        )
    ]
