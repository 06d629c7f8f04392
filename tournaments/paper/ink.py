"""The pen: collects the fills, rules and texts of one page and puts them down kind by kind, which is quick."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import Enum

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from tournaments.paper import fonts

__all__ = ["MM", "Align", "Colour", "Mark", "Pen"]

MM: float = mm
BASELINE = 0.36  # of the size: what a line of digits needs below its middle


class Colour(Enum):
    """The colours of the house, dark enough for any printer; none of them says anything alone."""

    INK = (0x1A, 0x24, 0x20)
    SOFT = (0x42, 0x4C, 0x45)
    HAIR = (0x9A, 0x97, 0x88)
    FELT = (0x17, 0x54, 0x3F)
    ON_FELT = (0xFF, 0xFF, 0xFF)
    WON = (0xFB, 0xEE, 0xCB)
    REST = (0xE9, 0xE6, 0xDC)
    WASH = (0xF6, 0xF3, 0xEA)
    BRASS = (0x9A, 0x70, 0x1C)


class Align(Enum):
    """To which side of its place a text stands."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


Style = tuple[str, float, Colour]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A place that means something to whoever reads the paper back: left and top from the upper left corner, in mm."""

    what: str
    game: int = 0
    seat: int = 0
    place: int = 0  # which column of the seat, or which row of the foot
    box: tuple[float, float, float, float]


class Pen:
    """One page. Places are points from the lower left corner."""

    def __init__(self) -> None:
        self.fills: list[tuple[float, float, float, float, Colour]] = []
        self.rules: dict[tuple[float, Colour], list[tuple[float, float, float, float]]] = defaultdict(list)
        self.texts: dict[Style, list[tuple[float, float, str]]] = defaultdict(list)
        self.marks: list[Mark] = []

    def mark(
        self,
        what: str,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        game: int = 0,
        seat: int = 0,
        place: int = 0,
    ) -> None:
        """Say what this box is for; nothing is drawn."""
        box = (x / MM, (A4[1] - y - height) / MM, width / MM, height / MM)
        self.marks.append(Mark(what=what, game=game, seat=seat, place=place, box=box))

    def fill(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        self.fills.append((x, y, width, height, colour))

    def rule(
        self, x1: float, y1: float, x2: float, y2: float, *, width: float = 0.4, colour: Colour = Colour.HAIR
    ) -> None:
        self.rules[width, colour].append((x1, y1, x2, y2))

    def frame(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        line: float = 0.8,
        colour: Colour = Colour.INK,
    ) -> None:
        """The four sides of a box."""
        right, top = x + width, y + height
        for side in ((x, y, right, y), (x, top, right, top), (x, y, x, top), (right, y, right, top)):
            self.rule(*side, width=line, colour=colour)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float,
        bold: bool = False,
        align: Align = Align.LEFT,
        colour: Colour = Colour.INK,
    ) -> None:
        """A text on its base line."""
        if align is not Align.LEFT:
            x -= fonts.width(text, size, bold=bold) * align.value
        self.texts[fonts.BOLD if bold else fonts.PLAIN, size, colour].append((x, y, text))

    def block(
        self,
        x: float,
        top: float,
        room: float,
        height: float,
        text: str,
        *,
        size: float,
        smallest: float = 8,
        font: str = fonts.BOLD,
        align: Align = Align.LEFT,
        down: float = 0.5,
        colour: Colour = Colour.INK,
        leading: float = 1.14,
    ) -> float:
        """A text that fills a box: smaller and on more lines until it fits, never cut, never outside.

        `down` says where it stands in its box: 0 at the top, 1 at the bottom. Returns its last base line.
        """
        done = fonts.fit_box(text, room, height, size=size, smallest=smallest, font=font, leading=leading)
        step = done.size * leading
        used = step * (len(done.lines) - 1) + done.size * (fonts.ASCENT + fonts.DESCENT)
        y = top - (height - used) * down - done.size * fonts.ASCENT
        for number, line in enumerate(done.lines):
            at = x + (room - fonts.unit_width(line, font) * done.size) * align.value
            self.texts[font, done.size, colour].append((at, y - number * step, line))
        return y - (len(done.lines) - 1) * step

    def fitted(
        self,
        x: float,
        y: float,
        text: str,
        room: float,
        *,
        size: float,
        smallest: float = 8,
        lines: int = 1,
        bold: bool = False,
        align: Align = Align.LEFT,
        colour: Colour = Colour.INK,
    ) -> float:
        """A text that shrinks into its room, downwards from its first base line; returns the last one."""
        done = fonts.fit(text, room, size=size, smallest=smallest, lines=lines, bold=bold)
        for step, line in enumerate(done.lines):
            y -= done.size * 1.15 if step else 0
            self.text(x, y, line, size=done.size, bold=bold, align=align, colour=colour)
        return y

    def put_down(self, canvas: Canvas) -> None:
        """Draw everything: fills below rules below texts."""
        for x, y, width, height, colour in self.fills:
            canvas.setFillColorRGB(*share(colour))
            canvas.rect(x, y, width, height, stroke=0, fill=1)
        for (thick, colour), lines in self.rules.items():
            canvas.setStrokeColorRGB(*share(colour))
            canvas.setLineWidth(thick)
            canvas.lines(lines)
        for (font, size, colour), texts in self.texts.items():
            pencil = canvas.beginText()
            pencil.setFont(font, size)
            pencil.setFillColorRGB(*share(colour))
            for x, y, text in texts:
                pencil.setTextOrigin(x, y)
                put(pencil, text, font, size)
            canvas.drawText(pencil)


def put(pencil: PDFTextObject, text: str, font: str, size: float) -> None:
    """A text where the pencil stands, each of its pieces in the font that has its letters."""
    pieces = fonts.runs(text, font)
    for name, piece in pieces:
        if len(pieces) > 1 or name != font:
            pencil.setFont(name, size)
        pencil.textOut(piece)
    if pieces and pieces[-1][0] != font:
        pencil.setFont(font, size)


def share(colour: Colour) -> tuple[float, float, float]:
    """A colour as reportlab wants it."""
    red, green, blue = colour.value
    return red / 255, green / 255, blue / 255


def middle(bottom: float, height: float, size: float) -> float:
    """The base line of digits that stand in the middle of a row."""
    return bottom + height / 2 - size * BASELINE
