"""The page of a rule set, line by line: what, its value, its paragraph, and the reading with its reason."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import groupby

from django.utils.translation import get_language, gettext

from scoring.engine.law import GoingOut, WrongCount
from scoring.rules import BUILT_IN, RuleSet, Text, built_in
from scoring.wording.at_table import points_at_table
from scoring.wording.decided import decided_for
from scoring.wording.labels import LABELS, TITLES
from scoring.wording.values import value_in_words

JOKER_PLACES = frozenset(
    {
        "cards.joker_held",
        "melds.joker_share",
        "melds.jokers_adjacent",
        "turn.joker_swap",
        "turn.swap_needs_full_group",
        "turn.joker_discard_only_last",
    }
)
# Languages that the documents of the house do not have; their fingerprints stay as they are.
BESIDE = {"fr": "readings_fr.toml"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionLine:
    """One value: what it is about, what it is, where it comes from, and why we read it so."""

    place: str
    label: str
    value: str
    paragraph: str
    reading: str
    confirm: bool
    own: bool  # set by the organiser of a variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Values that belong together."""

    name: str
    title: str
    lines: tuple[SectionLine, ...]


def section_line(rules: RuleSet, place: str) -> SectionLine:
    source = rules.source(place)
    language = get_language() or "de"
    return SectionLine(
        place=place,
        label=str(LABELS[place]),
        value=value_in_words(rules, place),
        paragraph=source.paragraph,
        reading=reading_in_language(source.reading, language) if source.reading else "",
        confirm=source.confirm,
        own=source.own,
    )


def applies(rules: RuleSet, place: str) -> bool:
    """Without jokers nobody needs to read how to swap them; a failed opening needs an opening value."""
    if place in JOKER_PLACES:
        return rules.law.jokers > 0
    if place in ("turn.failed_opening", "turn.hand_below_opening"):
        return rules.law.opening_augen > 0
    if place == "turn.super_with_layoffs":
        return rules.law.going_out is GoingOut.DISCARD_OR_SUPER
    if place == "turn.mending_bars":
        return rules.law.wrong_count is not WrongCount.NONE
    return True


def sections(rules: RuleSet) -> Iterator[Section]:
    """The values in the order of the labels, as far as they apply; then what is done at the table, and what was decided."""
    places = [place for place in LABELS if place in rules.sources and applies(rules, place)]
    for name, group in groupby(places, key=lambda place: place.partition(".")[0]):
        yield Section(
            name=name, title=str(TITLES[name]), lines=tuple(section_line(rules, place) for place in group)
        )
    at_table = tuple(
        plain_line(f"at_table.{point.name}", gettext(point.label), text, paragraph)
        for point, text, paragraph in points_at_table(rules)
    )
    yield Section(name="at_table", title=str(TITLES["at_table"]), lines=at_table)
    decided = tuple(
        plain_line(f"decided.{one.name}", gettext(one.label), gettext(one.text), gettext("Lesart"))
        for one in decided_for(rules)
    )
    yield Section(name="decided", title=str(TITLES["decided"]), lines=decided)


def plain_line(place: str, label: str, value: str, paragraph: str) -> SectionLine:
    """A line that is no value of the rule set."""
    return SectionLine(
        place=place, label=label, value=value, paragraph=paragraph, reading="", confirm=False, own=False
    )


def reading_in_language(reading: Text, language: str) -> str:
    """An organiser's own reading stays as it was typed; one of the house is known by its German words."""
    code = language[:2]
    if code in BESIDE:
        return beside(code).get(reading.de, reading.de)
    return reading.in_language(code)


@cache
def beside(code: str) -> Mapping[str, str]:
    """Map the German text of each of the house's readings to its text in this language."""
    text = resources.files("scoring.rules").joinpath(BESIDE[code]).read_text(encoding="utf-8")
    said = tomllib.loads(text)
    return {
        reading.de: said[key][place]
        for key in BUILT_IN
        for place, reading in built_in(key).readings.items()
        if place in said.get(key, {})
    }
