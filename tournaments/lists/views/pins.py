"""What the tables sign with: the code of every player, and whether the left neighbour confirms each game."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.access.selectors.own_codes import own_code
from tournaments.event.permissions import may_direct
from tournaments.event.selectors.tournaments import registrations
from tournaments.lists.services import confirming, signing
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import find_tournament, need_role, page


@never_cache
def pins(request: HttpRequest, slug: str) -> HttpResponse:
    """Every player's code, as the start card has it; a seen one is renewed."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    refused = ""
    if request.method == "POST":
        deed, now = request.POST.get("deed", ""), timezone.now()
        with Attempt() as attempt:
            if deed in ("confirm", "no_confirm"):
                confirming.want_confirmation(
                    tournament_id=tournament.pk, wanted=deed == "confirm", by=actor, now=now
                )
                messages.success(request, _("Gespeichert."))
                return redirect("pins", slug)
            sent = request.POST.get("start_number", "")
            number = int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 9 else 0
            renewed = signing.renew_own_code(
                tournament_id=tournament.pk, start_number=number, by=actor, now=now
            )
            messages.success(
                request,
                _("{name} hat einen neuen Code. Die alte Startkarte gilt nicht mehr.").format(
                    name=renewed.name
                ),
            )
            return redirect("pins", slug)
        refused = attempt.said
    return page(
        request,
        "tournaments/lists/pins.html",
        tournament=tournament,
        current="desk",
        status=422 if refused else 200,
        refused=refused,
        rows=[
            (one, own_code(one).spoken_pin) for one in registrations(tournament) if one.withdrawn_at is None
        ],
    )
