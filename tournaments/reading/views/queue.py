"""„Listen vom Papier“ at the desk: pictures dropped, what waits, what was read, and what could not be."""

from __future__ import annotations

import io
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.speech import say
from tournaments.event.permissions import may_referee
from tournaments.models import PaperReading, PaperUpload, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import find_tournament, is_fragment_request, need_role, page
from tournaments.reading.core.missing import missing
from tournaments.reading.forms.pictures import PicturesForm
from tournaments.reading.selectors import queue as selector
from tournaments.reading.services import queue as service

JPEG = b"\xff\xd8"  # how every one begins


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def paper_queue(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything on one page; sent, the files wait there, also over a restart."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_referee, tournament)
    if request.method != "POST":
        return queue_page(request, tournament, PicturesForm())
    form = PicturesForm(request.POST, request.FILES)
    if not form.is_valid():
        return queue_page(request, tournament, form, status=422)
    with Attempt(form) as attempt:
        made = service.send(
            tournament_id=tournament.pk,
            files=[(one.name or "", one) for one in form.cleaned_data["pictures"]],
            by=actor,
            now=timezone.now(),
        )
        messages.success(
            request,
            ngettext("{count} Datei wird gelesen.", "{count} Dateien werden gelesen.", len(made)).format(
                count=len(made)
            ),
        )
        return redirect("paper_queue", tournament.slug)
    return queue_page(request, tournament, form, status=attempt.status)


def queue_page(
    request: HttpRequest, tournament: Tournament, form: PicturesForm, *, status: int = 200
) -> HttpResponse:
    """The whole page, or when it asks for news the part that moves."""
    now = timezone.now()
    service.wake(now=now)
    uploads = [shown_upload(one) for one in selector.uploads(tournament)]
    pages = [shown_page(tournament, one) for one in selector.readings(tournament)]
    left = sum(one["waits"] for one in uploads)
    stamp = f"{left}-{len(pages)}-{len(uploads)}-{max((one['pk'] for one in pages), default=0)}"
    if is_fragment_request(request) and request.headers.get("X-Seen") == stamp:
        return HttpResponse(status=204)
    gone = missing()
    context: dict[str, Any] = {
        "form": form,
        "missing": say(gone) if gone else "",
        "uploads": [one for one in uploads if one["waits"] or one["refusal"]],
        "ready": lists_of(pages),
        "refused": [one for one in pages if one["refusal"]],
        "left": left,
        "stamp": stamp,
    }
    template = (
        "tournaments/reading/_queue.html"
        if is_fragment_request(request)
        else "tournaments/reading/queue.html"
    )
    return page(request, template, tournament=tournament, current="desk", status=status, **context)


def shown_upload(upload: PaperUpload) -> dict[str, Any]:
    refusal = selector.sentence_of(upload.refusal)
    return {
        "pk": upload.pk,
        "name": upload.name,
        "waits": upload.state in (PaperUpload.State.WAITING, PaperUpload.State.READING),
        "state": upload.get_state_display(),
        "refusal": say(refusal) if refusal else "",
        "sent_by": upload.sent_by,
        "sent_at": upload.sent_at,
    }


def shown_page(tournament: Tournament, reading: PaperReading) -> dict[str, Any]:
    """One page that was read: which list, how much is asked, or why not."""
    result = reading.proposal.get("result", {})
    refusal = selector.sentence_of(reading.refusal)
    too_hard = selector.sentence_of(result.get("refused", {}))
    table = reading.sheet.table if reading.sheet else None
    at = [tournament.slug, table.series.number, table.number] if table else []
    return {
        "pk": reading.pk,
        "file": reading.upload.name,
        "page": reading.page,
        "part": reading.part,
        "refusal": say(refusal) if refusal else "",
        "too_hard": say(too_hard) if too_hard else "",
        "series": table.series.number if table else None,
        "table": table.number if table else None,
        "asked": sum(entry["asked"] for entry in result.get("entries", ())),
        "slips": len(result.get("slips", ())),
        "picture": reverse("reading_picture", args=[tournament.slug, reading.pk]),
        "take": reverse("paper_read", args=at) if table and not refusal and not too_hard else "",
        "type": reverse("paper_grid", args=at) if table else "",
    }


def lists_of(pages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One line for each list, however many pages it has."""
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for one in pages:
        if not one["refusal"]:
            found[one["series"], one["table"]] = one
    return list(found.values())


@never_cache
@require_POST
def put_away(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave a page or a file."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_referee, tournament)
    with Attempt() as attempt:
        if (number := number_in(request, "lesung")) >= 0:
            if not selector.readings(tournament).filter(pk=number).exists():
                return redirect("paper_queue", tournament.slug)
            service.put_away(reading_id=number, by=actor, now=timezone.now())
        elif (number := number_in(request, "stapel")) >= 0:
            if not tournament.paper_uploads.filter(pk=number).exists():
                return redirect("paper_queue", tournament.slug)
            service.put_file_away(upload_id=number, by=actor, now=timezone.now())
        messages.success(request, _("Weggelegt."))
    if attempt.refused:
        messages.error(request, attempt.said)
    return redirect("paper_queue", tournament.slug)


def number_in(request: HttpRequest, name: str) -> int:
    typed = request.POST.get(name, "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 10 else -1


# Pictures -----------------------------------------------------------------------------------------------------


def find_reading(request: HttpRequest, slug: str, number: int) -> PaperReading:
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    found = PaperReading.objects.filter(upload__tournament=tournament, pk=number).first()
    if found is None:
        raise Http404(_("Dieses Bild liegt nicht mehr hier."))
    return found


@never_cache
@require_safe
def reading_picture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The page as it lies flat, or as it was sent; for the desk alone, kept in no cache."""
    reading = find_reading(request, slug, number)
    data = bytes(reading.straight or reading.photo)
    if not data.startswith(JPEG):
        raise Http404(_("Dieses Bild liegt nicht mehr hier."))
    return as_jpeg(data)


@never_cache
@require_safe
def reading_strip(request: HttpRequest, slug: str, number: int, game: int, seat: int) -> HttpResponse:
    """What one seat has in one game, cut out of the page."""
    reading = find_reading(request, slug, number)
    box = selector.strip_places(reading).get(f"{game}-{seat}")
    cut = selector.cut_out(reading, [box]) if box else None
    if not cut:
        raise Http404(_("Dieses Bild liegt nicht mehr hier."))
    target = io.BytesIO()
    cut[0].save(target, "JPEG", quality=85)
    return as_jpeg(target.getvalue())


def as_jpeg(data: bytes) -> HttpResponse:
    answer = HttpResponse(data, content_type="image/jpeg")
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
