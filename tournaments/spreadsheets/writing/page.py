"""One sheet of the workbook as values: its columns, what stands in them, and the formulas that make the sums."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

WHOLE, SHARE, MOMENT, TEXT, MONEY = "0", "0.00", "dd.mm.yyyy hh:mm", "General", "#,##0.00\\ €"
LONGEST_NAME = 31  # of a sheet, by the format
MOST_ROWS = 1_048_575  # of a sheet, below its head
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
LONGEST_HEAD = 255  # signs, by the format
NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\']+")
LIKE_A_CELL = re.compile(r"[A-Z]{1,3}\d+|[RC]|R\d*C\d*", re.IGNORECASE)

SUM = "Σ"  # in front of a row that adds its table up: the same sign in every language


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoned:
    """A cell with a formula of its own, where no whole column has the same: how it is shown, and what it came to."""

    value: str | int | float
    formula: str
    format: str = WHOLE


Value = str | int | float | datetime | Reckoned | None
Row = tuple[Value, ...]


class Look(Enum):
    """How a row stands out. A colour never stands alone: the cell that it asks says the same in a word or a number."""

    LEADER = "leader"
    CROSS = "cross"
    STRUCK = "struck"
    OPEN = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowMark:
    """Rows that stand out while the cell below `heading` passes `test`, as a formula says it: `=1`, `>0`, `="nein"`."""

    heading: str
    test: str
    look: Look


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A picture of columns that stand on a sheet of the same file; it follows when a number there changes."""

    title: str
    page: str
    labels: int  # the column of the names, counted from 0
    values: tuple[int, ...]  # the columns of the numbers
    rows: int
    across: str = ""  # what the axis of the names means
    up: str = ""  # what the axis of the numbers means
    lying: bool = (
        False  # bars to the right, one a name; where there are several values, its parts behind each other
    )


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
    total: bool = False  # added up in a row below the table


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One sheet of the workbook, and the table by whose name formulas find it."""

    name: str
    columns: tuple[Column, ...]
    rows: Iterable[Row]
    held: int = 1  # columns that stay while the others move
    printed: int | None = None  # so many columns are printed; None: all of them
    marks: tuple[RowMark, ...] = ()
    charts: tuple[Chart, ...] = ()
    heads: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "heads", headings_apart([heading_text(column.heading) for column in self.columns])
        )

    @property
    def title(self) -> str:
        """The name on the tab: without the signs that the format forbids."""
        return tab_title(self.name)

    @property
    def table(self) -> str:
        return table_name(self.name)

    @property
    def adds_up(self) -> bool:
        return any(column.total for column in self.columns)


def clean_cell(text: str) -> str:
    """Without the signs that no such file can hold."""
    return text if text.isprintable() else UNPRINTABLE.sub("", text)


def tab_title(name: str) -> str:
    return (NOT_IN_NAMES.sub(" ", clean_cell(name)).replace("\n", " ").strip() or "–")[:LONGEST_NAME]


def heading_text(heading: str) -> str:
    """A heading as the format takes it: one line, not too long, not empty."""
    return " ".join(clean_cell(heading).split())[:LONGEST_HEAD] or "–"


def table_name(name: str) -> str:
    """A name that a formula can use: letters, digits and low lines, and no cell is called so."""
    plain = re.sub(r"\W+", "_", name).strip("_")[:LONGEST_HEAD]
    return f"_{plain}" if not plain or plain[0].isdigit() or LIKE_A_CELL.fullmatch(plain) else plain


def headings_apart(headings: list[str]) -> tuple[str, ...]:
    """Headings that no two columns share, as the format wants it; capitals make no difference."""
    seen: dict[str, int] = {}
    made = []
    for heading in headings:
        count = seen[heading.casefold()] = seen.get(heading.casefold(), 0) + 1
        made.append(heading if count == 1 else f"{heading} {count}")
    return tuple(made)
