"""Corrects what was typed for a registration, a team or a tandem. Each correction has its entry in the journal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.event.services.setup import SetupRefused, refuse_double, registered
from tournaments.models import Pair, Registration, Team, Tournament


@transaction.atomic
def correct_registration(
    *,
    tournament_id: int,
    start_number: int,
    new_start_number: int,
    guest: bool,
    by: Actor,
    now: datetime,
    withdrawn_reason: str | None = None,
) -> Registration:
    """Correct start number, guest flag and reason for leaving; the same values again change nothing.

    What is owed and who is ranked in a season are asked for, so both follow at once.
    """
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    registration = registered(tournament, start_number)
    changed: dict[str, list[object]] = {}
    if new_start_number != start_number:
        refuse_new_number(tournament, new_start_number)
        changed["start_number"] = [start_number, new_start_number]
        registration.start_number = new_start_number
    if guest != registration.guest:
        changed["guest"] = [registration.guest, guest]
        registration.guest = guest
    if registration.withdrawn_at is not None and withdrawn_reason not in (
        None,
        registration.withdrawn_reason,
    ):
        changed["withdrawn_reason"] = [registration.withdrawn_reason, withdrawn_reason]
        registration.withdrawn_reason = str(withdrawn_reason)
    if not changed:
        return registration
    registration.save(update_fields=list(changed))
    journal.write(
        tournament,
        "registration_corrected",
        by=by,
        now=now,
        facts={"start_number": new_start_number, "changed": changed},
    )
    return registration


def refuse_new_number(tournament: Tournament, number: int) -> None:
    """Refuse another start number once a seating refers to it: plans, lots and paper name players by number."""
    if number_is_fixed(tournament):
        raise SetupRefused(
            gettext_noop("Die Startnummern stehen schon in einem Sitzplan: Jetzt bleibt jede, wie sie ist.")
        )
    refuse_double(tournament, None, number)


def number_is_fixed(tournament: Tournament) -> bool:
    """Return whether start numbers are already used by a seating plan or a series."""
    return tournament.seating_plans.exists() or tournament.series.exists()


@transaction.atomic
def correct_team(
    *, tournament_id: int, team_id: int, name: str, start_numbers: Sequence[int], by: Actor, now: datetime
) -> Team:
    """Give a team another name or other members; the same values again change nothing."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    team = tournament.teams.filter(pk=team_id).first()
    if team is None:
        raise SetupRefused(gettext_noop("Diese Mannschaft gibt es nicht mehr."))
    if not 2 <= len(set(start_numbers)) == len(start_numbers) <= 4:
        raise SetupRefused(gettext_noop("Eine Mannschaft hat zwei bis vier verschiedene Spieler."))
    if tournament.teams.filter(name__iexact=name).exclude(pk=team.pk).exists():
        raise SetupRefused(
            gettext_noop("Die Mannschaft „{name}“ gibt es schon: Einen anderen Namen wählen."), name=name
        )
    members = list(team.members.order_by("team_place").values_list("start_number", flat=True))
    if (team.name, members) == (name, list(start_numbers)):
        return team
    before = {"name": team.name, "start_numbers": members}
    team.members.update(team=None, team_place=None)
    for place, number in enumerate(start_numbers, 1):
        member = registered(tournament, number)
        if member.team_id is not None:
            raise SetupRefused(gettext_noop("{name} spielt schon in einer Mannschaft."), name=member.name)
        member.team, member.team_place = team, place
        member.save(update_fields=["team", "team_place"])
    team.name = name
    team.save(update_fields=["name"])
    facts = {"name": name, "start_numbers": list(start_numbers), "before": before}
    journal.write(tournament, "team_corrected", by=by, now=now, facts=facts)
    return team


@transaction.atomic
def correct_pair(
    *, tournament_id: int, pair_id: int, first: int, second: int, by: Actor, now: datetime
) -> Pair:
    """Give a tandem other members; the same ones again change nothing."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    pair = tournament.pairs.filter(pk=pair_id).first()
    if pair is None:
        raise SetupRefused(gettext_noop("Dieses Tandem gibt es nicht mehr."))
    if first == second:
        raise SetupRefused(gettext_noop("Ein Tandem hat zwei verschiedene Spieler."))
    members = list(pair.members.order_by("pair_place").values_list("start_number", flat=True))
    if members == [first, second]:
        return pair
    pair.members.update(pair=None, pair_place=None)
    for place, number in enumerate((first, second), 1):
        member = registered(tournament, number)
        if member.pair_id is not None:
            raise SetupRefused(gettext_noop("{name} spielt schon in einem Tandem."), name=member.name)
        member.pair, member.pair_place = pair, place
        member.save(update_fields=["pair", "pair_place"])
    facts = {
        "number": pair.number,
        "start_numbers": [first, second],
        "before": {"number": pair.number, "start_numbers": members},
    }
    journal.write(tournament, "pair_corrected", by=by, now=now, facts=facts)
    return pair
