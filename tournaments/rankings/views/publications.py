"""What was published: by number, word for word, as a page and as files; and the one key with which the director publishes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.numbers import SeriesNumber
from tournaments.event.permissions import may_direct, may_referee
from tournaments.models import Category, Publication, Tournament
from tournaments.models.naming import for_everybody
from tournaments.pages.attempts import Attempt
from tournaments.pages.files import CSV, PDF, file_answer
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.pages.own_row import with_rows
from tournaments.pages.page_cache import public_page
from tournaments.rankings.selectors import publications as selector
from tournaments.rankings.selectors.publications import PlaceChange
from tournaments.rankings.selectors.rankings import Ranking, Scope
from tournaments.rankings.services import publications as service
from tournaments.rankings.views.publication_tables import ChangesTable, PublicationsTable
from tournaments.rankings.views.rankings import (
    file_name,
    is_live,
    ranking_asked,
    ranking_context,
    ranking_table_asked,
    wall_pdf,
)
from tournaments.rankings.views.table import own_rows
from tournaments.rankings.words.rankings import title_of
from tournaments.spreadsheets.writing.csv import csv_table

JSON = "application/json"
TYPED = 80  # signs that are looked at of what somebody typed


@require_safe
@public_page
def publications(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every publication, and the field in which a fingerprint is checked."""
    typed = request.GET.get("zeichen", "").strip()[:TYPED]
    return page(
        request,
        "tournaments/rankings/publications/publications.html",
        tournament=tournament,
        current="standings",
        all=PublicationsTable(list(selector.publications(tournament))),
        typed=typed,
        found=selector.with_fingerprint(tournament, typed) if typed else [],
    )


def find_publication(tournament: Tournament, number: int) -> Publication:
    found = tournament.publications.filter(number=number).first()
    if found is None:
        raise Http404(_("Eine Veröffentlichung mit dieser Nummer gibt es nicht."))
    return found


@require_safe
@public_page
@for_everybody
def publication(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The standings as they were published under this number."""
    one = find_publication(tournament, number)
    seen = selector.standings_published(one, tournament)
    found = seen.ranking(*ranking_asked(request, seen))
    answer = page(
        request,
        "tournaments/rankings/publications/publication.html",
        tournament=tournament,
        current="standings",
        one=one,
        newest=selector.publications(tournament).first(),
        **ranking_context(request, found, seen),
    )
    return with_rows(answer, own_rows(found))


def name_of_file(one: Publication, tournament: Tournament, found: Ranking | None = None) -> str:
    """The name of a file, without its ending."""
    name = _("{name}, Rangliste Nr. {number}").format(name=tournament.name, number=one.number)
    return name if found is None else file_name(name, found)


@require_safe
@public_page
@for_everybody
def publication_json(_request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The very text: its SHA-256 is the fingerprint. Who has wished for less since then is called so here too."""
    one = find_publication(tournament, number)
    return file_answer(
        selector.text_for_readers(one, tournament).encode(),
        JSON,
        f"{name_of_file(one, tournament)}.json",
        inline=False,
    )


@require_safe
@public_page
@for_everybody
def publication_pdf(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The wall with number, time and fingerprint."""
    one = find_publication(tournament, number)
    seen = selector.standings_published(one, tournament)
    found = seen.ranking(*ranking_asked(request, seen))
    return file_answer(wall_pdf(seen, found), PDF, f"{name_of_file(one, tournament, found)}.pdf", inline=True)


@require_safe
@public_page
@for_everybody
def publication_csv(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The same table for a spreadsheet."""
    one = find_publication(tournament, number)
    seen = selector.standings_published(one, tournament)
    found = seen.ranking(*ranking_asked(request, seen))
    content = csv_table(*ranking_table_asked(request, found).file_rows())
    return file_answer(content, CSV, f"{name_of_file(one, tournament, found)}.csv", inline=False)


# The desk -----------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """The draft beside what was published, and the one button."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_referee if request.method in ("GET", "HEAD") else may_direct, tournament)
    refused, status = "", 200
    if request.method == "POST":
        seen = request.POST.get("seen", "")[:64]
        with Attempt() as attempt:
            made = service.publish(tournament_id=tournament.pk, seen=seen, by=actor, now=timezone.now())
        if not attempt.refused:
            messages.success(
                request, _("Die Rangliste ist ausgehängt: Nr. {number}.").format(number=made.number)
            )
            return redirect("publish", slug)
        refused, status = attempt.said, attempt.status
    what = selector.difference(tournament)
    context: dict[str, Any] = {
        "what": what,
        "elsewhere": [title_in(*key) for key in what.elsewhere],
        "live": is_live(tournament),
        "directs": may_direct(actor, tournament),
        "refused": refused,
    }
    return page(
        request,
        "tournaments/rankings/publications/publish.html",
        tournament=tournament,
        current="desk",
        status=status,
        all=PublicationsTable(list(selector.publications(tournament)[:20])),
        changes_table=changes_table(what.changes),
        **context,
    )


def changes_table(changes: Iterable[PlaceChange]) -> ChangesTable:
    """Return the table of who changes place, points or Augen."""
    measures = ("rank", "points", "augen")
    return ChangesTable(
        [
            {"name": one.name}
            | {key: (getattr(one.before, key, None), getattr(one.after, key, None)) for key in measures}
            for one in changes
        ]
    )


def title_in(category: str, series: SeriesNumber | None, day: str | None) -> str:
    """How a ranking of a document is called."""
    return title_of(Category(category), Scope(series=series, day=date.fromisoformat(day) if day else None))
