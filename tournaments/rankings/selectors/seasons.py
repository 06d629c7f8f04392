"""Seasons as people see them: every counted and dropped result of everybody, out of the lists of many tournaments at once."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import assert_never

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from scoring.models import RuleSet as RuleSetRow
from scoring.numbers import SeriesNumber
from scoring.rules import Measure
from scoring.seasons import (
    Rule,
    SeasonClub,
    SeasonMeasure,
    SeasonPlace,
    SeasonPlan,
    SeasonResult,
    rank_season,
    rank_season_clubs,
    season_measures,
    season_tally,
)
from scoring.selectors import rules_of
from tournaments.event.selectors.persons import persons, said_so_far
from tournaments.models import (
    Player,
    Publication,
    Registration,
    Season,
    SeasonEvent,
    SeasonVersion,
    Series,
    Tournament,
)
from tournaments.models.naming import Naming
from tournaments.rankings.selectors.announced import totals_in
from tournaments.rankings.selectors.facts import series_day
from tournaments.rankings.selectors.snapshots import read_snapshot
from tournaments.rankings.selectors.standings import (
    SeriesTotal,
    Totals,
    add_lines,
    add_penalties,
    add_totals,
    totals_added,
)

Unit = SeasonVersion.Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHeld:
    """One event, evening or series that has been played: what one result is a result of."""

    number: int  # in the order of time
    tournament: Tournament
    day: date
    series: tuple[SeriesNumber, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """Somebody in the year ranking."""

    place: SeasonPlace
    player: Player
    guest: bool

    @property
    def counted(self) -> Mapping[int, SeasonResult]:
        return {one.when: one for one in self.place.entry.counted}

    @property
    def dropped(self) -> Mapping[int, SeasonResult]:
        return {one.when: one for one in self.place.entry.dropped}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonStanding:
    """The year ranking as it is now."""

    season: Season
    version: SeasonVersion
    plan: SeasonPlan
    tournaments: tuple[Tournament, ...]
    held: tuple[EventHeld, ...]
    rows: tuple[SeasonRow, ...]
    waiting: tuple[Tournament, ...]  # counted, but nothing of them can be seen yet

    @property
    def measures(self) -> tuple[SeasonMeasure, ...]:
        return season_measures(self.plan)

    @property
    def clubs(self) -> tuple[SeasonClub, ...]:
        """Clubs by the sum of their best, where the season ranks them."""
        if not self.version.of_a_club:
            return ()
        club_of = {row.place.entry.key: row.player.club.name for row in self.rows if row.player.club}
        places = [row.place for row in self.rows]
        return rank_season_clubs(places, club_of, best=self.version.of_a_club)


def seasons() -> QuerySet[SeasonVersion]:
    """The newest version of every season, the latest season first."""
    newest = SeasonVersion.objects.order_by("season", "-number")
    keys: dict[int, int] = {}
    for season, version in newest.values_list("season_id", "pk"):
        keys.setdefault(season, version)
    found = SeasonVersion.objects.filter(pk__in=keys.values())
    return found.select_related("season", "club").order_by("-starts_on", "name")


def by_holder(versions: Iterable[SeasonVersion]) -> list[tuple[str, list[SeasonVersion]]]:
    """Seasons under the name of who holds them: what no club holds first, then clubs by name, last what nobody is named for.

    Where only one is named they stay together.
    """
    versions = list(versions)
    found: dict[str, list[SeasonVersion]] = defaultdict(list)
    names: dict[str, tuple[int, str]] = {}
    for one in versions:
        name = " ".join((one.club.name if one.club else one.holder).split())
        key = name.casefold()
        found[key].append(one)
        before = names.get(key, (0 if name else 2, name))
        names[key] = (1 if one.club else before[0], before[1])
    if len(names.keys() - {""}) < 2:
        return [("", versions)] if versions else []
    return [(names[key][1], found[key]) for key in sorted(found, key=lambda key: (names[key][0], key))]


def versions_of(season: Season) -> QuerySet[SeasonVersion]:
    """Every version, the newest first, each with what it counts."""
    shown = SeasonEvent.objects.filter(tournament__hidden_at__isnull=True).select_related("tournament")
    versions = season.versions.select_related("club").prefetch_related(Prefetch("events", queryset=shown))
    return versions.order_by("-number")


def season_in_force(slug: str) -> SeasonVersion | None:
    """The newest version of the season at this address."""
    found = SeasonVersion.objects.select_related("season", "club").filter(season__slug=slug)
    return found.order_by("-number").first()


def tournaments_of(version: SeasonVersion) -> list[Tournament]:
    """What counts, in the order of time. A hidden tournament counts again once it is shown."""
    counted = Tournament.objects.select_related("rule_set").filter(
        season_events__version=version, hidden_at__isnull=True
    )
    return list(counted.order_by("starts_on", "pk"))


def season_mark(version: SeasonVersion, tournaments: Sequence[Tournament], own: Sequence[str] = ()) -> str:
    """Moves with everything that the ranking depends on, and with what makes a page a reader's own: the ETag."""
    said = [version.pk, said_so_far(), *(f"{one.pk}.{one.revision}" for one in tournaments), *own]
    return hashlib.sha256(" ".join(map(str, said)).encode()).hexdigest()[:32]


