"""Who leads, and what decided it: points, Augen, the lot; shared ranks until the lot is drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from scoring.rules import Measure

Key: TypeAlias = int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Somebody who is ranked: a player, a pair or a team, with the sums that count."""

    key: Key
    points: int
    augen: int
    games: int = 0
    lot: int | None = None  # None: not drawn yet


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """An entry in its place. `parted_by` is the measure that parted it from the one above, None if shared."""

    entry: Entry
    rank: int
    shared: bool
    parted_by: Measure | None


# A tie-break is one line here: the smaller value leads, None is "not known yet" and parts nobody.
MEASURES: Mapping[Measure, Callable[[Entry], int | None]] = {
    Measure.POINTS_HIGH: lambda entry: -entry.points,
    Measure.AUGEN_LOW: lambda entry: entry.augen,
    Measure.LOT: lambda entry: entry.lot,
}


class Total(Protocol):
    """Sums of one series, as `scoring.sheets` totals a seat."""

    @property
    def net_points(self) -> int: ...
    @property
    def augen(self) -> int: ...
    @property
    def games_played(self) -> int: ...


def sum_up(key: Key, totals: Iterable[Total], *, lot: int | None = None) -> Entry:
    """One entry from several totals: a player's series, a pair's players, a team's singles."""
    points = augen = games = 0
    for part in totals:
        points += part.net_points
        augen += part.augen
        games += part.games_played
    return Entry(key=key, points=points, augen=augen, games=games, lot=lot)


def rank(entries: Iterable[Entry], measures: Sequence[Measure]) -> tuple[Ranked, ...]:
    """Everybody in order. Equals share a rank and the next rank skips them: 1, 2, 2, 4."""
    ranked: list[Ranked] = []
    in_order = sorted(entries, key=by_key)
    for parted_by, group in part(in_order, tuple(measures), None):
        place, shared = len(ranked) + 1, len(group) > 1
        for step, entry in enumerate(group):
            ranked.append(
                Ranked(entry=entry, rank=place, shared=shared, parted_by=None if step else parted_by)
            )
    return tuple(ranked)


def part(
    group: Sequence[Entry], measures: tuple[Measure, ...], above: Measure | None
) -> Iterator[tuple[Measure | None, Sequence[Entry]]]:
    """Split a group by the first measure, each part by the next one, with the measure that parted it from above."""
    if len(group) < 2 or not measures:
        if group:
            yield above, group
        return
    first, *rest = measures
    parts: dict[int, list[Entry]] = {}
    for entry in group:
        value = MEASURES[first](entry)
        if value is None:  # known for some only: it cannot part this group
            yield from part(group, tuple(rest), above)
            return
        parts.setdefault(value, []).append(entry)
    for step, value in enumerate(sorted(parts)):
        yield from part(parts[value], tuple(rest), first if step else above)


def by_key(entry: Entry) -> tuple[bool, Key]:
    """The order inside a shared rank, so that the same facts always print the same page."""
    return isinstance(entry.key, str), entry.key


def draw_lot(keys: Iterable[Key], *, seed: int | str) -> dict[Key, int]:
    """The lot that each draws; 1 is best. Anybody can redo it with a SHA-256 tool.

    For every key write "seed:key" (UTF-8), take its SHA-256 in hexadecimal, sort: the smallest draws lot 1.
    The order in which the keys are given changes nothing.
    """
    drawn = {key: hashlib.sha256(f"{seed}:{key}".encode()).hexdigest() for key in keys}
    assert len({str(key) for key in drawn}) == len(drawn), "two keys that print alike in one draw"
    return {key: lot for lot, key in enumerate(sorted(drawn, key=lambda key: drawn[key]), start=1)}
