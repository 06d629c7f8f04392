"""Text that flows over columns and pages: headings, paragraphs, facts and tables, with the same head and foot on each page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.paper import fonts
from tournaments.paper.card_pen import SUITS, CardPen
from tournaments.paper.ink import MM, Align, Colour, Pen, TagRole
from tournaments.paper.tags import Element

MARGIN = 14 * MM
LEFT, RIGHT = MARGIN, A4[0] - MARGIN
HEAD, LATER_HEAD, FOOT, GAP = 24 * MM, 9 * MM, 7 * MM, 7 * MM
LEADING, SMALLEST = 1.28, 8.0
NOTE_BESIDE = 3  # lines of a note that still stand below the label, beside the value
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
        self.telling: tuple[tuple[str, int], Element] | None = None
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
            draw_flow_head(self.pen, self.head, first=len(self.drawn) == 1)
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
        with self.pen.tell(TagRole.SUBHEADING):
            self.pen.text(self.x, self.y, done.lines[0], size=done.size, bold=True, colour=Colour.FELT)
        self.y -= 1.6 * MM
        self.pen.rule(self.x, self.y, self.x + self.width, self.y, width=1.0, colour=Colour.FELT)
        self.gap(0.8 * MM)

    def paragraph(
        self, text: str, *, bold: bool = False, soft: bool = False, indent: float = 0, scale: float = 1.0
    ) -> None:
        size, colour = self.size * scale, Colour.SOFT if soft else Colour.INK
        for line in broken_lines(text, self.width - indent, size=size, bold=bold):
            self.need(size * LEADING)
            self.y -= size * LEADING
            with self.one(text):
                self.pen.text(self.x + indent, self.y, line, size=size, bold=bold, colour=colour)

    def one(self, text: str) -> AbstractContextManager[None]:
        """The paragraph to which lines of this text belong, as long as they stand on one page."""
        key = (text, len(self.drawn))
        if self.telling is None or self.telling[0] != key:
            self.telling = (key, self.pen.element(TagRole.TEXT))
        return self.pen.into(self.telling[1])

    def fact(self, label: str, value: str, *, note: str = "", share: float = 0.36) -> None:
        """What, and beside it what it is; a short note stands below the label, a long one below both."""
        room, step = self.width * share - 2 * MM, self.size * LEADING
        left = [(line, self.size) for line in broken_lines(label, room, size=self.size)]
        small = max(SMALLEST, self.size * 0.84)
        short = fonts.wrap(fonts.clean(note), room, size=small) if note else []
        if len(short) <= NOTE_BESIDE and all(fonts.width(line, small) <= room for line in short):
            left += [(line, small) for line in short]
            note = ""
        right = broken_lines(value, self.width * (1 - share), size=self.size, bold=True)
        if len(right) <= MOST_IN_ONE_PIECE:
            self.need(max(len(left), len(right)) * step + 2 * MM)
        self.gap(0.9 * MM)
        begin, page, column = self.y, len(self.drawn), self.column
        self.telling = None
        named = self.pen.element(TagRole.TEXT)
        for line in right:
            self.need(step)
            self.y -= step
            with self.one(value):
                self.pen.text(self.x + self.width * share, self.y, line, size=self.size, bold=True)
        if (page, column) == (len(self.drawn), self.column):
            with self.pen.into(named):
                for number, (line, size) in enumerate(left, 1):
                    self.pen.text(self.x, begin - number * step, line, size=size, colour=Colour.SOFT)
            self.y = min(self.y, begin - len(left) * step)
        self.telling = None
        if note:
            self.paragraph(note, soft=True, scale=small / self.size, indent=self.width * share * 0.12)
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
        table = self.table_head(headings, edges, right)
        for row in rows:
            cells = [
                broken_lines(
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
                table = self.table_head(headings, edges, right)
            with self.pen.into(table), self.pen.row():
                for n, lines in enumerate(cells):
                    begin = edges[n] + gap_before(n, right)
                    with self.pen.cell():
                        self.cell(lines, begin, edges[n + 1], last=n in right, bold=n in bold)
            self.y -= height
            self.pen.rule(self.x, self.y, self.x + self.width, self.y, width=0.3)

    def table_head(self, headings: Sequence[str], edges: Sequence[float], right: Sequence[int]) -> Element:
        self.need(14 * MM)
        size = max(SMALLEST, self.size * 0.9)
        heads = [
            fonts.fit(
                text, edges[n + 1] - edges[n] - 1 * MM, size=size, smallest=SMALLEST, lines=3, bold=True
            )
            for n, text in enumerate(headings)
        ]
        tall = max(len(done.lines) for done in heads)
        self.y -= 5 * MM + (tall - 1) * size * LEADING
        table = self.pen.element(TagRole.TABLE)
        with self.pen.into(table), self.pen.row():
            for n, done in enumerate(heads):
                at = edges[n + 1] - 1.6 * MM if n in right else edges[n] + gap_before(n, right)
                align = Align.RIGHT if n in right else Align.LEFT
                with self.pen.head():
                    for step, line in enumerate(done.lines):
                        y = self.y + (len(done.lines) - 1 - step) * done.size * LEADING
                        self.pen.text(self.x + at, y, line, size=done.size, bold=True, align=align)
        self.y -= 1.2 * MM
        self.pen.rule(self.x, self.y, self.x + self.width, self.y, width=0.9, colour=Colour.INK)
        return table

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
            draw_flow_foot(pen, self.head, f"{number}/{len(self.drawn)}")
            yield pen


def gap_before(column: int, right: Sequence[int]) -> float:
    """Words that stand beside a column of numbers keep away from it."""
    return AFTER_NUMBERS if column not in right and column - 1 in right else 0.0


def broken_lines(text: str, room: float, *, size: float, bold: bool = False) -> list[str]:
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


def draw_flow_head(pen: CardPen, head: FlowHead, *, first: bool) -> None:
    """The whole head on the first page, one line on the others."""
    top = A4[1] - MARGIN
    if not first:
        text = f"{head.event} · {head.title}"
        pen.fitted(LEFT, top - 4 * MM, text, RIGHT - LEFT, size=9.5, bold=True, colour=Colour.FELT)
        pen.rule(LEFT, top - 6 * MM, RIGHT, top - 6 * MM, width=1.0, colour=Colour.FELT)
        return
    pen.fill(LEFT, top - 13 * MM, RIGHT - LEFT, 13 * MM, Colour.FELT)
    room = RIGHT - LEFT - 45 * MM
    with pen.heading():
        pen.display(
            LEFT + 4 * MM, top - 9.4 * MM, head.title, room, size=22, smallest=11, colour=Colour.ON_FELT
        )
    pen.text(RIGHT - 4 * MM, top - 9 * MM, SUITS, size=17, align=Align.RIGHT, colour=Colour.ON_FELT)
    pen.block(LEFT, top - 14 * MM, 104 * MM, 8.4 * MM, head.event, size=13)
    pen.block(
        RIGHT - 74 * MM, top - 14 * MM, 74 * MM, 8.4 * MM, head.where, size=9.5, font=fonts.PLAIN, align=Align.RIGHT
    )  # fmt: skip


def draw_flow_foot(pen: Pen, head: FlowHead, page: str) -> None:
    pen.rule(LEFT, MARGIN + 4 * MM, RIGHT, MARGIN + 4 * MM, width=0.8, colour=Colour.INK)
    pen.fitted(LEFT, MARGIN, head.foot, RIGHT - LEFT - 26 * MM, size=7.5, smallest=5, colour=Colour.SOFT)
    text = _("Seite {page}").format(page=page)
    pen.text(RIGHT, MARGIN, text, size=9.5, bold=True, align=Align.RIGHT)
