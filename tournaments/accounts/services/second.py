"""A second factor: the app with codes is set up and asked, codes on paper are made and used up, all of it can be taken off."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from scoring.sentence import Refusal, gettext_noop
from tournaments.access.services.signed_in import end_all_but
from tournaments.access.services.tries import TRIES, Limit, LoginRefused, forget_try, keyed, note_try
from tournaments.accounts.core import codes
from tournaments.accounts.selectors.second import app_secret, salt_of
from tournaments.event.permissions import Actor, has_second_factor, is_himself, must
from tournaments.event.services.machine import write_line as note
from tournaments.models import Authenticator, Passkey, RecoveryCode, User

TRIES_FROM_ANYWHERE = 10  # of one person; afterwards one a minute
GAP = timedelta(minutes=1)


class SecondRefused(Refusal):
    """A second factor that cannot be set up or taken off like this."""


class WrongCode(LoginRefused):
    """A code that opens nothing."""


def person(by: Actor) -> User:
    """Whose account it is: everybody sets up his own."""
    must(is_himself(by))
    assert by.user is not None
    return by.user


# Setting up ---------------------------------------------------------------------------------------------------


@transaction.atomic
def set_app_up(*, nonce: str, typed: str, here: str, by: Actor, now: datetime) -> list[str]:
    """The app is asked from now on, once it has shown a right code. Hands out new codes on paper if there are none.

    Phone and laptop may differ by some minutes here: the difference is kept, since neither may know the right time.
    """
    user = person(by)
    around = codes.step_of(now.timestamp())
    secret = app_secret(user.pk, nonce)
    step = codes.step_that_shows(secret, codes.without_dashes(typed), around=around, slack=codes.FARTHEST)
    if step is None:
        raise WrongCode(
            gettext_noop(
                "Dieser Code passt nicht. Die sechs Ziffern eintragen, die die App jetzt zeigt, "
                "und die Uhr von Handy und Rechner vergleichen."
            )
        )
    values = {"nonce": nonce, "drift": step - around, "last_step": step, "made_at": now}
    Authenticator.objects.update_or_create(user=user, defaults=values)
    note("app_set_up", more={"name": user.username}, by=by, now=now)
    end_all_but(user=user, here=here)
    return first_codes(user, by=by, now=now)


def first_codes(user: User, *, by: Actor, now: datetime) -> list[str]:
    """A sheet for whoever has none yet."""
    if RecoveryCode.objects.filter(user=user, used_at__isnull=True).exists():
        return []
    return new_codes(by=by, now=now)


@transaction.atomic
def new_codes(*, by: Actor, now: datetime) -> list[str]:
    """A new sheet of codes; what stood on an older one opens nothing any more. Shown now, kept as hashes only."""
    user = person(by)
    if not has_second_factor(user):
        raise SecondRefused(
            gettext_noop(
                "Notfall-Codes gibt es zu einer Code-App oder einem Passkey: Zuerst eines einrichten."
            )
        )
    RecoveryCode.objects.filter(user=user).delete()
    sheet, salt = codes.new_sheet(), salt_of(user)
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, code_hash=codes.sheet_hash(code, salt=salt), made_at=now) for code in sheet
    )
    note("recovery_codes_made", more={"name": user.username}, by=by, now=now)
    return sheet


@transaction.atomic
def take_app_off(*, by: Actor, now: datetime) -> None:
    """Remove the app as second factor: its codes are not asked for any more."""
    user = person(by)
    if Authenticator.objects.filter(user=user).delete()[0]:
        note("app_removed", more={"name": user.username}, by=by, now=now)
        forget_codes_of_nothing(user)


@transaction.atomic
def take_passkey_off(*, passkey_id: int, by: Actor, now: datetime) -> None:
    """Remove a passkey: it opens nothing any more."""
    user = person(by)
    key = Passkey.objects.filter(pk=passkey_id, user=user).first()
    if key is not None:
        key.delete()
        note("passkey_removed", more={"name": user.username, "key": key.name}, by=by, now=now)
        forget_codes_of_nothing(user)


def forget_codes_of_nothing(user: User) -> None:
    """Delete the codes on paper when no second factor is left: alone they would be passwords."""
    if not has_second_factor(user):
        RecoveryCode.objects.filter(user=user).delete()


@transaction.atomic
def take_everything_off(*, username: str, now: datetime) -> User | None:
    """Remove every second factor of somebody who lost phone and paper; called by `manage.py second_factor` only."""
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        return None
    Authenticator.objects.filter(user=user).delete()
    Passkey.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()
    end_all_but(user=user, here="")
    note("second_factor_removed", more={"name": user.username}, by=None, now=now)
    return user


# Being asked --------------------------------------------------------------------------------------------------


def limits_at_second(user: User, address: str, device: str) -> list[Limit]:
    """What a try at the second step counts by; a browser in which this person was signed in before has its own five."""
    if device:
        return [Limit(who=keyed("second device", f"{user.pk}\n{device}"), most=TRIES)]
    return [
        Limit(who=keyed("second", f"{user.pk}\n{address}"), most=TRIES),
        Limit(who=keyed("second name", str(user.pk)), most=TRIES_FROM_ANYWHERE, gap=GAP),
    ]


def give_code(*, user: User, typed: str, address: str, device: str, now: datetime) -> None:
    """Check the six digits of the app or a code of the paper, and use it up. Every try counts until one succeeds."""
    noted = note_try(limits_at_second(user, address, device), now)
    said = codes.without_dashes(typed)
    if len(said) == codes.DIGITS and said.isascii() and said.isdecimal():
        use_app_code(user, said, now)
    else:
        use_paper_code(user, said, now)
    forget_try(noted)


def use_app_code(user: User, typed: str, now: datetime) -> None:
    """Use a code of the app up; the row's own condition tells two apart who send the same code at once."""
    app = Authenticator.objects.filter(user=user).first()
    if app is None:
        raise wrong_code()
    around = codes.step_of(now.timestamp()) + app.drift
    newest = around + codes.SLACK
    step = codes.step_that_shows(app_secret(user.pk, app.nonce), typed, around=around)
    if step is None:
        raise wrong_code()
    if codes.opens_again(step, app.last_step, newest):
        raise WrongCode(
            gettext_noop(
                "Mit diesem Code hat sich schon jemand angemeldet, und jeder gilt nur einmal: "
                "Eine halbe Minute warten und den nächsten eintragen."
            )
        )
    unused = Q(last_step__lt=step) | Q(last_step__gt=newest)
    if not Authenticator.objects.filter(unused, pk=app.pk, nonce=app.nonce).update(last_step=step):
        raise wrong_code()


@transaction.atomic
def use_paper_code(user: User, typed: str, now: datetime) -> None:
    """Use a code of the paper up, with a line in the machine's journal."""
    known = codes.sheet_hash(typed, salt=salt_of(user))
    unused = RecoveryCode.objects.filter(user=user, code_hash=known, used_at__isnull=True)
    if not has_second_factor(user) or not unused.update(used_at=now):
        raise wrong_code()
    left = RecoveryCode.objects.filter(user=user, used_at__isnull=True).count()
    note("recovery_code_used", more={"name": user.username, "left": left}, by=Actor(user=user), now=now)


def wrong_code() -> WrongCode:
    return WrongCode(
        gettext_noop(
            "Dieser Code passt nicht. Die sechs Ziffern eintragen, die die App jetzt zeigt, "
            "oder einen Notfall-Code vom Papier."
        )
    )
