"""Long tables that stay quick: django-tables2 for columns, sorting and heads, rows without its work per cell.

The package looks up the signature of the renderer anew for every single cell, four fifths of the time of a
table of 250 rows. Here a record is a dict with a value per column (and "row_class" where a row is
marked), and a renderer is `render_<column>(value, record)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, cast

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.html import conditional_escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from tournaments.pages.words import MINUS

Record = Mapping[str, Any]


def escaped(value: Any) -> str:
    """What `conditional_escape` says, without looking whether a bare text or number comes later: thirteen thousand cells."""
    kind = type(value)
    if kind is str:
        return value if value.isalnum() else escape(value)
    if kind is int:
        return str(value)
    return cast("str", value) if kind is SafeString else str(conditional_escape(value))


SAFE_KINDS = (int, SafeString)  # which stand on a page as they are


def row_drawn(cells: Sequence[Any], at: int, kind: str, number: int | None) -> str:
    """A row as markup. A template would take most of the time of a page of a thousand rows for nothing but cells."""
    drawn = [
        f"<td>{cell}</td>" if type(cell) in SAFE_KINDS else f"<td>{escaped(cell)}</td>" for cell in cells
    ]
    head = drawn[at][4:-5]  # what a screen reader says before every other cell
    drawn[at] = f'<th scope="row">{head}</th>'
    kind = f' class="{conditional_escape(kind)}"' if kind else ""
    mark = f' data-nr="{number}"' if number is not None else ""
    return f"<tr{kind}{mark}>{''.join(drawn)}</tr>"


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """What templates/parts/table.html draws of a row: its attributes and its cells, one of them the row's head."""

    cells: tuple[Any, ...]
    at: int = 0  # where the head stands
    kind: str = ""  # its class
    number: int | None = None  # by which a reader's own row is found

    @property
    def html(self) -> SafeString:
        """The row drawn."""
        return mark_safe(row_drawn(self.cells, self.at, self.kind, self.number))  # noqa: S308 - every cell is escaped


@dataclass(frozen=True, slots=True)
class Head:
    """What it draws above a column."""

    label: str
    numbers: bool  # whether numbers stand beneath it
    sorted: str  # "ascending", "descending", or nothing
    link: str  # where it leads when it is tapped; nothing where it cannot be


class Heads(tuple[Head, ...]):
    """All of them, and which columns hold numbers: the style sheet counts columns."""

    __slots__ = ()

    @property
    def classes(self) -> str:
        return "".join([f" n{at}" for at, head in enumerate(self, 1) if head.numbers])


def figure(value: object) -> object:
    """What a page shows of a bare value: below nought stands a minus, no hyphen."""
    return f"{MINUS}{-value}" if isinstance(value, int) and value < 0 else value


def plain_cell(name: str) -> Callable[[Record], object]:
    """The bare value of a column."""
    return lambda record: record.get(name)


class LeanTable(tables.Table):  # type: ignore[misc]  # the package has no types
    """A table on one page whose records are dicts; `csv` names the address of the same table as a file."""

    csv: str
    head = "name"  # whom or what a row is about
    asked: Mapping[str, Any] = {}  # what the address of the page says

    def before_render(self, request: HttpRequest) -> None:
        """Called by the package before the table is drawn: its heads lead to the same page, sorted otherwise."""
        self.asked = dict(request.GET)

    def for_file(self) -> list[tuple[Any, Callable[[Record], object]]]:
        """The columns of the file: each heading, and what stands beneath it. As on the page, unless a table says more."""
        return [(column.header, plain_cell(column.name)) for column in self.columns]

    def file_rows(self) -> tuple[list[str], list[list[object]]]:
        """Head and rows of the file, in the order that was asked for."""
        columns = self.for_file()
        rows = [[value(record) for _heading, value in columns] for record in self.data]
        return [str(heading) for heading, _value in columns], rows

    def heads(self) -> Heads:
        """What stands above the columns, each looked at once."""
        heads = []
        for one in self.columns:
            order = one.order_by_alias
            heads.append(
                Head(
                    label=str(one.header),
                    numbers=one.column.attrs.get("td", {}).get("class") == "num",
                    sorted=("descending" if order.is_descending else "ascending") if one.is_ordered else "",
                    link=self.sorted_by(order.next) if one.orderable else "",
                )
            )
        return Heads(heads)

    @property
    def usual(self) -> bool:
        """Whether its heads are those that many readers see: whoever looks for a name has his own."""
        return not self.asked.keys() - {self.prefixed_order_by_field}

    def sorted_by(self, order: str) -> str:
        """The address of this page in that order; all else that it says stays."""
        if self.usual:  # a column's name is written as it is
            return f"?{self.prefixed_order_by_field}={order}"
        return f"?{urlencode({**self.asked, self.prefixed_order_by_field: order}, doseq=True)}"

    @property
    def body(self) -> SafeString:
        """All rows drawn, one beneath the other."""
        return mark_safe("\n".join([row_drawn(*row) for row in self.rows_in_order()]))  # noqa: S308 - it escapes each cell

    @property
    def paginated_rows(self) -> Iterator[DrawnRow]:
        """The rows in the order that was asked for."""
        return (DrawnRow(*row) for row in self.rows_in_order())

    def rows_in_order(self) -> Iterator[tuple[tuple[Any, ...], int, str, int | None]]:
        """Of each row its cells, where its head stands, its class and its number."""
        columns = [(one.name, getattr(self, f"render_{one.name}", None), one.default) for one in self.columns]
        names = [name for name, _render, _default in columns]
        at = names.index(self.head) if self.head in names else 0
        for record in self.data:
            cells = tuple(
                [
                    default
                    if (value := record.get(name)) is None
                    else render(value, record)
                    if render
                    else figure(value)
                    for name, render, default in columns
                ]
            )
            yield cells, at, record.get("row_class") or "", record.get("row_number")
