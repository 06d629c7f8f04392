"""How much fits on a page of a screen so that it is read across the hall, and names that fit their line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil
from typing import TypeVar

from tournaments.models import Player, Screen
from tournaments.screens.selectors import View

T = TypeVar("T")

LARGE, MEDIUM = Screen.Letters.LARGE, Screen.Letters.MEDIUM

# How many lines, tables or tiles stand on one page; docs/screens.md says how large that makes the letters.
ROWS = {View.STANDINGS: {LARGE: 7, MEDIUM: 20}, View.NAMES: {LARGE: 7, MEDIUM: 30}}
TABLES = {LARGE: 2, MEDIUM: 9}
TILES = {LARGE: 12, MEDIUM: 40}
CALLS = {LARGE: 6, MEDIUM: 15}
FITS = {
    View.STANDINGS: {LARGE: 18, MEDIUM: 18},
    View.NAMES: {LARGE: 21, MEDIUM: 14},
    View.TABLES: {LARGE: 12, MEDIUM: 12},
}  # signs of a bold sans serif; where a font is wider still, static/js/screen.js makes the line smaller
MUCH_LONGER = 1.35  # beyond this many times the room a name is set still smaller
COLUMNS = {View.STANDINGS: 2, View.NAMES: 3}  # with medium letters; large ones have one column
FEWEST_ROWS = 5


def spread_pages(rows: Sequence[T], most: int) -> list[Sequence[T]]:
    """Pages of about the same length, none longer than fits."""
    if not rows:
        return []
    each = ceil(len(rows) / ceil(len(rows) / most))
    return [rows[start : start + each] for start in range(0, len(rows), each)]


def letters_class(name: str, room: int) -> str:
    """The class that lets a long name fit."""
    if len(name) <= room:
        return ""
    return "is-long" if len(name) <= room * MUCH_LONGER else "is-longer"


def short_names(players: Iterable[tuple[int, Player]], room: int) -> dict[int, str]:
    """Start number → the name as it is shown: whole, with an initial or by the family alone, whichever fits and is nobody else's."""
    people = {number: spellings(one) for number, one in players}
    shared = Counter(name for names in people.values() for name in set(names))
    found = {}
    for number, names in people.items():
        own = [name for name in names if shared[name] == 1] or [names[0]]
        found[number] = next((name for name in own if len(name) <= room), own[-1])
    return found


def spellings(player: Player) -> tuple[str, ...]:
    """From the longest to the shortest."""
    if not player.given_name:
        return (player.family_name,)
    return (player.listed_name, f"{player.family_name}, {player.given_name[:1]}.", player.family_name)


def column_height(view: View, letters: Screen.Letters, longest: int) -> int:
    """How many rows the columns of a page have."""
    if letters == LARGE:
        return ROWS[view][LARGE]
    return max(FEWEST_ROWS, ceil(longest / COLUMNS[view]))
