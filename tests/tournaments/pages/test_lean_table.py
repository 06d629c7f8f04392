"""A row of a long table is drawn in Python: every cell escaped unless it is markup already, and one of them its head."""

from __future__ import annotations

from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from tournaments.pages.lean_table import DrawnRow


def test_cells_are_escaped_once_and_the_head_is_a_head():
    cells = (1, "<b> & Söhne", mark_safe("<i>x</i>"), gettext_lazy("Punkte"), "")
    assert DrawnRow(cells, 1).html == (
        '<tr><td>1</td><th scope="row">&lt;b&gt; &amp; Söhne</th><td><i>x</i></td><td>Punkte</td><td></td></tr>'
    )


def test_a_marked_row_says_its_class():
    assert DrawnRow((1,), kind="is-me", number=7).html == (
        '<tr class="is-me" data-nr="7"><th scope="row">1</th></tr>'
    )
    assert DrawnRow((1,), kind='"><b>').html.startswith('<tr class="&quot;&gt;&lt;b&gt;">')
