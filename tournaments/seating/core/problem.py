"""A request as the search needs it: players as numbers, the price of each meeting, and the bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import assert_never

from tournaments.event.core.sizes import FOUR, table_sizes
from tournaments.seating.core.counting import chairs_at_small, even_pairs, pairs_at
from tournaments.seating.core.draft import CHAIR, CLASS, COUNT, PAST_COUNT, Draft, Prices, prices
from tournaments.seating.core.request import AskedPlayer, Id, Request, Tables, table_numbers
from tournaments.seating.core.wishes import MATES, Wish, Wishes

REASON = {Wish.PARTNERS: 1, Wish.TEAM_MATES: 2, Wish.CLUB_MATES: 4, Wish.SEEDED: 8}
PastTable = tuple[tuple[int, ...], bool]
"""The players of a past table who are still here, and whether it was a small table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What the search works on."""

    ids: tuple[Id, ...]
    sizes: tuple[int, ...]
    width: int  # the usual table: a smaller one has an empty chair
    classes: tuple[bytearray, ...] | None
    price_lists: tuple[Prices, ...]
    past: tuple[tuple[PastTable, ...], ...]
    seat_counts: tuple[tuple[int, ...], ...]
    slot: dict[int, int]  # fixed tables, by their place in the order of filling
    seat: dict[int, int]  # fixed seats, counted from 0
    mates_floor: int
    families: tuple[tuple[int, ...], ...]  # the numbers of each player's club, team and pair

    @property
    def n(self) -> int:
        return len(self.ids)

    def draft(self) -> Draft:
        """An empty draft that remembers the past."""
        draft = Draft(self.n, self.width, self.classes, self.price_lists)
        for tables in self.past:
            for players, small in tables:
                draft.remember(players, small=small)
        return draft

    def floor(self) -> int:
        """A lower bound for the cost of the coming series, from counting alone."""
        series = len(self.price_lists)
        if not series:
            return 0
        steps = self.price_lists[-1].more
        met: Counter[tuple[int, int]] = Counter()
        chairs: Counter[int] = Counter()
        for tables in self.past:
            for players, small in tables:
                met.update(combinations(sorted(players), 2))
                chairs.update(players if small else ())
        together = {(q, p) for p, s in self.slot.items() for q, t in self.slot.items() if q < p and s == t}
        levels = Counter(min(k, PAST_COUNT) for two, k in met.items() if two not in together)
        levels[0] = comb(self.n, 2) - len(together) - levels.total()
        cost = sum(
            sum(steps[min(met[two], PAST_COUNT) :][:series]) for two in together
        )  # they meet every time
        cost += _climb(levels, series * (pairs_at(self.sizes) - len(together)), steps)
        levels = Counter(min(chairs[p], PAST_COUNT) for p in range(self.n))
        cost += _climb(levels, series * chairs_at_small(self.sizes, self.width), steps[CHAIR << CLASS :])
        return cost + self.mates_floor


def _climb(levels: Counter[int], events: int, steps: Sequence[int]) -> int:
    """The least cost of so many events if each goes to a pair (or player) that has had fewest.

    `levels[k]` is the number of pairs (or players) that have had k.
    """
    cost, level, here = 0, 0, levels[0]
    while events > 0 and level < COUNT:
        now = min(events, here)
        cost += now * steps[level]
        events -= now
        level += 1
        here += levels[level]
    return cost


def compile_request(
    request: Request, players: Sequence[AskedPlayer], *, series: int, past: Sequence[Tables]
) -> Problem:
    """The numbers for the next `series` series by lot; `past` are the series before them."""
    ids = tuple(player.id for player in players)
    sizes = table_sizes(len(ids), size=request.size)
    at = {name: p for p, name in enumerate(ids)}
    classes = _classes(players, request.wishes)
    price_lists = tuple(_price_list(request.wishes, first=not past and s == 0) for s in range(series))
    numbers = table_numbers(len(sizes), request.closed_tables, request.filling)
    slots = {number: slot for slot, number in enumerate(numbers)}
    width = FOUR if request.size is None else max(sizes)
    history, seats = _history(past, at, width=width)
    return Problem(
        ids=ids,
        sizes=sizes,
        width=width,
        classes=classes,
        price_lists=price_lists,
        past=history,
        seat_counts=seats,
        slot={at[p.id]: slots[p.table] for p in players if p.table is not None and p.table in slots},
        seat={at[p.id]: p.seat - 1 for p in players if p.seat is not None},
        mates_floor=sum(
            even_pairs(members, len(sizes)) * request.wishes.price(wish, first_series=not past and s == 0)
            for wish in MATES
            for members in group_sizes(players, wish)
            for s in range(series)
        ),
        families=_families(players),
    )


def _families(players: Sequence[AskedPlayer]) -> tuple[tuple[int, ...], ...]:
    """Club, team and pair of each player as numbers; a player without is a family of one."""
    levels = []
    for wish in (Wish.CLUB_MATES, Wish.TEAM_MATES, Wish.PARTNERS):
        numbers: dict[object, int] = {}
        names = [group_name(player, wish) or player.id for player in players]
        levels.append([numbers.setdefault((name,), len(numbers)) for name in names])
    return tuple(zip(*levels, strict=True))


def group_name(player: AskedPlayer, wish: Wish) -> str | None:
    """The name of the group (club, team, pair) whose members a wish keeps away from this player."""
    match wish:
        case Wish.PARTNERS:
            return player.pair
        case Wish.TEAM_MATES:
            return player.team
        case Wish.CLUB_MATES:
            return player.club
        case Wish.SEEDED:
            return None if player.seeded is None else "seeded"
        case Wish.REMATCH | Wish.SECOND_THREE:
            return None
        case unknown:
            assert_never(unknown)


def group_sizes(players: Iterable[AskedPlayer], wish: Wish) -> list[int]:
    """How many belong to each club (team, pair …) of more than one."""
    counts = Counter(name for player in players if (name := group_name(player, wish)))
    return [count for count in counts.values() if count > 1]


def _classes(players: Sequence[AskedPlayer], wishes: Wishes) -> tuple[bytearray, ...] | None:
    """For each pair the reasons not to meet, in the high half of a byte; partners need no other reason."""
    n = len(players)
    rows = [bytearray(n + 1) for _unused in range(n + 1)]
    found = False
    for wish in reversed(MATES):
        if not wishes.price(wish):
            continue
        groups: dict[str, list[int]] = {}
        for p, player in enumerate(players):
            name = group_name(player, wish)
            if name:
                groups.setdefault(name, []).append(p)
        for members in groups.values():
            for p in members:
                for q in members:
                    if p != q:
                        found = True
                        byte = REASON[wish] << CLASS
                        rows[p][q] = byte if wish is Wish.PARTNERS else rows[p][q] | byte
    return tuple(rows) if found else None


def _price_list(wishes: Wishes, *, first: bool) -> Prices:
    by_reason = [
        sum(wishes.price(wish, first_series=first) for wish, bit in REASON.items() if reason & bit)
        for reason in range(16)
    ]
    return prices(wishes.price(Wish.REMATCH), wishes.price(Wish.SECOND_THREE), by_reason)


def _history(
    past: Sequence[Tables], at: dict[Id, int], *, width: int
) -> tuple[tuple[tuple[PastTable, ...], ...], tuple[tuple[int, ...], ...]]:
    seats = [[0] * 6 for _unused in at]
    history = []
    for series in past:
        usual = max([width, *map(len, series)])
        tables: list[PastTable] = []
        for table in series:
            for seat, name in enumerate(table):
                if name in at:
                    seats[at[name]][seat] += 1
            tables.append((tuple(at[name] for name in table if name in at), len(table) < usual))
        history.append(tuple(tables))
    return tuple(history), tuple(map(tuple, seats))
