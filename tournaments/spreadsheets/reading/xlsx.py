"""Reads the cells of an xlsx workbook as text, in one pass per sheet; its formulas and claims are not believed."""

from __future__ import annotations

import posixpath
import re
from datetime import datetime, timedelta

from tournaments.spreadsheets.reading.archive import Archive
from tournaments.spreadsheets.reading.limits import (
    CELL,
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

WORKBOOK = "xl/workbook.xml"
STRINGS = 400_000  # different texts
PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
DATES = {*range(14, 18), 22, *range(27, 32), 36, 50, 51, 52, 53, 54, 57, 58}  # number formats of days
QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
EPOCH, EPOCH_MAC = datetime(1899, 12, 30), datetime(1904, 1, 1)  # noqa: DTZ001  days without an hour
LONGEST_DAY = 80_000  # the year 2119


def read_xlsx(archive: Archive) -> list[FilledTable]:
    """Every sheet of the workbook in its order."""
    refuse_links(archive)
    targets = sheet_parts(archive)
    sheets: list[tuple[str, str]] = []
    mac = False

    def start(name: str, attributes: Attributes) -> None:
        nonlocal mac
        if name == "sheet":
            link = next((value for key, value in attributes.items() if local(key) == "id"), "")
            sheets.append((attributes.get("name", ""), targets.get(link, "")))
        elif name == "workbookPr":
            mac = attributes.get("date1904", "0") in ("1", "true")

    parse(archive, WORKBOOK, start=start)
    if len(sheets) > TABLES:
        raise too_large()
    texts = shared_texts(archive)
    days = date_styles(archive)
    return [
        SheetReader(texts, days, EPOCH_MAC if mac else EPOCH, archive.budget).read(archive, name, part)
        for name, part in sheets
        if part in archive
    ]


def refuse_links(archive: Archive) -> None:
    """A workbook that takes values from other files shows what those held, not what its owner sees."""
    for name in archive.parts:
        if name.startswith(("xl/externalLinks/", "xl/connections", "xl/queryTables/")):
            raise linked_file()


def sheet_parts(archive: Archive) -> dict[str, str]:
    """Which part a sheet is, by the name that the workbook gives it."""
    found: dict[str, str] = {}

    def start(name: str, attributes: Attributes) -> None:
        if name != "Relationship":
            return
        if attributes.get("TargetMode") == "External":
            raise linked_file()
        target = attributes.get("Target", "")
        whole_path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"xl/{target}")
        found[attributes.get("Id", "")] = whole_path

    parse(archive, "xl/_rels/workbook.xml.rels", start=start)
    return found


def shared_texts(archive: Archive) -> list[str]:
    """The texts that cells point to, as many as there really are."""
    texts = Texts()
    if "xl/sharedStrings.xml" in archive:
        parse(archive, "xl/sharedStrings.xml", start=texts.start, end=texts.end, text=texts.text)
    return texts.found


