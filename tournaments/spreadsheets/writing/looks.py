"""What makes a sheet pleasant to read: rows that stand out by what they say, the stripes of a table, pictures of its columns."""

from __future__ import annotations

from math import ceil
from typing import assert_never

from openpyxl.chart import BarChart, Reference, Series
from openpyxl.chart.legend import Legend
from openpyxl.chart.text import RichText, Text
from openpyxl.chart.title import Title
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties, RegularTextRun
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.worksheet.table import TableStyleInfo
from openpyxl.worksheet.worksheet import Worksheet

from tournaments.spreadsheets.writing.page import Chart, Look, Page, clean_cell, tab_title

STRIPES = TableStyleInfo(name="TableStyleLight1", showRowStripes=True)
TONES = ("17543F", "B8860B", "3B6EA5", "9C3D2E", "6B5B95", "5F7161", "C97B3D", "2F8F9D", "8A6FA8", "7A7A7A")
CHART_WIDTH, CHART_HEIGHT, CHART_LINES = 13.6, 7.6, 15  # centimetres, and how many rows of the sheet that is
ROW_HEIGHT, AROUND_ROWS = (
    0.62,
    3.4,
)  # a lying bar with its name, and title, numbers and legend around all of them
BESIDE = 2  # so many pictures stand beside the table, the others below it


def pattern_fill(colour: str) -> PatternFill:
    return PatternFill(bgColor=colour, fill_type="solid")


def rule_of(look: Look, formula: str) -> FormulaRule:
    match look:
        case Look.LEADER:
            return FormulaRule(formula=[formula], fill=pattern_fill("F6E7B4"), font=Font(bold=True))
        case Look.CROSS:
            return FormulaRule(formula=[formula], fill=pattern_fill("F7DED9"))
        case Look.STRUCK:
            return FormulaRule(formula=[formula], font=Font(strike=True, color="6B6B6B"))
        case Look.OPEN:
            return FormulaRule(formula=[formula], fill=pattern_fill("FBE8C8"))
        case unknown:
            assert_never(unknown)


def mark_rows(sheet: Worksheet, page: Page, last: int) -> None:
    """Rules that look at each row by themselves, so they stay right after sorting, filtering and changing a number."""
    where = f"A2:{get_column_letter(len(page.columns))}{last}"
    for mark in page.marks:
        asked = get_column_letter(page.heads.index(mark.heading) + 1)
        sheet.conditional_formatting.add(where, rule_of(mark.look, f"${asked}2{mark.test}"))


def hang_charts(sheet: Worksheet, page: Page, last: int) -> None:
    """Two pictures beside the table, one below the other, and the others below it: together one paper across."""
    column = get_column_letter(len(page.columns) + 1)
    beside, below = 1, last + 3
    for number, chart in enumerate(page.charts):
        lines = ceil(chart_height(chart) / CHART_HEIGHT * CHART_LINES)
        if number < BESIDE:
            sheet.add_chart(bars(chart), f"{column}{beside}")
            beside += lines
        else:
            sheet.add_chart(bars(chart), f"A{below}")
            below += lines


def chart_height(chart: Chart) -> float:
    """Room for the name of each lying bar: LibreOffice leaves out every other one where it is tight."""
    return max(CHART_HEIGHT, AROUND_ROWS + ROW_HEIGHT * chart.rows) if chart.lying else CHART_HEIGHT


def bars(chart: Chart) -> BarChart:
    made = BarChart()
    made.type, made.style = ("bar" if chart.lying else "col"), 10
    made.title, made.x_axis.title, made.y_axis.title = (
        titled(chart.title),
        clean_cell(chart.across),
        clean_cell(chart.up),
    )
    made.width, made.height, made.gapWidth = CHART_WIDTH, chart_height(chart), 40
    made.x_axis.tickLblPos = "low"  # names stay at the edge, also where a bar goes the other way
    made.x_axis.tickLblSkip = 1
    made.x_axis.delete = made.y_axis.delete = False
    made.legend = None
    if chart.lying:
        made.x_axis.scaling.orientation = "maxMin"  # the first name on top
        made.y_axis.crosses = "max"  # and the numbers below
    if len(chart.values) > 1:
        made.grouping, made.overlap, made.legend = "stacked", 100, Legend()
        made.legend.position = "b"
    for tone, column in zip(TONES, chart.values, strict=False):
        series = Series(cells(chart, column, first=1), title_from_data=True)
        series.graphicalProperties.solidFill = tone
        made.series.append(series)
    made.set_categories(cells(chart, chart.labels, first=2))
    return made


def titled(words: str) -> Title:
    """A title in the size of a heading, not of a poster."""
    look = CharacterProperties(sz=1200, b=True)
    line = Paragraph(pPr=ParagraphProperties(defRPr=look), r=[RegularTextRun(rPr=look, t=clean_cell(words))])
    return Title(tx=Text(rich=RichText(p=[line])), overlay=False)


def cells(chart: Chart, column: int, *, first: int) -> Reference:
    """A column of the sheet that the picture shows, from row `first` on: the first row is its heading."""
    letter = get_column_letter(column + 1)
    tab = quote_sheetname(tab_title(chart.page))
    return Reference(range_string=f"{tab}!${letter}${first}:${letter}${chart.rows + 1}")
