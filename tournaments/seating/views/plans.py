"""Planning: the whole event or the next series, put in force when the director says so; and tables laid from it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.speech import say
from tournaments.event.permissions import may_direct
from tournaments.models import Series, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.forms import fresh_seed
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.pages.words import tables_in_words
from tournaments.seating.core import Weight
from tournaments.seating.forms import PlanForm, in_order, write_tables
from tournaments.seating.selectors.state import Seating, Setup, state_of
from tournaments.seating.selectors.table_sizes import tables_for
from tournaments.seating.services import plans as service
from tournaments.seating.views.board import board_page, find_version, next_to_draw, show_version
from tournaments.seating.words.seating import series_state


def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """What will be planned and how; then a draft that nobody but the desk sees."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method != "POST":
        return plan_page(
            request, tournament, PlanForm(initial={"seed": fresh_seed(), "scope": PlanForm.WHOLE})
        )
    form = PlanForm(request.POST)
    if not form.is_valid():
        return plan_page(request, tournament, form, status=422)
    with Attempt(form) as attempt:
        made = service.draft_plan(
            tournament_id=tournament.pk,
            seed=form.cleaned_data["seed"],
            only_next=form.cleaned_data["scope"] == PlanForm.NEXT,
            by=actor,
            now=timezone.now(),
        )
    if attempt.refused:
        return plan_page(request, tournament, form, status=attempt.status)
    return redirect("seating_version", slug, made.version)


def plan_page(
    request: HttpRequest, tournament: Tournament, form: PlanForm, *, status: int = 200
) -> HttpResponse:
    """The form, and beside it everything that goes into the plan."""
    state = state_of(tournament)
    tables = tables_for(tournament)
    return page(
        request,
        "tournaments/seating/plan.html",
        tournament=tournament,
        current="desk",
        form=form,
        tables=tables,
        words=tables_in_words(tables.by_size),
        refusal=say(tables.refusal) if tables.refusal else "",
        series=[
            {"number": one.number, "drawn": one.drawn, **mode_of(state, one.number)} for one in state.series
        ],
        next_number=next_to_draw(tournament, state),
        status=status,
        **wishes_in_words(state.setup),
    )


def mode_of(state: Seating, number: int) -> dict[str, Any]:
    """How a series is seated, in words."""
    one = state.one(number)
    assert one is not None
    mode = one.mode if one.drawn else state.setup.mode(number)
    return {"mode": Series.Mode(mode).label, **({"badge": series_state(one)} if one.drawn else {})}


def wishes_in_words(setup: Setup) -> dict[str, Any]:
    """The wishes as the plan page says them: never first, then in their order; what does not matter is left out."""
    order = in_order(setup.wishes)
    said = {
        weight: [_(wish.label) for wish in order if setup.wishes.weight(wish) is weight] for weight in Weight
    }
    return {
        "never": said[Weight.NEVER],
        "rather_not": said[Weight.RATHER_NOT],
        "closed": write_tables(setup.closed_tables),
        "groups_apart": setup.groups_apart,
        "from_the_end": setup.filling.value == "down",
    }


def post(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """Put a draft in force, and lay the tables of the next series with it if that was ticked."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    found = find_version(tournament, version)
    if request.method != "POST":
        return redirect("seating_version", slug, version)
    with Attempt() as attempt:
        posted = service.post_plan(
            tournament_id=tournament.pk,
            version=version,
            seen_version=version_seen(request),
            lay=laid_at_once(request, found.series),
            by=actor,
            now=timezone.now(),
        )
    if attempt.refused:
        return show_version(request, tournament, found, refused=attempt.said, status=attempt.status)
    if not laid_at_once(request, found.series):
        messages.success(request, _("Sitzplan {version} ist ausgehängt.").format(version=posted.version))
        return redirect("seating_board", slug)
    last = tournament.series.order_by("number").last()
    assert last is not None, "laid a moment ago"
    said_hung_out(request, last)
    return redirect("desk", slug)


def laid_at_once(request: HttpRequest, series: list[dict[str, Any]]) -> int:
    """How many series get their tables with the posting; never more than the plan has."""
    typed = request.POST.get("legen", "")
    return min(int(typed), len(series)) if typed.isdecimal() and len(typed) < 3 else 0


def lay(request: HttpRequest, slug: str) -> HttpResponse:
    """Lay the tables of the next series as they are planned."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method != "POST":
        return redirect("seating_board", slug)
    typed = request.POST.get("serie", "")
    with Attempt() as attempt:
        series = service.seat_series(
            tournament_id=tournament.pk,
            number=int(typed) if typed.isdecimal() and len(typed) < 4 else 0,
            seen_version=version_seen(request),
            by=actor,
            now=timezone.now(),
        )
    if attempt.refused:
        return board_page(request, tournament, refused=attempt.said, status=attempt.status)
    said_hung_out(request, series)
    return redirect("desk", slug)


def said_hung_out(request: HttpRequest, series: Series) -> None:
    """Tables with open lists stand; until somebody has written, one touch takes it all back."""
    messages.success(
        request,
        _("Serie {number} ist ausgehängt, die Tische sind eingerichtet.").format(number=series.number),
        extra_tags=reverse("series_take_down", args=[series.tournament.slug, series.number]),
    )


def version_seen(request: HttpRequest) -> int:
    """The version that the page had shown; none is one that never was."""
    typed = request.POST.get("gesehen", "")
    return int(typed) if typed.isdecimal() and len(typed) < 9 else -1
