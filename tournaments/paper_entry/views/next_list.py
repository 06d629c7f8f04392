"""List after list from paper: whoever types a pile is led to the next list that nobody has begun, then back to the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import ngettext

from tournaments.event.selectors.sheets import known_sums
from tournaments.lists.views.sheets import address
from tournaments.models import ScoreSheet

PILE = "weiter"  # in the address: a pile is being typed


def next_open(sheet: ScoreSheet) -> ScoreSheet | None:
    """The list of the next table of this series on which nothing stands; after the last table the first again."""
    found = list(
        ScoreSheet.objects.filter(
            table__series=sheet.table.series_id, table__cleared_at__isnull=True, games__isnull=True
        )
        .exclude(pk=sheet.pk)
        .annotate(has_totals=known_sums())
        .filter(has_totals=False)
        .select_related("table__series__tournament")
        .order_by("table__number")
    )
    return next((one for one in found if one.table.number > sheet.table.number), next(iter(found), None))


def tell_taken(request: HttpRequest, games: int) -> None:
    """Say on the next page that a list was taken from paper, typed or read."""
    messages.success(
        request,
        ngettext(
            "%(games)s Spiel steht vom Papier auf der Liste.",
            "%(games)s Spiele stehen vom Papier auf der Liste.",
            games,
        )
        % {"games": games},
    )


def after(request: HttpRequest, sheet: ScoreSheet, page: str) -> HttpResponse:
    """Where it goes on after a list was saved: the same page of the next list, the desk, or this list."""
    if PILE not in request.GET:
        return redirect(address(sheet))
    series = sheet.table.series
    following = next_open(sheet)
    if following is None:
        return redirect("desk", series.tournament.slug)
    where = reverse(page, args=[series.tournament.slug, series.number, following.table.number])
    return redirect(f"{where}?{PILE}=1")
