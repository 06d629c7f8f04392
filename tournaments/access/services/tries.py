"""Counts tries of names, codes and PINs, and makes whoever tries too often wait."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.sentence import Refusal, gettext_noop
from tournaments.models import LoginAttempt

TRIES = 5


PAUSE = timedelta(minutes=10)


KEPT = timedelta(days=1)


class LoginRefused(Refusal):
    """Name and password do not belong together."""


class TooManyTries(LoginRefused):
    """This name was tried too often from this address. `wait` is how long the pause still lasts."""

    def __init__(self, *, wait: timedelta, until: datetime) -> None:
        self.wait = wait
        super().__init__(
            gettext_noop(
                "Das waren zu viele Versuche. Ab {time} Uhr geht es weiter; bis dahin kann die Turnierleitung helfen."
            ),
            time=f"{timezone.localtime(until):%H:%M}",
        )


def too_many(first: datetime, now: datetime) -> TooManyTries:
    """The refusal with the minute from which it goes on, rounded up so that it holds what it says."""
    wait = first + PAUSE - now
    minutes = math.ceil((first + PAUSE).timestamp() / 60)
    return TooManyTries(wait=wait, until=datetime.fromtimestamp(minutes * 60, tz=now.tzinfo))


TRIES_OF_ADDRESS = 20  # a hall behind one router is one address


TRIES_OF_TABLE = 10


def keyed(kind: str, value: str) -> str:
    """Addresses and tables are kept as a keyed hash only, as names at the log-in are."""
    return salted_hmac(f"tournaments.tries.{kind}", value, algorithm="sha256").hexdigest()


def note_try(limits: dict[str, int], now: datetime) -> list[LoginAttempt]:
    """Write a try down before anything is looked at; too many of one kind are refused, whichever worker asks."""
    LoginAttempt.objects.filter(at__lt=now - KEPT).delete()
    noted = [LoginAttempt.objects.create(who=who, at=now) for who in limits]
    for who, most in limits.items():
        recent = LoginAttempt.objects.filter(who=who, at__gt=now - PAUSE).order_by("at", "pk")
        if recent.count() > most:
            forget_try(noted)
            raise too_many(recent[0].at, now)
    return noted


def forget_try(noted: list[LoginAttempt]) -> None:
    """A try that led somewhere was none; earlier ones stay."""
    LoginAttempt.objects.filter(pk__in=[attempt.pk for attempt in noted]).delete()
