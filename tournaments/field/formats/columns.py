"""What the columns of a stranger's table are: guessed from its head, or from what stands beneath; people may change it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise, zip_longest

from tournaments.event.selectors.names import plain
from tournaments.spreadsheets.reading.limits import FilledRow, FilledTable

HEAD_WITHIN = 40  # rows above which a head is looked for
LOOKED_AT = 200  # rows that say what a column without a head is
DAY = re.compile(r"\d{1,2}[.\-/]\d{1,2}[.\-/]\d{2,4}|\d{4}-\d\d-\d\d")
LETTERS = re.compile(r"[^\W\d_]{2,}")


class Meaning(StrEnum):
    """What stands in a column."""

    NAME = "name"
    FAMILY = "family"
    GIVEN = "given"
    CLUB = "club"
    BORN = "born"
    SEX = "sex"
    NUMBER = "number"
    GUEST = "guest"
    NOTHING = ""


WORDS: dict[Meaning, frozenset[str]] = {
    Meaning.FAMILY: frozenset(
        [
            "nachname",
            "familienname",
            "zuname",
            "hausname",
            "surname",
            "lastname",
            "familyname",
            "nom",
            "famillennumm",
            "familljennumm",
            "nachnumm",
        ]
    ),
    Meaning.GIVEN: frozenset(
        ["vorname", "vornamen", "rufname", "firstname", "givenname", "prenom", "virnumm", "forename"]
    ),
    Meaning.NAME: frozenset(
        [
            "name",
            "spieler",
            "spielerin",
            "spielername",
            "spielerinnen",
            "teilnehmer",
            "teilnehmerin",
            "teilnehmername",
            "mitglied",
            "mitgliedsname",
            "namevorname",
            "nachnamevorname",
            "vornamename",
            "vornamenachname",
            "vorundnachname",
            "nameundvorname",
            "vorundzuname",
            "vorzuname",
            "player",
            "playername",
            "joueur",
            "numm",
            "spiller",
            "teilnehmerinnen",
        ]
    ),
    Meaning.CLUB: frozenset(
        [
            "verein",
            "club",
            "klub",
            "vereinsname",
            "clubname",
            "klubname",
            "vereinclub",
            "stammverein",
            "heimverein",
            "verain",
            "association",
            "gruppe",
        ]
    ),
    Meaning.BORN: frozenset(
        [
            "geburtsdatum",
            "geburtstag",
            "geb",
            "gebdatum",
            "gebam",
            "geboren",
            "geborenam",
            "gebdat",
            "jahrgang",
            "geburtsjahr",
            "birthday",
            "birthdate",
            "dateofbirth",
            "datedenaissance",
            "gebuertsdatum",
        ]
    ),
    Meaning.SEX: frozenset(
        ["geschlecht", "mw", "wm", "mwd", "wmd", "sex", "gender", "anrede", "sexe", "geschl"]
    ),
    Meaning.NUMBER: frozenset(["startnummer", "startnr", "stnr", "startno", "startnumber", "startnumm"]),
    Meaning.GUEST: frozenset(["gast", "guest", "gastspieler", "gaascht"]),
}
MEANS = {word: meaning for meaning, words in WORDS.items() for word in words}
NAMES = {Meaning.NAME, Meaning.FAMILY, Meaning.GIVEN}


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """Which row is the head (None: there is none), and what each column means."""

    head: int | None
    columns: tuple[Meaning, ...]


def guess(table: FilledTable) -> Guess:
    """The likeliest reading of a table."""
    best, best_row = 0, None
    columns: tuple[Meaning, ...] = ()
    for row, cells in heads(table.rows[:HEAD_WITHIN]):
        found = read_head(cells)
        score = len({meaning for meaning in found if meaning})
        if score > best and not NAMES.isdisjoint(found):
            best, best_row, columns = score, row, found
    if best_row is None:
        return Guess(head=None, columns=by_content(table.rows[:LOOKED_AT]))
    width = max(len(row.cells) for row in table.rows)
    return Guess(head=best_row.number, columns=columns + (Meaning.NOTHING,) * (width - len(columns)))


def heads(rows: Sequence[FilledRow]) -> Iterator[tuple[FilledRow, Sequence[str]]]:
    """What may be a head: each row, and two rows together where the lower one says more closely what the upper one means."""
    for upper, lower in pairwise(rows):
        yield upper, upper.cells
        known = [word_of(cell) in MEANS for cell in lower.cells if cell]
        if known and all(known) and lower.number == upper.number + 1:
            yield (
                lower,
                [below or above for above, below in zip_longest(upper.cells, lower.cells, fillvalue="")],
            )
    if rows:
        yield rows[-1], rows[-1].cells


def read_head(cells: Sequence[str]) -> tuple[Meaning, ...]:
    """What each heading says; each meaning once, "Name" beside "Vorname" is the family name."""
    said = [MEANS.get(word_of(cell), Meaning.NOTHING) for cell in cells]
    if Meaning.GIVEN in said and Meaning.FAMILY not in said:
        said = [Meaning.FAMILY if meaning is Meaning.NAME else meaning for meaning in said]
    if Meaning.FAMILY in said and Meaning.GIVEN in said:
        said = [Meaning.NOTHING if meaning is Meaning.NAME else meaning for meaning in said]
    seen: set[Meaning] = set()
    columns = []
    for meaning in said:
        columns.append(Meaning.NOTHING if meaning in seen else meaning)
        seen.add(meaning)
    return tuple(columns)


def word_of(heading: str) -> str:
    """A heading without what people write around its word: "Start-Nr.:" is "startnr"."""
    return "".join(sign for sign in plain(heading) if sign.isalnum())


def by_content(rows: Sequence[FilledRow]) -> tuple[Meaning, ...]:
    """Without a head: names stand before clubs, days look like days."""
    width = max((len(row.cells) for row in rows), default=0)
    texts, columns = [], [Meaning.NOTHING] * width
    for column in range(width):
        filled = [row.cells[column] for row in rows if column < len(row.cells) and row.cells[column]]
        if not filled:
            continue
        if sum(DAY.fullmatch(cell) is not None for cell in filled) * 2 > len(filled):
            if Meaning.BORN not in columns:
                columns[column] = Meaning.BORN
        elif sum(LETTERS.search(cell) is not None for cell in filled) * 2 > len(filled):
            texts.append((column, filled))
    if not texts:
        return tuple(columns)
    _column, filled = texts[0]
    whole = sum(len(cell.replace(",", " ").split()) > 1 for cell in filled) * 2 > len(filled)
    meanings = (
        [Meaning.NAME, Meaning.CLUB]
        if whole or len(texts) == 1
        else [Meaning.FAMILY, Meaning.GIVEN, Meaning.CLUB]
    )
    for (column, _filled), meaning in zip(texts, meanings, strict=False):
        columns[column] = meaning
    return tuple(columns)


def best_table(tables: Sequence[FilledTable]) -> int:
    """The sheet that looks most like a list of players: by its head, then by its rows."""

    def fitness(place: int) -> tuple[bool, int, int]:
        found = guess(tables[place])
        known = len({meaning for meaning in found.columns if meaning})
        return found.head is not None, known, len(tables[place].rows)

    return max(range(len(tables)), key=lambda place: (*fitness(place), -place))
