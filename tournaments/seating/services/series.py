"""Draws a series: who sits where, with the seed stored and printed, and a list laid on every table."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from scoring.numbers import SeriesNumber
from scoring.sentence import gettext_noop
from tournaments.backups.services.backups import Occasion
from tournaments.backups.services.before_deeds import backed_up_before
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.refusals import DrawRefused, Stale
from tournaments.event.services.locks import lock_tournament
from tournaments.models import SeatingPlan, Series
from tournaments.seating.selectors.lot_price import seated_by
from tournaments.seating.selectors.proposals import propose_plan
from tournaments.seating.selectors.state import state_of
from tournaments.seating.services.plans import check_next, seat_from, write_plan


class FieldChanged(Stale, DrawRefused):
    """Somebody came or left since the tables were shown."""


@backed_up_before(Occasion.SERIES)
@transaction.atomic
def draw_series(
    *,
    tournament_id: int,
    number: SeriesNumber,
    seed: str,
    by: Actor,
    now: datetime,
    seen_players: int | None = None,
) -> Series:
    """Draw the next series by lot over everybody who has not withdrawn: a plan of one series, posted at once.

    The order of the lots is taken for a standing, so that whoever must never meet is parted by the nearest lot.
    `seen_players` is the size of the field that the director saw: with another one the tables would be others.
    """
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    check_next(tournament, number)
    state = seated_by(state_of(tournament), number, str(Series.Mode.LOTS))
    if seen_players is not None and seen_players != len(state.players):
        raise FieldChanged(
            gettext_noop(
                "Inzwischen sind es {players} Spieler. Bitte die Tische noch einmal ansehen, dann auslosen."
            ),
            players=len(state.players),
        )
    proposal = replace(
        propose_plan(state, tournament, seed=seed, only_next=True), kind=SeatingPlan.Kind.DRAWN.value
    )
    plan = write_plan(tournament, proposal, by=by, now=now, posted=True)
    return seat_from(tournament, plan, number, by=by, now=now)
