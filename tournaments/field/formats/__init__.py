"""What comes in from elsewhere: tables of players as clubs have them, and whole tournaments from another machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.sentence import gettext_noop
from tournaments.field.formats.columns import Guess, Meaning, best_table, guess
from tournaments.field.formats.people import arrivals
from tournaments.spreadsheets.reading.archive import Archive
from tournaments.spreadsheets.reading.limits import (
    UPLOADED,
    FileBudget,
    FileRefused,
    FilledRow,
    FilledTable,
    too_large,
)
from tournaments.spreadsheets.reading.ods import read_ods
from tournaments.spreadsheets.reading.plain_text import read_text
from tournaments.spreadsheets.reading.xlsx import WORKBOOK, read_xlsx

__all__ = [
    "FileRefused",
    "Guess",
    "Meaning",
    "Row",
    "Table",
    "arrivals",
    "best_table",
    "guess",
    "read_tables",
    "stored",
    "unstored",
]

OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP = b"PK"


def read_tables(content: bytes) -> list[FilledTable]:
    """The filled sheets of an xlsx, ods, csv or text file. What it is shows in its bytes, not in its name."""
    if len(content) > UPLOADED:
        raise too_large()
    if content.startswith(OLD_OFFICE):
        raise FileRefused(
            gettext_noop(
                "Das ist eine Datei im alten Excel-Format oder eine mit Passwort: Ohne Passwort als xlsx speichern und noch einmal hochladen."
            )
        )
    if content.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"Rar!", b"7z\xbc\xaf")):
        raise FileRefused(
            gettext_noop(
                "Das ist keine Tabelle. Bitte eine Datei mit der Endung xlsx, ods oder csv hochladen."
            )
        )
    if content.lstrip()[:5].lower() in (b"<html", b"<?xml", b"<!doc", b"<tabl"):
        raise FileRefused(
            gettext_noop(
                "Das ist eine Seite oder XML, keine Tabelle: Im Tabellenprogramm öffnen und als xlsx speichern."
            )
        )
    budget = FileBudget()
    tables = packed(content, budget) if content.startswith(ZIP) else read_text(content, budget)
    filled = [table for table in tables if table.rows]
    if not filled:
        raise FileRefused(gettext_noop("Die Datei ist leer: Keine einzige Zeile steht darin."))
    return filled


def stored_tables(tables: Sequence[FilledTable]) -> list[dict[str, Any]]:
    """Tables as JSON, to wait in the database."""
    return [
        {
            "name": table.name,
            "rows": [[row.number, row.cells, sorted(row.formulas), row.hidden] for row in table.rows],
        }
        for table in tables
    ]


def unstored(tables: Sequence[Mapping[str, Any]]) -> list[FilledTable]:
    """Tables that waited in the database."""
    return [
        FilledTable(
            name=table["name"],
            rows=tuple(
                FilledRow(
                    number=number,
                    cells=tuple(cells),
                    formulas=frozenset(formulas),
                    hidden=bool(hidden and hidden[0]),
                )
                for number, cells, formulas, *hidden in table["rows"]
            ),
        )
        for table in tables
    ]


def packed(content: bytes, budget: FileBudget) -> list[FilledTable]:
    """An archive that is a workbook; any other archive is not looked into."""
    archive = Archive(content, budget)
    if WORKBOOK in archive:
        return read_xlsx(archive)
    if "content.xml" in archive:
        return read_ods(archive)
    if any(part.startswith("Index/") or part.endswith((".iwa", "Index.zip")) for part in archive.parts):
        raise FileRefused(
            gettext_noop(
                "Das ist eine Datei von Apple Numbers: In Numbers „Ablage → Exportieren → Excel“ wählen und die xlsx-Datei hochladen."
            )
        )
    raise FileRefused(
        gettext_noop(
            "Das ist ein Archiv, keine Tabelle: Auspacken und die Tabelle darin (xlsx, ods oder csv) hochladen."
        )
    )
