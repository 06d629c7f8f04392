"""The standings of one moment as a text that says everything about them, and back: same facts, same bytes, same fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.law import Finish
from scoring.rules import Measure
from scoring.selectors import rules_of
from scoring.standings import Entry, Ranked
from tournaments.models import Club, Pair, Player, Registration, ScoreSheet, Team, Tournament
from tournaments.selectors.files import ranked_series
from tournaments.selectors.standings import SeriesTotal, Standing, Standings, added, standings

FORMAT, VERSION = "romme-club-rankings", 1
PLAYERS = "players"
SUMS = ("plus_points", "minus_points", "crosses", "penalty_points", "augen", "games_played", "totals_only")
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The rankings of one moment as they would be published."""

    text: str
    fingerprint: str
    games: int

    @property
    def document(self) -> Document:
        return read(self.text)


def read(text: str) -> Document:
    document: Document = json.loads(text)
    return document


def snapshot(tournament: Tournament, *, given: Standings | None = None) -> Snapshot:
    """Every ranking as it is now."""
    what = given or standings(tournament)
    text = json.dumps(
        document_of(what), ensure_ascii=False, sort_keys=True, indent=None, separators=(",", ":")
    )
    return Snapshot(text=text, fingerprint=hashlib.sha256(text.encode()).hexdigest(), games=what.games)


# Into the document --------------------------------------------------------------------------------------------


def document_of(what: Standings) -> dict[str, Any]:
    """People with their sums once, and every ranking as an order of start numbers."""
    tournament = what.tournament
    open_lists = ScoreSheet.objects.filter(table__series__tournament=tournament, accepted_at__isnull=True)
    return {
        "format": FORMAT,
        "version": VERSION,
        "tournament": tournament.created_at.isoformat(),
        "rules": tournament.rule_set.fingerprint,
        "lot": tournament.lot_seed,
        "games": what.games,
        "open_lists": open_lists.count(),
        "people": [person(row) for row in sorted(what.rows, key=lambda row: row.registration.start_number)],
        "rankings": [
            ranked(what.rows, series=None),
            *(
                ranked(with_result(ranked_series(what, number)), series=number)
                for number in what.series_numbers
            ),
        ],
    }


def with_result(rows: Iterable[Standing]) -> list[Standing]:
    """Of one series those who have a result in it."""
    return [row for row in rows if row.total.games_played or row.total.penalty_points]


def person(row: Standing) -> dict[str, Any]:
    """Somebody as he was called that day, with the sums of each series."""
    entered = row.registration
    return {
        "number": entered.start_number,
        "given_name": entered.player.given_name,
        "family_name": entered.player.family_name,
        "club": entered.player.club.name if entered.player.club else "",
        "team": entered.team.name if entered.team else "",
        "pair": entered.pair.number if entered.pair else None,
        "guest": entered.guest,
        "withdrawn": entered.withdrawn_at.isoformat() if entered.withdrawn_at else "",
        "series": {str(number): sums(total) for number, total in sorted(row.series.items())},
    }


def sums(total: SeriesTotal) -> dict[str, Any]:
    found = {name: getattr(total, name) for name in SUMS}
    return found | {"wins": {finish.value: count for finish, count in sorted(total.wins.items()) if count}}


def ranked(rows: Iterable[Standing], *, series: int | None) -> dict[str, Any]:
    return {"category": PLAYERS, "series": series, "day": None, "rows": [ranked_row(row) for row in rows]}


def ranked_row(row: Standing) -> dict[str, Any]:
    place = row.place
    return {
        "of": [row.registration.start_number],
        "rank": place.rank,
        "shared": place.shared,
        "parted_by": place.parted_by.value if place.parted_by else None,
        "points": place.entry.points,
        "augen": place.entry.augen,
        "games": place.entry.games,
        "lot": place.entry.lot,
    }


# And back -----------------------------------------------------------------------------------------------------


def standings_in(document: Document, tournament: Tournament, *, series: int | None = None) -> Standings:
    """The standings as they were announced: names, sums and ranks of that moment, nothing of today."""
    people = {one["number"]: registration_in(one, tournament) for one in document["people"]}
    totals = {one["number"]: totals_in(one) for one in document["people"]}
    rows = []
    for row in ranking_in(document, category=PLAYERS, series=series):
        [number] = row["of"]
        per_series = totals[number] if series is None else {series: totals[number][series]}
        rows.append(
            Standing(
                place=place_in(row),
                registration=people[number],
                series=per_series,
                total=added(per_series.values()),
            )
        )
    everything = {number for per_series in totals.values() for number in per_series}
    return Standings(
        tournament=tournament,
        rules=rules_of(tournament.rule_set),
        rows=tuple(rows),
        series_numbers=tuple(sorted(everything)),
        games=document["games"],
    )


def nothing_yet(tournament: Tournament) -> Standings:
    """Standings of which nothing has been announced."""
    rules = rules_of(tournament.rule_set)
    return Standings(tournament=tournament, rules=rules, rows=(), series_numbers=(), games=0)


def ranking_in(
    document: Document, *, category: str, series: int | None, day: str | None = None
) -> list[dict[str, Any]]:
    """The rows of one ranking; none where it was not announced."""
    for one in document["rankings"]:
        if (one["category"], one["series"], one["day"]) == (category, series, day):
            rows: list[dict[str, Any]] = one["rows"]
            return rows
    return []


def place_in(row: Mapping[str, Any]) -> Ranked:
    return Ranked(
        entry=Entry(
            key=row["of"][0], points=row["points"], augen=row["augen"], games=row["games"], lot=row["lot"]
        ),
        rank=row["rank"],
        shared=row["shared"],
        parted_by=Measure(row["parted_by"]) if row["parted_by"] else None,
    )


def registration_in(said: Mapping[str, Any], tournament: Tournament) -> Registration:
    """An entry that is never saved: only the words of that day."""
    club = Club(name=said["club"]) if said["club"] else None
    return Registration(
        tournament=tournament,
        player=Player(given_name=said["given_name"], family_name=said["family_name"], club=club),
        start_number=said["number"],
        team=Team(tournament=tournament, name=said["team"]) if said["team"] else None,
        pair=Pair(tournament=tournament, number=said["pair"]) if said["pair"] else None,
        guest=said["guest"],
        withdrawn_at=said["withdrawn"] or None,
    )


def totals_in(said: Mapping[str, Any]) -> dict[int, SeriesTotal]:
    found = {}
    for number, part in said["series"].items():
        total = SeriesTotal(**{name: part[name] for name in SUMS})
        for finish, count in part["wins"].items():
            total.wins[Finish(finish)] += count
        found[int(number)] = total
    return found
