"""Those whom a file brings, before they are registered: their start numbers, and how everybody sits with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Max

from tournaments.field.selectors.arrivals import TAKEN, JudgedRow
from tournaments.models import SeatingPlan, Tournament
from tournaments.seating.selectors.proposals import Proposal, propose_change
from tournaments.seating.selectors.state import Entrant, Seating, with_entrants


def numbers_for(tournament: Tournament, entering: Sequence[JudgedRow]) -> list[int]:
    """The start numbers: as the table says, else the next ones that nobody has or wants."""
    wanted = {one.arrival.start_number for one in entering} - {None}
    top = tournament.registrations.aggregate(top=Max("start_number"))["top"] or 0
    free = next_free(top, wanted)
    return [one.arrival.start_number or next(free) for one in entering]


def next_free(top: int, wanted: set[int | None]) -> Iterator[int]:
    while True:
        top += 1
        if top not in wanted:
            yield top


def entrant_of_row(one: JudgedRow, number: int) -> Entrant:
    """Somebody of the file as he will be in the field."""
    if one.player is not None:
        club = one.player.club.name if one.player.club else None
        return Entrant(
            start_number=number, pk=None, name=one.player.name, listed=one.player.listed_name, club=club
        )
    name = f"{one.arrival.given_name} {one.arrival.family_name}".strip()
    club = one.arrival.club or None
    return Entrant(start_number=number, pk=None, name=name, listed=one.arrival.listed_name, club=club)


def with_newcomers(tournament: Tournament, state: Seating, judged: Sequence[JudgedRow]) -> Seating:
    """The field as it will be when everybody of the file has entered."""
    entering = [one for one in judged if one.kind in TAKEN]
    numbers = numbers_for(tournament, entering)
    return with_entrants(state, *map(entrant_of_row, entering, numbers))


def seated_together(state: Seating, after: Seating, *, seed: str) -> Proposal:
    """One change for all of them, so that nobody moves twice."""
    return propose_change(state, after, kind=SeatingPlan.Kind.ARRIVAL, seed=seed)
