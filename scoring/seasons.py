"""Year rankings: which results count, which are dropped, what they come to, and what decided between two."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import assert_never


class Rule(StrEnum):
    """How results become one figure."""

    AVERAGE = "average"  # of all results, from a minimum number on
    BEST = "best"  # the sum of the best so many
    DROPPED = "dropped"  # the sum without the worst so many; whoever was not there has a 0


class SeasonMeasure(StrEnum):
    """What a year ranking compares, in this order; whoever is equal in all of them shares the rank."""

    POINTS = "points"
    AUGEN = "augen"
    BEST_RESULT = "best_result"
    RESULTS = "results"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlan:
    """The rule of a season with its number: the minimum, how many count, or how many are dropped."""

    rule: Rule
    number: int
    augen: bool = True  # whether Augen decide: by the basic rules they do not


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonResult:
    """What somebody made at one event, on one evening or in one series; `when` names it and sorts by time."""

    when: int
    points: int
    augen: int
    games: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEntry:
    """Somebody with his results as they count. `missing` is how many are still needed to be ranked."""

    key: Hashable
    counted: tuple[SeasonResult, ...]  # in the order of time
    dropped: tuple[SeasonResult, ...]
    points: Fraction
    augen: Fraction
    missing: int

    @property
    def best(self) -> int:
        return max((one.points for one in self.counted), default=0)

    @property
    def results(self) -> int:
        return len(self.counted) + len(self.dropped)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlace:
    """An entry in its place; without a rank who has too few results, or plays outside the ranking."""

    entry: SeasonEntry
    rank: int | None
    shared: bool
    parted_by: SeasonMeasure | None


def season_tally(
    key: Hashable, results: Iterable[SeasonResult], plan: SeasonPlan, *, held: int
) -> SeasonEntry:
    """What counts of somebody's results, when so many events, evenings or series were held.

    >>> made = [SeasonResult(when=n, points=points, augen=0) for n, points in enumerate([12, 30, 18])]
    >>> season_tally("A", made, SeasonPlan(rule=Rule.BEST, number=2), held=3).points
    Fraction(48, 1)
    >>> season_tally("A", made, SeasonPlan(rule=Rule.AVERAGE, number=4), held=3).missing
    1
    """
    in_order = sorted(results, key=lambda one: (-one.points, one.augen, one.when))
    counted, dropped = in_order, []
    match plan.rule:
        case Rule.BEST:
            counted, dropped = in_order[: plan.number], in_order[plan.number :]
        case Rule.DROPPED:
            dropped = worst(in_order, absent=max(held - len(in_order), 0), number=plan.number)
            counted = [one for one in in_order if one not in dropped]
        case Rule.AVERAGE:
            pass  # everything counts
        case unknown:
            assert_never(unknown)
    average = plan.rule is Rule.AVERAGE
    share = len(counted) if average and counted else 1
    return SeasonEntry(
        key=key,
        counted=by_time(counted),
        dropped=by_time(dropped),
        points=Fraction(sum(one.points for one in counted), share),
        augen=Fraction(sum(one.augen for one in counted), share),
        missing=max(plan.number - len(in_order), 0) if average else 0,
    )


def worst(in_order: Sequence[SeasonResult], *, absent: int, number: int) -> list[SeasonResult]:
    """The results that are dropped: the worst of all that were held, where not having been there is a 0.

    >>> [one.points for one in worst([SeasonResult(when=n, points=p, augen=0) for n, p in enumerate([9, 4, -2])], absent=1, number=2)]
    [-2]
    """
    below = [one for one in in_order if one.points < 0]
    above = [one for one in in_order if one.points >= 0]
    first = below[::-1][:number]
    left = max(number - len(first) - absent, 0)
    return [*first, *above[::-1][:left]]


def by_time(results: Iterable[SeasonResult]) -> tuple[SeasonResult, ...]:
    return tuple(sorted(results, key=lambda one: one.when))


def season_measures(plan: SeasonPlan) -> tuple[SeasonMeasure, ...]:
    """What decides, in its order."""
    return tuple(one for one in SeasonMeasure if plan.augen or one is not SeasonMeasure.AUGEN)


def measure_value(entry: SeasonEntry, measure: SeasonMeasure) -> Fraction:
    """The smaller value leads."""
    match measure:
        case SeasonMeasure.POINTS:
            return -entry.points
        case SeasonMeasure.AUGEN:
            return entry.augen
        case SeasonMeasure.BEST_RESULT:
            return Fraction(-entry.best)
        case SeasonMeasure.RESULTS:
            return Fraction(-entry.results)
        case unknown:
            assert_never(unknown)


def rank_season(
    entries: Iterable[SeasonEntry], plan: SeasonPlan, *, outside: frozenset[Hashable] = frozenset()
) -> tuple[SeasonPlace, ...]:
    """Everybody in order; equals share a rank. Behind them who has no rank yet, or plays outside the ranking."""
    everybody = list(entries)
    ranked = [one for one in everybody if not one.missing and one.key not in outside]
    others = [one for one in everybody if one.missing or one.key in outside]
    places = list(in_places(ranked, season_measures(plan)))
    order = {
        one: (one.missing, *(measure_value(one, measure) for measure in season_measures(plan)), str(one.key))
        for one in others
    }
    behind = (
        SeasonPlace(entry=one, rank=None, shared=False, parted_by=None)
        for one in sorted(others, key=lambda one: order[one])
    )
    return (*places, *behind)


def in_places(entries: Sequence[SeasonEntry], by: Sequence[SeasonMeasure]) -> Iterator[SeasonPlace]:
    values: Mapping[SeasonEntry, tuple[Fraction, ...]] = {
        one: tuple(measure_value(one, measure) for measure in by) for one in entries
    }
    in_order = sorted(entries, key=lambda one: (values[one], str(one.key)))
    equal: dict[tuple[Fraction, ...], int] = {}
    for one in in_order:
        equal[values[one]] = equal.get(values[one], 0) + 1
    above: SeasonEntry | None = None
    rank: int
    for number, one in enumerate(in_order, 1):
        same = above is not None and values[above] == values[one]
        parted_by = None
        if not same:
            rank = number
            if above is not None:
                pairs = zip(by, values[above], values[one], strict=True)
                parted_by = next(measure for measure, before, after in pairs if before != after)
        yield SeasonPlace(entry=one, rank=rank, shared=equal[values[one]] > 1, parted_by=parted_by)
        above = one


# Clubs over all of it -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonClub:
    """A club with the sum of its best; `counted` are their keys, the best first. Equal sums share the rank."""

    key: Hashable
    counted: tuple[Hashable, ...]
    members: int  # ranked ones
    points: Fraction
    rank: int
    shared: bool


def rank_season_clubs(
    places: Iterable[SeasonPlace], club_of: Mapping[Hashable, Hashable], *, best: int
) -> tuple[SeasonClub, ...]:
    """Clubs by the sum of their best so many ranked members, in the order of the ranking; who has no rank counts for nobody."""
    members: dict[Hashable, list[SeasonEntry]] = {}
    for place in places:
        club = club_of.get(place.entry.key)
        if place.rank is not None and club is not None:
            members.setdefault(club, []).append(place.entry)
    sums = {club: sum((one.points for one in ones[:best]), Fraction(0)) for club, ones in members.items()}
    in_order = sorted(sums, key=lambda club: (-sums[club], str(club)))
    return tuple(
        SeasonClub(
            key=club,
            counted=tuple(one.key for one in members[club][:best]),
            members=len(members[club]),
            points=sums[club],
            rank=1 + sum(other > sums[club] for other in sums.values()),
            shared=list(sums.values()).count(sums[club]) > 1,
        )
        for club in in_order
    )
