"""Everybody has paid: one touch for the whole field, without those who are named as exceptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scoring.sentence import Refusal
from tournaments.event.permissions import Actor
from tournaments.models import CashEntry, Registration
from tournaments.money.services.common import at_the_box
from tournaments.money.services.fees import take_fee


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """Who has paid what, and of whom nothing was taken, with the reason."""

    lines: tuple[CashEntry, ...]
    people: int
    left: tuple[tuple[Registration, Refusal], ...]


@transaction.atomic
def take_all_fees(
    *, tournament_id: int, seen: Mapping[int, int], upto: int | None, by: Actor, now: datetime
) -> Taken:
    """What is open is taken of all these start numbers; `seen`: how many lines each had on the page.

    Whoever has paid meanwhile is left as he is and told. Each payment has its voucher and its line in the journal.
    """
    tournament = at_the_box(tournament_id, by)
    lines: list[CashEntry] = []
    left, people = [], 0
    for one in tournament.registrations.filter(start_number__in=seen).select_related("player"):
        try:
            with transaction.atomic():
                lines += take_fee(
                    tournament_id=tournament_id,
                    start_number=one.start_number,
                    seen=seen[one.start_number],
                    upto=upto,
                    by=by,
                    now=now,
                )
        except Refusal as refusal:
            left.append((one, refusal))
        else:
            people += 1
    return Taken(lines=tuple(lines), people=people, left=tuple(left))
