"""The referee's page for his phone: who calls, what waits, which lists look odd, and a ruling from a table's number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.selectors import rules_of
from tournaments.event.permissions import may_referee
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.core.life import Deed, possible
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.views import rows as sheet_rows
from tournaments.lists.views.sheets import address
from tournaments.models import Series, Tournament
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.rulings.selectors.doubts import doubted_in_series, tables_of_lists
from tournaments.rulings.selectors.offences import kinds_known_to

LATEST = 8  # games of a table that are offered at once; the list has all


@never_cache
@require_safe
def referee(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything a referee needs between two tables."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    series = series_of_referee(request, tournament)
    typed = request.GET.get("tisch", "").strip()
    tables = tables_of_lists(series.pk) if series else {}
    chosen = next((pk for pk, number in tables.items() if str(number) == typed), None)
    return page(
        request,
        "tournaments/rulings/referee.html",
        tournament=tournament,
        current="referee",
        series=series,
        typed=typed[:6],
        chosen=quick(sheet_view(sheets().get(pk=chosen), now=timezone.now())) if chosen else None,
        unknown=bool(typed) and chosen is None,
        doubtful=doubts(tournament, series, tables) if series else [],
        recent=recent(tournament),
    )


def series_of_referee(request: HttpRequest, tournament: Tournament) -> Series | None:
    """The series of a call that may be an earlier one; otherwise the one that hangs out last."""
    hanging = tournament.series.filter(posted_at__isnull=False).order_by("-number")
    typed = request.GET.get("serie", "")
    asked = (
        hanging.filter(number=int(typed))
        if typed.isascii() and typed.isdecimal() and len(typed) < 4
        else None
    )
    return (asked.first() if asked is not None else None) or hanging.first()


def doubts(tournament: Tournament, series: Series, tables: Mapping[int, int]) -> list[dict[str, Any]]:
    """The lists of a series with rows that a human should look at twice, by table."""
    found = doubted_in_series(series.pk, rules_of(tournament.rule_set))
    return [
        {
            "number": number,
            "url": reverse("sheet", args=[tournament.slug, series.number, number]),
            "said": [sheet_rows.said_doubt(game, doubt) for game, doubt in found[sheet]],
        }
        for sheet, number in tables.items()
        if sheet in found
    ]


def quick(view: SheetView) -> dict[str, Any]:
    """What may be decided at this table, one tap away."""
    games = sorted(view.games, key=lambda game: game.number, reverse=True)[:LATEST]
    penalty = address(view, "penalty")
    return {
        "title": sheet_rows.sheet_title(view),
        "url": address(view),
        "seats": [f"{seat.number} {seat.registration.name}" for seat in view.seats],
        "life": sheet_rows.LIFE[view.life],
        "penalties": [
            {"url": f"{penalty}?was={kind.value}", "label": kind.label} for kind in kinds_known_to(view.rules)
        ],
        "games": [
            {
                "number": game.number,
                "said": sheet_rows.short_game(view, game),
                "correct": address(view, "correct", game.number),
                "strike": address(view, "strike", game.number),
            }
            for game in games
        ],
        "running": view.next_game.number if view.next_game else None,
        "remedies": remedies(view),
    }


def remedies(view: SheetView) -> list[dict[str, str]]:
    """What else can be done at this table now, as the life of its list allows."""
    number = view.next_game.number if view.next_game else max((game.number for game in view.games), default=0)
    found = [("cards", _("Blatt prüfen"), address(view, "hand_of_game", number))] if number else []
    if possible(Deed.MISDEAL, view.life):
        found.append(("deal", _("Falsch gegeben"), address(view, "misdeal")))
    if possible(Deed.CHANGE_SEATS, view.life):
        found.append(("people", _("Platz wechseln"), address(view, "change_seats")))
    if possible(Deed.BREAK_OFF, view.life):
        found.append(("struck", _("Liste vorzeitig beenden"), address(view, "end_list")))
    found.append(("protest", _("Einspruch eintragen"), address(view, "protest")))
    found.append(("list", _("Ganze Liste"), address(view)))
    return [{"icon": icon, "label": label, "url": url} for icon, label, url in found]


def recent(tournament: Tournament) -> list[Any]:
    """The last rulings, so that two referees know of each other."""
    return list(
        tournament.rulings.select_related("decided_by", "sheet__table__series").order_by("-number")[:3]
    )
