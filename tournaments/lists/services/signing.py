"""Signs lists: a seat vouches by its code, by its name drawn on the screen, or on paper; and renews a code that somebody has seen."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from scoring.numbers import SeatNumber
from scoring.sentence import gettext_noop
from tournaments.access.selectors.own_codes import own_code
from tournaments.access.services.tries import TRIES, TooManyTries, forget_tries, note_try
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheet, lock_tournament
from tournaments.event.services.setup import registered
from tournaments.lists.core.life import Deed, Life
from tournaments.lists.permissions import may_do
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.services.sheets import SheetRefused, check_possible, check_version, seat_of
from tournaments.models import Registration, Signature
from tournaments.paper.core import strokes


class WrongPin(SheetRefused):
    """This PIN does not belong to this seat."""


def sign_list(
    *,
    sheet_id: int,
    seat_number: SeatNumber,
    method: str,
    seen_version: int,
    by: Actor,
    now: datetime,
    pin: str = "",
    drawn: str = "",
) -> Signature:
    """A seat confirms the finished list; confirming twice is confirming once.

    The PIN is looked at before anything is held, so that a wrong one stays counted.
    """
    sheet = sheets().get(pk=sheet_id)
    must(may_do(by, sheet, Deed.SIGN))
    if method == Signature.Method.PIN:
        check_pin(seat_of(sheet_view(sheet, now=now), seat_number).registration, pin, now=now)
    lines = strokes.read_strokes(drawn) if method == Signature.Method.DRAWN else None
    if method not in (Signature.Method.PIN, Signature.Method.DRAWN, Signature.Method.PAPER):
        raise SheetRefused(
            gettext_noop("Unterschrieben wird mit dem eigenen Code, auf dem Bildschirm oder auf Papier.")
        )
    return write_signature(
        sheet_id=sheet_id,
        seat_number=seat_number,
        method=method,
        lines=lines,
        seen_version=seen_version,
        by=by,
        now=now,
    )


@transaction.atomic
def write_signature(
    *,
    sheet_id: int,
    seat_number: SeatNumber,
    method: str,
    lines: strokes.Strokes | None,
    seen_version: int,
    by: Actor,
    now: datetime,
) -> Signature:
    """Write down that a seat has signed, how, and which version of the list."""
    sheet = lock_sheet(sheet_id)
    view = sheet_view(sheet, now=now)
    seat = seat_of(view, seat_number)
    done = next((signature for signature in view.signatures if signature.seat_id == seat.pk), None)
    if done is not None:
        return done
    check_version(sheet, seen_version)
    check_signable(view)
    signature = Signature.objects.create(
        sheet=sheet,
        seat=seat,
        method=method,
        strokes=lines,
        sheet_version=sheet.version,
        signed_at=now,
        taken_by=by.label,
    )
    journal.write(
        view.tournament,
        "sheet_signed",
        by=by,
        now=now,
        sheet=sheet,
        facts={"seat": seat_number, "method": method}
        | ({"strokes": [list(map(list, stroke)) for stroke in lines]} if lines else {}),
    )
    return signature


def check_signable(view: SheetView) -> None:
    """Only a finished list is signed; an unfinished one says which game is missing."""
    if view.life is Life.OPEN:
        raise SheetRefused(
            gettext_noop(
                "Unterschrieben wird, wenn alle Spiele eingetragen sind: Es fehlt noch Spiel {number}."
            ),
            number=view.next_game.number if view.next_game else "?",
        )
    check_possible(view, Deed.SIGN)


def check_pin(registration: Registration, pin: str, *, now: datetime) -> None:
    """Refuse a wrong code, and any after too many wrong ones. A try is written before the code is looked at."""
    who = tries_of(registration)
    try:
        note_try({who: TRIES}, now)
    except TooManyTries as waiting:
        raise WrongPin(
            gettext_noop(
                "Zu viele falsche Codes für {name}: Bitte auf dem Bildschirm oder auf Papier unterschreiben, oder etwas warten."
            ),
            name=registration.name,
        ) from waiting
    if not constant_time_compare(digits_of(pin), own_code(registration).pin):
        raise WrongPin(
            gettext_noop(
                "Das ist nicht der Code von {name}: Bitte die sechs Ziffern der Startkarte noch einmal eingeben."
            ),
            name=registration.name,
        )
    forget_tries([who])


def tries_of(registration: Registration) -> str:
    """Under which name wrong codes are counted, from whichever phone they come."""
    return salted_hmac("signing tries", str(registration.pk), algorithm="sha256").hexdigest()


def digits_of(typed: str) -> str:
    """The six digits of a code, also where somebody typed the start number before them, or a space between."""
    return typed.rpartition("-")[2].replace(" ", "")


@transaction.atomic
def renew_own_code(*, tournament_id: int, start_number: int, by: Actor, now: datetime) -> Registration:
    """Close a player's code, which opens and signs nothing any more; the next one stands on the card that is printed now."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    registration = registered(tournament, start_number)
    registration.page_issue += 1
    registration.save(update_fields=["page_issue"])
    journal.write(tournament, "own_code_renewed", by=by, now=now, facts={"start_number": start_number})
    return registration
