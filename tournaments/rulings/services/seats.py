"""Changes who sits at a table while a series is played: somebody leaves, a substitute comes, a table of four becomes three."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scoring.numbers import SeatNumber
from scoring.sentence import gettext_noop
from tournaments.event.core.course import Course
from tournaments.event.permissions import Actor
from tournaments.event.services.locks import lock_tournament
from tournaments.event.services.setup import registered
from tournaments.lists.core.life import Deed
from tournaments.lists.selectors.sheets import SheetView, games_due, seats_taken
from tournaments.lists.services.sheets import check_possible
from tournaments.models import Registration, Ruling, Seat
from tournaments.rankings.services.rankings import stand_in, stand_in_no_more
from tournaments.rulings.services.common import RulingRefused, carried_out, decide, referee_at


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """What follows when a seat changes, before anybody has decided it."""

    seat: Seat
    after_round: int
    games_before: int | None  # None: played to a target
    games_after: int | None
    next_dealer: Seat | None  # None: the substitute deals
    dealer_plays: bool
    size_after: int
    scorer_after: Seat | None  # who keeps the list when its keeper leaves


def prescribe_leaving(view: SheetView, seat_number: SeatNumber) -> SeatChange:
    """Without a substitute the others go on among themselves, if the rules know a table of that size."""
    seat, after = leaving_seat(view, seat_number)
    size = len(view.sitting) - 1
    if size not in view.rules.table.sizes or size < 2:
        raise RulingRefused(
            gettext_noop(
                "Zu {size} wird hier nicht gespielt: Bitte einen Ersatz einsetzen oder den Tisch abbrechen."
            ),
            size=size,
        )
    return followed(view, seat, after, view.course.without(seat_number, after=after), size=size)


def prescribe_substitute(view: SheetView, seat_number: SeatNumber, start_number: int) -> SeatChange:
    """A substitute changes neither the deal nor the number of games."""
    seat, after = leaving_seat(view, seat_number)
    newcomer(view, start_number)
    return followed(view, seat, after, view.course, size=len(view.sitting))


def leaving_seat(view: SheetView, seat_number: SeatNumber) -> tuple[Seat, int]:
    """The seat that becomes free, and the Runde after which it does: seats change between two Runden only."""
    check_possible(view, Deed.CHANGE_SEATS)
    seat = next((one for one in view.sitting if one.number == seat_number), None)
    if seat is None:
        raise RulingRefused(gettext_noop("Auf Platz {seat} sitzt hier niemand."), seat=seat_number)
    after = between_runden(view)
    return seat, after


def between_runden(view: SheetView) -> int:
    """The Runde that is just over; refused in the middle of one, and before the first game."""
    coming = view.next_game
    assert coming is not None, "an open list has a next game"
    if any(game.number > coming.number for game in view.games):
        raise RulingRefused(
            gettext_noop("Zuerst Spiel {number} nachspielen: Plätze wechseln nur zwischen zwei Runden."),
            number=coming.number,
        )
    if coming.number != view.course.first_of(coming.round_number):
        raise RulingRefused(
            gettext_noop("Die Runde {round} läuft noch: Plätze wechseln erst, wenn sie zu Ende ist."),
            round=coming.round_number,
        )
    if coming.round_number == 1:
        raise RulingRefused(
            gettext_noop(
                "Noch ist kein Spiel eingetragen: Vor dem ersten Spiel ändert die Turnierleitung die Sitzordnung."
            )
        )
    return coming.round_number - 1


def newcomer(view: SheetView, start_number: int) -> Registration:
    """A substitute is registered and plays at no other table of this series."""
    registration = registered(view.tournament, start_number)
    if registration.withdrawn_at is not None:
        raise RulingRefused(
            gettext_noop("{name} ist ausgeschieden: Bitte zuerst wieder zulassen."), name=registration.name
        )
    if seats_taken().filter(series=view.sheet.table.series_id, registration=registration).exists():
        raise RulingRefused(gettext_noop("{name} spielt in dieser Serie schon mit."), name=registration.name)
    return registration


def followed(view: SheetView, seat: Seat, after: int, course: Course, *, size: int) -> SeatChange:
    deal = course.deal(course.first_of(after + 1))
    others: dict[int, Seat] = {one.number: one for one in view.sitting if one.pk != seat.pk}
    left = [*(n for n in others if n > seat.number), *(n for n in others if n < seat.number)]
    keeps = view.sheet.scorer_id == seat.pk and size < len(view.sitting)
    return SeatChange(
        seat=seat,
        after_round=after,
        games_before=view.planned,
        games_after=games_due(view.tournament, course, view.sheet.ends_after),
        next_dealer=others.get(deal.dealer),
        dealer_plays=deal.dealer_plays,
        size_after=size,
        scorer_after=others[left[0]] if keeps else None,
    )


@transaction.atomic
def let_leave(
    *, sheet_id: int, seat_number: SeatNumber, reason: str, seen_version: int, by: Actor, now: datetime
) -> Ruling:
    """A player leaves for good; the others play on without this seat."""
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    told = prescribe_leaving(view, seat_number)
    ruling = decide_seats(view, reason, by=by, now=now)
    free_seat(told)
    if told.scorer_after is not None:
        view.sheet.scorer = told.scorer_after
        view.sheet.save(update_fields=["scorer"])
    carried_out(
        ruling,
        "seat_left",
        facts={
            "seat": seat_number,
            "start_number": told.seat.registration.start_number,
            "after_round": told.after_round,
            "scorer": view.sheet.scorer.number,
        },
        because=f"Platz {seat_number} ist frei geworden",
        by=by,
        now=now,
    )
    return ruling


@transaction.atomic
def substitute(
    *,
    sheet_id: int,
    seat_number: SeatNumber,
    start_number: int,
    reason: str,
    seen_version: int,
    by: Actor,
    now: datetime,
) -> Ruling:
    """Somebody else takes the seat over from the next Runde on; each keeps what he played himself."""
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    lock_tournament(view.tournament.pk)  # two tables cannot take the same substitute at once
    told = prescribe_substitute(view, seat_number, start_number)
    registration = newcomer(view, start_number)
    ruling = decide_seats(view, reason, by=by, now=now)
    free_seat(told)
    seat = Seat.objects.create(
        table=view.sheet.table,
        series=view.sheet.table.series,
        number=seat_number,
        registration=registration,
        first_round=told.after_round + 1,
    )
    stand_in(registration, told.seat.registration.start_number)
    if view.sheet.scorer_id == told.seat.pk:
        view.sheet.scorer = seat
        view.sheet.save(update_fields=["scorer"])
    carried_out(
        ruling,
        "seat_taken_over",
        facts={
            "seat": seat_number,
            "start_number": told.seat.registration.start_number,
            "substitute": start_number,
            "after_round": told.after_round,
        },
        because=f"Platz {seat_number} ist neu besetzt",
        by=by,
        now=now,
    )
    return ruling


@transaction.atomic
def bring_back(
    *, sheet_id: int, seat_number: SeatNumber, reason: str, seen_version: int, by: Actor, now: datetime
) -> Ruling:
    """Undo a change while no game has been entered since: whoever had left sits there again."""
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    check_possible(view, Deed.CHANGE_SEATS)
    after = between_runden(view)
    gone = next(
        (one for one in (*view.former, *view.seats) if one.number == seat_number and one.last_round == after),
        None,
    )
    if gone is None:
        raise RulingRefused(
            gettext_noop("Auf Platz {seat} hat nach der letzten Runde niemand gewechselt."), seat=seat_number
        )
    if any(game.number >= view.course.first_of(after + 1) for game in view.struck):
        raise RulingRefused(
            gettext_noop("Seit dem Wechsel ist schon gespielt worden: Er lässt sich nicht mehr zurücknehmen.")
        )
    ruling = decide_seats(view, reason, by=by, now=now)
    for newcomer_seat in view.sitting:
        if newcomer_seat.number == seat_number:
            newcomer_seat.last_round = after
            newcomer_seat.save(update_fields=["last_round"])
            stand_in_no_more(newcomer_seat.registration, gone.registration.start_number)
            if view.sheet.scorer_id == newcomer_seat.pk:
                view.sheet.scorer = gone
                view.sheet.save(update_fields=["scorer"])
    gone.last_round = None
    gone.save(update_fields=["last_round"])
    carried_out(
        ruling,
        "seat_restored",
        facts={
            "seat": seat_number,
            "start_number": gone.registration.start_number,
        },
        because=f"Platz {seat_number} ist wieder besetzt wie vorher",
        by=by,
        now=now,
    )
    return ruling


def decide_seats(view: SheetView, reason: str, *, by: Actor, now: datetime) -> Ruling:
    return decide(view.tournament, Ruling.Kind.SEATS, reason=reason, by=by, now=now, sheet=view.sheet)


def free_seat(told: SeatChange) -> None:
    """Free the seat from the next Runde on."""
    told.seat.last_round = told.after_round
    told.seat.save(update_fields=["last_round"])
