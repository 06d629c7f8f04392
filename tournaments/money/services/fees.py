"""Fees: what is owed, who pays, who need not, who gets something back. A treasurer's deeds; the director sets the fee."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.formats import time_format
from django.utils.timezone import localtime

from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.event.services.setup import registered
from tournaments.models import CashEntry, FeePlan, Registration, Tournament
from tournaments.money.core import german_euros
from tournaments.money.selectors.fees import Account, accounts, fee_plan_in_force
from tournaments.money.services.common import (
    CashRefused,
    StaleCash,
    at_the_box,
    needed_text,
    write_cash_line,
    write_lines,
)

Kind = CashEntry.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Fees:
    """What is to be paid, in cents."""

    per: str = FeePlan.Per.EVENT
    ordinary: int = 0
    youth: int | None = None
    member: int | None = None
    guest: int | None = None
    youth_under: int = 18
    member_club: str = ""
    loss_to_pot: bool = False


@transaction.atomic
def set_fees(*, tournament_id: int, fees: Fees, by: Actor, now: datetime) -> FeePlan:
    """Another fee plan from now on; what was paid stays. The same values again change nothing."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    values = {name: getattr(fees, name) for name in Fees.__slots__}
    values["member_club"] = " ".join(fees.member_club.split())
    if fees.per not in FeePlan.Per.values:
        raise CashRefused(gettext_noop("Das Startgeld gilt für das Turnier oder für jede Serie."))
    if fees.member is not None and not values["member_club"]:
        raise CashRefused(gettext_noop("Mitglieder welches Vereins? Bitte den Verein dazuschreiben."))
    before = fee_plan_in_force(tournament)
    if before is not None and all(getattr(before, name) == value for name, value in values.items()):
        return before
    if (
        before is not None
        and before.per != fees.per
        and tournament.cash_entries.filter(kind__in=[Kind.FEE, Kind.WAIVED]).exists()
    ):
        raise CashRefused(
            gettext_noop(
                "Es ist schon Startgeld genommen: Zwischen Turnier und Serien kann nicht mehr gewechselt werden."
            )
        )
    plan = FeePlan.objects.create(
        tournament=tournament,
        number=before.number + 1 if before else 1,
        made_at=now,
        made_by=by.label,
        **values,
    )
    journal.write(tournament, "fees_set", by=by, now=now, facts=values)
    return plan


@transaction.atomic
def take_fee(
    *,
    tournament_id: int,
    start_number: int,
    by: Actor,
    now: datetime,
    seen: int | None = None,
    upto: int | None = None,
    cents: int | None = None,
) -> list[CashEntry]:
    """Somebody pays what is open, or a part of it. `seen`: how many lines he had on the page that was tapped."""
    tournament = at_the_box(tournament_id, by)
    account = account_of(tournament, start_number, upto)
    check_fees_seen(account, seen)
    amount = account.open if cents is None else cents
    if amount <= 0 or amount > account.open:
        raise refused_amount(account, account.open)
    lines = [
        {"kind": Kind.FEE, "cents": part, "settles": part, "series_number": series}
        for series, part in spread_payment(account, amount)
    ]
    written = write_lines(tournament, lines, by=by, now=now, registration=account.registration)
    write_cash_line(tournament, "fee_paid", written, by=by, now=now)
    return written


@transaction.atomic
def waive_fee(
    *,
    tournament_id: int,
    start_number: int,
    reason: str,
    by: Actor,
    now: datetime,
    seen: int | None = None,
    upto: int | None = None,
    cents: int | None = None,
) -> list[CashEntry]:
    """Somebody need not pay what is open, or a part of it; the reason stays with it."""
    tournament = at_the_box(tournament_id, by)
    account = account_of(tournament, start_number, upto)
    check_fees_seen(account, seen)
    text = needed_text(
        reason, gettext_noop("Warum wird das Startgeld erlassen? Bitte ein paar Worte dazuschreiben.")
    )
    amount = account.open if cents is None else cents
    if amount <= 0 or amount > account.open:
        raise refused_amount(account, account.open)
    lines = [
        {"kind": Kind.WAIVED, "cents": 0, "settles": part, "series_number": series, "text": text}
        for series, part in spread_payment(account, amount)
    ]
    written = write_lines(tournament, lines, by=by, now=now, registration=account.registration)
    write_cash_line(tournament, "fee_waived", written, by=by, now=now, reason=text)
    return written


