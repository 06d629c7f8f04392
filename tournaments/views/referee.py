"""The referee: strike a game, correct a closed one, impose and lift penalties; every deed with its reason."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.forms.rulings import CorrectionForm, PenaltyForm, ReasonForm
from tournaments.models import Game, Penalty
from tournaments.permissions import may_referee
from tournaments.selectors import tournaments as selectors
from tournaments.selectors.sheets import SheetView, result_of, sheet_view
from tournaments.services import rulings as service
from tournaments.services.sheets import StaleSheet
from tournaments.views import sheet_rows
from tournaments.views.entry import about_game, game_form, place
from tournaments.views.frame import find_sheet, find_tournament, need_role, page
from tournaments.views.table import address, crumbs, posted, sheet_page

BOTH = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@require_safe
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """Every ruling and the offence book of a tournament."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    return page(
        request,
        "tournaments/referee/rulings.html",
        tournament=tournament,
        current="rulings",
        rulings=list(selectors.rulings(tournament)),
        penalties=[
            sheet_rows.drawn_penalty(penalty)
            | {"row": penalty, "lift_url": reverse("lift_penalty", args=[slug, penalty.pk])}
            for penalty in selectors.penalties(tournament)
        ],
    )


def found_game(
    request: HttpRequest, slug: str, series: int, table: int, number: int
) -> tuple[SheetView, Game]:
    """The list and the row in force, for a referee; 403 for others, 404 for a game that is not there."""
    found = find_sheet(slug, series, table)
    need_role(request, may_referee, found.table.series.tournament)
    view = sheet_view(found, now=timezone.now())
    row = view.game(number)
    if row is None:
        raise Http404
    return view, row


def newest(view: SheetView) -> SheetView:
    """The list as it stands now, after somebody else has written."""
    return sheet_view(find_sheet(*place(view)), now=timezone.now())


def refused_with(refusal: Refusal) -> int:
    return 409 if isinstance(refusal, StaleSheet) else 422


@never_cache
@BOTH
def strike(request: HttpRequest, slug: str, series: int, table: int, number: int) -> HttpResponse:
    """Strike a game that does not count."""
    view, row = found_game(request, slug, series, table, number)
    actor = need_role(request, may_referee, view.tournament)
    form = ReasonForm(posted(request), initial={"seen_version": view.sheet.version})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                service.strike_game(
                    sheet_id=view.sheet.pk, number=number, by=actor, now=timezone.now(), **form.cleaned_data
                )
            except Refusal as refusal:
                status = refused_with(refusal)
                form.add_error(None, say(refusal))
                view = newest(view)
            else:
                messages.success(
                    request,
                    _("Spiel %(number)s ist gestrichen und wird neu gespielt.") % {"number": number},
                )
                return redirect(address(view))
    row = view.game(number) or row
    return sheet_page(
        request,
        "tournaments/referee/strike.html",
        view,
        status=status,
        heading=_("Spiel %(number)s streichen") % {"number": number},
        crumbs=crumbs(view, _("Spiel %(number)s streichen") % {"number": number}),
        number=number,
        row=sheet_rows.said_game(view, row),
        form=form,
        seen=seen_for(view, form.data, status),
    )


def seen_for(view: SheetView, data: Any, status: int) -> Any:
    """What the page says it has shown: the newest after a conflict, otherwise what was sent before."""
    return data.get("seen_version", view.sheet.version) if status == 422 else view.sheet.version


@never_cache
@BOTH
def correct(request: HttpRequest, slug: str, series: int, table: int, number: int) -> HttpResponse:
    """Replace the row of a game by ruling; the old row stays, struck."""
    view, row = found_game(request, slug, series, table, number)
    actor = need_role(request, may_referee, view.tournament)
    data = posted(request)
    form = game_form(view, number, data=data, known=row, carried=request.GET, kind=CorrectionForm)
    status, submission = 200, uuid4()
    if request.method == "POST":
        status, submission = 422, form.submission
        if form.is_valid() and form.confirmed:
            assert form.result is not None
            try:
                service.correct_game(
                    sheet_id=view.sheet.pk,
                    number=number,
                    result=form.result,
                    reason=form.cleaned_data["reason"],
                    submission=submission,
                    seen_version=form.seen_version,
                    by=actor,
                    now=timezone.now(),
                )
            except Refusal as refusal:
                status = refused_with(refusal)
                form.add_error(None, say(refusal))
                if status == 409:
                    view, submission = newest(view), uuid4()
            else:
                messages.success(request, _("Spiel %(number)s ist berichtigt.") % {"number": number})
                return redirect(address(view))
    row = view.game(number) or row
    return sheet_page(
        request,
        "tournaments/referee/correct.html",
        view,
        status=status,
        number=number,
        row=sheet_rows.said_game(view, row),
        same=form.is_bound and form.result == result_of(row),
        form=form,
        doubts=[say(doubt.sentence) for doubt in form.doubts],
        conflict=status == 409,
        writable=True,
        penalised=[penalty for penalty in view.penalties if penalty.game and penalty.game.number == number],
        seen=form.seen_version if status == 422 else view.sheet.version,
        submission=submission,
        **about_game(view, number),
    )


