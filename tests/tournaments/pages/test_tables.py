"""Tables are rendered with every cell escaped unless it is markup already, and one cell of a row is its heading."""

from __future__ import annotations

import django_tables2
import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from tournaments.pages.tables import ListTable, NumberColumn, Record, SortableTable, hidden_heading


class Seats(ListTable):
    """A list whose cells come from records, renderers and a template."""

    number = NumberColumn(gettext_lazy("Nr."))
    name = django_tables2.Column("Name")
    loud = django_tables2.TemplateColumn("<b>{{ record.name }}</b>", verbose_name="Laut", orderable=False)
    gone = django_tables2.Column(hidden_heading("Weg"), attrs={"td": {"data-label": None}})

    class Meta(ListTable.Meta):
        attrs = {"class": "seats", "label": "Plätze"}
        row_attrs = {
            "class": lambda record: record.get("css") or None,
            "data-nr": lambda record: record["number"],
        }
        empty_text = "Niemand"


class Stacked(Seats):
    stacked = True


class Points(SortableTable):
    name = django_tables2.Column("Name")
    points = NumberColumn("Punkte")

    class Meta(SortableTable.Meta):
        attrs = {"label": "Punkte"}

    def render_name(self, value: str, record: Record) -> str:
        return f"{value} ({record['points']})"


def rendered(table: django_tables2.Table, address: str = "/") -> str:
    request = RequestFactory().get(address)
    page = Template("{% load django_tables2 %}{% render_table table %}")
    return str(page.render(Context({"table": table, "request": request})))


def test_cells_are_escaped_once_and_the_heading_of_a_row_is_one():
    page = rendered(Seats([{"number": 1, "name": "<b> & Söhne", "gone": mark_safe("<i>x</i>")}]))
    assert (
        '<tr data-nr="1"><td class="num">1</td><th scope="row">&lt;b&gt; &amp; Söhne</th>'
        "<td><b>&lt;b&gt; &amp; Söhne</b></td><td><i>x</i></td></tr>"
    ) in page


def test_a_marked_row_says_its_class():
    assert '<tr class="is-me" data-nr="7">' in rendered(Seats([{"number": 7, "name": "A", "css": "is-me"}]))
    assert '<tr class="&quot;&gt;&lt;b&gt;"' in rendered(Seats([{"number": 7, "name": "A", "css": '"><b>'}]))


def test_a_stacked_row_names_its_cells_where_the_heading_is_seen():
    page = rendered(Stacked([{"number": 1, "name": "A", "gone": "x"}]))
    assert '<td class="num" data-label="Nr.">1</td><th scope="row">A</th>' in page
    assert "<td>x</td>" in page
    assert "table--stack" in page
    assert '<span class="visually-hidden">Weg</span>' in page


def test_an_empty_table_says_so():
    assert '<td colspan="4">Niemand</td>' in rendered(Seats([]))


def test_a_list_is_not_sortable_and_a_sortable_table_keeps_what_the_address_says():
    assert "<a" not in rendered(Seats([{"number": 1, "name": "A"}]), "/?sort=name")
    page = rendered(Points([{"name": "A", "points": 1}], order_by="-points"), "/?verein=Ass&sort=-points")
    assert page.count("aria-sort=") == 1
    assert 'aria-sort="descending"' in page
    assert 'href="?verein=Ass&amp;sort=points"' in page


@pytest.mark.parametrize(
    ("value", "cell"), [(-3, "\N{MINUS SIGN}3"), (0, "0"), (12, "12"), (None, ""), ("–", "–")]
)
def test_a_number_is_written_with_a_minus_on_a_page(value, cell):
    for table in (Seats, Points):
        assert f'<td class="num">{cell}</td>' in rendered(
            table([{"number": value, "points": value, "name": "A"}])
        )


def test_the_file_has_numbers_that_can_be_added():
    made = Points([{"name": "A", "points": -3}, {"name": "B", "points": 12}])
    assert made.file_rows() == (["Name", "Punkte"], [["A", -3], ["B", 12]])
    assert '<th scope="row">A (-3)</th><td class="num">\N{MINUS SIGN}3</td>' in rendered(made)
