"""What a tournament looks like in numbers: courses of players, Augen, Hand-Rommé, tables and seats. A fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from django.db.models import Count, F

from scoring.engine.law import Finish
from scoring.numbers import SeriesNumber
from tournaments.models import Line, Seat, Tournament
from tournaments.rankings.selectors.publications import Shown
from tournaments.rankings.selectors.standings import SeriesTotal, Standing, Standings

T = TypeVar("T")
BRACKET = 10  # Augen that share a bar
LAST_BRACKET = 120  # from here on they share one


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCourse:
    """A player from series to series; None where he has not played."""

    rank: int
    start_number: int
    name: str
    family_name: str
    points: tuple[int | None, ...]
    total: int
    hands: tuple[int, int]  # Hand-Rommé (and Superrommé), Hand-Rommé with lay-offs

    @property
    def running(self) -> tuple[int | None, ...]:
        """The sum after each series."""
        summed, found = 0, []
        for value in self.points:
            summed += value or 0
            found.append(None if value is None else summed)
        return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class AugenBar:
    """How many hands were left with so many Augen."""

    first: int
    last: int | None  # None: and more
    opened: int
    unopened: int

    @property
    def hands(self) -> int:
        return self.opened + self.unopened


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Points of games, and how many games they are of."""

    points: int = 0
    games: int = 0

    def __add__(self, other: Share) -> Share:
        return Share(points=self.points + other.points, games=self.games + other.games)

    @property
    def mean(self) -> float:
        return self.points / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShare:
    """What was made at one table, a player a game, before penalties."""

    series: SeriesNumber
    table: int
    seats: int
    share: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatQuality:
    """Whether it mattered where somebody sat, and how often people met."""

    tables: tuple[TableShare, ...]
    seats: Mapping[int, Share]
    overall: Share
    pairs: int  # that have shared a table
    again: int  # of them more than once
    most: int  # how often the same two met at most
    threes_twice: int  # players who sat at a table of three more than once
    uneven: int  # players who sat on the same seat much more often than on the others


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Everything that the pictures show; `augen` and `quality` only for eyes that may see the games of this moment."""

    tournament: Tournament
    games: int
    opens: bool  # whether these rules know an opening
    series: tuple[int, ...]
    players: tuple[PlayerCourse, ...]
    augen: tuple[AugenBar, ...]
    quality: SeatQuality | None
    unknown: int = 0  # players of whose games some are known only as sums: nobody knows who went out by hand

    @property
    def hands(self) -> tuple[PlayerCourse, ...]:
        """Whoever had a Hand-Rommé, most of them first."""
        found = [one for one in self.players if any(one.hands)]
        return tuple(sorted(found, key=lambda one: (-sum(one.hands), -one.hands[0], one.rank)))


def statistics(seen: Shown) -> Statistics:
    """Out of the standings that somebody may see; games of this moment are counted only for those who may see them."""
    what = seen.what
    return Statistics(
        tournament=what.tournament,
        games=what.games,
        opens=what.rules.family.by_table,
        series=what.series_numbers,
        players=tuple(player_course(row, what.series_numbers) for row in what.rows),
        augen=augen_of(what.tournament) if seen.draft else (),
        quality=quality_of(what) if seen.draft else None,
        unknown=sum(row.total.totals_only for row in what.rows),
    )


def player_course(row: Standing, numbers: Sequence[SeriesNumber]) -> PlayerCourse:
    parts = [row.series.get(number) for number in numbers]
    wins = row.total.wins
    return PlayerCourse(
        rank=row.place.rank,
        start_number=row.registration.start_number,
        name=row.registration.player.name,
        family_name=row.registration.player.family_name,
        points=tuple(part.net_points if part is not None and has_result(part) else None for part in parts),
        total=row.total.net_points,
        hands=(
            wins.get(Finish.HAND, 0) + wins.get(Finish.SUPER, 0),
            wins.get(Finish.HAND_WITH_LAYOFF, 0),
        ),
    )


def has_result(part: SeriesTotal) -> bool:
    return bool(part.games_played or part.penalty_points)


def augen_of(tournament: Tournament) -> tuple[AugenBar, ...]:
    """All hands that were left, counted by the database, in brackets of ten."""
    lines = (
        Line.objects.filter(
            game__sheet__table__series__tournament=tournament, game__struck_at__isnull=True, won=False
        )
        .order_by()
        .values_list("opened", "augen")
        .annotate(hands=Count("pk"))
    )
    counted: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for opened, augen, hands in lines:
        bracket = min(max(augen - 1, 0) // BRACKET * BRACKET, LAST_BRACKET)
        counted[bracket][0 if opened else 1] += hands
    if not counted:
        return ()
    return tuple(
        AugenBar(
            first=bracket + 1,
            last=None if bracket == LAST_BRACKET else bracket + BRACKET,
            opened=counted[bracket][0],
            unopened=counted[bracket][1],
        )
        for bracket in range(0, max(counted) + 1, BRACKET)
    )


# Tables and seats ---------------------------------------------------------------------------------------------


def quality_of(what: Standings) -> SeatQuality:
    """Everybody's games, laid on the table and the seat where he sat; penalties are no matter of a table."""
    totals = {row.registration.pk: row.series for row in what.rows}
    seats = list(
        Seat.objects.filter(series__tournament=what.tournament, table__cleared_at__isnull=True)
        .exclude(last_round__lt=F("first_round"))
        .order_by("series__number", "table__number", "number")
        .values_list("series__number", "table__number", "table__size", "number", "registration_id")
    )
    tables: dict[tuple[SeriesNumber, int, int], Share] = defaultdict(Share)
    by_seat: dict[int, Share] = defaultdict(Share)
    who: dict[tuple[int, int], list[int]] = defaultdict(list)
    for series, table, size, number, registration in seats:
        who[series, table].append(registration)
        part = totals.get(registration, {}).get(series)
        if part is not None and part.games_played:
            share = Share(points=part.plus_points - part.minus_points, games=part.games_played)
            tables[series, table, size] += share
            by_seat[number] += share
    met = times_met(who.values())
    return SeatQuality(
        tables=tuple(
            TableShare(series=series, table=table, seats=size, share=share)
            for (series, table, size), share in sorted(tables.items())
        ),
        seats=dict(sorted(by_seat.items())),
        overall=sum(by_seat.values(), start=Share()),
        pairs=len(met),
        again=sum(count > 1 for count in met.values()),
        most=max(met.values(), default=0),
        threes_twice=sum(
            count > 1
            for count in count_things(
                registration for _s, _t, size, _n, registration in seats if size == 3
            ).values()
        ),
        uneven=uneven([(registration, number) for _s, _t, _size, number, registration in seats]),
    )


def times_met(tables: Iterable[Sequence[int]]) -> dict[tuple[int, ...], int]:
    """How often each two have shared a table."""
    return count_things(two for table in tables for two in combinations(sorted(table), 2))


def count_things(things: Iterable[T]) -> dict[T, int]:
    found: dict[T, int] = defaultdict(int)
    for thing in things:
        found[thing] += 1
    return dict(found)


def uneven(chairs: Sequence[tuple[int, int]]) -> int:
    """Players who sat on one of four seats more often than evenly, rounded up, and once more."""
    how_often = count_things(chairs)
    series = count_things(registration for registration, _seat in chairs)
    return len(
        {
            registration
            for (registration, _seat), count in how_often.items()
            if count > -(-series[registration] // 4) + 1
        }
    )
