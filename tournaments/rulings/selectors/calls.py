"""Calls for a referee: who waits, since when, and who goes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.sessions.models import Session
from django.db import connection

from tournaments.event.permissions import DECIDE
from tournaments.event.selectors.waiting import open_protests
from tournaments.lists.selectors.pulse import row_of
from tournaments.models import (
    Protest,
    ProtestStep,
    RefereeCall,
    Role,
    ScoreSheet,
    Series,
    Table,
    Tournament,
    User,
)
from tournaments.rulings.selectors.protests import ProtestView, protest_book, waiting_protests

NAMES = {
    model.__name__: model._meta.db_table
    for model in (
        Protest,
        ProtestStep,
        RefereeCall,
        Role,
        ScoreSheet,
        Series,
        Session,
        Table,
        Tournament,
        User,
    )
}
OF_REFEREES = """
  (SELECT CAST(COUNT(*) AS TEXT) || '.' || CAST(COUNT(call.done_at) AS TEXT) || '.'
      || CAST(COUNT(CASE WHEN call.done_at IS NULL THEN call.going_id END) AS TEXT) || '.'
      || COALESCE(CAST(MAX(call.going_at) AS TEXT), '0')
    FROM {RefereeCall} call JOIN {ScoreSheet} list ON list.id = call.sheet_id
    JOIN {Table} place ON place.id = list.table_id JOIN {Series} series ON series.id = place.series_id
    WHERE series.tournament_id = tournament.id),
  (SELECT COUNT(*) FROM {Protest} one WHERE one.tournament_id = tournament.id),
  (SELECT COUNT(*) FROM {ProtestStep} step JOIN {Protest} one ON one.id = step.protest_id
    WHERE one.tournament_id = tournament.id)
""".format(**NAMES)  # noqa: S608 - names of tables alone
AND_WHO_ASKS = """,
  (SELECT COUNT(*) FROM {Role} one WHERE one.tournament_id = tournament.id AND one.user_id = %s
    AND one.kind IN ('{}')),
  CAST(person.is_active AS INTEGER), person.password, session.session_data
FROM {Tournament} tournament LEFT JOIN {User} person ON person.id = %s
LEFT JOIN {Session} session ON session.session_key = %s AND session.expire_date > %s
WHERE tournament.slug = %s AND tournament.hidden_at IS NULL
""".format("', '".join(sorted(DECIDE)), **NAMES)  # noqa: S608
FOR_A_STAMP = f"SELECT {OF_REFEREES} FROM {NAMES['Tournament']} tournament WHERE tournament.id = %s"  # noqa: S608
FOR_THE_DESK = f"SELECT {OF_REFEREES}{AND_WHO_ASKS}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskPulse:
    """What the desk asks all day: whether something is new for referees, and whether who asks is still one of them."""

    stamp: str
    decides: bool  # the person leads here or is a referee here, and may sign in
    password: str | None  # as it is stored: sessions begun under another one have ended; None of nobody
    session: str | None  # what the session of the asked key holds; None where there is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Attention:
    """What referees have to look at now: tables that call, protests that wait."""

    calls: tuple[RefereeCall, ...]
    protests: tuple[ProtestView, ...]
    stamp: str


def open_calls(tournament: Tournament) -> tuple[RefereeCall, ...]:
    """Tables that wait: those to whom nobody goes yet first, each by the time it has waited."""
    waiting = RefereeCall.objects.filter(sheet__table__series__tournament=tournament, done_at__isnull=True)
    found = waiting.select_related("sheet__table__series", "going")
    return tuple(sorted(found, key=lambda call: (call.going_id is not None, call.called_at, call.pk)))


def open_call(sheet: ScoreSheet) -> RefereeCall | None:
    """The call of this table that nobody has answered for good yet."""
    waiting = RefereeCall.objects.filter(sheet=sheet, done_at__isnull=True)
    return waiting.select_related("going").order_by("called_at", "pk").first()


def stamp_of_call(call: RefereeCall | None) -> str:
    """Moves whenever the table should look again."""
    return call_stamp(call.pk, call.going_id) if call else call_stamp(None, None)


def call_stamp(call: int | None, going: int | None) -> str:
    """The same of a call that was not loaded."""
    return f"{call}-{going or 0}" if call else "0"


def referee_stamp(tournament: Tournament) -> str:
    """Moves whenever a referee should look again, whatever else happens in the hall."""
    row = row_of(FOR_A_STAMP, tournament.pk)
    assert row is not None, "the tournament was there a moment ago"
    return stamp_in(row)


def desk_pulse(slug: str, *, user_id: int, session: str, now: datetime) -> DeskPulse | None:
    """What a page of the desk asks all day, in one plain statement; None where there is no such tournament."""
    today = connection.ops.adapt_datetimefield_value(now)
    row = row_of(FOR_THE_DESK, user_id, user_id, session, today, slug)
    if row is None:
        return None
    decides, active, password, said = row[3:]
    return DeskPulse(stamp=stamp_in(row), decides=bool(decides and active), password=password, session=said)


def stamp_in(row: Sequence[Any]) -> str:
    """The referees' stamp out of its columns."""
    return ".".join(map(str, row[:3])).replace(" ", "T")


def attention(tournament: Tournament) -> Attention:
    """Everything that waits for a referee, in a fixed number of queries."""
    return Attention(
        stamp=referee_stamp(tournament),
        calls=open_calls(tournament),
        protests=waiting_protests(protest_book(tournament)) if open_protests(tournament).exists() else (),
    )