class Texts:
    """Gathers the pieces of each text; how Japanese names are spoken is none of it."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.parts: list[str] = []
        self.inside = self.phonetic = False

    def start(self, name: str, _attributes: Attributes) -> None:
        if name == "si":
            self.parts = []
        elif name == "rPh":
            self.phonetic = True
        elif name == "t":
            self.inside = not self.phonetic

    def end(self, name: str) -> None:
        if name == "t":
            self.inside = False
        elif name == "rPh":
            self.phonetic = False
        elif name == "si":
            self.found.append("".join(self.parts)[:CELL])
            if len(self.found) > STRINGS:
                raise too_large()

    def text(self, piece: str) -> None:
        if self.inside:
            self.parts.append(piece)


def date_styles(archive: Archive) -> frozenset[int]:
    """The numbers of the cell styles that show a day."""
    if "xl/styles.xml" not in archive:
        return frozenset()
    own: set[int] = set()
    found: set[int] = set()
    count = 0
    within = False

    def start(name: str, attributes: Attributes) -> None:
        nonlocal count, within
        if name == "numFmt":
            code = QUOTED.sub("", attributes.get("formatCode", "")[:CELL]).lower()
            if "y" in code or "j" in code or "d" in code or "t" in code.replace("standard", ""):
                own.add(whole_in(attributes.get("numFmtId"), most=1_000_000))
        elif name == "cellXfs":
            within = True
        elif name == "xf" and within:
            style = whole_in(attributes.get("numFmtId", "0"), most=1_000_000)
            if style in DATES or style in own:
                found.add(count)
            count += 1

    def end(name: str) -> None:
        nonlocal within
        if name == "cellXfs":
            within = False

    parse(archive, "xl/styles.xml", start=start, end=end)
    return frozenset(found)


class SheetReader:
    """Reads one sheet: rows and cells as they come, whatever the sheet says about its size."""

    def __init__(self, texts: list[str], days: frozenset[int], epoch: datetime, budget: FileBudget) -> None:
        self.texts, self.days, self.epoch, self.budget = texts, days, epoch, budget
        self.cells: dict[int, dict[int, str]] = {}
        self.formulas: dict[int, set[int]] = {}
        self.spans: list[MergedSpan] = []
        self.hidden: set[int] = set()
        self.row: dict[int, str] = {}
        self.number = self.column = 0
        self.kind, self.style = "n", 0
        self.parts: list[str] = []
        self.inside = self.phonetic = False

    def read(self, archive: Archive, name: str, part: str) -> FilledTable:
        """The sheet as rows of text."""
        parse(archive, part, start=self.start, end=self.end, text=self.text)
        return table_of_cells(name, self.cells, self.formulas, self.spans, self.budget, self.hidden)

    def start(self, name: str, attributes: Attributes) -> None:
        """A row, a cell, or what a cell is made of."""
        match name:
            case "row":
                said = attributes.get("r")
                self.number = whole_in(said, most=LAST_ROW) if said else self.number + 1
                self.row, self.column = {}, -1
                if attributes.get("hidden", "0") in ("1", "true"):
                    self.hidden.add(self.number)
            case "c":
                self.column = column_of(attributes["r"]) if "r" in attributes else self.column + 1
                self.kind = attributes.get("t", "n")
                self.style = whole_in(attributes.get("s", "0"), most=1_000_000)
                self.parts = []
            case "f":
                self.formulas.setdefault(self.number, set()).add(self.column)
            case "v" | "t":
                self.inside = not self.phonetic
            case "rPh":
                self.phonetic = True
            case "mergeCell":
                self.merge(attributes.get("ref", ""))

    def text(self, piece: str) -> None:
        if self.inside:
            self.parts.append(piece)

    def end(self, name: str) -> None:
        """The cell, or the row, is complete."""
        match name:
            case "v" | "t":
                self.inside = False
            case "rPh":
                self.phonetic = False
            case "c":
                keep_cell(self.row, self.column, self.value("".join(self.parts)))
            case "row" if self.row:
                self.budget.row(self.row)
                self.cells.setdefault(self.number, {}).update(self.row)

    def value(self, raw: str) -> str:
        """What the cell shows, as people would type it."""
        match self.kind:
            case "s":
                place = whole_in(raw.strip() or None, most=STRINGS)
                if place >= len(self.texts):
                    raise broken_file()
                return self.texts[place]
            case "b":
                return "ja" if raw.strip() == "1" else "nein"
            case "e":
                return ""
            case "n" if raw:
                return self.number_text(raw.strip()[:CELL])
        return raw

    def number_text(self, raw: str) -> str:
        """A number as it is read; a day where the cell shows one."""
        try:
            number = float(raw)
        except ValueError:
            return raw
        if self.style in self.days and 0 < number < LONGEST_DAY:
            return (self.epoch + timedelta(days=int(number))).date().isoformat()
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)

    def merge(self, place: str) -> None:
        """A merged cell that reaches downwards; one that only reaches to the right says nothing new."""
        self.budget.span()
        first, _unused, last = place.partition(":")
        if not (top := PLACE.fullmatch(first)) or not (bottom := PLACE.fullmatch(last)):
            return
        rows = int(top[2]), int(bottom[2])
        if rows[0] < rows[1] <= LAST_ROW:
            self.spans.append(MergedSpan(column_of(first), *rows))


def column_of(place: str) -> int:
    """Column A is 0."""
    found = PLACE.fullmatch(place)
    if found is None:
        raise broken_file()
    number = 0
    for letter in found[1]:
        number = number * 26 + ord(letter) - 64
    if number > LAST_COLUMN:
        raise broken_file()
    return number - 1
