"""How far a tournament has come: what a page asks before it loads anything."""

from __future__ import annotations

from tournaments.models import Tournament


def revision_of(slug: str) -> int | None:
    """Return the revision of this tournament, or None when there is none."""
    return Tournament.objects.filter(slug=slug).values_list("revision", flat=True).first()


def public_revision_of(slug: str) -> int | None:
    """Return the same for what anybody may see: None also for a hidden tournament."""
    shown = Tournament.objects.filter(slug=slug, hidden_at__isnull=True)
    return shown.values_list("revision", flat=True).first()
