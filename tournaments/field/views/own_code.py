"""The code of one player's own page at the desk: shown on a screen, and renewed when somebody else has seen it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access.selectors.own_codes import OwnCode, own_code
from tournaments.event.permissions import may_direct
from tournaments.field.views.registrations import find_registration
from tournaments.lists.services.signing import renew_own_code
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.pages.phone_addresses import only_here, qr_svg, site_for_phones


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_code_shown(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The code to scan from the screen; renewing it closes the one on the card."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    one = find_registration(tournament, number)
    if request.method == "POST":
        renew_own_code(tournament_id=tournament.pk, start_number=number, by=actor, now=timezone.now())
        messages.success(
            request, _("{name} hat einen neuen Code. Der alte gilt nicht mehr.").format(name=one.player.name)
        )
        return redirect("own_code", slug, number)
    site, code = site_for_phones(request), own_code(one)
    link = scanned_own_page(site, code)
    return page(
        request,
        "tournaments/field/own/code.html",
        tournament=tournament,
        current="desk",
        one=one,
        svg=qr_svg(link),
        typed=typed_own_page(site, code),
        pin=code.spoken_pin,
        only_here=only_here(link),
    )


def scanned_own_page(site: str, code: OwnCode) -> str:
    """What stands in the square."""
    return site + reverse("own_page", args=[code.token])


def typed_own_page(site: str, code: OwnCode) -> str:
    """As short as it gets: nobody types http:// or the last stroke."""
    return (site + reverse("own_page", args=[code.typed])).split("//", 1)[-1].rstrip("/")
