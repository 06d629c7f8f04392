"""Long tables that stay quick: django-tables2 for columns, sorting and heads, rows without its work per cell.

The package looks up the signature of the renderer anew for every single cell, four fifths of the time of a
table of 250 rows. Here a record is a dict with a value per column (and "row_class" where a row is
marked), and a renderer is `render_<column>(value, record)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django_tables2.utils import AttributeDict

from tournaments.pages.words import MINUS

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """What templates/parts/table.html draws of a row: its attributes and its cells, one of them the row's head."""

    attrs: AttributeDict
    cells: tuple[Any, ...]
    at: int = 0  # where the head stands

    @property
    def html(self) -> SafeString:
        """The row drawn. A template would take most of the time of a page of a thousand rows for nothing but cells."""
        cells = [f"<td>{conditional_escape(cell)}</td>" for cell in self.cells]
        head = conditional_escape(self.cells[self.at])  # what a screen reader says before every other cell
        cells[self.at] = f'<th scope="row">{head}</th>'
        attrs = f" {self.attrs.as_html()}" if self.attrs else ""
        return mark_safe(f"<tr{attrs}>{''.join(cells)}</tr>")  # noqa: S308 - every cell is escaped above


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

    def for_file(self) -> list[tuple[Any, Callable[[Record], object]]]:
        """The columns of the file: each heading, and what stands beneath it. As on the page, unless a table says more."""
        return [(column.header, plain_cell(column.name)) for column in self.columns]

    def file_rows(self) -> tuple[list[str], list[list[object]]]:
        """Head and rows of the file, in the order that was asked for."""
        columns = self.for_file()
        rows = [[value(record) for _heading, value in columns] for record in self.data]
        return [str(heading) for heading, _value in columns], rows

    @property
    def paginated_rows(self) -> Iterator[Row]:
        """The rows in the order that was asked for."""
        columns = [(one.name, getattr(self, f"render_{one.name}", None), one.default) for one in self.columns]
        names = [name for name, _render, _default in columns]
        at = names.index(self.head) if self.head in names else 0
        for record in self.data:
            cells = tuple(
                default
                if (value := record.get(name)) is None
                else render(value, record)
                if render
                else figure(value)
                for name, render, default in columns
            )
            kind, number = record.get("row_class"), record.get("row_number")
            attrs = ({"class": kind} if kind else {}) | ({"data-nr": number} if number is not None else {})
            yield Row(AttributeDict(attrs), cells, at)
