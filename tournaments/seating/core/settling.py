"""Fits players into a printed series: as few as possible move, and those who move go where it costs least."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.event.core.sizes import FOUR, THREE
from tournaments.seating.core.closing import close_ranks, free_number, honour_fixed, moved_chairs, same_seats
from tournaments.seating.core.plans import PlannedSeries, PlannedTable
from tournaments.seating.core.problem import group_name
from tournaments.seating.core.report import meetings_of, small_tables
from tournaments.seating.core.request import AskedPlayer, Id, Request
from tournaments.seating.core.wishes import MATES, NEVER, Wish

Price = tuple[int, int, int]
ROUNDS = 8  # improvements; one or two people move, so there is little to improve


def settle_in(
    request: Request, printed: PlannedSeries, *, without_table: int | None = None, posted: bool = True
) -> PlannedSeries:
    """The printed series for the players who are there now.

    A table that is to be broken up while there is no room elsewhere moves together to another number.
    """
    if request.groups_apart:
        closed = _group_by_group(request, printed, without_table, posted=posted)
    else:
        closed = _closed(
            request, request.players, printed, without_table, posted=posted, taken=request.closed_tables
        )
    if without_table in {table.number for table in closed.tables}:
        closed = _elsewhere(request, closed, without_table)
    return honour_fixed(_improved(request, printed, closed), request.players)


def _closed(
    request: Request,
    players: Sequence[AskedPlayer],
    printed: PlannedSeries,
    without_table: int | None,
    *,
    posted: bool,
    taken: Collection[int],
) -> PlannedSeries:
    here = {player.id for player in players}
    seated = {p for table in printed.tables for p in table.players}
    return close_ranks(
        printed,
        leaving=seated - here,
        arriving=[player.id for player in players if player.id not in seated],
        fixed=[player.id for player in players if player.table is not None],
        without_table=without_table,
        size=request.size,
        posted=posted,
        taken=taken,
    )


def _group_by_group(
    request: Request, printed: PlannedSeries, without_table: int | None, *, posted: bool
) -> PlannedSeries:
    """With strength groups, each closes its own ranks, at tables that no other group has."""
    groups = {player.id: player.group or 0 for player in request.players}
    tables: dict[int, list[PlannedTable]] = {}
    for table in printed.tables:
        stronger = [groups[p] for p in table.players if p in groups]
        tables.setdefault(max(set(stronger), key=stronger.count) if stronger else 0, []).append(table)
    taken = set(request.closed_tables) | {table.number for table in printed.tables}
    done: list[PlannedTable] = []
    for group in sorted(set(groups.values()) | tables.keys()):
        own = replace(printed, tables=tuple(tables.get(group, ())))
        players = tuple(player for player in request.players if (player.group or 0) == group)
        if players:
            closed = _closed(request, players, own, without_table, posted=posted, taken=taken)
            taken |= {table.number for table in closed.tables}
            done += closed.tables
    return replace(printed, tables=tuple(sorted(done, key=lambda table: table.number)))


def _elsewhere(request: Request, series: PlannedSeries, number: int | None) -> PlannedSeries:
    taken = {*request.closed_tables, *(table.number for table in series.tables)}
    new = free_number(taken)
    tables = [replace(table, number=new) if table.number == number else table for table in series.tables]
    return replace(series, tables=tuple(sorted(tables, key=lambda table: table.number)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Dislikes:
    """Prices of what should not be at a table: rematches, club-mates, second seats at a three."""

    request: Request
    met: Mapping[frozenset[Id], int]
    threes: Mapping[Id, int]
    players: Mapping[Id, AskedPlayer]

    def of(self, table: Sequence[Id]) -> int:
        """What one table costs."""
        wishes, first = self.request.wishes, not self.request.past
        hurt = 0
        for one, other in combinations(table, 2):
            a, b = self.players[one], self.players[other]
            hurt += wishes.price(Wish.REMATCH) if self.met.get(frozenset((one, other))) else 0
            for wish in MATES:
                name = group_name(a, wish)
                if name and name == group_name(b, wish):
                    hurt += wishes.price(wish, first_series=first)
            if self.request.groups_apart and (a.group or 0) != (b.group or 0):
                hurt += NEVER
        if self.request.size is None and len(table) == THREE:
            hurt += sum(wishes.price(Wish.SECOND_THREE) for p in table if self.threes.get(p))
        return hurt


def _improved(request: Request, printed: PlannedSeries, closed: PlannedSeries) -> PlannedSeries:
    """Improve the closed series by swaps among those who have to move anyway, or into other gaps.

    Somebody else moves only if something would otherwise be that must never be.
    """
    dislikes = _Dislikes(
        request=request,
        met=meetings_of(request.past),
        threes=small_tables(request.past, [player.id for player in request.players], FOUR),
        players={player.id: player for player in request.players},
    )
    fixed = {player.id for player in request.players if player.table is not None}
    before = dict(printed.chairs())
    best = closed
    for _round in range(ROUNDS):
        movers = {chair.player for chair in moved_chairs(printed, best) if chair.after} - fixed
        rows = {table.number: table.players for table in best.tables}
        found: tuple[Price, dict[int, tuple[Id, ...]]] = ((0, 0, 0), {})
        for change in _changes(printed, rows, movers, fixed):
            old = _price(dislikes, before, {number: rows[number] for number in change})
            new = _price(dislikes, before, change)
            gain = (new[0] - old[0], new[1] - old[1], new[2] - old[2])
            if gain < found[0]:
                found = (gain, change)
        if not found[1]:
            break
        tables = (replace(table, players=found[1].get(table.number, table.players)) for table in best.tables)
        best = replace(best, tables=tuple(tables))
    return best


def _price(
    dislikes: _Dislikes, before: Mapping[Id, tuple[int, int]], rows: Mapping[int, tuple[Id, ...]]
) -> Price:
    """The cost of a series, most important first: strict wishes, moved chairs, then the other wishes."""
    hurt = sum(map(dislikes.of, rows.values()))
    chairs = sum(
        1
        for number, row in rows.items()
        for seat, p in enumerate(row, 1)
        if p in before and before[p] != (number, seat)
    )
    return hurt // NEVER, chairs, hurt


def _changes(
    printed: PlannedSeries, rows: Mapping[int, tuple[Id, ...]], movers: set[Id], fixed: set[Id]
) -> Iterator[dict[int, tuple[Id, ...]]]:
    """Each way to put one of the movers into another chair: a swap, or the gap at a smaller table.

    Only the tables that change are handed out.
    """
    for mover in sorted(movers, key=str):
        here = next(number for number, row in rows.items() if mover in row)
        rest = [p for p in rows[here] if p != mover]
        for there, row in rows.items():
            if there == here:
                continue
            exchanges = [
                ([*rest, other], [*(p for p in row if p != other), mover])
                for other in row
                if other not in fixed
            ]
            if len(row) == len(rest):
                exchanges.append((rest, [*row, mover]))
            for one, other_row in exchanges:
                yield {
                    here: same_seats(printed, here, one),
                    there: same_seats(printed, there, other_row),
                }
