"""Where everything stands on a printed list: columns by the number of seats, pages by whole Runden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby

from reportlab.lib.pagesizes import A4

from tournaments.lists.words.facts import ListFacts, RowFacts
from tournaments.paper import fonts
from tournaments.paper.ink import MM

MARGIN = 9 * MM
HEAD, HEADINGS = 25 * MM, 5.5 * MM
BAND, SEATS_LEAST, SEATS_MOST = 5.6 * MM, 19 * MM, 48 * MM  # above the columns: seat, name, club
NAME, CLUB, BELOW = 11.5, 8.0, 1.2 * MM
TOTAL, TOTAL_MAIN, LEGEND = 5.2 * MM, 7 * MM, 8 * MM
REMARK, REMARK_SIZE, REMARKS_HEAD, REMARKS_LEAST = 4.2 * MM, 8.5, 4.2 * MM, 19 * MM
SIGNATURES, ACCEPTANCE, STATE = 21 * MM, 11 * MM, 4 * MM
LABELS = (9 * MM, 8.7 * MM, 9.3 * MM)  # game, dealer, finish
TALLEST, EASY, LOWEST, REASON = 11 * MM, 6.1 * MM, 5.1 * MM, 3.7 * MM


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The columns: where each begins, from the left edge of the paper."""

    left: float
    right: float
    labels: tuple[float, ...]  # three columns; the last one ends where the seats begin
    seats: tuple[float, ...]
    seat_width: float
    columns: tuple[tuple[float, float], ...]  # offset from the seat's left edge, width

    @property
    def width(self) -> float:
        return self.right - self.left


