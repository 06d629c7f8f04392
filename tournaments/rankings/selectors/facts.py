"""What rankings need beside the sums, for all of them at once: scopes, days, lots, age limits, unusual seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db.models import F, Q, QuerySet
from django.utils.timezone import localtime

from scoring.numbers import SeriesNumber
from scoring.standings import draw_lot
from tournaments.models import RankingSetup, Seat, Series, Tournament
from tournaments.storage.prepared import Prepared, PreparedValues

NIGHT_ENDS = timedelta(hours=5)  # a series begun before five in the morning belongs to the evening before


@dataclass(frozen=True, slots=True)
class Scope:
    """Which lists count: all of them, those of one series, or those of one day."""

    series: SeriesNumber | None = None
    day: date | None = None


WHOLE = Scope()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFact:
    """A seat that a ranking has a word about."""

    series: SeriesNumber
    size: int  # of its table
    came_later: bool
    left_early: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingFacts:
    """Asked for once, whatever is ranked afterwards."""

    setup: RankingSetup = field(default_factory=RankingSetup)
    days: Mapping[SeriesNumber, date] = field(default_factory=dict)  # series → the day on which it is played
    seeds: Mapping[Scope, str] = field(default_factory=dict)
    seats: Mapping[int, tuple[SeatFact, ...]] = field(default_factory=dict)  # by registration

    def series_in(self, scope: Scope) -> frozenset[int] | None:
        """The series that count; None for all of them."""
        if scope.series is not None:
            return frozenset({scope.series})
        if scope.day is not None:
            return frozenset(number for number, day in self.days.items() if day == scope.day)
        return None

    def lots(self, scope: Scope, numbers: list[int]) -> dict[int | str, int]:
        """The lot of every start number, once it is drawn for this scope."""
        seed = self.seeds.get(scope)
        return draw_lot(numbers, seed=seed) if seed else {}


DRAWN = Prepared(
    lambda pk: Series.objects.filter(tournament=pk).select_related("drawn_lot").order_by("number"), int
)


def ranking_facts(tournament: Tournament) -> RankingFacts:
    """Everything in three queries at most, and one more where there are several days."""
    drawn = DRAWN(tournament.pk)
    days = {series.number: series_day(series, tournament) for series in drawn}
    seeds = {Scope(series=one.number): one.drawn_lot.seed for one in drawn if hasattr(one, "drawn_lot")}
    if tournament.lot_seed:
        seeds[WHOLE] = tournament.lot_seed
    if len(set(days.values())) > 1:
        of_days = tournament.drawn_lots.filter(day__isnull=False).values_list("day", "seed")
        seeds |= {Scope(day=day): seed for day, seed in of_days if day is not None}
    return RankingFacts(
        setup=ranking_setup_of(tournament), days=days, seeds=seeds, seats=unusual_seats(tournament)
    )


def ranking_setup_of(tournament: Tournament) -> RankingSetup:
    """What the director wants, or the usual limits."""
    try:
        return tournament.ranking_setup
    except RankingSetup.DoesNotExist:
        return RankingSetup(tournament=tournament)


def ages_on(tournament: Tournament, setup: RankingSetup) -> date:
    """The day on which ages are counted: the first of January, unless the director has named another one."""
    return setup.ages_on or date(tournament.starts_on.year, 1, 1)


def age_on(born: date, day: date) -> int:
    """Full years; whoever was born on the 29th of February is a year older on the first of March."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def series_day(series: Series, tournament: Tournament) -> date:
    """The day on which a series is played, within the days of its tournament.

    The director's word, else the local day on which its clock was started, else on which it was drawn. The night
    still belongs to the evening before.
    """
    if series.played_on is not None:
        return series.played_on
    begun = series.clock_started_at or series.started_at or series.drawn_at
    day = (localtime(begun) - NIGHT_ENDS).date()
    return min(max(day, tournament.starts_on), tournament.ends_on)


def seats_told_apart(tournament: int, size: int) -> QuerySet[Seat, SeatRow]:
    unusual = Q(table__size__lt=size) | Q(first_round__gt=1) | Q(last_round__isnull=False)
    played = Q(last_round__isnull=True) | Q(last_round__gte=F("first_round"))
    rows = Seat.objects.filter(unusual, played, series__tournament=tournament)
    return rows.order_by("series__number", "first_round").values_list(
        "registration_id", "series__number", "table__size", "first_round", "last_round"
    )


SeatRow = tuple[int, SeriesNumber, int, int, int | None]
UNUSUAL: PreparedValues[SeatRow] = PreparedValues(seats_told_apart, int, int)


def unusual_seats(tournament: Tournament) -> dict[int, tuple[SeatFact, ...]]:
    """Seats at smaller tables than usual, and those that changed hands; one that never played is left out."""
    found: dict[int, list[SeatFact]] = defaultdict(list)
    for registration, series, size, first, last in UNUSUAL(tournament.pk, tournament.table_size):
        found[registration].append(
            SeatFact(series=series, size=size, came_later=first > 1, left_early=last is not None)
        )
    return {registration: tuple(seats) for registration, seats in found.items()}
