"""Lets programs in: a token for one tournament is made, shown once, and revoked; guessing one is paused."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Q

from scoring.sentence import Refusal, gettext_noop
from tournaments.access.services.tries import keyed, note_try
from tournaments.accounts.selectors.programs import SIGN, access_of, lets_in, token_hash
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.locks import if_free, lock_tournament
from tournaments.models import AccessToken

TRIES = 20  # wrong tokens of one address before it waits: a hall behind one router is one address
LAST_USE = timedelta(hours=1)  # how exact "last used" is: a write each hour, not with each question
MOST = 200  # accesses of a tournament, revoked ones too


class AccessRefused(Refusal):
    """An access that cannot be made, or a token that lets nobody in."""


@transaction.atomic
def grant_access(
    *, tournament_id: int, name: str, scope: str, ends_at: datetime | None, by: Actor, now: datetime
) -> tuple[AccessToken, str]:
    """A new access and its token, which is shown now and kept nowhere."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    assert by.user is not None
    name = name.strip()
    if not name or len(name) > 60:
        raise AccessRefused(gettext_noop("Bitte einen Namen eintragen, an dem man das Programm erkennt."))
    if ends_at is not None and ends_at <= now:
        raise AccessRefused(
            gettext_noop("Das Ende liegt in der Vergangenheit: Einen späteren Tag wählen oder leer lassen.")
        )
    number = (tournament.accesses.aggregate(top=Max("number"))["top"] or 0) + 1
    if number > MOST:
        raise AccessRefused(
            gettext_noop("Dieses Turnier hat schon {most} Zugänge: Mehr gibt es nicht."), most=MOST
        )
    token = SIGN + secrets.token_urlsafe(32)
    access = AccessToken.objects.create(
        tournament=tournament,
        number=number,
        name=name,
        scope=AccessToken.Scope(scope),
        token_hash=token_hash(token),
        made_at=now,
        made_by=by.user,
        ends_at=ends_at,
    )
    journal.write(tournament, "access_granted", by=by, now=now, facts=program_facts(access))
    return access, token


@transaction.atomic
def revoke_access(*, tournament_id: int, number: int, by: Actor, now: datetime) -> AccessToken:
    """Let a program in no longer, from its next question on. Revoking twice is revoking once."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    access = tournament.accesses.filter(number=number).first()
    if access is None:
        raise AccessRefused(gettext_noop("Diesen Zugang gibt es nicht."))
    if access.revoked_at is not None:
        return access
    access.revoked_at, access.revoked_by = now, by.label
    access.save(update_fields=["revoked_at", "revoked_by"])
    journal.write(tournament, "access_revoked", by=by, now=now, facts=program_facts(access))
    return access


def program_facts(access: AccessToken) -> dict[str, object]:
    """What the journal keeps: nothing of the token."""
    return {
        "access": access.number,
        "name": access.name,
        "scope": str(access.scope),
        "ends_at": access.ends_at.isoformat() if access.ends_at else None,
    }


def let_program_in(*, token: str, address: str, now: datetime) -> AccessToken:
    """The access of a token that lets in now. Only tokens that do not are counted, for the address they come from."""
    access = access_of(token)
    if access is None or not lets_in(access, now):
        note_try({keyed("program", address): TRIES}, now)
        raise AccessRefused(
            gettext_noop(
                "Dieser Zugang gilt nicht oder nicht mehr: "
                "Bei der Turnierleitung einen neuen anlegen lassen und das Programm damit einstellen."
            )
        )
    seldom = Q(last_used_at__isnull=True) | Q(last_used_at__lte=now - LAST_USE) | Q(last_used_at__gt=now)
    if access.last_used_at is None or abs(now - access.last_used_at) >= LAST_USE:
        with if_free():
            AccessToken.objects.filter(seldom, pk=access.pk, revoked_at__isnull=True).update(last_used_at=now)
    return access
