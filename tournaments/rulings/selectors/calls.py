"""Calls for a referee: who waits, since when, and who goes there."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.event.selectors.waiting import open_protests
from tournaments.models import RefereeCall, ScoreSheet, Tournament
from tournaments.rulings.selectors.protests import ProtestView, protest_book, waiting_protests


@dataclass(frozen=True, slots=True, kw_only=True)
class Attention:
    """What referees have to look at now: tables that call, protests that wait."""

    calls: tuple[RefereeCall, ...]
    protests: tuple[ProtestView, ...]


def open_calls(tournament: Tournament) -> tuple[RefereeCall, ...]:
    """Tables that wait: those to whom nobody goes yet first, each by the time it has waited."""
    waiting = RefereeCall.objects.filter(sheet__table__series__tournament=tournament, done_at__isnull=True)
    found = waiting.select_related("sheet__table__series", "going")
    return tuple(sorted(found, key=lambda call: (call.going_id is not None, call.called_at, call.pk)))


def open_call(sheet: ScoreSheet) -> RefereeCall | None:
    """The call of this table that nobody has answered for good yet."""
    waiting = RefereeCall.objects.filter(sheet=sheet, done_at__isnull=True)
    return waiting.select_related("going").order_by("called_at", "pk").first()


def attention(tournament: Tournament) -> Attention:
    """Everything that waits for a referee, in a fixed number of queries."""
    return Attention(
        calls=open_calls(tournament),
        protests=waiting_protests(protest_book(tournament)) if open_protests(tournament).exists() else (),
    )
