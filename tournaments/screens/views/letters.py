"""How much fits on a page of a screen so that it is read across the hall: every name in one size, in as many lines as it needs.

Lengths are in em of the names' own font size; a line of a page is one name high (docs/screens.md says how large that is).
Where a browser draws wider than reckoned here, static/js/screen.js makes all names of that page smaller, alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

from tournaments.models import Player, Screen
from tournaments.screens.selectors import View

T = TypeVar("T")

LARGE, MEDIUM = Screen.Letters.LARGE, Screen.Letters.MEDIUM


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterSheet:
    """A page of rows: columns of so many lines, and how wide a name may be beside its figures."""

    columns: int
    lines: int
    room: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """A page of tables: so many cards, each with so many lines for names of this width."""

    cards: int
    lines: int
    room: float


ROWS = {
    View.STANDINGS: {
        LARGE: LetterSheet(columns=1, lines=7, room=10.6),
        MEDIUM: LetterSheet(columns=2, lines=10, room=9.3),
    },
    View.NAMES: {
        LARGE: LetterSheet(columns=1, lines=7, room=10.2),
        MEDIUM: LetterSheet(columns=3, lines=10, room=6.8),
    },
}
TABLES = {
    LARGE: (Cards(cards=2, lines=5, room=5.2), Cards(cards=1, lines=5, room=12.6)),
    MEDIUM: (
        Cards(cards=9, lines=4, room=5.7),
        Cards(cards=6, lines=6, room=5.7),
        Cards(cards=4, lines=6, room=11.1),
        Cards(cards=2, lines=13, room=11.1),
    ),
}  # the first that holds every name without parting a word; what even the last does not hold goes on on the next page
TILES = {LARGE: 12, MEDIUM: 35}
CALLS = {LARGE: 6, MEDIUM: 15}
FEWEST_LINES = 5
DIGIT = 0.62  # each digit beyond two in front of a name, or beside it, takes this from it
HYPHEN = 0.9  # what the last line before a parted word may lose

# Widths of the letters of Atkinson Hyperlegible Next, semibold, rounded up.
SIGNS = dict.fromkeys(" !(),.:;[]`fijl|'", 0.3) | dict.fromkeys("-/1Irt", 0.45)
SIGNS |= dict.fromkeys("7?JLacksvxyzàáâãäåçýÿāăąćčşšźżž", 0.55)
SIGNS |= dict.fromkeys("ACDGHKNOQUXwÀÁÂÃÄÅÇÑÒÓÔÕÖØÙÚÛÜ", 0.72) | dict.fromkeys("MWmÆæŒœ%@", 0.9)
ORDINARY, WIDE = 0.63, 1.05  # any other letter; a sign of the east


def width_of_letters(text: str) -> float:
    return sum(SIGNS.get(sign) or (WIDE if ord(sign) >= 0x2E80 else ORDINARY) for sign in text)


def break_places(name: str) -> list[str]:
    """Where a name may go on in the next line: after a blank or a hyphen."""
    return re.findall(r"[^\s-]+-?|-", name)


def name_lines(name: str, room: float) -> int:
    """How many lines a name takes; a word that is too long for one is parted."""
    lines, used = 1, 0.0
    for word in break_places(name):
        wide = width_of_letters(word)
        gap = width_of_letters(" ") if used else 0.0
        if used + gap + wide <= room:
            used += gap + wide
            continue
        lines += bool(used)
        while wide > room:
            wide -= room - HYPHEN
            lines += 1
        used = wide
    return lines


# Where a name of one long word goes on in the next line: before the last consonant between two vowels.
SYLLABLE = re.compile(
    r"(?<=[aeiouyäöüáéíóúàèëêâôåø])([^\W\d_aeiouyäöü]*?)((?:sch|ch|ck|ph|th|[^\W\d_aeiouyäöü])[aeiouyäöüáéíóúàèëêâôåø])"
)


def with_joints(name: str, room: float) -> str:
    """The name with soft hyphens in each word that is too long for its line: browsers of televisions know no syllables."""
    if whole_words(name, room):
        return name
    return re.sub(
        r"[^\s-]+",
        lambda word: SYLLABLE.sub("\\1\u00ad\\2", word[0]) if width_of_letters(word[0]) > room else word[0],
        name,
    )


def whole_words(name: str, room: float) -> bool:
    return all(width_of_letters(word) <= room for word in break_places(name))


def short_names(players: Iterable[tuple[int, Player]], room: float) -> dict[int, str]:
    """Start number → the name as it is shown: whole, with an initial or by the family alone, whichever takes the fewest lines
    and is nobody else's.
    """
    people = {number: spellings(one) for number, one in players}
    shared = Counter(name for names in people.values() for name in set(names))
    found = {}
    for number, names in people.items():
        own = [name for name in names if shared[name] == 1] or [names[0]]
        found[number] = min(own, key=lambda name: name_lines(name, room))
    return found


def spellings(player: Player) -> tuple[str, ...]:
    """From the longest to the shortest."""
    if not player.given_name:
        return (player.family_name,)
    return (player.listed_name, f"{player.family_name}, {player.given_name[:1]}.", player.family_name)


# Pages ---------------------------------------------------------------------------------------------------------


def spread_pages(rows: Sequence[T], most: int) -> list[Sequence[T]]:
    """Pages of about the same length, none longer than fits."""
    if not rows:
        return []
    each = ceil(len(rows) / ceil(len(rows) / most))
    return [rows[start : start + each] for start in range(0, len(rows), each)]


def filled_pages(lines: Sequence[int], sheet: LetterSheet, high: int) -> list[int]:
    """With which row each page begins, its columns so many lines high; no row is parted between two columns."""
    starts: list[int] = []
    column, used = sheet.columns, high
    for at, needed in enumerate(lines):
        if used + min(needed, high) > high:
            column, used = column + 1, 0
        if column >= sheet.columns:
            starts.append(at)
            column = 0
        used += min(needed, high)
    return starts


def row_pages(rows: Sequence[tuple[T, int]], sheet: LetterSheet) -> tuple[list[Sequence[tuple[T, int]]], int]:
    """Rows and the lines that each needs, on as few pages as can be, as evenly as can be; and how high the columns are."""
    lines = [needed for _row, needed in rows]
    fewest = len(filled_pages(lines, sheet, sheet.lines))
    tallest = min(max(lines, default=1), sheet.lines)
    heights = range(max(FEWEST_LINES, tallest), sheet.lines + 1)
    high = next((one for one in heights if len(filled_pages(lines, sheet, one)) == fewest), sheet.lines)
    starts = filled_pages(lines, sheet, high)
    ends = [*starts[1:], len(rows)][: len(starts)]
    return [rows[start:end] for start, end in zip(starts, ends, strict=True)], high
