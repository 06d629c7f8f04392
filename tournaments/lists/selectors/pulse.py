"""Whether a table's page is still as its reader has it, and whether its phone may write: one plain statement for both.

Two hundred and fifty phones ask this all day. What it says is what `SheetView.stamp` and `let_in` say
(tests/tournaments/lists/test_pulse.py); it is written as SQL because the same question through the ORM costs ten times
as much, most of it for words that nobody reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from django.contrib.sessions.models import Session
from django.db import connection

from scoring.models import RuleSet
from scoring.selectors import rules_of
from tournaments.access.selectors.codes import PRESENT
from tournaments.lists.core.life import Life
from tournaments.lists.selectors.clock import Clock
from tournaments.models import (
    ClosedCode,
    Game,
    RefereeCall,
    ScoreSheet,
    Seat,
    Series,
    Signature,
    Table,
    TableDevice,
    Tournament,
)

NAMES = {
    model.__name__: model._meta.db_table
    for model in (ClosedCode, Game, RefereeCall, ScoreSheet, Seat, Series, Signature, Table, TableDevice)
} | {
    "Tournament": Tournament._meta.db_table,
    "RuleSet": RuleSet._meta.db_table,
    "Session": Session._meta.db_table,
}

OF_A_LIST = """
SELECT list.id, list.version, list.scorer_id, list.completed_at, list.accepted_at,
  series.clock_started_at, series.clock_minutes, rules.fingerprint,
  (SELECT COUNT(*) FROM {Signature} one WHERE one.sheet_id = list.id AND one.revoked_at IS NULL),
  (SELECT COUNT(*) FROM {Seat} one WHERE one.table_id = list.table_id AND one.last_round IS NULL),
  (SELECT COUNT(*) FROM {Game} one
    WHERE one.sheet_id = list.id AND one.confirmed_at IS NOT NULL AND one.struck_at IS NULL)
""".format(**NAMES)  # noqa: S608 - names of tables alone
AT_ITS_TABLE = """,
  (SELECT COUNT(*) FROM {ClosedCode} one WHERE one.sheet_id = list.id),
  (SELECT COUNT(*) FROM {TableDevice} one
    WHERE one.sheet_id = list.id AND one.barred_at IS NULL AND one.last_seen_at > %s),
  device.code_number, device.barred_at, device.last_seen_at, call.id, call.going_id, session.session_data
""".format(**NAMES)  # noqa: S608
WHERE_IT_STANDS = """
FROM {Tournament} tournament
JOIN {RuleSet} rules ON rules.id = tournament.rule_set_id
JOIN {Series} series ON series.tournament_id = tournament.id
JOIN {Table} place ON place.series_id = series.id AND place.cleared_at IS NULL
JOIN {ScoreSheet} list ON list.table_id = place.id
""".format(**NAMES)
WHO_IS_THERE = """
LEFT JOIN {TableDevice} device ON device.sheet_id = list.id AND device.secret_hash = %s
LEFT JOIN {RefereeCall} call ON call.sheet_id = list.id AND call.done_at IS NULL
LEFT JOIN {Session} session ON session.session_key = %s AND session.expire_date > %s
WHERE tournament.slug = %s AND series.number = %s AND place.number = %s
""".format(**NAMES)

HIGHEST = 2**31 - 1  # of a series or a table; SQLite refuses numbers that are longer still
FOR_A_PAGE = OF_A_LIST + AT_ITS_TABLE + WHERE_IT_STANDS + WHO_IS_THERE
FOR_A_STAMP = OF_A_LIST + WHERE_IT_STANDS + "WHERE list.id = %s"


def row_of(sql: str, *values: Any) -> tuple[Any, ...] | None:
    """Run one statement and return its first row."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


@dataclass(frozen=True, slots=True, kw_only=True)
class Pulse:
    """A table's page at this moment."""

    sheet_id: int
    stamp: str  # of the list
    device_here: (
        bool  # the device that asks came by the code in force, is not barred, and belongs to this list
    )
    noted_at: datetime | None  # when that device was last noted
    devices: int  # that were there a moment ago
    call: int | None  # the open call of this table
    going: int | None  # who goes there
    session: str | None  # what the session of the asked key holds; None where there is none


def pulse_of(
    slug: str, series: int, table: int, *, secret_hash: str, now: datetime, session: str = ""
) -> Pulse | None:
    """The pulse of the list at this address, as the device with this secret sees it; None when there is no such list.

    With the key of a session it says what that session holds now.
    """
    if max(series, table) > HIGHEST:
        return None
    since, today = map(connection.ops.adapt_datetimefield_value, (now - PRESENT, now))
    row = row_of(FOR_A_PAGE, since, secret_hash, session, today, slug, series, table)
    if row is None:
        return None
    closed, devices, code, barred, seen, call, going, said = row[11:]
    return Pulse(
        sheet_id=row[0],
        stamp=stamp_in(row, now),
        device_here=code == closed + 1 and barred is None,
        noted_at=moment_from(seen),
        devices=devices,
        call=call,
        going=going,
        session=said,
    )


def stamp_of(sheet: ScoreSheet, *, now: datetime) -> str:
    """What `SheetView.stamp` would say, in one statement."""
    row = row_of(FOR_A_STAMP, sheet.pk)
    assert row is not None, "the list was there a moment ago"
    return stamp_in(row, now)


def stamp_in(row: tuple[Any, ...], now: datetime) -> str:
    """The stamp of a list out of its row in the answer."""
    _list, version, scorer, completed, accepted, started, minutes, rules, signed, sitting, confirmed = row[
        :11
    ]
    clock = None
    if started is not None and minutes is not None:
        since = moment_from(started)
        assert since is not None
        clock = Clock(started_at=since, minutes=minutes)
    return stamp(
        version=version,
        scorer=scorer,
        signed=signed,
        confirmed=confirmed,
        life=life_in(moment_from(accepted), completed, rules, signed=signed == sitting, now=now),
        clock=clock,
        over=clock is not None and clock.over(now),
    )


def stamp(
    *, version: int, scorer: int, signed: int, confirmed: int, life: Life, clock: Clock | None, over: bool
) -> str:
    """The list's version, and what moves without it: who keeps it, signatures, confirmations, acceptance, the clock, the time."""
    ends = f"{clock.ends_at:%H%M}{'!' if over else ''}" if clock else "-"
    return f"{version}-{scorer}-{signed}-{confirmed}-{life}-{ends}"


def life_in(accepted: datetime | None, completed: Any, rules: str, *, signed: bool, now: datetime) -> Life:
    """How far the list has come: what `life_of` says of a whole row."""
    if accepted is not None:
        return Life.FINAL if now >= accepted + objection_window(rules) else Life.ACCEPTED
    if completed is None:
        return Life.OPEN
    return Life.SIGNED if signed else Life.COMPLETE


@lru_cache(maxsize=64)
def objection_window(fingerprint: str) -> timedelta:
    """How long a list may be objected to by the rules of this fingerprint; what is published never changes."""
    row = RuleSet.objects.get(fingerprint=fingerprint)
    return timedelta(minutes=rules_of(row).series.objection_minutes)


def moment_from(value: datetime | None) -> datetime | None:
    """A time as a plain statement hands it out: PostgreSQL with its zone, SQLite without, in UTC."""
    return value if value is None or value.tzinfo else value.replace(tzinfo=UTC)
