"""What the desk decides about rankings: limits, days of series, and the lot of everything, of a series, of a day."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.event.forms.setup import SeedForm
from tournaments.event.permissions import may_direct
from tournaments.models import ScoreSheet
from tournaments.pages.attempts import Attempt
from tournaments.pages.forms import fresh_seed
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.rankings.forms.rankings import RankingSetupForm
from tournaments.rankings.selectors.facts import ages_on, ranking_setup_of, series_day
from tournaments.rankings.selectors.publications import standings_shown
from tournaments.rankings.selectors.rankings import WHOLE, Ranking, Scope, categories_of, rankings
from tournaments.rankings.selectors.snapshots import scopes_of
from tournaments.rankings.services import finish
from tournaments.rankings.services import rankings as service
from tournaments.rankings.services.rankings import RankingWishes
from tournaments.rankings.views.rankings import scope_asked
from tournaments.rankings.words.rankings import day_in_words, scope_in_words, title_of


def ranking_setup(request: HttpRequest, slug: str) -> HttpResponse:
    """Age limits with their day, who counts for a club, and on which day a series was played."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    setup = ranking_setup_of(tournament)
    drawn = list(tournament.series.order_by("number"))
    several = tournament.starts_on != tournament.ends_on
    series = [(one.number, series_day(one, tournament)) for one in drawn] if several else []
    known = {name: getattr(setup, name) for name in RankingWishes.__slots__}
    known |= {f"day_{one.number}": one.played_on for one in drawn}
    form = RankingSetupForm(request.POST if request.method == "POST" else None, series=series, initial=known)
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as attempt:
            service.change_ranking_setup(
                tournament_id=tournament.pk,
                wanted=form.value(),
                days=form.days(),
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            messages.success(request, _("Gespeichert. Die Ranglisten gelten ab sofort so."))
            return redirect("ranking_setup", slug)
    return page(
        request,
        "tournaments/rankings/setup.html",
        tournament=tournament,
        current="desk",
        form=form,
        counted_on=day_in_words(ages_on(tournament, setup)),
        year=ages_on(tournament, setup).year,
        status=422 if form.errors else 200,
    )


def final_lot(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the lot part those who are equal in everything; once for each scope, by a seed that everybody sees."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    seen = standings_shown(tournament, draft=True)
    scope = scope_asked(request, seen)
    form = SeedForm(request.POST if request.method == "POST" else None, initial={"seed": fresh_seed()})
    if request.method == "POST" and form.is_valid():
        seed, now = form.cleaned_data["seed"], timezone.now()
        with Attempt(form) as attempt:
            if scope == WHOLE:
                finish.draw_final_lot(tournament_id=tournament.pk, seed=seed, by=actor, now=now)
            else:
                service.draw_lot_of(tournament_id=tournament.pk, scope=scope, seed=seed, by=actor, now=now)
        if not attempt.refused:
            messages.success(request, _("Das Los ist gezogen."))
            return redirect(f"{reverse('standings', args=[slug])}{scope_query(scope)}")
    what = seen.what
    everything = [(category, scope) for category in categories_of(tournament, given=what)]
    found = rankings(tournament, everything, given=what)
    waiting = ScoreSheet.objects.filter(table__series__tournament=tournament, accepted_at__isnull=True)
    numbers = what.facts.series_in(scope)
    if numbers is not None:
        waiting = waiting.filter(table__series__number__in=numbers)
    return page(
        request,
        "tournaments/rankings/lot.html",
        tournament=tournament,
        current="desk",
        form=form,
        scope=scope,
        scope_name=scope_in_words(scope),
        scopes=lot_choices(what, scope),
        seed=what.facts.seeds.get(scope, ""),
        tied=[(title_of(one.category, one.scope), ties_in(one)) for one in found if one.tied],
        waiting=waiting.count(),
        undrawn=tournament.series_count - tournament.series.count() if scope == WHOLE else 0,
        status=422 if form.errors else 200,
    )


def scope_query(scope: Scope) -> str:
    if scope.series is not None:
        return f"?serie={scope.series}"
    return f"?tag={scope.day.isoformat()}" if scope.day is not None else ""


def lot_choices(what: Any, here: Scope) -> list[dict[str, Any]]:
    """Everything, each series, each day: whether its lot is drawn."""
    return [
        {
            "label": scope_in_words(scope),
            "series": scope.series,
            "day": scope.day.isoformat() if scope.day else None,
            "here": scope == here,
            "drawn": scope in what.facts.seeds,
        }
        for scope in scopes_of(what)
    ]


def ties_in(found: Ranking) -> list[tuple[int, list[str]]]:
    """Those who share a rank, group by group."""
    groups: dict[int, list[str]] = {}
    for row in found.rows:
        if row.place.shared:
            groups.setdefault(row.place.rank, []).append(row.name)
    return list(groups.items())
