"""Long names in narrow columns: where a word may be parted, so that it is never broken inside a syllable."""

from __future__ import annotations

import re
from functools import lru_cache

SOFT_HYPHEN = "\u00ad"
LONG = 13  # letters: a shorter word fits the name column of the narrowest phone in large type
WORD = re.compile(r"[^\W\d_]+")
VOWELS = "aeiouyäöüáéíóúàèìòùâêîôûëïåøæœ"
CONSONANT = rf"[^\W\d_{VOWELS}]"
# The last consonant before a vowel begins the next syllable; these stay together.
SYLLABLE = re.compile(
    rf"(?<=[{VOWELS}])({CONSONANT}*?)((?:sch[lmnrw]?|ch|ck|ph|th|st|sp|[bfgkp][lr]|[dt]r|{CONSONANT})(?=[{VOWELS}]))",
    re.IGNORECASE,
)


@lru_cache(maxsize=4_096)  # names of a day, which stand in every page of standings
def with_soft_hyphens(name: str) -> str:
    """A name whose long words carry soft hyphens: „Zweiundfünfzigblatt“ may become „Zwei­und­fünf­zig­blatt“."""
    return WORD.sub(lambda word: _syllables(word[0]) if len(word[0]) >= LONG else word[0], name)


def _syllables(word: str) -> str:
    """Hyphens between syllables, never with fewer than three letters on a side."""

    def between(match: re.Match[str]) -> str:
        at = match.start(2)
        return match[1] + (SOFT_HYPHEN if 3 <= at <= len(word) - 3 else "") + match[2]

    return SYLLABLE.sub(between, word)
