"""Writes one sheet of a workbook: frozen head, widths, filter, formats, and how it is printed. Typed text stays text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.worksheet.page import PageMargins

WHOLE, SHARE, MOMENT, TEXT = "0", "0.00", "dd.mm.yyyy hh:mm", "General"
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
A4 = 9  # the number by which the format knows this paper
FACE, HEAD_HEIGHT = "Calibri", 32
BODY, STRONG, HEAD = Font(name=FACE), Font(name=FACE, bold=True), Font(name=FACE, bold=True, color="FFFFFF")
HEAD_FILL = PatternFill("solid", fgColor="17543F")
HEAD_PLACE = Alignment(horizontal="center", vertical="center", wrap_text=True)
BELOW = Border(bottom=Side(style="hair", color="9A9788"))

Value = str | int | float | bool | datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A heading, how wide its column is, and how what stands below is shown."""

    heading: str
    width: int
    format: str = WHOLE
    strong: bool = False
    code: bool = False  # a number by which people look, not one that they add

    @property
    def place(self) -> Alignment:
        """Text to the left, sums to the right, numbers by which people look in the middle."""
        if self.format == TEXT:
            return Alignment(horizontal="left", indent=1)
        return Alignment(horizontal="center" if self.code else "right")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One sheet of the workbook."""

    name: str
    columns: tuple[Column, ...]
    rows: Iterable[tuple[Value, ...]]


def write(sheet: WriteOnlyWorksheet, page: Page, heading: str) -> None:
    """Head, rows, filter; what is printed repeats the head and says where it comes from."""
    for number, column in enumerate(page.columns, 1):
        sheet.column_dimensions[get_column_letter(number)].width = column.width
    sheet.row_dimensions[1].height = HEAD_HEIGHT
    sheet.freeze_panes = "A2"
    set_up_printing(sheet, heading)
    sheet.append([head_cell(sheet, column) for column in page.columns])
    models = [model_cell(sheet, column) for column in page.columns]
    count = 1
    for row in page.rows:
        sheet.append([cell(sheet, model, value) for model, value in zip(models, row, strict=True)])
        count += 1
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(page.columns))}{count}"


def set_up_printing(sheet: WriteOnlyWorksheet, heading: str) -> None:
    """A4 across, as wide as the sheet, the head on every page."""
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.page_margins = PageMargins(left=0.4, right=0.4, top=0.7, bottom=0.6, header=0.3, footer=0.3)
    sheet.oddHeader.left.text = heading.replace("&", "&&")
    sheet.oddFooter.right.text = "&P / &N"


def head_cell(sheet: WriteOnlyWorksheet, column: Column) -> WriteOnlyCell:
    made = WriteOnlyCell(sheet, column.heading)
    made.font, made.fill, made.alignment = HEAD, HEAD_FILL, HEAD_PLACE
    return made


def model_cell(sheet: WriteOnlyWorksheet, column: Column) -> WriteOnlyCell:
    """The look of a column, registered with the workbook once instead of once for every cell."""
    made = WriteOnlyCell(sheet)
    made.font, made.border, made.alignment = STRONG if column.strong else BODY, BELOW, column.place
    made.number_format = column.format
    return made


def cell(sheet: WriteOnlyWorksheet, model: WriteOnlyCell, value: Value) -> WriteOnlyCell:
    """One value in the look of its column. What people typed stays text, also when it begins with "="."""
    if isinstance(value, str):
        made = WriteOnlyCell(sheet, UNPRINTABLE.sub("", value))
        made.data_type = "s"
    else:
        made = WriteOnlyCell(sheet, value)
    made._style = model._style
    return made
