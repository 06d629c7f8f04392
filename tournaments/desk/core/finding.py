"""Finding by words: whatever somebody types, in any order, with or without accents, as beginnings of words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

MOST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class FindablePlace:
    """Something that can be found: where it is, what it is called, and by what other words it is known."""

    kind: str
    label: str
    url: str
    hint: str = ""
    also: str = ""
    icon: str = "right"


def without_accents(text: str) -> str:
    """Small letters without accents, ß as ss."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def search_words(text: str) -> list[str]:
    return re.findall(r"\w+", without_accents(text))


def find(asked: str, places: Iterable[FindablePlace], *, most: int = MOST) -> tuple[FindablePlace, ...]:
    """The places that every asked word leads to: by their own name first, whole words before beginnings.

    A number is never the beginning of another: who asks for table 1 does not mean table 11.
    """
    wanted = search_words(asked)
    if not wanted:
        return ()
    found = []
    for n, place in enumerate(places):
        own, more = search_words(place.label), search_words(f"{place.hint} {place.also}")
        marks = [match_mark(word, own, more) for word in wanted]
        if None not in marks:
            found.append((sum(one for one in marks if one is not None), len(place.label), n, place))
    return tuple(place for *_order, place in sorted(found, key=lambda one: one[:3])[:most])


def match_mark(word: str, own: list[str], more: list[str]) -> int | None:
    """How well a word leads there: 0 best, None not at all."""
    for base, known in ((0, own), (2, more)):
        if word in known:
            known.remove(word)  # who asks for "1 Serie 1" means both numbers
            return base
        if not word.isdecimal() and any(one.startswith(word) for one in known):
            return base + 1
    if not word.isdecimal() and len(word) > 2 and any(word in one for one in (*own, *more)):
        return 4
    return None
