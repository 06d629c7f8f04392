"""Rankings: every category in every scope, out of the same sums, each tie with the measure that decided it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from scoring.numbers import SeriesNumber
from scoring.rules import RuleSet
from scoring.standings import Ranked, rank, sum_up
from tournaments.models import Category, Registration, Tournament
from tournaments.rankings.selectors.facts import WHOLE, Scope
from tournaments.rankings.selectors.members import GROUPS, belongs, groups_of, may_be_formed, unsaid
from tournaments.rankings.selectors.remarks import Remark, remarks_of_group, remarks_of_player
from tournaments.rankings.selectors.standings import SeriesTotal, Standing, Standings, standings, totals_added

__all__ = [
    "WHOLE",
    "Category",
    "Ranking",
    "RankingRow",
    "Remark",
    "Scope",
    "categories_of",
    "days_of",
    "ranking",
    "rankings",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingRow:
    """A player, a tandem, a team or a club in its place."""

    place: Ranked
    name: str
    registrations: tuple[Registration, ...]  # one, or those whose results are added, the best first
    series: dict[SeriesNumber, SeriesTotal]
    total: SeriesTotal
    remarks: tuple[Remark, ...]

    @property
    def points(self) -> int:
        return self.total.net_points

    @property
    def augen(self) -> int:
        return self.total.augen

    @property
    def games(self) -> int:
        return self.total.games_played

    @property
    def points_per_game(self) -> float | None:
        """What makes players comparable who have played different numbers of games."""
        return self.points / self.games if self.games else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """One category in one scope."""

    tournament: Tournament
    category: Category
    scope: Scope
    rows: tuple[RankingRow, ...]
    games: int  # that the scope consists of
    rules: RuleSet
    seed: str  # of the lot that was drawn for this scope
    unsaid: int  # players who may belong here: their day of birth, or whether lady or gentleman, is not known

    @property
    def tied(self) -> bool:
        """Whether a lot would still part somebody."""
        return any(row.place.shared for row in self.rows)

    @property
    def series_numbers(self) -> tuple[SeriesNumber, ...]:
        """The series that somebody has played in."""
        return tuple(sorted({number for row in self.rows for number in row.series}))


def ranking(
    tournament: Tournament,
    category: Category = Category.PLAYERS,
    scope: Scope = WHOLE,
    *,
    given: Standings | None = None,
) -> Ranking:
    """One ranking. With the sums given nothing is asked for."""
    [found] = rankings(tournament, [(category, scope)], given=given)
    return found


def rankings(
    tournament: Tournament, wanted: Iterable[tuple[Category, Scope]], *, given: Standings | None = None
) -> tuple[Ranking, ...]:
    """Several at once, from one reading of the lists."""
    what = given if given is not None else standings(tournament)
    singles: dict[Scope, tuple[Standing, ...]] = {WHOLE: what.rows}
    found = []
    for category, scope in wanted:
        if scope not in singles:
            singles[scope] = players_in(what, scope)
        found.append(ranked(what, category, scope, singles[scope]))
    return tuple(found)


def categories_of(tournament: Tournament, *, given: Standings | None = None) -> tuple[Category, ...]:
    """The rankings that have somebody in them; of a single club there is nothing to compare."""
    what = given if given is not None else standings(tournament)
    return tuple(category for category in Category if anybody(what, category))


def days_of(tournament: Tournament, *, given: Standings | None = None) -> tuple[date, ...]:
    """The days on which series were drawn."""
    what = given if given is not None else standings(tournament)
    return tuple(sorted(set(what.facts.days.values())))


def anybody(what: Standings, category: Category) -> bool:
    """Whether this ranking has anybody in it, found out without ranking."""
    if category is Category.CLUBS:
        clubs = (row.registration.player.club for row in what.rows)
        return len({club.name for club in clubs if club is not None}) > 1
    if category in GROUPS:
        return may_be_formed(category, what) and bool(groups_of(category, what, what.rows))
    return any(belongs(category, row.registration, what.facts.setup) for row in what.rows)


def players_in(what: Standings, scope: Scope) -> tuple[Standing, ...]:
    """Whoever has played in the scope, with what he made there, in his place."""
    numbers = what.facts.series_in(scope)
    if numbers is None:
        return what.rows
    here: dict[int, Standing] = {}
    lots = what.facts.lots(scope, start_numbers_of_field(what))
    entries = []
    for row in what.rows:
        parts = {number: total for number, total in row.series.items() if number in numbers}
        if parts:
            key = row.registration.start_number
            total = totals_added(parts.values())
            entries.append(sum_up(key, [total], lot=lots.get(key)))
            here[key] = Standing(place=row.place, registration=row.registration, series=parts, total=total)
    return tuple(
        Standing(place=place, registration=one.registration, series=one.series, total=one.total)
        for place in rank(entries, what.rules.measures)
        for one in (here[int(place.entry.key)],)
    )


def start_numbers_of_field(what: Standings) -> list[int]:
    """Of the whole field: the lot is drawn among all of them, so that it is the same whoever is ranked."""
    return sorted(one.start_number for one in (*(row.registration for row in what.rows), *what.absent))


def ranked(what: Standings, category: Category, scope: Scope, singles: Sequence[Standing]) -> Ranking:
    """One ranking out of the players of its scope."""
    numbers = what.facts.series_in(scope)
    rows = group_rows(what, category, singles) if category in GROUPS else player_rows(what, category, singles)
    return Ranking(
        tournament=what.tournament,
        category=category,
        scope=scope,
        rows=tuple(rows),
        games=sum(games for number, games in what.games_in.items() if numbers is None or number in numbers),
        rules=what.rules,
        seed=what.facts.seeds.get(scope, ""),
        unsaid=sum(unsaid(category, row.registration.player) for row in singles),
    )


def player_rows(what: Standings, category: Category, singles: Sequence[Standing]) -> Iterator[RankingRow]:
    """Single players: all of them keep their places, of some the places among themselves are asked for."""
    names = names_of(what)
    rows = {
        one.place.entry.key: one for one in singles if belongs(category, one.registration, what.facts.setup)
    }
    places = (
        [one.place for one in singles]
        if len(rows) == len(singles)
        else rank([one.place.entry for one in rows.values()], what.rules.measures)
    )
    for place in places:
        one = rows[place.entry.key]
        yield RankingRow(
            place=place,
            name=one.registration.name,
            registrations=(one.registration,),
            series=one.series,
            total=one.total,
            remarks=tuple(remarks_of_player(what.tournament, one, what.facts, names)),
        )


def group_rows(what: Standings, category: Category, singles: Sequence[Standing]) -> Iterator[RankingRow]:
    """Tandems, teams and clubs: the sums of those who count for them, ranked by the same measures.

    A group draws the lot of its lowest start number, so that its lot does not hang on how it is called.
    """
    groups = {group.key: group for group in groups_of(category, what, singles)}
    lots = {one.registration.start_number: one.place.entry.lot for one in singles}
    entries = []
    for key, group in groups.items():
        first = min(one.registration.start_number for one in group.members)
        entries.append(sum_up(key, [one.total for one in group.counted], lot=lots[first]))
    for place in rank(entries, what.rules.measures):
        group = groups[place.entry.key]
        series: dict[SeriesNumber, list[SeriesTotal]] = defaultdict(list)
        for one in group.counted:
            for number, total in one.series.items():
                series[number].append(total)
        yield RankingRow(
            place=place,
            name=group.name,
            registrations=tuple(one.registration for one in group.counted),
            series={number: totals_added(parts) for number, parts in sorted(series.items())},
            total=totals_added(one.total for one in group.counted),
            remarks=tuple(remarks_of_group(group)),
        )


def names_of(what: Standings) -> dict[int, str]:
    """By start number, where somebody sits in the place of another."""
    everybody = (*(row.registration for row in what.rows), *what.absent)
    if all(one.stands_in_for is None for one in everybody):
        return {}
    return {one.start_number: one.name for one in everybody}
