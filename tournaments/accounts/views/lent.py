"""Phones lent to referees for a day: the desk shows a QR code, the phone redeems it, either side ends it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.access.selectors.lent import code_waits, phone_with_code
from tournaments.access.services import lent as service
from tournaments.access.visitors import PHONE, borrowed_phone, client_address
from tournaments.accounts.views.staff import roles_page
from tournaments.event.permissions import may_direct
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_tournament, need_role, page
from tournaments.pages.phone_addresses import address_for_phones, only_here, qr_svg


@never_cache
@require_POST
def lend_phone(request: HttpRequest, slug: str, role: int) -> HttpResponse:
    """A code to scan, shown now and never again: a page and not a redirect."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    with Attempt() as attempt:
        phone, code = service.lend_phone(
            tournament_id=tournament.pk, role_id=role, by=actor, now=timezone.now()
        )
    if attempt.refused:
        return roles_page(request, tournament, refused=attempt.said, status=422)
    link = address_for_phones(request, reverse("fetch_phone", args=[code]))
    return page(
        request,
        "tournaments/accounts/lent.html",
        tournament=tournament,
        current="desk",
        lent=phone,
        svg=qr_svg(link),
        link=link,
        only_here=only_here(link),
    )


@never_cache
@require_POST
def take_phone_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """POST ends the rights of a lent phone, from its next request on."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    with Attempt() as attempt:
        service.end_loan(tournament_id=tournament.pk, number=number, by=actor, now=timezone.now())
    if attempt.refused:
        return roles_page(request, tournament, refused=attempt.said, status=422)
    messages.success(request, _("Handy {number} ist abgemeldet.").format(number=number))
    return redirect("roles", slug)


@never_cache
def fetch_phone(request: HttpRequest, code: str) -> HttpResponse:
    """The page to which a lent phone's QR code leads: GET only shows it, POST redeems the code."""
    now, phone = timezone.now(), phone_with_code(code)
    attempt = Attempt()
    if phone is None or not code_waits(phone, now):
        with attempt:
            if phone is None:
                service.count_wrong_code(client_address(request), now)
            raise service.loan_refused()
    elif request.method == "POST" and not request.user.is_authenticated:
        with attempt:
            phone, secret = service.fetch_phone(
                code=code, browser=request.headers.get("User-Agent", ""), now=now
            )
        if not attempt.refused:
            request.session.cycle_key()
            request.session[PHONE] = secret
            return redirect("referee", phone.tournament.slug)
    return page(
        request,
        "tournaments/accounts/fetch.html",
        waiting=None if attempt.refused else phone,
        refused=attempt.said,
        account=request.user if request.user.is_authenticated else None,
        status=attempt.status,
    )


@never_cache
@require_POST
def give_phone_back(request: HttpRequest) -> HttpResponse:
    """POST from the borrowed phone itself gives it back."""
    phone = borrowed_phone(request)
    if phone is not None:
        service.end_loan(
            tournament_id=phone.tournament_id, number=phone.number, by=actor_of(request), now=timezone.now()
        )
        messages.success(request, _("Danke. Dieses Handy ist wieder frei."))
    request.session.pop(PHONE, None)
    return redirect("home")
