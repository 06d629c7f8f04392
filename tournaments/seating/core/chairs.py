"""Which seat at the table: each seat equally often, after every series and not only at the end.

Players and tables make a bipartite graph. At tables of three there is no seat 4, so matchings say first
who takes the seats 4: everybody once, then everybody a second time. What is left of each player is cut
into rounds of three series, and a proper colouring with three colours (Kőnig) gives each round each of the
seats 1-3 once. So every prefix is balanced.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import permutations

from tournaments.seating.core.chair_search import SeatCounts, polish
from tournaments.seating.core.colouring import Matching, colour_edges

Groups = Sequence[Sequence[Sequence[int]]]
Ordered = list[list[list[int]]]
LAST = 3  # seat 4, counted from 0; there is none at a table of three


def assign_seats(
    series: Groups,
    past: Sequence[Sequence[int]],
    *,
    fixed: Mapping[int, int],
    locked: Sequence[bool],
    rng: random.Random,
    moves: int,
) -> Ordered:
    """Put every table in seat order; `past[p]` says how often p has had each seat, `fixed` seats are indices.

    Locked series keep the order they have (by standing the seat says the rank).
    """
    counts = SeatCounts(past)
    ordered: Ordered = []
    clean = not fixed and not any(map(any, past)) and not any(locked)
    if clean and all(len(table) in (3, 4) for tables in series for table in tables):
        ordered = _colour(series)
    for tables in ordered:
        counts.add(tables)
    for s in range(len(ordered), len(series)):
        tables = [list(t) if locked[s] else _best_order(t, counts, fixed) for t in series[s]]
        ordered.append(tables)
        counts.add(tables)
    polish(ordered, past, fixed=fixed, locked=locked, rng=rng, moves=moves)
    return ordered


def _best_order(table: Sequence[int], counts: SeatCounts, fixed: Mapping[int, int]) -> list[int]:
    """The order in which most take a seat that they have had least."""
    size = len(table)
    allowed = [
        order
        for order in permutations(table)
        if all(fixed.get(p, i) == i or fixed[p] >= size for i, p in enumerate(order))
    ]
    return list(
        min(allowed or [tuple(table)], key=lambda order: sum(counts.of(p, i) for i, p in enumerate(order)))
    )


def _colour(series: Groups) -> Ordered:
    """All series at once: every player's seats 1-3 come in rounds of three, his seats 4 as evenly as can be."""
    holders = _last_seats(series)
    edges: list[tuple[int, int]] = []
    nodes: dict[tuple[int, int], int] = {}
    met: dict[int, int] = {}
    count = 0
    for tables, last in zip(series, holders, strict=True):
        for table, holder in zip(tables, last, strict=True):
            for p in table:
                if p != holder:
                    turn = met.get(p, 0)
                    met[p] = turn + 1
                    edges.append((nodes.setdefault((p, turn // LAST), len(nodes)), count))
            count += 1
    colours = iter(colour_edges(edges, len(nodes), count, LAST))
    ordered: Ordered = []
    for tables, last in zip(series, holders, strict=True):
        seated = []
        for table, holder in zip(tables, last, strict=True):
            order = [-1] * len(table)
            for p in table:
                order[LAST if p == holder else next(colours)] = p
            seated.append(order)
        ordered.append(seated)
    return ordered


def _last_seats(series: Groups) -> list[list[int]]:
    """Who takes seat 4 at each table of four: everybody once before anybody a second time, and so on.

    A round is a matching that covers all players; the series in which it ends also begins the next one.
    """
    holders = [[-1] * len(tables) for tables in series]
    waiting = [[t for t, table in enumerate(tables) if len(table) > LAST] for tables in series]
    width = max((len(tables) for tables in series), default=0)
    players = [p for table in series[0] for p in table] if series else []
    at = 0
    while at < len(series):
        whole, end = 0, at
        while end < len(series) and whole + len(waiting[end]) <= len(players):
            whole += len(waiting[end])
            end += 1
        upto = range(at, min(end + 1, len(series)))
        matching = Matching({s * width + t: series[s][t] for s in upto for t in waiting[s]})
        for s in range(at, end):
            for t in waiting[s]:
                matching.cover_table(s * width + t)
        if end < len(series):
            for p in players:
                matching.cover_player(p)
        for table, p in matching.player_of.items():
            holders[table // width][table % width] = p
        for s in upto:
            waiting[s] = [t for t in waiting[s] if holders[s][t] < 0]
        at = end
        if at < len(series) and not matching.player_of:
            break
    for s, tables in enumerate(waiting):
        for t in tables:
            holders[s][t] = series[s][t][0]  # no fair holder is left: the search mends what it can
    return holders
