"""A list from paper at the desk: the whole list on one grid, its second typing, and the rows two people read differently."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.points import possible_finishes
from scoring.shorthand import SPELLED
from tournaments.event.permissions import may_score, must
from tournaments.lists.core.life import Deed, possible
from tournaments.lists.selectors.second_typing import mismatches, second_typing
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.views import rows as sheet_rows
from tournaments.lists.views.sheets import address, crumbs, posted, sheet_page
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_sheet
from tournaments.paper_entry.forms.grid import GridForm, SettleForm
from tournaments.paper_entry.services import entry as paper_entry
from tournaments.paper_entry.services.entry import RowRefused
from tournaments.paper_entry.views.grid_words import drawn_grid, grid_answer, said_row
from tournaments.paper_entry.views.next_list import PILE, after, tell_taken


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def paper_grid(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The whole list on one page; saving writes every new row, or none."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_score(actor, found))
    view = sheet_view(found, now=timezone.now())
    form = GridForm(posted(request), view=view)
    if request.method != "POST":
        return grid_page(request, view, form, seen=view.sheet.version, submission=uuid4())
    seen, submission = form.seen_version, form.submission
    if not form.is_valid() or not form.confirmed:
        return grid_page(request, view, form, seen=seen, submission=submission, status=422)
    with Attempt() as attempt:
        typing = paper_entry.type_list(
            sheet_id=found.pk,
            results=form.results,
            submission=submission,
            seen_version=seen,
            by=actor,
            now=timezone.now(),
            confirmed={number: [doubt.code for doubt in found] for number, found in form.doubts.items()},
            paper_totals=form.paper,
        )
    if attempt.stale:
        newer = sheet_view(find_sheet(slug, series, table), now=timezone.now())
        again = GridForm(request.POST, view=newer)
        again.is_valid()
        return grid_page(
            request, newer, again, seen=newer.sheet.version, submission=uuid4(), status=409, conflict=True
        )
    if attempt.refused:
        match attempt.refusal:
            case RowRefused(sentence=sentence):
                form.refuse_row(int(str(sentence.values["number"])), attempt.said)
            case _:
                form.add_error(None, attempt.said)
        return grid_page(request, view, form, seen=seen, submission=submission, status=422)
    tell_taken(request, len(typing.rows))
    return after(request, found, "paper_grid")


def grid_page(
    request: HttpRequest,
    view: SheetView,
    form: GridForm,
    *,
    seen: int,
    submission: UUID,
    status: int = 200,
    conflict: bool = False,
    template: str = "tournaments/paper_entry/grid.html",
    heading: str = "",
    **more: Any,
) -> HttpResponse:
    """The grid with everything that was typed, the sums of the server, and what is wrong where."""
    heading = heading or (_("Kontroll-Eingabe") if form.blind else _("Liste vom Papier"))
    return sheet_page(
        request,
        template,
        view,
        status=status,
        heading=heading,
        title=f"{heading}, {sheet_rows.sheet_title(view)}",
        crumbs=crumbs(view, heading),
        form=form,
        conflict=conflict,
        seen=seen,
        submission=submission,
        spelled=json.dumps(SPELLED),
        signs=[finish.value for finish in possible_finishes(view.rules)],
        sums_url=address(view, "second_sums" if form.blind else "paper_sums"),
        follows=not form.blind,
        totals_url=f"{address(view, 'totals_only')}?{PILE}=1" if PILE in request.GET else "",
        **drawn_grid(form),
        **more,
    )


@never_cache
@require_POST
def paper_sums(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """What the typed rows come to, while they are typed. Changes nothing."""
    return sums_page(request, slug, series, table, blind=False)


@never_cache
@require_POST
def second_sums(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The same for a second typing, which does not see what stands on the list."""
    return sums_page(request, slug, series, table, blind=True)


def sums_page(request: HttpRequest, slug: str, series: int, table: int, *, blind: bool) -> HttpResponse:
    found = find_sheet(slug, series, table)
    must(may_score(actor_of(request), found))
    form = GridForm(request.POST, view=sheet_view(found, now=timezone.now()), blind=blind)
    form.is_valid()
    return JsonResponse(grid_answer(form, drawn_grid(form)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def second_typing_page(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Another person types the same paper without seeing the first typing; then only the differences are shown."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_score(actor, found))
    view = sheet_view(found, now=timezone.now())
    form = GridForm(posted(request), view=view, blind=True)
    if request.method != "POST":
        return grid_page(request, view, form, seen=view.sheet.version, submission=uuid4())
    if not form.is_valid():
        return grid_page(request, view, form, seen=form.seen_version, submission=form.submission, status=422)
    with Attempt(form) as attempt:
        paper_entry.type_again(
            sheet_id=found.pk,
            results=form.results,
            submission=form.submission,
            by=actor,
            now=timezone.now(),
        )
    if attempt.refused:
        return grid_page(
            request, view, form, seen=form.seen_version, submission=form.submission, status=attempt.status
        )
    return redirect(address(found, "mismatches"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mismatches_page(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The rows that two people read differently, each settled by a tap."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_score(actor, found))
    form = SettleForm(posted(request))
    status, refused = 200, ""
    if request.method == "POST":
        status = 422
        if form.is_valid():
            with Attempt() as attempt:
                settled = paper_entry.settle(
                    sheet_id=found.pk, by=actor, now=timezone.now(), **form.cleaned_data
                )
            if not attempt.refused:
                messages.success(request, _("Spiel %(number)s ist geklärt.") % {"number": settled.number})
                return redirect(address(found, "mismatches"))
            status = attempt.status
            refused = attempt.said
        else:
            refused = _("Bitte bei einer Zeile antippen, was gilt.")
    view = sheet_view(find_sheet(slug, series, table), now=timezone.now())
    typing = second_typing(view.sheet)
    return sheet_page(
        request,
        "tournaments/paper_entry/mismatches.html",
        view,
        status=status,
        heading=_("Abweichungen"),
        crumbs=crumbs(view, _("Abweichungen")),
        refused=refused,
        typing=typing,
        rows=[
            {
                "number": row.number,
                "first": said_row(view, row.first) if row.first else "",
                "second": said_row(view, row.second) if row.second else "",
                "correct_url": ""
                if possible(Deed.CORRECT, view.life)
                else address(view, "correct", row.number),
            }
            for row in (mismatches(view, typing) if typing else ())
        ],
        second_url=address(view, "second_typing"),
    )
