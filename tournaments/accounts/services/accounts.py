"""Lets people in: signing in with a pause after too many tries, accounts for helpers, passwords of one's own."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.contrib.auth import authenticate
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from scoring.sentence import Refusal, gettext_noop
from tournaments.access.services.signed_in import end_all_but
from tournaments.access.services.tries import (
    TRIES,
    TRIES_OF_ADDRESS,
    TRIES_OF_KNOWN_ADDRESS,
    Limit,
    LoginRefused,
    forget_tries,
    forget_try,
    keyed,
    note_try,
    remember_right,
    was_right,
)
from tournaments.accounts.core.codes import LETTERS
from tournaments.accounts.selectors.printed import no_account_yet, outgrown
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.event.services.machine import write_line as note
from tournaments.event.services.setup import grant_role
from tournaments.models import User

TRIES_OF_NAME = 15  # of one name from anywhere; afterwards one by one
GAP_OF_NAME = timedelta(seconds=20)
TRIES_OF_ALL = 200  # of all names from anywhere; afterwards one by one
GAP_OF_ALL = timedelta(seconds=2)


class WrongPassword(LoginRefused):
    """Somebody who is signed in has typed another password than their own."""


class AccountRefused(Refusal):
    """An account that cannot be created."""


def sign_in(
    *, username: str, password: str, address: str, now: datetime, device: str = "", here: bool = False
) -> User:
    """The person of this name and password. Every try counts until one succeeds.

    `device` is what a browser is known by in which this person was signed in before, or nothing. `here`: it runs on this
    very machine; only there the passwords are good that the demo printed.
    """
    username = User.normalize_username(username.strip())
    limits = limits_at_login(username.casefold(), address, device, now)
    noted = note_try(limits, now)
    user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        raise LoginRefused(
            gettext_noop(
                "Name und Passwort passen nicht zusammen. Bitte beides noch einmal eingeben, Groß und klein zählt."
            )
        )
    forget_try(noted)
    if User.objects.filter(
        pk=user.pk, printed_password=True
    ).exists():  # asked: a new hash forgets it in memory
        refuse_printed(user, here=here)
    forget_tries([limits[0].who])
    remember_right("login address", address, now)
    return user


def refuse_printed(user: User, *, here: bool) -> None:
    """The demo's passwords stand on a screen and in a file: they open nothing from another device, and nothing that counts."""
    if not here:
        raise LoginRefused(
            gettext_noop(
                "Das Passwort aus der Vorführung gilt nur am Rechner selbst. Dort unter http://127.0.0.1 mit "
                "diesem Konto anmelden und ein eigenes Passwort wählen; mit dem geht es dann von jedem Gerät."
            )
        )
    if user.is_superuser and outgrown():
        raise LoginRefused(
            gettext_noop(
                "Auf diesem Rechner liegt mehr als die Vorführung, darum verwaltet ihn niemand mehr mit ihrem "
                "Passwort. Im Terminal: manage.py changepassword {username}"
            ),
            username=user.username,
        )


def limits_at_login(name: str, address: str, device: str, now: datetime) -> list[Limit]:
    """What a try at the log-in counts by: the name here, the address, the name from anywhere, all log-ins together.

    Guesses from many addresses, or of many names, end at the last three. The last two slow strangers down and stop
    nobody; whoever comes with a browser that was signed in before has only his own five slips to fear.
    """
    if device:
        return [Limit(who=keyed("login device", f"{name}\n{device}"), most=TRIES)]
    known = was_right("login address", address, now)
    of_address = TRIES_OF_KNOWN_ADDRESS if known else TRIES_OF_ADDRESS
    return [
        Limit(who=keyed("login", f"{name}\n{address}"), most=TRIES),
        Limit(who=keyed("login address", address), most=of_address),
        Limit(who=keyed("login name", name), most=TRIES_OF_NAME, gap=GAP_OF_NAME),
        Limit(who=keyed("login all", ""), most=TRIES_OF_ALL, gap=GAP_OF_ALL),
    ]


def prove_password(
    *, user: User, typed: str, session: str, address: str, now: datetime, device: str = ""
) -> None:
    """Check the password of somebody who is signed in. Every try counts until one succeeds, here and at the log-in.

    The session has its own five tries, from whatever address and with whatever cookies it comes: an open laptop opens
    nothing more, and its owner elsewhere is not shut out by it.
    """
    of_session = Limit(who=keyed("login session", f"{user.pk}\n{session}"), most=TRIES)
    limits = [of_session, *limits_at_login(user.get_username().casefold(), address, device, now)]
    noted = note_try(limits, now)
    if not user.check_password(typed):
        raise WrongPassword(gettext_noop("Das ist nicht das Passwort. Bitte noch einmal eingeben."))
    forget_try(noted)
    forget_tries([limit.who for limit in limits[:2]])


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


def create_first_account(*, username: str, password: str, address: str, here: bool, now: datetime) -> User:
    """Create the administrator of a machine that has no account yet, and return them.

    `here`: the request comes from this very machine; from anywhere else it is refused. Every call counts as a try. Of two
    concurrent calls one succeeds, the other is refused.
    """
    must(here)
    limits = [Limit(who=keyed("first account", address), most=TRIES_OF_ADDRESS, gap=GAP_OF_NAME)]
    note_try(limits, now)
    with transaction.atomic():
        # With no account there is no row of an account to lock; this one stands for the table.
        ContentType.objects.select_for_update().get(app_label="tournaments", model="user")
        if not no_account_yet():
            raise AccountRefused(gettext_noop("Hier gibt es inzwischen ein Konto. Bitte damit anmelden."))
        user: User = User.objects.create_superuser(username=username, password=password)
        note("first_account", more={"name": username}, by=Actor(user=user), now=now)
    return user


@transaction.atomic
def choose_password(*, user_id: int, password: str, here: str, now: datetime) -> User:
    """A password of one's own; one-time and printed passwords end here, and so do all sessions but this one."""
    user = User.objects.select_for_update().get(pk=user_id)
    user.set_password(password)
    user.one_time_password = user.printed_password = False
    user.save(update_fields=["password", "one_time_password", "printed_password"])
    end_all_but(user=user, here=here)
    note("password_changed", more={"name": user.username}, by=Actor(user=user), now=now)
    return user
