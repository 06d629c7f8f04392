"""The cash box: other money in and out, a line turned round by its counter line, the count at the end of the day."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor
from tournaments.event.services import journal
from tournaments.models import CashCount, CashEntry, Tournament
from tournaments.money.selectors.cash import balance_of
from tournaments.money.services.common import (
    CashRefused,
    StaleCash,
    at_the_box,
    needed_text,
    next_voucher,
    write_cash_line,
    write_lines,
)

Kind = CashEntry.Kind
OTHER = (Kind.INCOME, Kind.EXPENSE)


@transaction.atomic
def enter_other(
    *,
    tournament_id: int,
    income: bool,
    cents: int,
    text: str,
    by: Actor,
    now: datetime,
    to_pot: bool = False,
    voucher: str = "",
    seen: int | None = None,
) -> CashEntry:
    """Other money: change to start with, coffee, the hall, a gift for the pot. `seen`: the last voucher on the page."""
    tournament = at_the_box(tournament_id, by)
    check_last(tournament, seen)
    text = needed_text(text, gettext_noop("Wofür? Bitte ein paar Worte dazuschreiben."))
    if cents <= 0:
        raise CashRefused(gettext_noop("Bitte einen Betrag eintragen, der mehr ist als null."))
    if not income and to_pot:
        raise CashRefused(gettext_noop("Nur eine Einnahme kann für den Topf sein."))
    line = {
        "kind": Kind.INCOME if income else Kind.EXPENSE,
        "cents": cents if income else -cents,
        "text": text,
        "to_pot": to_pot,
        "voucher": " ".join(voucher.split())[:40],
    }
    written = write_lines(tournament, [line], by=by, now=now)
    write_cash_line(
        tournament, "cash_income" if income else "cash_expense", written, by=by, now=now, reason=text
    )
    return written[0]


@transaction.atomic
def turn_round(*, tournament_id: int, number: int, reason: str, by: Actor, now: datetime) -> CashEntry:
    """A counter line for a wrong one: both stay and read together as nothing. Doing it twice is doing it once."""
    tournament = at_the_box(tournament_id, by)
    wrong = tournament.cash_entries.select_related("registration").filter(number=number).first()
    if wrong is None:
        raise CashRefused(gettext_noop("Den Beleg {number} gibt es nicht."), number=number)
    if wrong.undoes_id is not None:
        raise CashRefused(
            gettext_noop("Beleg {number} ist selbst eine Gegenbuchung: Bitte das Geld neu buchen."),
            number=number,
        )
    done = CashEntry.objects.filter(undoes=wrong).first()
    if done is not None:
        return done
    text = needed_text(reason, gettext_noop("Was war falsch? Bitte ein paar Worte dazuschreiben."))
    line = {
        "kind": wrong.kind,
        "cents": -wrong.cents,
        "settles": -wrong.settles,
        "series_number": wrong.series_number,
        "award": wrong.award,
        "to_pot": wrong.to_pot,
        "text": text,
        "undoes": wrong,
    }
    written = write_lines(tournament, [line], by=by, now=now, registration=wrong.registration)
    write_cash_line(
        tournament, "cash_turned_round", written, by=by, now=now, reason=text, of=number, kind=wrong.kind
    )
    return written[0]


@transaction.atomic
def count_cash(*, tournament_id: int, counted: int, by: Actor, now: datetime, note: str = "") -> CashCount:
    """What was counted, beside what should be there; a difference is said, never booked by itself."""
    tournament = at_the_box(tournament_id, by)
    if counted < 0:
        raise CashRefused(gettext_noop("Weniger als nichts kann nicht in der Kasse liegen."))
    note = " ".join(note.split())
    count = CashCount.objects.create(
        tournament=tournament,
        number=int(tournament.cash_counts.aggregate(top=Max("number"))["top"] or 0) + 1,
        last_entry=next_voucher(tournament) - 1,
        expected=balance_of(tournament),
        counted=counted,
        note=needed_text(note, "") if note else "",
        counted_at=now,
        counted_by=by.label,
    )
    facts = {"count": count.number, "expected": count.expected, "counted": count.counted}
    journal.write(tournament, "cash_counted", by=by, now=now, facts=facts, reason=count.note)
    return count


def check_last(tournament: Tournament, seen: int | None) -> None:
    """Refuse a form that was sent before. Fees taken by somebody else in the meantime do not matter."""
    last = tournament.cash_entries.filter(kind__in=OTHER).order_by("-number").first()
    if seen is not None and last is not None and seen < last.number:
        raise StaleCash(
            gettext_noop(
                "Inzwischen ist Beleg {number} gebucht ({what}): Bitte ansehen und, wenn es anderes Geld ist, noch einmal senden."
            ),
            number=last.number,
            what=last.text,
        )
