"""Rankings as they were announced: a document read back, with the names, sums and ranks of its moment and nothing of today."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from scoring.engine.law import Finish
from scoring.numbers import SeriesNumber
from scoring.rules import Measure
from scoring.selectors import rules_of
from scoring.sentence import Sentence
from scoring.standings import Entry, Ranked
from tournaments.models import Category, Club, Pair, Player, Registration, Team, Tournament
from tournaments.rankings.selectors.rankings import Ranking, RankingRow, Scope
from tournaments.rankings.selectors.remarks import Remark
from tournaments.rankings.selectors.snapshots import SUMS, Document
from tournaments.rankings.selectors.standings import SeriesTotal, Standing, Standings, totals_added

PLAYERS = Category.PLAYERS.value


def standings_in(
    document: Document, tournament: Tournament, *, series: SeriesNumber | None = None
) -> Standings:
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
                total=totals_added(per_series.values()),
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
    document: Document, *, category: str, series: SeriesNumber | None, day: str | None = None
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
            key=row.get("key", row["of"][0]),
            points=row["points"],
            augen=row["augen"],
            games=row["games"],
            lot=row["lot"],
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


def totals_in(said: Mapping[str, Any]) -> dict[SeriesNumber, SeriesTotal]:
    found = {}
    for number, part in said["series"].items():
        total = SeriesTotal(**{name: part[name] for name in SUMS if name in part})
        for finish, count in part["wins"].items():
            total.wins[Finish(finish)] += count
        found[SeriesNumber(int(number))] = total
    return found


# Any of them --------------------------------------------------------------------------------------------------


def announced(document: Document, tournament: Tournament, category: Category, scope: Scope) -> Ranking:
    """One ranking as it was announced; without a row where it was not."""
    nothing: Mapping[str, Any] = {"rows": ()}
    said = next((one for one in document["rankings"] if is_of(one, category, scope)), nothing)
    people = {one["number"]: registration_in(one, tournament) for one in document["people"]}
    totals = {one["number"]: totals_in(one) for one in document["people"]}
    counted = series_in(document, scope)
    rules = rules_of(tournament.rule_set)
    return Ranking(
        tournament=tournament,
        category=category,
        scope=scope,
        rows=tuple(row_in(row, people, totals, counted) for row in said["rows"]),
        games=said.get("games", document["games"]),
        rules=rules,
        seed=said.get("seed", ""),
        unsaid=said.get("unsaid", 0),
    )


def is_of(said: Mapping[str, Any], category: Category, scope: Scope) -> bool:
    day = scope.day.isoformat() if scope.day else None
    return (said["category"], said["series"], said["day"]) == (category.value, scope.series, day)


def announced_in(document: Document) -> list[tuple[Category, Scope]]:
    """Which rankings it holds."""
    return [
        (
            Category(one["category"]),
            Scope(series=one["series"], day=date.fromisoformat(one["day"]) if one["day"] else None),
        )
        for one in document["rankings"]
    ]


def series_in(document: Document, scope: Scope) -> frozenset[int] | None:
    """The series that count in a scope; None for all of them."""
    if scope.series is not None:
        return frozenset({scope.series})
    if scope.day is not None:
        days: Mapping[str, str] = document.get("days", {})
        return frozenset(int(number) for number, day in days.items() if day == scope.day.isoformat())
    return None


def row_in(
    said: Mapping[str, Any],
    people: Mapping[int, Registration],
    totals: Mapping[int, dict[SeriesNumber, SeriesTotal]],
    counted: frozenset[int] | None,
) -> RankingRow:
    parts: dict[SeriesNumber, list[SeriesTotal]] = {}
    for number in said["of"]:
        for one, total in totals[number].items():
            if counted is None or one in counted:
                parts.setdefault(one, []).append(total)
    series = {one: totals_added(found) for one, found in sorted(parts.items())}
    return RankingRow(
        place=place_in(said),
        name=said.get("name", people[said["of"][0]].name),
        registrations=tuple(people[number] for number in said["of"]),
        series=series,
        total=totals_added(series.values()),
        remarks=tuple(
            Remark(code=one["code"], sentence=Sentence(one["text"], one["values"]))
            for one in said.get("remarks", ())
        ),
    )
