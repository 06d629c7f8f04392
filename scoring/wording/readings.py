"""The readings of a rule set in the language of the page: its document's own, and for the house's rule sets French beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from scoring.rules import BUILT_IN, Text, built_in

BESIDE = {
    "fr": "readings_fr.toml"
}  # languages that the documents do not have; their fingerprints stay as they are


def reading_in_language(reading: Text, language: str) -> str:
    """An organiser's own reading stays as it was typed; one of the house is known by its German words."""
    code = language[:2]
    if code in BESIDE:
        return beside(code).get(reading.de, reading.de)
    return reading.in_language(code)


@cache
def beside(code: str) -> Mapping[str, str]:
    """From the German of each reading of the house to this language."""
    text = resources.files("scoring.rules").joinpath(BESIDE[code]).read_text(encoding="utf-8")
    said = tomllib.loads(text)
    return {
        reading.de: said[key][place]
        for key in BUILT_IN
        for place, reading in built_in(key).readings.items()
        if place in said.get(key, {})
    }
