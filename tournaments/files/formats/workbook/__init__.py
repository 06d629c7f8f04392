"""The workbook: standings with formulas and their values, all games, seats and the journal, for a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import IO

from django.utils.timezone import localtime

from tournaments.files.formats.workbook.contents import Contents, Reader, contents_of
from tournaments.spreadsheets.writing.page import TEXT, Column, Page
from tournaments.spreadsheets.writing.xlsx import in_silence, write_book

__all__ = ["TEXT", "Column", "Contents", "Page", "Reader", "contents_of", "write_book", "write_workbook"]


def write_workbook(
    target: IO[bytes], contents: Contents, *, now: datetime, told: Callable[[int], None] = in_silence
) -> None:
    """Write the file, rows as they come from the database; `told` hears now and then how many are done."""
    write_book(target, contents.pages, title=contents.title, now=localtime(now), told=told)
