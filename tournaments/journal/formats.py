"""The journal as files: JSON lines with the chain of hashes, which anybody can check, and CSV to read in a table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _

from tournaments.event.selectors.journal import as_document
from tournaments.models import JournalEntry

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take for a formula


def json_lines(entries: Iterable[JournalEntry]) -> Iterator[str]:
    """One JSON object a line: everything that the hash covers, and the hash."""
    for entry in entries:
        yield json.dumps(as_document(entry), ensure_ascii=False, sort_keys=True) + "\n"


def csv_lines(rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Semicolons and a byte order mark, as spreadsheets in Germany open it; typed text stays text."""
    heads = (
        _("Zeile"),
        _("Wann"),
        _("Wer"),
        _("Gerät"),
        _("Was"),
        _("Wo"),
        _("Einzelheiten"),
        _("Warum"),
        _("Prüfzeichen"),
    )
    yield "\ufeff"
    for row in chain([heads], rows):
        text = io.StringIO()
        csv.writer(text, delimiter=";", lineterminator="\r\n").writerow([plain_text(cell) for cell in row])
        yield text.getvalue()


def bare_row(entry: JournalEntry) -> tuple[Any, ...]:
    """A line as it is stored, for the command line; the page says deeds and facts in words."""
    table = entry.sheet.table if entry.sheet else None
    return (
        entry.number,
        entry.at.isoformat(),
        entry.actor,
        entry.device,
        entry.deed,
        f"{table.series.number}/{table.number}" if table else "",
        json.dumps(entry.facts, ensure_ascii=False, sort_keys=True),
        entry.reason,
        entry.hash,
    )


def plain_text(cell: Any) -> str:
    """A cell that no spreadsheet runs as a formula."""
    text = str(cell)
    return f"'{text}" if text.startswith(FORMULA) else text
