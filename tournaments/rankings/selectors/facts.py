"""What rankings need beside the sums, for all of them at once: scopes, days, lots, age limits, unusual seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from operator import itemgetter

from django.db.models import QuerySet
from django.utils.timezone import localtime

from scoring.numbers import SeatNumber, SeriesNumber
from scoring.standings import draw_lot
from tournaments.models import RankingSetup, Seat, Series, Tournament

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


def ranking_facts(tournament: Tournament, seats: Iterable[SeatRow] | None = None) -> RankingFacts:
    """Everything in three queries at most, and one more where there are several days; one less with the seats at hand.

    Whoever wants no remarks about seats gives none of them.
    """
    drawn = Series.objects.filter(tournament=tournament).select_related("drawn_lot").order_by("number")
    days = {series.number: series_day(series, tournament) for series in drawn}
    seeds = {Scope(series=one.number): one.drawn_lot.seed for one in drawn if hasattr(one, "drawn_lot")}
    if tournament.lot_seed:
        seeds[WHOLE] = tournament.lot_seed
    if len(set(days.values())) > 1:
        of_days = tournament.drawn_lots.filter(day__isnull=False).values_list("day", "seed")
        seeds |= {Scope(day=day): seed for day, seed in of_days if day is not None}
    return RankingFacts(
        setup=ranking_setup_of(tournament),
        days=days,
        seeds=seeds,
        seats=unusual_seats(tournament, seats_among([tournament.pk]) if seats is None else seats),
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


SeatRow = tuple[int, SeriesNumber, int, SeatNumber, int, int, int | None]
SERIES_AND_ROUND = itemgetter(1, 5)  # of such a row


def seats_among(among: Collection[int]) -> QuerySet[Seat, SeatRow]:
    """Every seat: its key, its series, who sits there, its number, how large its table is, its first Runde and its last."""
    return (
        Seat.objects.filter(series__tournament__in=among)
        .order_by()
        .values_list(
            "pk", "series__number", "registration_id", "number", "table__size", "first_round", "last_round"
        )
    )


def unusual_seats(tournament: Tournament, seats: Iterable[SeatRow]) -> dict[int, tuple[SeatFact, ...]]:
    """Seats at smaller tables than usual, and those that changed hands; one that never played is left out."""
    usual = tournament.table_size
    unusual = [
        seat
        for seat in seats
        if (seat[4] < usual or seat[5] > 1 or seat[6] is not None) and (seat[6] is None or seat[6] >= seat[5])
    ]
    found: dict[int, list[SeatFact]] = defaultdict(list)
    for _key, series, registration, _number, size, first, last in sorted(unusual, key=SERIES_AND_ROUND):
        found[registration].append(
            SeatFact(series=series, size=size, came_later=first > 1, left_early=last is not None)
        )
    return {registration: tuple(seats) for registration, seats in found.items()}
