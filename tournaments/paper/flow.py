"""Text that flows over columns and pages: headings, paragraphs, facts and tables, with the same head and foot on each page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.paper import fonts
from tournaments.paper.card_pen import SUITS, CardPen
from tournaments.paper.ink import MM, Align, Colour, Pen

MARGIN = 14 * MM
LEFT, RIGHT = MARGIN, A4[0] - MARGIN
HEAD, LATER_HEAD, FOOT, GAP = 24 * MM, 9 * MM, 7 * MM, 7 * MM
LEADING = 1.28
MOST_IN_ONE_PIECE = 12  # lines of one fact that are kept together
AFTER_NUMBERS = 2 * MM  # between a column of numbers and the words beside it


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowHead:
    """What stands above and below every page."""

    title: str
    event: str
    where: str
    foot: str


class Flow:
    """Fills column after column, page after page. What is added comes next."""

    def __init__(self, head: FlowHead, *, columns: int = 1, size: float = 9.0) -> None:
        self.head, self.columns, self.size = head, columns, size
        self.width: float = (RIGHT - LEFT - (columns - 1) * GAP) / columns
        self.drawn: list[CardPen] = []
        self.column = columns
        self.y = 0.0
        self.advance()

    # Where it goes on -----------------------------------------------------------------------------------------

    @property
    def pen(self) -> CardPen:
        return self.drawn[-1]

    @property
    def x(self) -> float:
        return float(LEFT + self.column * (self.width + GAP))

    @property
    def bottom(self) -> float:
        """Where the foot begins."""
        return float(MARGIN + FOOT)

    def advance(self) -> None:
        """The next column, or the next page."""
        self.column += 1
        if self.column >= self.columns:
            self.drawn.append(CardPen())
            self.column = 0
            draw_head(self.pen, self.head, first=len(self.drawn) == 1)
        self.y = A4[1] - MARGIN - (HEAD if len(self.drawn) == 1 else LATER_HEAD)

    def need(self, height: float) -> None:
        """Room for so much in one piece; otherwise it goes on in the next column."""
        if self.y - height < self.bottom:
            self.advance()

    def gap(self, height: float = 2 * MM) -> None:
        self.y -= height

    # What is added --------------------------------------------------------------------------------------------

    def heading(self, text: str) -> None:
        self.need(16 * MM)
        self.gap(3.4 * MM)
        self.y -= 4.6 * MM
        done = fonts.fit(text, self.width, size=12.5, smallest=8, bold=True)
        self.pen.text(self.x, self.y, done.lines[0], size=done.size, bold=True, colour=Colour.FELT)
        self.y -= 1.6 * MM
        self.pen.rule(self.x, self.y, self.x + self.width, self.y, width=1.0, colour=Colour.FELT)
        self.gap(0.8 * MM)

    def paragraph(
        self, text: str, *, bold: bool = False, soft: bool = False, indent: float = 0, scale: float = 1.0
    ) -> None:
        size = self.size * scale
        for line in broken(text, self.width - indent, size=size, bold=bold):
            self.need(size * LEADING)
            self.y -= size * LEADING
            colour = Colour.SOFT if soft else Colour.INK
            self.pen.text(self.x + indent, self.y, line, size=size, bold=bold, colour=colour)

    def fact(self, label: str, value: str, *, note: str = "", share: float = 0.36) -> None:
        """What, and beside it what it is; a short note stands below the label, a long one below both."""
        room, step = self.width * share - 2 * MM, self.size * LEADING
        left = [(line, self.size) for line in broken(label, room, size=self.size)]
        small = self.size * 0.84
        if note and fonts.width(fonts.clean(note), small) <= room:
            left.append((fonts.clean(note), small))
            note = ""
        right = broken(value, self.width * (1 - share), size=self.size, bold=True)
        if len(right) <= MOST_IN_ONE_PIECE:
            self.need(max(len(left), len(right)) * step + 2 * MM)
        self.gap(0.9 * MM)
        begin, page, column = self.y, len(self.drawn), self.column
        for line in right:
            self.need(step)
            self.y -= step
            self.pen.text(self.x + self.width * share, self.y, line, size=self.size, bold=True)
        if (page, column) == (len(self.drawn), self.column):
            for number, (line, size) in enumerate(left, 1):
                self.pen.text(self.x, begin - number * step, line, size=size, colour=Colour.SOFT)
            self.y = min(self.y, begin - len(left) * step)
        if note:
            self.paragraph(note, soft=True, scale=0.84, indent=self.width * share * 0.12)
        self.gap(0.9 * MM)
        self.pen.rule(self.x, self.y, self.x + self.width, self.y, width=0.3)

    def table(
        self,
        headings: Sequence[str],
        rows: Sequence[Sequence[str]],
        shares: Sequence[float],
        *,
        right: Sequence[int] = (),
        bold: Sequence[int] = (),
    ) -> None:
        """Rows under headings that stand again on each page; what is too long for its cell takes more lines."""
        edges = [0.0]
        for share in shares:
            edges.append(edges[-1] + share / sum(shares) * self.width)
        self.table_head(headings, edges, right)
        for row in rows:
            cells = [
                broken(
                    text,
                    edges[n + 1] - edges[n] - 1.6 * MM - gap_before(n, right),
                    size=self.size,
                    bold=n in bold,
                )
                for n, text in enumerate(row)
            ]
            height = max(map(len, cells)) * self.size * LEADING + 1.2 * MM
            if self.y - height < self.bottom:
                self.advance()
                self.table_head(headings, edges, right)
            for n, lines in enumerate(cells):
                begin = edges[n] + gap_before(n, right)
                self.cell(lines, begin, edges[n + 1], last=n in right, bold=n in bold)
            self.y -= height
            self.pen.rule(self.x, self.y, self.x + self.width, self.y, width=0.3)

    def table_head(self, headings: Sequence[str], edges: Sequence[float], right: Sequence[int]) -> None:
        self.need(14 * MM)
        self.y -= 5 * MM
        for n, text in enumerate(headings):
            at = edges[n + 1] - 1.6 * MM if n in right else edges[n] + gap_before(n, right)
            done = fonts.fit(
                text, edges[n + 1] - edges[n] - 1 * MM, size=self.size * 0.9, smallest=5, bold=True
            )
            align = Align.RIGHT if n in right else Align.LEFT
            self.pen.text(self.x + at, self.y, done.lines[0], size=done.size, bold=True, align=align)
        self.y -= 1.2 * MM
        self.pen.rule(self.x, self.y, self.x + self.width, self.y, width=0.9, colour=Colour.INK)

    def cell(self, lines: Sequence[str], begin: float, end: float, *, last: bool, bold: bool) -> None:
        for step, line in enumerate(lines, 1):
            y = self.y - step * self.size * LEADING
            at, align = (end - 1.6 * MM, Align.RIGHT) if last else (begin, Align.LEFT)
            self.pen.text(self.x + at, y, line, size=self.size, bold=bold, align=align)

    def sign(self, names: Sequence[str]) -> None:
        """Lines to sign on, side by side, kept together."""
        self.need(30 * MM)
        self.y -= 20 * MM
        room = (self.width - (len(names) - 1) * 8 * MM) / len(names)
        for n, name in enumerate(names):
            x = self.x + n * (room + 8 * MM)
            self.pen.rule(x, self.y, x + room, self.y, width=0.8, colour=Colour.INK)
            self.pen.fitted(x, self.y - 4 * MM, name, room, size=8.5, smallest=6, colour=Colour.SOFT)
        self.y -= 6 * MM

    def pages(self) -> Iterator[Pen]:
        """Everything, with how many pages there are."""
        for number, pen in enumerate(self.drawn, 1):
            draw_foot(pen, self.head, f"{number}/{len(self.drawn)}")
            yield pen


def gap_before(column: int, right: Sequence[int]) -> float:
    """Words that stand beside a column of numbers keep away from it."""
    return AFTER_NUMBERS if column not in right and column - 1 in right else 0.0


def broken(text: str, room: float, *, size: float, bold: bool = False) -> list[str]:
    """Lines that fit; a single word that is too long is cut into pieces (a hash has no spaces)."""
    found: list[str] = []
    for line in fonts.wrap(fonts.clean(text), room, size=size, bold=bold):
        left = line
        while fonts.width(left, size, bold=bold) > room and len(left) > 1:
            most = max(1, int(len(left) * room / fonts.width(left, size, bold=bold)))
            while most > 1 and fonts.width(left[:most], size, bold=bold) > room:
                most -= 1
            found.append(left[:most])
            left = left[most:]
        found.append(left)
    return found or [""]


def draw_head(pen: CardPen, head: FlowHead, *, first: bool) -> None:
    """The whole head on the first page, one line on the others."""
    top = A4[1] - MARGIN
    if not first:
        text = f"{head.event} · {head.title}"
        pen.fitted(
            LEFT, top - 4 * MM, text, RIGHT - LEFT, size=9.5, smallest=6, bold=True, colour=Colour.FELT
        )
        pen.rule(LEFT, top - 6 * MM, RIGHT, top - 6 * MM, width=1.0, colour=Colour.FELT)
        return
    pen.fill(LEFT, top - 13 * MM, RIGHT - LEFT, 13 * MM, Colour.FELT)
    room = RIGHT - LEFT - 45 * MM
    pen.display(LEFT + 4 * MM, top - 9.4 * MM, head.title, room, size=22, smallest=11, colour=Colour.ON_FELT)
    pen.text(RIGHT - 4 * MM, top - 9 * MM, SUITS, size=17, align=Align.RIGHT, colour=Colour.ON_FELT)
    pen.fitted(LEFT, top - 19 * MM, head.event, 104 * MM, size=13, smallest=8, bold=True)
    pen.fitted(RIGHT, top - 19 * MM, head.where, 74 * MM, size=9.5, smallest=6.5, align=Align.RIGHT)


def draw_foot(pen: Pen, head: FlowHead, page: str) -> None:
    pen.rule(LEFT, MARGIN + 4 * MM, RIGHT, MARGIN + 4 * MM, width=0.8, colour=Colour.INK)
    pen.fitted(LEFT, MARGIN, head.foot, RIGHT - LEFT - 26 * MM, size=7.5, smallest=5, colour=Colour.SOFT)
    text = _("Seite {page}").format(page=page)
    pen.text(RIGHT, MARGIN, text, size=9.5, bold=True, align=Align.RIGHT)
