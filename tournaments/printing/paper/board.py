"""The seating for the wall: by name as people look for themselves, and table by table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.lists.words.facts import CodeFacts
from tournaments.paper import fonts
from tournaments.paper.card_pen import SUITS, CardPen, in_sheets, squares
from tournaments.paper.ink import MM, Align, Colour, Pen, TagRole

MARGIN, HEAD, HEADINGS, FOOT = 12 * MM, 27 * MM, 8 * MM, 7 * MM
LEFT, RIGHT = MARGIN, A4[0] - MARGIN
ROOM = A4[1] - 2 * MARGIN - HEAD - FOOT
LARGE, SMALL = 13 * MM, 8.1 * MM  # rows of a small field in one column, of a large one in two
GAP = 8 * MM
NUMBER, CODE = (
    15 * MM,
    28 * MM,
)  # above each other, where a board carries codes; at 21 modules and more each is about three quarters of a millimetre
NAMES_OF_ONE_COLUMN = int((ROOM - HEADINGS) / LARGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedName:
    """Somebody on the board."""

    name: str  # family name first
    belongs: str
    table: str
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """A table on the board: each seat with its name; seat 1 keeps the list unless it was handed over."""

    number: str
    seats: tuple[tuple[str, str, bool], ...]  # number, name, keeper
    code: CodeFacts | None = None  # of its list, on boards that the desk prints for the table keepers


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFacts:
    """The seating of one series, ready to be drawn."""

    title: str
    event: str
    where: str
    note: str  # how it came about: mode and seed
    names: tuple[SeatedName, ...]  # in the order in which people look for themselves
    tables: tuple[SeatedTable, ...]


def draw_by_name(facts: BoardFacts) -> Iterator[Pen]:
    """The telephone book of the series; on each page from whom to whom it goes."""
    columns = 1 if len(facts.names) <= NAMES_OF_ONE_COLUMN else 2
    height = LARGE if columns == 1 else SMALL
    rows = int((ROOM - HEADINGS) / height)
    pages: list[Sequence[SeatedName]] = list(in_sheets(facts.names, rows * columns)) or [()]
    if len(pages) == 1 and facts.names:  # what fits on one page may as well fill it
        height = min(LARGE, (ROOM - HEADINGS) / ceil(len(facts.names) / columns))
    for number, names in enumerate(pages, 1):
        pen = CardPen()
        span = f"{names[0].name[:3]} – {names[-1].name[:3]}" if len(pages) > 1 else ""
        draw_board_head(pen, facts, span)
        each = ceil(len(names) / columns)
        width = (RIGHT - LEFT - (columns - 1) * GAP) / columns
        for column, part in enumerate(in_sheets(names, each or 1)):
            with pen.tell(TagRole.TABLE):
                draw_names(pen, part, LEFT + column * (width + GAP), width, height)
        if not names:
            draw_no_seats(pen)
        draw_board_foot(pen, facts, f"{number}/{len(pages)}")
        yield pen


def draw_no_seats(pen: Pen) -> None:
    text = _("Für diese Serie ist noch kein Platz vergeben.")
    pen.text(A4[0] / 2, A4[1] / 2, text, size=16, align=Align.CENTRE, colour=Colour.SOFT)


def draw_names(pen: Pen, names: Sequence[SeatedName], left: float, width: float, height: float) -> None:
    """A column: the table is what is looked for and the largest."""
    scale = height / SMALL
    top = A4[1] - MARGIN - HEAD
    right, seat = left + width, left + width - 11 * MM * scale**0.5
    base = top - HEADINGS + 2.2 * MM
    with pen.row():
        with pen.head():
            pen.text(left, base, _("Name"), size=9, bold=True)
        with pen.head():
            pen.text(seat, base, _("Tisch"), size=9, bold=True, align=Align.RIGHT)
        with pen.head():
            pen.text(right - 1 * MM, base, _("Platz"), size=9, bold=True, align=Align.RIGHT)
    y = top - HEADINGS
    pen.rule(left, y, right, y, width=1.6, colour=Colour.INK)
    room = width - 32 * MM * scale**0.5
    for row, one in enumerate(names):
        y -= height
        if row % 2:
            pen.fill(left, y, width, height, Colour.WASH)
        pen.rule(left, y, right, y, width=0.5)
        base = y + 2.7 * MM * scale
        with pen.row():
            with pen.head(down=True):
                draw_seated_name(pen, one, left + 1 * MM, y, room, height)
            with pen.cell():
                pen.text(seat, base - 0.4 * MM, one.table, size=18 * scale, bold=True, align=Align.RIGHT)
            with pen.cell():
                pen.text(right - 2 * MM, base, one.seat, size=13 * scale, align=Align.RIGHT)


def draw_seated_name(pen: Pen, one: SeatedName, x: float, y: float, room: float, height: float) -> None:
    """A name, and below where he belongs; where nothing does, the name has the row to itself."""
    scale, name = height / SMALL, fonts.clean(one.name)
    if not one.belongs or fonts.width(name, 10 * scale**0.5, bold=True) > room:
        pen.block(x, y + height * 0.95, room, height * 0.9, name, size=13 * scale)
        return
    air = height * 0.04  # below the line
    pen.block(x, y + height - air, room, height * 0.62 - air, name, size=13 * scale, down=0.6)
    pen.block(
        x, y + height * 0.4, room, height * 0.38, one.belongs, size=8 * scale**0.5, font=fonts.PLAIN,
        colour=Colour.SOFT,
    )  # fmt: skip


def draw_by_table(facts: BoardFacts) -> Iterator[Pen]:
    """A box for each table, in the order of the numbers."""
    longest = max((len(table.seats) for table in facts.tables), default=4)
    coded = any(table.code for table in facts.tables)
    few = len(facts.tables) <= 6
    line = 9.4 * MM if few or coded else 6.5 * MM
    height = max(longest * line + 5 * MM, NUMBER + CODE + 6.5 * MM if coded else 0)
    columns = 1 if few else 2
    rows = max(1, int((ROOM + 3 * MM) / (height + 3 * MM)))
    pages: list[Sequence[SeatedTable]] = list(in_sheets(facts.tables, rows * columns)) or [()]
    width = (RIGHT - LEFT - (columns - 1) * 5 * MM) / columns
    for number, tables in enumerate(pages, 1):
        pen = CardPen()
        span = (
            _("Tische {first} – {last}").format(first=tables[0].number, last=tables[-1].number)
            if len(pages) > 1
            else ""
        )
        draw_board_head(pen, facts, span)
        for place, table in enumerate(tables):
            x = LEFT + (place % columns) * (width + 5 * MM)
            top = A4[1] - MARGIN - HEAD - (place // columns) * (height + 3 * MM)
            with pen.tell(TagRole.SECTION):
                draw_table(pen, table, x, top - height, width, height, line)
        if not tables:
            draw_no_seats(pen)
        draw_board_foot(pen, facts, f"{number}/{len(pages)}")
        yield pen


def draw_table(
    pen: CardPen, table: SeatedTable, x: float, y: float, width: float, height: float, line: float
) -> None:
    block = CODE if table.code is not None else 34 * MM if width > 120 * MM else 22 * MM
    pen.frame(x, y, width, height, line=1.2, colour=Colour.FELT)
    if table.code is None:
        draw_number(pen, table, x, y, block, height)
    else:
        draw_number(pen, table, x, y + height - NUMBER, block, NUMBER)
        squares(pen, table.code.link, x, y + height - NUMBER, CODE)
        pin = _("PIN {pin}").format(pin=table.code.pin)
        pen.text(x + CODE / 2, y + 3 * MM, pin, size=11, bold=True, align=Align.CENTRE)
    size = 12.5 if width < 120 * MM else 18
    for step, (seat, name, keeper) in enumerate(table.seats):
        base = y + height - 2.5 * MM - (step + 1) * line + line * 0.3
        room = width - block - 11 * MM - (6 * MM if keeper else 0)
        with pen.tell(TagRole.TEXT):
            pen.text(
                x + block + 6 * MM, base, seat, size=size, bold=True, align=Align.RIGHT, colour=Colour.FELT
            )
            pen.block(x + block + 9 * MM, base + line * 0.7, room, line, name, size=size)
            if keeper:
                pen.text(x + width - 2 * MM, base, "✎", size=size, align=Align.RIGHT, colour=Colour.SOFT)


def draw_number(pen: CardPen, table: SeatedTable, x: float, y: float, width: float, height: float) -> None:
    """The number on felt; beside its word where there is little height."""
    pen.fill(x, y, width, height, Colour.FELT)
    centre, flat = x + width / 2, height < 20 * MM
    with pen.tell(TagRole.SUBHEADING):
        pen.text(
            x + 3 * MM if flat else centre,
            y + height / 2 - 1.2 * MM if flat else y + height - 6.5 * MM,
            _("Tisch"),
            size=10,
            bold=True,
            align=Align.LEFT if flat else Align.CENTRE,
            colour=Colour.ON_FELT,
        )
        pen.display(
            x + width - 2.5 * MM if flat else centre,
            y + 3.6 * MM if flat else y + height / 2 - 6.5 * MM,
            table.number,
            width - 16 * MM if flat else width - 3 * MM,
            size=30 if flat else 64 if width > 30 * MM else 44,
            smallest=12,
            align=Align.RIGHT if flat else Align.CENTRE,
            colour=Colour.ON_FELT,
        )


def draw_board_head(pen: CardPen, facts: BoardFacts, span: str) -> None:
    """The same head as the standings on the wall; the span of a page as large as its title."""
    top = A4[1] - MARGIN
    pen.fill(LEFT, top - 17 * MM, RIGHT - LEFT, 17 * MM, Colour.FELT)
    base = top - 11.8 * MM
    with pen.heading():
        pen.display(LEFT + 4 * MM, base, facts.title, 100 * MM, size=27, smallest=14, colour=Colour.ON_FELT)
    pen.display(
        RIGHT - 4 * MM,
        base,
        span or SUITS,
        70 * MM,
        size=24,
        smallest=12,
        align=Align.RIGHT,
        colour=Colour.ON_FELT,
    )
    pen.block(LEFT, top - 18 * MM, 104 * MM, 8.6 * MM, facts.event, size=15)
    pen.block(
        RIGHT - 78 * MM,
        top - 18 * MM,
        78 * MM,
        8.6 * MM,
        facts.where,
        size=10.5,
        font=fonts.PLAIN,
        align=Align.RIGHT,
    )


def draw_board_foot(pen: Pen, facts: BoardFacts, page: str) -> None:
    pen.rule(LEFT, MARGIN + 4 * MM, RIGHT, MARGIN + 4 * MM, width=1.0, colour=Colour.INK)
    pen.fitted(LEFT, MARGIN, facts.note, RIGHT - LEFT - 30 * MM, size=8.5, smallest=7, colour=Colour.SOFT)
    text = _("Seite {page}").format(page=page)
    pen.text(RIGHT, MARGIN, text, size=11, bold=True, align=Align.RIGHT)
