"""Lends a phone to a referee for a day: a QR code of one use, the rights of a referee at one tournament, taken back with one tap."""

from __future__ import annotations

import secrets
from datetime import datetime, time, timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from scoring.sentence import Refusal, gettext_noop
from tournaments.access.selectors.codes import secret_hash
from tournaments.access.selectors.lent import code_waits, phone_with_code
from tournaments.access.services.devices import device_name
from tournaments.access.services.tries import TRIES_OF_ADDRESS, keyed, note_try
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.locks import if_free, lock_tournament
from tournaments.models import LentPhone, Role

TO_FETCH = timedelta(minutes=15)  # so long a code on the screen may be scanned
NIGHT = time(4)  # a day of a tournament ends after midnight
SHORTEST = timedelta(hours=2)
LOOKED_IN = timedelta(minutes=5)
MOST = 500  # phones of a tournament, those given back too


class LoanRefused(Refusal):
    """A phone that cannot be lent, or a code that lends none."""


def end_of_day(now: datetime) -> datetime:
    """Four o'clock in the next night, by the clock on the wall."""
    local = timezone.localtime(now)
    end = local.replace(hour=NIGHT.hour, minute=0, second=0, microsecond=0)
    while end - local < SHORTEST:
        end = (end.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=local.tzinfo)
    return end


@transaction.atomic
def lend_phone(*, tournament_id: int, role_id: int, by: Actor, now: datetime) -> tuple[LentPhone, str]:
    """A code for the referee of this role; shown now and kept nowhere."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    assert by.user is not None
    role = (
        Role.objects.select_related("user")
        .filter(pk=role_id, tournament=tournament, kind=Role.Kind.REFEREE)
        .first()
    )
    if role is None or not role.user.is_active:
        raise LoanRefused(
            gettext_noop(
                "Ein Handy für einen Tag gibt es für Schiedsrichter dieses Turniers: "
                "Zuerst die Aufgabe „Schiedsrichter“ vergeben."
            )
        )
    number = (tournament.lent_phones.aggregate(top=Max("number"))["top"] or 0) + 1
    if number > MOST:
        raise LoanRefused(
            gettext_noop("Bei diesem Turnier wurden schon {most} Handys verliehen: Mehr geht nicht."),
            most=MOST,
        )
    code = secrets.token_urlsafe(16)
    phone = LentPhone.objects.create(
        tournament=tournament,
        number=number,
        user=role.user,
        code_hash=secret_hash(code),
        made_at=now,
        made_by=by.user,
        redeem_until=now + TO_FETCH,
        ends_at=end_of_day(now),
    )
    journal.write(tournament, "phone_lent", by=by, now=now, facts=loan_facts(phone))
    return phone, code


@transaction.atomic
def fetch_phone(*, code: str, browser: str, now: datetime) -> tuple[LentPhone, str]:
    """Redeem a code: this browser is the borrowed phone from now on, and no other. Returns what it alone knows."""
    found = phone_with_code(code)
    if found is None:
        raise loan_refused()
    tournament = lock_tournament(found.tournament_id)
    phone = (
        LentPhone.objects.select_related("user", "tournament")
        .select_for_update(of=("self",))
        .get(pk=found.pk)
    )
    if not code_waits(phone, now) or tournament.hidden_at is not None or not still_referee(phone):
        raise loan_refused()
    secret = secrets.token_urlsafe(32)
    phone.redeemed_at = phone.seen_at = now
    phone.secret_hash = secret_hash(secret)
    phone.name = device_name(browser)
    phone.save(update_fields=["redeemed_at", "seen_at", "secret_hash", "name"])
    by = Actor(user=phone.user, phone=phone, device=browser[:200])
    journal.write(tournament, "phone_fetched", by=by, now=now, facts=loan_facts(phone))
    return phone, secret


def count_wrong_code(address: str, now: datetime) -> None:
    """A code that lends nothing is counted for its address: nobody guesses a hundred bits, and nobody shall try."""
    note_try({keyed("lent phone", address): TRIES_OF_ADDRESS}, now)


def loan_refused() -> LoanRefused:
    return LoanRefused(
        gettext_noop(
            "Dieser Code gilt nicht oder nicht mehr: Er lässt ein einziges Handy herein und wartet nur kurz. "
            "Die Turnierleitung zeigt einen neuen."
        )
    )


def still_referee(phone: LentPhone) -> bool:
    """Whether the person has the task still for which the phone is lent."""
    held = Role.objects.filter(tournament=phone.tournament_id, user=phone.user, kind=Role.Kind.REFEREE)
    return phone.user.is_active and held.exists()


@transaction.atomic
def end_loan(*, tournament_id: int, number: int, by: Actor, now: datetime) -> LentPhone:
    """Take a phone back, or give it back: it is out at its next question. Twice is once."""
    tournament = lock_tournament(tournament_id)
    phone = tournament.lent_phones.select_related("user").filter(number=number).first()
    if phone is None:
        raise LoanRefused(gettext_noop("Dieses Handy ist nicht verliehen."))
    own = by.user is not None and by.user.pk == phone.user_id and by.token is None
    must(own or may_direct(by, tournament))
    if phone.ended_at is not None:
        return phone
    journal.write(
        tournament, "phone_ended", by=by, now=now, facts=loan_facts(phone)
    )  # while it may still write
    phone.ended_at, phone.ended_by = now, by.label
    phone.save(update_fields=["ended_at", "ended_by"])
    return phone


def look_in(phone: LentPhone, now: datetime) -> None:
    """Note that a lent phone is still in use: seldom, and only while nobody else writes."""
    if phone.seen_at is None or abs(now - phone.seen_at) > LOOKED_IN:
        with if_free():
            LentPhone.objects.filter(pk=phone.pk).update(seen_at=now)


def loan_facts(phone: LentPhone) -> dict[str, object]:
    """What the journal keeps: nothing of the code."""
    return {
        "phone": phone.number,
        "user": str(phone.user),
        "name": phone.name,
        "ends_at": phone.ends_at.isoformat(),
    }
