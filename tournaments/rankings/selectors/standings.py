"""The standings of a tournament: every point from the lines, in a fixed number of queries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from django.db.models import QuerySet

from scoring.engine.law import Finish
from scoring.numbers import SeriesNumber
from scoring.points import net_points, void_points
from scoring.rules import RuleSet
from scoring.selectors import rules_of
from scoring.standings import Entry, Ranked, rank, sum_up
from scoring.totals import games_of_seats, minus_of
from tournaments.event.selectors.tournaments import registrations
from tournaments.models import Penalty, Registration, TotalLine, Tournament
from tournaments.rankings.selectors.facts import (
    RankingFacts,
    Scope,
    SeatRow,
    ranking_facts,
    seats_among,
)
from tournaments.rankings.selectors.lines import (
    SeatsByKey,
    games_among,
    lines_among,
    played_by_hand,
    played_by_table,
)


@dataclass(slots=True)
class SeriesTotal:
    """What one player made in one series; what `scoring.standings.sum_up` adds."""

    plus_points: int = 0
    minus_points: int = 0
    crosses: int = 0
    penalty_points: int = 0
    augen: int = 0
    games_played: int = 0
    totals_only: bool = False  # only the sums of some list are known
    voided: bool = False  # a penalty leaves nothing of it
    wins: dict[Finish, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def net_points(self) -> int:
        return net_points(plus=self.plus_points, minus=self.minus_points, penalties=self.penalty_points)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One row of the standings."""

    place: Ranked
    registration: Registration
    series: dict[SeriesNumber, SeriesTotal]
    total: SeriesTotal

    @property
    def points_per_game(self) -> float | None:
        """What parts tables of three from tables of four when they played different numbers of games."""
        return self.total.net_points / self.total.games_played if self.total.games_played else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The standings as they are now."""

    tournament: Tournament
    rules: RuleSet
    rows: tuple[Standing, ...]
    series_numbers: tuple[SeriesNumber, ...]
    games: int
    games_in: Mapping[SeriesNumber, int] = field(default_factory=dict)  # by series
    absent: tuple[Registration, ...] = ()  # who left without a game: nobody is ranked by not playing
    facts: RankingFacts = field(default_factory=RankingFacts)

    @property
    def tied(self) -> bool:
        """Whether a lot would still part somebody."""
        return any(row.place.shared for row in self.rows)


Totals = dict[int, dict[SeriesNumber, SeriesTotal]]  # registration → series → total


def standings(tournament: Tournament, *, series: SeriesNumber | None = None) -> Standings:
    """Everybody in the field, ranked; of one series only where that is asked for."""
    rules = rules_of(tournament.rule_set)
    everybody = list(registrations(tournament))
    totals: Totals = defaultdict(lambda: defaultdict(SeriesTotal))
    seats = list(seats_among([tournament.pk]))
    games = add_lines(totals, [tournament.pk], rules, series, seats=seats)
    games.update(add_totals(totals, [tournament.pk], rules, series))
    add_penalties(totals, [tournament.pk], series=series)
    facts = ranking_facts(tournament, seats)
    field_of_players = [one for one in everybody if one.pk in totals or one.withdrawn_at is None]
    by_number = {one.start_number: one for one in field_of_players}
    sums = {one.pk: totals_added(totals[one.pk].values()) for one in field_of_players}
    lots = facts.lots(Scope(series=series), sorted(one.start_number for one in everybody))
    entries = [entry_of(one, sums[one.pk], lots) for one in field_of_players]
    rows = tuple(
        Standing(
            place=place,
            registration=(registration := by_number[int(place.entry.key)]),
            series=dict(totals[registration.pk]),
            total=sums[registration.pk],
        )
        for place in rank(entries, rules.measures)
    )
    played = {number for per_series in totals.values() for number in per_series}
    return Standings(
        tournament=tournament,
        rules=rules,
        rows=rows,
        series_numbers=tuple(sorted(played)),
        games=sum(games.values()),
        games_in=games,
        absent=tuple(one for one in everybody if one.start_number not in by_number),
        facts=facts,
    )


def entry_of(registration: Registration, total: SeriesTotal, lots: Mapping[int | str, int]) -> Entry:
    number = registration.start_number
    return sum_up(number, [total], lot=lots.get(number))


def add_lines(
    totals: Totals,
    among: Collection[int],
    rules: RuleSet,
    series: SeriesNumber | None = None,
    *,
    seats: Iterable[SeatRow] | None = None,
) -> Counter[SeriesNumber]:
    """Score every line in force; return how many games there are in each series."""
    seated = SeatsByKey(seats_among(among) if seats is None else seats, among)
    lines, games = lines_among(among), games_among(among)
    if series is not None:
        lines = lines.filter(seat__series__number=series)
        games = games.filter(sheet__table__series__number=series)
    played = played_by_table if rules.family.by_table else played_by_hand
    sums: dict[int, SeriesTotal] = {}  # by seat
    for seat, count, gain in played(rules, lines):
        total = sums.get(seat)
        if total is None:
            _seat, number, registration, *_table = seated[seat]
            total = sums[seat] = totals[registration][number]
        total.games_played += count
        total.augen += count * gain.augen
        if gain.won is not None:
            total.wins[gain.won] += count
        if gain.plus:
            total.plus_points += count * gain.plus
        else:
            total.minus_points += count * gain.minus
            total.crosses += count * gain.cross
    return Counter(dict(games))


def totals_among(among: Collection[int]) -> QuerySet[TotalLine]:
    return (
        TotalLine.objects.filter(
            entry__sheet__table__series__tournament__in=among, entry__struck_at__isnull=True
        )
        .order_by("entry_id", "seat__number")
        .select_related("entry", "seat__series")
    )


def add_totals(
    totals: Totals, among: Collection[int], rules: RuleSet, series: SeriesNumber | None = None
) -> Counter[SeriesNumber]:
    """Lists of which only the sums are known; returns how many games they stand for in each series."""
    lines = totals_among(among)
    if series is not None:
        lines = lines.filter(seat__series__number=series)
    games: Counter[SeriesNumber] = Counter()
    for _entry, rows in groupby(lines, key=attrgetter("entry_id")):
        columns = list(rows)
        entry = columns[0].entry
        games[columns[0].seat.series.number] += entry.games
        played = games_of_seats(rules, len(columns), entry.games)
        for line in columns:
            total = totals[line.seat.registration_id][line.seat.series.number]
            minus = minus_in(rules, line)
            total.minus_points += minus
            total.plus_points += line.points + minus
            total.crosses += line.crosses
            total.augen += line.augen or 0
            total.games_played += played[line.seat.number]
            total.totals_only = True
    return games


def minus_in(rules: RuleSet, line: TotalLine) -> int:
    """What the crosses of a column took; where crosses differ in price nobody knows more than its sum says."""
    return minus_of(rules, line.crosses) or max(-line.points, 0)


PenaltyRow = tuple[int, SeriesNumber, int, int, bool]


def penalties_among(among: Collection[int]) -> QuerySet[Penalty, PenaltyRow]:
    in_force = Penalty.objects.filter(sheet__table__series__tournament__in=among, lifted_by__isnull=True)
    return in_force.values_list(
        "registration_id", "sheet__table__series__number", "points", "augen", "voids_series"
    )


def add_penalties(totals: Totals, among: Collection[int], *, series: SeriesNumber | None = None) -> None:
    """A penalty counts until it is lifted, also when its game was struck or corrected since."""
    voided = set()
    for registration, number, points, augen, voids in penalties_among(among):
        if series not in {None, number}:
            continue
        total = totals[registration][number]
        total.penalty_points += points
        total.augen += augen
        if voids:
            voided.add((registration, number))
    for registration, number in voided:
        total = totals[registration][number]
        total.penalty_points += void_points(total.net_points)
        total.voided = True


def totals_added(parts: Iterable[SeriesTotal]) -> SeriesTotal:
    """The sum of several: of a player's series, or of the players of a team."""
    total = SeriesTotal()
    for part in parts:
        total.plus_points += part.plus_points
        total.minus_points += part.minus_points
        total.crosses += part.crosses
        total.penalty_points += part.penalty_points
        total.augen += part.augen
        total.games_played += part.games_played
        total.totals_only |= part.totals_only
        total.voided |= part.voided
        for finish, count in part.wins.items():
            total.wins[finish] += count
    return total
