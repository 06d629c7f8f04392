"""Whether a player's own page is still as it was: one query while nobody has done anything, a few while others play on."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q

from tournaments.field.selectors.own_page import OwnPage, seats_of
from tournaments.models import Protest, Registration, Ruling, ScoreSheet

PATIENCE = timedelta(seconds=30)  # so long his rank may be behind while only other tables have played


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a page tells of itself when it asks for news."""

    revision: str
    changes_at: str  # the second at which time alone changes it
    own: str  # a digest of what concerns this player
    made_at: str

    @property
    def text(self) -> str:
        return ".".join((self.revision, self.changes_at, self.own, self.made_at))


def seen_of(text: str) -> Seen:
    """As it was sent; whatever is missing or garbled is like nothing seen."""
    parts = (text[:80].split(".") + [""] * 4)[:4]
    return Seen(revision=parts[0], changes_at=parts[1], own=parts[2], made_at=parts[3])


def seen_now(own: OwnPage, *, now: datetime) -> Seen:
    """What the page that is drawn now will tell."""
    changes = own.changes_at
    return Seen(
        revision=str(own.registration.tournament.revision),
        changes_at="" if changes is None else f"{changes.timestamp():.0f}",
        own=own_digest(own.registration),
        made_at=f"{now.timestamp():.0f}",
    )


def is_news(text: str, registration: Registration, *, now: datetime) -> bool:
    """Whether the page would look different now. Other tables' games move only his rank, and that may wait a little."""
    seen = seen_of(text)
    if reached(seen.changes_at, now):
        return True
    if seen.revision == str(registration.tournament.revision):
        return False
    if not seen.own or reached(seen.made_at, now - PATIENCE) or not seen.made_at.isdecimal():
        return True
    return seen.own != own_digest(registration)


def reached(second: str, now: datetime) -> bool:
    return second.isascii() and second.isdecimal() and len(second) < 13 and int(second) <= now.timestamp()


def own_digest(registration: Registration) -> str:
    """Moves with his lists, his seats, his protests, decisions at his tables, and whatever is hung up."""
    tournament = registration.tournament
    tables = seats_of(registration).values("table_id")
    lists = (
        ScoreSheet.objects.filter(table__in=tables)
        .annotate(signed=Count("signatures", filter=Q(signatures__revoked_at__isnull=True)))
        .order_by("pk")
        .values_list("pk", "version", "completed_at", "accepted_at", "ends_after", "signed")
    )
    decided = Ruling.objects.filter(sheet__table__in=tables).aggregate(top=Max("number"))
    objected = Protest.objects.filter(registration=registration).aggregate(
        filed=Count("pk", distinct=True), steps=Count("steps")
    )
    hanging = tournament.series.aggregate(
        posted=Max("posted_at"),
        drawn=Count("pk"),
        clock=Max("clock_started_at"),
        minutes=Max("clock_minutes"),
    )
    plan = tournament.seating_plans.filter(posted_at__isnull=False).aggregate(version=Max("version"))
    known = (registration.withdrawn_at, registration.pair_id, registration.team_id, tournament.status)
    facts = (list(lists), decided, objected, hanging, plan, known)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
