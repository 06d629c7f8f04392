"""Seating by hand: what a swap costs before it is done, and what is wrong with a series as it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scoring.sentence import Refusal, Sentence, gettext_noop
from tournaments.event.core.sizes import FOUR, THREE
from tournaments.seating.core.plans import PlannedSeries, PlannedTable, Report
from tournaments.seating.core.problem import group_name
from tournaments.seating.core.report import meetings_of, report_on, small_tables
from tournaments.seating.core.request import AskedPlayer, Id, Request, Tables
from tournaments.seating.core.wishes import MATES, Weight, Wish


class CannotSwap(Refusal):
    """The two cannot change places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Warned:
    """Something at a table that the director should know; `strict` if he wished that it must never be."""

    sentence: Sentence
    table: int | None
    strict: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapEffect:
    """What a swap would do: the series after it, and the reports before and after. Nothing is changed."""

    series: tuple[PlannedSeries, ...]
    before: Report
    after: Report
    warnings: tuple[Warned, ...]


def swap(series: PlannedSeries, one: Id, other: Id) -> PlannedSeries:
    """The series with two players in each other's chairs."""
    seated = {p for p, _unused in series.chairs()}
    for player in (one, other):
        if player not in seated:
            raise CannotSwap(
                gettext_noop("{player} sitzt nicht in dieser Serie: Jemand anderen wählen."), player=player
            )
    if one == other:
        raise CannotSwap(gettext_noop("Zwei verschiedene Spieler wählen."))
    change = {one: other, other: one}
    return replace(
        series,
        tables=tuple(replace(t, players=tuple(change.get(p, p) for p in t.players)) for t in series.tables),
    )


def swap_effect(
    request: Request, planned: Sequence[PlannedSeries], *, series: int, one: Id, other: Id
) -> SwapEffect:
    """What a swap in one of the planned series (counted from 0) would cost, shown before it is done."""
    swapped = tuple(swap(s, one, other) if i == series else s for i, s in enumerate(planned))
    earlier = (*request.past, *(_players(s) for s in planned[:series] if not s.is_open))
    tables = {t.number for t in swapped[series].tables if one in t.players or other in t.players}
    found = check_series(request, swapped[series].tables, past=earlier)
    return SwapEffect(
        series=swapped,
        before=_judged(request, planned),
        after=_judged(request, swapped),
        warnings=tuple(w for w in found if w.table in tables or w.table is None),
    )


def check_series(
    request: Request, tables: Sequence[PlannedTable], *, past: Sequence[Tables]
) -> tuple[Warned, ...]:
    """Everything that is wrong or unwished in one series, as warnings: the director decides."""
    warned = [*_whole(request, tables)]
    met = meetings_of(past)
    threes = small_tables(past, [player.id for player in request.players], FOUR)
    players = {player.id: player for player in request.players}
    for table in tables:
        warned += _size(request, table)
        warned += _pairs(request, table, met, players)
        warned += _fixed(table, players)
        if request.size is None and len(table.players) == THREE:
            strict = request.wishes.weight(Wish.SECOND_THREE) is Weight.NEVER
            warned += [
                Warned(
                    sentence=Sentence(gettext_noop("{player} saß schon an einem Dreiertisch."), {"player": p}),
                    table=table.number, strict=strict,
                )
                for p in table.players
                if threes.get(p) and request.wishes.price(Wish.SECOND_THREE)
            ]  # fmt: skip
    return tuple(warned)


def _players(series: PlannedSeries) -> Tables:
    return tuple(table.players for table in series.tables)


def _judged(request: Request, planned: Sequence[PlannedSeries]) -> Report:
    tables = [_players(s) for s in planned if not s.is_open]
    return report_on(request.players, request.past, tables, size=request.size, cut=False)


def _whole(request: Request, tables: Sequence[PlannedTable]) -> list[Warned]:
    seated = Counter(p for table in tables for p in table.players)
    expected = {player.id for player in request.players}
    said = [
        (gettext_noop("{player} sitzt zweimal: Einen Platz räumen."), p)
        for p, count in seated.items()
        if count > 1
    ]
    said += [
        (gettext_noop("{player} hat noch keinen Platz."), p.id) for p in request.players if p.id not in seated
    ]
    said += [
        (gettext_noop("{player} ist nicht angemeldet: Vom Tisch nehmen."), p)
        for p in seated
        if p not in expected
    ]
    return [Warned(sentence=Sentence(text, {"player": p}), table=None, strict=True) for text, p in said]


def _size(request: Request, table: PlannedTable) -> list[Warned]:
    allowed = (THREE, FOUR) if request.size is None else tuple(range(2, 7))
    if len(table.players) in allowed:
        return []
    text = gettext_noop("An Tisch {table} sitzen {count}: Jemanden umsetzen.")
    values = {"table": table.number, "count": len(table.players)}
    return [Warned(sentence=Sentence(text, values), table=table.number, strict=True)]


_TOGETHER = {
    Wish.PARTNERS: gettext_noop("{one} und {other} sind Tandem-Partner."),
    Wish.TEAM_MATES: gettext_noop("{one} und {other} sind in einer Mannschaft."),
    Wish.CLUB_MATES: gettext_noop("{one} und {other} sind aus einem Verein."),
    Wish.SEEDED: gettext_noop("{one} und {other} sind beide gesetzt."),
}


def _pairs(
    request: Request, table: PlannedTable, met: Mapping[frozenset[Id], int], players: Mapping[Id, AskedPlayer]
) -> list[Warned]:
    warned = []
    for one, other in combinations(table.players, 2):
        values = {"one": one, "other": other}
        if met.get(frozenset((one, other))) and request.wishes.price(Wish.REMATCH):
            warned.append(
                (
                    Wish.REMATCH,
                    Sentence(gettext_noop("{one} und {other} haben sich schon getroffen."), values),
                )
            )
        for wish in MATES:
            if one in players and other in players and request.wishes.price(wish):
                name = group_name(players[one], wish)
                if name and name == group_name(players[other], wish):
                    warned.append((wish, Sentence(_TOGETHER[wish], values)))
    return [
        Warned(sentence=said, table=table.number, strict=request.wishes.weight(wish) is Weight.NEVER)
        for wish, said in warned
    ]


def _fixed(table: PlannedTable, players: Mapping[Id, AskedPlayer]) -> list[Warned]:
    warned = []
    for seat, p in enumerate(table.players, start=1):
        player = players.get(p)
        if player is None:
            continue
        if player.table not in (None, table.number):
            text, values = (
                gettext_noop("{player} soll an Tisch {table} sitzen."),
                {"player": p, "table": player.table},
            )
            warned.append(Warned(sentence=Sentence(text, values), table=table.number, strict=True))
        if player.seat not in (None, seat) and (player.seat or 0) <= len(table.players):
            text, values = (
                gettext_noop("{player} soll auf Platz {seat} sitzen."),
                {"player": p, "seat": player.seat},
            )
            warned.append(Warned(sentence=Sentence(text, values), table=table.number, strict=True))
    return warned
