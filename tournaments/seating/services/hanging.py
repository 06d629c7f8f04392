"""A series is hung out, taken down while nobody has begun it, set anew, and hung out again."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from scoring.numbers import SeriesNumber
from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.refusals import DrawRefused
from tournaments.event.services import journal
from tournaments.models import SeatingPlan, Series, Tournament
from tournaments.seating.selectors.proposals import Proposal, propose_plan
from tournaments.seating.selectors.state import Seating
from tournaments.seating.services.plans import hold, post_change, state_looked_at, think_then_write


def last_drawn(tournament: Tournament, number: SeriesNumber, state: Seating) -> Series:
    """The series drawn last, which nobody has begun; any other stays as it is."""
    series = tournament.series.order_by("-number").first()
    if series is None or series.number != number:
        raise DrawRefused(gettext_noop("Nur die zuletzt gesetzte Serie lässt sich zurücknehmen."))
    seen = state.one(number)
    if seen is not None and seen.begun:
        raise DrawRefused(
            gettext_noop("In der Serie {number} ist schon ein Spiel eingetragen: Ihre Plätze bleiben."),
            number=number,
        )
    return series


@transaction.atomic
def take_down(*, tournament_id: int, number: SeriesNumber, by: Actor, now: datetime) -> Series:
    """Nobody sees these seats any more until they are hung out again; what is down already stays down."""
    tournament = hold(tournament_id)
    state = state_looked_at(tournament, by=by, seen_version=None, also_finished=False)
    series = last_drawn(tournament, number, state)
    if series.posted_at is None:
        return series
    series.posted_at = None
    series.save(update_fields=["posted_at"])
    journal.write(tournament, "series_taken_down", by=by, now=now, facts={"series": number})
    return series


@transaction.atomic
def hang_again(*, tournament_id: int, number: SeriesNumber, by: Actor, now: datetime) -> Series:
    """Hang a series out again that was taken down."""
    tournament = hold(tournament_id)
    must(may_direct(by, tournament))
    series = tournament.series.filter(number=number).first()
    if series is None:
        raise DrawRefused(gettext_noop("Diese Serie ist noch nicht gesetzt."))
    if series.posted_at is not None:
        return series
    series.posted_at = now
    series.save(update_fields=["posted_at"])
    journal.write(tournament, "series_hung_out", by=by, now=now, facts={"series": number})
    return series


def seat_anew(
    *, tournament_id: int, number: SeriesNumber, seed: str, by: Actor, now: datetime
) -> SeatingPlan:
    """Other seats for a series that was taken down; it stays down until it is hung out again.

    Later series of the plan in force are planned anew with it, since their meetings follow from its own.
    """

    def make(tournament: Tournament, state: Seating) -> Proposal:
        series = last_drawn(tournament, number, state)
        if series.posted_at is not None:
            raise DrawRefused(
                gettext_noop("Die Serie {number} ist ausgehängt: Zuerst zurücknehmen."), number=number
            )
        loose = replace(
            state,
            series=tuple(replace(one, drawn=False) if one.number == number else one for one in state.series),
        )
        whole = any(one.number > number and not one.planned.is_open for one in state.series)
        found = propose_plan(loose, tournament, seed=seed, only_next=not whole)
        return replace(
            found,
            series=tuple(replace(one, drawn=True) if one.number == number else one for one in found.series),
        )

    def write(tournament: Tournament, state: Seating, proposal: Proposal) -> SeatingPlan:
        plan = post_change(tournament, state, proposal, by=by, now=now)
        mode = next(one.mode for one in proposal.series if one.number == number)
        tournament.series.filter(number=number).update(mode=mode, seed=seed[:40], drawn_at=now)
        return plan

    return think_then_write(tournament_id=tournament_id, make=make, write=write, by=by)
