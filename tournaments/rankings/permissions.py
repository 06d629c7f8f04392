"""Who may change a season."""

from __future__ import annotations

from tournaments.event.permissions import Actor, may_create
from tournaments.models import Role, Season


def may_keep_season(actor: Actor, season: Season) -> bool:
    """Whoever set a season up, and who directs a tournament that counts in its newest version."""
    if not may_create(actor):
        return False
    assert actor.user is not None
    if season.made_by_id == actor.user.pk:
        return True
    newest = season.versions.order_by("-number").first()
    directed = Role.objects.filter(user=actor.user, kind=Role.Kind.DIRECTOR)
    return directed.filter(tournament__season_events__version=newest).exists()
