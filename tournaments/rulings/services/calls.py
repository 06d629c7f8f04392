"""Calls: the table asks for a referee, one goes, and it is done. Each deed is said in the journal."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_referee, may_score, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheet
from tournaments.models import RefereeCall, ScoreSheet, Tournament
from tournaments.models.calls import NOTE_LENGTH

WINDOW = timedelta(minutes=10)
MOST_CALLS = 5  # of one table in that window
LONGEST_WAIT = timedelta(
    minutes=10
)  # that a call may have waited for the network; an older one does not ring any more
SAME_TAP = timedelta(
    seconds=10
)  # within which two sendings of one tap may differ: a sending is given up after eight


class CallRefused(Refusal):
    """A call that cannot be made or answered like this."""


@transaction.atomic
def call_referee(
    *, sheet_id: int, by: Actor, now: datetime, waited: timedelta = timedelta(0), sent_before: bool = False
) -> RefereeCall:
    """Ask a referee to come to this table; while one is awaited, asking again is the same call.

    `waited` is how long ago the button was tapped on a phone without network. `sent_before`: an earlier sending of the same
    tap may have arrived. Then a call of this table since that tap answers it, also one that is done (idempotent).
    """
    sheet = lock_sheet(sheet_id)
    must(may_score(by, sheet))
    waiting = sheet.calls.filter(done_at__isnull=True).first()
    if waiting is not None:
        return waiting
    tapped_at = now - max(waited, timedelta(0))
    if sent_before:
        answered = sheet.calls.filter(called_at__gte=tapped_at - SAME_TAP, called_at__lte=now).last()
        if answered is not None:
            return answered
    if now - tapped_at > LONGEST_WAIT:
        raise CallRefused(
            gettext_noop(
                "Der Ruf von {time} Uhr hatte kein Netz und ist zu alt. Wird noch jemand gebraucht: bitte noch einmal rufen."
            ),
            time=f"{timezone.localtime(tapped_at):%H:%M}",
        )
    if sheet.calls.filter(called_at__gt=now - WINDOW, called_at__lte=now).count() >= MOST_CALLS:
        raise CallRefused(
            gettext_noop(
                "Dieser Tisch hat gerade {most}-mal gerufen. Bitte die Hand heben oder jemanden zur Turnierleitung schicken."
            ),
            most=MOST_CALLS,
        )
    call = RefereeCall.objects.create(sheet=sheet, called_at=tapped_at, called_by=by.label)
    write_call_line(call, "referee_called", by=by, now=now)
    return call


@transaction.atomic
def take_call_back(*, sheet_id: int, by: Actor, now: datetime) -> RefereeCall | None:
    """The table has settled it: nobody has to come any more."""
    sheet = lock_sheet(sheet_id)
    must(may_score(by, sheet))
    call = sheet.calls.filter(done_at__isnull=True).first()
    if call is None:
        return None
    close_call(call, by=by, now=now, note="", taken_back=True)
    write_call_line(call, "call_taken_back", by=by, now=now)
    return call


@transaction.atomic
def go(*, call_id: int, by: Actor, now: datetime) -> RefereeCall:
    """„Ich gehe hin“: the first who says so goes; the second is told who it is."""
    call = hold_call(call_id, by)
    if call.going is not None and call.going != by.user:
        raise CallRefused(gettext_noop("{name} geht schon hin."), name=str(call.going))
    if call.going is not None:
        return call
    call.going, call.going_at = by.user, now
    call.save(update_fields=["going", "going_at"])
    write_call_line(call, "referee_goes", by=by, now=now)
    return call


@transaction.atomic
def stay(*, call_id: int, by: Actor, now: datetime) -> RefereeCall:
    """Somebody else may go: the call is open again for everybody."""
    call = hold_call(call_id, by)
    if call.going_id is None:
        return call
    call.going = call.going_at = None
    call.save(update_fields=["going", "going_at"])
    write_call_line(call, "referee_stays", by=by, now=now)
    return call


@transaction.atomic
def finish_call(*, call_id: int, by: Actor, now: datetime, note: str = "") -> RefereeCall:
    """It is settled at the table; a note may say how. Finishing twice is finishing once."""
    call = hold_call(call_id, by, also_done=True)
    if call.done_at is not None:
        return call
    close_call(call, by=by, now=now, note=note.strip()[:NOTE_LENGTH], taken_back=False)
    write_call_line(call, "call_done", by=by, now=now, reason=call.note)
    return call


def hold_call(call_id: int, by: Actor, *, also_done: bool = False) -> RefereeCall:
    """The call, with its list held until the deed is done: of two referees who tap at once one goes."""
    sheet = lock_sheet(RefereeCall.objects.values_list("sheet_id", flat=True).get(pk=call_id))
    must(may_referee(by, sheet.table.series.tournament))
    call = RefereeCall.objects.select_related("going").get(pk=call_id)
    call.sheet = sheet
    if call.done_at is not None and not also_done:
        raise CallRefused(gettext_noop("Dieser Ruf ist schon erledigt."))
    return call


def close_call(call: RefereeCall, *, by: Actor, now: datetime, note: str, taken_back: bool) -> None:
    call.done_at, call.done_by, call.note, call.taken_back = now, by.label, note, taken_back
    call.save(update_fields=["done_at", "done_by", "note", "taken_back"])


def write_call_line(call: RefereeCall, deed: str, *, by: Actor, now: datetime, reason: str = "") -> None:
    """The line of the journal that belongs to a step."""
    sheet: ScoreSheet = call.sheet
    tournament: Tournament = sheet.table.series.tournament
    journal.write(
        tournament,
        deed,
        by=by,
        now=now,
        sheet=sheet,
        facts={"table": sheet.table.number, "series": sheet.table.series.number, "call": call.pk},
        reason=reason,
    )
