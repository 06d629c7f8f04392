"""Tandems and teams: put together at the desk, and taken apart again where a slip happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.event.forms.field import PairForm, TeamForm
from tournaments.event.permissions import may_direct
from tournaments.event.selectors import tournaments
from tournaments.event.selectors.names import by_name
from tournaments.event.services import corrections
from tournaments.event.services import setup as service
from tournaments.models import Registration, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import find_tournament, need_role, page


def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Every tandem and team, and a form for one more of each."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    return teams_page(request, tournament)


def free_players(tournament: Tournament, group: str) -> list[Registration]:
    """Who is in no such group yet, by name."""
    field = tournaments.registrations(tournament).filter(
        withdrawn_at__isnull=True, **{f"{group}__isnull": True}
    )
    return sorted(field, key=lambda one: by_name(one.player))


def teams_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    pair_form: PairForm | None = None,
    team_form: TeamForm | None = None,
) -> HttpResponse:
    members = Registration.objects.select_related("player__club")
    return page(
        request,
        "tournaments/field/teams.html",
        tournament=tournament,
        current="desk",
        pairs=tournament.pairs.prefetch_related(Prefetch("members", members.order_by("pair_place"))),
        teams=tournament.teams.prefetch_related(Prefetch("members", members.order_by("team_place"))),
        pair_form=pair_form or PairForm(field=free_players(tournament, "pair"), prefix="tandem"),
        team_form=team_form or TeamForm(field=free_players(tournament, "team"), prefix="mannschaft"),
        status=422 if pair_form or team_form else 200,
    )


def form_pair(request: HttpRequest, slug: str) -> HttpResponse:
    """Two who play for one result."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method != "POST":
        return redirect("teams", slug)
    form = PairForm(request.POST, field=free_players(tournament, "pair"), prefix="tandem")
    if not form.is_valid():
        return teams_page(request, tournament, pair_form=form)
    with Attempt(form) as attempt:
        pair = service.form_pair(
            tournament_id=tournament.pk,
            first=form.cleaned_data["first"],
            second=form.cleaned_data["second"],
            by=actor,
            now=timezone.now(),
        )
    if attempt.refused:
        return teams_page(request, tournament, pair_form=form)
    messages.success(request, _("Tandem {number} ist gebildet.").format(number=pair.number))
    return redirect("teams", slug)


def form_team(request: HttpRequest, slug: str) -> HttpResponse:
    """A team of two to four."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method != "POST":
        return redirect("teams", slug)
    form = TeamForm(request.POST, field=free_players(tournament, "team"), prefix="mannschaft")
    if not form.is_valid():
        return teams_page(request, tournament, team_form=form)
    with Attempt(form) as attempt:
        team = service.form_team(
            tournament_id=tournament.pk,
            name=form.cleaned_data["name"],
            start_numbers=form.start_numbers(),
            by=actor,
            now=timezone.now(),
        )
    if attempt.refused:
        return teams_page(request, tournament, team_form=form)
    messages.success(request, _("Die Mannschaft „{name}“ ist gebildet.").format(name=team.name))
    return redirect("teams", slug)


def with_members(tournament: Tournament, group: str, members: QuerySet[Registration]) -> list[Registration]:
    """Return who can be in a group that is corrected: its members, also those who have left, and the free players."""
    field = {one.pk: one for one in free_players(tournament, group)}
    field |= {one.pk: one for one in members.select_related("player__club")}
    return sorted(field.values(), key=lambda one: by_name(one.player))


def correct_team(request: HttpRequest, slug: str, team: int) -> HttpResponse:
    """Correct the name or the members of a team."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    found = tournament.teams.filter(pk=team).first()
    if found is None:
        raise Http404(_("Diese Mannschaft gibt es nicht."))
    said: dict[str, Any] = {"name": found.name}
    said |= {f"player{one.team_place}": one.start_number for one in found.members.all()}
    form = TeamForm(
        request.POST if request.method == "POST" else None,
        field=with_members(tournament, "team", found.members.all()),
        initial=said,
    )
    if form.is_valid():
        with Attempt(form) as attempt:
            corrections.correct_team(
                tournament_id=tournament.pk,
                team_id=found.pk,
                name=form.cleaned_data["name"],
                start_numbers=form.start_numbers(),
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            messages.success(request, _("Die Mannschaft ist berichtigt."))
            return redirect("teams", slug)
    return group_page(request, tournament, form, str(found))


def correct_pair(request: HttpRequest, slug: str, pair: int) -> HttpResponse:
    """Correct the members of a tandem."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    found = tournament.pairs.filter(pk=pair).first()
    if found is None:
        raise Http404(_("Dieses Tandem gibt es nicht."))
    members = {one.pair_place: one.start_number for one in found.members.all()}
    form = PairForm(
        request.POST if request.method == "POST" else None,
        field=with_members(tournament, "pair", found.members.all()),
        initial={"first": members.get(1), "second": members.get(2)},
    )
    if form.is_valid():
        with Attempt(form) as attempt:
            corrections.correct_pair(
                tournament_id=tournament.pk,
                pair_id=found.pk,
                first=form.cleaned_data["first"],
                second=form.cleaned_data["second"],
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            messages.success(request, _("Das Tandem ist berichtigt."))
            return redirect("teams", slug)
    return group_page(request, tournament, form, str(found))


def group_page(
    request: HttpRequest, tournament: Tournament, form: PairForm | TeamForm, name: str
) -> HttpResponse:
    """Show one tandem or team with the form that corrects it."""
    return page(
        request,
        "tournaments/field/group.html",
        tournament=tournament,
        current="desk",
        form=form,
        name=name,
        status=422 if form.errors else 200,
    )


def dissolve_team(request: HttpRequest, slug: str, team: int) -> HttpResponse:
    """Take a team apart."""
    return dissolve(request, slug, service.dissolve_team, team_id=team)


def dissolve_pair(request: HttpRequest, slug: str, pair: int) -> HttpResponse:
    """Take a tandem apart."""
    return dissolve(request, slug, service.dissolve_pair, pair_id=pair)


def dissolve(request: HttpRequest, slug: str, deed: Callable[..., None], **which: int) -> HttpResponse:
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method == "POST":
        deed(tournament_id=tournament.pk, by=actor, now=timezone.now(), **which)
        messages.success(request, _("Aufgelöst. Die Spieler bleiben im Feld."))
    return redirect("teams", slug)
