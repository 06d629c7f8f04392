"""Writes the journal: one line for each deed, chained by hashes so that a missing or changed line shows."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import F

from tournaments.event.permissions import Actor
from tournaments.event.selectors.journal import NEWEST, entry_hash, first_broken, hashed
from tournaments.event.services.admission import must_be_let_in
from tournaments.models import JournalEntry, ScoreSheet, Tournament

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
    """Append a journal entry and move the tournament's revision by one, inside the deed's transaction.

    Moving the revision locks the tournament's row, so two entries never share a number, and whoever is no longer
    let in is refused with the whole deed. Call it before a deed ends the admission of its own actor.
    This is the one place that writes an entry, and nothing changes or deletes one:
    tests/tournaments/journal/test_only_grows.py.
    """
    before = move_revision(tournament, 1, by=by)
    entry = next_line(
        tournament, deed, by=by, now=now, sheet=sheet, facts=facts, reason=reason, before=before
    )
    JournalEntry.objects.bulk_create([entry])
    return entry


def write_many(
    tournament: Tournament, lines: Sequence[tuple[str, Mapping[str, Any]]], *, by: Actor, now: datetime
) -> None:
    """Append many entries of one deed, each with its facts, chained as if written one after the other."""
    before = move_revision(tournament, len(lines), by=by)
    entries: list[JournalEntry] = []
    for deed, facts in lines:
        entry = next_line(tournament, deed, by=by, now=now, facts=facts, before=before)
        entries.append(entry)
        before = (entry.number, entry.hash)
    JournalEntry.objects.bulk_create(entries, batch_size=500)


def move_revision(tournament: Tournament, lines: int, *, by: Actor) -> Line:
    """Move the revision by the number of new entries, which locks the tournament; return the last entry before them."""
    row = Tournament.objects.filter(pk=tournament.pk)
    row.update(revision=F("revision") + lines)
    must_be_let_in(by)
    tournament.revision = row.values_list("revision", flat=True).get()
    entries = JournalEntry.objects.filter(tournament=tournament).order_by("-number")
    return entries.values_list("number", "hash").first() or (0, "")


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
