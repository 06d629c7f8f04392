"""Every ranking of one moment as a text that says everything about them: same facts, same bytes, same fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Category, ScoreSheet, Tournament
from tournaments.models.naming import for_everybody
from tournaments.rankings.selectors.rankings import (
    WHOLE,
    Ranking,
    RankingRow,
    Scope,
    categories_of,
    days_of,
    rankings,
)
from tournaments.rankings.selectors.standings import SeriesTotal, Standing, Standings, standings

FORMAT, VERSION = "romme-club-rankings", 1
SUMS = (
    "plus_points",
    "minus_points",
    "crosses",
    "penalty_points",
    "augen",
    "games_played",
    "totals_only",
    "voided",
)
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The rankings of one moment as they would be published."""

    text: str
    fingerprint: str
    games: int

    @property
    def document(self) -> Document:
        return read_snapshot(self.text)


def read_snapshot(text: str) -> Document:
    document: Document = json.loads(text)
    return document


def snapshot(tournament: Tournament, *, given: Standings | None = None) -> Snapshot:
    """Every ranking as it is now."""
    what = given or standings(tournament)
    text = text_of(snapshot_document(what))
    return Snapshot(text=text, fingerprint=hashlib.sha256(text.encode()).hexdigest(), games=what.games)


def text_of(document: Document) -> str:
    """The one spelling of a document."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, indent=None, separators=(",", ":"))


# Into the document --------------------------------------------------------------------------------------------


@for_everybody
def snapshot_document(what: Standings) -> dict[str, Any]:
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
        "days": {str(number): day.isoformat() for number, day in sorted(what.facts.days.items())},
        "people": [
            person_document(row) for row in sorted(what.rows, key=lambda row: row.registration.start_number)
        ],
        "rankings": [ranking_document(one) for one in rankings(tournament, wanted_of(what), given=what)],
    }


def wanted_of(what: Standings) -> list[tuple[Category, Scope]]:
    """Every category in every scope in which somebody may want to see it."""
    categories = categories_of(what.tournament, given=what)
    return [(category, scope) for category in categories for scope in scopes_of(what)]


def scopes_of(what: Standings) -> tuple[Scope, ...]:
    """Everything, every series that was played in, and every day where there are several."""
    days = days_of(what.tournament, given=what)
    return (
        WHOLE,
        *(Scope(series=number) for number in what.series_numbers),
        *(Scope(day=day) for day in days if len(days) > 1),
    )


def person_document(row: Standing) -> dict[str, Any]:
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
        "series": {str(number): sums_document(total) for number, total in sorted(row.series.items())},
    }


def sums_document(total: SeriesTotal) -> dict[str, Any]:
    found = {name: getattr(total, name) for name in SUMS}
    return found | {"wins": {finish.value: count for finish, count in sorted(total.wins.items()) if count}}


def ranking_document(ranking: Ranking) -> dict[str, Any]:
    """One ranking; everybody in it is told by his start number."""
    scope = ranking.scope
    return {
        "category": ranking.category.value,
        "series": scope.series,
        "day": scope.day.isoformat() if scope.day else None,
        "seed": ranking.seed,
        "games": ranking.games,
        "unsaid": ranking.unsaid,
        "rows": [ranked_row(row) for row in ranking.rows],
    }


def ranked_row(row: RankingRow) -> dict[str, Any]:
    place = row.place
    said: dict[str, Any] = {
        "of": [one.start_number for one in row.registrations],
        "rank": place.rank,
        "shared": place.shared,
        "parted_by": place.parted_by.value if place.parted_by else None,
        "points": place.entry.points,
        "augen": place.entry.augen,
        "games": place.entry.games,
        "lot": place.entry.lot,
    }
    if row.name != row.registrations[0].name:
        said |= {"key": place.entry.key, "name": row.name}
    if row.remarks:
        said["remarks"] = [
            {"code": one.code, "text": one.sentence.text, "values": dict(one.sentence.values)}
            for one in row.remarks
        ]
    return said
