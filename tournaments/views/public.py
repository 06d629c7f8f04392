"""Pages for everybody: which tournaments there are, how one stands, who leads."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from scoring.selectors import rules_of
from tournaments.exports.csv_table import csv_table
from tournaments.models import Role, Tournament
from tournaments.permissions import may_create
from tournaments.selectors.names import matches
from tournaments.selectors.overview import all_tournaments, series_progress
from tournaments.selectors.publications import latest
from tournaments.selectors.standings import Standing, Standings
from tournaments.selectors.tournaments import registrations
from tournaments.views.files import file_answer
from tournaments.views.frame import actor_of, find_tournament, page
from tournaments.views.fresh import polls, stamped, unchanged
from tournaments.views.shown import shown_to
from tournaments.views.tables import StandingsTable, clubs_of, field_by_name, standings_table
from tournaments.views.words import measures_in_words, rounds_in_words, status_badge

PAST_SHOWN = 12
CSV = "text/csv; charset=utf-8"


def home(request: HttpRequest) -> HttpResponse:
    """The tournaments, what runs first."""
    found = list(all_tournaments())
    now_on = [one for one in found if one.status != Tournament.Status.FINISHED]
    past = [one for one in found if one.status == Tournament.Status.FINISHED]
    shown = past if request.GET.get("alle") else past[:PAST_SHOWN]
    return page(
        request,
        "tournaments/public/home.html",
        now_on=[(one, status_badge(one)) for one in now_on],
        past=[(one, status_badge(one)) for one in shown],
        hidden=len(past) - len(shown),
        may_create=may_create(actor_of(request)),
    )


def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """What is played, where, by which rules, by whom, and how far it is."""
    this = find_tournament(slug)
    if (short := unchanged(request, this)) is not None:
        return short
    progress = series_progress(this)
    context: dict[str, Any] = {"tournament": this, "progress": progress, "rounds": rounds_in_words(this)}
    if polls(request):
        return stamped(request, this, page(request, "tournaments/public/_progress.html", **context))
    field = field_by_name(registrations(this))
    directors = this.roles.filter(kind=Role.Kind.DIRECTOR).select_related("user")
    answer = page(
        request,
        "tournaments/public/tournament.html",
        current="tournament",
        status_now=status_badge(this),
        field=field,
        playing=sum(one.withdrawn_at is None for one in field),
        directors=[str(role.user) for role in directors],
        measures=measures_in_words(rules_of(this.rule_set)),
        **context,
    )
    return stamped(request, this, answer)


def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody in order, with what parted them; over all series or of one."""
    this = find_tournament(slug)
    if (short := unchanged(request, this)) is not None:
        return short
    drawn = list(this.series.order_by("number").values_list("number", flat=True))
    series = series_asked(request, drawn)
    seen = shown_to(request, this, series=series)
    what = seen.what
    table = table_asked(request, what, series)
    context: dict[str, Any] = {
        "table": table,
        "what": what,
        "seen": seen,
        "newest": latest(this) if seen.draft and not is_live(this) else None,
        "live": is_live(this),
        "shown": len(table.data),
        "series": series,
        "name": request.GET.get("name", ""),
        "club": request.GET.get("verein", ""),
        "sort": request.GET.get("sort", ""),
    }
    if polls(request):
        answer = page(request, "tournaments/public/_standings.html", **context | {"tournament": this})
        return stamped(request, this, answer)
    answer = page(
        request,
        "tournaments/public/standings.html",
        tournament=this,
        current="standings",
        drawn=drawn,
        clubs=clubs_of(what.rows),
        measures=measures_in_words(what.rules),
        **context,
    )
    return stamped(request, this, answer)


def table_asked(request: HttpRequest, what: Standings, series: int | None) -> StandingsTable:
    """The table as the address wants it: filtered and sorted, for the page and for the file alike."""
    rows = filtered(what, series, name=request.GET.get("name", ""), club=request.GET.get("verein", ""))
    table = standings_table(what, rows, series=series)
    RequestConfig(request, paginate=False).configure(table)
    return table


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The same table for a spreadsheet."""
    this = find_tournament(slug)
    if (short := unchanged(request, this)) is not None:
        return short
    drawn = list(this.series.order_by("number").values_list("number", flat=True))
    series = series_asked(request, drawn)
    seen = shown_to(request, this, series=series)
    table = table_asked(request, seen.what, series)
    name = _("{name}, Rangliste").format(name=this.name)
    if series is not None:
        name = _("{name}, Rangliste Serie {series}").format(name=this.name, series=series)
    answer = file_answer(csv_table(*table.file_rows()), CSV, f"{name}.csv", inline=False)
    return stamped(request, this, answer)


def is_live(this: Tournament) -> bool:
    """Whether everybody sees the standings of this moment."""
    return this.release == Tournament.Release.LIVE


def series_asked(request: HttpRequest, drawn: list[int]) -> int | None:
    """The series in the address; one that is not drawn is not found."""
    typed = request.GET.get("serie", "")
    if not typed:
        return None
    if not typed.isdecimal() or int(typed) not in drawn:
        raise Http404(_("Diese Serie ist noch nicht ausgelost."))
    return int(typed)


def filtered(what: Standings, series: int | None, *, name: str, club: str) -> list[Standing]:
    """The rows that are wanted; in one series only those who played in it."""
    return [
        row
        for row in what.rows
        if (series is None or series in row.series)
        and (not name.strip() or fits(row, name))
        and (not club or str(row.registration.player.club or "") == club)
    ]


def fits(row: Standing, typed: str) -> bool:
    return matches(typed, row.registration.player.listed_name, number=row.registration.start_number)
