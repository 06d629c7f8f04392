"""Closes ranks in one series: those who came fill the gaps; hardly anybody else moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.event.core.sizes import FOUR, THREE, count_of_threes, table_sizes
from tournaments.seating.core.plans import PlannedSeries, PlannedTable
from tournaments.seating.core.request import AskedPlayer, Id


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A chair that changes: table and seat before and after; None for who was not or will not be there."""

    player: Id
    before: tuple[int, int] | None
    after: tuple[int, int] | None


def close_ranks(
    series: PlannedSeries,
    *,
    leaving: Collection[Id] = (),
    arriving: Sequence[Id] = (),
    fixed: Collection[Id] = (),
    without_table: int | None = None,
    size: int | None = None,
    posted: bool = True,
    taken: Collection[int] = (),
) -> PlannedSeries:
    """The series after a change, with as few other chairs moved as the sizes allow.

    A posted series may keep more tables of three than a new one would have; one that is not yet posted
    gets as few as possible. `fixed` players keep their tables, `without_table` is broken up. A new table takes the first number that is
    neither in use nor in `taken`.
    """
    tables = [
        [p for p in table.players if p not in leaving] if table.number != without_table else []
        for table in series.tables
    ]
    standing_up = [p for table in series.tables if table.number == without_table for p in table.players]
    waiting = [*arriving, *(p for p in standing_up if p not in leaving)]
    numbers = [table.number for table in series.tables]
    players = sum(map(len, tables)) + len(waiting)
    rank = sorted(
        range(len(tables)),
        key=lambda t: (numbers[t] != without_table, any(p in fixed for p in tables[t]), len(tables[t]), -t),
        reverse=True,
    )
    sizes = min(
        _possible(players, size, posted=posted),
        key=lambda sizes: (_leavers([len(tables[t]) for t in rank], sizes), len(sizes)),
    )
    while len(rank) < len(sizes):
        rank.append(len(tables))
        tables.append([])
        numbers.append(free_number({*numbers, *taken}))
    targets = dict(zip(rank, sizes, strict=False))
    for t in rank:
        while len(tables[t]) > targets.get(t, 0):
            waiting.append(_who_rises(tables[t], fixed))
    for t in sorted(targets):
        while len(tables[t]) < targets[t]:
            tables[t].append(waiting.pop(0))
    kept = [
        PlannedTable(number=numbers[t], players=same_seats(series, numbers[t], tables[t]))
        for t in range(len(tables))
        if tables[t]
    ]
    return replace(series, tables=tuple(sorted(kept, key=lambda table: table.number)))


def moved_chairs(before: PlannedSeries, after: PlannedSeries) -> tuple[Moved, ...]:
    """Who sits elsewhere than printed, who is new and who is gone."""
    old, new = dict(before.chairs()), dict(after.chairs())
    everybody = [*old, *(p for p in new if p not in old)]
    return tuple(
        Moved(player=p, before=old.get(p), after=new.get(p)) for p in everybody if old.get(p) != new.get(p)
    )


def with_tables(series: PlannedSeries, tables: Sequence[Sequence[Id]]) -> PlannedSeries:
    """Other players at the same tables; whoever stays at his table keeps his seat where it still exists."""
    return replace(
        series,
        tables=tuple(
            PlannedTable(number=table.number, players=same_seats(series, table.number, players))
            for table, players in zip(series.tables, tables, strict=True)
        ),
    )


def honour_fixed(series: PlannedSeries, players: Sequence[AskedPlayer]) -> PlannedSeries:
    """Give players their fixed table or seat; whoever sat there takes the chair that becomes free."""
    fixed = {player.id: player for player in players if player.table is not None or player.seat is not None}
    rows = {table.number: list(table.players) for table in series.tables}
    for name, player in fixed.items():
        here = next((number for number, row in rows.items() if name in row), None)
        if here is None:
            continue
        there = player.table if player.table in rows else here
        at = rows[here].index(name)
        wanted = at if there == here else 0
        if player.seat is not None and player.seat <= len(rows[there]):
            wanted = player.seat - 1
        elif there != here:
            wanted = next((i for i, p in enumerate(rows[there]) if p not in fixed), 0)
        rows[here][at], rows[there][wanted] = rows[there][wanted], rows[here][at]
    return replace(
        series,
        tables=tuple(PlannedTable(number=t.number, players=tuple(rows[t.number])) for t in series.tables),
    )


def _possible(players: int, size: int | None, *, posted: bool) -> Iterator[tuple[int, ...]]:
    """The table sizes to try, best first: as few threes as possible; for a posted series also more threes."""
    if size is not None:
        yield table_sizes(players, size=size)
        return
    threes = count_of_threes(players)
    while THREE * threes <= players:
        yield (FOUR,) * ((players - THREE * threes) // FOUR) + (THREE,) * threes
        if not posted:
            return
        threes += FOUR


def _leavers(now: Sequence[int], sizes: Sequence[int]) -> int:
    """How many players have to leave their tables so that tables of the sizes `now` become `sizes`."""
    room = [*sizes, *[0] * len(now)]
    return sum(max(0, have - may) for have, may in zip(now, room, strict=False))


def _who_rises(table: list[Id], fixed: Collection[Id]) -> Id:
    free = [p for p in table if p not in fixed] or table
    table.remove(free[-1])
    return free[-1]


def free_number(taken: Collection[int]) -> int:
    """The first table number that is not taken."""
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def same_seats(series: PlannedSeries, number: int, players: Sequence[Id]) -> tuple[Id, ...]:
    """The seat order of a table: players keep the seat they had, the others fill the gaps."""
    printed = next((table.players for table in series.tables if table.number == number), ())
    order: list[Id | None] = [None] * len(players)
    rest = []
    for p in players:
        seat = printed.index(p) if p in printed else len(order)
        if seat < len(order):
            order[seat] = p
        else:
            rest.append(p)
    return tuple(rest.pop(0) if p is None else p for p in order)
