"""Writes the pages of a workbook: openpyxl makes the file around the rows, which go into it as text, formulas with their values.

openpyxl writes a formula or a value, never both. So the rows of each sheet are written to a file first, openpyxl saves the
workbook with empty sheets (styles, tables, charts, print settings), and the rows are then put into their sheets.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.workbook.properties import CalcProperties
from openpyxl.worksheet.filters import AutoFilter
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.table import Table, TableColumn
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from tournaments.spreadsheets.writing.formulas import below
from tournaments.spreadsheets.writing.looks import STRIPES, hang_charts, mark_rows
from tournaments.spreadsheets.writing.page import (
    MOST_ROWS,
    SUM,
    TEXT,
    Column,
    Page,
    Reckoned,
    Row,
    Value,
    clean_cell,
)
from tournaments.storage.archives import DatedZip

LONGEST = 32_000  # signs in a cell; the format takes 32,767
DAY_0 = datetime(1899, 12, 30)  # noqa: DTZ001 - the format counts days of the hall, it knows no time zones
A4 = 9  # the number by which the format knows this paper
CALCULATED = (
    191_029  # the number of a program that has done its sums: nobody adds up anew before showing anything
)
FACE, HEAD_HEIGHT, LINE_HEIGHT, MOST_LINES = "Calibri", 32, 15, 8
BODY, STRONG, HEAD = Font(name=FACE), Font(name=FACE, bold=True), Font(name=FACE, bold=True, color="FFFFFF")
HEAD_FILL = PatternFill("solid", fgColor="17543F")
HEAD_PLACE = Alignment(horizontal="center", vertical="center", wrap_text=True)
BELOW = Border(bottom=Side(style="hair", color="9A9788"))
ACROSS = 165  # letters of a usual width on A4 across, at the least size that everybody reads on paper: 9 of 11 points
SMALLEST = 82  # per cent: 9 of 11 points
TOP_LINE = Border(top=Side(style="medium", color="17543F"))
ADDING = 109  # the function of SUBTOTAL that adds up what a filter leaves in sight
SHEET = re.compile(r"xl/worksheets/sheet(\d+)\.xml")
NO_ROWS = re.compile(rb"<sheetData\s*/>|<sheetData>\s*</sheetData>")
NOT_OURS = re.compile(
    rb"^<\?xml[^>]*\?>\s*|<dimension [^>]*/>"
)  # its own beginning, and the size of a sheet without rows
BEGINNING = b'<?xml version="1.0" encoding="UTF-8"?>\n'
EVERY = 1000  # rows between two words about how far the file is

Told = Callable[[int], None]  # hears how many rows are written


def in_silence(_rows: int) -> None:
    """Progress callback that does nothing, for small files."""


def write_book(
    target: IO[bytes],
    pages: Iterable[Page],
    *,
    title: str = "",
    now: datetime | None = None,
    told: Told = in_silence,
) -> None:
    """Write the whole file, page after page. One row is in memory at a time; the rows lie beside the file for a while."""
    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.title, book.properties.creator = clean_cell(title), "Rommé-Club"
    if now is not None:
        book.properties.created = book.properties.modified = now.replace(tzinfo=None)
    book.calculation = CalcProperties(calcId=CALCULATED, fullCalcOnLoad=False)
    count = Counter(told)
    with TemporaryDirectory() as folder:
        rows = []
        for number, page in enumerate([*pages]):
            sheet = book.create_sheet(page.title)
            set_up_sheet(sheet, page, f"{title}: {page.name}" if title else page.name)
            rows.append(Path(folder) / f"{number}.xml")
            write_rows(rows[-1], sheet, page, count)
        frame = Path(folder) / "frame.xlsx"
        ExcelWriter(book, DatedZip(frame, "w", ZIP_DEFLATED)).save()
        fill(frame, rows, target)
    count.finish()


def fill(frame: Path, rows: Sequence[Path], target: IO[bytes]) -> None:
    """Copy the workbook with empty sheets into the target, and the rows into each sheet."""
    with ZipFile(frame) as made, ZipFile(target, "w", ZIP_DEFLATED, allowZip64=True) as archive:
        for part in made.infolist():
            sheet = SHEET.fullmatch(part.filename)
            if sheet is None:
                archive.writestr(part, made.read(part))
                continue
            head, tail = NO_ROWS.split(NOT_OURS.sub(b"", made.read(part)))
            about = ZipInfo(part.filename, part.date_time)
            about.compress_type = ZIP_DEFLATED
            lines = rows[int(sheet[1]) - 1]
            with archive.open(about, "w", force_zip64=True) as whole, lines.open("rb") as written:
                whole.write(BEGINNING + head + b"<sheetData>")
                shutil.copyfileobj(written, whole)
                whole.write(b"</sheetData>" + tail)
            lines.unlink()


class Counter:
    """Says every so many rows how far the file is."""

    def __init__(self, told: Told) -> None:
        self.told, self.rows = told, 0

    def __call__(self) -> None:
        self.rows += 1
        if not self.rows % EVERY:
            self.told(self.rows)

    def finish(self) -> None:
        self.told(self.rows)


def set_up_sheet(sheet: Worksheet, page: Page, heading: str) -> None:
    """Widths, what stays when one scrolls, and how it is printed: A4 across, as wide as the sheet, the head on every page."""
    for number, column in enumerate(page.columns, 1):
        sheet.column_dimensions[get_column_letter(number)].width = column.width
    sheet.freeze_panes = f"{get_column_letter(page.held + 1)}2"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = A4
    print_width(sheet, page)
    sheet.page_margins = PageMargins(left=0.4, right=0.4, top=0.7, bottom=0.6, header=0.3, footer=0.3)
    sheet.oddHeader.left.text = clean_cell(heading).replace("&", "&&")[:200]
    sheet.oddFooter.right.text = "&P / &N"


def print_width(sheet: Worksheet, page: Page) -> None:
    """As wide as one paper where letters stay readable; else on several, with the first columns on each of them."""
    if sum(column.width for column in page.columns[: page.printed]) <= ACROSS:
        sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
        sheet.sheet_properties.pageSetUpPr.fitToPage = True
        return
    sheet.page_setup.scale = SMALLEST
    sheet.page_setup.pageOrder = "overThenDown"
    sheet.print_title_cols = f"A:{get_column_letter(page.held)}"


def write_rows(path: Path, sheet: Worksheet, page: Page, count: Callable[[], None]) -> None:
    """Write the head, every row and the sums as text; then name the table, mark rows and hang charts on the sheet."""
    written, sums = 0, ColumnSums(page)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(head_row(sheet, page))
        for line in row_lines(sheet, page, sums):
            file.write(line)
            count()
            written += 1
        last = max(written, 1) + 1
        if page.adds_up:
            file.write(total_row(sheet, page, sums, last + 1))
    assert written + page.adds_up <= MOST_ROWS, f"{page.name} has more rows than a sheet can have"
    sheet.add_table(named_table(page, last))
    mark_rows(sheet, page, last)
    hang_charts(sheet, page, last + page.adds_up)
    if page.printed is not None:
        sheet.print_area = f"A1:{get_column_letter(page.printed)}{last + page.adds_up}"


def named_table(page: Page, last: int) -> Table:
    """The name by which formulas find the columns; its head has the buttons to sort and to filter, its foot the sums."""
    right = get_column_letter(len(page.columns))
    columns = [TableColumn(id=number, name=head) for number, head in enumerate(page.heads, 1)]
    made = Table(
        displayName=page.table,
        ref=f"A1:{right}{last + page.adds_up}",
        tableColumns=columns,
        autoFilter=AutoFilter(ref=f"A1:{right}{last}"),
        tableStyleInfo=STRIPES,
    )
    if page.adds_up:
        made.totalsRowCount = 1
        columns[0].totalsRowLabel = SUM
        for told, column in zip(columns, page.columns, strict=True):
            told.totalsRowFunction = "sum" if column.total else None
    return made


class ColumnSums:
    """What the columns that are added up come to, while the rows go by."""

    __slots__ = ("places", "values")

    def __init__(self, page: Page) -> None:
        self.places = [place for place, column in enumerate(page.columns) if column.total]
        self.values: dict[int, float] = dict.fromkeys(self.places, 0)

    def add(self, row: Row) -> None:
        for place in self.places:
            value = row[place]
            if isinstance(value, int | float):
                self.values[place] += value


# Cells --------------------------------------------------------------------------------------------------------


def head_row(sheet: Worksheet, page: Page) -> str:
    made = WriteOnlyCell(sheet)
    made.font, made.fill, made.alignment = HEAD, HEAD_FILL, HEAD_PLACE
    cells = [
        text_cell(f'<c r="{get_column_letter(number)}1" s="{made.style_id}"', head)
        for number, head in enumerate(page.heads, 1)
    ]
    return f'<row r="1" ht="{HEAD_HEIGHT}" customHeight="1">{"".join(cells)}</row>'


def total_row(sheet: Worksheet, page: Page, sums: ColumnSums, number: int) -> str:
    """The foot of the table: sums of what a filter leaves in sight, each a formula beside its value."""
    made = []
    for place, (column, heading) in enumerate(zip(page.columns, page.heads, strict=True)):
        cell = Cells(sheet, place + 1, replace(column, formula="", strong=True), border=TOP_LINE)
        value: Value = SUM if place == 0 else None
        if column.total:
            rounded = round(sums.values[place], 2)
            formula = f"SUBTOTAL({ADDING},{below(page.table, heading)})"
            value = Reckoned(value=rounded, formula=formula, format=column.format)
        made.append(cell.cell(str(number), value))
    return f'<row r="{number}">{"".join(made)}</row>'


def row_lines(sheet: Worksheet, page: Page, sums: ColumnSums) -> Iterator[str]:
    """Every row below the head as text. The looks of a column are registered once instead of once for every cell."""
    cells = [Cells(sheet, number, column) for number, column in enumerate(page.columns, 1)]
    wrapping = [(place, column) for place, column in enumerate(cells) if column.room]
    for number, row in enumerate(page.rows, 2):
        sums.add(row)
        most = max([column.lines_of(row[place]) for place, column in wrapping], default=1)
        yield line(cells, str(number), row, most)


def line(cells: Sequence[Cells], number: str, row: Row, lines_of_text: int) -> str:
    """One row; higher where a text needs more lines than one, since not every program sees to that by itself."""
    written = [column.cell(number, value) for column, value in zip(cells, row, strict=True)]
    high = f' ht="{lines_of_text * LINE_HEIGHT}" customHeight="1"' if lines_of_text > 1 else ""
    return f'<row r="{number}"{high}>{"".join(written)}</row>'


class Cells:
    """One column: writes its cells, each in the look of the column, and with the formula where it has one."""

    __slots__ = ("border", "column", "formula", "letter", "look", "looks", "room", "sheet")

    def __init__(self, sheet: Worksheet, number: int, column: Column, *, border: Border = BELOW) -> None:
        self.sheet, self.column, self.border = sheet, column, border
        self.letter = f'<c r="{get_column_letter(number)}'
        self.look = self.registered(column.format)
        self.looks = {column.format: self.look}  # by format, for cells that have one of their own
        # Letters on a line, where there may be several; fewer than the width says, since leaders are bold.
        self.room = int(column.width * 0.82) if column.wraps else 0
        self.formula = escaped_xml(column.formula).split("{row}") if column.formula else None

    def registered(self, number_format: str) -> str:
        """The look of this column with a format, as the file numbers it; openpyxl keeps the model, so each has its own."""
        model = WriteOnlyCell(self.sheet)
        model.font, model.border = STRONG if self.column.strong else BODY, self.border
        model.alignment, model.number_format = alignment_of(self.column), number_format
        return f'" s="{model.style_id}"'

    def lines_of(self, value: Value) -> int:
        """How many lines a text takes; more than eight are cut off on paper and whole in the cell."""
        if not isinstance(value, str) or len(value) <= self.room:
            return 1
        return min(sum(-(-len(part) // self.room) or 1 for part in value.split("\n")), MOST_LINES)

    def cell(self, number: str, value: Value) -> str:
        """What people typed stays text, also when it begins with "="; without a value there is no formula either."""
        if isinstance(value, Reckoned):
            return self.reckoned(number, value)
        start = f"{self.letter}{number}{self.look}"
        if value is None:
            return f"{start}/>"
        if self.formula is not None:
            kind = ' t="str"' if isinstance(value, str) else ""
            shown = escaped_xml(value) if isinstance(value, str) else repr(value)
            return f"{start}{kind}><f>{number.join(self.formula)}</f><v>{shown}</v></c>"
        if isinstance(value, str):
            return text_cell(start, value)
        if isinstance(value, datetime):
            value = (value - DAY_0).total_seconds() / 86_400
        return f"{start}><v>{value!r}</v></c>"

    def reckoned(self, number: str, cell: Reckoned) -> str:
        """A formula of one cell alone, in the look of the column and shown in its own way."""
        if cell.format not in self.looks:
            self.looks[cell.format] = self.registered(cell.format)
        start = f"{self.letter}{number}{self.looks[cell.format]}"
        kind = ' t="str"' if isinstance(cell.value, str) else ""
        shown = escaped_xml(cell.value) if isinstance(cell.value, str) else repr(cell.value)
        return f"{start}{kind}><f>{escaped_xml(cell.formula)}</f><v>{shown}</v></c>"


def alignment_of(column: Column) -> Alignment:
    """Text to the left, sums to the right, numbers by which people look in the middle."""
    if column.format == TEXT:
        return Alignment(horizontal="left", vertical="top", indent=1, wrap_text=column.wraps or None)
    return Alignment(horizontal="center" if column.code else "right", vertical="top")


def text_cell(start: str, value: str) -> str:
    """A cell with text; what no file can hold is left out."""
    value = clean_cell(value)
    if len(value) > LONGEST:
        value = f"{value[:LONGEST]}…"
    kept = ' xml:space="preserve"' if value != value.strip() else ""
    return f'{start} t="inlineStr"><is><t{kept}>{escaped_xml(value)}</t></is></c>'


def escaped_xml(value: str) -> str:
    if "&" in value or "<" in value or ">" in value:
        value = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return value
