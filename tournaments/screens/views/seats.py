"""Who sits where, cut into the pages of a screen: by name or by table, every name whole and in one size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Screen
from tournaments.screens.selectors import View
from tournaments.screens.views.letters import (
    DIGIT,
    ROWS,
    TABLES,
    Cards,
    name_lines,
    row_pages,
    short_names,
    spread_pages,
    whole_words,
    with_joints,
)
from tournaments.screens.views.turns import Slot
from tournaments.seating.selectors import places
from tournaments.seating.selectors.places import LaidTable, Sitting

Names = dict[int, str]
Part = tuple[str, dict[str, Any]]


def seat_slots(
    view: View, letters: Screen.Letters, series: int, tables: list[LaidTable], *, seconds: int
) -> list[Slot]:
    """The pages of one series, by name or by table."""
    by_name = view == View.NAMES
    parts = parts_by_name(tables, letters) if by_name else table_parts(tables, letters)
    return [
        Slot(
            view=view,
            title=_("Sitzordnung Serie {number}").format(number=series),
            template=f"tournaments/screens/_{'names' if by_name else 'tables'}.html",
            seconds=seconds,
            page=number,
            of=len(parts),
            span=span,
            facts=facts,
        )
        for number, (span, facts) in enumerate(parts, 1)
    ]


def names_within(tables: list[LaidTable], room: float) -> Names:
    people = (seat.registration for table in tables for seat in table.seats)
    return short_names(((one.start_number, one.player) for one in people), room)


def parts_by_name(tables: list[LaidTable], letters: Screen.Letters) -> list[Part]:
    sheet = ROWS[View.NAMES][letters]
    digits = len(str(max((table.number for table in tables), default=1)))
    room = sheet.room - DIGIT * max(0, digits - 2)
    names = names_within(tables, room)
    book = places.telephone_book(tables)
    rows = [((table, seat), name_lines(names[seat.registration.start_number], room)) for table, seat in book]
    pages, high = row_pages(rows, sheet)
    found = []
    for part in pages:
        shown = [
            {
                "name": with_joints(names[seat.registration.start_number], room),
                "lines": lines,
                "table": table.number,
                "seat": seat.number,
            }
            for (table, seat), lines in part
        ]
        first, last = (part[at][0][1].registration.player.family_name[:3] for at in (0, -1))
        span = _("{first} – {last}").format(first=first, last=last)
        found.append((span, {"rows": shown, "height": high, "digits": digits}))
    return found


def table_parts(tables: list[LaidTable], letters: Screen.Letters) -> list[Part]:
    """As many tables on a page as show every name whole; all pages alike where that goes."""
    kinds = TABLES[letters]
    names = {kind: names_within(tables, kind.room) for kind in kinds}
    most, last = kinds[0], kinds[-1]
    if all(kind_holds(table, most, names[most]) for table in tables):
        return [table_cards_part(part, most, names[most]) for part in spread_pages(tables, most.cards)]
    tables = [part for table in tables for part in parted_tables(table, last, names[last])]
    found, at = [], 0
    while at < len(tables):
        kind = next(
            (
                one
                for one in kinds
                if all(kind_holds(table, one, names[one]) for table in tables[at : at + one.cards])
            ),
            last,
        )
        found.append(table_cards_part(tables[at : at + kind.cards], kind, names[kind]))
        at += kind.cards
    return found


def parted_tables(table: LaidTable, kind: Cards, names: Names) -> list[LaidTable]:
    """A table whose names take more lines than a card has stands on several, each with some of its seats."""
    found: list[list[Sitting]] = [[]]
    used = 0
    for seat in table.seats:
        needed = name_lines(names[seat.registration.start_number], kind.room)
        if found[-1] and used + needed > kind.lines:
            found.append([])
            used = 0
        found[-1].append(seat)
        used += needed
    return [replace(table, seats=tuple(seats)) for seats in found]


def kind_holds(table: LaidTable, kind: Cards, names: Names) -> bool:
    """Whether a card of this kind shows everybody at a table without parting a word."""
    shown = [names[seat.registration.start_number] for seat in table.seats]
    return sum(name_lines(name, kind.room) for name in shown) <= kind.lines and all(
        whole_words(name, kind.room) for name in shown
    )


def table_cards_part(part: Sequence[LaidTable], kind: Cards, names: Names) -> Part:
    rows = [
        {
            "number": table.number,
            "seats": [
                {
                    "number": seat.number,
                    "name": with_joints(names[seat.registration.start_number], kind.room),
                }
                for seat in table.seats
            ],
        }
        for table in part
    ]
    first, last = part[0].number, part[-1].number
    span = _("Tisch {first}–{last}").format(first=first, last=last)
    if first == last:
        span = _("Tisch {number}").format(number=first)
    return span, {"rows": rows, "cards": kind.cards}
