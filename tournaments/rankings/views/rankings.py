"""The rankings for everybody: which one an address means, as a page and as files; what is chosen stays in the address."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from scoring.numbers import SeriesNumber
from tournaments.event.selectors.names import matches
from tournaments.lists.selectors.in_bulk import open_lists
from tournaments.models import Tournament
from tournaments.models.naming import for_everybody
from tournaments.pages.files import CSV, PDF, file_answer
from tournaments.pages.frame import is_fragment_request, page
from tournaments.pages.own_row import with_rows
from tournaments.pages.page_cache import public_page
from tournaments.pages.words import measures_in_words
from tournaments.rankings.paper import pdf
from tournaments.rankings.selectors.publications import Shown, latest
from tournaments.rankings.selectors.rankings import WHOLE, Category, Ranking, RankingRow, Scope
from tournaments.rankings.views.shown import must_be_out, shown_to
from tournaments.rankings.views.table import StandingsTable, clubs_of, own_rows, standings_table
from tournaments.rankings.words.rankings import scope_in_words, title_of
from tournaments.spreadsheets.writing.csv import csv_table

# As an address says them; the ranking of everybody needs no word.
NAMES = {
    "": Category.PLAYERS,
    "damen": Category.LADIES,
    "senioren": Category.SENIORS,
    "junioren": Category.JUNIORS,
    "jugend": Category.YOUTH,
    "tandem": Category.PAIRS,
    "mixed": Category.MIXED_PAIRS,
    "mannschaft": Category.TEAMS,
    "verein": Category.CLUBS,
}
ADDRESS = {category: name for name, category in NAMES.items()}


@require_safe
@public_page
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One ranking in its order, with what parted the rows; who is compared, and over what, can be chosen."""
    seen = shown_to(request, tournament)
    found = seen.ranking(*ranking_asked(request, seen))
    context: dict[str, Any] = ranking_context(request, found, seen) | {
        "newest": latest(tournament) if seen.draft and not is_live(tournament) else None,
        "live": is_live(tournament),
    }
    if is_fragment_request(request):
        part = page(request, "tournaments/rankings/_standings.html", **context | {"tournament": tournament})
        return with_rows(part, own_rows(found))
    whole = page(
        request,
        "tournaments/rankings/standings.html",
        tournament=tournament,
        current="standings",
        clubs=clubs_of(found.rows),
        measures=measures_in_words(found.rules),
        **context,
    )
    return with_rows(whole, own_rows(found))


@require_safe
@public_page
def standings_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same table for a spreadsheet."""
    seen = shown_to(request, tournament)
    found = seen.ranking(*ranking_asked(request, seen))
    content = csv_table(*ranking_table_asked(request, found).file_rows())
    return file_answer(content, CSV, f"{file_name(tournament.name, found)}.csv", inline=False)


@require_safe
@public_page
@for_everybody
def standings_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The ranking for the wall; the whole of it, whatever a reader has filtered."""
    seen = shown_to(request, tournament)
    found = seen.ranking(*ranking_asked(request, seen))
    return file_answer(wall_pdf(seen, found), PDF, f"{file_name(tournament.name, found)}.pdf", inline=True)


def wall_pdf(seen: Shown, found: Ranking) -> bytes:
    """A ranking for the wall: as it is now, or as it was published."""
    must_be_out(seen)
    waiting = seen.open_lists
    if waiting is None:
        waiting = open_lists(found.tournament, series=found.scope.series)
    return pdf.standings_pdf(
        found,
        open_lists=waiting,
        now=seen.publication.published_at if seen.publication else timezone.now(),
        publication=seen.publication,
    )


def file_name(name: str, found: Ranking) -> str:
    """The name of a file, without its ending."""
    return f"{name}, {title_of(found.category, found.scope)}"


def is_live(tournament: Tournament) -> bool:
    """Whether everybody sees the standings of this moment."""
    return tournament.release == Tournament.Release.LIVE


# Which one --------------------------------------------------------------------------------------------------------


