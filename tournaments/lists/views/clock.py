"""The clock of a series: run by the desk, shown in the hall; the time is the server's."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.selectors import rules_of
from tournaments.event.permissions import may_direct
from tournaments.lists.forms.clock import ChangeClockForm, StartClockForm
from tournaments.lists.selectors.clock import clock_of
from tournaments.lists.services import clock as service
from tournaments.lists.words.clock import shown_clock
from tournaments.models import Series, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import find_tournament, need_role, page


def find_series(tournament: Tournament, number: int) -> Series:
    series = tournament.series.filter(number=number).first()
    if series is None:
        raise Http404(_("Diese Serie ist noch nicht ausgelost."))
    return series


@never_cache
def run_clock(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Start the clock, give more time, or take it back."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    one = find_series(tournament, series)
    running = clock_of(one) is not None
    rules = rules_of(tournament.rule_set)
    kind = ChangeClockForm if running else StartClockForm
    form: Any = kind(
        request.POST if request.method == "POST" else None,
        initial={"minutes": None if running else rules.series.time_limit_minutes},
    )
    if request.method == "POST" and form.is_valid():
        common: dict[str, Any] = {
            "tournament_id": tournament.pk,
            "number": series,
            "by": actor,
            "now": timezone.now(),
        }
        with Attempt(form) as attempt:
            if not running:
                service.start_clock(minutes=form.cleaned_data["minutes"], **common)
                said = _("Die Uhr läuft.")
            elif request.POST.get("deed") == "back":
                service.take_clock_back(reason=form.cleaned_data["reason"], **common)
                said = _("Die Uhr ist zurückgenommen.")
            else:
                service.extend_clock(
                    minutes=form.cleaned_data["minutes"] or 0, reason=form.cleaned_data["reason"], **common
                )
                said = _("Die Zeit ist geändert.")
        if not attempt.refused:
            messages.success(request, said)
            return redirect("run_clock", slug, series)
    return page(
        request,
        "tournaments/lists/clock/run_clock.html",
        tournament=tournament,
        current="desk",
        status=422 if form.errors else 200,
        series=one,
        form=form,
        running=running,
        clock=shown_clock(one, now=timezone.now()),
        limit=rules.series.time_limit_minutes,
        paragraph=rules.source("series.time_limit_minutes").paragraph,
    )


@never_cache
@require_safe
def hall_clock(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """The clock for the screen in the hall; asked for news it is the moving part with the server's time."""
    tournament = find_tournament(slug)
    one = find_series(tournament, series)
    context = {"tournament": tournament, "series": one, "clock": shown_clock(one, now=timezone.now())}
    whole = request.headers.get("HX-Request") != "true"
    return render(
        request,
        "tournaments/lists/clock/hall_clock.html" if whole else "tournaments/lists/clock/_clock.html",
        context,
    )
