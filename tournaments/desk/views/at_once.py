"""Many lists with one touch: signed on paper, accepted after what speaks against it was shown, and taken back."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.speech import say
from tournaments.desk.selectors.asking import AskedList, on_the_desk
from tournaments.desk.services import at_once as service
from tournaments.desk.services.at_once import Done
from tournaments.desk.views.desk import desk_page
from tournaments.event.permissions import may_direct
from tournaments.lists.core.life import Life
from tournaments.models import ScoreSheet, Tournament
from tournaments.pages.frame import find_tournament, need_role, page

MOST_LISTS = 500


def seen_in(values: list[str]) -> dict[int, int]:
    """Lists with the versions that a page had shown; whatever is no pair of numbers is none."""
    found = {}
    for value in values[:MOST_LISTS]:
        pk, _dot, version = value.partition(".")
        if all(part.isascii() and part.isdecimal() and len(part) < 12 for part in (pk, version)):
            found[int(pk)] = int(version)
    return found


def called(sheet: ScoreSheet) -> str:
    return _("Serie {series}, Tisch {table}").format(
        series=sheet.table.series.number, table=sheet.table.number
    )


@require_POST
def sign_all(request: HttpRequest, slug: str) -> HttpResponse:
    """On every list of the page all have signed the paper; what has changed since is left out and said."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    seen = seen_in(request.POST.getlist("liste"))
    done = service.sign_all_on_paper(tournament_id=tournament.pk, seen=seen, by=actor, now=timezone.now())
    said = ngettext(
        "Auf {count} Liste haben alle unterschrieben.",
        "Auf {count} Listen haben alle unterschrieben.",
        len(done.lists),
    )
    return say_done(request, slug, done, said.format(count=len(done.lists)))


@require_http_methods(["GET", "HEAD", "POST"])
def accept_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Take all lists at once. Where something speaks against one, it is shown first, and who decides ticks."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    lists = on_the_desk(tournament, now=timezone.now())
    if request.method != "POST":
        return asking(request, tournament, lists)
    seen = seen_in(request.POST.getlist("liste"))
    signed = [one for one in lists if one.life is Life.SIGNED]
    if "gefragt" not in request.POST and not all(one.plain for one in signed):
        return asking(request, tournament, lists)
    done = service.accept_all(tournament_id=tournament.pk, seen=seen, by=actor, now=timezone.now())
    said = ngettext("{count} Liste ist angenommen.", "{count} Listen sind angenommen.", len(done.lists))
    return say_done(
        request,
        slug,
        done,
        said.format(count=len(done.lists)),
        undo=reverse("desk_take_back", args=[slug]),
    )


def asking(request: HttpRequest, tournament: Tournament, lists: tuple[AskedList, ...]) -> HttpResponse:
    """Every list with what speaks against it; those with nothing are ticked, and so are mere doubts."""
    rows: list[dict[str, Any]] = []
    for one in lists:
        series, table = one.sheet.table.series, one.sheet.table.number
        rows.append(
            {
                "where": called(one.sheet),
                "value": f"{one.sheet.pk}.{one.sheet.version}",
                "url": reverse("sheet", args=[tournament.slug, series.number, table]),
                "ready": one.ready,
                "ticked": one.ready and not one.protests,
                "plain": one.plain,
                "unsigned": one.life is Life.COMPLETE,
                "differing": ", ".join(map(str, one.differing)),
                "protests": ", ".join(map(str, one.protests)),
                "doubts": [(number, say(doubt)) for number, doubt in one.doubts],
            }
        )
    return page(
        request,
        "tournaments/desk/accept_all.html",
        tournament=tournament,
        current="desk",
        rows=rows,
        ready=sum(one["ready"] for one in rows),
    )


@require_POST
def desk_take_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo the acceptance of the lists that a message has named."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    done = service.take_all_back(
        tournament_id=tournament.pk,
        seen=seen_in(request.GET.getlist("liste")),
        reason="rückgängig gemacht",
        by=actor,
        now=timezone.now(),
    )
    said = ngettext(
        "{count} Annahme ist zurückgenommen.", "{count} Annahmen sind zurückgenommen.", len(done.lists)
    )
    return say_done(request, slug, done, said.format(count=len(done.lists)))


def say_done(request: HttpRequest, slug: str, done: Done, said: str, *, undo: str = "") -> HttpResponse:
    """Say what was done and what was not; the message carries the way back."""
    left = " ".join(
        _("{where}: {why}").format(where=called(sheet), why=say(refusal)) for sheet, refusal in done.left
    )
    if not done.lists:
        refused = left or _("Es liegt keine solche Liste mehr da.")
        return desk_page(request, find_tournament(slug), refused=refused, status=409)
    back = urlencode([("liste", f"{sheet.pk}.{sheet.version}") for sheet in done.lists])
    messages.success(request, said, extra_tags=f"{undo}?{back}" if undo else "")
    if left:
        messages.warning(request, left)
    return redirect("desk", slug)
