"""A player's own data: looked at, taken along, and how he is called in public. Opened by the code of his own page."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scoring.speech import say
from tournaments.access.services.devices import CodeRefused
from tournaments.access.services.tries import TooManyTries
from tournaments.access.visitors import client_address
from tournaments.event.permissions import Actor, may_direct
from tournaments.event.selectors.tournaments import registrations
from tournaments.field.services.own_pages import open_own_page_by_token
from tournaments.models import Registration
from tournaments.pages.attempts import Attempt
from tournaments.pages.files import file_answer
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.privacy.forms import NamingForm
from tournaments.privacy.selectors.own_data import own_data
from tournaments.privacy.services.naming import call_as
from tournaments.privacy.words.own_data import parts_said, sex_in_words

JSON = "application/json"
ROLE = gettext_lazy("Eigene Seite")
View = Callable[..., HttpResponse]


def private_page(view: View) -> View:
    """Kept by no cache, found by no search engine, told to no other site; a code that opens nothing gets its sentence."""

    @wraps(view)
    def answer(request: HttpRequest, code: str) -> HttpResponse:
        try:
            found = open_own_page_by_token(token=code, address=client_address(request), now=timezone.now())
        except (TooManyTries, CodeRefused) as refusal:
            status = 429 if isinstance(refusal, TooManyTries) else 404
            return render(request, f"errors/{status}.html", {"sentence": say(refusal)}, status=status)
        response = view(request, found, code)
        response["Cache-Control"] = "private, no-store"
        response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
        response["Referrer-Policy"] = "same-origin"
        return response

    return answer


@private_page
@require_http_methods(["GET", "HEAD", "POST"])
def own_data_page(request: HttpRequest, found: Registration, code: str) -> HttpResponse:
    """Everything that is kept of the player of this code, in words; POST: how he wants to be called."""
    form = NamingForm(
        request.POST if request.method == "POST" else None, initial={"shown_as": found.shown_as}
    )
    by = Actor(
        registration_id=found.pk,
        page_issue=found.page_issue,
        device=request.headers.get("User-Agent", "")[:200],
    )
    if request.method == "POST" and wished(request, form, found, by):
        return redirect("own_data", code)
    return page(
        request,
        "tournaments/privacy/own_data.html",
        tournament=found.tournament,
        role=ROLE,
        code=code,
        one=found,
        form=form,
        data=(data := own_data(found)),
        parts=list(parts_said(data)),
        sex=sex_in_words(data),
        status=422 if form.errors else 200,
    )


@private_page
@require_safe
def own_data_file(_request: HttpRequest, found: Registration, _code: str) -> HttpResponse:
    """The same as a file that programs read."""
    text = json.dumps(own_data(found), ensure_ascii=False, indent=1)
    name = _("Meine Daten, Startnummer {number}").format(number=found.start_number)
    return file_answer(text.encode(), JSON, f"{found.tournament.name}, {name}.json", inline=False)


@require_http_methods(["POST"])
def naming(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The desk writes down how somebody wants to be called."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    form = NamingForm(request.POST)
    found = get_object_or_404(registrations(tournament), start_number=number)
    if not wished(request, form, found, actor):
        messages.error(request, _("Bitte wählen, wie der Name öffentlich erscheinen soll."))
    return redirect("registration", slug, number)


def wished(request: HttpRequest, form: NamingForm, found: Registration, by: Actor) -> bool:
    """Write the wish down and say so; False: the form says why not."""
    if not form.is_valid():
        return False
    with Attempt(form) as attempt:
        call_as(
            tournament_id=found.tournament_id,
            start_number=found.start_number,
            shown_as=form.cleaned_data["shown_as"],
            by=by,
            now=timezone.now(),
        )
    if attempt.refused:
        return False
    messages.success(request, _("Gemerkt: Öffentlich steht der Name ab jetzt so."))
    return True
