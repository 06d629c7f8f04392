"""The draw: shows how many sit where and with which seed, before anything is drawn."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.numbers import SeriesNumber
from scoring.speech import say
from tournaments.event.forms.setup import SeedForm
from tournaments.event.permissions import may_direct
from tournaments.models import ScoreSheet, SeatingPlan, Series, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.forms import fresh_seed
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.pages.words import rounds_in_words, tables_in_words
from tournaments.seating.selectors.lot_price import LotPrice, lot_price
from tournaments.seating.selectors.state import posted_plan, seating_setup, state_of
from tournaments.seating.selectors.table_sizes import tables_for
from tournaments.seating.services import series as series_service


def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tables that there will be, then draw them."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method != "POST":
        return draw_page(request, tournament, SeedForm(initial=draw_initial(tournament)))
    form = SeedForm(request.POST)
    if not form.is_valid():
        return draw_page(request, tournament, form, status=422)
    with Attempt(form) as attempt:
        series = series_service.draw_series(
            tournament_id=tournament.pk,
            number=SeriesNumber(form.cleaned_data["number"] or 0),
            seed=form.cleaned_data["seed"],
            by=actor,
            now=timezone.now(),
            seen_players=form.cleaned_data["players"] or 0,
        )
    if attempt.refused:
        return draw_page(request, tournament, form, status=attempt.status)
    messages.success(request, _("Serie {number} ist ausgelost und ausgehängt.").format(number=series.number))
    return redirect("seating_series", slug, series.number)


def draw_initial(tournament: Tournament) -> dict[str, Any]:
    """What the form starts with: the next series, a seed, and the field as it is shown."""
    return {
        "seed": fresh_seed(),
        "number": tournament.series.count() + 1,
        "players": tables_for(tournament).players,
    }


def draw_page(
    request: HttpRequest, tournament: Tournament, form: SeedForm, *, status: int = 200
) -> HttpResponse:
    """The tables to come; what was typed stays."""
    tables = tables_for(tournament)
    number = tournament.series.count() + 1
    if form.is_bound:
        form.data = {**dict(form.data.items()), "players": tables.players, "number": number}
    waiting = ScoreSheet.objects.filter(
        table__series__tournament=tournament, accepted_at__isnull=True
    ).count()
    return page(
        request,
        "tournaments/seating/draw.html",
        tournament=tournament,
        current="desk",
        form=form,
        tables=tables,
        number=number if number <= tournament.series_count else None,
        words=tables_in_words(tables.by_size),
        refusal=say(tables.refusal) if tables.refusal else "",
        rounds=rounds_in_words(tournament),
        waiting=waiting,
        price=price_shown(tournament, number, form),
        planned=planned_for(tournament, number),
        mode=mode_wished(tournament, number),
        status=status,
    )


def price_shown(tournament: Tournament, number: int, form: SeedForm) -> LotPrice | None:
    """How many would meet again by the lot that stands in the form."""
    seed = form.data.get("seed", "") if form.is_bound else form.initial.get("seed", "")
    if not 1 < number <= tournament.series_count or not seed:
        return None
    return lot_price(state_of(tournament), tournament, number=number, seed=str(seed)[:40])


def planned_for(tournament: Tournament, number: int) -> SeatingPlan | None:
    """The plan in force, if the series has its tables in it already."""
    plan = posted_plan(tournament)
    if plan is None or not any(one["number"] == number and one["tables"] for one in plan.series):
        return None
    return plan


def mode_wished(tournament: Tournament, number: int) -> str:
    """How the director wishes this series to be seated, where that is by the standing and not by lot."""
    mode = seating_setup(tournament).mode(number)
    return "" if mode in (Series.Mode.LOTS, Series.Mode.PLAN) else str(Series.Mode(mode).label)
