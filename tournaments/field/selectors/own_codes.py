"""Codes of players: the address and the PIN that open a player's own page, derived from the key and stored nowhere."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass

from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.access.selectors.codes import PIN_DIGITS, SIGNS, base36
from tournaments.models import Registration, Tournament

TOKEN = re.compile(rf"([0-9a-z]{{1,12}})-([a-z2-7]{{{SIGNS}}})")
TYPED = re.compile(rf"([0-9]{{1,6}})-([0-9]{{{PIN_DIGITS}}})")
AT_ONCE = 50  # tournaments among which a start number with its PIN is looked for: the youngest


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCode:
    """What opens one player's page: the token in the QR code's address, and the PIN for those who type."""

    start_number: int
    issue: int
    token: str
    pin: str

    @property
    def typed(self) -> str:
        """What somebody types after /s/."""
        return f"{self.start_number}-{self.pin}"

    @property
    def spoken_pin(self) -> str:
        """In two groups, as one reads it out."""
        return f"{self.pin[:3]} {self.pin[3:]}"


def derived_own_code(purpose: str, registration: Registration) -> bytes:
    """Follows from the site's key, the entry, the moment it was made and how often its code was renewed.

    The moment keeps a code of a rehearsal from opening a later entry that got the same row number.
    """
    entered = registration.registered_at.timestamp()
    value = f"{registration.pk}/{entered:.6f}/{registration.page_issue}"
    return salted_hmac(f"tournaments.player.{purpose}", value, algorithm="sha256").digest()


def own_code(registration: Registration) -> OwnCode:
    """The code in force of one player: the same each time it is printed."""
    signature = base64.b32encode(derived_own_code("token", registration)).decode().lower()[:SIGNS]
    pin = int.from_bytes(derived_own_code("pin", registration)[:8], "big") % 10**PIN_DIGITS
    return OwnCode(
        start_number=registration.start_number,
        issue=registration.page_issue,
        token=f"{base36(registration.pk)}-{signature}",
        pin=f"{pin:0{PIN_DIGITS}}",
    )


def registration_of_token(token: str) -> Registration | None:
    """The player whose page this token opens now, in one query; None when it was forged, renewed or garbled."""
    parts = TOKEN.fullmatch(token.lower()) if len(token) < 64 else None
    if parts is None or int(parts[1], 36) >= 2**63:
        return None
    found = (
        Registration.objects.select_related("tournament__rule_set", "player__club", "team", "pair")
        .filter(pk=int(parts[1], 36), tournament__hidden_at__isnull=True)
        .first()
    )
    if found is None or not constant_time_compare(own_code(found).token, token.lower()):
        return None
    return found


def registration_of_pin(start_number: int, pin: str) -> Registration | None:
    """The player with this start number and PIN, first of tournaments that are not over; None when two share both."""
    over = Q(tournament__status=Tournament.Status.FINISHED)
    for which in (~over, over):
        fitting = [
            one
            for one in Registration.objects.filter(
                which, start_number=start_number, tournament__hidden_at__isnull=True
            ).order_by("-tournament__starts_on", "-pk")[:AT_ONCE]
            if constant_time_compare(own_code(one).pin, pin)
        ]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None
