"""The workbook: seconds for 10,000 styled rows against bare openpyxl in its write-only mode, same cells, same looks."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

from benchmarks.harness import Figure, side_by_side
from tournaments.exports.workbook_pages import (
    BELOW,
    BODY,
    MOMENT,
    SHARE,
    STRONG,
    TEXT,
    Column,
    Page,
    Value,
    write,
)

HOUR = datetime(2026, 11, 14, 13, 0, tzinfo=UTC).replace(tzinfo=None)
COLUMNS = tuple(
    column
    for number in range(5)
    for column in (
        Column(heading=f"Name {number}", width=22, format=TEXT, strong=True),
        Column(heading=f"Punkte {number}", width=9),
        Column(heading=f"Schnitt {number}", width=9, format=SHARE),
        Column(heading=f"Stunde {number}", width=17, format=MOMENT),
    )
)


def rows(count: int) -> Iterator[tuple[Value, ...]]:
    for number in range(count):
        yield (f"Kreuzbube {number}", number, number / 7, HOUR) * 5


def ours(count: int) -> bytes:
    book = Workbook(write_only=True)
    write(book.create_sheet("Liste"), Page(name="Liste", columns=COLUMNS, rows=rows(count)), "Liste")
    return saved(book)


def styled(count: int) -> bytes:
    """As openpyxl's own documentation does it: every cell is given its looks."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Liste")
    places = [column.place for column in COLUMNS]
    for row in rows(count):
        line = []
        for column, place, value in zip(COLUMNS, places, row, strict=True):
            cell = WriteOnlyCell(sheet, value)
            cell.font, cell.border, cell.alignment = STRONG if column.strong else BODY, BELOW, place
            cell.number_format = column.format
            line.append(cell)
        sheet.append(line)
    return saved(book)


def plain(count: int) -> bytes:
    """Values only, as quick as openpyxl gets."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Liste")
    for row in rows(count):
        sheet.append(row)
    return saved(book)


def saved(book: Workbook) -> bytes:
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def figures(*, quick: bool) -> Iterator[Figure]:
    count = 300 if quick else 10_000
    taken = side_by_side(
        {
            "styled": lambda: styled(count),
            "ours": lambda: ours(count),
            "plain": lambda: plain(count),
        },
        rounds=3,
    )
    yield Figure(name=f"bare openpyxl, {count} styled rows of 20", value=taken["styled"], unit="s")
    yield Figure(
        name=f"workbook, {count} rows of 20",
        value=taken["ours"],
        unit="s",
        ratio=taken["ours"] / taken["styled"],
        compared_with="the time of bare openpyxl, write-only, same styles; less is better",
    )
    yield Figure(
        name="the same beside values without any style",
        value=taken["plain"],
        unit="s",
        ratio=taken["ours"] / taken["plain"],
        compared_with="the time of bare openpyxl, write-only, no styles; less is better",
    )
    for size in (count // 10, count):
        tracemalloc.start()
        ours(size)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        yield Figure(name=f"peak memory, {size} rows", value=peak / 1e6, unit="MB")
