"""Counts tries at every door that asks for a secret: names, PINs, codes, tokens. Makes whoever tries too often wait.

Each door names what it counts by (`Limit`): by the address, by what is asked for, by the device. A try is written down
before anything is looked at, so that many workers asked at once let no more through. Whoever was right before, from this
device or address, is counted apart from strangers, so that strangers cannot shut him out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.sentence import Refusal, gettext_noop
from tournaments.models import LoginAttempt

TRIES = 5
PAUSE = timedelta(minutes=10)
KEPT = timedelta(days=1)
WAS_RIGHT = timedelta(days=30)  # so long an address is known at which somebody was right
TRIES_OF_ADDRESS = 20  # a hall behind one router is one address
TRIES_OF_KNOWN_ADDRESS = 60  # the same, when somebody there was right before
TRIES_OF_TABLE = 10
TIMES_KNOWN = 3  # so many times more for all devices together that were let in somewhere before
RIGHT = "right-"


class LoginRefused(Refusal):
    """Name and password do not belong together."""


class TooManyTries(LoginRefused):
    """Tried too often. `wait` is how long the pause still lasts."""

    def __init__(self, *, wait: timedelta, until: datetime) -> None:
        self.wait = wait
        super().__init__(
            gettext_noop(
                "Das waren zu viele Versuche. Ab {time} Uhr geht es weiter; bis dahin kann die Turnierleitung helfen."
            ),
            time=f"{timezone.localtime(until):%H:%M}",
        )


class Slowed(TooManyTries):
    """Many strangers try this at once: one after the other, some seconds apart."""

    def __init__(self, *, wait: timedelta) -> None:
        self.wait = wait
        Refusal.__init__(
            self,
            gettext_noop(
                "Hier wird gerade sehr oft versucht. In {seconds} Sekunden noch einmal; "
                "ein Gerät, das hier schon einmal angemeldet war, muss nicht warten."
            ),
            seconds=max(1, math.ceil(wait.total_seconds())),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """So many tries of one kind within the pause. With a gap, those beyond go on one by one instead of stopping."""

    who: str
    most: int
    gap: timedelta | None = None


def too_many(first: datetime, now: datetime) -> TooManyTries:
    """The refusal with the minute from which it goes on, rounded up so that it holds what it says."""
    wait = first + PAUSE - now
    minutes = math.ceil((first + PAUSE).timestamp() / 60)
    return TooManyTries(wait=wait, until=datetime.fromtimestamp(minutes * 60, tz=now.tzinfo))


def keyed(kind: str, value: str) -> str:
    """The key under which tries are counted: the kind in clear, names, addresses and tables as a keyed hash only."""
    digest = salted_hmac(f"tournaments.tries.{kind}", value, algorithm="sha256").hexdigest()
    return f"{kind.replace(' ', '-')[:15]}:{digest[:48]}"


def note_try(limits: Mapping[str, int] | Iterable[Limit], now: datetime) -> list[LoginAttempt]:
    """Write a try down before anything is looked at; too many of one kind are refused, whichever worker asks."""
    wanted = (
        [Limit(who=who, most=most) for who, most in limits.items()]
        if isinstance(limits, Mapping)
        else [*limits]
    )
    clear_away(now)
    noted = [LoginAttempt.objects.create(who=limit.who, at=now) for limit in wanted]
    for limit, mine in zip(wanted, noted, strict=True):
        refusal = refused_try(limit, mine, now)
        if refusal is not None:
            forget_try(noted)
            raise refusal
    return noted


def clear_away(now: datetime) -> None:
    """Delete tries older than the pause, and tries dated in the future, which a clock that ran ahead has written."""
    strange = Q(at__gt=now + PAUSE)
    old = Q(at__lt=now - KEPT) & ~Q(who__startswith=RIGHT)
    LoginAttempt.objects.filter(strange | old | Q(at__lt=now - WAS_RIGHT)).delete()


def refused_try(limit: Limit, mine: LoginAttempt, now: datetime) -> TooManyTries | None:
    """The refusal that this try gets because of earlier ones, or None."""
    recent = LoginAttempt.objects.filter(who=limit.who, at__gt=now - PAUSE).order_by("at", "pk")
    if recent.count() <= limit.most:
        return None
    if limit.gap is None:
        return too_many(min(recent[0].at, now), now)
    last = recent.filter(at__gt=now - limit.gap, at__lte=now).exclude(pk__gte=mine.pk).last()
    return Slowed(wait=last.at + limit.gap - now) if last is not None else None


def forget_try(noted: list[LoginAttempt]) -> None:
    """Take one try back because it succeeded. Earlier tries still count."""
    LoginAttempt.objects.filter(pk__in=[attempt.pk for attempt in noted]).delete()


def forget_tries(who: Iterable[str]) -> int:
    """Open a door again: all tries of these kinds are forgotten. Returns how many there were."""
    return LoginAttempt.objects.filter(who__in=list(who)).delete()[0]


def was_right(kind: str, value: str, now: datetime) -> bool:
    """Whether a right secret has come from this device or address before."""
    found = LoginAttempt.objects.filter(who=RIGHT + keyed(kind, value)[:58], at__gt=now - WAS_RIGHT)
    return found.exists()


def remember_right(kind: str, value: str, now: datetime) -> None:
    """Remember that a right secret came from here. One row for each place, with the newest time."""
    who = RIGHT + keyed(kind, value)[:58]
    if not LoginAttempt.objects.filter(who=who).update(at=now):
        LoginAttempt.objects.create(who=who, at=now)


def tries_by(who: Iterable[str], now: datetime) -> dict[str, int]:
    """How many tries of each of these kinds there are within the pause."""
    found = LoginAttempt.objects.filter(who__in=list(who), at__gt=now - PAUSE, at__lte=now + PAUSE)
    counted = found.order_by().values("who").annotate(tries=Count("pk"))
    return {row["who"]: row["tries"] for row in counted}


def limits_at_code(kind: str, value: str, most: int, address: str, device: str, now: datetime) -> list[Limit]:
    """What a typed PIN counts by: for strangers the address and the place that it opens, from wherever they come.

    A hall at whose address somebody was right before is counted apart, place by place; so is a device that was let in
    before. Neither is shut out by what strangers type. All such devices share their tries at one place: whoever has one
    code could make himself any number of devices.
    """
    if device:
        return [
            Limit(who=keyed(f"{kind} device", device), most=most),
            Limit(who=keyed(f"{kind} known here", f"{value}\n{address}"), most=most),
            Limit(who=keyed(f"{kind} known", value), most=TIMES_KNOWN * most),
        ]
    if was_right("address", address, now):
        return [
            Limit(who=keyed("known address", address), most=TRIES_OF_KNOWN_ADDRESS),
            Limit(who=keyed(f"{kind} here", f"{value}\n{address}"), most=most),
        ]
    return [
        Limit(who=keyed("address", address), most=TRIES_OF_ADDRESS),
        Limit(who=keyed(kind, value), most=most),
    ]


# Every kind that is counted where a code is typed or scanned, as `keyed` spells it.
DOORS = (
    "address:",
    "known-address:",
    "table:",
    "table-here:",
    "table-device:",
    "table-known",
    "start-number",
)


def full_addresses(now: datetime) -> int:
    """From how many addresses so many wrong codes came that they wait."""
    recent = LoginAttempt.objects.filter(at__gt=now - PAUSE, at__lte=now + PAUSE).order_by().values("who")
    strangers = recent.filter(who__startswith="address:").annotate(tries=Count("pk"))
    known = recent.filter(who__startswith="known-address:").annotate(tries=Count("pk"))
    return (
        strangers.filter(tries__gte=TRIES_OF_ADDRESS).count()
        + known.filter(tries__gte=TRIES_OF_KNOWN_ADDRESS).count()
    )


def forget_doors() -> int:
    """Open every door where codes are typed: all tries there are forgotten."""
    which = Q()
    for kind in DOORS:
        which |= Q(who__startswith=kind)
    return LoginAttempt.objects.filter(which).delete()[0]
