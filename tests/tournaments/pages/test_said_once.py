"""The tags that look up once say what Django's say, in every language, escaped or not, and ask once."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context, Template, engines
from django.utils import translation

from tournaments.templatetags import said_once
from tournaments.templatetags.said_once import SENTENCES

WRITTEN = (
    '{% translate "Rangliste" %}',
    '{% translate "Rangliste & <b>" %}',
    '{% translate "100 % sicher" %}',
    '{% translate "Rangliste & <b>" as word %}[{{ word }}]',
    '{% translate "Rangliste"|upper %}',
    "{% translate word %}",
    '{% translate "Rangliste" noop %}',
    '{% autoescape off %}{% translate "Rangliste & <b>" %}{% endautoescape %}',
    '{% trans "Punkte" %}',
    "{% static 'img/mark.svg' %}",
    "{% static 'img/mark.svg' as here %}[{{ here }}]",
    "{% static file %}",
)


BLOCKS = (
    "{% blocktranslate %}Spiel {{ number }}{% endblocktranslate %}",
    "{% blocktranslate trimmed %}\n  Spiel {{ number }}\n  von 10 % {% endblocktranslate %}",
    "{% blocktranslate with name=word number=7 %}{{ name }}: {{ number }}{% endblocktranslate %}[{{ name }}]",
    "{% blocktranslate %}{{ nobody }} & {{ wild }}{% endblocktranslate %}",
    "{% blocktranslate with safe=wild|safe %}{{ safe }}{{ wild }}{% endblocktranslate %}",
    "{% autoescape off %}{% blocktranslate %}{{ wild }}{% endblocktranslate %}{% endautoescape %}",
    "{% blocktranslate asvar kept %}{{ word }}{% endblocktranslate %}[{{ kept }}]",
    "{% blocktranslate context 'x' %}{{ word }}{% endblocktranslate %}",
    "{% blocktranslate count n=number %}{{ n }} Spiel{% plural %}{{ n }} Spiele{% endblocktranslate %}",
    "{% blocktrans %}Tisch %(table)s, {{ day }}, {{ share }}{% endblocktrans %}",
)


def said(engine, source: str) -> str:
    template = Template("{% load i18n static %}" + source, engine=engine)
    return template.render(
        Context(
            {
                "word": "Name",
                "file": "img/mark.svg",
                "number": 1234,
                "wild": "<b>&",
                "day": date(2026, 11, 19),
                "share": 1.5,
            }
        )
    )


@pytest.mark.parametrize("language", ["de", "lb", "en", "fr"])
@pytest.mark.parametrize("source", WRITTEN + BLOCKS)
def test_the_same_is_said_as_django_says_it(language, source):
    ours = engines["django"].engine
    plain = type(ours)(libraries={name: f"django.templatetags.{name}" for name in ("i18n", "static")})
    with translation.override(language):
        expected = said(plain, source)
        assert said(ours, source) == expected
        assert said(ours, source) == expected, "and when it was said before"


def test_it_is_looked_up_once_for_each_language(monkeypatch):
    SENTENCES.clear()
    monkeypatch.setattr(staticfiles_storage, said_once.ADDRESSES, {})
    template = Template('{% load i18n static %}{% translate "Rangliste" %}{% static "img/mark.svg" %}')
    for language in ("de", "en", "de", "en"):
        with translation.override(language):
            template.render(Context())
    assert len(SENTENCES) == 2
    assert len(getattr(staticfiles_storage, said_once.ADDRESSES)) == 1
