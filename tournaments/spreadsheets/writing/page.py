"""One sheet of the workbook as values: its columns, what stands in them, and the formulas that make the sums."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

WHOLE, SHARE, MOMENT, TEXT, MONEY = "0", "0.00", "dd.mm.yyyy hh:mm", "General", "#,##0.00\\ €"
LONGEST_NAME = 31  # of a sheet, by the format
MOST_ROWS = 1_048_575  # of a sheet, below its head
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
LONGEST_HEAD = 255  # signs, by the format
NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\']+")
LIKE_A_CELL = re.compile(r"[A-Z]{1,3}\d+|[RC]|R\d*C\d*", re.IGNORECASE)

Value = str | int | float | datetime | None
Row = tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A heading, how wide its column is, how what stands below is shown, and which formula makes it.

    In a formula `{row}` is the row that it stands in; the value of the row is what it came to when the file was written.
    """

    heading: str
    width: int
    format: str = WHOLE
    strong: bool = False
    code: bool = False  # a number by which people look, not one that they add
    formula: str = ""
    wraps: bool = False  # a text that may need more lines than one


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One sheet of the workbook, and the table by whose name formulas find it."""

    name: str
    columns: tuple[Column, ...]
    rows: Iterable[Row]
    held: int = 1  # columns that stay while the others move
    printed: int | None = None  # so many columns are printed; None: all of them
    heads: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "heads", apart([head(column.heading) for column in self.columns]))

    @property
    def title(self) -> str:
        """The name on the tab: without the signs that the format forbids."""
        return (NOT_IN_NAMES.sub(" ", clean(self.name)).replace("\n", " ").strip() or "–")[:LONGEST_NAME]

    @property
    def table(self) -> str:
        return table_name(self.name)


def clean(text: str) -> str:
    """Without the signs that no such file can hold."""
    return text if text.isprintable() else UNPRINTABLE.sub("", text)


def head(heading: str) -> str:
    """A heading as the format takes it: one line, not too long, not empty."""
    return " ".join(clean(heading).split())[:LONGEST_HEAD] or "–"


def table_name(name: str) -> str:
    """A name that a formula can use: letters, digits and low lines, and no cell is called so."""
    plain = re.sub(r"\W+", "_", name).strip("_")[:LONGEST_HEAD]
    return f"_{plain}" if not plain or plain[0].isdigit() or LIKE_A_CELL.fullmatch(plain) else plain


def apart(headings: list[str]) -> tuple[str, ...]:
    """Headings that no two columns share, as the format wants it; capitals make no difference."""
    seen: dict[str, int] = {}
    made = []
    for heading in headings:
        count = seen[heading.casefold()] = seen.get(heading.casefold(), 0) + 1
        made.append(heading if count == 1 else f"{heading} {count}")
    return tuple(made)
