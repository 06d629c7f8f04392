"""Base classes of the tables on pages: django-tables2, rendered by templates/parts/table.html.

`ListTable` is for a list of like rows, `SortableTable` for a table that people sort and take along as a file.
Keys of `Meta.attrs` that the template reads: `class`, `id`, `label` (for screen readers), `caption`, `box` (class of the frame).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.forms.utils import flatatt
from django.utils.functional import lazy
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.pages.words import MINUS

Record = Mapping[str, Any]
FileColumn = tuple[
    Any, Callable[[Record], object]
]  # a heading, and the function that returns the cell of a record


def number_text(value: object) -> object:
    """Return what a page shows of a value: a negative number with a minus sign instead of a hyphen."""
    return f"{MINUS}{-value}" if isinstance(value, int) and value < 0 else value


def hidden_heading(text: Any) -> Any:
    """Return a column heading that only screen readers read."""
    return lazy(lambda: format_html('<span class="visually-hidden">{}</span>', text), str)()


class NumberColumn(tables.Column):  # type: ignore[misc]  # the package has no types
    """A column of numbers: right-aligned, negative ones with a minus sign. `css` adds classes to its cells."""

    def __init__(self, *args: Any, css: str = "", **kwargs: Any) -> None:
        """Add the class `num` to heading and cells."""
        attrs = {"th": {"class": "num"}, "td": {"class": f"num {css}".strip()}}
        super().__init__(*args, attrs=kwargs.pop("attrs", attrs), **kwargs)

    def render(self, value: object) -> object:
        """Return the text of a cell."""
        return number_text(value)


@dataclass(frozen=True, slots=True)
class RenderedRow:
    """The markup of one row: the attributes of its `<tr>`, and its cells."""

    attributes: SafeString
    cells: SafeString


class ListTable(tables.Table):  # type: ignore[misc]  # the package has no types
    """A list of like rows. Not sortable; every row has a heading cell for screen readers."""

    row_heading = (
        "name"  # the column whose cells are <th scope="row">; the first one where there is none of this name
    )
    stacked = False  # on a phone each row is a block; every cell then carries its column's heading

    class Meta:
        orderable = False
        default = ""

    def rendered_rows(self) -> Iterator[RenderedRow]:
        """Yield the markup of each row in the order that was asked for."""
        names = [bound.name for bound in self.columns]
        heading = self.row_heading if self.row_heading in names else names[0]
        tags = ["th" if name == heading else "td" for name in names]
        attributes = [self.cell_attributes(bound, heading=bound.name == heading) for bound in self.columns]
        for row in self.rows:
            yield RenderedRow(
                self.row_attributes(row.record),
                format_html_join(
                    "",
                    "<{0}{1}>{2}</{0}>",
                    zip(tags, attributes, self.rendered_cells(row), strict=True),
                ),
            )

    def rendered_cells(self, row: Any) -> Iterable[object]:
        """Return the cells of a row, rendered."""
        return list(row)

    def cell_attributes(self, bound: Any, *, heading: bool) -> SafeString:
        """Return the HTML attributes that all cells of a column have."""
        attributes = dict(bound.column.attrs.get("td", {}))
        if heading:
            attributes = {"scope": "row"} | attributes
        elif self.stacked:
            attributes = {"data-label": bound.header} | attributes
        return flatatt(attributes)

    def row_attributes(self, record: Any) -> SafeString:
        """Return the HTML attributes of a row, from `Meta.row_attrs`; a value may be a function of the record."""
        return flatatt(
            {key: value(record) if callable(value) else value for key, value in self.row_attrs.items()}
        )


class SortableTable(ListTable):
    """A table that people sort. Its records are dicts, and the URL named `csv` serves it as a file in the same order.

    A renderer is `render_<column>(value, record)`, both by position. It is called without the package's lookup of its signature,
    which takes four fifths of the time of a table of a thousand rows.
    """

    csv: str
    renderers: Sequence[tuple[str, Callable[[Any, Record], object] | None, Callable[[Any], object], object]]

    class Meta:
        orderable = True
        default = ""

    def rendered_rows(self) -> Iterator[RenderedRow]:
        """Yield the markup of each row in the order that was asked for."""
        self.renderers = [
            (bound.name, getattr(self, f"render_{bound.name}", None), bound.column.render, bound.default)
            for bound in self.columns
        ]
        return super().rendered_rows()

    def rendered_cells(self, row: Any) -> Iterable[object]:
        """Return the cells of a row, rendered."""
        record = row.record
        return [
            default
            if (value := record.get(name)) is None
            else render(value, record)
            if render
            else render_value(value)
            for name, render, render_value, default in self.renderers
        ]

    def file_columns(self) -> list[FileColumn]:
        """Return the columns of the file. They are those of the page, unless a table says more."""
        return [(bound.header, plain_value(bound.name)) for bound in self.columns]

    def file_rows(self) -> tuple[list[str], list[list[object]]]:
        """Return headings and rows of the file, in the order that was asked for."""
        columns = self.file_columns()
        rows = [[value(record) for _heading, value in columns] for record in self.data]
        return [str(heading) for heading, _value in columns], rows


def plain_value(name: str) -> Callable[[Record], object]:
    """Return a function that returns a record's value of this column."""
    return lambda record: record.get(name)
