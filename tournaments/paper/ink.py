"""The pen: collects the fills, rules and texts of one page and puts them down kind by kind, which is quick."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from enum import Enum

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase.ttfonts import ShapedStr
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from tournaments.paper import fonts
from tournaments.paper.tags import Element, TagRole

__all__ = ["MM", "Align", "Colour", "Landmark", "Pen", "TagRole"]

MM: float = mm
ORNAMENT = -1  # the number of a text that is told to nobody
SUITS = frozenset("♣♠♥♦ ")
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
class Landmark:
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
        self.numbers: dict[Style, list[int]] = defaultdict(list)  # beside the texts: as what each is told
        self.marks: list[Landmark] = []
        self.tree = Element(TagRole.SECTION)
        self.open = [self.tree]
        self.told = 0
        self.figures: list[tuple[int, int, int]] = []  # number, and from which fill to which

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
        self.marks.append(Landmark(what=what, game=game, seat=seat, place=place, box=box))

    # What is told to whoever hears the page --------------------------------------------------------------------

    @contextmanager
    def tell(
        self,
        role: TagRole,
        *,
        alt: str = "",
        said: str = "",
        columns: int = 1,
        rows: int = 1,
        down: bool = False,
    ) -> Iterator[None]:
        """What is drawn now is this; texts outside of anything are paragraphs. Tell things in the order of reading."""
        one = Element(role, alt=alt, said=said, columns=columns, rows=rows, down=down)
        first = len(self.fills)
        if role is not TagRole.ORNAMENT:
            self.open[-1].kids.append(one)
        self.open.append(one)
        yield
        self.open.pop()
        if role is TagRole.FIGURE and len(self.fills) > first:
            self.figures.append((self.number(), first, len(self.fills)))
            one.kids.append(self.figures[-1][0])

    def heading(self) -> AbstractContextManager[None]:
        return self.tell(TagRole.HEADING)

    def row(self) -> AbstractContextManager[None]:
        return self.tell(TagRole.ROW)

    def cell(self, *, columns: int = 1) -> AbstractContextManager[None]:
        return self.tell(TagRole.CELL, columns=columns)

    def head(self, *, down: bool = False, columns: int = 1, rows: int = 1) -> AbstractContextManager[None]:
        """The head of a column; `down` that of a row."""
        return self.tell(TagRole.HEAD, down=down, columns=columns, rows=rows)

    def element(self, role: TagRole) -> Element:
        """Something that is drawn piece by piece: `into` goes on with it."""
        one = Element(role)
        self.open[-1].kids.append(one)
        return one

    @contextmanager
    def into(self, one: Element) -> Iterator[None]:
        self.open.append(one)
        yield
        self.open.pop()

    def number(self) -> int:
        self.told += 1
        return self.told - 1

    def told_as(self, text: str) -> int:
        """The number of a text that is put down now."""
        where = self.open[-1]
        if where.role is TagRole.ORNAMENT or not text.strip():
            return ORNAMENT
        if not where.role.holds_text:
            if SUITS.issuperset(text):
                return ORNAMENT
            where.kids.append(Element(TagRole.TEXT))
            where = where.kids[-1]  # type: ignore[assignment]
        for outer in self.open:
            if outer.role is TagRole.HEADING:
                outer.letters += text
        number = self.number()
        where.kids.append(number)
        return number

    @contextmanager
    def as_one(self, text: str, lines: tuple[str, ...]) -> Iterator[None]:
        """Lines that are one text: told without the hyphens that the paper needed."""
        inside, said = self.open[-1].role.holds_text, fonts.clean(text)
        whole = " ".join(lines) == said
        if self.open[-1].role is TagRole.ORNAMENT or not lines or (inside and whole):
            yield
            return
        with self.tell(TagRole.SPAN if inside else TagRole.TEXT, said="" if whole else said):
            yield

    def put(self, style: Style, x: float, y: float, text: str) -> None:
        """A text where it stands, told as what is open."""
        self.texts[style].append((x, y, text))
        self.numbers[style].append(self.told_as(text))

    # What is drawn ---------------------------------------------------------------------------------------------

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
        self.put((fonts.BOLD if bold else fonts.PLAIN, size, colour), x, y, text)

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
        above = fonts.ascent(text)
        used = step * (len(done.lines) - 1) + done.size * (above + fonts.DESCENT)
        y = top - (height - used) * down - done.size * above
        with self.as_one(text, done.lines):
            for number, line in enumerate(done.lines):
                at = x + (room - fonts.unit_width(line, font) * done.size) * align.value
                self.put((font, done.size, colour), at, y - number * step, line)
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
        with self.as_one(text, done.lines):
            for step, line in enumerate(done.lines):
                y -= done.size * 1.15 if step else 0
                self.text(x, y, line, size=done.size, bold=bold, align=align, colour=colour)
        return y

    def put_down(self, canvas: Canvas) -> None:
        """Draw everything: fills below rules below texts; each text with its number, the rest as ornament."""
        at = 0
        for number, first, end in (*self.figures, (ORNAMENT, len(self.fills), len(self.fills))):
            for told, fills in ((ORNAMENT, self.fills[at:first]), (number, self.fills[first:end])):
                if fills:
                    canvas.addLiteral(beginning(told))
                    put_fills(canvas, fills)
                    canvas.addLiteral("EMC")
            at = end
        canvas.addLiteral(beginning(ORNAMENT))
        for (thick, colour), lines in self.rules.items():
            canvas.setStrokeColorRGB(*reportlab_colour(colour))
            canvas.setLineWidth(thick)
            canvas.lines(lines)
        canvas.addLiteral("EMC")
        for style, texts in self.texts.items():
            font, size, colour = style
            canvas.setFillColorRGB(*reportlab_colour(colour))
            canvas.setFont(font, size)
            for (x, y, text), number in zip(texts, self.numbers[style], strict=True):
                pencil = canvas.beginText(x, y)
                put_text(pencil, text, font, size)
                canvas.addLiteral(beginning(number))
                canvas.drawText(pencil)
                canvas.addLiteral("EMC")


def beginning(number: int) -> str:
    """What stands before something that is told by this number, or to nobody."""
    return "/Artifact BMC" if number == ORNAMENT else f"/P<</MCID {number}>>BDC"


def put_fills(canvas: Canvas, fills: list[tuple[float, float, float, float, Colour]]) -> None:
    for x, y, width, height, colour in fills:
        canvas.setFillColorRGB(*reportlab_colour(colour))
        canvas.rect(x, y, width, height, stroke=0, fill=1)


def put_text(pencil: PDFTextObject, text: str, font: str, size: float) -> None:
    """A text where the pencil stands, each of its pieces in the font that has its letters."""
    pieces = fonts.runs(text, font)
    for name, piece in pieces:
        if len(pieces) > 1 or name != font or isinstance(piece, ShapedStr):
            pencil.setFont(
                name, size
            )  # anew for joined letters too: reportlab fails where the first of them stands raised
        pencil.textOut(piece)
    if pieces and pieces[-1][0] != font:
        pencil.setFont(font, size)


def reportlab_colour(colour: Colour) -> tuple[float, float, float]:
    """A colour as reportlab wants it."""
    red, green, blue = colour.value
    return red / 255, green / 255, blue / 255


def middle(bottom: float, height: float, size: float) -> float:
    """The base line of digits that stand in the middle of a row."""
    return bottom + height / 2 - size * BASELINE