@transaction.atomic
def repay_fee(
    *,
    tournament_id: int,
    start_number: int,
    cents: int,
    reason: str,
    by: Actor,
    now: datetime,
    seen: int | None = None,
) -> list[CashEntry]:
    """Somebody gets something back, as the director has decided; the fee counts as settled all the same."""
    tournament = at_the_box(tournament_id, by)
    account = account_of(tournament, start_number, tournament.series_count)
    check_fees_seen(account, seen)
    text = needed_text(reason, gettext_noop("Warum wird zurückgezahlt? Bitte ein paar Worte dazuschreiben."))
    if cents <= 0 or cents > account.paid:
        raise CashRefused(
            gettext_noop("Höchstens {most} kann zurückgezahlt werden: So viel hat {name} bezahlt."),
            most=german_euros(max(account.paid, 0)),
            name=account.registration.name,
        )
    lines = [
        {"kind": Kind.REPAID, "cents": -part, "series_number": series, "text": text}
        for series, part in spread_repayment(account, cents)
    ]
    written = write_lines(tournament, lines, by=by, now=now, registration=account.registration)
    write_cash_line(tournament, "fee_repaid", written, by=by, now=now, reason=text)
    return written


@transaction.atomic
def take_loss_money(
    *, tournament_id: int, start_number: int, by: Actor, now: datetime, seen: int | None = None
) -> CashEntry:
    """Somebody pays what his lost games have cost so far."""
    tournament = at_the_box(tournament_id, by)
    account = account_of(tournament, start_number, None)
    check_fees_seen(account, seen)
    if account.loss_open <= 0:
        raise CashRefused(
            gettext_noop("Bei {name} ist kein Verlustgeld offen."), name=account.registration.name
        )
    line = {"kind": Kind.LOSS, "cents": account.loss_open}
    written = write_lines(tournament, [line], by=by, now=now, registration=account.registration)
    write_cash_line(tournament, "loss_money_paid", written, by=by, now=now)
    return written[0]


def account_of(tournament: Tournament, start_number: int, upto: int | None) -> Account:
    registration: Registration = registered(tournament, start_number)
    [account] = accounts(tournament, upto=upto, only=registration.pk).rows
    return account


def check_fees_seen(account: Account, seen: int | None) -> None:
    """Of two who take the same fee at once, one takes it; the other is told who has, and when."""
    if seen is None or seen == account.turn:
        return
    if not account.entries:
        raise StaleCash(gettext_noop("Diese Seite ist veraltet: Bitte noch einmal ansehen."))
    last = account.entries[-1]
    raise StaleCash(
        gettext_noop("Bei {name} hat sich etwas geändert: {what} {amount} um {time} Uhr, {who}."),
        name=account.registration.name,
        what=str(last.get_kind_display()),
        amount=german_euros(abs(last.cents or last.settles)),
        time=time_format(localtime(last.at), "H:i"),
        who=last.by,
    )


def refused_amount(account: Account, most: int) -> CashRefused:
    name = account.registration.name
    if not most:
        return CashRefused(gettext_noop("Bei {name} ist kein Startgeld offen."), name=name)
    return CashRefused(
        gettext_noop("Bei {name} sind {most} offen: Bitte höchstens so viel eintragen."),
        name=name,
        most=german_euros(most),
    )


def spread_payment(account: Account, amount: int) -> Iterator[tuple[int | None, int]]:
    """A payment over the series that are open, the first series first."""
    for part in account.parts:
        paid = min(part.open, amount)
        if paid:
            yield part.series, paid
            amount -= paid


def spread_repayment(account: Account, amount: int) -> Iterator[tuple[int | None, int]]:
    """A repayment out of the fees that were paid, the last series first."""
    for part in reversed(account.parts):
        back = min(account.in_box(part.series), amount)
        if back > 0:
            yield part.series, back
            amount -= back
