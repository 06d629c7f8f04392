"""What a template says by the shorter way is what it says by Django's, down to what is missing and what fails."""

from __future__ import annotations

import re
from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.template import Context, RequestContext, Template, TemplateSyntaxError, base, loader_tags
from django.test import RequestFactory
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override
from hypothesis import given
from hypothesis import strategies as st

from tournaments.models import Role
from tournaments.templatetags import looked_up


class Thing:
    """Attributes of all manners."""

    plain = "<b>"
    number = 7

    def __repr__(self) -> str:
        return type(self).__name__

    empty = ""

    def called(self) -> str:
        return "gerufen"

    def asks(self, more: str) -> str:
        return more

    def alters(self) -> str:
        return "geändert"

    alters.alters_data = True  # type: ignore[attr-defined]

    @property
    def breaks(self) -> str:
        raise AttributeError("von innen")

    @property
    def is_gone(self) -> str:
        raise ObjectDoesNotExist("fort")  # which a template takes for nothing

    @property
    def fails(self) -> str:
        raise ZeroDivisionError

    @property
    def itself(self) -> Thing:
        return self


class Left(Thing):
    do_not_call_in_templates = True

    def __call__(self) -> str:
        return "nie"


@dataclass(frozen=True, slots=True)
class Slotted:
    plain: str = "geschlitzt"
    inner: Any = None


class Keyed(dict):  # type: ignore[type-arg]
    plain = "ein Attribut"


class Named(str):
    __slots__ = ()


VALUES: dict[str, Any] = {
    "text": "a & <b>",
    "safe": mark_safe("<i>ö</i>"),
    "named": Named("<n>"),
    "lazy": gettext_lazy("Turnier"),
    "kind": Role.Kind.DIRECTOR,
    "number": 1234567,
    "minus": -5,
    "yes": True,
    "none": None,
    "half": 0.5,
    "price": Decimal("1234.50"),
    "day": date(2026, 11, 14),
    "moment": datetime(2026, 11, 14, 12, 0, tzinfo=UTC),
    "thing": Thing(),
    "left": Left(),
    "class": Thing,
    "slotted": Slotted(inner=Slotted(plain="drin")),
    "space": SimpleNamespace(plain=1, items="keine Methode"),
    "wrapped": SimpleLazyObject(Thing),
    "dict": {"plain": "im Wörterbuch", "items": "ein Schlüssel", "0": "null", "inner": {"x": Thing()}},
    "bare": {},
    "keyed": Keyed(plain="ein Schlüssel"),
    "ordered": OrderedDict(plain=1),
    "default": defaultdict(lambda: "vorgegeben"),
    "list": [Thing(), {"plain": "in der Liste"}],
    "pair": ("x", "y"),
    "bytes": b"<b>",
}
MASKED = re.compile(r'(?<=value=")[A-Za-z0-9]{64}(?=")')  # a form's secret, masked anew each time
NAMES = [*VALUES, "missing", "template", "dicts", "request", "push", "autoescape"]
BITS = ["plain", "number", "empty", "called", "asks", "alters", "breaks", "is_gone", "fails", "itself", "items", "keys", "inner", "x", "0", "1", "9", "missing", "real", "label", "upper"]  # fmt: skip
FORMS = [
    "{{ X }}",
    "{{ X|default:'-' }}",
    "{% if X %}ja{% else %}nein{% endif %}",
    "{% if X == 'im Wörterbuch' %}gleich{% endif %}",
    "{% autoescape off %}{{ X }}{% endautoescape %}",
    "{% load l10n %}{% localize off %}{{ X }}{% endlocalize %}",
    "{% load l10n %}{% localize on %}{{ X }}{% endlocalize %}",
    "{% with y=X %}{{ y }}{% endwith %}",
    "{% for y in X %}{{ y }},{{ forloop.counter }};{% endfor %}",
]


def said(words: str, *, own: bool, requested: bool = False) -> tuple[str, str]:
    """What the template says, or the kind of error that it ends with."""
    if not own:
        base.Variable._resolve_lookup = looked_up.djangos_lookup  # type: ignore[attr-defined]
        base.render_value_in_context = looked_up.djangos_writing
        loader_tags.ExtendsNode.get_parent = looked_up.djangos_parent  # type: ignore[method-assign]
    try:
        template = Template(words)
        values = dict(VALUES)
        context = RequestContext(RequestFactory().get("/"), values) if requested else Context(values)
        return "", template.render(context)
    except Exception as fault:  # whatever it is: both ways have to end alike
        return type(fault).__name__, ""
    finally:
        looked_up.install()


def test_each_name_in_each_form_is_said_alike():
    for language in ("de", "en"):
        with override(language):
            for form in FORMS:
                for name in NAMES:
                    for requested in (False, True):
                        words = form.replace("X", name)
                        ours = [said(words, own=True, requested=requested) for _twice in range(2)]
                        assert ours == [said(words, own=False, requested=requested)] * 2, words


@given(
    st.lists(st.sampled_from(BITS), min_size=1, max_size=3), st.sampled_from(NAMES), st.sampled_from(FORMS)
)
def test_names_within_names_are_said_alike(bits, name, form):
    words = form.replace("X", ".".join([name, *bits]))
    ours = [said(words, own=True) for _twice in range(2)]
    assert ours == [said(words, own=False)] * 2, words


def test_a_template_that_has_learnt_one_kind_says_the_next_alike():
    """The same variable meets a dictionary, a thing, a class and nothing, one after the other."""
    template = Template("{{ one.plain }}|{{ one.called }}")
    for _twice in range(2):
        for one in (
            VALUES["dict"],
            VALUES["thing"],
            Thing,
            None,
            VALUES["keyed"],
            VALUES["list"],
            VALUES["dict"],
        ):
            ours = template.render(Context({"one": one}))
            base.Variable._resolve_lookup = looked_up.djangos_lookup
            try:
                assert ours == template.render(Context({"one": one}))
            finally:
                looked_up.install()


def test_numbers_are_parted_where_the_settings_say_so(settings):
    settings.USE_THOUSAND_SEPARATOR = True
    assert said("{{ number }}", own=True) == said("{{ number }}", own=False) == ("", "1.234.567")


EXTENDING = [
    '{% extends "base.html" %}{% block title %}Eins{% endblock %}{% block content %}<p>{{ text }}</p>{% endblock %}',
    '{% extends "base.html" %}{% block body %}<b>{{ block.super }}</b>{% endblock %}{% block content %}innen{% endblock %}',
    '{% extends "base_hall.html" %}{% block title %}{{ block.super }}, {{ number }}{% endblock %}',
]


@pytest.mark.parametrize("words", EXTENDING)
def test_a_page_that_extends_another_is_said_alike(words):
    ours = [said(words, own=True, requested=True) for _twice in range(2)]
    assert [MASKED.sub("", text) for _fault, text in ours] == [
        MASKED.sub("", said(words, own=False, requested=True)[1])
    ] * 2
    assert "</html>" in ours[0][1]


def test_what_fails_inside_a_property_is_asked_once():
    class Counting:
        times = 0

        @property
        def breaks(self) -> str:
            self.times += 1
            raise ZeroDivisionError

    counting = Counting()
    template = Template("{{ one.breaks }}")
    for times in (1, 2, 3):  # the first time its kind is new, and Django's way is gone alone
        with pytest.raises(ZeroDivisionError):
            template.render(Context({"one": counting}))
        assert counting.times == times


def test_names_that_may_not_be_asked_for_are_refused_as_ever():
    with pytest.raises(TemplateSyntaxError):
        Template("{{ thing._secret }}")
