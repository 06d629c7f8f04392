"""The standings of a tournament: every point from the lines, in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from scoring.engine.law import Finish
from scoring.points import HandLeft, Result, score, void_points
from scoring.rules import RuleSet
from scoring.selectors import rules_of
from scoring.standings import Entry, Ranked, draw_lot, rank, sum_up
from scoring.totals import games_of_seats, minus_of
from tournaments.models import Line, Penalty, Registration, TotalLine, Tournament


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
    wins: dict[Finish, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def net_points(self) -> int:
        return self.plus_points - self.minus_points + self.penalty_points


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One row of the standings."""

    place: Ranked
    registration: Registration
    series: dict[int, SeriesTotal]
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
    series_numbers: tuple[int, ...]
    games: int

    @property
    def tied(self) -> bool:
        """Whether a lot would still part somebody."""
        return any(row.place.shared for row in self.rows)


Totals = dict[int, dict[int, SeriesTotal]]  # registration → series → total


def standings(tournament: Tournament, *, series: int | None = None) -> Standings:
    """Everybody in the field, ranked; of one series only where that is asked for."""
    rules = rules_of(tournament.rule_set)
    totals: Totals = defaultdict(lambda: defaultdict(SeriesTotal))
    games = add_lines(totals, tournament, rules, series) + add_totals(totals, tournament, rules, series)
    add_penalties(totals, tournament, series)
    field_of_players = tournament.registrations.select_related("player__club", "team", "pair")
    registrations = {registration.pk: registration for registration in field_of_players}
    lots = lots_of(tournament)
    entries = [
        entry_of(registration, totals[pk], lots.get(registration.start_number))
        for pk, registration in registrations.items()
    ]
    by_number = {registration.start_number: registration for registration in registrations.values()}
    rows = tuple(
        Standing(
            place=place,
            registration=by_number[int(place.entry.key)],
            series=dict(totals[by_number[int(place.entry.key)].pk]),
            total=added(totals[by_number[int(place.entry.key)].pk]),
        )
        for place in rank(entries, rules.measures)
    )
    played = {number for per_series in totals.values() for number in per_series}
    return Standings(
        tournament=tournament, rules=rules, rows=rows, series_numbers=tuple(sorted(played)), games=games
    )


def lots_of(tournament: Tournament) -> dict[int | str, int]:
    """The lot of every start number, once it is drawn."""
    if not tournament.lot_seed:
        return {}
    numbers = tournament.registrations.values_list("start_number", flat=True)
    return draw_lot(list(numbers), seed=tournament.lot_seed)


def entry_of(registration: Registration, per_series: dict[int, SeriesTotal], lot: int | None) -> Entry:
    return sum_up(registration.start_number, per_series.values(), lot=lot)


def add_lines(totals: Totals, tournament: Tournament, rules: RuleSet, series: int | None) -> int:
    """Score every game in force; returns how many there are."""
    lines = (
        Line.objects.filter(game__sheet__table__series__tournament=tournament, game__struck_at__isnull=True)
        .order_by("game_id")
        .values_list(
            "game_id",
            "game__finish",
            "seat__series__number",
            "seat__registration_id",
            "seat__number",
            "won",
            "opened",
            "augen",
            named=True,
        )
    )
    if series is not None:
        lines = lines.filter(seat__series__number=series)
    games = 0
    for _game, rows in groupby(lines.iterator(chunk_size=5000), key=attrgetter("game_id")):
        games += 1
        add_game(totals, rules, list(rows))
    return games


def add_game(totals: Totals, rules: RuleSet, rows: list) -> None:  # type: ignore[type-arg]  # named rows of the query
    result = Result(
        finish=Finish(rows[0].game__finish),
        winner=next((row.seat__number for row in rows if row.won), None),
        hands={row.seat__number: HandLeft(augen=row.augen, opened=row.opened) for row in rows if not row.won},
    )
    scores = score(rules, result)
    for row in rows:
        total = totals[row.seat__registration_id][row.seat__series__number]
        worth = scores[row.seat__number]
        total.games_played += 1
        total.plus_points += max(worth.points, 0)
        total.minus_points += max(-worth.points, 0)
        total.crosses += worth.cross
        total.augen += worth.augen
        if row.won:
            total.wins[result.finish] += 1


def add_totals(totals: Totals, tournament: Tournament, rules: RuleSet, series: int | None) -> int:
    """Lists of which only the sums are known; returns how many games they stand for."""
    lines = (
        TotalLine.objects.filter(
            entry__sheet__table__series__tournament=tournament, entry__struck_at__isnull=True
        )
        .order_by("entry_id", "seat__number")
        .select_related("entry", "seat__series")
    )
    if series is not None:
        lines = lines.filter(seat__series__number=series)
    games = 0
    for _entry, rows in groupby(lines, key=attrgetter("entry_id")):
        columns = list(rows)
        entry = columns[0].entry
        games += entry.games
        played = games_of_seats(rules, len(columns), entry.games)
        for line in columns:
            total = totals[line.seat.registration_id][line.seat.series.number]
            minus = minus_of(rules, line.crosses) or max(-line.points, 0)
            total.minus_points += minus
            total.plus_points += line.points + minus
            total.crosses += line.crosses
            total.augen += line.augen or 0
            total.games_played += played[line.seat.number]
            total.totals_only = True
    return games


def add_penalties(totals: Totals, tournament: Tournament, series: int | None) -> None:
    """A penalty counts until it is lifted, also when its game was struck or corrected since."""
    penalties = Penalty.objects.filter(sheet__table__series__tournament=tournament, lifted_by__isnull=True)
    if series is not None:
        penalties = penalties.filter(sheet__table__series__number=series)
    voided = set()
    for registration, number, points, augen, voids in penalties.values_list(
        "registration_id", "sheet__table__series__number", "points", "augen", "voids_series"
    ):
        total = totals[registration][number]
        total.penalty_points += points
        total.augen += augen
        if voids:
            voided.add((registration, number))
    for registration, number in voided:
        total = totals[registration][number]
        total.penalty_points += void_points(total.net_points)


def added(per_series: dict[int, SeriesTotal]) -> SeriesTotal:
    """The sum over all series."""
    total = SeriesTotal()
    for part in per_series.values():
        for name in ("plus_points", "minus_points", "crosses", "penalty_points", "augen", "games_played"):
            setattr(total, name, getattr(total, name) + getattr(part, name))
        total.totals_only |= part.totals_only
        for finish, count in part.wins.items():
            total.wins[finish] += count
    return total
