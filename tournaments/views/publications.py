"""What was published: by number, word for word, as a page and as files; and the one key with which the director publishes."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.exports.csv_table import csv_table
from tournaments.models import Publication, Tournament
from tournaments.permissions import may_direct, may_referee
from tournaments.selectors import publications as selector
from tournaments.services import publications as service
from tournaments.services.publications import StalePublication
from tournaments.views.files import PDF, file_answer, wall_pdf
from tournaments.views.frame import find_tournament, need_role, page
from tournaments.views.fresh import stamped, unchanged
from tournaments.views.public import CSV, is_live, table_asked

JSON = "application/json"
TYPED = 80  # signs that are looked at of what somebody typed


@require_safe
def publications(request: HttpRequest, slug: str) -> HttpResponse:
    """Every publication, and the field in which a fingerprint is checked."""
    this = find_tournament(slug)
    if (short := unchanged(request, this)) is not None:
        return short
    typed = request.GET.get("zeichen", "").strip()[:TYPED]
    answer = page(
        request,
        "tournaments/publications/publications.html",
        tournament=this,
        current="standings",
        all=selector.publications(this),
        typed=typed,
        found=selector.with_fingerprint(this, typed) if typed else [],
    )
    return stamped(request, this, answer)


def find_publication(tournament: Tournament, number: int) -> Publication:
    found = tournament.publications.filter(number=number).first()
    if found is None:
        raise Http404(_("Eine Veröffentlichung mit dieser Nummer gibt es nicht."))
    return found


def series_in(request: HttpRequest, one: Publication, tournament: Tournament) -> int | None:
    """The series in the address; one that this publication does not know is not found."""
    typed = request.GET.get("serie", "")
    if not typed:
        return None
    known = selector.published(one, tournament).what.series_numbers
    if not typed.isdecimal() or int(typed) not in known:
        raise Http404(_("Diese Serie steht nicht in dieser Veröffentlichung."))
    return int(typed)


@require_safe
def publication(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The standings as they were published under this number."""
    this = find_tournament(slug)
    if (short := unchanged(request, this)) is not None:
        return short
    one = find_publication(this, number)
    series = series_in(request, one, this)
    seen = selector.published(one, this, series=series)
    answer = page(
        request,
        "tournaments/publications/publication.html",
        tournament=this,
        current="standings",
        one=one,
        newest=selector.publications(this).first(),
        series=series,
        seen=seen,
        what=seen.what,
        table=table_asked(request, seen.what, series),
    )
    return stamped(request, this, answer)


def file_name(one: Publication, tournament: Tournament, series: int | None = None) -> str:
    """The name of a file, without its ending."""
    name = _("{name}, Rangliste Nr. {number}").format(name=tournament.name, number=one.number)
    return name if series is None else _("{name}, Serie {series}").format(name=name, series=series)


@require_safe
def publication_json(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The very text: its SHA-256 is the fingerprint."""
    this = find_tournament(slug)
    if (short := unchanged(request, this)) is not None:
        return short
    one = find_publication(this, number)
    answer = file_answer(one.document.encode(), JSON, f"{file_name(one, this)}.json", inline=False)
    return stamped(request, this, answer)


@require_safe
def publication_pdf(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The wall with number, time and fingerprint."""
    this = find_tournament(slug)
    if (short := unchanged(request, this)) is not None:
        return short
    one = find_publication(this, number)
    series = series_in(request, one, this)
    content = wall_pdf(selector.published(one, this, series=series), series)
    answer = file_answer(content, PDF, f"{file_name(one, this, series)}.pdf", inline=True)
    return stamped(request, this, answer)


@require_safe
def publication_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The same table for a spreadsheet."""
    this = find_tournament(slug)
    if (short := unchanged(request, this)) is not None:
        return short
    one = find_publication(this, number)
    series = series_in(request, one, this)
    table = table_asked(request, selector.published(one, this, series=series).what, series)
    content = csv_table(*table.file_rows())
    answer = file_answer(content, CSV, f"{file_name(one, this, series)}.csv", inline=False)
    return stamped(request, this, answer)


# The desk -----------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """The draft beside what was published, and the one button."""
    this = find_tournament(slug)
    actor = need_role(request, may_referee if request.method in ("GET", "HEAD") else may_direct, this)
    refused, status = "", 200
    if request.method == "POST":
        seen = request.POST.get("seen", "")[:64]
        try:
            made = service.publish(tournament_id=this.pk, seen=seen, by=actor, now=timezone.now())
        except Refusal as refusal:
            refused, status = say(refusal), 409 if isinstance(refusal, StalePublication) else 422
        else:
            messages.success(
                request, _("Die Rangliste ist freigegeben: Nr. {number}.").format(number=made.number)
            )
            return redirect("publish", slug)
    context: dict[str, Any] = {
        "what": selector.difference(this),
        "live": is_live(this),
        "directs": may_direct(actor, this),
        "refused": refused,
    }
    return page(
        request,
        "tournaments/publications/publish.html",
        tournament=this,
        current="desk",
        status=status,
        all=selector.publications(this)[:20],
        **context,
    )
