"""„Liste fotografieren und senden“: the table's own phone sends the photo of its list to the desk, which reads and takes it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.speech import say
from tournaments.event.permissions import may_score, must
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.views.sheets import address, crumbs, sheet_page
from tournaments.models import PaperUpload, ScoreSheet
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_sheet
from tournaments.paper_entry.forms.photos import PhotoForm
from tournaments.reading.core.missing import missing
from tournaments.reading.selectors import queue as selector
from tournaments.reading.services import queue as service


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def paper_send(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The form for a photo, and what became of those that were sent."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_score(actor, found))
    form = PhotoForm(request.POST, request.FILES) if request.method == "POST" else PhotoForm()
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as attempt:
            service.send_from_table(
                sheet_id=found.pk, picture=form.cleaned_data["photo"], by=actor, now=timezone.now()
            )
        if not attempt.refused:
            messages.success(request, _("Das Foto ist bei der Turnierleitung."))
            return redirect(address(found, "paper_send"))
    service.wake(now=timezone.now())
    view = sheet_view(found, now=timezone.now())
    gone = missing()
    return sheet_page(
        request,
        "tournaments/reading/sender.html",
        view,
        status=422 if form.errors else 200,
        heading=_("Liste fotografieren und senden"),
        crumbs=crumbs(view, _("Liste fotografieren und senden")),
        form=form,
        missing=say(gone) if gone else "",
        sent=[shown(one) for one in selector.sent_by_table(found)],
        full=full(found),
    )


def full(sheet: ScoreSheet) -> bool:
    return sheet.uploads.count() >= service.MOST_OF_TABLE


def shown(upload: PaperUpload) -> dict[str, Any]:
    """A photo on its way: how far it is, and what to do if it could not be read."""
    readings = list(upload.readings.all())
    refusals = [upload.refusal, *(one.refusal for one in readings)]
    result = readings[-1].proposal.get("result", {}) if readings else {}
    refusals.append(result.get("refused", {}))
    refusal = next((one for one in map(selector.sentence_of, refusals) if one is not None), None)
    return {
        "at": upload.sent_at,
        "who": upload.sent_by,
        "waits": upload.state in (PaperUpload.State.WAITING, PaperUpload.State.READING),
        "refusal": say(refusal) if refusal else "",
    }
