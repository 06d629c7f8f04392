"""Protests: filed at the table or at the desk, read by those whom they concern, decided by a referee."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.event.permissions import Actor, may_referee, may_score, must
from tournaments.event.selectors.names import matches
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.views.sheets import address, crumbs, posted, sheet_page
from tournaments.models import ScoreSheet, Seat, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.forms import ReasonForm
from tournaments.pages.frame import actor_of, find_sheet, find_tournament, need_role, page
from tournaments.rulings.forms.protests import DecisionForm, ProtestForm
from tournaments.rulings.selectors import protests as selector
from tournaments.rulings.selectors.protests import ProtestView, window_ends, window_open
from tournaments.rulings.services import protests as service

BOTH = require_http_methods(["GET", "HEAD", "POST"])
FOUND = 12


@never_cache
@require_safe
def protests(request: HttpRequest, slug: str) -> HttpResponse:
    """Every protest of a tournament, and the way to file one for somebody who stands at the desk."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    typed = request.GET.get("wer", "").strip()[:80]
    return page(
        request,
        "tournaments/rulings/protests/protests.html",
        tournament=tournament,
        current="referee",
        protests=[protest_context(one) for one in selector.protest_book(tournament)],
        typed=typed,
        seats=seats_found(tournament, typed) if typed else [],
    )


def seats_found(tournament: Tournament, typed: str) -> list[dict[str, Any]]:
    """Where somebody sat in each series, by name or start number: the latest first."""
    rows = (
        Seat.objects.filter(series__tournament=tournament)
        .select_related("table__series__tournament", "registration__player")
        .order_by("-series__number", "table__number", "number")
    )
    return [
        {"seat": seat, "series": seat.table.series.number, "url": f"{filing(seat)}?platz={seat.number}"}
        for seat in rows
        if matches(typed, seat.registration.player.listed_name, number=seat.registration.start_number)
    ][:FOUND]


def filing(seat: Seat) -> str:
    series = seat.table.series
    return reverse("protest", args=[series.tournament.slug, series.number, seat.table.number])


def protest_context(one: ProtestView) -> dict[str, Any]:
    """One protest with the word for how it stands."""
    last = one.last
    state = (
        "open"
        if one.is_open
        else {"granted": "accepted", "withdrawn": "draft"}.get(last.kind, "struck")
        if last
        else "open"
    )
    return {
        "protest": one.protest,
        "steps": one.steps,
        "open": one.is_open,
        "state": state,
        "word": str(last.get_kind_display()) if last else _("offen"),
        "url": address(one.protest.sheet, "protest_shown", one.protest.number),
    }


@never_cache
@BOTH
def protest(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """File a protest about a list: at its table, or at the desk for a player."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_score(actor, found))
    view = sheet_view(found, now=timezone.now())
    form = ProtestForm(
        posted(request),
        view=view,
        initial={"seat": request.GET.get("platz", ""), "game": request.GET.get("spiel", "")},
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            cleaned = form.cleaned_data
            with Attempt(form) as attempt:
                filed = service.file_protest(
                    sheet_id=found.pk,
                    seat_number=cleaned["seat"],
                    game_number=cleaned["game"],
                    text=cleaned["text"],
                    by=actor,
                    now=timezone.now(),
                )
            if not attempt.refused:
                messages.success(
                    request, _("Der Einspruch ist erhoben. Ein Schiedsrichter entscheidet darüber.")
                )
                return redirect(address(found, "protest_shown", filed.number))
    return sheet_page(
        request,
        "tournaments/rulings/protests/file.html",
        view,
        status=status,
        heading=_("Einspruch"),
        crumbs=crumbs(view, _("Einspruch")),
        form=form,
        earlier=[protest_context(one) for one in selector.of_sheet(found)],
        until=window_ends(found, view.rules),
        open_window=window_open(found, view.rules, now=timezone.now()),
    )


@never_cache
@BOTH
def protest_shown(request: HttpRequest, slug: str, series: int, table: int, protest: int) -> HttpResponse:
    """One protest for those whom it concerns; a referee decides here, the player may withdraw it."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_score(actor, found))
    one = about(found, protest)
    view = sheet_view(found, now=timezone.now())
    referees = may_referee(actor, view.tournament)
    deed = request.POST.get("deed", "")
    form = DecisionForm(posted(request) if deed in ("granted", "dismissed", "") else None)
    back = ReasonForm(posted(request) if deed == "reopen" else None)
    status, refused = 200, ""
    if request.method == "POST":
        status = 422
        with Attempt() as attempt:
            if do_what_was_asked(request, one, actor, form, back):
                return redirect(request.path)
        if attempt.refused:
            refused = attempt.said
            one = about(found, protest)
    return sheet_page(
        request,
        "tournaments/rulings/protests/protest.html",
        view,
        status=status,
        heading=_("Einspruch %(number)s") % {"number": protest},
        crumbs=crumbs(view, _("Einspruch %(number)s") % {"number": protest}),
        one=protest_context(one),
        refused=refused,
        form=form,
        back=back,
        referees=referees,
        ways=ways_on(view, one) if referees else [],
    )


def about(found: ScoreSheet, number: int) -> ProtestView:
    """This protest about this list, or 404."""
    one = next((one for one in selector.of_sheet(found) if one.protest.number == number), None)
    if one is None:
        raise Http404
    return one


def do_what_was_asked(
    request: HttpRequest, one: ProtestView, actor: Actor, form: DecisionForm, back: ReasonForm
) -> bool:
    """The one deed that was asked for; False when something is missing in the form."""
    common: dict[str, Any] = {"protest_id": one.protest.pk, "by": actor, "now": timezone.now()}
    match request.POST.get("deed"):
        case "withdraw":
            service.withdraw_protest(**common)
            messages.success(request, _("Der Einspruch ist zurückgezogen."))
            return True
        case "reopen":
            must(may_referee(actor, one.protest.sheet.table.series.tournament))
            if not back.is_valid():
                return False
            service.reopen_protest(reason=back.cleaned_data["reason"], **common)
            messages.success(request, _("Der Einspruch ist wieder offen."))
            return True
    must(may_referee(actor, one.protest.sheet.table.series.tournament))
    if not form.is_valid():
        return False
    granted = form.cleaned_data["deed"] == "granted"
    service.decide_protest(granted=granted, reason=form.cleaned_data["reason"], **common)
    messages.success(request, _("Der Einspruch ist entschieden."))
    return True


def ways_on(view: SheetView, one: ProtestView) -> list[dict[str, str]]:
    """What a referee may do after granting: each is a ruling of its own."""
    number = one.protest.game_number
    ways = [{"url": address(view, "penalty"), "label": _("Strafe eintragen")}]
    if number is not None and view.game(number) is not None:
        ways = [
            {
                "url": address(view, "correct", number),
                "label": _("Spiel %(number)s berichtigen") % {"number": number},
            },
            {
                "url": address(view, "strike", number),
                "label": _("Spiel %(number)s streichen") % {"number": number},
            },
            *ways,
        ]
    return ways
