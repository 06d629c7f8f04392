"""The register of players: one entry, names that stand twice, and two entries that are one person: shown before, said, taken back."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.event.permissions import Actor, may_administer, must
from tournaments.federation.permissions import may_say_who_is_who, may_search_players, own_clubs
from tournaments.federation.selectors import register as selector
from tournaments.federation.services import register as service
from tournaments.models import Player, SamePerson
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, page

LARGEST = 2**63 - 1


def in_reach(actor: Actor) -> frozenset[int] | None:
    """Whose players somebody sees: of his clubs; None: everybody's."""
    must(may_search_players(actor))
    return None if may_administer(actor) else own_clubs(actor)


def entry_or_404(number: int, actor: Actor) -> Player:
    """An entry that this actor may see; another club's is not there for him."""
    if number > LARGEST:
        raise Http404
    return get_object_or_404(selector.players(in_reach(actor)), pk=number)


@never_cache
@require_safe
def entry(request: HttpRequest, player: int) -> HttpResponse:
    """One entry: where it has played, who else it is, and a field for the number of another one."""
    actor = actor_of(request)
    one = entry_or_404(player, actor)
    typed = request.GET.get("nr", "").strip()
    if typed.isascii() and typed.isdecimal() and len(typed) < 18:
        return redirect("player_same", one.pk, int(typed))
    said = selector.said_of(one.pk)
    return page(
        request,
        "tournaments/federation/entry.html",
        player=one,
        played=selector.played_by(one.pk),
        said=[(same, may_say_who_is_who(actor, same.entry, same.person)) for same in said],
        typed=typed,
        may_forget=may_administer(actor),
        status=422 if typed else 200,
    )


@never_cache
@require_safe
def twice(request: HttpRequest) -> HttpResponse:
    """The page of names that stand more than once, perhaps one person each."""
    return page(
        request,
        "tournaments/federation/twice.html",
        named=selector.written_alike(in_reach(actor_of(request))),
        most=selector.MOST,
        alike=selector.MOST_ALIKE,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def same(request: HttpRequest, player: int, entry: int) -> HttpResponse:
    """What would be otherwise if the entry were this person; POST says that it is."""
    actor = actor_of(request)
    person, other = entry_or_404(player, actor), entry_or_404(entry, actor)
    attempt = Attempt()
    if request.method == "POST":
        with attempt:
            service.say_same(entry_id=other.pk, person_id=person.pk, by=actor, now=timezone.now())
        if not attempt.refused:
            messages.success(
                request,
                _("Nr. {entry} und Nr. {person} sind jetzt eine Person.").format(
                    entry=other.pk, person=person.pk
                ),
            )
            return redirect("player_entry", person.pk)
    return page(
        request,
        "tournaments/federation/same.html",
        person=person,
        entry=other,
        both=[(one, selector.played_by(one.pk)) for one in (person, other)],
        together=selector.both_in(other.pk, person.pk),
        born_apart=bool(person.born_on and other.born_on and person.born_on != other.born_on),
        changes=selector.seasons_changed(other.pk, person.pk) if other.pk != person.pk else [],
        refused=attempt.said,
        status=attempt.status,
    )


@never_cache
@require_POST
def part(request: HttpRequest, said: int) -> HttpResponse:
    """POST takes back that two entries are one person."""
    actor = actor_of(request)
    must(may_search_players(actor))
    told = get_object_or_404(SamePerson, pk=min(said, LARGEST))
    service.part_entries(same_id=told.pk, by=actor, now=timezone.now())
    messages.success(request, _("Getrennt: Es sind wieder zwei Personen."))
    return redirect("player_entry", told.person_id)
