"""Which standings this reader sees: every page, file and screen with standings comes through this door."""

from __future__ import annotations

from django.http import HttpRequest

from tournaments.models import Tournament
from tournaments.permissions import may_see_draft
from tournaments.selectors.publications import Shown, shown
from tournaments.views.frame import actor_of


def shown_to(request: HttpRequest, tournament: Tournament, *, series: int | None = None) -> Shown:
    """The standings of this moment for those who lead, or where everything is live; otherwise what was published."""
    return shown(tournament, draft=may_see_draft(actor_of(request), tournament), series=series)
