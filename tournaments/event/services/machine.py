"""The journal of this machine: what was done to it and to whole tournaments. Its lines outlive them, chained by hashes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from tournaments.event.permissions import Actor
from tournaments.models import MachineEntry, Tournament

AT_THE_KEYBOARD = "manage.py"  # who did it, where a command of this machine did


def write_line(
    deed: str,
    *,
    by: Actor | None,
    now: datetime,
    tournament: Tournament | None = None,
    reason: str = "",
    more: Mapping[str, Any] | None = None,
    called: str = "",
) -> MachineEntry:
    """Append a line; two that come at once wait for each other at the unique number. `by=None`: a command at the keyboard.

    `called` is the name of somebody who has no account any more by now.

    `facts["name"]` is what the page shows the deed was done to: a tournament's name, or what `more` calls so.
    """
    last = MachineEntry.objects.select_for_update().order_by("-number").first()
    of_tournament = {"name": tournament.name, "slug": tournament.slug} if tournament else {}
    entry = MachineEntry(
        number=(last.number if last else 0) + 1,
        at=now,
        user=by.user if by else None,
        actor=by.label if by else called or AT_THE_KEYBOARD,
        deed=deed,
        facts={**of_tournament, **(more or {})},
        reason=reason,
        previous_hash=last.hash if last else "",
    )
    entry.hash = line_hash(entry)
    entry.save(force_insert=True)
    return entry


def line_hash(entry: MachineEntry) -> str:
    """SHA-256 over the line and the hash before it."""
    hour = entry.at.astimezone(UTC).isoformat()
    said = [entry.previous_hash, entry.number, hour, entry.user_id, entry.actor, entry.deed, entry.facts]
    text = json.dumps([*said, entry.reason], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def first_broken_machine_line() -> MachineEntry | None:
    """The first line that does not follow from the one before it."""
    previous = ""
    for number, entry in enumerate(MachineEntry.objects.order_by("number"), 1):
        if (entry.number, entry.previous_hash, entry.hash) != (number, previous, line_hash(entry)):
            return entry
        previous = entry.hash
    return None
