"""Lets people in: signing in with a pause after too many tries, accounts for helpers, passwords of one's own."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.contrib.auth import authenticate
from django.db import transaction
from django.utils.crypto import salted_hmac

from scoring.sentence import Refusal, gettext_noop
from tournaments.access.services.tries import KEPT, PAUSE, TRIES, LoginRefused, too_many
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.event.services.setup import grant_role
from tournaments.models import LoginAttempt, User

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another one


class AccountRefused(Refusal):
    """An account that cannot be made."""


def sign_in(*, username: str, password: str, address: str, now: datetime) -> User:
    """The person of this name and password. Every try counts until one succeeds.

    A try is written down before the password is looked at, so that many workers asked at once let no more
    than TRIES through.
    """
    username = User.normalize_username(username.strip())
    who = salted_hmac("login", f"{username.casefold()}\n{address}", algorithm="sha256").hexdigest()
    LoginAttempt.objects.filter(at__lt=now - KEPT).delete()
    attempt = LoginAttempt.objects.create(who=who, at=now)
    recent = LoginAttempt.objects.filter(who=who, at__gt=now - PAUSE).order_by("at", "pk")
    if recent.count() > TRIES:
        attempt.delete()
        raise too_many(recent[0].at, now)
    user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        raise LoginRefused(
            gettext_noop(
                "Name und Passwort passen nicht zusammen. Bitte beides noch einmal eingeben, Groß und klein zählt."
            )
        )
    LoginAttempt.objects.filter(who=who).delete()
    return user


def one_time_password() -> str:
    """Twelve signs in three groups: easy to read out loud, far too many to guess."""
    signs = [secrets.choice(LETTERS) for _sign in range(12)]
    return "-".join("".join(signs[start : start + 4]) for start in (0, 4, 8))


@transaction.atomic
def create_account(
    *,
    tournament_id: int,
    username: str,
    given_name: str,
    family_name: str,
    kind: str,
    by: Actor,
    now: datetime,
) -> tuple[User, str]:
    """An account for a helper with a role at this tournament; the password is shown once and good for one log-in."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    if User.objects.filter(username__iexact=username).exists():
        raise AccountRefused(
            gettext_noop(
                "Den Anmeldenamen „{username}“ gibt es schon: Einen anderen wählen, oder die Aufgabe dem Konto geben."
            ),
            username=username,
        )
    password = one_time_password()
    user = User.objects.create_user(
        username=username,
        password=password,
        first_name=given_name,
        last_name=family_name,
        one_time_password=True,
    )
    journal.write(
        tournament, "account_created", by=by, now=now, facts={"user": str(user), "username": username}
    )
    grant_role(tournament_id=tournament_id, user=user, kind=kind, by=by, now=now)
    return user, password


@transaction.atomic
def choose_password(*, user_id: int, password: str) -> User:
    """A password of one's own; a one-time password ends here."""
    user = User.objects.select_for_update().get(pk=user_id)
    user.set_password(password)
    user.one_time_password = False
    user.save(update_fields=["password", "one_time_password"])
    return user
