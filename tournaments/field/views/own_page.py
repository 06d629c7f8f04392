"""A player's own page on his phone, opened by the code on his start card: next seat, games, ranks, protests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.access.selectors.own_codes import own_code
from tournaments.access.services.devices import CodeRefused
from tournaments.access.services.tries import TooManyTries
from tournaments.access.visitors import client_address, known_device
from tournaments.event.permissions import Actor
from tournaments.field.selectors import own_page as selector
from tournaments.field.selectors.own_codes import TYPED
from tournaments.field.selectors.own_page import OwnList, OwnPage
from tournaments.field.services import own_pages as service
from tournaments.field.words import drawn_list, drawn_place, drawn_protest, drawn_rank, drawn_ruling
from tournaments.lists.forms.door import StartNumberForm
from tournaments.lists.views.door import typed_at_the_door
from tournaments.models import Registration
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import is_fragment_request, page
from tournaments.pages.own_row import remember
from tournaments.rulings.forms.protests import OwnProtestForm
from tournaments.rulings.services import protests as protest_service

View = Callable[..., HttpResponse]
ROLE = gettext_lazy("Eigene Seite")


def private_page(view: View) -> View:
    """Kept by no cache, found by no search engine, told to no other site: the address itself is the key."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Cache-Control"] = "private, no-store"
        response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
        response["Referrer-Policy"] = (
            "same-origin"  # no-referrer would make browsers send forms without an origin
        )
        return response

    return answer


def refused_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    status = 429 if isinstance(refusal, TooManyTries) else 404
    return render(request, f"errors/{status}.html", {"sentence": say(refusal)}, status=status)


@private_page
@require_safe
def own_page(request: HttpRequest, code: str) -> HttpResponse:
    """The page of whoever holds this code, or the part of it that moves."""
    typed, where, now = TYPED.fullmatch(code), client_address(request), timezone.now()
    try:
        if typed:
            known = known_device(request)
            found = service.open_own_page_by_pin(
                start_number=int(typed[1]), pin=typed[2], address=where, now=now, device=known
            )
            return redirect("own_page", own_code(found).token)
        found = service.open_own_page_by_token(token=code, address=where, now=now)
    except (TooManyTries, CodeRefused) as refusal:
        return refused_page(request, refusal)
    own = selector.own_page(found, now=now)
    template = (
        "tournaments/field/own/_page.html"
        if is_fragment_request(request)
        else "tournaments/field/own/page.html"
    )
    answer = page(
        request, template, tournament=found.tournament, role=ROLE, **own_page_context(own, code, now)
    )
    remember(answer, found)
    return answer


def own_page_context(own: OwnPage, code: str, now: datetime) -> dict[str, Any]:
    """The page in words, with nothing left to add up."""
    out = {place.series for place in own.places}
    to_come = [place for place in own.places if not place.table.complete]
    return {
        "own": own,
        "one": own.registration,
        "list_now": own.lists[0].view.sheet if own.lists else None,
        "url": reverse("own_page", args=[code]),
        "code": code,
        "to_come": [drawn_place(place, own, now) for place in to_come],
        "without": [one.number for one in own.hanging if one.number not in out and not one.is_played],
        "ranks": [drawn_rank(rank) for rank in own.ranks],
        "lists": [drawn_list(one, code, now) for one in own.lists],
        "to_sign": [drawn_list(one, code, now) for one in own.to_sign],
        "protests": [drawn_protest(one, code) for one in own.protests],
        "rulings": [drawn_ruling(one) for one in own.rulings],
    }


@private_page
@require_http_methods(["GET", "HEAD", "POST"])
def own_protest(request: HttpRequest, code: str, series: int) -> HttpResponse:
    """Object to the own list of a series, or take an objection back, without asking anybody at the table."""
    now = timezone.now()
    try:
        found = service.open_own_page_by_token(token=code, address=client_address(request), now=now)
    except (TooManyTries, CodeRefused) as refusal:
        return refused_page(request, refusal)
    one = next((own for own in selector.own_lists(found, now=now) if own.series == series), None)
    if one is None:
        raise Http404(_("In dieser Serie gibt es noch keine Liste."))
    actor = Actor(
        registration_id=found.pk,
        page_issue=found.page_issue,
        device=request.headers.get("User-Agent", "")[:200],
    )
    if request.method == "POST" and request.POST.get("deed") == "withdraw":
        return withdraw_own_protest(request, found, code, actor)
    form = OwnProtestForm(
        request.POST if request.method == "POST" else None,
        view=one.view,
        initial={"game": request.GET.get("spiel", "")},
    )
    if request.method == "POST" and form.is_valid() and filed(request, form, one, actor):
        return redirect("own_page", code)
    return page(
        request,
        "tournaments/field/own/protest.html",
        tournament=found.tournament,
        role=ROLE,
        status=422 if request.method == "POST" else 200,
        form=form,
        one=found,
        own=drawn_list(one, code, now),
        back=reverse("own_page", args=[code]),
    )


def filed(request: HttpRequest, form: OwnProtestForm, one: OwnList, actor: Actor) -> bool:
    with Attempt(form) as attempt:
        protest_service.file_protest(
            sheet_id=one.view.sheet.pk,
            seat_number=one.seat.number,
            game_number=form.cleaned_data["game"],
            text=form.cleaned_data["text"],
            by=actor,
            now=timezone.now(),
        )
    if attempt.refused:
        return False
    messages.success(request, _("Der Einspruch ist erhoben. Ein Schiedsrichter entscheidet darüber."))
    return True


def withdraw_own_protest(request: HttpRequest, found: Registration, code: str, actor: Actor) -> HttpResponse:
    """Withdraw a protest of this player; a protest of anybody else is answered with 404."""
    typed = request.POST.get("protest", "")
    number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 9 else 0
    own = found.protests.filter(number=number).first()
    if own is None:
        raise Http404
    with Attempt() as attempt:
        protest_service.withdraw_protest(protest_id=own.pk, by=actor, now=timezone.now())
    if not attempt.refused:
        messages.success(request, _("Der Einspruch ist zurückgezogen."))
    else:
        messages.error(request, attempt.said)
    return redirect("own_page", code)


@private_page
@require_http_methods(["GET", "HEAD", "POST"])
def own_door(request: HttpRequest) -> HttpResponse:
    """For those who type: start number, and the PIN on the start card."""
    form = StartNumberForm(request.POST if request.method == "POST" else None)
    found, status = typed_at_the_door(request, form, service.open_own_page_by_pin)
    if found is not None:
        return redirect("own_page", own_code(found).token)
    return page(request, "tournaments/field/own/door.html", form=form, status=status)
