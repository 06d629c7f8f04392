"""What every deed with money shares: who may, the next line of the cash book, its counter line, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Max

from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_keep_cash, must
from tournaments.event.refusals import Stale
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.models import CashEntry, Registration, Tournament
from tournaments.models.money import TEXT_LENGTH


class CashRefused(Refusal):
    """Money that cannot be taken, given or counted like this."""


class StaleCash(Stale, CashRefused):
    """Somebody else was quicker, or the same form came twice: the money stands otherwise by now."""


def at_the_box(tournament_id: int, by: Actor) -> Tournament:
    """The tournament, held until the deed is done: two treasurers cannot write the same line. Also after its end."""
    tournament = lock_tournament(tournament_id)
    must(may_keep_cash(by, tournament))
    return tournament


def needed_text(text: str, missing: str) -> str:
    """A text that has to be there, on one line."""
    text = " ".join(text.split())
    if not text:
        raise CashRefused(missing)
    if len(text) > TEXT_LENGTH:
        raise CashRefused(
            gettext_noop("Das ist zu lang: Bitte mit höchstens {most} Zeichen sagen."), most=TEXT_LENGTH
        )
    return text


def next_voucher(tournament: Tournament) -> int:
    return int(tournament.cash_entries.aggregate(top=Max("number"))["top"] or 0) + 1


def write_lines(
    tournament: Tournament,
    lines: Iterable[Mapping[str, Any]],
    *,
    by: Actor,
    now: datetime,
    registration: Registration | None = None,
) -> list[CashEntry]:
    """New lines one after the other, each with its number; those of a person also with their turn."""
    number = next_voucher(tournament)
    turn = registration.cash_entries.count() if registration is not None else 0
    written = []
    for step, line in enumerate(lines):
        entry = CashEntry(
            tournament=tournament,
            number=number + step,
            registration=registration,
            turn=turn + step + 1 if registration is not None else None,
            at=now,
            by=by.label,
            user=by.user,
            **line,
        )
        entry.save(force_insert=True)
        written.append(entry)
    return written


def write_cash_line(
    tournament: Tournament,
    deed: str,
    entries: Iterable[CashEntry],
    *,
    by: Actor,
    now: datetime,
    reason: str = "",
    **facts: Any,
) -> None:
    """The line of the journal: which vouchers, whose, how much."""
    lines = list(entries)
    told: dict[str, Any] = {"vouchers": [line.number for line in lines]}
    first = lines[0]
    if first.registration is not None:
        told["start_number"] = first.registration.start_number
    told["cents"] = sum(abs(line.cents or line.settles) for line in lines)
    journal.write(tournament, deed, by=by, now=now, facts=told | facts, reason=reason)
