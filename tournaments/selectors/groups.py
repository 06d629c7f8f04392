"""Teams and tandems in their places: the sums of their players, ranked by the same measures as the singles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.rules import Measure
from scoring.standings import Entry, Ranked, rank, sum_up
from tournaments.selectors.standings import Standing, Standings


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStanding:
    """A team or a tandem in its place."""

    place: Ranked
    name: str
    members: tuple[Standing, ...]


def teams(what: Standings) -> tuple[GroupStanding, ...]:
    """Mannschaften: the sum of their singles."""
    return ranked_groups(
        what, ((row.registration.team_id, str(row.registration.team), row) for row in what.rows)
    )


def pairs(what: Standings) -> tuple[GroupStanding, ...]:
    """Tandems: two results added."""
    return ranked_groups(
        what, ((row.registration.pair_id, str(row.registration.pair), row) for row in what.rows)
    )


def ranked_groups(
    what: Standings, rows: Iterable[tuple[int | None, str, Standing]]
) -> tuple[GroupStanding, ...]:
    """Groups by their key; no lot is drawn between groups."""
    members: dict[int, list[Standing]] = defaultdict(list)
    names: dict[int, str] = {}
    for key, name, row in rows:
        if key is not None:
            members[key].append(row)
            names[key] = name
    measures = tuple(measure for measure in what.rules.measures if measure is not Measure.LOT)
    entries: list[Entry] = [sum_up(key, [row.total for row in group]) for key, group in members.items()]
    return tuple(
        GroupStanding(
            place=place, name=names[int(place.entry.key)], members=tuple(members[int(place.entry.key)])
        )
        for place in rank(entries, measures)
    )
