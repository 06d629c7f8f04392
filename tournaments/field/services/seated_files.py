"""A file that comes after the draw: everybody of it enters and is seated in one change, as the preview has shown it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.event.permissions import Actor
from tournaments.field.selectors.arrivals import Arrival, judge_rows
from tournaments.field.selectors.newcomers import seated_together, with_newcomers
from tournaments.field.services.player_files import register_players
from tournaments.models import Registration, SeatingPlan, Tournament
from tournaments.seating.selectors.proposals import Proposal
from tournaments.seating.selectors.state import Seating
from tournaments.seating.services.changes import next_seed
from tournaments.seating.services.plans import post_change, think_then_write


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Who has entered, and the version of the seating that came of it."""

    entered: list[Registration]
    plan: SeatingPlan


def register_and_seat(
    *,
    tournament_id: int,
    arrivals: Sequence[Arrival],
    answers: Mapping[int, str],
    seen: str,
    seen_version: int,
    by: Actor,
    now: datetime,
    file_id: int | None = None,
) -> Seated:
    """Everybody or nobody, and only onto the chairs that the preview has shown."""

    def make(tournament: Tournament, state: Seating) -> Proposal:
        after = with_newcomers(tournament, state, judge_rows(tournament, arrivals, answers))
        return seated_together(state, after, seed=next_seed(state))

    def write(tournament: Tournament, state: Seating, proposal: Proposal) -> Seated:
        entered = register_players(
            tournament_id=tournament.pk,
            arrivals=arrivals,
            answers=answers,
            seen=seen,
            by=by,
            now=now,
            file_id=file_id,
        )
        return Seated(entered=entered, plan=post_change(tournament, state, proposal, by=by, now=now))

    return think_then_write(
        tournament_id=tournament_id, make=make, write=write, by=by, seen_version=seen_version
    )
