"""What every page needs: who asks, which tournament, which menu, and how a refusal is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.access.visitors import DEVICE, TOKEN, actor_of
from tournaments.event.permissions import DECIDE, Actor, NotAllowed, must, roles
from tournaments.event.refusals import Stale
from tournaments.event.selectors.sheets import sheet_at
from tournaments.event.selectors.tournaments import tournament_at
from tournaments.event.selectors.waiting import waits
from tournaments.models import Role, ScoreSheet, Tournament

__all__ = [
    "DEVICE",
    "TOKEN",
    "actor_of",
    "find_sheet",
    "find_tournament",
    "is_fragment_request",
    "menu",
    "need_role",
    "page",
    "role_shown",
]


def is_fragment_request(request: HttpRequest) -> bool:
    """Return whether a script asks for a part of a page (static/js/polling.js, htmx)."""
    return request.headers.get("HX-Request") == "true"


def find_tournament(slug: str) -> Tournament:
    """The tournament of an address, or 404."""
    found = tournament_at(slug)
    if found is None:
        raise Http404
    return found


def find_sheet(slug: str, series: int, table: int) -> ScoreSheet:
    """The list of an address, or 404."""
    found = sheet_at(slug, series, table)
    if found is None:
        raise Http404
    return found


def need_role(
    request: HttpRequest, allowed: Callable[[Actor, Tournament], bool], tournament: Tournament
) -> Actor:
    """The actor, if he may; otherwise 403 with a sentence."""
    actor = actor_of(request)
    must(allowed(actor, tournament))
    return actor


def role_shown(held: frozenset[str]) -> str:
    """As what somebody is signed in at this tournament: the head of the page says it."""
    kinds = (Role.Kind.DIRECTOR, Role.Kind.REFEREE, Role.Kind.TREASURER)
    return next((str(kind.label) for kind in kinds if kind in held), "")


def menu(tournament: Tournament, held: frozenset[str], current: str) -> list[dict[str, Any]]:
    """The menu of a tournament: what everybody sees; whoever leads has four entries, and the last one finds the rest."""
    if DECIDE & held:
        entries = [
            ("desk", _("Leitung"), "settings"),
            ("standings", _("Rangliste"), "ranks"),
            ("referee", _("Schiedsrichter"), "ruling"),
            ("finder", _("Alles"), "search"),
        ]
    else:
        entries = [
            ("tournament", _("Turnier"), "home"),
            ("seating", _("Sitzordnung"), "table"),
            ("standings", _("Rangliste"), "ranks"),
            ("statistics", _("Statistik"), "chart"),
        ]
    if Role.Kind.TREASURER in held:
        entries.append(("cash", _("Kasse"), "coin"))
    return [
        {
            "url": reverse(name, args=[tournament.slug]),
            "label": label,
            "icon": icon,
            "current": name == current,
            "badge": waits(tournament) if name == "referee" else None,
        }
        for name, label, icon in entries
    ]


def page(
    request: HttpRequest,
    template: str,
    *,
    tournament: Tournament | None = None,
    current: str = "",
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """A page in the frame of its tournament."""
    if tournament is not None:
        held = roles(actor_of(request), tournament)
        frame = {
            "tournament": tournament,
            "nav": menu(tournament, held, current),
            "role": role_shown(held),
            "phone": actor_of(request).phone,
        }
        context = frame | context
    return render(request, template, context, status=status)


class RefusalMiddleware:
    """A refusal that no view has caught becomes a page with its sentence: 403, 409 or 400, never a 500."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refusal) or isinstance(exception, Http404):
            return None
        match exception:
            case NotAllowed():
                status = 403
            case Stale():
                status = 409
            case _:
                status = 400
        return render(request, f"errors/{status}.html", {"sentence": say(exception)}, status=status)
