"""Access for programs: which there are, which of them let in now, and whose token this is."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db.models import QuerySet

from tournaments.models import AccessToken, Tournament

SIGN = "rommeclub_"  # what every token begins with, so that people and scanners of secrets know it


def token_hash(token: str) -> str:
    """What the database keeps of a token: it is long and random, so nobody finds it from its hash."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def accesses_of(tournament: Tournament) -> QuerySet[AccessToken]:
    """Every access of a tournament, the newest first."""
    return tournament.accesses.select_related("made_by").order_by("-number")


def access_of(token: str) -> AccessToken | None:
    """The access with this token, whether it lets in or not; with who made it, in one query."""
    if not token.startswith(SIGN) or len(token) > 200:
        return None
    return (
        AccessToken.objects.select_related("made_by", "tournament")
        .filter(token_hash=token_hash(token))
        .first()
    )


def lets_in(access: AccessToken, now: datetime) -> bool:
    """Whether a program comes in by it: not revoked, and not at its end."""
    return access.revoked_at is None and (access.ends_at is None or now < access.ends_at)
