"""Whether this machine holds more than the demo, and whether anybody has an account on it."""

from __future__ import annotations

from tournaments.event.core.demo import EVENINGS
from tournaments.models import Tournament, User


def outgrown() -> bool:
    """A tournament lies here that the demo did not bring: printed passwords are not good enough for it."""
    return Tournament.objects.exclude(slug__in=EVENINGS).exists()


def no_account_yet() -> bool:
    """Return whether there is no account at all, not even one that may no longer sign in."""
    return not User.objects.exists()
