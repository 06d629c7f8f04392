"""Draws a printed list: blank to be filled in by hand, or filled in, from one layout."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.lists.paper.end import draw_end, draw_remarks, draw_totals
from tournaments.lists.paper.layout import (
    BAND,
    BELOW,
    HEAD,
    HEADINGS,
    MARGIN,
    STATE,
    Grid,
    club_lines,
    grid_of,
    head_name_lines,
    seats_height,
    sheets_of,
)
from tournaments.lists.paper.rows import RowsDrawing, draw_column_names
from tournaments.lists.words.facts import ListFacts, SeatFacts
from tournaments.paper import fonts
from tournaments.paper.card_pen import squares
from tournaments.paper.ink import MM, Align, Colour, Pen, TagRole

CODE = 20.5 * MM  # with its quiet zone; the modules are then about half a millimetre
SMALLEST_RULES = 8.0


def draw_list(facts: ListFacts) -> Iterator[Pen]:
    """The pages of one list."""
    grid, sheets, seats = grid_of(facts), sheets_of(facts), seats_height(facts)
    for number, sheet in enumerate(sheets, 1):
        pen = Pen()
        top = A4[1] - MARGIN
        draw_list_head(pen, facts, grid, top)
        if sheet.rows or sheet.ends:
            if facts.cards:
                draw_cards(pen, facts.cards, grid, top - HEAD)
            table = pen.element(TagRole.TABLE)
            with pen.into(table):
                draw_seat_heads(pen, facts, grid, top - HEAD, seats)
                bottom = RowsDrawing(pen, facts, grid, sheet).draw(top - HEAD - seats - HEADINGS)
            if sheet.ends:
                with pen.into(table):
                    ends = draw_totals(pen, facts, grid, bottom)
                draw_end(pen, facts, grid, sheet, ends, goes_on=number < len(sheets))
        else:
            draw_remarks(pen, sheet, grid, top - HEAD, MARGIN + STATE, goes_on=False)
        draw_state(pen, facts, grid, f"{number}/{len(sheets)}" if len(sheets) > 1 else "")
        yield pen


def draw_list_head(pen: Pen, facts: ListFacts, grid: Grid, top: float) -> None:
    """What is played, and in large figures which list this is."""
    boxes = 2 * 24 * MM
    square = facts.code.link if facts.code else facts.check.link if facts.check else ""
    aside = CODE + 2 * MM if square else 24 * MM if facts.counter else 0
    room = grid.width - boxes - 5 * MM - aside
    title = _("Gegenliste") if facts.counter else _("Spielliste")
    x = grid.right - boxes
    with pen.heading():
        pen.text(grid.left, top - 3.4 * MM, title, size=10, bold=True, colour=Colour.FELT)
        big_box(pen, x, top, _("Serie"), facts.series, filled=False)
        big_box(pen, x + boxes / 2, top, _("Tisch"), facts.table, filled=bool(facts.table))
    begin = grid.left + fonts.width(title, 10, bold=True) + 3 * MM
    pen.text(begin, top - 3.4 * MM, "♣ ♠ ♥ ♦", size=10, colour=Colour.FELT)
    pen.block(grid.left, top - 4.2 * MM, room, 7.6 * MM, facts.event, size=18)
    pen.block(grid.left, top - 11.8 * MM, room, 4.4 * MM, facts.where, size=10.5, font=fonts.PLAIN)
    if not facts.event:  # of no tournament: to be written
        pen.rule(grid.left, top - 13 * MM, grid.left + room, top - 13 * MM, width=0.8, colour=Colour.INK)
        pen.text(grid.left, top - 16 * MM, _("Turnier, Ort, Tag"), size=8, colour=Colour.SOFT)
    if facts.counter:
        big_box(pen, x - boxes / 2, top, "", "", filled=False)
        middle_of = x - boxes / 2 + 1.5 * MM
        pen.block(
            middle_of, top - 0.5 * MM, 22 * MM, 7 * MM, _("Geführt von Platz"), size=8.5, align=Align.CENTRE
        )
    base = top - HEAD + 2.6 * MM
    draw_rules_line(pen, facts, grid.left, base, grid.width - boxes - 2 * MM - (CODE if square else 0))
    pen.block(grid.left, top - 16.4 * MM, room, 3.8 * MM, way_in(facts), size=8.5, font=fonts.PLAIN)
    if square:
        below = _("Papier prüfen")
        if facts.code:
            below = _("PIN {pin}").format(pin=facts.code.pin) if facts.code.pin else ""
        draw_code(pen, square, below, grid.right - boxes - CODE - 1 * MM, top)
    for place, (name, text) in enumerate(((_("Beginn"), facts.begins), (_("Ende"), facts.ends))):
        x = grid.right - boxes + place * boxes / 2
        begin = draw_label(pen, x, base, name, text, 14 * MM)
        if not text:
            pen.rule(begin, base - 0.6 * MM, x + boxes / 2 - 1.5 * MM, base - 0.6 * MM, colour=Colour.SOFT)


def draw_rules_line(pen: Pen, facts: ListFacts, x: float, base: float, room: float) -> None:
    """By which rules and how long. A long name is cut before its fingerprint, which nobody could guess."""
    ends = x + room
    x = draw_label(pen, x, base, _("Regelwerk"), "", 0)
    length = fonts.fit(facts.length, 44 * MM, size=9, smallest=8)
    room = ends - x - fonts.width(length.lines[0], length.size) - 5 * MM
    if not facts.rules:
        pen.rule(x, base - 0.6 * MM, x + room - 4 * MM, base - 0.6 * MM, colour=Colour.SOFT)
    name, dot, mark = facts.rules.rpartition(" · ")
    size = 9.0
    while size > SMALLEST_RULES and fonts.width(facts.rules, size) > room:
        size -= fonts.STEP
    if fonts.width(facts.rules, size) > room:  # the ten letters speak for themselves
        mark = mark.rpartition(" ")[2]
    name = fonts.cut_to_width(fonts.clean(name), room - fonts.width(dot + mark, size), size=size)
    pen.text(x, base, name + dot + mark, size=size)
    pen.text(
        ends - 2 * MM - fonts.width(length.lines[0], length.size), base, length.lines[0], size=length.size
    )


def way_in(facts: ListFacts) -> str:
    """What somebody types who does not scan: to fill the list in, or to ask whether this paper is the list."""
    if facts.code and not facts.code.typed:
        return ""
    if facts.code:
        return _("Mit dem Handy: Code scannen oder {address} eintippen").format(address=facts.code.typed)
    if facts.counter:
        return _("Zum Vergleich: Es gilt die Spielliste.")
    if facts.check is None:
        return ""
    if not facts.check.link:
        return _("Ist dieses Papier die Liste? Prüfcode eingeben unter {address}").format(
            address=facts.check.typed
        )
    return _("Ist dieses Papier die Liste? Scannen oder {address} eintippen").format(
        address=facts.check.typed
    )


def draw_code(pen: Pen, link: str, words: str, x: float, top: float) -> None:
    """The code for a camera with its quiet zone, and what it is for below it."""
    pen.mark("qr", x, top - CODE, CODE, CODE)
    squares(pen, link, x, top, CODE)
    centre = x + CODE / 2
    pen.fitted(
        centre, top - CODE - 1.8 * MM, words, CODE, size=9.5, smallest=8, bold=True, align=Align.CENTRE
    )


def big_box(pen: Pen, x: float, top: float, name: str, text: str, *, filled: bool) -> None:
    """A number that can be read from across the table."""
    width, height = 23 * MM, 17 * MM
    if filled:
        pen.fill(x + 1 * MM, top - height, width, height, Colour.FELT)
    pen.frame(x + 1 * MM, top - height, width, height, line=1.4, colour=Colour.FELT)
    colour = Colour.ON_FELT if filled else Colour.INK
    centre = x + 1 * MM + width / 2
    pen.text(centre, top - 4 * MM, name, size=8.5, bold=True, align=Align.CENTRE, colour=colour)
    pen.fitted(
        centre,
        top - 14.6 * MM,
        text,
        width - 2 * MM,
        size=29,
        smallest=12,
        bold=True,
        align=Align.CENTRE,
        colour=colour,
    )


def draw_label(pen: Pen, x: float, base: float, name: str, text: str, room: float) -> float:
    """A small name and what stands for it; returns where it ends."""
    with pen.tell(TagRole.TEXT):
        pen.text(x, base, name, size=8, colour=Colour.SOFT)
        x += fonts.width(name, 8) + 1.5 * MM
        done = fonts.fit(text, room, size=9, smallest=8)
        pen.text(x, base, done.lines[0], size=done.size)
    return x + fonts.width(done.lines[0], done.size)


def draw_seat_heads(pen: Pen, facts: ListFacts, grid: Grid, top: float, height: float) -> None:
    """Who sits where, and the headings of the columns."""
    bottom = top - height - HEADINGS
    with pen.row():
        with pen.cell(columns=len(grid.labels)):
            pass
        for x, seat in zip(grid.seats, facts.seats, strict=True):
            with pen.head(columns=len(grid.columns)):
                draw_seat(pen, seat, x, top, grid.seat_width, height)
    with pen.row():
        draw_column_names(pen, facts, grid, bottom)
    pen.rule(grid.seats[0], top - height, grid.right, top - height, colour=Colour.SOFT)
    for x in (*grid.seats, grid.right):
        pen.rule(x, top, x, bottom, width=1.0, colour=Colour.INK)
    pen.rule(grid.seats[0], top, grid.right, top, width=1.0, colour=Colour.INK)


def draw_cards(pen: Pen, cards: int, grid: Grid, top: float) -> None:
    """What seat 1 does before the first game: count the pack, and tick the box (Regel 1, 3.2)."""
    room = grid.seats[0] - grid.left - 2 * MM
    pen.frame(grid.left, top - 6 * MM, 5 * MM, 5 * MM, line=1.0)
    pen.text(grid.left + 6.5 * MM, top - 4.8 * MM, _("Platz 1:"), size=9, bold=True)
    text = _("{cards} Karten geprüft").format(cards=cards)
    pen.block(grid.left, top - 6.8 * MM, room, 8 * MM, text, size=9, font=fonts.PLAIN, down=0)


def draw_seat(pen: Pen, seat: SeatFacts, x: float, top: float, width: float, height: float) -> None:
    """Seat and start number, the name as large as it fits, the club; a band over whoever keeps the list."""
    inner = width - 3 * MM
    pen.fill(x, top - BAND, width, BAND, Colour.FELT if seat.keeper else Colour.REST)
    colour = Colour.ON_FELT if seat.keeper else Colour.INK
    base = top - 4.2 * MM
    pen.text(x + 1.5 * MM, base, str(seat.number), size=13, bold=True, colour=colour)
    end = x + width - 1.5 * MM
    start = _("Nr. {number}").format(number=seat.start_number or "___")
    pen.text(end, base, start, size=9, bold=True, align=Align.RIGHT, colour=colour)
    if seat.keeper:
        room = width - fonts.width(start, 9, bold=True) - 8 * MM
        word = "✎ " + _("Liste")
        pen.text(
            x + 6 * MM,
            base,
            word if fonts.width(word, 9, bold=True) <= room else "✎",
            size=9,
            bold=True,
            colour=colour,
        )
    if not seat.name:  # to be written: name, and club below
        for down in (0.55, 0.92):
            y = top - BAND - (height - BAND) * down
            pen.rule(x + 1.5 * MM, y, x + width - 1.5 * MM, y, colour=Colour.SOFT)
    done, _used = head_name_lines(seat.name, inner)
    first = top - BAND - 0.8 * MM - done.size * fonts.ASCENT
    for step, line in enumerate(done.lines):
        pen.text(x + 1.5 * MM, first - step * done.size * 1.12, line, size=done.size, bold=True)
    below, _used = club_lines(seat.belongs, inner)
    base = top - height + BELOW + below.size * 1.12 * (len(below.lines) - 1)
    for step, line in enumerate(below.lines):
        pen.text(x + 1.5 * MM, base - step * below.size * 1.12, line, size=below.size, colour=Colour.SOFT)


def draw_state(pen: Pen, facts: ListFacts, grid: Grid, page: str) -> None:
    """Which state of the list this is, by which code anybody can check it, and which page."""
    pen.text(grid.left, MARGIN, facts.state, size=7, colour=Colour.SOFT)
    if facts.sealed:
        seal = _("Digital versiegelt. Zertifikat: {fingerprint}").format(fingerprint=facts.sealed)
        pen.fitted(grid.left, MARGIN - 3.2 * MM, seal, grid.width, size=7, smallest=5, colour=Colour.SOFT)
    if facts.check:
        code = _("Prüfcode {code}").format(code=facts.check.code)
        pen.text(
            (grid.left + grid.right) / 2, MARGIN - 0.4 * MM, code, size=11, bold=True, align=Align.CENTRE
        )
    if page:
        text = _("Seite {page}").format(page=page)
        pen.text(grid.right, MARGIN, text, size=8, bold=True, align=Align.RIGHT)