def plan_of(version: SeasonVersion, tournaments: Iterable[Tournament]) -> SeasonPlan:
    """The rule as a value. Augen decide where all rule sets say so."""
    augen = all(Measure.AUGEN_LOW in rules_of(one.rule_set).measures for one in tournaments)
    return SeasonPlan(rule=Rule(version.rule), number=version.figure, augen=augen)


def season_standing(
    version: SeasonVersion, tournaments: Sequence[Tournament], *, same: Mapping[int, int] | None = None
) -> SeasonStanding:
    """Everybody of all counted tournaments, in a number of queries that does not grow with them.

    Entries of the register that are one person have one row. `same`: as if that were said instead (what would be otherwise).
    """
    totals = public_totals(tournaments)
    days = days_by_series(tournaments)
    held = tuple(held_of(version, tournaments, totals, days))
    plan = plan_of(version, tournaments)
    everybody = Registration.objects.filter(tournament__in=tournaments).select_related("player__club")
    played = [one for one in everybody.order_by("pk") if totals.get(one.pk)]
    same = persons() if same is None else same
    entered = entered_by_person(played, same)
    joined = Player.objects.select_related("club").in_bulk([one for one in same.values() if one in entered])
    known = {player: joined.get(player) or ones[0].player for player, ones in entered.items()}
    results = {player: list(results_held(ones, held, totals)) for player, ones in entered.items()}
    people = {player: shyest(ones, known[player]) for player, ones in entered.items()}
    guests = {player for player, ones in entered.items() if is_guest(ones, known[player], version)}
    entries = [season_tally(player, made, plan, held=len(held)) for player, made in results.items()]
    outside = frozenset() if version.guests_ranked else frozenset(guests)
    seen = {one.tournament.pk for one in held}
    return SeasonStanding(
        season=version.season,
        version=version,
        plan=plan,
        tournaments=tuple(tournaments),
        held=held,
        rows=tuple(
            SeasonRow(place=place, player=people[key], guest=key in guests)
            for place in rank_season(entries, plan, outside=outside)
            for key in (int(str(place.entry.key)),)
        ),
        waiting=tuple(one for one in tournaments if one.pk not in seen),
    )


def entered_by_person(
    played: Iterable[Registration], same: Mapping[int, int]
) -> dict[int, list[Registration]]:
    """Where each person has played. Entries that sat in one tournament are two people, whatever was said of them."""
    found: dict[int, list[Registration]] = defaultdict(list)
    for one in played:
        found[same.get(one.player_id, one.player_id)].append(one)
    for person, ones in list(found.items()):
        if len({one.tournament_id for one in ones}) < len(ones):
            del found[person]
            for one in ones:
                found[one.player_id].append(one)
    return found


def shyest(entered: Sequence[Registration], person: Player) -> Player:
    """Somebody as he wished to be called where he wished for the least: a table over many tournaments tells no more."""
    wishes = Naming.values
    shy = max(entered, key=lambda one: wishes.index(one.shown_as))
    return person if shy.shown_as == Naming.FULL else shy.player  # a desk sees names as they stand


def is_guest(entered: Sequence[Registration], person: Player, version: SeasonVersion) -> bool:
    """Who belongs to another club than the season's, or was entered as a guest every time."""
    if version.club_id is not None and person.club_id != version.club_id:
        return True
    return all(one.guest for one in entered)


