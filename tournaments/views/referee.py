"""The referee rules about games: strike, correct, restore; each deed is looked at before it is confirmed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.forms.rulings import CorrectionForm, ReasonForm, RestoreForm
from tournaments.models import Game
from tournaments.permissions import may_referee
from tournaments.selectors.sheets import SheetView, result_of, sheet_view
from tournaments.services import rulings as service
from tournaments.services.sheets import StaleSheet
from tournaments.views import previews, sheet_rows
from tournaments.views.entry import about_game, game_form, place
from tournaments.views.frame import find_sheet, need_role
from tournaments.views.table import address, crumbs, posted, sheet_page

BOTH = require_http_methods(["GET", "HEAD", "POST"])
Told = dict[str, Any]


def found_list(request: HttpRequest, slug: str, series: int, table: int) -> SheetView:
    """The list for a referee; 403 for others."""
    found = find_sheet(slug, series, table)
    need_role(request, may_referee, found.table.series.tournament)
    return sheet_view(found, now=timezone.now())


def found_game(
    request: HttpRequest, slug: str, series: int, table: int, number: int
) -> tuple[SheetView, Game]:
    """The list and the row in force, for a referee; 403 for others, 404 for a game that is not there."""
    view = found_list(request, slug, series, table)
    row = view.game(number)
    if row is None:
        raise Http404
    return view, row


def newest(view: SheetView) -> SheetView:
    """The list as it stands now, after somebody else has written."""
    return sheet_view(find_sheet(*place(view)), now=timezone.now())


def refused_with(refusal: Refusal) -> int:
    return 409 if isinstance(refusal, StaleSheet) else 422


def look_or_do(
    request: HttpRequest, view: SheetView, deed: Callable[..., Any], *typed: object
) -> Told | None:
    """Do what was confirmed after it was looked at (None), otherwise say what it would change."""
    now = timezone.now()
    sign = previews.mark(view.sheet.pk, *typed)
    if previews.confirmed(request, sign):
        deed(now=now)
        return None
    seen = service.look_ahead(partial(deed, now=now), sheet_id=view.sheet.pk, now=now)
    return previews.drawn(seen, sign) | {"carried": previews.carried(request)}


def seen_for(view: SheetView, data: Any, status: int) -> Any:
    """What the page says it has shown: the newest after a conflict, otherwise what was sent before."""
    return view.sheet.version if status == 409 else data.get("seen_version", view.sheet.version)


@never_cache
@BOTH
def strike(request: HttpRequest, slug: str, series: int, table: int, number: int) -> HttpResponse:
    """Strike a game that does not count."""
    view, row = found_game(request, slug, series, table, number)
    actor = need_role(request, may_referee, view.tournament)
    form = ReasonForm(posted(request), initial={"seen_version": view.sheet.version})
    status, told = 200, None
    if request.method == "POST":
        status = 422
        if form.is_valid():
            deed = partial(
                service.strike_game, sheet_id=view.sheet.pk, number=number, by=actor, **form.cleaned_data
            )
            try:
                told = look_or_do(request, view, deed, number, sorted(form.cleaned_data.items()))
                status = 200
            except Refusal as refusal:
                status = refused_with(refusal)
                form.add_error(None, say(refusal))
                view = newest(view)
            else:
                if told is None:
                    said = _("Spiel %(number)s ist gestrichen und wird neu gespielt.")
                    messages.success(request, said % {"number": number})
                    return redirect(address(view))
    row = view.game(number) or row
    heading = _("Spiel %(number)s streichen") % {"number": number}
    return sheet_page(
        request,
        "tournaments/referee/strike.html",
        view,
        status=status,
        heading=heading,
        crumbs=crumbs(view, heading),
        number=number,
        row=sheet_rows.said_game(view, row),
        form=form,
        told=told,
        seen=seen_for(view, form.data, status),
    )


@never_cache
@BOTH
def correct(request: HttpRequest, slug: str, series: int, table: int, number: int) -> HttpResponse:
    """Replace the row of a game by ruling; the old row stays, struck."""
    view, row = found_game(request, slug, series, table, number)
    actor = need_role(request, may_referee, view.tournament)
    data = posted(request)
    form = game_form(view, number, data=data, known=row, carried=request.GET, kind=CorrectionForm)
    status, submission, told = 200, uuid4(), None
    if request.method == "POST":
        status, submission = 422, form.submission
        if form.is_valid() and form.confirmed:
            assert form.result is not None
            facts: dict[str, Any] = {
                "result": form.result,
                "reason": form.cleaned_data["reason"],
                "seen_version": form.seen_version,
            }
            deed = partial(
                service.correct_game,
                sheet_id=view.sheet.pk,
                number=number,
                submission=submission,
                by=actor,
                **facts,
            )
            try:
                told = look_or_do(request, view, deed, number, sorted(facts.items()))
                status = 200
            except Refusal as refusal:
                status = refused_with(refusal)
                form.add_error(None, say(refusal))
                if status == 409:
                    view, submission = newest(view), uuid4()
            else:
                if told is None:
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
        becomes=sheet_rows.said_result(view, form.result) if told and form.result else [],
        reason=form.data.get("reason", ""),
        same=form.is_bound and form.result == result_of(row),
        form=form,
        told=told,
        doubts=[say(doubt.sentence) for doubt in form.doubts],
        conflict=status == 409,
        writable=True,
        penalised=[penalty for penalty in view.penalties if penalty.of_game == number],
        seen=form.seen_version if form.is_bound and status != 409 else view.sheet.version,
        submission=submission,
        **about_game(view, number),
    )


@never_cache
@BOTH
def restore(request: HttpRequest, slug: str, series: int, table: int, row: int) -> HttpResponse:
    """Let a struck row count again: the way back from a strike and from a correction."""
    view = found_list(request, slug, series, table)
    actor = need_role(request, may_referee, view.tournament)
    struck = next((game for game in view.struck if game.pk == row), None)
    if struck is None:
        raise Http404
    form = RestoreForm(
        posted(request), initial={"seen_version": view.sheet.version, "submission": str(uuid4())}
    )
    status, told = 200, None
    if request.method == "POST":
        status = 422
        if form.is_valid():
            facts: dict[str, Any] = {"reason": form.cleaned_data["reason"], **form.seen}
            deed = partial(service.restore_row, sheet_id=view.sheet.pk, row_id=row, by=actor, **facts)
            try:
                told = look_or_do(request, view, deed, row, sorted(map(str, facts.items())))
                status = 200
            except Refusal as refusal:
                status = refused_with(refusal)
                form.add_error(None, say(refusal))
                view = newest(view)
            else:
                if told is None:
                    said = _("Spiel %(number)s steht wieder so auf der Liste.")
                    messages.success(request, said % {"number": struck.number})
                    return redirect(address(view))
    standing = view.game(struck.number)
    heading = _("Spiel %(number)s: Zeile gilt wieder") % {"number": struck.number}
    return sheet_page(
        request,
        "tournaments/referee/restore.html",
        view,
        status=status,
        heading=heading,
        crumbs=crumbs(view, heading),
        struck=sheet_rows.said_game(view, struck),
        why=struck.struck_reason,
        row=sheet_rows.said_game(view, standing) if standing else [],
        form=form,
        told=told,
        seen=seen_for(view, form.data, status),
        submission=submission_of(form),
    )


def submission_of(form: RestoreForm) -> str:
    return str(form.data.get("submission", "") or form.initial["submission"])
