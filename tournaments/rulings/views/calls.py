"""„Ruf den Schiedsrichter“: one tap at the table, and who goes; read by polling, worked also without scripts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.event.permissions import may_referee, may_score, must
from tournaments.event.selectors.waiting import waits
from tournaments.lists.views.sheets import address
from tournaments.models import RefereeCall, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_sheet, find_tournament, is_fragment_request, need_role
from tournaments.rulings.forms.protests import NoteForm
from tournaments.rulings.selectors import calls as selector
from tournaments.rulings.services import calls as service
from tournaments.rulings.words.calls import of_table, of_tournament

A_DAY = 24 * 60 * 60  # seconds; a call that waited longer is as old


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def call(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The button of a table: call, take the call back, and look whether somebody comes; open pages ask `views.news`."""
    sheet = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_score(actor, sheet))
    refused, status = "", 200
    if request.method == "POST":
        facts: dict[str, Any] = {"sheet_id": sheet.pk, "by": actor, "now": timezone.now()}
        with Attempt() as attempt:
            if request.POST.get("deed") == "back":
                service.take_call_back(**facts)
            else:
                service.call_referee(**facts, **as_sent(request.POST))
        refused, status = attempt.said, 422 if attempt.refused else 200
    if is_fragment_request(request):
        typed = request.POST.get("spiel", "")
        entering = int(typed) if typed.isdecimal() and len(typed) < 6 else None
        return render(
            request,
            "tournaments/rulings/calls/_call.html",
            of_table(sheet, entering=entering) | {"refused": refused},
            status=status,
        )
    if refused:
        messages.error(request, refused)
    elif request.method == "POST" and selector.open_call(sheet) is not None:
        messages.success(request, _("Der Schiedsrichter ist gerufen."))
    return redirect(address(sheet))


def as_sent(sent: QueryDict) -> dict[str, Any]:
    """Return when the call was tapped and whether it may have arrived before, as static/js/call.js says it."""
    waited = sent.get("waited", "")
    seconds = min(int(waited), A_DAY) if waited.isdecimal() and len(waited) < 20 else 0
    return {"waited": timedelta(seconds=seconds), "sent_before": "again" in sent}


@never_cache
@require_safe
def calls(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of a page that says who waits for a referee."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    if not is_fragment_request(request):
        return redirect("referee", slug)
    return fragment(request, tournament)


@never_cache
@require_safe
def waiting_badge(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the badge in the menu: how many calls and protests wait."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    return render(
        request, "parts/waiting_badge.html", {"tournament": tournament, "waiting": waits(tournament)}
    )


def fragment(
    request: HttpRequest, tournament: Tournament, *, refused: str = "", status: int = 200
) -> HttpResponse:
    context = of_tournament(tournament) | {"refused": refused}
    return render(request, "tournaments/rulings/calls/_calls.html", context, status=status)


def do_with_call(
    request: HttpRequest, slug: str, number: int, deed: Callable[..., Any], **facts: Any
) -> HttpResponse:
    """Do one deed with a call of this tournament, and show who waits now."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_referee, tournament)
    if not RefereeCall.objects.filter(pk=number, sheet__table__series__tournament=tournament).exists():
        raise Http404
    with Attempt() as attempt:
        deed(call_id=number, by=actor, now=timezone.now(), **facts)
    refused = attempt.said
    if is_fragment_request(request):
        return fragment(request, tournament, refused=refused, status=409 if refused else 200)
    if refused:
        messages.error(request, refused)
    return redirect("referee", slug)


@require_POST
def call_go(request: HttpRequest, slug: str, call: int) -> HttpResponse:
    """„Ich gehe hin“: on the way, everything that can be decided at that table is in hand."""
    said = do_with_call(request, slug, call, service.go)
    if said.status_code != 302:
        return said
    table = RefereeCall.objects.select_related("sheet__table__series").get(pk=call).sheet.table
    where = f"?serie={table.series.number}&tisch={table.number}#der-tisch"
    return redirect(reverse("referee", args=[slug]) + where)


@require_POST
def call_stay(request: HttpRequest, slug: str, call: int) -> HttpResponse:
    """Somebody else may go."""
    return do_with_call(request, slug, call, service.stay)


@require_POST
def call_done(request: HttpRequest, slug: str, call: int) -> HttpResponse:
    """It is settled, perhaps with a note."""
    form = NoteForm(request.POST)
    note = form.cleaned_data["note"] if form.is_valid() else request.POST.get("note", "")
    return do_with_call(request, slug, call, service.finish_call, note=note)
