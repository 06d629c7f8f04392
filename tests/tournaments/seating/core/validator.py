"""The one judge of every plan: it counts from the tables alone and imports nothing of the planner."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import combinations


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What a plan is worth; `faults` are things that must not be."""

    faults: list[str]
    rematches: int
    rematch_bound: int
    three_repeats: int
    three_bound: int
    seat_excess: list[int]
    mates: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    @property
    def clean(self) -> bool:
        return not self.faults


def fewest_threes(n: int) -> tuple[int, int]:
    """(fours, threes) by trying, fewest threes first."""
    return next(((n - 3 * b) // 4, b) for b in range(n + 1) if 3 * b <= n and (n - 3 * b) % 4 == 0)


def judge(players, series, *, past=(), groups=None, tables_at=None, seats_at=None) -> Verdict:
    """Judge planned `series` after `past` ones. `groups` is {kind: {player: name}}; fixed wishes by player."""
    players = list(players)
    faults: list[str] = []
    fours, threes = fewest_threes(len(players))
    for number, tables in enumerate(series, start=1):
        seated = [p for table in tables for p in table]
        if Counter(seated) != Counter(players):
            faults.append(f"series {number} does not seat everybody once")
        if Counter(map(len, tables)) != +Counter({4: fours, 3: threes}):
            faults.append(f"series {number} has tables of {sorted(map(len, tables))}")
        for p, seat in (seats_at or {}).items():
            table = next(table for table in tables if p in table)
            if seat <= len(table) and table.index(p) + 1 != seat:
                faults.append(f"series {number}: {p} is not on seat {seat}")
        for p, place in (tables_at or {}).items():
            if p not in tables[place - 1]:
                faults.append(f"series {number}: {p} is not at table {place}")
    met = Counter(frozenset(two) for tables in [*past, *series] for t in tables for two in combinations(t, 2))
    met_before = Counter(frozenset(two) for tables in past for t in tables for two in combinations(t, 2))
    at_three = Counter(p for tables in [*past, *series] for t in tables if len(t) == 3 for p in t)
    before_three = Counter(p for tables in past for t in tables if len(t) == 3 for p in t)
    here = set(players)
    new_meetings = len(series) * (6 * fours + 3 * threes)
    unmet = len(players) * (len(players) - 1) // 2 - sum(1 for two in met_before if two <= here)
    untouched = sum(1 for p in players if not before_three[p])
    return Verdict(
        faults=faults,
        rematches=sum(k - 1 for k in met.values()),
        rematch_bound=sum(k - 1 for k in met_before.values()) + max(0, new_meetings - unmet),
        three_repeats=sum(at_three[p] - 1 for p in players if at_three[p]),
        three_bound=sum(before_three[p] - 1 for p in players if before_three[p])
        + max(0, 3 * threes * len(series) - untouched),
        seat_excess=[] if past else seat_excess(players, series),
        mates={kind: together(names, series) for kind, names in (groups or {}).items()},
    )


def spread(total: int, places: int) -> int:
    """Pairs that fall together when a total is spread evenly over the places."""
    each, more = divmod(total, places)
    return more * (each + 1) * each // 2 + (places - more) * each * (each - 1) // 2


def together(names, series) -> list[tuple[int, int]]:
    """Series by series: pairs of one group at a table, and how many cannot be avoided."""
    found = []
    for tables in series:
        pairs = sum(
            1 for t in tables for a, b in combinations(t, 2) if names.get(a) and names.get(a) == names.get(b)
        )
        found.append(
            (pairs, sum(spread(k, len(tables)) for name, k in Counter(names.values()).items() if name))
        )
    return found


def seat_excess(players, series) -> list[int]:
    """After each series: pairs of equal seats beyond what counting makes unavoidable."""
    held: dict[object, Counter[int]] = defaultdict(Counter)
    chairs: Counter[int] = Counter()
    excess = []
    for done, tables in enumerate(series, start=1):
        for table in tables:
            for seat, p in enumerate(table, start=1):
                held[p][seat] += 1
                chairs[seat] += 1
        equal = sum(k * (k - 1) // 2 for counts in held.values() for k in counts.values())
        by_seat = sum(spread(total, len(players)) for total in chairs.values())
        by_player = len(players) * spread(done, max(len(t) for t in tables))
        excess.append(equal - max(by_seat, by_player))
    return excess
