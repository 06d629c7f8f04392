"""„Netz im Saal“: which address codes carry, whether phones arrive, what to print again when the address has changed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access.selectors.phones import current_address, networks
from tournaments.access.visitors import at_this_machine
from tournaments.desk.services.network import (
    CHECK_LASTS,
    begin_check,
    choose,
    phone_arrived,
    printed_anew,
    running,
)
from tournaments.event.permissions import Actor, may_direct
from tournaments.models import HallAddress, PhoneCheck, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_tournament, is_fragment_request, need_role, page
from tournaments.pages.phone_addresses import only_here, outdated_paper, qr_svg, site_under

NEWEST = 8  # lines of the past that the page shows
COUNTED = "rommeclub_probe"  # the trial for which this phone was counted
CERTIFICATE = "hall-ca.pem"  # written by `manage.py hall_certificate`


@never_cache
def network(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; POST chooses an address, says that paper was printed anew, or begins a trial with phones."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    attempt = Attempt()
    if request.method == "POST":
        with attempt:
            return redirect(do_tapped(request, slug, actor))
    return page(
        request,
        "tournaments/desk/network/network.html",
        tournament=tournament,
        current="desk",
        typed=request.POST.get("name", ""),
        refused=attempt.said,
        status=attempt.status,
        **network_facts(request, tournament),
    )


def network_facts(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The networks with a code each, and which of them counts."""
    if settings.PRODUCTION:  # a host has a name, and a network of its own
        return {"fixed": request.get_host()}
    here, now_called = networks(), current_address()
    ways = [(one.address, one.card) for one in here]
    if now_called and now_called not in dict(ways):
        ways.insert(0, (now_called, ""))
    return {
        "ways": [
            {
                "address": address,
                "card": card,
                "url": site_under(request, address),
                "svg": qr_svg(site_under(request, address) + "/"),
                "counts": address == now_called,
            }
            for address, card in ways
        ],
        "past": HallAddress.objects.order_by("-pk")[:NEWEST],
        "outdated": outdated_paper(tournament, tournament.series.order_by("-number").first()),
        "has_certificate": certificate_path().is_file(),
    }


def do_tapped(request: HttpRequest, slug: str, actor: Actor) -> str:
    """Do what was tapped; returns where to go on."""
    now, sent = timezone.now(), request.POST
    tournament_page = redirect("network", slug).url
    if "try" in sent:
        begun = begin_check(key=get_random_string(20), by=actor, now=now)
        return redirect("phone_check", slug, begun.key).url
    if "printed" in sent:
        printed_anew(address=current_address(), by=actor, now=now)
        messages.success(request, _("Gut: Auf dem Papier steht jetzt die neue Adresse."))
        return tournament_page
    wanted = sent.get("address") or sent.get("name") or ""
    chosen = choose(address=wanted, at_machine=at_this_machine(request), by=actor, now=now)
    messages.success(
        request, _("Codes tragen ab jetzt die Adresse {address}.").format(address=chosen.address)
    )
    return tournament_page


@never_cache
@require_safe
def check(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The code to scan, and how many phones have arrived by it."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    trial = get_object_or_404(PhoneCheck, key=key)
    arrivals = list(trial.arrivals.all())
    runs = running(trial, now=timezone.now())
    stamp = f"{len(arrivals)}{'' if runs else '-over'}"
    if is_fragment_request(request) and request.headers.get("X-Seen") == stamp:
        return HttpResponse(status=204)
    site = (
        f"{request.scheme}://{request.get_host()}"
        if settings.PRODUCTION
        else site_under(request, current_address())
    )
    url = f"{site}/handy/{key}/"
    return page(
        request,
        "tournaments/desk/network/_arrivals.html"
        if is_fragment_request(request)
        else "tournaments/desk/network/check.html",
        tournament=tournament,
        current="desk",
        trial=trial,
        arrivals=arrivals,
        runs=runs,
        stamp=stamp,
        url=url,
        svg=qr_svg(url),
    )


@never_cache
def phone(request: HttpRequest, key: str) -> HttpResponse:
    """What the phone shows. It sends the form by itself: so the way back, cookies and forms are tried with it."""
    trial = get_object_or_404(PhoneCheck, key=key)
    arrived, here = None, only_here(request.build_absolute_uri())
    runs = running(trial, now=timezone.now())
    if request.method == "POST" and not here:
        again = runs and request.COOKIES.get(COUNTED) == key  # sent twice, or opened once more
        arrived = again or phone_arrived(key=key, called=request.get_host(), now=timezone.now())
    over = arrived is False or not runs
    answer = page(request, "tournaments/desk/network/phone.html", arrived=arrived, over=over, here=here)
    if arrived:
        answer.set_cookie(
            COUNTED, key, max_age=int(CHECK_LASTS.total_seconds()), samesite="Lax", httponly=True
        )
    return answer


def certificate_path() -> Any:
    return settings.DATA_DIR / CERTIFICATE


@require_safe
def certificate(request: HttpRequest) -> HttpResponse:
    """How a phone comes to trust this laptop; only where it has a certificate of its own."""
    if not certificate_path().is_file():
        raise Http404
    return page(request, "tournaments/desk/network/certificate.html", actor=actor_of(request))


@require_safe
def certificate_file(_request: HttpRequest) -> HttpResponseBase:
    """The certificate of the laptop's own authority; its key never leaves the machine."""
    if not certificate_path().is_file():
        raise Http404
    return FileResponse(
        certificate_path().open("rb"),
        as_attachment=True,
        filename="romme-club.crt",
        content_type="application/x-x509-ca-cert",
    )
