"""Writes the journal: one line for each deed, chained by hashes so that a missing or changed line shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import F

from tournaments.event.permissions import Actor
from tournaments.event.selectors.journal import NEWEST, entry_hash, first_broken, hashed
from tournaments.models import JournalEntry, ScoreSheet, Tournament

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
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
    tournament.refresh_from_db(fields=["revision"])
    entry = next_line(tournament, deed, by=by, now=now, sheet=sheet, facts=facts, reason=reason)
    entry.save(force_insert=True)
    return entry


def write_many(
    tournament: Tournament, lines: Sequence[tuple[str, Mapping[str, Any]]], *, by: Actor, now: datetime
) -> None:
    """Many lines of one deed at once, each with its facts; chained as if written one after the other."""
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + len(lines))
    tournament.refresh_from_db(fields=["revision"])
    entries: list[JournalEntry] = []
    for deed, facts in lines:
        before = entries[-1] if entries else None
        entries.append(next_line(tournament, deed, by=by, now=now, facts=facts, before=before))
    JournalEntry.objects.bulk_create(entries, batch_size=500)


def next_line(
    tournament: Tournament,
    deed: str,
    *,
    by: Actor,
    now: datetime,
    sheet: ScoreSheet | None = None,
    facts: Mapping[str, Any] | None = None,
    reason: str = "",
    before: JournalEntry | None = None,
) -> JournalEntry:
    """The line that follows `before`, or the last one that is stored; not stored itself."""
    if before is None:
        before = JournalEntry.objects.filter(tournament=tournament).order_by("-number").first()
    number, previous = (before.number + 1, before.hash) if before else (1, "")
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
        previous_hash=previous,
    )
    entry.hash = entry_hash(hashed(entry, number=number, previous=previous))
    return entry
