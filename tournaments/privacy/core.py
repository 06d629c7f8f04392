"""Find a person's name in texts, however it was typed. Plain Python, no Django."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SHORTEST_FAMILY = 3  # letters of a family name that is looked for alone: "Li" stands in too many words
# Family names that are words of every list; alone in a text they are the card, not the person.
WORDS_OF_THE_GAME = frozenset(
    {
        "as",
        "ass",
        "augen",
        "blatt",
        "bube",
        "dame",
        "geber",
        "hand",
        "herz",
        "joker",
        "karo",
        "karte",
        "karten",
        "könig",
    }
    | {
        "kreuz",
        "liste",
        "pik",
        "punkt",
        "punkte",
        "rommé",
        "runde",
        "serie",
        "spiel",
        "stapel",
        "stein",
        "tisch",
    }
)
GENITIVE = r"(?:['’]?s)?"


@dataclass(frozen=True, slots=True)
class Spelling:
    """A name as it was stored once; `given` may be empty, and then `family` is the whole name."""

    given: str
    family: str

    @property
    def whole(self) -> str:
        """Return the name as people say it."""
        return f"{self.given} {self.family}".strip()


@dataclass(frozen=True, slots=True)
class NameFinder:
    """Replaces all spellings of one person by a pseudonym."""

    pseudonym: str
    whole: re.Pattern[str]
    alone: re.Pattern[str] | None  # family names that nobody else here bears

    def in_text(self, text: str, *, free: bool = False) -> bool:
        """Return whether a text names the person; in free text a family name alone does."""
        return bool(self.whole.search(text) or (free and self.alone and self.alone.search(text)))

    def without(self, value: Any, *, free: bool = False) -> Any:
        """Return a text or a JSON value in which the pseudonym stands for the name, however deep the name was."""
        match value:
            case str():
                value = self.whole.sub(self.pseudonym, value)
                return self.alone.sub(self.pseudonym, value) if free and self.alone else value
            case list():
                return [self.without(one, free=free) for one in value]
            case Mapping():
                return {key: self.without(one, free=free) for key, one in value.items()}
            case _:
                return value


def name_finder(spellings: Sequence[Spelling], *, pseudonym: str, others: str) -> NameFinder:
    """Return what finds these spellings. `others` holds every other name of the place: a family name in it is not only theirs."""
    whole = "|".join(sorted({form for one in spellings for form in whole_forms(one)}, key=len, reverse=True))
    families = {one.family for one in spellings if one.given and is_telling(one.family, others)}
    alone = "|".join(escaped(form) for one in sorted(families) for form in written(one))
    return NameFinder(
        pseudonym=pseudonym,
        whole=re.compile(rf"(?<!\w)(?:{whole}){GENITIVE}(?!\w)", re.IGNORECASE),
        alone=re.compile(rf"(?<!\w)(?:{alone}){GENITIVE}(?!\w)") if alone else None,
    )


def is_telling(family: str, others: str) -> bool:
    """Return whether a family name alone can only mean this person."""
    if len(family) < SHORTEST_FAMILY or family.casefold() in WORDS_OF_THE_GAME:
        return False
    return re.search(rf"(?<!\w){escaped(family)}(?!\w)", others, re.IGNORECASE) is None


def whole_forms(name: Spelling) -> Iterable[str]:
    """Yield patterns of the whole name in either order, with any white space and with or without a comma."""
    for given, family in zip(written(name.given), written(name.family), strict=True):
        if not given:
            yield escaped(family)
            continue
        yield rf"{escaped(given)}\s+{escaped(family)}"
        yield rf"{escaped(family)}\s*,?\s+{escaped(given)}"


def written(name: str) -> tuple[str, str, str]:
    """Return a name as it is, in capitals (ß becomes SS), and with accents as signs of their own."""
    return name, name.upper(), unicodedata.normalize("NFD", name)


def escaped(name: str) -> str:
    """Return a pattern for a name in which any white space parts its words."""
    return r"\s+".join(re.escape(word) for word in name.split())


def names_person(cells: Sequence[str], spellings: Iterable[Spelling], finder: NameFinder) -> bool:
    """Return whether a row of a table is about the person: the name in one cell, or given and family name in two."""
    if any(finder.in_text(cell) for cell in cells):
        return True
    filled = {plain(cell) for cell in cells}
    return any(one.given and plain(one.given) in filled and plain(one.family) in filled for one in spellings)


def plain(text: str) -> str:
    """Return a text for comparison: composed, without capitals and superfluous white space."""
    return " ".join(unicodedata.normalize("NFC", text).split()).casefold()


def tables_without(
    tables: Sequence[Mapping[str, Any]], about: Callable[[Sequence[str]], bool], pseudonym: str
) -> list[dict[str, Any]]:
    """Return stored tables of a player file in which rows about the person hold a pseudonym and nothing else."""
    return [
        {
            **table,
            "rows": [
                [row[0], [pseudonym], [], *row[3:]] if about(row[1]) else list(row) for row in table["rows"]
            ],
        }
        for table in tables
    ]