def grid_of(facts: ListFacts) -> Grid:
    """Three narrow columns, and the rest of the width shared among the seats."""
    left, right = MARGIN, A4[0] - MARGIN
    labels = tuple(accumulate(LABELS, initial=left))[1:]
    begin = labels[-1]
    seat_width = (right - begin) / len(facts.seats)
    whole = sum(column.share for column in facts.columns)
    widths = [seat_width * column.share / whole for column in facts.columns]
    offsets = list(accumulate(widths, initial=0.0))
    return Grid(
        left=left,
        right=right,
        labels=labels,
        seats=tuple(begin + seat_width * step for step in range(len(facts.seats))),
        seat_width=seat_width,
        columns=tuple(zip(offsets[:-1], widths, strict=True)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPage:
    """One page of a list: its rows and how tall they are, whether it has totals and signatures, and which remarks."""

    rows: tuple[RowFacts, ...] = ()
    row_height: float = 0.0
    ends: bool = False
    remarks: tuple[str, ...] = ()


def seats_height(facts: ListFacts) -> float:
    """Band, name and club of the seat that needs the most, so that nobody's name is cut."""
    inner = grid_of(facts).seat_width - 3 * MM
    most = max(
        (head_name_lines(seat.name, inner)[1] + club_lines(seat.belongs, inner)[1] for seat in facts.seats),
        default=0.0,
    )
    return float(min(SEATS_MOST, max(SEATS_LEAST, BAND + most + BELOW)))


def head_name_lines(name: str, inner: float) -> tuple[fonts.Fitted, float]:
    """A name in the head of its column, and how much height it takes: large on two lines, else smaller on more."""
    done = fonts.fit(name, inner, size=NAME, smallest=9, lines=3, bold=True)
    if done.size < 9 or any(line.endswith("-") and line not in name for line in done.lines):
        done = fonts.fit(name, inner, size=9, smallest=8, lines=8, bold=True)
    return done, len(done.lines) * done.size * 1.12 + 1.2 * MM


def club_lines(belongs: str, inner: float) -> tuple[fonts.Fitted, float]:
    if not belongs:
        return fonts.Fitted(lines=(), size=CLUB), 0.0
    done = fonts.fit(belongs, inner, size=CLUB, smallest=CLUB, lines=8)
    return done, len(done.lines) * done.size * 1.12 + 0.6 * MM


def room_for_rows(facts: ListFacts) -> float:
    """What a page has below the headings of its columns."""
    return float(A4[1] - 2 * MARGIN - HEAD - seats_height(facts) - HEADINGS - STATE)


REMARKS_ONLY = int(
    (A4[1] - 2 * MARGIN - HEAD - STATE - REMARKS_HEAD) / REMARK
)  # lines of a page without games


def foot_height(facts: ListFacts) -> float:
    """What the page with the totals needs below the rows, apart from remarks."""
    totals = sum(TOTAL_MAIN if total.main else TOTAL for total in facts.totals)
    return totals + LEGEND + SIGNATURES + (0 if facts.counter else ACCEPTANCE)


def remark_lines(facts: ListFacts) -> tuple[str, ...]:
    """Remarks and rulings, broken at the width of the page."""
    width = A4[0] - 2 * MARGIN
    return tuple(
        line for remark in facts.remarks for line in fonts.wrap(fonts.clean(remark), width, size=REMARK_SIZE)
    )


def remarks_height(lines: Sequence[str]) -> float:
    return max(REMARKS_LEAST, REMARKS_HEAD + len(lines) * REMARK)


def sheets_of(facts: ListFacts) -> tuple[ListPage, ...]:
    """One page if the rows can still be read there, else whole Runden to a page; totals come last.

    Rows make room for remarks as far as they stay legible; what is left of the remarks goes on pages of its own.
    """
    lines, foot, whole = remark_lines(facts), foot_height(facts), room_for_rows(facts)
    last_room = whole - foot - REMARKS_LEAST
    rows = facts.rows if not facts.endless else as_many_as_fit(facts, last_room)
    if height(rows, LOWEST) <= last_room:
        tall = max(LOWEST, row_height(rows, whole - foot - remarks_height(lines)))
        return with_remarks([ListPage(rows=rows, row_height=tall, ends=True)], lines, whole - foot)
    rounds = [tuple(group) for _number, group in groupby(rows, key=lambda row: row.round_number)]
    spreads = (evenly(rounds, count) for count in range(2, len(rounds) + 1))
    pages = next(
        (
            pages
            for pages in spreads
            if all(height(page, EASY) <= whole for page in pages[:-1])
            and height(pages[-1], LOWEST) <= last_room
        ),
        [*rounds, ()],
    )
    sheets = [ListPage(rows=page, row_height=row_height(page, whole), ends=False) for page in pages[:-1]]
    tall = max(LOWEST, row_height(pages[-1], last_room))
    return with_remarks([*sheets, ListPage(rows=pages[-1], row_height=tall, ends=True)], lines, whole - foot)


def evenly(rounds: Sequence[tuple[RowFacts, ...]], count: int) -> list[tuple[RowFacts, ...]]:
    """Whole Runden on so many pages, as many on each; a page that has one fewer is the last, where the totals are."""
    each, more = divmod(len(rounds), count)
    pages, begin = [], 0
    for number in range(count):
        end = begin + each + (number < more)
        pages.append(tuple(row for group in rounds[begin:end] for row in group))
        begin = end
    return pages


def with_remarks(sheets: list[ListPage], lines: tuple[str, ...], above: float) -> tuple[ListPage, ...]:
    """As many remarks as fit above the signatures, the others behind."""
    *before, last = sheets
    room = above - height(last.rows, last.row_height)
    fitting = max(0, int((room - REMARKS_HEAD + 0.01) / REMARK))
    if len(lines) > fitting:
        fitting = max(0, fitting - 1)  # the last line says that it goes on
    more = [
        ListPage(remarks=lines[start : start + REMARKS_ONLY])
        for start in range(fitting, len(lines), REMARKS_ONLY)
    ]
    return (*before, replace(last, remarks=lines[:fitting]), *more)


def as_many_as_fit(facts: ListFacts, room: float) -> tuple[RowFacts, ...]:
    """Every row that is filled, and empty whole Runden while they fit."""
    filled = sum(any(cell.texts for cell in row.cells) for row in facts.rows)
    size = len(facts.seats)
    fitting = int(room / EASY) // size * size
    return facts.rows[: max(fitting, -(-filled // size) * size)]


def height(rows: Sequence[RowFacts], each: float) -> float:
    return sum(each + (REASON if row.struck else 0) for row in rows)


def row_height(rows: Sequence[RowFacts], room: float) -> float:
    """As tall as the page allows."""
    reasons = sum(REASON for row in rows if row.struck)
    return min(TALLEST, (room - reasons) / max(len(rows), 1))
