"""Calls for a referee: who waits, since when, and who goes there."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet

from tournaments.models import Protest, RefereeCall, ScoreSheet, Tournament
from tournaments.rulings.selectors.protests import ProtestView, protest_book, waiting_protests
from tournaments.storage.prepared import Prepared


@dataclass(frozen=True, slots=True, kw_only=True)
class Attention:
    """What referees have to look at now: tables that call, protests that wait."""

    calls: tuple[RefereeCall, ...]
    protests: tuple[ProtestView, ...]
    stamp: str


def calls(tournament: Tournament) -> QuerySet[RefereeCall]:
    """Every call of a tournament."""
    return RefereeCall.objects.filter(sheet__table__series__tournament=tournament).select_related(
        "sheet__table__series__tournament", "going"
    )


def open_calls(tournament: Tournament) -> tuple[RefereeCall, ...]:
    """Tables that wait: those to whom nobody goes yet first, each by the time it has waited."""
    found = calls(tournament).filter(done_at__isnull=True)
    return tuple(sorted(found, key=lambda call: (call.going_id is not None, call.called_at, call.pk)))


OPEN_CALL = Prepared(
    lambda sheet: (
        RefereeCall.objects.filter(sheet=sheet, done_at__isnull=True)
        .select_related("going")
        .order_by("called_at", "pk")
    ),
    int,
)


def open_call(sheet: ScoreSheet) -> RefereeCall | None:
    """The call of this table that nobody has answered for good yet."""
    return OPEN_CALL.first(sheet.pk)


def stamp_of_call(call: RefereeCall | None) -> str:
    """Moves whenever the table should look again."""
    return call_stamp(call.pk, call.going_id) if call else call_stamp(None, None)


def call_stamp(call: int | None, going: int | None) -> str:
    """The same of a call that was not loaded."""
    return f"{call}-{going or 0}" if call else "0"


def referee_stamp(tournament: Tournament) -> str:
    """Moves whenever a referee should look again; asked in two small queries, whatever else happens in the hall."""
    of_calls = RefereeCall.objects.filter(sheet__table__series__tournament=tournament).aggregate(
        called=Count("pk"),
        done=Count("pk", filter=Q(done_at__isnull=False)),
        taken=Count("pk", filter=Q(done_at__isnull=True, going__isnull=False)),
        going=Max("going_at"),
    )
    of_protests = Protest.objects.filter(tournament=tournament).aggregate(
        filed=Count("pk", distinct=True), steps=Count("steps")
    )
    going = int(of_calls["going"].timestamp() * 1000) if of_calls["going"] else 0
    counts = (of_calls["called"], of_calls["done"], of_calls["taken"], going, *of_protests.values())
    return ".".join(map(str, counts))


def attention(tournament: Tournament) -> Attention:
    """Everything that waits for a referee, in a fixed number of queries."""
    return Attention(
        stamp=referee_stamp(tournament),
        calls=open_calls(tournament),
        protests=waiting_protests(protest_book(tournament)),
    )
