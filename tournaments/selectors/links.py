"""Which list a table link opens."""

from __future__ import annotations

import hashlib

from tournaments.models import ScoreSheet, TableLink


def token_hash(token: str) -> str:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def sheet_of_token(token: str) -> ScoreSheet | None:
    """The list of this token, or None when it was revoked or never lent."""
    link = (
        TableLink.objects.select_related("sheet__table__series__tournament")
        .filter(token_hash=token_hash(token), revoked_at__isnull=True)
        .first()
    )
    return link.sheet if link else None
