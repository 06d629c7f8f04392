"""Which borrowed phone asks, and which are lent at a tournament."""

from __future__ import annotations

from datetime import datetime

from tournaments.access.selectors.codes import secret_hash
from tournaments.models import LentPhone, Tournament, User


def phone_of(secret: str) -> LentPhone | None:
    """The borrowed phone with this secret, whether it may still do something or not."""
    if not secret:
        return None
    return (
        LentPhone.objects.select_related("user", "tournament").filter(secret_hash=secret_hash(secret)).first()
    )


def phone_with_code(code: str) -> LentPhone | None:
    """The phone that this QR code was made for."""
    return LentPhone.objects.select_related("user", "tournament").filter(code_hash=secret_hash(code)).first()


def lent_now(phone: LentPhone | None, now: datetime) -> bool:
    """Whether the phone may do something now: fetched, not given back or taken away, its day not over."""
    return (
        phone is not None
        and phone.redeemed_at is not None
        and phone.ended_at is None
        and now < phone.ends_at
        and phone.user.is_active
        and phone.tournament.hidden_at is None
    )


def code_waits(phone: LentPhone, now: datetime) -> bool:
    """Whether its QR code may still be scanned."""
    return phone.redeemed_at is None and phone.ended_at is None and now < phone.redeem_until


def phones_lent(tournament: Tournament, now: datetime) -> list[LentPhone]:
    """The phones that are out or whose code waits, the newest first."""
    rows = LentPhone.objects.select_related("user").filter(
        tournament=tournament, ended_at__isnull=True, ends_at__gt=now
    )
    return [row for row in rows.order_by("-number") if row.redeemed_at is not None or code_waits(row, now)]


def phones_of(user: User, now: datetime) -> list[LentPhone]:
    """The phones that this person carries at any tournament."""
    return list(
        LentPhone.objects.select_related("tournament").filter(
            user=user, redeemed_at__isnull=False, ended_at__isnull=True, ends_at__gt=now
        )
    )
