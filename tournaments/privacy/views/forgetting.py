"""Forgetting somebody at the desk: what goes, what stays, and the name typed once more."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.backups.services.backups import Occasion, backups
from tournaments.event.permissions import Actor, may_administer, may_direct
from tournaments.event.selectors.persons import entries_of
from tournaments.event.selectors.tournaments import registrations
from tournaments.models import Player, Registration, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.privacy.services.forgetting import forget_person, may_forget, tournaments_of_entries


def may_ask_to_forget(actor: Actor, tournament: Tournament) -> bool:
    """Who may ask for it: the desk, and whoever keeps the machine, who alone reaches people of several desks."""
    return may_direct(actor, tournament) or may_administer(actor)


@never_cache
def forgetting(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Says what is going to happen; POST with the name does it."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_ask_to_forget, tournament)
    at_desk = may_direct(actor, tournament)
    one = get_object_or_404(registrations(tournament), start_number=number)
    back = (
        reverse("registration", args=[slug, number])
        if at_desk
        else reverse("player_entry", args=[one.player_id])
    )
    refused, typed = "", request.POST.get("name", "")[:200]
    if request.method == "POST":
        with Attempt() as attempt:
            forget_person(player_id=one.player_id, typed=typed, by=actor, now=timezone.now())
        if not attempt.refused:
            messages.success(request, _("Der Name ist gelöscht. Ergebnisse und Protokoll sind geblieben."))
            return redirect(back)
        refused = attempt.said
    entries = entries_of(one.player_id)
    places = Registration.objects.select_related("tournament").order_by("tournament__starts_on", "pk")
    register = Player.objects.filter(pk__in=entries).select_related("club").order_by("pk")
    return page(
        request,
        "tournaments/privacy/forgetting.html",
        tournament=tournament,
        current="desk",
        one=one,
        at_desk=at_desk,
        back=back,
        entries=register.prefetch_related(Prefetch("registrations", queryset=places)),
        several=len(entries) > 1,
        allowed=may_forget(actor, tournaments_of_entries(entries)),
        backups=sum(kept.occasion is Occasion.HAND for kept in backups()),
        typed=typed,
        refused=refused,
        status=422 if refused else 200,
    )
