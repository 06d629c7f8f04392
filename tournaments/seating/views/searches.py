"""The longer search in the background: started, watched, stopped; what it found is taken or left."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.speech import say
from tournaments.event.permissions import Actor, may_direct
from tournaments.event.services import background
from tournaments.models import PlanSearch, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import find_tournament, is_fragment_request, need_role, page
from tournaments.seating.forms import PlanForm
from tournaments.seating.selectors import searches as selector
from tournaments.seating.selectors import seating as seating_selector
from tournaments.seating.selectors.state import state_of
from tournaments.seating.services import searches as service
from tournaments.seating.views.plans import plan_page, version_seen
from tournaments.seating.views.tables import report_context
from tournaments.seating.words.seating import qualities_compared
from tournaments.storage.clock import database_now

START, STOP, TAKE, LEAVE = "suchen", "beenden", "nehmen", "lassen"


def search(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest search as it stands; sent, it is started, stopped, taken or left."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method != "POST":
        return search_page(request, tournament)
    if request.POST.get("deed") == START:
        return start_search(request, tournament, actor)
    found = selector.searches(tournament).filter(pk=number_sent(request, "suche")).first()
    if found is None:
        return search_page(request, tournament, refused=_("Diese Suche gibt es nicht mehr."), status=422)
    with Attempt() as attempt:
        return do(request, tournament, found, actor)
    return search_page(request, tournament, refused=attempt.said, status=attempt.status)


def start_search(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Start a search with the seed and the time of the plan's form."""
    form = PlanForm(request.POST)
    if not form.is_valid():
        return plan_page(request, tournament, form, status=422)
    with Attempt(form) as attempt:
        service.ask_for_search(
            tournament_id=tournament.pk,
            seconds=form.cleaned_data["seconds"] or 30,
            seed=form.cleaned_data["seed"],
            only_next=form.cleaned_data["scope"] == PlanForm.NEXT,
            by=actor,
            now=database_now(),
        )
    if attempt.refused:
        return plan_page(request, tournament, form, status=422)
    return redirect("seating_search", tournament.slug)


def do(request: HttpRequest, tournament: Tournament, found: PlanSearch, actor: Actor) -> HttpResponse:
    """Do what the button asks: stop the search, take its result or leave it."""
    now = database_now()
    match request.POST.get("deed"):
        case "beenden":
            service.stop(search_id=found.pk, by=actor, now=now)
        case "nehmen":
            plan = service.take_plan(
                search_id=found.pk, seen_version=version_seen(request), by=actor, now=now
            )
            messages.success(
                request, _("Sitzplan Nr. {version} ist ausgehängt.").format(version=plan.version)
            )
            return redirect("seating_board", tournament.slug)
        case "lassen":
            service.leave(search_id=found.pk, by=actor, now=now)
            messages.success(request, _("Verworfen. Der Sitzplan bleibt, wie er ist."))
            return redirect("seating_board", tournament.slug)
        case _:
            return search_page(request, tournament, refused=_("Bitte einen der Knöpfe wählen."), status=422)
    return redirect("seating_search", tournament.slug)


def number_sent(request: HttpRequest, name: str) -> int:
    """A number of the form; none is one that never was."""
    typed = request.POST.get(name, "")
    return int(typed) if typed.isdecimal() and len(typed) < 10 else -1


def search_page(
    request: HttpRequest, tournament: Tournament, *, refused: str = "", status: int = 200
) -> HttpResponse:
    """How far, how good so far, and beside it what hangs out now."""
    newest = selector.searches(tournament).first()
    seen = selector.search_progress(newest, now=database_now()) if newest else None
    if seen is not None and seen.under_way:
        background.look_after()
    stamp = search_stamp(seen) if seen else ""
    if is_fragment_request(request) and request.headers.get("X-Seen") == stamp:
        return HttpResponse(status=204)
    context: dict[str, Any] = {"seen": seen, "stamp": stamp}
    if seen is not None:
        context |= {"sentence": say(seen.sentence), "done": seen.search.seconds - seen.seconds_left}
        if not is_fragment_request(request) or seen.can_be_taken:
            context |= found_in(tournament, seen)
    template = (
        "tournaments/seating/_search.html"
        if is_fragment_request(request)
        else "tournaments/seating/search.html"
    )
    return page(
        request, template, tournament=tournament, current="desk", refused=refused, status=status, **context
    )


def search_stamp(seen: selector.Progress) -> str:
    """Moves whenever the page would look different."""
    one = seen.search
    return f"{one.pk}-{one.state}-{one.tries}-{seen.seconds_left}-{bool(one.stop_asked_at)}-{seen.died}"


def found_in(tournament: Tournament, seen: selector.Progress) -> dict[str, Any]:
    """The plan that was found, beside the one in force."""
    if not seen.can_be_taken or seen.search.found is None:
        return {}
    state = state_of(tournament)
    quality = seating_selector.plan_quality(seen.search.found, state)
    return report_context(quality) | {
        "version": state.version,
        "rows": qualities_compared(seating_selector.quality(state), quality) if state.plan_id else None,
    }
