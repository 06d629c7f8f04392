"""Pages for everybody: which tournaments there are, and how one stands."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from scoring.selectors import rules_of
from tournaments.desk.selectors.overview import all_tournaments, series_progress
from tournaments.desk.views.tables import ParticipantsTable
from tournaments.event.permissions import may_administer, may_create
from tournaments.event.selectors.tournaments import registrations
from tournaments.models import Role, Tournament
from tournaments.pages.frame import actor_of, is_fragment_request, page
from tournaments.pages.page_cache import public_page
from tournaments.pages.words import measures_in_words, rounds_in_words, status_badge
from tournaments.rankings.views.table import field_by_name

PAST_SHOWN = 12
A_PAGE = 24  # tournaments on a page


def home(request: HttpRequest) -> HttpResponse:
    """The tournaments, what runs first."""
    found = all_tournaments()
    running = Paginator(found.exclude(status=Tournament.Status.FINISHED), A_PAGE)
    over = Paginator(
        found.filter(status=Tournament.Status.FINISHED), A_PAGE if "alle" in request.GET else PAST_SHOWN
    )
    now_on = running.get_page(request.GET.get("seite"))
    past = over.get_page(request.GET.get("alle") if "alle" in request.GET else 1)
    return page(
        request,
        "tournaments/desk/home.html",
        now_on=[(one, status_badge(one)) for one in now_on],
        past=[(one, status_badge(one)) for one in past],
        pages_on=now_on,
        pages_past=past if "alle" in request.GET else None,
        hidden=0 if "alle" in request.GET else over.count - len(past),
        may_create=may_create(actor_of(request)),
        may_administer=may_administer(actor_of(request)),
    )


@public_page
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What is played, where, by which rules, by whom, and how far it is."""
    progress = series_progress(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "progress": progress,
        "rounds": rounds_in_words(tournament),
    }
    if is_fragment_request(request):
        return page(request, "tournaments/desk/_progress.html", **context)
    field = field_by_name(registrations(tournament))
    directors = tournament.roles.filter(kind=Role.Kind.DIRECTOR).select_related("user")
    return page(
        request,
        "tournaments/desk/tournament.html",
        current="tournament",
        status_now=status_badge(tournament),
        all_played=len(progress) == tournament.series_count and all(one.done for one in progress),
        field=field,
        participants_table=ParticipantsTable(field),
        playing=sum(one.withdrawn_at is None for one in field),
        directors=[str(role.user) for role in directors],
        measures=measures_in_words(rules_of(tournament.rule_set)),
        **context,
    )
