"""Who leads, and what decided it: points, Augen, the lot; shared ranks until the lot is drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from scoring.rules import Measure
from scoring.sentence import gettext_noop

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


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureKind:
    """What a measure compares, and its words for every door. Words are translated where they are shown."""

    field: Callable[[Entry], int | None]  # None: not known yet, it parts nobody
    highest_leads: bool
    title: str  # small, beside equal points on the page
    order: str  # in the line that says what decides
    most: str  # the same on the page of a tournament
    rule: str  # on the page of the rules
    rule_by_table: str = ""  # the same where a points table makes the points; empty: as `rule`
    in_file: str  # in a cell of the workbook, against the line above; empty where the points are enough
    on_wall: str  # under the points on the printed sheet; empty where the points are enough
    decides_now: str  # in the preview of a ruling

    def value(self, entry: Entry) -> int | None:
        """Return what is compared, so that the smaller value leads."""
        found = self.field(entry)
        return -found if found is not None and self.highest_leads else found


# One row a measure: every other place reads it here (docs/recipes.md, "A tie-break").
MEASURES: Mapping[Measure, MeasureKind] = {
    Measure.POINTS_HIGH: MeasureKind(
        field=lambda entry: entry.points,
        highest_leads=True,
        title=gettext_noop("Punkte"),
        order=gettext_noop("mehr Punkte"),
        most=gettext_noop("die meisten Punkte"),
        rule=gettext_noop("Punkte (viele)"),
        rule_by_table=gettext_noop("Wertungspunkte (viele)"),
        in_file="",
        on_wall="",
        decides_now=gettext_noop("jetzt entscheiden die Punkte"),
    ),
    Measure.AUGEN_LOW: MeasureKind(
        field=lambda entry: entry.augen,
        highest_leads=False,
        title=gettext_noop("Augen"),
        order=gettext_noop("weniger Augen"),
        most=gettext_noop("die wenigsten Augen"),
        rule=gettext_noop("Augen (wenige)"),
        in_file=gettext_noop("weniger Augen"),
        on_wall=gettext_noop("entscheiden"),
        decides_now=gettext_noop("jetzt entscheiden die Augen"),
    ),
    Measure.LOT: MeasureKind(
        field=lambda entry: entry.lot,
        highest_leads=False,
        title=gettext_noop("Los"),
        order=gettext_noop("das Los"),
        most=gettext_noop("das Los"),
        rule=gettext_noop("das Los"),
        in_file=gettext_noop("Los"),
        on_wall=gettext_noop("das Los"),
        decides_now=gettext_noop("jetzt entscheidet das Los"),
    ),
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
    compared = MEASURES[first].value
    parts: dict[int, list[Entry]] = {}
    for entry in group:
        value = compared(entry)
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
