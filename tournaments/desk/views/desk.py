"""The director's desk: where the day is, the one next act, what waits, the tables of the series."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.desk.core.day import Act
from tournaments.desk.selectors.asking import on_the_desk
from tournaments.desk.selectors.day import Desk, prizes_at_the_end
from tournaments.desk.selectors.day import desk as desk_of
from tournaments.desk.words import line
from tournaments.desk.words.acts import button
from tournaments.desk.words.waiting import waiting_lines
from tournaments.event.permissions import may_direct, may_referee
from tournaments.lists.core.life import Life
from tournaments.lists.forms.table import SignForm
from tournaments.lists.selectors.progress import TableProgress
from tournaments.lists.services import sheets as sheets_service
from tournaments.lists.words.clock import shown_clock
from tournaments.lists.words.life import life_in_words
from tournaments.models import Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import (
    actor_of,
    find_sheet,
    find_tournament,
    is_fragment_request,
    need_role,
    page,
)
from tournaments.pages.phone_addresses import outdated_paper
from tournaments.rankings.services.finish import finish_tournament

TO_LOOK_AT = {Act.STANDINGS, Act.CODES, Act.PRINT, Act.WORKBOOK}  # what a referee may touch at the desk


@never_cache
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk, or the part of it that moves."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    return desk_page(request, tournament)


def desk_page(
    request: HttpRequest, tournament: Tournament, *, refused: str = "", status: int = 200
) -> HttpResponse:
    """The whole desk, or the part that moves."""
    now = timezone.now()
    seen = desk_of(tournament, now=now)
    directs = may_direct(actor_of(request), tournament)
    title, text = line.headline(seen)
    acts = [button(seen, act) for act in (seen.day.first, *seen.day.others) if directs or act in TO_LOOK_AT]
    first = acts[0] if acts and acts[0].act == seen.day.first else None
    context: dict[str, Any] = {
        "tournament": tournament,
        "desk": seen,
        "title": title,
        "text": text or (first.text if first else ""),
        "line": [(line.stop_label(seen, stop.station), stop) for stop in seen.day.line],
        "first": first,
        "others": [one for one in acts if one is not first],
        "waits": waiting_lines(seen, on_the_desk(tournament, now=now)),
        "tiles": table_tiles(seen),
        "some_totals_only": any(table.totals_only for table in seen.tables),
        "refused": refused,
        "clock": shown_clock(seen.current, now=now) if seen.current else None,
    }
    if is_fragment_request(request):
        return page(request, "tournaments/desk/_day.html", **context)
    context["outdated"] = outdated_paper(tournament, seen.current)
    return page(request, "tournaments/desk/day.html", current="desk", status=status, **context)


def table_tiles(seen: Desk) -> list[dict[str, Any]]:
    """The tables of the series drawn last, each at a glance."""
    late = {one.table for one in seen.late}
    return [desk_tile(seen, table, late=table.number in late) for table in seen.tables]


def desk_tile(seen: Desk, table: TableProgress, *, late: bool) -> dict[str, Any]:
    """One table: number, how far, and where its list is. Bare values, so that it is drawn once as long as nothing moves there."""
    if table.life is Life.OPEN:
        of = table.planned if table.planned is not None else "?"
        word = f"{table.played}/{of}"
    elif table.life is Life.COMPLETE:
        word = _("{signed} von {size} unterschrieben").format(signed=table.signed, size=table.sitting)
    else:
        word = life_in_words(table.life)
    assert seen.current is not None
    return {
        "number": table.number,
        "state": table.life.value,
        "word": word,
        "three": table.size == 3,
        "totals_only": table.totals_only,
        "late": late,
        "played": table.played,
        "planned": table.planned or 0,
        "url": reverse("sheet", args=[seen.tournament.slug, seen.current.number, table.number]),
    }


def accept(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Take a signed list; one that has moved on since is shown as it is now."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method != "POST":
        return redirect("desk", slug)
    found = find_sheet(slug, series, table)
    with Attempt() as attempt:
        seen_version = SignForm.version_in(request.POST)
        sheets_service.accept(sheet_id=found.pk, seen_version=seen_version, by=actor, now=timezone.now())
    if attempt.refused:
        said = _("Tisch {table}: {why}").format(table=table, why=attempt.said)
        return desk_page(request, find_tournament(slug), refused=said, status=attempt.status)
    messages.success(request, _("Die Liste von Tisch {table} ist angenommen.").format(table=table))
    return redirect("desk", slug)


def prizes_before_closing(tournament: Tournament) -> str:
    """Return what is left to do about the prizes; empty where they are paid or there are none."""
    prizes = prizes_at_the_end(tournament)
    if prizes is None:
        return ""
    return line.prizes_left(prizes.state, unpaid_cents=prizes.open)


def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the tournament, after a last look."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    refused = ""
    if request.method == "POST":
        with Attempt() as attempt:
            finish_tournament(tournament_id=tournament.pk, by=actor, now=timezone.now())
        if not attempt.refused:
            messages.success(request, _("Das Turnier ist abgeschlossen."))
            return redirect("desk", slug)
        refused = attempt.said
    drawn = tournament.series.count()
    return page(
        request,
        "tournaments/desk/finish.html",
        tournament=tournament,
        current="desk",
        undrawn=tournament.series_count - drawn,
        prizes=prizes_before_closing(tournament),
        refused=refused,
        status=422 if refused else 200,
    )
