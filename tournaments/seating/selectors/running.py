"""Lists that somebody still sits at although they leave: what is missing on each, and which remedies there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import SheetView, sheet_views
from tournaments.lists.selectors.state import seats_taken
from tournaments.models import Registration, Seat, Tournament
from tournaments.seating.selectors.state import Seating, something_written


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningList:
    """A list of a series that has begun, at which somebody sits who leaves."""

    series: int
    table: int
    seat: int
    registration: Registration
    played: int
    left: int | None  # games still to be played; None: a target decides
    awaits_signature: bool  # every game is played, and this seat has not signed
    between_rounds: bool  # seats can be changed now
    smaller: int | None  # how many can go on without this seat; None: the rules know no such table
    stand_in: int | None  # start number of whoever took this player's place in the field


def running_lists(tournament: Tournament, start_number: int, *, now: datetime) -> tuple[RunningList, ...]:
    """Return the lists that this player leaves behind if they go now."""
    seats = seats_in_begun_series(tournament).filter(registration__start_number=start_number)
    return tuple(running(tournament, seats, now=now))


def left_behind(tournament: Tournament, *, now: datetime) -> tuple[RunningList, ...]:
    """Return the lists at which somebody sits who has left the field already."""
    seats = seats_in_begun_series(tournament).filter(registration__withdrawn_at__isnull=False)
    return tuple(running(tournament, seats, now=now))


def seats_in_begun_series(tournament: Tournament) -> QuerySet[Seat]:
    """Return seats that are taken at lists which nobody has accepted, with the player."""
    return (
        seats_taken()
        .filter(
            series__tournament=tournament,
            last_round__isnull=True,
            table__cleared_at__isnull=True,
            table__sheet__accepted_at__isnull=True,
        )
        .select_related("registration__player", "series", "table")
        .order_by("series__number", "table__number", "number")
    )


def running(tournament: Tournament, seats: QuerySet[Seat], *, now: datetime) -> Iterator[RunningList]:
    """Yield one entry a seat whose list is not finished, in series in which somebody has played."""
    begun = set(tournament.series.filter(something_written()).values_list("pk", flat=True))
    waiting = [seat for seat in seats if seat.series_id in begun]
    if not waiting:
        return  # where nobody has played, the seating itself is changed
    lists = list(sheets().filter(table__in=[seat.table_id for seat in waiting]))
    views = {view.sheet.table_id: view for view in sheet_views(lists, now=now)}
    substitutes = {
        one.stands_in_for: one.start_number
        for one in tournament.registrations.filter(stands_in_for__isnull=False, withdrawn_at__isnull=True)
    }
    for seat in waiting:
        view = views.get(seat.table_id)
        if view is None:
            continue
        plays = view.sheet.completed_at is None
        unsigned = not plays and any(one.pk == seat.pk for one in view.unsigned)
        if plays or unsigned:
            stand_in = substitutes.get(seat.registration.start_number)
            yield running_list(view, seat, awaits_signature=unsigned, stand_in=stand_in)


def running_list(view: SheetView, seat: Seat, *, awaits_signature: bool, stand_in: int | None) -> RunningList:
    """Return what is missing on this list, and what the rules allow at its table."""
    coming = view.next_game
    size = len(view.sitting) - 1
    return RunningList(
        series=seat.series.number,
        table=seat.table.number,
        seat=seat.number,
        registration=seat.registration,
        played=len(view.games),
        left=view.left,
        awaits_signature=awaits_signature,
        between_rounds=coming is not None
        and coming.round_number > 1
        and coming.number == view.course.first_of(coming.round_number)
        and all(game.number < coming.number for game in view.games),
        smaller=size if size >= 2 and size in view.rules.table.sizes else None,
        stand_in=stand_in,
    )


def begun_and_next(state: Seating) -> tuple[tuple[int, ...], int | None]:
    """Return the series that have begun, and the first that a newcomer can play; None where all have begun."""
    begun = tuple(one.number for one in state.series if one.begun)
    return begun, next((one.number for one in state.series if not one.begun), None)
