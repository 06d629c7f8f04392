"""Reads tables that are plain text: which letters, which separator, and the cells between them."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter

from scoring.sentence import gettext_noop
from tournaments.spreadsheets.reading.limits import (
    COLUMNS,
    LAST_ROW,
    FileBudget,
    FileRefused,
    FilledTable,
    broken_file,
    keep_cell,
    table_of_cells,
)

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
OLD = (
    "cp1252",
    "cp850",
    "mac_roman",
)  # Windows, DOS, old Macs: what a card index of the nineties was kept in
UMLAUTS = frozenset("äöüßÄÖÜ")
LOUD_INSIDE = re.compile(r"[A-Za-zäöü][ÄÖÜÉÈÊÇ][a-zäöü]|[a-zäöü][ÄÖÜÉÈÊÇ]")
LIKELY = frozenset("äöüÄÖÜßéèêëçàâáíóúñôûïîæøåœ–’€")
SEPARATORS = ";\t,|"
LOOKED_AT = 50  # rows that decide which separator it is
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")


def read_text(content: bytes, budget: FileBudget) -> list[FilledTable]:
    """The one table of a csv or text file."""
    text = decoded_text(content)
    if CONTROL.search(text[:100_000]):
        raise FileRefused(
            gettext_noop(
                "Das ist keine Tabelle. Bitte eine Datei mit der Endung xlsx, ods oder csv hochladen."
            )
        )
    separator, lines = separated(text)
    cells: dict[int, dict[int, str]] = {}
    try:
        for number, fields in enumerate(csv.reader(lines, delimiter=separator), 1):
            if number > LAST_ROW:
                raise broken_file()
            row: dict[int, str] = {}
            for column, field in enumerate(fields):
                keep_cell(row, column, field)
            if row:
                budget.row(row)
                cells[number] = row
    except csv.Error as fault:
        raise broken_file() from fault
    return [table_of_cells("", cells, {}, [], budget)]


def decoded_text(content: bytes) -> str:
    """The letters: as a mark says, as UTF-8, or as an old machine wrote them."""
    try:
        for mark, encoding in MARKS:
            if content.startswith(mark):
                return content.decode(encoding)
        if b"\0" in content[:200]:  # UTF-16 without a mark: every other byte of plain letters is nothing
            return content.decode("utf-16-be" if content[:1] == b"\0" else "utf-16-le")
    except UnicodeError as fault:
        raise broken_file() from fault
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return max((content.decode(old, errors="replace") for old in OLD), key=likeness_to_names)


def likeness_to_names(text: str) -> int:
    """How well a reading looks like names: umlauts speak for it, strange signs and capitals within a word against."""
    strange = Counter(sign for sign in text[:200_000] if sign > "\x7f")
    found = sum(
        count * (3 if sign in UMLAUTS else 1 if sign in LIKELY else -3) for sign, count in strange.items()
    )
    return found - 5 * len(LOUD_INSIDE.findall(text[:200_000]))


def separated(text: str) -> tuple[str, io.StringIO]:
    """The sign between the cells; Excel sometimes says it in a line of its own."""
    first, _unused, rest = text.partition("\n")
    if (said := re.fullmatch(r'"?sep=(.)"?', first.strip("\r"))) is not None:
        return said[1], io.StringIO(rest, newline="")
    start = io.StringIO("".join(text.splitlines(keepends=True)[:LOOKED_AT]), newline="")
    best = max(SEPARATORS, key=lambda sign: fitness(start, sign))
    return best, io.StringIO(text, newline="")


def fitness(start: io.StringIO, sign: str) -> tuple[float, int]:
    """How evenly a sign parts the rows. A comma that is always followed by a blank parts names, not cells."""
    start.seek(0)
    try:
        rows = [row for row in csv.reader(start, delimiter=sign) if any(field.strip() for field in row)]
    except csv.Error:
        return 0.0, 0
    widths = Counter(len(row) for row in rows if len(row) > 1)
    if not widths:
        return 0.0, 0
    width, often = widths.most_common(1)[0]
    if sign == "," and width == 2 and all(row[1].startswith(" ") for row in rows if len(row) == 2):
        return 0.0, 0
    return often / len(rows), min(width, COLUMNS)
