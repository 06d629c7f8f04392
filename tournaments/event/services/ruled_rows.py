"""Keeps which ruling struck or wrote which row of a list, and finds it for data that an earlier version wrote."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from tournaments.models import Game, RuledRow, Ruling, TotalEntry, Tournament

Moment = tuple[int, datetime]  # a list, and when something happened on it
Effect, Kind = RuledRow.Effect, Ruling.Kind
STRIKING = (Kind.STRIKE, Kind.CORRECTION, Kind.RESTORED, Kind.MISDEAL, Kind.ENDED)
REPLACING = (Kind.CORRECTION, Kind.RESTORED)


def link_rows(
    ruling: Ruling,
    *,
    struck: Iterable[Game] = (),
    written: Game | None = None,
    struck_totals: TotalEntry | None = None,
) -> None:
    """Insert what this ruling did to rows, in one statement; call it in the transaction of the deed."""
    rows = [RuledRow(ruling=ruling, effect=Effect.STRUCK, game=game) for game in struck]
    if written is not None:
        rows.append(RuledRow(ruling=ruling, effect=Effect.WRITTEN, game=written))
    if struck_totals is not None:
        rows.append(RuledRow(ruling=ruling, effect=Effect.STRUCK, totals=struck_totals))
    if rows:
        RuledRow.objects.bulk_create(rows)


def link_earlier_rows(tournament: Tournament | None = None) -> int:
    """Insert the references that an earlier version did not write; return how many. Safe to call again.

    Such a version gave a ruling and the rows it touched the same moment on the same list: there is nothing else to go by.
    Migration 0038 does the same for the rows of its day.
    """
    rulings = Ruling.objects.filter(kind__in=STRIKING, sheet__isnull=False)
    if tournament is not None:
        rulings = rulings.filter(tournament=tournament)
    sheets = rulings.order_by().values("sheet")
    struck: dict[Moment, list[Game]] = defaultdict(list)
    written: dict[Moment, list[Game]] = defaultdict(list)
    for game in Game.objects.filter(sheet__in=sheets).order_by("pk").iterator():
        written[game.sheet_id, game.entered_at].append(game)
        if game.struck_at is not None:
            struck[game.sheet_id, game.struck_at].append(game)
    totals = {
        (entry.sheet_id, entry.struck_at): entry
        for entry in TotalEntry.objects.filter(sheet__in=sheets, struck_at__isnull=False)
    }
    known: set[tuple[int | None, int | None, str]] = set(
        RuledRow.objects.values_list("game_id", "totals_id", "effect")
    )
    new = []
    for ruling in rulings.select_related("game").order_by("number"):
        for row in rows_of(ruling, struck, written, totals):
            if (row.game_id, row.totals_id, row.effect) not in known:
                known.add((row.game_id, row.totals_id, row.effect))
                new.append(row)
    RuledRow.objects.bulk_create(new, batch_size=500)
    return len(new)


def rows_of(
    ruling: Ruling,
    struck: Mapping[Moment, list[Game]],
    written: Mapping[Moment, list[Game]],
    totals: Mapping[tuple[int, datetime | None], TotalEntry],
) -> Iterator[RuledRow]:
    """Yield what this ruling must have done, going by list, moment and number of the game."""
    assert ruling.sheet_id is not None
    moment = (ruling.sheet_id, ruling.decided_at)
    about = ruling.game
    for game in struck.get(moment, ()):
        named = about is not None and game.pk == about.pk
        if ruling.kind in (Kind.STRIKE, Kind.CORRECTION):
            is_ours = named
        elif ruling.kind == Kind.RESTORED:
            is_ours = about is not None and not named and game.number == about.number
        else:
            is_ours = True
        if is_ours:
            yield RuledRow(ruling=ruling, effect=Effect.STRUCK, game=game)
    if ruling.kind in REPLACING and about is not None:
        for game in written.get(moment, ()):
            if game.pk != about.pk and game.number == about.number:
                yield RuledRow(ruling=ruling, effect=Effect.WRITTEN, game=game)
    if ruling.kind == Kind.CORRECTION and about is None and moment in totals:
        yield RuledRow(ruling=ruling, effect=Effect.STRUCK, totals=totals[moment])
