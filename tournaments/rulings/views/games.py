"""The referee rules about games: strike, correct, restore; each deed is looked at before it is confirmed."""

from __future__ import annotations

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

from scoring.numbers import GameNumber
from scoring.speech import say
from tournaments.event.permissions import may_referee
from tournaments.lists.selectors.sheets import SheetView, result_of, sheet_view
from tournaments.lists.views import rows as sheet_rows
from tournaments.lists.views.game import about_game, game_form
from tournaments.lists.views.sheets import address, crumbs, posted, sheet_page
from tournaments.models import Game
from tournaments.pages.forms import ReasonForm
from tournaments.pages.frame import find_sheet, need_role
from tournaments.rulings import services as service
from tournaments.rulings.forms.rulings import CorrectionForm, RestoreForm
from tournaments.rulings.views.steps import Prepared, seen_for, take_step

BOTH = require_http_methods(["GET", "HEAD", "POST"])


def found_list(request: HttpRequest, slug: str, series: int, table: int) -> SheetView:
    """The list for a referee; 403 for others."""
    found = find_sheet(slug, series, table)
    need_role(request, may_referee, found.table.series.tournament)
    return sheet_view(found, now=timezone.now())


def found_game(
    request: HttpRequest, slug: str, series: int, table: int, number: GameNumber
) -> tuple[SheetView, Game]:
    """The list and the row in force, for a referee; 403 for others, 404 for a game that is not there."""
    view = found_list(request, slug, series, table)
    row = view.game(number)
    if row is None:
        raise Http404
    return view, row


@never_cache
@BOTH
def strike(request: HttpRequest, slug: str, series: int, table: int, number: GameNumber) -> HttpResponse:
    """Strike a game that does not count."""
    view, row = found_game(request, slug, series, table, number)
    actor = need_role(request, may_referee, view.tournament)
    form = ReasonForm(posted(request), initial={"seen_version": view.sheet.version})

    def prepare() -> Prepared:
        wanted = form.cleaned_data
        deed = partial(service.strike_game, sheet_id=view.sheet.pk, number=number, by=actor, **wanted)
        return deed, (number, sorted(wanted.items()))

    step = take_step(request, view, form, prepare)
    if step.done:
        messages.success(
            request, _("Spiel %(number)s ist gestrichen und wird neu gespielt.") % {"number": number}
        )
        return redirect(address(view))
    heading = _("Spiel %(number)s streichen") % {"number": number}
    return sheet_page(
        request,
        "tournaments/rulings/strike.html",
        step.view,
        status=step.status,
        heading=heading,
        crumbs=crumbs(step.view, heading),
        number=number,
        row=sheet_rows.said_game(step.view, step.view.game(number) or row),
        form=form,
        told=step.told,
        seen=seen_for(step.view, form.data, step.status),
    )


@never_cache
@BOTH
def correct(request: HttpRequest, slug: str, series: int, table: int, number: GameNumber) -> HttpResponse:
    """Replace the row of a game by ruling; the old row stays, struck."""
    view, row = found_game(request, slug, series, table, number)
    actor = need_role(request, may_referee, view.tournament)
    form = game_form(view, number, data=posted(request), known=row, carried=request.GET, kind=CorrectionForm)

    def prepare() -> Prepared:
        facts: dict[str, Any] = {
            "result": form.result,
            "reason": form.cleaned_data["reason"],
            "seen_version": form.seen_version,
        }
        deed = partial(
            service.correct_game,
            sheet_id=view.sheet.pk,
            number=number,
            submission=form.submission,
            by=actor,
            **facts,
        )
        return deed, (number, sorted(facts.items()))

    step = take_step(request, view, form, prepare, ready=lambda: form.confirmed)
    if step.done:
        messages.success(request, _("Spiel %(number)s ist berichtigt.") % {"number": number})
        return redirect(address(view))
    fresh = not form.is_bound or step.status == 409
    row = step.view.game(number) or row
    return sheet_page(
        request,
        "tournaments/rulings/correct.html",
        step.view,
        status=step.status,
        number=number,
        row=sheet_rows.said_game(step.view, row),
        becomes=sheet_rows.said_result(step.view, form.result) if step.told and form.result else [],
        reason=form.data.get("reason", ""),
        same=form.is_bound and form.result == result_of(row),
        form=form,
        told=step.told,
        doubts=[say(doubt.sentence) for doubt in form.doubts],
        conflict=step.status == 409,
        writable=True,
        penalised=[penalty for penalty in step.view.penalties if penalty.of_game == number],
        seen=step.view.sheet.version if fresh else form.seen_version,
        submission=uuid4() if fresh else form.submission,
        **about_game(step.view, number),
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

    def prepare() -> Prepared:
        facts: dict[str, Any] = {"reason": form.cleaned_data["reason"], **form.seen}
        deed = partial(service.restore_row, sheet_id=view.sheet.pk, row_id=row, by=actor, **facts)
        return deed, (row, sorted(map(str, facts.items())))

    step = take_step(request, view, form, prepare)
    if step.done:
        said = _("Spiel %(number)s steht wieder so auf der Liste.")
        messages.success(request, said % {"number": struck.number})
        return redirect(address(view))
    standing = step.view.game(struck.number)
    heading = _("Spiel %(number)s: Zeile gilt wieder") % {"number": struck.number}
    return sheet_page(
        request,
        "tournaments/rulings/restore.html",
        step.view,
        status=step.status,
        heading=heading,
        crumbs=crumbs(step.view, heading),
        struck=sheet_rows.said_game(step.view, struck),
        why=struck.struck_reason,
        row=sheet_rows.said_game(step.view, standing) if standing else [],
        form=form,
        told=step.told,
        seen=seen_for(step.view, form.data, step.status),
        submission=submission_of(form),
    )


def submission_of(form: RestoreForm) -> str:
    return str(form.data.get("submission", "") or form.initial["submission"])
