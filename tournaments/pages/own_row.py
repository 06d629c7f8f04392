"""Who reads: whoever came by his start card finds his own row wherever he stands. A cookie that names a number, no key."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.models import Registration, Tournament

OWN = "rommeclub_ich"
DAY = 86_400


def remember(response: HttpResponse, registration: Registration) -> None:
    """This phone belongs to this player, for two days; it opens nothing."""
    value = f"{registration.tournament.slug}:{registration.start_number}"
    response.set_cookie(OWN, value, max_age=2 * DAY, samesite="Lax", httponly=True)


def own_number(request: HttpRequest, tournament: Tournament) -> int | None:
    """The start number of whoever reads, where this phone has opened his page at this tournament."""
    slug, _colon, number = request.COOKIES.get(OWN, "").rpartition(":")
    if slug != tournament.slug or not (number.isascii() and number.isdecimal() and len(number) < 7):
        return None
    return int(number)
