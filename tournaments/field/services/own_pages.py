"""Opens a player's own page by the code on his start card, and gives him another code when somebody else has seen it."""

from __future__ import annotations

from datetime import datetime

from scoring.sentence import gettext_noop
from tournaments.access.services.devices import CodeRefused
from tournaments.access.services.tries import (
    TRIES_OF_ADDRESS,
    forget_try,
    keyed,
    limits_at_code,
    note_try,
    remember_right,
)
from tournaments.field.selectors.own_codes import registration_of_pin, registration_of_token
from tournaments.models import Registration

TRIES_OF_NUMBER = 10


def own_code_refused() -> CodeRefused:
    return CodeRefused(
        gettext_noop(
            "Diesen Code gibt es nicht oder nicht mehr. "
            "Bitte die Startkarte noch einmal vergleichen, oder bei der Turnierleitung eine neue holen."
        )
    )


def open_own_page_by_token(*, token: str, address: str, now: datetime) -> Registration:
    """The player of a scanned code. Only codes that open nothing are counted: nobody guesses a hundred bits."""
    found = registration_of_token(token)
    if found is None:
        note_try({keyed("address", address): TRIES_OF_ADDRESS}, now)
        raise own_code_refused()
    return found


def open_own_page_by_pin(
    *, start_number: int, pin: str, address: str, now: datetime, device: str = ""
) -> Registration:
    """The player of a typed start number and PIN. Wrong ones are counted for the address and for the number.

    `device` is what a phone is known by that was let in by a code before, or nothing.
    """
    noted = note_try(
        limits_at_code("start number", str(start_number), TRIES_OF_NUMBER, address, device, now), now
    )
    found = registration_of_pin(start_number, pin)
    if found is None:
        raise own_code_refused()
    forget_try(noted)
    remember_right("address", address, now)
    return found
