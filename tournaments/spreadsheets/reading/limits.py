"""What an uploaded file may be: how large, how many rows, and the sentence for everything that it is not."""

from __future__ import annotations

import time
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from scoring.sentence import Refusal, gettext_noop
from tournaments.storage.invisible_characters import visible

MEGABYTE = 1024 * 1024
UPLOADED = 8 * MEGABYTE  # bytes as they come
UNPACKED = 96 * MEGABYTE  # bytes of all parts that are read, after unpacking
PARTS = 2_000  # parts of an archive
TABLES = 30  # sheets of a workbook
ROWS = 20_000  # filled rows of all sheets together
COLUMNS = 100
CELL = 500  # letters that are kept of a cell
TEXT = 6_000_000  # letters of all cells together
SPANS = 20_000  # merged cells
ELEMENTS = 3_000_000  # of XML, in all parts that are read
FILLED = 400_000  # cells that merged ones are spread over
SECONDS = 15  # of reading; a workbook of 20,000 rows takes two on a slow laptop
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384  # a sheet ends there, in Excel as in LibreOffice


class FileRefused(Refusal):
    """A file that is not read; the sentence says what to do instead."""


class FileBroken(FileRefused):
    """A file that ends too early, or is something else than its name says."""


class FileTooRich(FileRefused):
    """A file that unpacks to far more than its size allows."""


def broken_file() -> FileBroken:
    """What to do with a damaged table; whoever reads something else says it in other words."""
    return FileBroken(
        gettext_noop(
            "Die Datei ist beschädigt oder unvollständig: Im Tabellenprogramm öffnen, neu als xlsx speichern und noch einmal hochladen."
        )
    )


def too_large() -> FileRefused:
    return FileRefused(
        gettext_noop(
            "Die Datei ist zu groß: Höchstens {size} MB und {rows} Zeilen werden gelesen. Nur die Spielerliste speichern und noch einmal hochladen."
        ),
        size=UPLOADED // MEGABYTE,
        rows=ROWS,
    )


def bomb() -> FileTooRich:
    return FileTooRich(
        gettext_noop(
            "Die Datei ist ausgepackt viel größer, als eine Spielerliste sein kann. Sie wird nicht gelesen: Nur die Liste in eine neue Tabelle kopieren."
        )
    )


def linked_file() -> FileRefused:
    return FileRefused(
        gettext_noop(
            "Die Datei holt Werte aus anderen Dateien. Im Tabellenprogramm alles kopieren, als Werte in eine neue Tabelle einfügen und diese hochladen."
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledRow:
    """One filled row: its number in the sheet, and its cells as text from column A on."""

    number: int
    cells: tuple[str, ...]
    formulas: frozenset[int] = frozenset()  # columns whose text was reckoned by a formula
    hidden: bool = False  # its owner has hidden the row, by hand or with a filter


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledTable:
    """One sheet of a workbook, or a text file: its filled rows in order."""

    name: str
    rows: tuple[FilledRow, ...]


@dataclass(slots=True, kw_only=True)
class FileBudget:
    """What one file may still cost; every reader spends from the same purse."""

    rows: int = ROWS
    text: int = TEXT
    filled: int = FILLED
    spans: int = SPANS
    elements: int = ELEMENTS
    unpacked: int = UNPACKED
    until: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    def in_time(self) -> None:
        """Whoever reads piece by piece asks between them; the door has said until when."""
        if time.monotonic() > self.until:
            raise bomb()

    def row(self, cells: dict[int, str]) -> None:
        """Count one more filled row against the budget."""
        self.rows -= 1
        self.text -= sum(map(len, cells.values()))
        if self.rows < 0 or self.text < 0:
            raise too_large()

    def span(self) -> None:
        self.spans -= 1
        if self.spans < 0:
            raise bomb()

    def fill(self) -> None:
        self.filled -= 1
        if self.filled < 0:
            raise bomb()

    def element(self) -> None:
        self.elements -= 1
        if self.elements < 0:
            raise bomb()

    def unpack(self, size: int) -> None:
        self.unpacked -= size
        if self.unpacked < 0:
            raise bomb()


@dataclass(frozen=True, slots=True)
class MergedSpan:
    """A merged cell: it reaches from its first row down to its last one."""

    column: int
    first: int
    last: int


def table_of_cells(
    name: str,
    cells: dict[int, dict[int, str]],
    formulas: dict[int, set[int]],
    spans: list[MergedSpan],
    budget: FileBudget,
    hidden: AbstractSet[int] = frozenset(),
) -> FilledTable:
    """The filled rows of a sheet; what was merged downwards stands in every row that it covers."""
    for span in spans:
        text = cells.get(span.first, {}).get(span.column)
        if not text:
            continue
        for number in range(span.first + 1, span.last + 1):
            budget.fill()
            if number in cells:
                cells[number].setdefault(span.column, text)
    rows = []
    for number in sorted(cells):
        row = cells[number]
        width = max(row, default=-1) + 1
        rows.append(
            FilledRow(
                number=number,
                cells=tuple(row.get(column, "") for column in range(width)),
                formulas=frozenset(formulas.get(number, ())),
                hidden=number in hidden,
            )
        )
    return FilledTable(name=visible(name[:CELL]), rows=tuple(rows))


def keep_cell(cells: dict[int, str], column: int, text: str) -> None:
    """One cell of a row; blanks are none, and a cell far to the right is no player's."""
    short = visible(text[:CELL]).strip()
    if not short:
        return
    if column >= COLUMNS:
        raise FileRefused(
            gettext_noop(
                "Die Tabelle hat mehr als {columns} Spalten. Nur die Spalten mit den Spielern in eine neue Tabelle kopieren."
            ),
            columns=COLUMNS,
        )
    cells[column] = short
