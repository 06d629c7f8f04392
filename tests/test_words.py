"""One word for a thing, in three languages: what was mended stays mended, and Luxembourgish keeps the rule of the n."""

from __future__ import annotations

import re

import pytest

from tests.test_translations import entries, told

# What nobody at the table says; each has its better word in the catalogue.
GONE = {
    "msgid": [
        "So kann der Tisch nicht liegen", "Tische liegen", "Wer wohin", "Wer etwas mitbringt",
        "Einem Spieler etwas mitgeben", "So gelegt", "Was darf es?", "Hat sich erledigt",
        "Zurück ohne Karten", "Das As ", "Zweite Erfassung", "Niederschrift",
    ],
    "lb": [
        "Uweisung", "während", "Halschent", "Uerteel", "Wourfir", "dierf", "dierfen", "si héchstens",
        "noreechnen", "Entscheed", "Spilleedung", "muss en virum", "Strich", "untippen", "Keessesturz",
    ],
    "en": [
        "Make an access", "The season is made", "no least value", "Look and release", "Present password",
        "Both typings", "stands in the journal", "counter-sheet", "pot of prizes", "his own page",
    ],
}  # fmt: skip
# Small words that lose their n before a consonant other than n, d, t, z and h (Eifeler Regel).
BEFORE = re.compile(
    r"(?<![\w-])(vun|den|wann|dann|keen|engen|hiren|deen)(?= [bcfgjklmpqrsvwxBCFGJKLMPQRSVWX])"
)


def whole_words(phrase: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text) is not None


@pytest.mark.parametrize("phrase", GONE["msgid"])
def test_german_that_nobody_at_the_table_says_is_gone(phrase):
    found = [text for entry in entries("en") for text in told(entry, "msgid") if phrase in text]
    assert found == []


@pytest.mark.parametrize("language", ["lb", "en"])
def test_what_was_mended_stays_mended(language):
    found = [
        (phrase, text)
        for entry in entries(language)
        for text in told(entry, "msgstr")
        for phrase in GONE[language]
        if whole_words(phrase, text)
    ]
    assert found == []


def test_luxembourgish_drops_its_n_where_it_must():
    found = [text for entry in entries("lb") for text in told(entry, "msgstr") if BEFORE.search(text)]
    assert found == []
