"""The page of one screen: opened by its number without an account; asked for news it answers 204 in one query."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Screen
from tournaments.models.naming import for_everybody
from tournaments.models.screens import CODE_DIGITS
from tournaments.pages.frame import is_fragment_request
from tournaments.pages.phone_addresses import address_for_phones
from tournaments.screens.selectors import screen_of, screen_state, state_and_last_question
from tournaments.screens.services.screens import ASKED_EVERY, free_code, note_asked
from tournaments.screens.views.material import Material
from tournaments.screens.views.pages import ahead, milliseconds, slots_of
from tournaments.screens.views.turns import slot_now

CODE = re.compile(rf"[1-9][0-9]{{{CODE_DIGITS - 1}}}")
COOKIE, YEAR = "rommeclub_screen", 365 * 24 * 3600
NOBODYS = "0"  # what a television has seen that nobody has added yet


@never_cache
@require_safe
def new_screen(request: HttpRequest) -> HttpResponse:
    """A television that opens /saal/ gets a number of its own, which it shows until the desk adds it, and keeps."""
    known = request.COOKIES.get(COOKIE, "")
    code = known if CODE.fullmatch(known) else free_code()
    answer = redirect("screen", code)
    answer.set_cookie(COOKIE, code, max_age=YEAR, samesite="Lax", httponly=True)
    return answer


@never_cache
@require_safe
@for_everybody
def screen(request: HttpRequest, digits: int) -> HttpResponse:
    """What this screen shows; or its number, while nobody has added it."""
    now = timezone.now()
    if not CODE.fullmatch(str(digits)):
        raise Http404(_("Einen Bildschirm mit dieser Nummer kann es nicht geben."))
    if is_fragment_request(request) and nothing_new(request, state_and_last_question(str(digits)), now):
        return HttpResponse(status=204, headers={"X-Now": str(milliseconds(now))})
    found = screen_of(str(digits))
    if found is None:
        seen = is_fragment_request(request) and request.META.get("HTTP_X_SEEN") == NOBODYS
        answer = HttpResponse(status=204) if seen else waiting_page(request, str(digits), now)
    else:
        note_asked(found, now=now)
        answer = screen_page(request, found, now)
    answer["X-Now"] = str(milliseconds(now))
    return answer


def nothing_new(request: HttpRequest, known: tuple[str, datetime | None] | None, now: datetime) -> bool:
    """Whether nothing is new, and nobody has to note that the screen is there."""
    if known is None:
        return request.META.get("HTTP_X_SEEN") == NOBODYS
    state, asked = known
    return (
        request.META.get("HTTP_X_SEEN") == state
        and asked is not None
        and timedelta() <= now - asked < ASKED_EVERY
    )


def screen_page(request: HttpRequest, found: Screen, now: datetime) -> HttpResponse:
    """What it shows; 204 where it shows that already."""
    given = Material(found.tournament, now=now, public=True)
    slots = slots_of(found, given)
    state = screen_state(found.pk, found.tournament.revision, given.oldest)
    if is_fragment_request(request) and request.META.get("HTTP_X_SEEN") == state:
        return HttpResponse(status=204)
    shift = ahead(found, slots, given)
    at, left = slot_now(slots, milliseconds(now), ahead=shift)
    context = {
        "screen": found,
        "tournament": found.tournament,
        "state": state,
        "slots": slots,
        "ahead": shift,
        "shown": slots[at],
        "again": min(left, 30),  # without scripts the page asks anew when the next one's turn has come
        "now": now,
        "now_ms": milliseconds(now),
        "zone": zone(now),
    }
    return render(request, template(request), context)


def zone(now: datetime) -> int:
    """How many seconds the clock in the hall is ahead of the world's."""
    offset = localtime(now).utcoffset()
    return int(offset.total_seconds()) if offset else 0


def waiting_page(request: HttpRequest, code: str, now: datetime) -> HttpResponse:
    """The number, so large that the desk can read it across the hall."""
    address = address_for_phones(request, "/").split("//", 1)[-1].rstrip("/")
    context = {
        "state": NOBODYS,
        "code": code,
        "again": 5,
        "now_ms": milliseconds(now),
        "zone": zone(now),
        "address": address,
    }
    return render(request, template(request), context)


def template(request: HttpRequest) -> str:
    return (
        "tournaments/screens/_screen.html"
        if is_fragment_request(request)
        else "tournaments/screens/screen.html"
    )
