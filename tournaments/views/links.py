"""The codes of all tables of a series on one page: to print and to lay on the tables."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.models import ScoreSheet, Tournament
from tournaments.permissions import Actor, may_referee
from tournaments.selectors.sheets import sheets
from tournaments.services import links as service
from tournaments.views.frame import find_tournament, need_role, page
from tournaments.views.phones import lent_address


@never_cache
def table_links(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has a code, a code for one table or for all, and the end of all codes of a table.

    New codes are answered with a page and not with a redirect: only their hash is kept, so they are shown once.
    """
    this = find_tournament(slug)
    actor = need_role(request, may_referee, this)
    laid = lists(this)
    if request.method != "POST":
        return links_page(request, this, laid)
    chosen = [sheet for sheet in laid if request.POST.get("table") in ("all", str(sheet.table.number))]
    if request.POST.get("deed") == "revoke":
        closed = sum(revoke(sheet, actor) for sheet in chosen)
        messages.success(request, _("{count} Tischlinks gesperrt.").format(count=closed))
        return redirect("table_links", slug)
    lent = [code(request, sheet, actor) for sheet in chosen]
    return links_page(request, this, lists(this), lent=lent)


def lists(this: Tournament) -> list[ScoreSheet]:
    """The lists of the series drawn last, each with how many phones may write it."""
    current = this.series.order_by("-number").first()
    in_use = Count("links", filter=Q(links__revoked_at__isnull=True))
    found = sheets().filter(table__series=current).annotate(phones=in_use)
    return list(found.order_by("table__number"))


def code(request: HttpRequest, sheet: ScoreSheet, actor: Actor) -> dict[str, Any]:
    token = service.lend_table(sheet_id=sheet.pk, by=actor, now=timezone.now())
    label = _("Serie {series}, Tisch {table}").format(
        series=sheet.table.series.number, table=sheet.table.number
    )
    return {"label": label, **lent_address(request, token)}


def revoke(sheet: ScoreSheet, actor: Actor) -> int:
    return service.revoke_links(sheet_id=sheet.pk, by=actor, now=timezone.now())


def links_page(
    request: HttpRequest,
    this: Tournament,
    laid: list[ScoreSheet],
    *,
    lent: list[dict[str, Any]] | None = None,
) -> HttpResponse:
    return page(
        request,
        "tournaments/desk/links.html",
        tournament=this,
        current="desk",
        laid=laid,
        lent=lent or [],
        only_here=any(one["only_here"] for one in lent or []),
        series=laid[0].table.series if laid else None,
    )