def ranking_asked(request: HttpRequest, seen: Shown) -> tuple[Category, Scope]:
    """The ranking that an address means; what does not exist is not found."""
    category = NAMES.get(request.GET.get("wertung", ""))
    if category is None:
        raise Http404(_("Diese Wertung gibt es nicht."))
    return category, scope_asked(request, seen)


def scope_asked(request: HttpRequest, seen: Shown) -> Scope:
    """One series, one day, or everything."""
    series, day = request.GET.get("serie", ""), request.GET.get("tag", "")
    if series:
        if not series.isdecimal() or len(series) > 4 or int(series) not in drawn_in(seen):
            raise Http404(_("Diese Serie ist noch nicht ausgelost."))
        return Scope(series=SeriesNumber(int(series)))
    if day:
        found = date_in(day)
        if found is None or found not in days_in(seen):
            raise Http404(_("An diesem Tag ist keine Serie gespielt worden."))
        return Scope(day=found)
    return WHOLE


def date_in(typed: str) -> Any:
    try:
        return parse_date(typed)
    except ValueError:
        return None


def drawn_in(seen: Shown) -> set[int]:
    if seen.document is None:
        return set(seen.what.facts.days)
    return {scope.series for _category, scope in seen.choices if scope.series is not None}


def days_in(seen: Shown) -> set[Any]:
    if seen.document is None:
        return set(seen.what.facts.days.values())
    return {scope.day for _category, scope in seen.choices if scope.day is not None}


def ranking_context(request: HttpRequest, found: Ranking, seen: Shown) -> dict[str, Any]:
    """What the pages of a ranking show, this moment's and those that were published."""
    table = ranking_table_asked(request, found)
    return {
        "table": table,
        "found": found,
        "what": seen.what,
        "seen": seen,
        "title": title_of(found.category, found.scope),
        "categories": category_choices(found, seen),
        "scopes": scope_choices(found, seen),
        "wertung": ADDRESS[found.category],
        "shown": len(table.data),
        "name": request.GET.get("name", ""),
        "club": request.GET.get("verein", ""),
        "sort": request.GET.get("sort", ""),
    }


def category_choices(found: Ranking, seen: Shown) -> list[dict[str, Any]]:
    """Who can be compared; the one that is shown is always there."""
    there = {category for category, _scope in seen.choices} | {found.category}
    return [
        {"label": category.label, "value": ADDRESS[category] or None, "here": category == found.category}
        for category in Category
        if category in there
    ]


def scope_choices(found: Ranking, seen: Shown) -> list[dict[str, Any]]:
    """Over what: everything, each day, each series."""
    days = sorted(days_in(seen))
    scopes = [
        WHOLE,
        *(Scope(day=day) for day in days if len(days) > 1),
        *(Scope(series=SeriesNumber(number)) for number in sorted(drawn_in(seen))),
    ]
    return [
        {
            "label": scope_in_words(scope),
            "series": scope.series,
            "day": scope.day.isoformat() if scope.day else None,
            "here": scope == found.scope,
        }
        for scope in scopes
    ]


# The table --------------------------------------------------------------------------------------------------------


def ranking_table_asked(request: HttpRequest, found: Ranking) -> StandingsTable:
    """The table as the address wants it: filtered and sorted, for the page and for the file alike."""
    rows = filtered(found, name=request.GET.get("name", ""), club=request.GET.get("verein", ""))
    table = standings_table(found, rows)
    RequestConfig(request, paginate=False).configure(table)
    return table


def filtered(found: Ranking, *, name: str, club: str) -> list[RankingRow]:
    """The rows that are wanted: by a name or a start number, by a club."""
    return [
        row
        for row in found.rows
        if (not name.strip() or row_fits(row, name))
        and (not club or any(str(one.player.club or "") == club for one in row.registrations))
    ]


def row_fits(row: RankingRow, typed: str) -> bool:
    own = matches(typed, row.name) if len(row.registrations) > 1 else False
    return own or any(
        matches(typed, one.player.listed_name, number=one.start_number) for one in row.registrations
    )
