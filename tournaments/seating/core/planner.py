"""The planner: from a request to a plan, block by block, with seats, table numbers and a report."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from tournaments.event.core.sizes import table_sizes
from tournaments.seating.core.anneal import Purse
from tournaments.seating.core.chairs import assign_seats
from tournaments.seating.core.draft import Prices, prices
from tournaments.seating.core.lots import order_by_lot
from tournaments.seating.core.plans import METHOD, Plan, PlannedSeries, PlannedTable
from tournaments.seating.core.problem import Problem, compile_request
from tournaments.seating.core.report import report_on
from tournaments.seating.core.request import (
    AskedPlayer,
    AskedSeries,
    Draw,
    Id,
    Request,
    Tables,
    table_numbers,
)
from tournaments.seating.core.search import search_tables, settle_slots
from tournaments.seating.core.standing import strict, swiss, tandem_blocks

SEAT_MOVES = 60_000


def plan(request: Request) -> Plan:
    """The best plan that the budget finds; without a clock the same on every machine."""
    if request.groups_apart:
        return _plan_groups(request)
    purse = purse_of(request)
    rng = random.Random(f"{METHOD}:{request.seed}")  # noqa: S311 - a draw that anybody can redo, no secret
    players = _by_lot(request)
    planned: list[Tables] = []
    seated: list[PlannedSeries] = []
    cost = 0
    for block in _blocks(request.series):
        if block[0].is_open:
            seated.append(PlannedSeries(draw=block[0].draw, tables=()))
            continue
        tables, price = _plan_block(request, players, block, (*request.past, *planned), rng, purse)
        cost += price
        planned += tables
        seated += [_numbered(request, series.draw, some) for series, some in zip(block, tables, strict=True)]
    flat = tuple(planned)
    report = report_on(request.players, request.past, flat, size=request.size, cut=purse.cut)
    return Plan(
        series=tuple(seated), seed=request.seed, wishes=request.wishes, method=METHOD,
        report=report, cost=cost, cut=purse.cut,
    )  # fmt: skip


def _blocks(series: Sequence[AskedSeries]) -> list[tuple[AskedSeries, ...]]:
    """Split the series into blocks that are planned together: successive series by lot, all others alone."""
    blocks: list[tuple[AskedSeries, ...]] = []
    for one in series:
        if blocks and one.draw is Draw.LOTS and blocks[-1][0].draw is Draw.LOTS:
            blocks[-1] += (one,)
        else:
            blocks.append((one,))
    return blocks


def purse_of(request: Request) -> Purse:
    clock = request.budget.clock
    if clock is None:
        return Purse(request.budget.moves)
    end = clock() + request.budget.seconds
    return Purse(request.budget.moves, lambda: clock() >= end)


def _by_lot(request: Request) -> tuple[AskedPlayer, ...]:
    """The players in the order of their lots, so that the order of registration gives nobody an advantage."""
    place = {
        name: i for i, name in enumerate(order_by_lot([p.id for p in request.players], seed=request.seed))
    }
    return tuple(sorted(request.players, key=lambda player: place[player.id]))


def _plan_block(
    request: Request,
    players: Sequence[AskedPlayer],
    block: tuple[AskedSeries, ...],
    past: tuple[Tables, ...],
    rng: random.Random,
    purse: Purse,
) -> tuple[tuple[Tables, ...], int]:
    problem = compile_request(request, players, series=len(block), past=past)
    at = {name: p for p, name in enumerate(problem.ids)}
    if block[0].draw is Draw.LOTS:
        found = search_tables(problem, rng=rng, purse=purse)
        groups, cost = found.tables, found.cost
    else:
        groups, cost = _by_standing(problem, block[0], at, rng, purse)
    keeps_order = block[0].draw in (Draw.STANDING, Draw.TANDEM)
    ordered = assign_seats(
        groups,
        problem.seat_counts,
        fixed={} if keeps_order else problem.seat,
        locked=[keeps_order] * len(groups),
        rng=rng,
        moves=SEAT_MOVES,
    )
    ids = problem.ids
    return tuple(tuple(tuple(ids[p] for p in table) for table in tables) for tables in ordered), cost


def _by_standing(
    problem: Problem, series: AskedSeries, at: dict[Id, int], rng: random.Random, purse: Purse
) -> tuple[list[list[list[int]]], int]:
    assert series.standing is not None
    if series.draw is Draw.TANDEM:
        pairs = [tuple(at[name] for name in entry) for entry in series.standing if isinstance(entry, tuple)]
        tables = tandem_blocks([(two[0], two[1]) for two in pairs])
        return [tables], _cost_of(problem, tables)
    order = [at[name] for name in series.standing if name in at]
    if series.draw is Draw.STANDING:
        forbidden = replace(problem, price_lists=(_only_never(problem.price_lists[0]),))
        tables = strict(order, problem.sizes, forbidden.draft(), 0)
    else:
        tables = swiss(order, problem.sizes, problem.draft(), 0, rng=rng, purse=purse)
    tables = settle_slots(tables, problem)
    return [tables], _cost_of(problem, tables)


def _only_never(price: Prices) -> Prices:
    """A price list with the strict wishes only; all others give way to the standing."""
    never = [more if more >= 1000 else 0 for more in (price.more[reason << 4] for reason in range(16))]
    return prices(0, 0, never)


def _cost_of(problem: Problem, tables: Sequence[Sequence[int]]) -> int:
    draft = problem.draft()
    draft.seat(0, tables)
    return draft.cost


def _numbered(request: Request, draw: Draw, tables: Tables) -> PlannedSeries:
    numbers = table_numbers(len(tables), request.closed_tables, request.filling)
    rows = [PlannedTable(number=n, players=t) for n, t in zip(numbers, tables, strict=True)]
    return PlannedSeries(draw=draw, tables=tuple(sorted(rows, key=lambda table: table.number)))


def _plan_groups(request: Request) -> Plan:
    """Plan each strength group as a field of its own; the first group gets the first tables."""
    groups = sorted({player.group or 0 for player in request.players})
    closed = set(request.closed_tables)
    parts: list[Plan] = []
    for group in groups:
        members = tuple(player for player in request.players if (player.group or 0) == group)
        names = {player.id for player in members}
        sizes = table_sizes(len(members), size=request.size)
        series = tuple(
            s
            if s.standing is None
            else replace(s, standing=tuple(e for e in s.standing if _belongs(e, names)))
            for s in request.series
        )
        own = replace(
            request,
            players=members,
            series=series,
            groups_apart=False,
            closed_tables=frozenset(closed),
        )
        parts.append(plan(own))
        closed |= set(table_numbers(len(sizes), frozenset(closed), request.filling))
    series_together = tuple(
        PlannedSeries(draw=some[0].draw, tables=tuple(table for one in some for table in one.tables))
        for some in zip(*(part.series for part in parts), strict=True)
    )
    tables = tuple(tuple(t.players for t in s.tables) for s in series_together if not s.is_open)
    cut = any(part.cut for part in parts)
    return Plan(
        series=series_together, seed=request.seed, wishes=request.wishes, method=METHOD,
        report=report_on(request.players, request.past, tables, size=request.size, cut=cut),
        cost=sum(part.cost for part in parts), cut=cut,
    )  # fmt: skip


def _belongs(entry: Id, names: set[Id]) -> bool:
    return entry[0] in names if isinstance(entry, tuple) and entry not in names else entry in names
