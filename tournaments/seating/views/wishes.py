"""What a director wishes: for the whole seating, and for single players."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.event.permissions import may_direct
from tournaments.event.selectors.tournaments import registrations
from tournaments.models import Registration, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.seating.forms import PlayerWishesForm, WishesForm, people_choices, rearranged
from tournaments.seating.selectors.state import state_of
from tournaments.seating.services import plans as service

STEPS = {"hoch": -1, "runter": 1}


def wishes(request: HttpRequest, slug: str) -> HttpResponse:
    """Weights, order, modes, and what the hall allows."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    state = state_of(tournament)
    series = [(one.number, one.drawn, one.mode) for one in state.series]
    if request.method != "POST":
        form = WishesForm(initial=WishesForm.initial_of(state.setup, series), series=series)
        return wishes_page(request, tournament, form)
    step = next((name for name in STEPS if name in request.POST), None)
    if step is not None:
        data = rearranged(
            {name: str(value) for name, value in request.POST.items()}, request.POST[step], STEPS[step]
        )
        return wishes_page(request, tournament, WishesForm(data, series=series), moved=request.POST[step])
    form = WishesForm(request.POST, series=series)
    if not form.is_valid():
        return wishes_page(request, tournament, form, status=422)
    with Attempt(form) as attempt:
        service.choose_wishes(tournament_id=tournament.pk, setup=form.value(), by=actor, now=timezone.now())
    if attempt.refused:
        return wishes_page(request, tournament, form, status=422)
    messages.success(request, _("Die Wünsche sind gespeichert. Sie gelten für den nächsten Plan."))
    return redirect("seating_plan", slug)


def wishes_page(
    request: HttpRequest, tournament: Tournament, form: WishesForm, *, status: int = 200, moved: str = ""
) -> HttpResponse:
    return page(
        request,
        "tournaments/seating/wishes.html",
        tournament=tournament,
        current="desk",
        form=form,
        rows=form.rows(),
        modes=form.mode_fields(),
        moved=moved,
        status=status,
    )


def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is seeded, in which strength group, and who needs a certain table or seat."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    field = list(registrations(tournament))
    here = [one for one in field if one.withdrawn_at is None]
    if request.method != "POST":
        return players_page(
            request,
            tournament,
            field,
            PlayerWishesForm(initial=asked_for(request, here), field=people_choices(here)),
        )
    form = PlayerWishesForm(request.POST, field=people_choices(here))
    if form.is_valid():
        data = form.cleaned_data
        chosen = service.PlayerWishes(
            seeded=data["seeded"], strength=data["strength"], table=data["table"], seat=data["seat"]
        )
        with Attempt(form) as attempt:
            one = service.choose_player_wishes(
                tournament_id=tournament.pk,
                start_number=data["player"],
                wishes=chosen,
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            messages.success(request, _("Gespeichert für {name}.").format(name=one.name))
            return redirect("seating_players", slug)
    return players_page(request, tournament, field, form, status=422)


def asked_for(request: HttpRequest, here: list[Registration]) -> dict[str, Any]:
    """The player of the address, with what is known of him."""
    typed = request.GET.get("nummer", "")
    found = next((one for one in here if str(one.start_number) == typed), None)
    if found is None:
        return {}
    return {
        "player": found.start_number,
        "seeded": found.seeded,
        "strength": found.strength,
        "table": found.fixed_table,
        "seat": found.fixed_seat,
    }


def players_page(
    request: HttpRequest,
    tournament: Tournament,
    field: list[Registration],
    form: PlayerWishesForm,
    *,
    status: int = 200,
) -> HttpResponse:
    special = [one for one in field if one.seeded or one.strength or one.fixed_table or one.fixed_seat]
    return page(
        request,
        "tournaments/seating/players.html",
        tournament=tournament,
        current="desk",
        form=form,
        special=special,
        status=status,
    )
