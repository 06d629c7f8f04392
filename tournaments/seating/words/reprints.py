"""What must be printed again after a change of the seating: the paper of the tables and people it touched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.pages.words import numbers
from tournaments.seating.selectors.places import Hanging, hanging
from tournaments.seating.selectors.seating import Move
from tournaments.seating.selectors.state import Entrant
from tournaments.seating.words.seating import MovesOfSeries


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One file to print again: its words and its address."""

    words: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reprints:
    """What is out of date: papers of every hall, papers that only some print, and what to throw away."""

    must: tuple[Paper, ...]
    perhaps: tuple[Paper, ...]
    gone: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.must or self.perhaps or self.gone)


def reprints(
    tournament: Tournament,
    moves: Iterable[MovesOfSeries],
    standing: Mapping[int, frozenset[int]],
    out: Sequence[Hanging],
    *,
    directs: bool,
) -> Reprints:
    """The paper that these moves make out of date.

    `standing` are the tables of each series after the change, `out` is what hangs out.
    """
    hanging = {one.number: one for one in out}
    must: list[Paper] = []
    perhaps: list[Paper] = []
    gone: list[str] = []
    people: set[int] = set()
    new: set[int] = set()
    for one in moves:
        touched = touched_tables(one)
        stay = sorted(touched & standing.get(one.series, frozenset()))
        left = sorted(touched - standing.get(one.series, frozenset()))
        people |= {move.person.start_number for _kind, move in one.moves if move.after}
        new |= {move.person.start_number for kind, move in one.moves if kind == "new"}
        if one.series not in hanging:
            continue
        laid = hanging[one.series].laid is not None
        if laid and left:
            gone.append(
                _("Serie {series}: Listen und Karten von Tisch {tables} wegwerfen.").format(
                    series=one.series, tables=numbers(left)
                )
            )
        must += of_everybody(tournament, one.series, stay, laid=laid)
        perhaps += of_tables(tournament, one.series, stay, laid=laid)
    perhaps += of_people(tournament, sorted(people), sorted(new), directs=directs)
    return Reprints(must=tuple(must), perhaps=tuple(perhaps), gone=tuple(gone))


def of_name(tournament: Tournament, person: Entrant, chairs: Mapping[int, tuple[int, int]]) -> Reprints:
    """What carries the name of somebody whose name was mended: his tables in what hangs out, his card and badge.

    `chairs`: by series, his table and seat. A series that is played to its end needs no paper any more.
    """
    out = [one for one in hanging(tournament) if not one.is_played]
    moves = [
        MovesOfSeries(
            series=one.number,
            moves=(("new", Move(series=one.number, person=person, before=chair, after=chair)),),
        )
        for one in out
        if (chair := chairs.get(one.number))
    ]
    standing = {one.series: frozenset(touched_tables(one)) for one in moves}
    return reprints(tournament, moves, standing, out, directs=True)


def touched_tables(moves: MovesOfSeries) -> set[int]:
    """The tables that a move leads to or from, or at which a seat changes."""
    return {chair[0] for _kind, move in moves.moves for chair in (move.before, move.after) if chair}


def of_everybody(tournament: Tournament, series: int, tables: list[int], *, laid: bool) -> list[Paper]:
    """The lists of the touched tables, and the wall."""
    found = []
    if laid and tables:
        found.append(
            paper_to_print(
                _("Serie {series}: Spiellisten Tisch {tables}").format(series=series, tables=numbers(tables)),
                reverse("sheets_pdf", args=[tournament.slug, series]),
                leer=1,
                tische=joined_numbers(tables),
            )
        )
    board = reverse("board_pdf", args=[tournament.slug])
    by_name = _("Serie {series}: Sitzordnung nach Namen").format(series=series)
    by_table = _("Serie {series}: Sitzordnung nach Tischen").format(series=series)
    return [
        *found,
        paper_to_print(by_name, board, serie=series, nach="namen"),
        paper_to_print(by_table, board, serie=series, nach="tischen"),
    ]


def of_tables(tournament: Tournament, series: int, tables: list[int], *, laid: bool) -> list[Paper]:
    """Cards and slips of the touched tables."""
    if not tables:
        return []
    said = {"series": series, "tables": numbers(tables)}
    asked = {"serie": series, "tische": joined_numbers(tables)}
    kinds = [
        (_("Serie {series}: Tischkarten Tisch {tables}"), "table_cards_pdf"),
        (_("Serie {series}: Platzkarten Tisch {tables}"), "place_cards_pdf"),
        *([(_("Serie {series}: Ergebniszettel Tisch {tables}"), "slips_pdf")] if laid else []),
    ]
    return [
        paper_to_print(text.format(**said), reverse(name, args=[tournament.slug]), **asked)
        for text, name in kinds
    ]


def of_people(tournament: Tournament, people: list[int], new: list[int], *, directs: bool) -> list[Paper]:
    """Start cards of those whose chair is another one, name badges of those who are new."""
    found = []
    if people and directs:
        text = _("Startkarten Nr. {people}").format(people=numbers(people))
        found.append(
            paper_to_print(
                text, reverse("start_cards_pdf", args=[tournament.slug]), nummer=joined_numbers(people)
            )
        )
    if new:
        text = _("Namensschilder Nr. {people}").format(people=numbers(new))
        found.append(
            paper_to_print(text, reverse("badges_pdf", args=[tournament.slug]), nummer=joined_numbers(new))
        )
    return found


def paper_to_print(words: str, address: str, **asked: object) -> Paper:
    return Paper(words=words, address=f"{address}?{urlencode(asked, safe=',')}")


def joined_numbers(found: Iterable[int]) -> str:
    return ",".join(map(str, found))
