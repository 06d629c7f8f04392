"""The workbook: at once where it is small; a large one is made in the background, and its page says how far it is."""

from __future__ import annotations

import io

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.event.permissions import may_direct, may_keep_cash, may_referee, may_see_draft
from tournaments.event.services import background
from tournaments.files.formats.workbook import Reader, contents_of, write_workbook
from tournaments.files.selectors.workbook import lines_of_series
from tournaments.files.services import large_workbooks
from tournaments.files.services.large_workbooks import State, WorkbookPlace
from tournaments.models import Tournament, Workbook
from tournaments.pages.attempts import Attempt
from tournaments.pages.files import XLSX, disposition, file_answer
from tournaments.pages.frame import actor_of, find_tournament, is_fragment_request, page
from tournaments.pages.page_cache import public_page
from tournaments.rankings.views.shown import must_be_out, shown_to
from tournaments.storage.clock import database_now

AT_ONCE = 60_000  # lines of games for which somebody waits: two or three seconds


@require_safe
@public_page
def standings_xlsx(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The workbook as it is now; a large one has a page of its own."""
    if is_large(request, tournament):
        return redirect("workbook", tournament.slug)
    seen = shown_to(request, tournament)
    must_be_out(seen)
    target, now = io.BytesIO(), timezone.now()
    write_workbook(target, contents_of(seen, reader=workbook_reader(request, tournament), now=now), now=now)
    return file_answer(target.getvalue(), XLSX, workbook_name(tournament), inline=False)


def is_large(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether it holds more games than somebody waits for. What was published holds none."""
    if not may_see_draft(actor_of(request), tournament):
        return False
    return sum(lines_of_series(tournament).values()) > AT_ONCE


def workbook_reader(request: HttpRequest, tournament: Tournament) -> Reader:
    """As whom somebody gets his workbook."""
    actor = actor_of(request)
    if may_direct(actor, tournament):
        return Reader.DIRECTOR
    if may_referee(actor, tournament):
        return Reader.REFEREE
    return Reader.TREASURER if may_keep_cash(actor, tournament) else Reader.PUBLIC


def workbook_name(tournament: Tournament) -> str:
    return _("{name}, Rangliste").format(name=tournament.name) + ".xlsx"


# A large one --------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def workbook(request: HttpRequest, slug: str) -> HttpResponse:
    """How far it is; sent, it is begun."""
    tournament = find_tournament(slug)
    if not is_large(request, tournament):
        return redirect("standings_xlsx", tournament.slug)
    if request.method != "POST":
        return workbook_page(request, tournament)
    with Attempt() as attempt:
        large_workbooks.ask_for_workbook(
            progress_of(request, tournament),
            slug=tournament.slug,
            revision=tournament.revision,
            draft=True,
            now=database_now(),
        )
    if attempt.refused:
        return workbook_page(request, tournament, refused=attempt.said, status=422)
    return redirect("workbook", tournament.slug)


def workbook_page(
    request: HttpRequest, tournament: Tournament, *, refused: str = "", status: int = 200
) -> HttpResponse:
    book = workbook_for(request, tournament)
    state = large_workbooks.workbook_state_at(book, database_now()) if book else None
    if state is State.MAKING:
        background.look_after()
    stamp = f"{state}-{book.done}-{book.revision}" if book else ""
    if is_fragment_request(request) and request.headers.get("X-Seen") == stamp:
        return HttpResponse(status=204)
    name = "_workbook_state.html" if is_fragment_request(request) else "workbook.html"
    return page(
        request,
        f"tournaments/files/{name}",
        tournament=tournament,
        current="standings",
        note=book,
        making=state is State.MAKING,
        died=state is State.DIED,
        ready=state is State.READY,
        newer=book is not None and book.revision != tournament.revision,
        stamp=stamp,
        refused=refused,
        status=status,
    )


@never_cache
@require_safe
def workbook_file(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The file that was made, piece by piece from the store."""
    tournament = find_tournament(slug)
    book = workbook_for(request, tournament)
    if book is None or book.state != State.READY:
        raise Http404(_("Diese Arbeitsmappe ist noch nicht erstellt."))
    try:
        answer = FileResponse(large_workbooks.files().open(book.file), content_type=XLSX)
    except FileNotFoundError:
        raise Http404(_("Diese Arbeitsmappe ist noch nicht erstellt.")) from None
    answer["Content-Disposition"] = disposition(workbook_name(tournament), inline=False)
    return answer


def progress_of(request: HttpRequest, tournament: Tournament) -> WorkbookPlace:
    reader = str(workbook_reader(request, tournament))
    return WorkbookPlace(tournament=tournament.pk, reader=reader, language=get_language() or "de")


def workbook_for(request: HttpRequest, tournament: Tournament) -> Workbook | None:
    """How the workbook stands, unless it holds what these eyes may not see any more."""
    book = large_workbooks.workbook_of(progress_of(request, tournament))
    if book is not None and book.draft and not may_see_draft(actor_of(request), tournament):
        return None
    return book
