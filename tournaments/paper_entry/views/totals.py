"""A list of which only the sums are known: the page on which they are entered, corrected and struck."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.speech import say
from tournaments.event.permissions import may_score, must
from tournaments.lists.core.life import Deed, possible
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.views.sheets import address, crumbs, posted, sheet_page
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_sheet
from tournaments.paper_entry.forms.totals import StrikeTotalsForm, TotalsForm
from tournaments.paper_entry.services import totals as service
from tournaments.paper_entry.services.totals import changed_hands
from tournaments.paper_entry.views.next_list import PILE, after


def closed(view: SheetView) -> bool:
    """From the signatures on a change is a ruling, and asks for its reason."""
    return not possible(Deed.CORRECT, view.life)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def totals_only(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Points, crosses and Augen of every seat, for lists whose games nobody types."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_score(actor, found))
    view = sheet_view(found, now=timezone.now())
    form = TotalsForm(posted(request), view=view, ask_reason=closed(view))
    if request.method != "POST":
        return sums_only_page(request, view, form, seen=view.sheet.version, submission=uuid4())
    seen, submission = form.seen_version, form.submission
    if not form.is_valid() or not form.confirmed:
        return sums_only_page(request, view, form, seen=seen, submission=submission, status=422)
    with Attempt(form) as attempt:
        service.enter_totals(
            sheet_id=found.pk,
            sums=form.sums,
            games=form.cleaned_data["games"],
            submission=submission,
            seen_version=seen,
            by=actor,
            now=timezone.now(),
            confirmed=[doubt.code for doubt in form.doubts],
            reason=form.cleaned_data.get("reason", ""),
        )
    if attempt.stale:
        newer = sheet_view(find_sheet(slug, series, table), now=timezone.now())
        return sums_only_page(request, newer, form, seen=newer.sheet.version, submission=uuid4(), status=409)
    if attempt.refused:
        return sums_only_page(request, view, form, seen=seen, submission=submission, status=422)
    messages.success(request, _("Tisch {table}: Die Summen stehen auf der Liste.").format(table=table))
    return after(request, found, "totals_only")


def sums_only_page(
    request: HttpRequest, view: SheetView, form: TotalsForm, *, seen: int, submission: UUID, status: int = 200
) -> HttpResponse:
    return sheet_page(
        request,
        "tournaments/paper_entry/totals.html",
        view,
        status=status,
        heading=_("Nur Summen"),
        crumbs=crumbs(view, _("Nur Summen")),
        form=form,
        seen=seen,
        submission=submission,
        doubts=[say(doubt.sentence) for doubt in form.doubts],
        changed_seats=changed_hands(view),
        grid_url=address(view, "paper_grid") + (f"?{PILE}=1" if PILE in request.GET else ""),
        in_a_pile=PILE in request.GET,
        strike_url=address(view, "strike_totals"),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def strike_totals(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Strike the sums, with a reason: afterwards games may be entered."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_score(actor, found))
    view = sheet_view(found, now=timezone.now())
    form = StrikeTotalsForm(posted(request), initial={"seen_version": view.sheet.version})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            with Attempt(form) as attempt:
                service.strike_totals(sheet_id=found.pk, by=actor, now=timezone.now(), **form.cleaned_data)
            if not attempt.refused:
                messages.success(request, _("Die Summen sind gestrichen."))
                return redirect(address(found))
            status = attempt.status
    return sheet_page(
        request,
        "tournaments/paper_entry/strike_totals.html",
        view,
        status=status,
        heading=_("Summen streichen"),
        crumbs=crumbs(view, _("Summen streichen")),
        form=form,
        totals_url=address(view, "totals_only"),
    )
