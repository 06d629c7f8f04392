"""A table as CSV for the spreadsheets of the house: semicolons, a byte order mark, and text that stays text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MARK = "\ufeff"  # without it German Excel takes UTF-8 for Windows-1252
LIVE = ("=", "+", "-", "@", "\t", "\r", "\n")  # a cell that begins so is reckoned, or worse


@dataclass(frozen=True, slots=True)
class Cents:
    """An amount that a German spreadsheet adds up: a comma, no sign of a currency, also below zero."""

    cents: int

    def __str__(self) -> str:
        whole, rest = divmod(abs(self.cents), 100)
        return f"{'-' if self.cents < 0 else ''}{whole},{rest:02}"


def csv_table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> bytes:
    """The bytes of a file that opens by a double click, in Excel as in LibreOffice."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, delimiter=";", lineterminator="\r\n")
    for row in (head, *rows):
        writer.writerow([csv_cell(value) for value in row])
    return (MARK + target.getvalue()).encode("utf-8")


def csv_cell(value: object) -> object:
    """A number stays a number; what people typed gets an apostrophe where it looks like a formula.

    >>> csv_cell(-3), csv_cell("=1+1"), csv_cell("Anna"), csv_cell(None)
    (-3, "'=1+1", 'Anna', '')
    """
    if value is None:
        return ""
    if isinstance(value, int | float | Cents):
        return value
    text = str(value)
    return f"'{text}" if text.lstrip(" \u00a0").startswith(LIVE) or text.startswith(LIVE) else text
