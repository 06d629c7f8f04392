"""What is written about the network: the address that counts, and phones that were tried."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django.db import transaction

from scoring.sentence import Refusal, gettext_noop
from tournaments.access.selectors.phones import address_holds, addresses_for_phones
from tournaments.event.permissions import Actor, may_administer
from tournaments.event.services import machine
from tournaments.models import HallAddress, PhoneArrival, PhoneCheck

CHECK_LASTS = timedelta(minutes=15)
MOST_ARRIVALS = 300
NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+")


class AddressRefused(Refusal):
    """An address that phones could not come by."""


@transaction.atomic
def note_at_start(*, likeliest: str, present: list[str], now: datetime) -> None:
    """Note the address of a start, unless the newest one still holds."""
    newest = HallAddress.objects.order_by("-pk").first()
    if likeliest and not (newest and address_holds(newest.address, present)):
        HallAddress.objects.create(address=likeliest, why=HallAddress.Why.START, at=now)


@transaction.atomic
def choose(*, address: str, at_machine: bool, by: Actor, now: datetime) -> HallAddress:
    """From now on codes carry this address: one of this machine's own, or a name that somebody has set up for it.

    A name may lead anywhere, and with it the codes of every table of every tournament: it is said at the machine itself
    (`at_machine`), or by who administers it.
    """
    wanted = address.strip().lower().rstrip(".")
    own = wanted in addresses_for_phones()
    if not own and not (NAME.fullmatch(wanted) and not wanted[-1].isdigit()):
        raise AddressRefused(
            gettext_noop(
                "Diese Adresse hat der Laptop nicht. Bitte eine aus der Liste nehmen oder einen Namen eintragen, "
                "zum Beispiel romme-club.local."
            )
        )
    if not own and not (at_machine or may_administer(by)):
        raise AddressRefused(
            gettext_noop(
                "Alle Codes im Saal führen zu diesem Namen: Eintragen kann ihn nur, wer am Laptop selbst sitzt oder "
                "diesen Rechner verwaltet."
            )
        )
    return _write(wanted, HallAddress.Why.CHOSEN, by=by, now=now)


@transaction.atomic
def printed_anew(*, address: str, by: Actor, now: datetime) -> HallAddress:
    """Somebody says that the paper in the hall carries this address now."""
    return _write(address, HallAddress.Why.PRINTED, by=by, now=now)


def _write(address: str, why: HallAddress.Why, *, by: Actor, now: datetime) -> HallAddress:
    machine.write_line(f"address_{why}", by=by, now=now, more={"name": address})
    return HallAddress.objects.create(address=address, why=why, at=now, user=by.user, actor=by.label)


def begin_check(*, key: str, by: Actor, now: datetime) -> PhoneCheck:
    """Begin a trial: a code that counts phones for a quarter of an hour."""
    return PhoneCheck.objects.create(key=key, begun_at=now, actor=by.label)


@transaction.atomic
def phone_arrived(*, key: str, called: str, now: datetime) -> bool:
    """Count a phone that has opened the trial's page; False when the trial is over or was never begun."""
    check = PhoneCheck.objects.select_for_update().filter(key=key).first()
    if check is None or not running(check, now=now):
        return False
    if check.arrivals.count() < MOST_ARRIVALS:
        PhoneArrival.objects.create(check_of=check, at=now, called=called[:120])
    return True


def running(check: PhoneCheck, *, now: datetime) -> bool:
    """Whether phones still count for it; a clock that was set back ends it too."""
    return timedelta(0) <= now - check.begun_at < CHECK_LASTS
