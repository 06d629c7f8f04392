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
HEAD, SEATS, HEADINGS = 25 * MM, 19 * MM, 5.5 * MM
TOTAL, TOTAL_MAIN, LEGEND = 5.2 * MM, 7 * MM, 8 * MM
REMARK, REMARK_SIZE, REMARKS_HEAD, REMARKS_LEAST = 4.2 * MM, 8.5, 4.2 * MM, 19 * MM
SIGNATURES, ACCEPTANCE, STATE = 17 * MM, 11 * MM, 4 * MM
LABELS = (9 * MM, 8 * MM, 10 * MM)  # game, dealer, finish
TALLEST, EASY, LOWEST, REASON = 8.6 * MM, 6.1 * MM, 5.1 * MM, 3.7 * MM


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
class Sheet:
    """One page of a list: its rows and how tall they are, whether it has totals and signatures, and which remarks."""

    rows: tuple[RowFacts, ...] = ()
    row_height: float = 0.0
    ends: bool = False
    remarks: tuple[str, ...] = ()


ROOM = A4[1] - 2 * MARGIN - HEAD - SEATS - HEADINGS - STATE
REMARKS_ONLY = int(
    (A4[1] - 2 * MARGIN - HEAD - STATE - REMARKS_HEAD) / REMARK
)  # lines of a page without games


def foot_height(facts: ListFacts) -> float:
    """What the page with the totals needs below the rows, apart from remarks."""
    totals = sum(TOTAL_MAIN if total.main else TOTAL for total in facts.totals)
    return totals + LEGEND + SIGNATURES + ACCEPTANCE


def remark_lines(facts: ListFacts) -> tuple[str, ...]:
    """Remarks and rulings, broken at the width of the page."""
    width = A4[0] - 2 * MARGIN
    return tuple(
        line for remark in facts.remarks for line in fonts.wrap(fonts.clean(remark), width, size=REMARK_SIZE)
    )


def remarks_height(lines: Sequence[str]) -> float:
    return max(REMARKS_LEAST, REMARKS_HEAD + len(lines) * REMARK)


def sheets_of(facts: ListFacts) -> tuple[Sheet, ...]:
    """One page if the rows can still be read there, else whole Runden to a page; totals come last.

    Rows make room for remarks as far as they stay legible; what is left of the remarks goes on pages of its own.
    """
    lines, foot = remark_lines(facts), foot_height(facts)
    last_room = ROOM - foot - REMARKS_LEAST
    rows = facts.rows if not facts.endless else as_many_as_fit(facts, last_room)
    if height(rows, LOWEST) <= last_room:
        tall = max(LOWEST, row_height(rows, ROOM - foot - remarks_height(lines)))
        return with_remarks([Sheet(rows=rows, row_height=tall, ends=True)], lines, foot)
    pages: list[list[RowFacts]] = [[]]
    rounds = [tuple(group) for _number, group in groupby(rows, key=lambda row: row.round_number)]
    for group in rounds:
        if pages[-1] and height((*pages[-1], *group), EASY) > ROOM:
            pages.append([])
        pages[-1].extend(group)
    if height(pages[-1], EASY) > last_room:  # the last Runde goes with the totals
        kept = pages.pop()
        cut = rounds[-1] if len(rounds) > 1 else ()
        pages += [kept[: len(kept) - len(cut)], list(cut)]
    sheets = [
        Sheet(rows=tuple(page), row_height=EASY, ends=number == len(pages))
        for number, page in enumerate(pages, 1)
    ]
    return with_remarks(sheets, lines, foot)


def with_remarks(sheets: list[Sheet], lines: tuple[str, ...], foot: float) -> tuple[Sheet, ...]:
    """As many remarks as fit above the signatures, the others behind."""
    *before, last = sheets
    room = ROOM - foot - height(last.rows, last.row_height)
    fitting = max(0, int((room - REMARKS_HEAD + 0.01) / REMARK))
    if len(lines) > fitting:
        fitting = max(0, fitting - 1)  # the last line says that it goes on
    more = [
        Sheet(remarks=lines[start : start + REMARKS_ONLY])
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
