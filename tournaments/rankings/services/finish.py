"""The end of a tournament: the final lot, and closing it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.refusals import DrawRefused
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.models import ScoreSheet, Tournament


@transaction.atomic
def draw_final_lot(*, tournament_id: int, seed: str, by: Actor, now: datetime) -> Tournament:
    """Let the lot part those who are equal in everything; drawn once, by a seed that is kept."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    if tournament.lot_seed:
        raise DrawRefused(gettext_noop("Das Los ist schon gezogen; es bleibt dabei."))
    tournament.lot_seed = seed
    tournament.save(update_fields=["lot_seed"])
    journal.write(tournament, "lot_drawn", by=by, now=now, facts={"seed": seed})
    return tournament


@transaction.atomic
def finish_tournament(*, tournament_id: int, by: Actor, now: datetime) -> Tournament:
    """Close the tournament when every list of its series is accepted."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    if tournament.status == Tournament.Status.FINISHED:
        return tournament
    waiting = ScoreSheet.objects.filter(
        table__series__tournament=tournament, accepted_at__isnull=True
    ).count()
    if waiting:
        raise DrawRefused(
            gettext_noop("Noch {count} Listen sind nicht angenommen: Zuerst annehmen."), count=waiting
        )
    tournament.status = Tournament.Status.FINISHED
    tournament.save(update_fields=["status"])
    journal.write(tournament, "tournament_finished", by=by, now=now)
    return tournament
