"""The door to a table's list for any phone: a scanned code, or table and PIN as they are typed."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TypeVar

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.speech import say
from tournaments.access.selectors.codes import TYPED, code_of, device_of
from tournaments.access.services.devices import (
    CodeRefused,
    check_room,
    open_list_by_pin,
    open_list_by_token,
)
from tournaments.access.services.signed_in import moved
from tournaments.access.services.tries import TooManyTries
from tournaments.access.visitors import client_address, known_device
from tournaments.lists.forms.door import PinForm
from tournaments.lists.views.sheets import address
from tournaments.models import ScoreSheet, Tournament
from tournaments.pages.frame import DEVICE, TOKEN, page

Opened = TypeVar("Opened")  # a list, or somebody's own page


@never_cache
@require_safe
def table_link(request: HttpRequest, token: str) -> HttpResponse:
    """Open the list of a table on any phone: the session keeps what it came by, and no fact is changed."""
    typed = TYPED.fullmatch(token)
    where, now = client_address(request), timezone.now()
    try:
        if typed:
            device = known_device(request)
            found = open_list_by_pin(table=int(typed[1]), pin=typed[2], address=where, now=now, device=device)
        else:
            found = open_list_by_token(token=token, address=where, now=now)
    except TooManyTries as refusal:
        return render(request, "errors/429.html", {"sentence": say(refusal)}, status=429)
    except CodeRefused as refusal:
        return render(request, "errors/404.html", {"sentence": say(refusal)}, status=404)
    return come_in(request, found)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_door(request: HttpRequest) -> HttpResponse:
    """For those who type: which table, and its PIN."""
    form = PinForm(request.POST if request.method == "POST" else None)
    found, status = typed_at_the_door(request, form, open_list_by_pin)
    if found is not None:
        return come_in(request, found)
    return page(request, "tournaments/lists/door.html", form=form, status=status)


def typed_at_the_door(
    request: HttpRequest, form: Form, open_by_pin: Callable[..., Opened]
) -> tuple[Opened | None, int]:
    """What a typed number and its PIN open; None, and the status of the page that asks again, where they open nothing."""
    if request.method != "POST":
        return None, 200
    if not form.is_valid():
        return None, 422
    device = known_device(request)
    try:
        found = open_by_pin(
            **form.cleaned_data, address=client_address(request), now=timezone.now(), device=device
        )
    except (TooManyTries, CodeRefused) as refusal:
        form.add_error(None, say(refusal))
        return None, 429 if isinstance(refusal, TooManyTries) else 422
    return found, 200


def come_in(request: HttpRequest, sheet: ScoreSheet) -> HttpResponse:
    """Remember in the session how this device came in; a device that was sent away stays out.

    When the tournament is over there is nothing left to write: the code leads to the final standings.
    """
    tournament = sheet.table.series.tournament
    if tournament.status == Tournament.Status.FINISHED:
        return redirect("standings", tournament.slug)
    code = code_of(sheet)
    known = device_of(request.session.get(DEVICE, ""))
    same = known is not None and known.sheet_id == sheet.pk and known.code_number == code.number
    if same and known is not None and known.barred_at is not None:
        sentence = _("Dieses Gerät ist für diesen Tisch gesperrt. Bitte die Turnierleitung fragen.")
        return render(request, "errors/403.html", {"sentence": sentence}, status=403)
    if not same:
        try:
            check_room(sheet)
        except CodeRefused as refusal:
            return render(request, "errors/403.html", {"sentence": say(refusal)}, status=403)
        give_new_key(request)
        request.session[TOKEN] = code.token
        request.session[DEVICE] = secrets.token_urlsafe(24)
    return redirect(address(sheet))


def give_new_key(request: HttpRequest) -> None:
    """Give the session a key that nobody planted; whoever is signed in stays so, under the new key alone."""
    old = request.session.session_key
    request.session.cycle_key()
    if old:
        moved(old=old, new=str(request.session.session_key))
