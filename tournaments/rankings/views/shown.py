"""Which standings this reader sees: every page, file and screen with standings comes through this door."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from scoring.numbers import SeriesNumber
from tournaments.event.permissions import may_see_draft
from tournaments.models import Tournament
from tournaments.pages.frame import actor_of
from tournaments.rankings.selectors.publications import Shown, standings_shown


def shown_to(request: HttpRequest, tournament: Tournament, *, series: SeriesNumber | None = None) -> Shown:
    """The standings of this moment for those who lead, or where everything is live; otherwise what was published."""
    return standings_shown(tournament, draft=may_see_draft(actor_of(request), tournament), series=series)


def must_be_out(seen: Shown) -> None:
    """Answer 404 where the reader may not see the draft and nothing was published yet."""
    if not seen.draft and seen.publication is None:
        raise Http404(_("Die Turnierleitung hat noch keine Rangliste ausgehängt."))