@never_cache
@BOTH
def penalty(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Impose a penalty: first what it will cost is shown, then it is confirmed."""
    found = find_sheet(slug, series, table)
    actor = need_role(request, may_referee, found.table.series.tournament)
    view = sheet_view(found, now=timezone.now())
    form = PenaltyForm(
        posted(request),
        rules=view.rules,
        seats=view.seats,
        games=view.games,
        initial={"game": request.GET.get("spiel", ""), "kind": first_kind(view)},
    )
    status, told = 200, None
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                told = announced(view, form.cleaned_data)
                if request.POST.get("confirmed") != told["mark"]:
                    status = 200
                else:
                    impose(view, form.cleaned_data, by=actor)
                    messages.success(request, _("Die Strafe steht auf der Liste."))
                    return redirect(address(view))
            except Refusal as refusal:
                status, told = refused_with(refusal), None
                form.add_error(None, say(refusal))
                view = newest(view)
    return sheet_page(
        request,
        "tournaments/referee/penalty.html",
        view,
        status=status,
        heading=_("Strafe"),
        crumbs=crumbs(view, _("Strafe")),
        form=form,
        told=told,
        seen=seen_for(view, form.data, status) if told is None else form.cleaned_data["seen_version"],
    )


def first_kind(view: SheetView) -> str:
    """What is offered first: the offence that the rule set names, or a warning."""
    return Penalty.Kind.LOOSE_HAND if view.rules.loose_hands else Penalty.Kind.WARNING


def announced(view: SheetView, wanted: dict[str, Any]) -> dict[str, Any]:
    """What this penalty will cost, with a sign of exactly that; what has changed since must be read again."""
    seat = next(seat for seat in view.seats if seat.number == wanted["seat"])
    kind = Penalty.Kind(wanted["kind"])
    told: dict[str, Any] = {"name": seat.registration.name, "kind": kind.label, "reason": wanted["reason"]}
    if kind is Penalty.Kind.LOOSE_HAND:
        rule = service.prescribe_loose_hand(view, wanted["game"], seat.number)
        told |= {
            "game": wanted["game"],
            "offence": rule.offence,
            "paragraph": rule.paragraph,
            "cost": sheet_rows.said_cost(rule.value.points, rule.value.augen),
            "before": rule.hand.augen,
            "after": rule.hand.augen + rule.value.augen,
            "repeated": rule.value.referee_needed,
        }
    elif kind is Penalty.Kind.DEDUCTION:
        told["cost"] = sheet_rows.said_cost(-wanted["points"], 0)
    else:
        told["cost"] = sheet_rows.said_cost(0, 0)
    parts = (kind.value, seat.number, told.get("game", "-"), told.get("offence", "-"), told["cost"])
    return told | {"mark": "/".join(map(str, parts))}


def impose(view: SheetView, wanted: dict[str, Any], *, by: Any) -> None:
    """The one deed that fits the kind of penalty."""
    common = {
        "sheet_id": view.sheet.pk,
        "reason": wanted["reason"],
        "seen_version": wanted["seen_version"],
        "by": by,
        "now": timezone.now(),
    }
    if wanted["kind"] == Penalty.Kind.LOOSE_HAND:
        service.penalise_loose_hand(number=wanted["game"], seat_number=wanted["seat"], **common)
        return
    seat = next(seat for seat in view.seats if seat.number == wanted["seat"])
    points = wanted["points"] if wanted["kind"] == Penalty.Kind.DEDUCTION else 0
    service.deduct_points(start_number=seat.registration.start_number, points=points, **common)


@never_cache
@BOTH
def lift_penalty(request: HttpRequest, slug: str, penalty: int) -> HttpResponse:
    """Take a penalty back by a ruling of its own."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_referee, tournament)
    row = selectors.penalties(tournament).filter(pk=penalty).first()
    if row is None:
        raise Http404
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            service.lift_penalty(
                penalty_id=row.pk, reason=form.cleaned_data["reason"], by=actor, now=timezone.now()
            )
        except Refusal as refusal:
            form.add_error(None, say(refusal))
        else:
            messages.success(request, _("Die Strafe ist aufgehoben."))
            return redirect("rulings", slug)
    return page(
        request,
        "tournaments/referee/lift.html",
        tournament=tournament,
        current="rulings",
        status=422 if form.errors else 200,
        form=form,
        penalty=sheet_rows.drawn_penalty(row) | {"name": row.registration.name},
    )
