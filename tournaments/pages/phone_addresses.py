"""Addresses that a phone can open, and the code for its camera."""

from __future__ import annotations

from typing import Any

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournaments.access.selectors.codes import TableCode
from tournaments.access.selectors.phones import current_address, on_old_paper
from tournaments.models import Series, Tournament

ONLY_HERE = ("127.", "localhost", "[::1]")  # what the laptop calls itself


def address_for_phones(request: HttpRequest, path: str) -> str:
    """The address of a page as a phone has to call it.

    Who sits at the laptop itself has 127.0.0.1 in his browser: that would lead every phone to itself.
    """
    if not request.get_host().startswith(ONLY_HERE):
        return request.build_absolute_uri(path)
    address = current_address()
    return f"{site_under(request, address)}{path}" if address else request.build_absolute_uri(path)


def site_under(request: HttpRequest, address: str) -> str:
    """The site as it is called by this address of the machine; without the last stroke."""
    _here, port = split_domain_port(request.get_host())
    return f"{request.scheme}://{address}{f':{port}' if port else ''}"


def outdated_paper(tournament: Tournament, series: Series | None) -> dict[str, Any] | None:
    """The series on whose paper another address stands than phones have to call now; None while all is well."""
    if settings.PRODUCTION or series is None or tournament.status == Tournament.Status.FINISHED:
        return None
    differ = on_old_paper(made_at=series.drawn_at)
    return {"series": series.number, "printed": differ[0], "now": differ[1]} if differ else None


def only_here(url: str) -> bool:
    """Whether this address works at this machine alone."""
    return url.split("//", 1)[-1].startswith(ONLY_HERE)


def qr_svg(url: str) -> SafeString:
    """The address as black and white squares."""
    drawing = segno.make(url, micro=False, error="m").svg_inline(scale=6, border=4, omitsize=True)
    return mark_safe(drawing)  # noqa: S308 - drawn by segno from the modules of the code alone


def site_for_phones(request: HttpRequest) -> str:
    """The site's address as phones call it, for many codes at once; without the last stroke."""
    return address_for_phones(request, "/").rstrip("/")


def code_shown(site: str, code: TableCode) -> dict[str, Any]:
    """What a page shows of a table's code: to scan, and to type."""
    url = scanned_address(site, code)
    return {
        "link": url,
        "svg": qr_svg(url),
        "typed": typed_address(site, code),
        "pin": code.spoken_pin,
        "only_here": only_here(url),
    }


def scanned_address(site: str, code: TableCode) -> str:
    return site + reverse("table_link", args=[code.token])


def typed_address(site: str, code: TableCode) -> str:
    """As short as it gets: nobody types http:// or the last stroke."""
    whole = site + reverse("table_link", args=[code.typed])
    return whole.split("//", 1)[-1].rstrip("/")
