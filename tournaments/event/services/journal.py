"""Writes the journal: one line for each deed, chained by hashes so that a missing or changed line shows."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tournaments.event.permissions import Actor
from tournaments.event.selectors.journal import NEWEST, entry_hash, first_broken, hashed
from tournaments.models import JournalEntry, ScoreSheet, Tournament
from tournaments.storage.rows import insert
from tournaments.storage.together import at_once

Line = tuple[int, str]  # a line's number and its hash

__all__ = ["entry_hash", "first_broken", "write", "write_many"]


def write(
    tournament: Tournament,
    deed: str,
    *,
    by: Actor,
    now: datetime,
    sheet: ScoreSheet | None = None,
    facts: Mapping[str, Any] | None = None,
    reason: str = "",
) -> JournalEntry:
    """Move the tournament's revision by one and write the line; call it inside the deed's transaction.

    The moved revision also locks the tournament's row, so two lines never share a number. This is the one
    place that writes a line, and nothing changes or deletes one: tests/tournaments/journal/test_only_grows.py.
    """
    before = move_on(tournament, 1)
    entry = next_line(
        tournament, deed, by=by, now=now, sheet=sheet, facts=facts, reason=reason, before=before
    )
    insert([entry], keys=False)
    return entry


def write_many(
    tournament: Tournament, lines: Sequence[tuple[str, Mapping[str, Any]]], *, by: Actor, now: datetime
) -> None:
    """Many lines of one deed at once, each with its facts; chained as if written one after the other."""
    before = move_on(tournament, len(lines))
    entries: list[JournalEntry] = []
    for deed, facts in lines:
        entry = next_line(tournament, deed, by=by, now=now, facts=facts, before=before)
        entries.append(entry)
        before = (entry.number, entry.hash)
    JournalEntry.objects.bulk_create(entries, batch_size=500)


MOVE = f"UPDATE {Tournament._meta.db_table} SET revision = revision + %s WHERE id = %s"  # noqa: S608 - a table's name
# Each a walk of one step from the end of an index, whatever the server knows of the tables: a join went through the whole
# journal of a tournament that no statistics had been taken of yet.
LAST_LINE = f"""
SELECT tournament.revision,
  (SELECT line.number FROM {JournalEntry._meta.db_table} line
    WHERE line.tournament_id = tournament.id ORDER BY line.number DESC LIMIT 1),
  (SELECT line.hash FROM {JournalEntry._meta.db_table} line
    WHERE line.tournament_id = tournament.id ORDER BY line.number DESC LIMIT 1)
FROM {Tournament._meta.db_table} tournament WHERE tournament.id = %s
"""  # noqa: S608 - names of tables alone


def move_on(tournament: Tournament, lines: int) -> Line:
    """Move the revision by so many lines, which locks the tournament; return the journal line before them."""
    [(tournament.revision, number, last)] = at_once(
        [(MOVE, [lines, tournament.pk]), (LAST_LINE, [tournament.pk])]
    )
    return number or 0, last or ""


def next_line(
    tournament: Tournament,
    deed: str,
    *,
    by: Actor,
    now: datetime,
    sheet: ScoreSheet | None = None,
    facts: Mapping[str, Any] | None = None,
    reason: str = "",
    before: Line,
) -> JournalEntry:
    """The line that follows `before`; not stored itself."""
    number, previous = before[0] + 1, before[1]
    entry = JournalEntry(
        tournament=tournament,
        number=number,
        sheet=sheet,
        at=now,
        user=by.user,
        actor=by.label,
        device=by.device[:200],
        deed=deed,
        facts=dict(facts or {}),
        reason=reason,
        scheme=NEWEST,
        salt=secrets.token_hex(16),
        previous_hash=previous,
    )
    entry.hash = entry_hash(hashed(entry, number=number, previous=previous))
    return entry
