"""The next series with one touch: a draft to look at, hung out, taken down while nobody has begun it, set anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.numbers import SeriesNumber
from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.event.permissions import Actor, may_direct
from tournaments.models import Tournament
from tournaments.pages.forms import fresh_seed
from tournaments.pages.frame import find_tournament, need_role
from tournaments.seating.selectors.state import posted_plan
from tournaments.seating.services import hanging as service
from tournaments.seating.services.plans import draft_plan


@require_POST
def seat_next(request: HttpRequest, slug: str) -> HttpResponse:
    """A draft: of the whole event while nothing is planned yet, later of the next series."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    try:
        made = draft_plan(
            tournament_id=tournament.pk,
            seed=fresh_seed(),
            only_next=posted_plan(tournament) is not None,
            by=actor,
            now=timezone.now(),
        )
    except Refusal as refusal:
        messages.error(request, say(refusal))
        return redirect("seating_plan", slug)
    return redirect("seating_version", slug, made.version)


def touched(
    request: HttpRequest, slug: str, deed: Callable[[Tournament, Actor], Any], said: str, *, undo: str = ""
) -> HttpResponse:
    """Do the deed of a button, say so or say why not, and go back to the desk."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    try:
        deed(tournament, actor)
    except Refusal as refusal:
        messages.error(request, say(refusal))
    else:
        messages.success(request, said, extra_tags=undo)
    return redirect("desk", slug)


@require_POST
def take_down(request: HttpRequest, slug: str, series: SeriesNumber) -> HttpResponse:
    """Take the series down that nobody has begun."""

    def deed(tournament: Tournament, actor: Actor) -> None:
        service.take_down(tournament_id=tournament.pk, number=series, by=actor, now=timezone.now())

    return touched(
        request,
        slug,
        deed,
        _("Serie {number} ist zurückgenommen: Niemand sieht ihre Plätze mehr.").format(number=series),
        undo=reverse("series_hang_again", args=[slug, series]),
    )


@require_POST
def hang_again(request: HttpRequest, slug: str, series: SeriesNumber) -> HttpResponse:
    """Hang it out again."""

    def deed(tournament: Tournament, actor: Actor) -> None:
        service.hang_again(tournament_id=tournament.pk, number=series, by=actor, now=timezone.now())

    return touched(
        request,
        slug,
        deed,
        _("Serie {number} ist ausgehängt.").format(number=series),
        undo=reverse("series_take_down", args=[slug, series]),
    )


@require_POST
def seat_anew(request: HttpRequest, slug: str, series: SeriesNumber) -> HttpResponse:
    """Other seats for a series that was taken down."""

    def deed(tournament: Tournament, actor: Actor) -> None:
        service.seat_anew(
            tournament_id=tournament.pk, number=series, seed=fresh_seed(), by=actor, now=timezone.now()
        )

    return touched(
        request,
        slug,
        deed,
        _("Serie {number} hat neue Plätze. Ansehen, dann aushängen.").format(number=series),
    )
