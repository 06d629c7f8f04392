"""Decide again, while the tournament is locked, whether whoever does a deed is still let in."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.db.models import Count

from tournaments.event.permissions import Actor, must
from tournaments.models import AccessToken, LentPhone, Registration, ScoreSheet, TableDevice, User


def must_be_let_in(actor: Actor) -> None:
    """Refuse an actor who was barred, revoked or signed out since the request began.

    `journal.write` calls this with the tournament's row locked. Barring a phone, closing a code, ending a loan and
    revoking a token write a journal entry too, so each comes wholly before or wholly after the deed.
    """
    must(
        is_signed_in(actor)
        and is_at_table(actor)
        and (
            actor.phone is None or LentPhone.objects.filter(pk=actor.phone.pk, ended_at__isnull=True).exists()
        )
        and (
            actor.token is None
            or AccessToken.objects.filter(pk=actor.token.pk, revoked_at__isnull=True).exists()
        )
        and is_on_own_page(actor)
    )


def is_signed_in(actor: Actor) -> bool:
    """Return whether the account is active and its session has not been ended. Locks the account's row."""
    if actor.user is None:
        return True
    account = User.objects.select_for_update(no_key=True).filter(pk=actor.user.pk, is_active=True).first()
    if account is None:
        return False
    return actor.session_key is None or Session.objects.filter(session_key=actor.session_key).exists()


def is_at_table(actor: Actor) -> bool:
    """Return whether the table's code is in force, the table stands and the phone is not barred."""
    if actor.sheet_id is not None and actor.code_number is not None:
        codes = ScoreSheet.objects.filter(pk=actor.sheet_id, table__cleared_at__isnull=True)
        closed = codes.annotate(closed=Count("closed_codes")).values_list("closed", flat=True).first()
        if closed is None or actor.code_number != closed + 1:
            return False
    device = actor.table_device
    return device is None or TableDevice.objects.filter(pk=device.pk, barred_at__isnull=True).exists()


def is_on_own_page(actor: Actor) -> bool:
    """Return whether the player's code that opened the page is still the current one."""
    if actor.registration_id is None or actor.page_issue is None:
        return True
    return Registration.objects.filter(pk=actor.registration_id, page_issue=actor.page_issue).exists()
