"""A field whose sums are written down by hand: what rankings are made of, without a database."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from scoring.numbers import SeriesNumber
from scoring.rules import RuleSet, built_in
from scoring.standings import draw_lot, rank, sum_up
from tournaments.models import Club, Pair, Player, RankingSetup, Registration, Team, Tournament
from tournaments.rankings.selectors.facts import WHOLE, RankingFacts, Scope, SeatFact
from tournaments.rankings.selectors.standings import SeriesTotal, Standing, Standings, totals_added

CLUB_RULES = built_in("club_2018")
SATURDAY, SUNDAY = date(2026, 11, 14), date(2026, 11, 15)


@dataclass(frozen=True)
class One:
    """One player: his points and Augen of each series, and what else is known of him."""

    number: int
    made: dict[int, tuple[int, int]]  # series → points, Augen
    club: str = ""
    sex: str = ""
    born: date | None = None
    pair: int | None = None
    team: str | None = None
    gone: bool = False
    guest: bool = False
    stands_in_for: int | None = None
    games: int = 15
    seats: tuple[SeatFact, ...] = ()
    voided: frozenset[int] = frozenset()
    sums_only: frozenset[int] = frozenset()


def total(points: int, augen: int, games: int, *, voided: bool = False, sums: bool = False) -> SeriesTotal:
    return SeriesTotal(
        plus_points=max(points, 0),
        minus_points=max(-points, 0),
        augen=augen,
        games_played=games,
        voided=voided,
        totals_only=sums,
    )


def field(
    *people: One,
    rules: RuleSet = CLUB_RULES,
    days: dict[SeriesNumber, date] | None = None,
    seeds: dict[Scope, str] | None = None,
    **wanted: object,
) -> Standings:
    """The standings as `selectors.standings` would have added them up."""
    tournament = Tournament(pk=1, name="Probeturnier", starts_on=SATURDAY, ends_on=SUNDAY, table_size=4)
    clubs = {name: Club(pk=n, name=name) for n, name in enumerate(sorted({one.club for one in people}), 1)}
    pairs = {n: Pair(pk=n, number=n) for n in {one.pair for one in people} if n is not None}
    names = sorted({one.team for one in people if one.team})
    teams = {name: Team(pk=n, name=name) for n, name in enumerate(names, 1)}
    numbers = sorted({SeriesNumber(number) for one in people for number in one.made})
    facts = RankingFacts(
        setup=RankingSetup(tournament=tournament, **wanted),
        days=days or dict.fromkeys(numbers, SATURDAY),
        seeds=seeds or {},
        seats={one.number: one.seats for one in people},
    )
    seed = facts.seeds.get(WHOLE)
    lots = draw_lot([one.number for one in people], seed=seed) if seed else {}
    singles = {}
    for one in people:
        player = Player(
            pk=one.number,
            given_name=f"Probe{one.number}",
            family_name="Spieler",
            club=clubs[one.club] if one.club else None,
            sex=one.sex,
            born_on=one.born,
        )
        registration = Registration(
            pk=one.number,
            tournament=tournament,
            player=player,
            start_number=one.number,
            pair=pairs[one.pair] if one.pair else None,
            team=teams[one.team] if one.team else None,
            guest=one.guest,
            withdrawn_at=SATURDAY if one.gone else None,
            stands_in_for=one.stands_in_for,
        )
        series = {
            SeriesNumber(n): total(points, augen, one.games, voided=n in one.voided, sums=n in one.sums_only)
            for n, (points, augen) in one.made.items()
        }
        singles[one.number] = (registration, series, totals_added(series.values()))
    entries = [sum_up(number, [whole], lot=lots.get(number)) for number, (_r, _s, whole) in singles.items()]
    rows = tuple(
        Standing(place=place, registration=registration, series=series, total=whole)
        for place in rank(entries, rules.measures)
        for registration, series, whole in (singles[int(place.entry.key)],)
    )
    return Standings(
        tournament=tournament,
        rules=rules,
        rows=rows,
        series_numbers=tuple(numbers),
        games=20 * len(numbers),
        games_in=dict.fromkeys(numbers, 20),
        absent=(),
        facts=facts,
    )
