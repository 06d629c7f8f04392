"""What a director decides about rankings: age limits, who counts for a club, on which day a series was played, lots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any

from django.db import transaction

from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.models import DrawnLot, RankingSetup, Registration, Tournament
from tournaments.rankings.selectors.facts import Scope, ranking_facts, ranking_setup_of

OLDEST = 120


class RankingRefused(Refusal):
    """A limit, a day or a lot that cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingWishes:
    """Everything a director may choose about rankings; the usual limits where nothing is said."""

    ages_on: date | None = None
    seniors_from: int = 60
    juniors_from: int = 18
    juniors_to: int = 20
    youth_to: int = 17
    club_counts: int | None = 4


@transaction.atomic
def change_ranking_setup(
    *, tournament_id: int, wanted: RankingWishes, days: Mapping[int, date | None], by: Actor, now: datetime
) -> RankingSetup:
    """Other limits, or another day of a series; a day of None is the one that follows from its clock or its draw."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    check_wishes(wanted)
    setup = ranking_setup_of(tournament)
    before = RankingWishes(**{one.name: getattr(setup, one.name) for one in fields(RankingWishes)})
    changed = {
        one.name: [as_iso(getattr(before, one.name)), as_iso(getattr(wanted, one.name))]
        for one in fields(RankingWishes)
        if getattr(before, one.name) != getattr(wanted, one.name)
    }
    moved = move_series(tournament, days)
    if changed or moved:
        for one in fields(RankingWishes):
            setattr(setup, one.name, getattr(wanted, one.name))
        setup.save()
        facts = {"changed": changed, "days": moved}
        journal.write(tournament, "rankings_set", by=by, now=now, facts=facts)
    return setup


def check_wishes(wanted: RankingWishes) -> None:
    ages = (wanted.seniors_from, wanted.juniors_from, wanted.juniors_to, wanted.youth_to)
    if not all(0 <= age <= OLDEST for age in ages):
        raise RankingRefused(gettext_noop("Ein Alter liegt zwischen 0 und {oldest} Jahren."), oldest=OLDEST)
    if wanted.juniors_to < wanted.juniors_from:
        raise RankingRefused(
            gettext_noop("Bei den Junioren liegt das höchste Alter unter dem niedrigsten: Bitte tauschen.")
        )
    if wanted.club_counts is not None and wanted.club_counts < 1:
        raise RankingRefused(gettext_noop("Für einen Verein zählt mindestens ein Spieler."))


def move_series(tournament: Tournament, days: Mapping[int, date | None]) -> dict[str, list[str | None]]:
    """Put series on other days; returns what was and what is."""
    moved = {}
    for series in tournament.series.select_for_update().order_by("number"):
        day = days.get(series.number, series.played_on)
        if day == series.played_on:
            continue
        if day is not None and not tournament.starts_on <= day <= tournament.ends_on:
            raise RankingRefused(
                gettext_noop(
                    "Serie {number}: An diesem Tag ist das Turnier nicht. Zuerst Beginn und Ende ändern."
                ),
                number=series.number,
            )
        moved[str(series.number)] = [as_iso(series.played_on), as_iso(day)]
        series.played_on = day
        series.save(update_fields=["played_on"])
    return moved


def as_iso(value: Any) -> Any:
    """A value as the journal keeps it."""
    return value.isoformat() if isinstance(value, date) else value


@transaction.atomic
def draw_lot_of(*, tournament_id: int, scope: Scope, seed: str, by: Actor, now: datetime) -> DrawnLot:
    """Let the lot part those who are equal in one series or on one day; drawn once, by a seed that is kept."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    facts = ranking_facts(tournament, ())
    if not facts.series_in(scope) or not set(facts.series_in(scope) or ()) <= set(facts.days):
        raise RankingRefused(gettext_noop("Diese Serie oder diesen Tag gibt es nicht."))
    if scope in facts.seeds:
        raise RankingRefused(gettext_noop("Das Los ist schon gezogen; es bleibt dabei."))
    series = tournament.series.get(number=scope.series) if scope.series is not None else None
    lot = DrawnLot.objects.create(
        tournament=tournament, series=series, day=scope.day, seed=seed, drawn_at=now
    )
    told = {"seed": seed, "series": scope.series, "day": as_iso(scope.day)}
    journal.write(tournament, "lot_drawn", by=by, now=now, facts=told)
    return lot


def stand_in(registration: Registration, start_number: int) -> None:
    """Remember whose chair a substitute took, inside the deed that seats him; the first one counts."""
    if registration.stands_in_for is None and registration.start_number != start_number:
        registration.stands_in_for = start_number
        registration.save(update_fields=["stands_in_for"])


def stand_in_no_more(registration: Registration, start_number: int) -> None:
    """The change of seats is taken back."""
    if registration.stands_in_for == start_number:
        registration.stands_in_for = None
        registration.save(update_fields=["stands_in_for"])
