"""Year rankings: for everybody to read, to print and to take along; set up and changed by those who keep them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_tables2 import RequestConfig

from tournaments.event.permissions import may_create, must
from tournaments.event.selectors.names import matches
from tournaments.models import SeasonVersion, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.files import CSV, PDF, file_answer
from tournaments.pages.frame import actor_of, page
from tournaments.rankings.forms.seasons import SeasonForm
from tournaments.rankings.paper import pdf
from tournaments.rankings.permissions import may_keep_season
from tournaments.rankings.selectors import seasons as selector
from tournaments.rankings.selectors.seasons import SeasonRow, SeasonStanding
from tournaments.rankings.services import seasons as service
from tournaments.rankings.views.season_table import SeasonTable, clubs_table, season_table
from tournaments.rankings.words.seasons import (
    held_in_short,
    rule_in_words,
    season_figure,
    season_measures_in_words,
)
from tournaments.spreadsheets.writing.csv import csv_table

OFFERED = 400  # tournaments that a form lists


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """Every season there is."""
    return page(
        request,
        "tournaments/rankings/seasons/seasons.html",
        groups=selector.by_holder(selector.seasons()),
        may_create=may_create(actor_of(request)),
    )


def find_season(slug: str) -> SeasonVersion:
    """The season of an address as it is now, or 404."""
    version = selector.season_in_force(slug)
    if version is None:
        raise Http404(_("Diese Saison gibt es nicht."))
    return version


def find_standing(slug: str) -> SeasonStanding:
    """The year ranking of an address, or 404."""
    version = find_season(slug)
    return selector.season_standing(version, selector.tournaments_of(version))


@require_safe
def season(request: HttpRequest, season: str) -> HttpResponse:
    """Everybody with every result, counted or dropped."""
    standing = find_standing(season)
    return page(
        request,
        "tournaments/rankings/seasons/season.html",
        standing=standing,
        version=standing.version,
        table=season_table_asked(request, standing),
        clubs_table=clubs_table(standing),
        rule=rule_in_words(standing.plan, standing.version.unit),
        measures=season_measures_in_words(standing),
        held=[(one, held_in_short(one, standing.version.unit)) for one in standing.held],
        name=request.GET.get("name", ""),
        sort=request.GET.get("sort", ""),
        may_change=may_keep_season(actor_of(request), standing.season),
    )


@require_safe
def season_csv(request: HttpRequest, season: str) -> HttpResponse:
    """The same table for a spreadsheet."""
    standing = find_standing(season)
    if "vereine" in request.GET:
        return file_answer(clubs_csv(standing), CSV, club_file(standing), inline=False)
    content = csv_table(*season_table_asked(request, standing).file_rows())
    return file_answer(content, CSV, f"{standing.version.name}.csv", inline=False)


def clubs_csv(standing: SeasonStanding) -> bytes:
    """Clubs with their sum, and how many of how many counted."""
    head = [_("Rang"), _("Verein"), _("Punkte"), _("gezählt"), _("Mitglieder")]
    rows = [
        [one.rank, one.key, season_figure(one.points, standing.plan), len(one.counted), one.members]
        for one in standing.clubs
    ]
    return csv_table(head, rows)


def club_file(standing: SeasonStanding) -> str:
    return _("{name}, Vereine.csv").format(name=standing.version.name)


@require_safe
def season_pdf(_request: HttpRequest, season: str) -> HttpResponse:
    """The year ranking for the wall."""
    standing = find_standing(season)
    content = pdf.season_pdf(standing, now=timezone.now())
    return file_answer(content, PDF, f"{standing.version.name}.pdf", inline=True)


@require_safe
def season_versions(request: HttpRequest, season: str) -> HttpResponse:
    """What the season was from when on, by whom and why."""
    found = find_season(season).season
    versions = list(selector.versions_of(found))
    told = [
        (
            one,
            rule_in_words(selector.plan_of(one, ()), one.unit),
            [event.tournament for event in one.events.all()],
        )
        for one in versions
    ]
    return page(
        request, "tournaments/rankings/seasons/versions.html", season=found, version=versions[0], told=told
    )


def season_table_asked(request: HttpRequest, standing: SeasonStanding) -> SeasonTable:
    """The table as the address wants it, for the page and for the file alike."""
    name = request.GET.get("name", "")
    rows = [row for row in standing.rows if not name.strip() or season_row_fits(row, name)]
    table = season_table(standing, rows)
    RequestConfig(request, paginate=False).configure(table)
    return table


def season_row_fits(row: SeasonRow, typed: str) -> bool:
    return matches(typed, row.player.listed_name, str(row.player.club or ""))


# Those who keep it ------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def season_new(request: HttpRequest) -> HttpResponse:
    """Set a season up."""
    actor = actor_of(request)
    must(may_create(actor))
    form = season_form(request, None)
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as attempt:
            made = service.create_season(
                form.frame(), tournaments=form.chosen(), by=actor, now=timezone.now()
            )
        if not attempt.refused:
            messages.success(request, _("Die Saison ist angelegt."))
            return redirect("season", made.season.slug)
    return form_page(request, form, None, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def season_change(request: HttpRequest, season: str) -> HttpResponse:
    """The next version of a season; what it was before stays readable."""
    version = find_season(season)
    found, actor = version.season, actor_of(request)
    must(may_keep_season(actor, found))
    form, status = season_form(request, version), 200
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as attempt:
            service.change_season(
                season_id=found.pk,
                frame=form.frame(),
                tournaments=form.chosen(),
                seen=form.cleaned_data["seen"] or 0,
                reason=form.cleaned_data["reason"].strip(),
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            messages.success(request, _("Die Saison ist geändert."))
            return redirect("season", found.slug)
        status = attempt.status
    if status == 409:  # what was typed stays; sent once more it follows the version that is now shown
        form.data = request.POST.copy()
        form.data["seen"] = str(version.number)
    return form_page(request, form, version, status=status if status != 200 else 422 if form.errors else 200)


def season_form(request: HttpRequest, version: SeasonVersion | None) -> SeasonForm:
    """The form with what is there; tournaments of the period come first."""
    offered = list(Tournament.objects.filter(hidden_at__isnull=True).order_by("-starts_on", "name")[:OFFERED])
    known: dict[str, Any] = {}
    if version is not None:
        # What counts stays to be chosen however old it is: what a form does not offer, sending it would drop.
        offered += [one for one in selector.tournaments_of(version) if one not in offered]
        known = {name: getattr(version, name) for name in service.SeasonFrame.__slots__}
        known["tournaments"] = [str(one.tournament_id) for one in version.events.all()]
        known["seen"] = version.number
    else:
        year = timezone.localdate().year
        known = {"starts_on": f"{year}-01-01", "ends_on": f"{year}-12-31"}
    return SeasonForm(
        request.POST if request.method == "POST" else None,
        offered=offered,
        new=version is None,
        initial=known,
    )


def form_page(
    request: HttpRequest, form: SeasonForm, version: SeasonVersion | None, *, status: int
) -> HttpResponse:
    return page(request, "tournaments/rankings/seasons/form.html", form=form, version=version, status=status)
