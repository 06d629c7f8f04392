"""Reads the cells of an ods file as text; repeated cells are counted, not multiplied."""

from __future__ import annotations

from tournaments.spreadsheets.reading.archive import Archive
from tournaments.spreadsheets.reading.limits import (
    COLUMNS,
    LAST_COLUMN,
    LAST_ROW,
    TABLES,
    FileBudget,
    FilledTable,
    MergedSpan,
    broken_file,
    keep_cell,
    linked_file,
    table_of_cells,
    too_large,
)
from tournaments.spreadsheets.reading.markup import Attributes, local, parse, whole_in

SOURCES = ("table-source", "dde-link", "cell-range-source")


def read_ods(archive: Archive) -> list[FilledTable]:
    """Every table of the document in its order."""
    book = Book(archive.budget)
    parse(archive, "content.xml", start=book.start, end=book.end, text=book.text)
    return book.tables


class Book:
    """Follows the document from cell to cell."""

    def __init__(self, budget: FileBudget) -> None:
        self.budget = budget
        self.tables: list[FilledTable] = []
        self.depth = 0  # tables within tables are no rows of ours
        self.aside = 0  # a note that hangs at a cell is not its text
        self.name = ""
        self.begin_table("")
        self.begin_row(1)
        self.repeat, self.covers, self.kind = 1, 1, ""
        self.shown: list[str] = []
        self.paragraphs = 0
        self.stored, self.formula = "", False

    def begin_table(self, name: str) -> None:
        self.name = name
        self.cells: dict[int, dict[int, str]] = {}
        self.formulas: dict[int, set[int]] = {}
        self.spans: list[MergedSpan] = []
        self.hidden: set[int] = set()
        self.number = 0

    def begin_row(self, repeat: int) -> None:
        self.row: dict[int, str] = {}
        self.reckoned: set[int] = set()
        self.down: list[tuple[int, int]] = []
        self.column, self.row_repeat, self.row_hidden = 0, repeat, False

    def start(self, name: str, raw: Attributes) -> None:
        """A table, a row, a cell, or a paragraph in it."""
        attributes = {local(key): value for key, value in raw.items()}
        match name:
            case "table":
                self.depth += 1
                if self.depth == 1:
                    self.begin_table(attributes.get("name", ""))
            case "annotation":
                self.aside += 1
            case "table-row" if self.depth == 1:
                self.begin_row(whole_in(attributes.get("number-rows-repeated", "1"), most=LAST_ROW))
                self.row_hidden = attributes.get("visibility", "visible") != "visible"
            case "table-cell" | "covered-table-cell" if self.depth == 1:
                self.begin_cell(attributes)
            case "p" if self.depth == 1 and not self.aside:
                self.paragraphs += 1
                if self.paragraphs > 1:
                    self.shown.append(" ")
            case "s" | "tab" | "line-break" if self.depth == 1 and not self.aside:
                self.shown.append(" ")
            case _ if name in SOURCES:
                raise linked_file()

    def begin_cell(self, attributes: Attributes) -> None:
        self.repeat = whole_in(attributes.get("number-columns-repeated", "1"), most=LAST_COLUMN)
        self.covers = whole_in(attributes.get("number-rows-spanned", "1"), most=LAST_ROW)
        self.kind = attributes.get("value-type", "")
        self.stored = attributes.get("date-value", "") or attributes.get("value", "")
        self.formula = "formula" in attributes
        if "file:" in attributes.get("formula", ""):
            raise linked_file()
        self.shown, self.paragraphs = [], 0

    def text(self, piece: str) -> None:
        if self.paragraphs and not self.aside and self.depth == 1:
            self.shown.append(piece)

    def end(self, name: str) -> None:
        """The cell, the row or the table is complete."""
        match name:
            case "annotation":
                self.aside -= 1
            case "table":
                self.end_table()
            case "table-row" if self.depth == 1:
                self.end_row()
            case "table-cell" | "covered-table-cell" if self.depth == 1:
                self.end_cell()
            case "p":
                pass

    def end_cell(self) -> None:
        text = self.value()
        self.paragraphs = 0
        if self.formula:  # also where it came to nothing: an empty name is not what its owner sees
            self.reckoned.update(range(self.column, min(self.column + self.repeat, COLUMNS)))
        if text.strip():
            for column in range(self.column, self.column + self.repeat):
                keep_cell(self.row, column, text)
            if self.covers > 1:
                self.budget.span()
                self.down.append((self.column, self.covers))
        self.column += self.repeat
        if self.column > LAST_COLUMN:
            raise broken_file()

    def value(self) -> str:
        """What the cell shows; days and whole numbers as they are stored."""
        match self.kind:
            case "date":
                return self.stored[:10]
            case "boolean":
                return "".join(self.shown)
            case "float" if self.stored:
                return self.stored.removesuffix(".0")
        return "".join(self.shown)

    def end_row(self) -> None:
        first = self.number + 1
        self.number += self.row_repeat
        if self.number > LAST_ROW:
            raise broken_file()
        if not self.row:
            return
        for number in range(first, self.number + 1):
            self.budget.row(self.row)
            self.cells[number] = dict(self.row)
            self.formulas[number] = self.reckoned
            if self.row_hidden:
                self.hidden.add(number)
        self.spans.extend(MergedSpan(column, first, first + rows - 1) for column, rows in self.down)

    def end_table(self) -> None:
        self.depth -= 1
        if self.depth:
            return
        self.tables.append(
            table_of_cells(self.name, self.cells, self.formulas, self.spans, self.budget, self.hidden)
        )
        if len(self.tables) > TABLES:
            raise too_large()
