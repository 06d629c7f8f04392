"""Pieces that are drawn once look as when they were drawn each time, and hold nothing of the reader before."""

from __future__ import annotations

import re
from copy import deepcopy
from datetime import date
from decimal import Decimal

import pytest
from django.template import Context, Template, engines
from django.test import Client
from django.urls import NoReverseMatch
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from tournaments.templatetags.drawn_once import Pieces, as_key, drawn, known_by

SECRET = re.compile(r'name="csrfmiddlewaretoken" value="([A-Za-z0-9]{64})"')


def said(engine, source: str, **values: object) -> str:
    return Template(source, engine=engine).render(Context(values))


@pytest.fixture
def plain():
    """Django's engine with Django's tags."""
    ours = engines["django"].engine
    return type(ours)(
        dirs=ours.dirs, libraries={name: f"django.templatetags.{name}" for name in ("i18n", "static")}
    )


@pytest.mark.parametrize(
    "source",
    [
        '{% include "parts/icon.html" with name="more" %}',
        '{% include "parts/icon.html" with name=icon %}',
        '{% include "parts/icon.html" with name=icon only %}',
        '{% include "parts/badge.html" with state="signed" label=icon %}',
        '{% include "parts/icon.html" %}',
        "{% csrf_token %}",
        "{% autoescape off %}{% csrf_token %}{% endautoescape %}",
    ],
)
@pytest.mark.parametrize("token", [None, "", "abc", '"><b>'])
def test_what_stands_in_the_place_of_djangos_tags_says_the_same(plain, source, token):
    ours = engines["django"].engine
    values = {"icon": '"><b>', "name": "leave", "csrf_token": token}
    expected = said(plain, source, **values)
    assert said(ours, source, **values) == expected
    assert said(ours, source, **values) == expected, "and when it was drawn before"


def test_nobody_is_given_a_field_without_a_secret():
    assert said(engines["django"].engine, "{% csrf_token %}", csrf_token="NOTPROVIDED") == ""


def test_values_that_print_differently_are_different_pieces():
    texts = [True, 1, "1", mark_safe("1"), "<b>", mark_safe("<b>"), None, ""]
    for key in (as_key, known_by):
        assert len({key({"row": {"cells": [{"augen": one}]}}) for one in texts}) == len(texts)
        assert len({key({"cells": one}) for one in ([], [None], [[]], [""], {}, {"": None})}) == 6
    assert len({as_key([one]) for one in (Decimal(1), 1, date(2026, 1, 1), "2026-01-01")}) == 4
    assert as_key({"deals": True}) != as_key({"empty": True})
    assert drawn("parts/icon.html", {"name": "<b>"}) != drawn("parts/icon.html", {"name": mark_safe("<b>")})


def test_the_same_values_are_the_same_piece_however_they_came_about():
    """A text that was there before, and one that is put together now, are written out alike."""
    first = {"row": {"number": 3, "points": "".join(("1", "2")), "cells": [{"deals": True}] * 2}}
    again = {"row": {"number": 3, "points": "12", "cells": [{"deals": True}, {"deals": True}]}}
    assert known_by(first) == known_by(again) == known_by(deepcopy(again))


def test_a_text_for_later_is_known_by_its_words():
    assert as_key(gettext_lazy("Rangliste")) == as_key(gettext_lazy("Rangliste"))
    assert as_key(gettext_lazy("Rangliste")) != as_key(gettext_lazy("Turnier"))
    joined = format_lazy("{} {}", [1], gettext_lazy("Turnier"))
    assert as_key(joined) == as_key(format_lazy("{} {}", [1], gettext_lazy("Turnier")))
    for language, word in (("de", "gibt"), ("en", "deals")):
        with translation.override(language):
            seat = {"number": 1, "name": gettext_lazy("gibt"), "keeper": False}
            assert word in drawn("parts/score_sheet_head.html", {"seats": [seat]})


def test_each_language_has_its_own_piece():
    row = {"row": {"number": 1, "cells": [{"deals": True}]}}
    drawn_in = {}
    for language in ("de", "en", "de"):
        with translation.override(language):
            drawn_in.setdefault(language, drawn("parts/score_sheet_row.html", row))
            assert drawn("parts/score_sheet_row.html", row) == drawn_in[language]
    assert drawn_in["de"] != drawn_in["en"]


def test_what_was_drawn_is_given_up_when_it_is_too_much(monkeypatch):
    monkeypatch.setattr("tournaments.templatetags.drawn_once.MOST", 10)
    shelf = Pieces()
    for number in range(5):
        shelf.keep(number, mark_safe("sixsix"))
    assert set(shelf.known) == {4} | ({3} if shelf.size == 12 else set())
    assert shelf.size == 6 * len(shelf.known)


@pytest.mark.django_db
def test_the_menu_holds_the_secret_and_the_address_of_its_reader_alone(settings):
    one, other = Client(), Client()
    first = one.get("/regeln/?a=1&b=2").content.decode()
    second = other.get("/anmelden/").content.decode()
    assert 'name="next" value="/regeln/?a=1&amp;b=2"' in first
    assert 'name="next" value="/regeln/' not in second
    assert len(set(SECRET.findall(first))) == 1, "masked once for a page"
    assert not set(SECRET.findall(first)) & set(SECRET.findall(second))
    assert "\x01" not in first + second


def test_an_address_that_is_none_is_a_mistake_unless_it_is_asked_for_by_name():
    ours = engines["django"].engine
    with pytest.raises(NoReverseMatch):
        said(ours, '{% url "no-such-view" %}')
    assert said(ours, '{% url "no-such-view" as found %}[{{ found }}]') == "[]"
    assert said(ours, '{% url "home" as found %}[{{ found }}]') == "[/]"
