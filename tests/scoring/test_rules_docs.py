"""The pages about rules say what the files say."""

import re
from pathlib import Path

import pytest

from scoring.rules import BUILT_IN, built_in, built_in_document

DOCS = Path(__file__).parents[2] / "docs" / "rules"
ROW = re.compile(r"^\| `([a-z_]+\.[a-z_]+)` \| (.+?) \| (.+?) \| (.*?) \|$", re.MULTILINE)


def shown(value):
    """A value as the pages write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f"`{value}`"
    if not isinstance(value, list):
        return str(value)
    if value and isinstance(value[0], dict):
        steps = [
            (f"{row['from']}-{row['to']}" if "to" in row else f"{row['from']}+", row["points"])
            for row in value
        ]
        return " · ".join(f"{span} → {points}" for span, points in steps).replace("→ -", "→ −")
    if value and isinstance(value[0], list):
        return " · ".join(f"{players} → {cards}" for players, cards in value)
    return ", ".join(shown(entry) for entry in value) or "never"


def marks(rules, place):
    source = rules.source(place)
    return ", ".join(["reading"] * bool(source.reading) + ["**to confirm**"] * source.confirm)


@pytest.mark.parametrize("key", BUILT_IN)
def test_each_row_of_a_page_is_the_value_of_the_file(key):
    document, rules = built_in_document(key), built_in(key)
    rows = {place: rest for place, *rest in ROW.findall((DOCS / f"{key}.md").read_text(encoding="utf-8"))}
    for place in rules.sources:
        section, name = place.split(".")
        cell = document[section][name]
        assert rows[place] == [shown(cell["is"]), cell["rule"], marks(rules, place)], place


def test_every_key_is_explained():
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    for key in BUILT_IN:
        for place in built_in(key).sources:
            assert f"| `{place}` |" in text


def test_every_reading_is_told_with_its_reason():
    text = (DOCS / "readings.md").read_text(encoding="utf-8")
    for key in BUILT_IN:
        for place, reading in built_in(key).readings.items():
            assert f"- `{place}` ({built_in(key).source(place).paragraph}): {reading.en}" in text
