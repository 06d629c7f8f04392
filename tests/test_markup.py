"""The formatter of templates: it breaks lines only where no reader sees it, and rests after one pass.

No line is longer than the width: tags of Django cannot be broken, so a long one gets its values from a `with` around it.
"""

import pytest
from django.template.loader import get_template

from tests.markup.gaps import TEMPLATES
from tests.markup.layout import WIDTH
from tests.markup.shape import formatted

LONG = "Wort " * 30


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<ul><li>a</li></ul>\n", "<ul><li>a</li></ul>\n"),
        ("{% load i18n %}<p>x</p>", "{% load i18n %}\n<p>x</p>"),
        (
            '<p>{% if a %}<b>eins</b>{% endif %}, und <a class="'
            + "x" * 60
            + '" href="{{ here }}">weiter hier</a></p>\n',
            "<p>\n  {% if a %}<b>eins</b>{% endif %}, und\n"
            '  <a class="' + "x" * 60 + '" href="{{ here }}">weiter hier</a>\n</p>\n',
        ),
        (
            '<input name="a"{% if b %} value="c"{% endif %}>\n',
            '<input name="a"{% if b %} value="c"{% endif %}>\n',
        ),
        ("<pre>  a\n b </pre>\n", "<pre>  a\n b </pre>\n"),
    ],
)
def test_lines_break_where_no_reader_sees_it(before, after):
    assert formatted(before) == after


def test_text_beside_text_stays_glued():
    glued = "<p><b>" + "x" * 70 + "</b>{{ y }}<i>" + "z" * 70 + "</i></p>\n"
    assert "</b>{{ y }}<i>" in formatted(glued)


def test_a_link_never_swallows_the_blank_beside_it():
    """Else its underline would be a blank too long."""
    page = formatted("<p>" + LONG + '<a href="{{ one }}">' + "wohin " * 15 + "dort</a> {{ two }}</p>")
    assert "dort</a>" in page


@pytest.mark.parametrize("blank", [" ", "\n"])
def test_a_sentence_for_translators_keeps_its_words(blank):
    page = formatted(
        "<p>{% blocktranslate with a=b %}" + (LONG + "{{ a }} ") * 2 + "Ende{% endblocktranslate %}</p>"
    )
    assert page.startswith("<p>\n  {% blocktranslate trimmed with a=b %}\n    Wort")
    body = page.split("%}", 1)[1].split("{% end")[0]
    assert " ".join(body.split()) == (LONG + "{{ a }} ") * 2 + "Ende"


def test_a_sentence_with_blanks_at_its_ends_stays_as_it_is():
    sentence = "{% blocktranslate %} " + LONG * 2 + "{% endblocktranslate %}"
    assert sentence in formatted("<p>" + sentence + "</p>\n")


def test_what_was_formatted_rests():
    once = formatted(
        "<div class='a'><p>"
        + LONG
        + "{% if x %}"
        + LONG
        + "{% else %}<b>y</b>{% endif %}</p><p>z</p></div>\n"
    )
    assert formatted(once) == once


def test_no_line_is_longer_than_the_width():
    long = [
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > WIDTH
    ]
    assert long == []


def test_every_template_knows_its_tags():
    """A tag whose function was renamed is found by no type checker."""
    names = sorted(
        path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.*") if path.is_file()
    )
    assert len(names) > 200
    for name in names:
        assert get_template(name)
