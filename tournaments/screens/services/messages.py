"""Says something on the screens in the hall: a message, or when it goes on; each can be taken back."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor
from tournaments.event.services import journal
from tournaments.models import ScreenMessage, Tournament
from tournaments.models.screens import MESSAGE_LENGTH
from tournaments.screens.selectors import active_messages
from tournaments.screens.services.screens import held_screen, hold_for_desk

MOST_AT_ONCE = 5
STAYS = timedelta(minutes=10)  # so long after its hour a start is still said


class MessageRefused(Refusal):
    """A message that cannot be sent."""


@transaction.atomic
def send_message(
    *,
    tournament_id: int,
    text: str,
    screen: int | None = None,
    ends_at: datetime | None = None,
    by: Actor,
    now: datetime,
) -> ScreenMessage:
    """Say a sentence on one screen or on all, for good or until an hour. The same sentence twice is said once."""
    tournament = hold_for_desk(tournament_id, by)
    text = readable(text)
    if ends_at is not None and ends_at <= now:
        raise MessageRefused(gettext_noop("Diese Uhrzeit ist schon vorbei: Bitte eine spätere eingeben."))
    active = [one for one in active_messages(tournament, now=now) if one.kind == ScreenMessage.Kind.NOTE]
    target = held_screen(tournament, screen) if screen is not None else None
    for one in active:
        if (one.text, one.screen_id, one.ends_at) == (text, target.pk if target else None, ends_at):
            return one
    if len(active) >= MOST_AT_ONCE:
        raise MessageRefused(
            gettext_noop("Mehr als {most} Meldungen liest niemand: Bitte zuerst eine zurücknehmen."),
            most=MOST_AT_ONCE,
        )
    made = ScreenMessage.objects.create(
        tournament=tournament, screen=target, text=text, ends_at=ends_at, sent_at=now, sent_by=by.label
    )
    write_message_line(made, "message_sent", by=by, now=now)
    return made


@transaction.atomic
def say_start(
    *, tournament_id: int, text: str, starts_at: datetime, by: Actor, now: datetime
) -> ScreenMessage:
    """Say when it goes on; what was said before is taken back."""
    tournament = hold_for_desk(tournament_id, by)
    if starts_at <= now:
        raise MessageRefused(gettext_noop("Diese Uhrzeit ist schon vorbei: Bitte eine spätere eingeben."))
    for one in active_messages(tournament, now=now):
        if one.kind == ScreenMessage.Kind.START:
            back(one, by=by, now=now)
    made = ScreenMessage.objects.create(
        tournament=tournament,
        kind=ScreenMessage.Kind.START,
        text=readable(text),
        starts_at=starts_at,
        ends_at=starts_at + STAYS,
        sent_at=now,
        sent_by=by.label,
    )
    write_message_line(made, "message_sent", by=by, now=now)
    return made


@transaction.atomic
def take_message_back(*, tournament_id: int, message_id: int, by: Actor, now: datetime) -> None:
    """The screens stop saying it; what is taken back already stays so."""
    tournament = hold_for_desk(tournament_id, by)
    one = tournament.screen_messages.filter(pk=message_id).first()
    if one is None:
        raise MessageRefused(gettext_noop("Diese Meldung gibt es nicht."))
    if one.taken_back_at is None:
        back(one, by=by, now=now)


def back(one: ScreenMessage, *, by: Actor, now: datetime) -> None:
    one.taken_back_at, one.taken_back_by = now, by.label
    one.save(update_fields=["taken_back_at", "taken_back_by"])
    write_message_line(one, "message_taken_back", by=by, now=now)


def readable(text: str) -> str:
    """One line of signs that can be printed."""
    line = " ".join(text.split())
    if not line or not line.isprintable():
        raise MessageRefused(gettext_noop("Bitte die Meldung in einem Satz eingeben."))
    if len(line) > MESSAGE_LENGTH:
        raise MessageRefused(
            gettext_noop("Höchstens {most} Zeichen: Mehr passt nicht groß genug auf den Bildschirm."),
            most=MESSAGE_LENGTH,
        )
    return line


def write_message_line(one: ScreenMessage, deed: str, *, by: Actor, now: datetime) -> None:
    """The line of the journal that belongs to a message."""
    tournament: Tournament = one.tournament
    facts = {
        "message": one.pk,
        "text": one.text,
        "screen": one.screen.number if one.screen else None,
        "starts_at": one.starts_at.isoformat() if one.starts_at else None,
        "ends_at": one.ends_at.isoformat() if one.ends_at else None,
    }
    journal.write(tournament, deed, by=by, now=now, facts=facts)
