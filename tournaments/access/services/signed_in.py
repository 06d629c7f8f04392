"""Keeps the list of devices at which a person is signed in, ends sessions, and clears away what ran out."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction

from tournaments.access.selectors.lent import phones_of
from tournaments.access.services.devices import device_name
from tournaments.access.services.lent import end_loan
from tournaments.event.permissions import Actor, is_himself, must
from tournaments.event.services.locks import if_free
from tournaments.event.services.machine import write_line as note
from tournaments.models import Chore, SignedInDevice, User

QUARTER = timedelta(minutes=15)  # how exact "last seen" is
MANY = 4_096  # sessions of which this process remembers when it saw them
CLEARING, EACH = "clear sessions", timedelta(days=1)

_seen: dict[str, float] = {}
_lock = threading.Lock()


def arrived(*, user: User, session_key: str, browser: str, now: datetime) -> None:
    """Add the device of a new sign-in to the list of devices."""
    SignedInDevice.objects.update_or_create(
        session_key=session_key,
        defaults={"user": user, "name": device_name(browser), "begun_at": now, "seen_at": now},
    )
    clear_old(now)


def moved(*, old: str, new: str) -> None:
    """Carry a device over to the new key of its session."""
    SignedInDevice.objects.filter(session_key=old).update(session_key=new)


def left(session_key: str) -> None:
    """Remove the device of a session that signed out."""
    SignedInDevice.objects.filter(session_key=session_key).delete()


def note_seen(*, user_id: int, session_key: str, browser: str, now: datetime) -> None:
    """This device asked for something; written once in a quarter of an hour, and only while nobody else writes.

    Measured by the time that passes, not by the clock, which may jump.
    """
    moment = time.monotonic()
    with _lock:
        if len(_seen) > MANY:
            _seen.clear()
        if moment - _seen.setdefault(session_key, moment) < QUARTER.total_seconds():
            return
        _seen[session_key] = moment
    with if_free():
        if not SignedInDevice.objects.filter(session_key=session_key).update(seen_at=now):
            SignedInDevice.objects.create(
                user_id=user_id,
                session_key=session_key,
                name=device_name(browser),
                begun_at=now,
                seen_at=now,
            )


def own_devices(user: User) -> list[SignedInDevice]:
    """Where this person is signed in now, the newest first."""
    rows = list(SignedInDevice.objects.filter(user=user))
    there = set(
        Session.objects.filter(session_key__in=[row.session_key for row in rows]).values_list(
            "session_key", flat=True
        )
    )
    return [row for row in rows if row.session_key in there]


@transaction.atomic
def end_device(*, device_id: int, by: Actor, now: datetime) -> SignedInDevice | None:
    """Sign one device of one's own out, from its next question on."""
    must(is_himself(by))
    assert by.user is not None
    device = SignedInDevice.objects.filter(pk=device_id, user=by.user).first()
    if device is not None:
        end_sessions([device])
        told = {"name": by.user.username, "devices": [device.name]}
        note("devices_signed_out", more=told, by=by, now=now)
    return device


@transaction.atomic
def end_elsewhere(*, here: str, by: Actor, now: datetime) -> int:
    """Sign out everywhere but here, borrowed phones too. Returns how many devices that were."""
    must(is_himself(by))
    assert by.user is not None
    devices = list(SignedInDevice.objects.filter(user=by.user).exclude(session_key=here))
    end_sessions(devices)
    phones = phones_of(by.user, now)
    for phone in phones:
        end_loan(tournament_id=phone.tournament_id, number=phone.number, by=by, now=now)
    names = [device.name for device in devices] + [phone.name for phone in phones]
    if names:
        note("devices_signed_out", more={"name": by.user.username, "devices": names[:50]}, by=by, now=now)
    return len(names)


def end_all_but(*, user: User, here: str) -> None:
    """What another password or a new second step brings with it: who was signed in before is asked again."""
    end_sessions(SignedInDevice.objects.filter(user=user).exclude(session_key=here))


def end_sessions(devices: Iterable[SignedInDevice]) -> None:
    rows = list(devices)
    Session.objects.filter(session_key__in=[row.session_key for row in rows]).delete()
    SignedInDevice.objects.filter(pk__in=[row.pk for row in rows]).delete()


@transaction.atomic
def clear_old(now: datetime) -> int:
    """Once a day: sessions that had run out already when this was done last. Returns how many there were.

    Not those that run out today: a clock that is a year ahead for an hour would end every session for good.
    """
    last = Chore.objects.filter(name=CLEARING).first()
    if last is not None and timedelta() <= now - last.at < EACH:
        return 0
    gone = 0
    if last is not None:
        gone = Session.objects.filter(expire_date__lt=min(last.at, now)).delete()[0]
        SignedInDevice.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    Chore.objects.update_or_create(name=CLEARING, defaults={"at": now})
    return gone
