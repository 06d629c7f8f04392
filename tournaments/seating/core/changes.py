"""Mends a plan after somebody came or left: past and posted series stay, few printed chairs change."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from scoring.sentence import Sentence, gettext_noop
from tournaments.seating.core.closing import Moved, close_ranks, honour_fixed, moved_chairs, with_tables
from tournaments.seating.core.planner import plan, purse_of
from tournaments.seating.core.plans import METHOD, Plan, PlannedSeries
from tournaments.seating.core.problem import Problem, compile_request
from tournaments.seating.core.report import report_on
from tournaments.seating.core.request import AskedSeries, Id, Request
from tournaments.seating.core.search import search_tables


class RepairWay(Enum):
    """Which of the three ways of `repair` was taken."""

    CLOSED = "closed"
    MENDED = "mended"
    ANEW = "anew"


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired:
    """The plan after a change and the chairs that it moves, series by series."""

    plan: Plan
    way: RepairWay
    moved: tuple[tuple[Moved, ...], ...]
    sentence: Sentence

    @property
    def moved_count(self) -> int:
        """Chairs of players who were there and still are."""
        return sum(1 for series in self.moved for chair in series if chair.before and chair.after)


def repair(request: Request, printed: Sequence[PlannedSeries]) -> Repaired:
    """The best of three: close ranks, mend the printed plan, plan anew. At equal quality the fewest chairs move.

    `request` holds the players who are there now and, as its past, everything played or posted;
    `printed` are the series still to come as they were announced. Late arrivals, dropouts, returns and
    substitutes are all a matter of who is among the players.
    """
    ready = [series for series in printed if not series.is_open]
    half = replace(
        request.budget, seconds=request.budget.seconds / 2
    )  # for mending; the rest for planning anew
    lots = replace(request, series=tuple(AskedSeries() for _unused in ready), budget=half)
    if request.groups_apart:
        anew = plan(replace(lots, budget=request.budget))
        return _result(printed, replace(anew, series=_with_open(printed, anew.series)), RepairWay.ANEW)
    closed = [_closed(lots, series) for series in ready]
    problem = _problem(lots)
    closed_cost, floor = _price(problem, closed)
    best = (closed_cost, 0, RepairWay.CLOSED, closed)
    cut = False
    if closed_cost > floor:
        mended, cost, cut = _mended(lots, problem, closed)
        best = min(best, (cost, 1, RepairWay.MENDED, mended), key=lambda found: found[:2])
    if best[0] > floor:
        anew = plan(lots)
        cut = cut or anew.cut
        best = min(best, (anew.cost, 2, RepairWay.ANEW, list(anew.series)), key=lambda found: found[:2])
    series = _with_open(printed, best[3])
    tables = tuple(tuple(t.players for t in one.tables) for one in best[3])
    repaired = Plan(
        series=series, seed=request.seed, wishes=request.wishes, method=METHOD, cost=best[0], cut=cut,
        report=report_on(request.players, request.past, tables, size=request.size, cut=cut),
    )  # fmt: skip
    return _result(printed, repaired, best[2])


def substituted(series: Sequence[PlannedSeries], *, old: Id, new: Id) -> tuple[PlannedSeries, ...]:
    """Somebody plays on in another's chair; nobody moves."""
    return tuple(
        replace(
            one,
            tables=tuple(
                replace(table, players=tuple(new if p == old else p for p in table.players))
                for table in one.tables
            ),
        )
        for one in series
    )


def _closed(request: Request, series: PlannedSeries) -> PlannedSeries:
    here = {player.id for player in request.players}
    seated = {p for table in series.tables for p in table.players}
    closed = close_ranks(
        series,
        leaving=seated - here,
        arriving=[player.id for player in request.players if player.id not in seated],
        fixed=[player.id for player in request.players if player.table is not None],
        size=request.size,
        posted=False,
    )
    return honour_fixed(closed, request.players)


def _problem(request: Request) -> Problem:
    return compile_request(request, request.players, series=len(request.series), past=request.past)


def _numbers(problem: Problem, series: PlannedSeries) -> list[list[int]]:
    at = {name: p for p, name in enumerate(problem.ids)}
    return [[at[p] for p in table.players] for table in series.tables]


def _price(problem: Problem, series: Sequence[PlannedSeries]) -> tuple[int, int]:
    draft = problem.draft()
    floor = problem.floor()
    for s, one in enumerate(series):
        draft.seat(s, _numbers(problem, one))
    return draft.cost, floor


def _mended(
    request: Request, problem: Problem, closed: Sequence[PlannedSeries]
) -> tuple[list[PlannedSeries], int, bool]:
    purse = purse_of(request)
    rng = random.Random(f"mend:{METHOD}:{request.seed}")  # noqa: S311 - can be redone, no secret
    found = search_tables(
        problem, printed=[_numbers(problem, one) for one in closed], rng=rng, purse=purse, mend_only=True
    )
    tables_now, cost = _back_home(problem, [_numbers(problem, one) for one in closed], found.tables)
    ids = problem.ids
    mended = [
        honour_fixed(with_tables(one, [[ids[p] for p in table] for table in tables]), request.players)
        for one, tables in zip(closed, tables_now, strict=True)
    ]
    return mended, cost, purse.cut


def _back_home(
    problem: Problem, home: Sequence[Sequence[Sequence[int]]], tables: Sequence[Sequence[Sequence[int]]]
) -> tuple[list[list[list[int]]], int]:
    """Move players back to their printed tables wherever that costs nothing."""
    draft = problem.draft()
    for s, some in enumerate(tables):
        draft.seat(s, some)
    for s, some in enumerate(home):
        at_home = {p: t for t, table in enumerate(some) for p in table}
        where = draft.where[s]
        helped = True
        while helped:
            helped = False
            for p, there in at_home.items():
                if where[p] == there or p in problem.slot:
                    continue
                for q in draft.tables[s][there][:]:
                    gain = 1 + (at_home[q] == where[p]) - (at_home[q] == there)
                    if gain <= 0 or q in problem.slot:
                        continue
                    delta = draft.swap_delta(s, p, q)
                    if delta <= 0:
                        draft.swap(s, p, q)
                        draft.cost += delta
                        helped = True
                        break
    return draft.tables, draft.cost


def _with_open(printed: Sequence[PlannedSeries], ready: Sequence[PlannedSeries]) -> tuple[PlannedSeries, ...]:
    filled = iter(ready)
    return tuple(one if one.is_open else replace(next(filled), draw=one.draw) for one in printed)


_WAYS = {
    RepairWay.CLOSED: gettext_noop("Die Reihen sind geschlossen: {moved} Plätze von Anwesenden ändern sich."),
    RepairWay.MENDED: gettext_noop("Der Plan ist ausgebessert: {moved} Plätze von Anwesenden ändern sich."),
    RepairWay.ANEW: gettext_noop(
        "Neu geplant, weil es so am besten aufgeht: {moved} Plätze von Anwesenden ändern sich."
    ),
}


def _result(printed: Sequence[PlannedSeries], repaired: Plan, way: RepairWay) -> Repaired:
    moved = tuple(
        moved_chairs(before, after)
        for before, after in zip(printed, repaired.series, strict=False)
        if not before.is_open
    )
    count = sum(1 for series in moved for chair in series if chair.before and chair.after)
    return Repaired(plan=repaired, way=way, moved=moved, sentence=Sentence(_WAYS[way], {"moved": count}))
