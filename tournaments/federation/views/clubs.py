"""The federation's desk: clubs with their directors and keys; a club's own page; the register of players."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.event.permissions import Actor, may_administer, may_direct, must, must_administer
from tournaments.event.services.setup import club_named
from tournaments.federation.forms.clubs import DirectorForm, KeyForm, OrganiserForm
from tournaments.federation.permissions import may_search_players, may_see_club, own_clubs
from tournaments.federation.selectors import clubs as selector
from tournaments.federation.services import clubs as service
from tournaments.federation.views.tables import PlayersTable
from tournaments.models import Club, ClubDirector, ClubKey, Organiser
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_tournament, need_role, page
from tournaments.pages.words import status_badge
from tournaments.rankings.selectors.seasons import seasons

A_PAGE = 50


@never_cache
@require_safe
def federation(request: HttpRequest) -> HttpResponse:
    """The federation sees every club; whoever directs for clubs sees his own."""
    actor = actor_of(request)
    if not may_administer(actor):
        must(bool(own_clubs(actor)))
    return federation_page(request, actor)


def federation_page(
    request: HttpRequest,
    actor: Actor,
    *,
    director_form: DirectorForm | None = None,
    key_form: KeyForm | None = None,
    status: int = 200,
) -> HttpResponse:
    leads = may_administer(actor)
    known = selector.hosting_clubs() if leads else selector.hosting_clubs().filter(pk__in=own_clubs(actor))
    shown = {"club__in": known}
    return page(
        request,
        "tournaments/federation/federation.html",
        clubs=known,
        directors=ClubDirector.objects.filter(**shown).select_related("club", "user") if leads else (),
        keys=ClubKey.objects.filter(**shown).select_related("club") if leads else (),
        leads=leads,
        director_form=director_form or DirectorForm(prefix="leitung"),
        key_form=key_form or KeyForm(prefix="schluessel"),
        status=status,
    )


@never_cache
@require_POST
def director_name(request: HttpRequest) -> HttpResponse:
    """Somebody directs for a club from now on."""
    actor = actor_of(request)
    must_administer(actor)
    form = DirectorForm(request.POST, prefix="leitung")
    if form.is_valid():
        said = form.cleaned_data
        with Attempt(form) as attempt:
            service.name_director(
                club=found_club(said["club"]), user=said["username"], by=actor, now=timezone.now()
            )
        if not attempt.refused:
            messages.success(request, f"{said['club']}: {said['username']}")
            return redirect("federation")
    return federation_page(request, actor, director_form=form, status=422)


@never_cache
@require_POST
def director_dismiss(request: HttpRequest, director: int) -> HttpResponse:
    """POST ends somebody's directing for a club; doing it twice is doing it once."""
    actor = actor_of(request)
    must_administer(actor)
    service.dismiss_director(director_id=director, by=actor, now=timezone.now())
    return redirect("federation")


@never_cache
@require_POST
def key_register(request: HttpRequest) -> HttpResponse:
    """The form that registers the certificate of a club's laptop."""
    actor = actor_of(request)
    must_administer(actor)
    form = KeyForm(request.POST, prefix="schluessel")
    if form.is_valid():
        with Attempt(form, field="certificate") as attempt:
            key = service.register_key(
                club=found_club(form.cleaned_data["club"]),
                certificate=form.cleaned_data["certificate"],
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            said = _("Eingetragen. Fingerabdruck: {fingerprint}").format(fingerprint=key.fingerprint)
            messages.success(request, said)
            return redirect("federation")
    return federation_page(request, actor, key_form=form, status=422)


@never_cache
@require_POST
def key_withdraw(request: HttpRequest, laptop: int) -> HttpResponse:
    """POST withdraws the key of a club's laptop."""
    actor = actor_of(request)
    must_administer(actor)
    service.withdraw_key(key_id=laptop, by=actor, now=timezone.now())
    return redirect("federation")


@never_cache
@require_safe
def club(request: HttpRequest, club: int) -> HttpResponse:
    """What one club holds, for those who direct for it."""
    must(may_see_club(actor_of(request), club))
    found = get_object_or_404(Club, pk=club)
    at = Paginator(selector.events_of(found), A_PAGE).get_page(request.GET.get("seite"))
    return page(
        request,
        "tournaments/federation/club.html",
        club=found,
        seasons=seasons().filter(club=found) if at.number == 1 else (),
        events=[(one, status_badge(one)) for one in at],
        pages=at,
    )


@never_cache
@require_safe
def register(request: HttpRequest) -> HttpResponse:
    """Players by the beginning of their names: of all clubs for the federation, of their own for directors."""
    actor = actor_of(request)
    must(may_search_players(actor))
    words = request.GET.get("name", "")[:80]
    of_all = may_administer(actor)
    found = selector.players_named(words, clubs=None if of_all else own_clubs(actor))
    at = Paginator(found, A_PAGE).get_page(request.GET.get("seite"))
    players = list(at)
    times = selector.times_played(players)
    return page(
        request,
        "tournaments/federation/register.html",
        name=words,
        players=players,
        players_table=PlayersTable([{"one": one, "times": times.get(one.pk, 0)} for one in players]),
        pages=at,
        of_all=of_all,
    )


@never_cache
def organiser(request: HttpRequest, slug: str) -> HttpResponse:
    """Which club holds this tournament: whoever leads it says so, for a club of his."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    held = Organiser.objects.select_related("club", "key").filter(tournament=tournament).first()
    of_whom = None if may_administer(actor) else own_clubs(actor)
    begun = {"club": held.club_id} if held else {}
    form = OrganiserForm(request.POST if request.method == "POST" else None, clubs=of_whom, initial=begun)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data["club"]
        with Attempt(form) as attempt:
            service.put_under(tournament_id=tournament.pk, club=said, by=actor, now=timezone.now())
        if not attempt.refused:
            messages.success(request, _("Ausrichter: {club}").format(club=said))
            return redirect("organiser", slug)
    return page(
        request,
        "tournaments/federation/organiser.html",
        tournament=tournament,
        current="desk",
        form=form,
        held=held,
        choices=form.fields["club"].queryset.exists(),  # type: ignore[attr-defined]
        status=422 if form.errors else 200,
    )


def found_club(name: str) -> Club:
    """The club of this name; a new one where there is none."""
    made = club_named(name)
    assert made is not None, "the form asks for a name"
    return made
