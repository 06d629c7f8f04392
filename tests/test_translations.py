"""The catalogues are whole: every sentence that they know has its Luxembourgish and its English, place for place."""

from __future__ import annotations

import re
import tomllib

import pytest
from django.utils import translation

from scoring.points import ImpossibleResult
from scoring.speech import say
from tests.catalogues import HOUSE, entries, told

PLACES = re.compile(r"%\(\w+\)[sd]|\{\w*\}")


@pytest.mark.parametrize("language", ["lb", "en"])
def test_nothing_is_left_untranslated_or_guessed(language):
    assert len(entries(language)) > 1000
    assert [entry for entry in entries(language) if "#, fuzzy" in entry] == []
    assert [entry for entry in entries(language) if not all(told(entry, "msgstr"))] == []


@pytest.mark.parametrize("language", ["lb", "en"])
def test_a_translation_names_only_places_that_the_sentence_has(language):
    strange = [
        entry
        for entry in entries(language)
        if any(
            set(PLACES.findall(text)) - set(PLACES.findall(" ".join(told(entry, "msgid"))))
            for text in told(entry, "msgstr")
        )
    ]
    assert strange == []


def test_a_refusal_of_the_core_speaks_the_language_of_the_page():
    refusal = ImpossibleResult("Für Platz {seat} fehlen die Augen. Bitte nachtragen.", seat=3)
    said = set()
    for language in ("de", "lb", "en"):
        with translation.override(language):
            said.add(say(refusal))
    assert len(said) == 3
    assert all("3" in sentence for sentence in said)


@pytest.mark.parametrize("language", ["lb", "en"])
def test_a_note_for_translators_stands_above_its_sentence(language):
    """Kept beside the catalogues (locale/notes.toml), shown by every editor of catalogues; `manage.py messages` sets them."""
    kept = tomllib.loads((HOUSE / "locale/notes.toml").read_text(encoding="utf-8"))["notes"]
    by_sentence = {sentence: entry for entry in entries(language) for sentence in told(entry, "msgid")[:1]}
    assert len(kept) > 50
    assert [one for one in kept if f"#. {kept[one]}\n" not in by_sentence.get(one, "")] == []
