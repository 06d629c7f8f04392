"""The PIN with which a player signs: it follows from the registration and the secret of this site, and is stored nowhere."""

from __future__ import annotations

from django.utils.crypto import salted_hmac

from tournaments.models import Registration

DIGITS = 4


def pin_of(registration: Registration) -> str:
    """Four digits; another four after the PIN was renewed."""
    code = salted_hmac(
        "signing pin", f"{registration.pk}/{registration.pin_issue}", algorithm="sha256"
    ).hexdigest()
    return f"{int(code, 16) % 10**DIGITS:0{DIGITS}}"


def tries_of(registration: Registration) -> str:
    """Under which name wrong PINs are counted, from whichever phone they come."""
    return salted_hmac("signing tries", str(registration.pk), algorithm="sha256").hexdigest()
