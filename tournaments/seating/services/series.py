"""Draws a series: who sits where, with the seed stored and printed, and a list laid on every table."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from scoring.sentence import gettext_noop as _
from tournaments.backups.services.backups import Occasion, backed_up_before
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.setup import locked
from tournaments.models import ScoreSheet, SeatingPlan, Series, Tournament
from tournaments.seating.selectors.proposals import propose_plan
from tournaments.seating.selectors.state import State, state_of
from tournaments.seating.services.plans import DrawRefused, check_next, seat_from, write_plan


class FieldChanged(DrawRefused):
    """Somebody came or left since the tables were shown."""


@backed_up_before(Occasion.SERIES)
@transaction.atomic
def draw_series(
    *, tournament_id: int, number: int, seed: str, by: Actor, now: datetime, seen_players: int | None = None
) -> Series:
    """Draw the next series by lot over everybody who has not withdrawn: a plan of one series, posted at once.

    The order of the lots is taken for a standing, so that whoever must never meet is parted by the nearest lot.
    `seen_players` is the size of the field that the director saw: with another one the tables would be others.
    """
    tournament = locked(tournament_id)
    must(may_direct(by, tournament))
    check_next(tournament, number)
    state = by_lot(state_of(tournament), number)
    if seen_players is not None and seen_players != len(state.players):
        raise FieldChanged(
            _("Inzwischen sind es {players} Spieler. Bitte die Tische noch einmal ansehen, dann auslosen."),
            players=len(state.players),
        )
    proposal = replace(
        propose_plan(state, tournament, seed=seed, only_next=True), kind=SeatingPlan.Kind.DRAWN.value
    )
    plan = write_plan(tournament, proposal, by=by, now=now, posted=True)
    return seat_from(tournament, plan, number, by=by, now=now)


def by_lot(state: State, number: int) -> State:
    """The state with one series set to the lot, whatever was wished for it."""
    modes = tuple(
        str(Series.Mode.LOTS) if series.number == number else state.setup.mode(series.number)
        for series in state.series
    )
    return replace(state, setup=replace(state.setup, modes=modes))


@transaction.atomic
def draw_final_lot(*, tournament_id: int, seed: str, by: Actor, now: datetime) -> Tournament:
    """Let the lot part those who are equal in everything; drawn once, by a seed that is kept."""
    tournament = locked(tournament_id)
    must(may_direct(by, tournament))
    if tournament.lot_seed:
        raise DrawRefused(_("Das Los ist schon gezogen; es bleibt dabei."))
    tournament.lot_seed = seed
    tournament.save(update_fields=["lot_seed"])
    journal.write(tournament, "lot_drawn", by=by, now=now, facts={"seed": seed})
    return tournament


@transaction.atomic
def finish_tournament(*, tournament_id: int, by: Actor, now: datetime) -> Tournament:
    """Close the tournament when every list of its series is accepted."""
    tournament = locked(tournament_id)
    must(may_direct(by, tournament))
    if tournament.status == Tournament.Status.FINISHED:
        return tournament
    waiting = ScoreSheet.objects.filter(
        table__series__tournament=tournament, accepted_at__isnull=True
    ).count()
    if waiting:
        raise DrawRefused(_("Noch {count} Listen sind nicht angenommen: Zuerst annehmen."), count=waiting)
    tournament.status = Tournament.Status.FINISHED
    tournament.save(update_fields=["status"])
    journal.write(tournament, "tournament_finished", by=by, now=now)
    return tournament
