"""Says the core's sentences in the language of the page."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.translation import gettext

from scoring.names import name_in_page_language
from scoring.rules import Text
from scoring.sentence import Refusal, Sentence

CITATION = re.compile(r"(?P<text>Regel|wie Vereinsregel|wie Verbandsordnung) (?P<number>§?[\w./]+)")


def say(what: Sentence | Refusal) -> str:
    """A sentence or a refusal, translated, with its values put in."""
    sentence = what.sentence if isinstance(what, Refusal) else what
    return gettext(sentence.text).format_map(spoken(sentence.values))


def spoken(values: Mapping[str, object]) -> dict[str, object]:
    """The values as they are said: sentences inside sentences, texts in the language of the page."""
    return {name: spoken_value(value) for name, value in values.items()}


def spoken_value(value: object) -> object:
    match value:
        case Sentence() | Refusal():
            return say(value)
        case Text():
            return name_in_page_language({"de": value.de, "lb": value.lb, "en": value.en})
    return value


def cited(paragraph: str) -> str:
    """Where a rule stands, in the language of the page; numbers and the headings of a text stay as they are."""
    return ", ".join(map(_cited_part, paragraph.split(", ")))


def _cited_part(part: str) -> str:
    if part == "Turnierbrauch":
        return gettext("Turnierbrauch")
    found = CITATION.fullmatch(part)
    if found is None:
        return part
    names = {
        "Regel": gettext("Regel {number}"),
        "wie Vereinsregel": gettext("wie Vereinsregel {number}"),
        "wie Verbandsordnung": gettext("wie Verbandsordnung {number}"),
    }
    return names[found["text"]].format(number=found["number"])
