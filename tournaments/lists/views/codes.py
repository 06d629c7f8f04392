"""Codes of the tables and the devices that came by them: to show, to print, to close, to bar."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments.access.selectors.codes import code_of, codes_of, is_there, seats_at, table_devices
from tournaments.access.services import devices as service
from tournaments.event.permissions import Actor, may_referee, must
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.views.sheets import address, crumbs, sheet_page
from tournaments.models import ScoreSheet, Seat, TableDevice, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_sheet, find_tournament, need_role, page
from tournaments.pages.phone_addresses import code_shown, site_for_phones


@never_cache
def table_links(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has the list of which table; the code of one table or of all; the end of a table's code."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_referee, tournament)
    laid = lists_drawn_last(tournament)
    if request.method != "POST":
        return links_page(request, tournament, laid)
    if request.POST.get("deed") == "open_doors":
        service.open_doors(tournament_id=tournament.pk, by=actor, now=timezone.now())
        messages.success(request, _("Getippte PINs gelten ab sofort wieder."))
        return redirect("table_links", slug)
    chosen = [sheet for sheet in laid if request.POST.get("table") in ("all", str(sheet.table.number))]
    if request.POST.get("deed") == "revoke":
        for sheet in chosen:
            service.revoke_links(sheet_id=sheet.pk, by=actor, now=timezone.now())
        messages.success(request, closed_words(len(chosen)))
        return redirect("table_links", slug)
    for sheet in chosen:
        service.lend_table(sheet_id=sheet.pk, by=actor, now=timezone.now())
    return links_page(request, tournament, laid, shown=chosen)


def closed_words(codes: int) -> str:
    words = ngettext(
        "{count} Code ist gesperrt. Der neue steht auf jeder Liste, die jetzt gedruckt wird.",
        "{count} Codes sind gesperrt. Die neuen stehen auf jeder Liste, die jetzt gedruckt wird.",
        codes,
    )
    return words.format(count=codes)


def lists_drawn_last(tournament: Tournament) -> list[ScoreSheet]:
    """The lists of the series drawn last."""
    current = tournament.series.order_by("-number").first()
    return list(sheets().filter(table__series=current).order_by("table__number"))


def links_page(
    request: HttpRequest,
    tournament: Tournament,
    laid: list[ScoreSheet],
    *,
    shown: list[ScoreSheet] | None = None,
) -> HttpResponse:
    codes, site = codes_of(shown or []), site_for_phones(request) if shown else ""
    seats = seats_at(shown or [])
    lent = [
        {"card": code_card(sheet, seats[sheet.pk]), **code_shown(site, codes[sheet.pk])}
        for sheet in shown or []
    ]
    devices = table_devices(laid)
    now = timezone.now()
    return page(
        request,
        "tournaments/lists/codes.html",
        tournament=tournament,
        current="desk",
        rows=[
            {
                "table": sheet.table.number,
                "devices": [device_row(device, now) for device in devices[sheet.pk]],
                "url": address(sheet, "lend_table"),
            }
            for sheet in laid
        ],
        lent=lent,
        closed_doors=service.closed_doors([sheet.table.number for sheet in laid], now=now),
        only_here=any(one["only_here"] for one in lent),
        series=laid[0].table.series if laid else None,
    )


def code_card(sheet: ScoreSheet, seats: list[Seat]) -> dict[str, Any]:
    """A table as parts/seats.html draws it, to hang up beside its code."""
    return {
        "label": _("Tisch"),
        "number": sheet.table.number,
        "seats": [
            {
                "number": seat.number,
                "name": seat.registration.name,
                "club": seat.registration.player.club or "",
                "keeper": seat.pk == sheet.scorer_id,
            }
            for seat in seats
        ],
    }


def device_row(device: TableDevice, now: Any) -> dict[str, Any]:
    return {
        "number": device.number,
        "name": device.name,
        "seen": device.last_seen_at,
        "here": is_there(device, now),
        "barred": device.barred_at,
    }


@never_cache
def lend_table(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The code of one table for another device, who has the list already, and how to end that."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_referee(actor, found.table.series.tournament))
    shown: dict[str, Any] = {}
    if request.method == "POST":
        with Attempt() as attempt:
            done = deed_done(request, found, actor)
        if attempt.refused:
            messages.error(request, attempt.said)
            return redirect(address(found, "lend_table"))
        if done:
            messages.success(request, done)
            return redirect(address(found, "lend_table"))
        service.lend_table(sheet_id=found.pk, by=actor, now=timezone.now())
        shown = code_shown(site_for_phones(request), code_of(found))
    view = sheet_view(found, now=timezone.now())
    return sheet_page(
        request,
        "tournaments/lists/lend.html",
        view,
        heading=_("Handys an Tisch {table}").format(table=table),
        crumbs=crumbs(view, _("Handys")),
        devices=[device_row(device, timezone.now()) for device in table_devices([found])[found.pk]],
        **shown,
    )


def deed_done(request: HttpRequest, sheet: ScoreSheet, actor: Actor) -> str:
    """Close the code, bar a device or let it in again, and say so; empty when only the code is wanted."""
    now, typed = timezone.now(), request.POST.get("device", "")
    number = int(typed) if typed.isdecimal() and len(typed) < 5 else 0
    match request.POST.get("deed"):
        case "revoke":
            service.revoke_links(sheet_id=sheet.pk, by=actor, now=now)
            return closed_words(1)
        case "bar":
            device = service.bar_device(sheet_id=sheet.pk, number=number, by=actor, now=now)
            return _("Gerät {number} ist gesperrt.").format(number=device.number)
        case "readmit":
            device = service.readmit_device(sheet_id=sheet.pk, number=number, by=actor, now=now)
            return _("Gerät {number} darf wieder schreiben.").format(number=device.number)
    return ""
