"""Writes the journal: one line for each deed, chained by hashes so that a missing or changed line shows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import F

from tournaments.models import JournalEntry, ScoreSheet, Tournament
from tournaments.permissions import Actor
from tournaments.selectors.journal import NEWEST, Hashed, entry_hash, first_broken

__all__ = ["entry_hash", "first_broken", "write"]


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
    place that writes a line, and nothing changes or deletes one: tests/tournaments/test_journal_only_grows.py.
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
    facts, device = dict(facts or {}), by.device[:200]
    line = Hashed(
        scheme=NEWEST,
        previous=previous,
        number=number,
        at=now,
        sheet=sheet.pk if sheet else None,
        user=by.user.pk if by.user else None,
        actor=by.label,
        device=device,
        deed=deed,
        facts=facts,
        reason=reason,
    )
    return JournalEntry.objects.create(
        tournament=tournament,
        number=number,
        sheet=sheet,
        at=now,
        user=by.user,
        actor=by.label,
        device=device,
        deed=deed,
        facts=facts,
        reason=reason,
        scheme=NEWEST,
        previous_hash=previous,
        hash=entry_hash(line),
    )
