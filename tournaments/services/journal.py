"""Writes the journal: one line for each deed, chained by hashes so that a missing line shows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.db.models import F

from tournaments.models import JournalEntry, ScoreSheet, Tournament
from tournaments.permissions import Actor


def entry_hash(
    *, previous: str, number: int, at: datetime, actor: str, deed: str, facts: Mapping[str, Any], reason: str
) -> str:
    """The SHA-256 over the line and the hash before it. The hour is hashed as UTC, as the database gives it back."""
    hour = at.astimezone(UTC).isoformat()
    line = json.dumps(
        [previous, number, hour, actor, deed, facts, reason], ensure_ascii=False, sort_keys=True
    )
    return hashlib.sha256(line.encode()).hexdigest()


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

    The moved revision also locks the tournament's row, so two lines never share a number.
    """
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
    tournament.refresh_from_db(fields=["revision"])
    last = (
        JournalEntry.objects.filter(tournament=tournament)
        .order_by("-number")
        .values_list("number", "hash")
        .first()
    )
    number, previous = (last[0] + 1, last[1]) if last else (1, "")
    facts = dict(facts or {})
    return JournalEntry.objects.create(
        tournament=tournament,
        number=number,
        sheet=sheet,
        at=now,
        user=by.user,
        actor=by.label,
        device=by.device[:200],
        deed=deed,
        facts=facts,
        reason=reason,
        previous_hash=previous,
        hash=entry_hash(
            previous=previous, number=number, at=now, actor=by.label, deed=deed, facts=facts, reason=reason
        ),
    )


def first_broken(entries: Iterable[JournalEntry]) -> JournalEntry | None:
    """The first line whose hash does not follow from the line before it, or None."""
    previous = ""
    for number, entry in enumerate(entries, 1):
        expected = entry_hash(
            previous=previous,
            number=number,
            at=entry.at,
            actor=entry.actor,
            deed=entry.deed,
            facts=entry.facts,
            reason=entry.reason,
        )
        if (entry.previous_hash, entry.number, entry.hash) != (previous, number, expected):
            return entry
        previous = entry.hash
    return None
