"""The sheets of those who play for one result: teams and tandems as the sum of their singles, by formula."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.rules import Family
from tournaments.exports.workbook.formulas import added, held, sum_where
from tournaments.exports.workbook.page import Column, Page, Row, Value, table_name
from tournaments.exports.workbook.people import number_column, start_number, text_column
from tournaments.exports.workbook.sources import standings_name
from tournaments.selectors.groups import GroupStanding
from tournaments.selectors.standings import Standings

FIRST_MEMBER = 2  # the column of the first start number, counted from 0


def group_page(what: Standings, groups: Sequence[GroupStanding], name: str) -> Page:
    """Rank, name, the start numbers that are added, and whose they are."""
    most = max((len(group.members) for group in groups), default=0)
    members = tuple(
        number_column(_("Nr. {number}").format(number=number), 7) for number in range(1, most + 1)
    )
    columns: tuple[Column, ...] = (
        number_column(_("Rang")),
        Column(heading=name, width=28, format="General", strong=True),
        *members,
        text_column(_("Spieler"), 60),
        Column(heading=_("Punkte"), width=9, strong=True, formula=singles(most, _("Punkte"))),
    )
    if what.rules.family is not Family.BASIC:
        columns += (Column(heading=_("Augen"), width=9, formula=singles(most, _("Augen"))),)
    columns += (Column(heading=_("Spiele"), width=8, formula=singles(most, _("Spiele"))),)
    return Page(name=name, held=2, columns=columns, rows=(group_row(what, group, most) for group in groups))


def singles(most: int, heading: str) -> str:
    """What the members have in the standings, one after the other; an empty place finds nobody."""
    table = table_name(standings_name())
    return added(
        [sum_where(table, heading, [(start_number(), held(FIRST_MEMBER + place))]) for place in range(most)]
    )


def group_row(what: Standings, group: GroupStanding, most: int) -> Row:
    numbers: list[Value] = [row.registration.start_number for row in group.members]
    names = ", ".join(row.registration.player.name for row in group.members)
    entry = group.place.entry
    augen = () if what.rules.family is Family.BASIC else (entry.augen,)
    return (
        group.place.rank,
        group.name,
        *numbers,
        *[None] * (most - len(numbers)),
        names,
        entry.points,
        *augen,
        entry.games,
    )
