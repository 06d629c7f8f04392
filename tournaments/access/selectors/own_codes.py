"""A player's one code: it opens his own page, and its six digits sign his lists; derived from the key and stored nowhere."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from django.utils.crypto import salted_hmac

from tournaments.access.selectors.codes import PIN_DIGITS, SIGNS, base36
from tournaments.models import Registration


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