def results_held(
    entered: Iterable[Registration], held: Sequence[EventHeld], totals: Totals
) -> Iterator[SeasonResult]:
    """What somebody made, one result for each event, evening or series in which he played."""
    by_tournament = {one.tournament_id: totals[one.pk] for one in entered}
    for one in held:
        own = by_tournament.get(one.tournament.pk, {})
        parts = [own[number] for number in one.series if number in own]
        if parts:
            total = totals_added(parts)
            yield SeasonResult(
                when=one.number, points=total.net_points, augen=total.augen, games=total.games_played
            )


def held_of(
    version: SeasonVersion,
    tournaments: Sequence[Tournament],
    totals: Totals,
    days: Mapping[int, Mapping[int, date]],
) -> Iterator[EventHeld]:
    """What has been played so far, in the order of time."""
    played = played_series(tournaments, totals)
    found: list[tuple[date, Tournament, tuple[SeriesNumber, ...]]] = []
    for one in tournaments:
        numbers = sorted(played.get(one.pk, ()))
        of_day: dict[date, list[SeriesNumber]] = defaultdict(list)
        for number in numbers:
            of_day[days.get(one.pk, {}).get(number, one.starts_on)].append(number)
        match Unit(version.unit):
            case Unit.EVENT:
                found += [(one.starts_on, one, tuple(numbers))] if numbers else []
            case Unit.EVENING:
                found += [(day, one, tuple(ones)) for day, ones in sorted(of_day.items())]
            case Unit.SERIES:
                found += [(day, one, (number,)) for day, ones in sorted(of_day.items()) for number in ones]
            case unknown:
                assert_never(unknown)
    found.sort(key=lambda one: (one[0], one[1].starts_on, one[1].pk, one[2]))
    for place, (day, tournament, series) in enumerate(found):
        yield EventHeld(number=place, tournament=tournament, day=day, series=series)


def played_series(tournaments: Sequence[Tournament], totals: Totals) -> dict[int, set[SeriesNumber]]:
    """The series of each tournament in which somebody has a result."""
    of = dict(Registration.objects.filter(tournament__in=tournaments).values_list("pk", "tournament_id"))
    found: dict[int, set[SeriesNumber]] = defaultdict(set)
    for registration, per_series in totals.items():
        found[of[registration]] |= per_series.keys()
    return found


def days_by_series(tournaments: Sequence[Tournament]) -> dict[int, dict[int, date]]:
    """On which day each series was played."""
    by_key = {one.pk: one for one in tournaments}
    found: dict[int, dict[int, date]] = defaultdict(dict)
    for series in Series.objects.filter(tournament__in=tournaments):
        found[series.tournament_id][series.number] = series_day(series, by_key[series.tournament_id])
    return found


# The sums ---------------------------------------------------------------------------------------------------------


def public_totals(tournaments: Sequence[Tournament]) -> Totals:
    """What everybody may see: live tournaments as they are, of the others what was published last."""
    totals: Totals = defaultdict(lambda: defaultdict(SeriesTotal))
    live = [one for one in tournaments if one.release == Tournament.Release.LIVE]
    by_rules: dict[RuleSetRow, list[int]] = defaultdict(list)
    for one in live:
        by_rules[one.rule_set].append(one.pk)
    for row, among in by_rules.items():
        add_lines(totals, among, rules_of(row))
        add_totals(totals, among, rules_of(row))
    add_penalties(totals, [one.pk for one in live])
    add_published(totals, [one for one in tournaments if one not in live])
    return totals


def add_published(totals: Totals, tournaments: Sequence[Tournament]) -> None:
    """The sums of the newest publications, by start number."""
    if not tournaments:
        return
    entered = Registration.objects.filter(tournament__in=tournaments)
    numbers = {(one[0], one[1]): one[2] for one in entered.values_list("tournament_id", "start_number", "pk")}
    later = Publication.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    newest = Publication.objects.filter(~Exists(later), tournament__in=tournaments)  # documents are long
    for tournament, text in newest.values_list("tournament_id", "document"):
        for said in read_snapshot(text)["people"]:
            totals[numbers[tournament, said["number"]]].update(totals_in(said))
