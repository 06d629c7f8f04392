"""Sealed lists: one as a file, all of a series, the certificate, and a file that somebody wants to have checked."""

from __future__ import annotations

import io
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.sentence import gettext_noop
from scoring.speech import say
from tournaments.access.services.tries import TooManyTries
from tournaments.access.visitors import client_address
from tournaments.event.permissions import NotAllowed, may_administer, may_referee, must_read
from tournaments.lists.paper.pdf import fair_copy_pdf
from tournaments.lists.selectors.check_codes import spelled_code, taken_over
from tournaments.lists.selectors.in_bulk import lists_of_series
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.services.fair_copies import keep_later
from tournaments.lists.views.sheets import address, crumbs, sheet_page
from tournaments.models import FairCopy, Seal
from tournaments.pages.files import PDF, file_answer
from tournaments.pages.frame import actor_of, find_sheet, find_tournament, need_role, page
from tournaments.sealing.core import AVAILABLE
from tournaments.sealing.forms import SealedFileForm
from tournaments.sealing.selectors import (
    Worth,
    copies_of,
    fingerprint_in_groups,
    judge_file,
    newest_copies,
    tells_a_name_too_many,
)
from tournaments.sealing.services.check_codes import note_file
from tournaments.sealing.services.seals import NoSeals, certificate, need_seals, seal
from tournaments.sealing.views.checks import paper_told
from tournaments.storage.archives import DatedZip


def sealed_copy(copy: FairCopy, *, now: datetime) -> Seal:
    """The signed file of a copy: as it is kept, or made now from the words that were kept."""
    known = Seal.objects.filter(fair_copy=copy).first()
    if known is not None:
        return known
    own = certificate(now=now)
    drawn = fair_copy_pdf(
        copy.words,
        name=name_of_copy(copy),
        sealed_by=fingerprint_in_groups(own.fingerprint),
        now=copy.made_at,
    )
    return seal(copy_id=copy.pk, pdf=drawn, now=now)


def must_not_tell(copy: FairCopy) -> None:
    """Stop where the words were kept before somebody wished to be called otherwise: those bytes never change."""
    if tells_a_name_too_many(copy):
        raise NotAllowed(
            gettext_noop(
                "Auf dieser versiegelten Liste steht ein Name, der seitdem nicht mehr öffentlich sein soll: "
                "Die Turnierleitung hat sie. Der Prüfcode auf dem Papier gilt weiter."
            )
        )


def name_of_copy(copy: FairCopy) -> str:
    """German like the list itself, whoever asks: the name stands in the file."""
    table = copy.sheet.table
    return f"Spielliste Serie {table.series.number}, Tisch {table.number}, endgültige Liste {copy.number}"


@never_cache
@require_safe
def sheet_seals(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The sealed files of a list, and how anybody verifies one."""
    found = find_sheet(slug, series, table)
    must_read(actor_of(request), found)
    if found.accepted_at is not None:
        keep_later(sheet_id=found.pk, now=timezone.now())
    view = sheet_view(found, now=timezone.now())
    copies = list(copies_of(found))
    return sheet_page(
        request,
        "tournaments/sealing/seals.html",
        view,
        heading=_("Versiegelte Liste"),
        crumbs=crumbs(view, _("Versiegelte Liste")),
        available=AVAILABLE and not taken_over(found),
        copies=[
            (copy, spelled_code(found.pk, copy.mark), address(view, "sheet_sealed", copy.number))
            for copy in copies
        ],
    )


@require_safe
def sheet_sealed(request: HttpRequest, slug: str, series: int, table: int, number: int) -> HttpResponse:
    """One sealed file, always the same bytes."""
    found = find_sheet(slug, series, table)
    must_read(actor_of(request), found)
    copy = get_object_or_404(
        FairCopy.objects.select_related("sheet__table__series__tournament"), sheet=found, number=number
    )
    must_not_tell(copy)
    try:
        kept = sealed_copy(copy, now=timezone.now())
    except NoSeals as refusal:
        raise Http404(say(refusal)) from refusal
    name = f"{found.table.series.tournament.name}, {name_of_copy(copy)}.pdf"
    return file_answer(bytes(kept.pdf), PDF, name, inline=False)


@require_safe
def series_sealed(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """The newest sealed file of every accepted list of a series, in the order of the tables."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    drawn = get_object_or_404(tournament.series, number=series)
    lists, now = lists_of_series(drawn), timezone.now()
    try:
        need_seals()
    except NoSeals as refusal:
        raise Http404(say(refusal)) from refusal
    for sheet in lists:
        if sheet.accepted_at is not None:
            keep_later(sheet_id=sheet.pk, now=now)
    packed = io.BytesIO()
    with DatedZip(packed, "w") as archive:
        for copy in newest_copies(lists):
            if taken_over(copy.sheet) and not Seal.objects.filter(fair_copy=copy).exists():
                continue  # nothing to vouch for; its page says why
            archive.writestr(f"{name_of_copy(copy)}.pdf", bytes(sealed_copy(copy, now=now).pdf))
    name = _("{name}, Serie {series}, versiegelte Listen").format(name=tournament.name, series=series)
    return file_answer(packed.getvalue(), "application/zip", f"{name}.zip", inline=False)


@never_cache
@require_safe
def seal_certificate(request: HttpRequest) -> HttpResponse:
    """Whose seal it is: the fingerprint to compare, the certificate to save, and how a seal is verified."""
    own, broken = None, ""
    try:
        own = certificate(now=timezone.now()) if AVAILABLE else None
    except NoSeals as refusal:
        broken = say(refusal)
    return page(
        request,
        "tournaments/rankings/certificate.html",
        certificate=own,
        available=AVAILABLE,
        broken=broken if may_administer(actor_of(request)) else "",
        fingerprint=fingerprint_in_groups(own.fingerprint) if own else "",
    )


@never_cache
@require_safe
def seal_certificate_file(_request: HttpRequest) -> HttpResponse:
    """The certificate as a file; the key itself leaves this machine by no address."""
    try:
        own = certificate(now=timezone.now())
    except NoSeals as refusal:
        raise Http404(say(refusal)) from refusal
    return file_answer(
        own.pem.encode("ascii"), "application/x-pem-file", "romme-club-siegel.pem", inline=False
    )


def own_fingerprint(now: datetime) -> str:
    """Return the fingerprint of this machine's certificate; nothing where there is none, or its file is broken."""
    try:
        return certificate(now=now).fingerprint
    except NoSeals:
        return ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check_file(request: HttpRequest) -> HttpResponse:
    """A sealed file comes back: is it whole, is it from here, is it the newest?"""
    sent = request.method == "POST"
    form = SealedFileForm(request.POST, request.FILES) if sent else SealedFileForm()
    template = "tournaments/sealing/check_file.html"
    if not sent or not form.is_valid():
        return page(request, template, form=form, status=422 if form.errors else 200)
    now = timezone.now()
    try:
        note_file(address=client_address(request), now=now)
    except TooManyTries as refusal:
        form.add_error(None, say(refusal))
        return page(request, template, form=form, status=429)
    judged = judge_file(form.cleaned_data["file"], own=own_fingerprint(now))
    more = paper_told(judged.said, actor_of(request)) if judged.said else {}
    return page(
        request,
        template,
        form=SealedFileForm(),
        judged=judged,
        worth=judged.worth.value,
        available=AVAILABLE,
        fingerprint=fingerprint_in_groups(judged.fingerprint),
        status=200 if judged.worth in (Worth.KEPT, Worth.TAKEN) else 422,
        **more,
    )
