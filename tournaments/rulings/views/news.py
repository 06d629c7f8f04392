"""What a table's page asks while it is open: one address for everything that moves on it, answered in one statement."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.numbers import GameNumber
from tournaments.access.selectors.codes import secret_hash
from tournaments.access.services.devices import LOOKED_IN
from tournaments.event.permissions import may_score, must
from tournaments.lists.selectors.pulse import Pulse, pulse_of
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.views.at_table import at_table
from tournaments.lists.views.sending import there_can_be
from tournaments.lists.views.sheets import list_context
from tournaments.models import ScoreSheet
from tournaments.pages.frame import DEVICE, actor_of, find_sheet
from tournaments.pages.fresh import kept_by_nobody, parts_seen
from tournaments.pages.quiet import answered_shortly
from tournaments.rulings.selectors.calls import call_stamp
from tournaments.rulings.words.calls import of_table

ENTERED = re.compile(r"spiel=([0-9]{1,5})")
AWAITED = "1.2"  # seconds between two questions where the next game may come from another device
LIST, ENTRY, CALL = "stand", "am-tisch", "ruf"  # the parts by their ids


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAsked:
    """What a table's page asked, and how its list stands at this moment."""

    now: datetime
    entering: GameNumber | None
    pulse: Pulse
    news: list[str]  # the parts that moved since the reader saw them
    at_the_table: bool  # only those at the table may ask so
    known: bool  # the device may write and was noted a moment ago
    soon: bool  # somebody else may write here at any moment: two devices, or the desk

    @property
    def waved_through(self) -> bool:
        return self.known or not self.at_the_table

    def answer(self, parts: Iterable[str] = ()) -> HttpResponse:
        """The parts that moved; 204 while none did."""
        answer = HttpResponse("".join(parts)) if self.news else HttpResponse(status=204)
        if self.soon:
            answer["X-Every"] = AWAITED
        return answer


def asked_of_table(request: HttpRequest, slug: str, series: int, table: int) -> TableAsked:
    """One statement."""
    entering = game_entered(request)
    first = LIST if entering is None else ENTRY
    seen, now = parts_seen(request, first=first), timezone.now()
    pulse = pulse_here(request, slug, series, table, now=now)
    stamps = {first: pulse.stamp}
    if CALL in seen or entering is not None:
        stamps[CALL] = call_stamp(pulse.call, pulse.going)
    return TableAsked(
        now=now,
        entering=entering,
        pulse=pulse,
        news=[part for part, stamp in stamps.items() if seen.get(part) != stamp],
        at_the_table=CALL in stamps,
        known=is_known(pulse, now),
        soon=CALL in stamps and (pulse.devices > 1 or SESSION_KEY in request.session),
    )


@kept_by_nobody
def sheet_nothing_new(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse | None:
    """204 where whoever asks is known and has seen everything."""
    looked = asked_of_table(request, slug, series, table)
    return looked.answer() if looked.waved_through and not looked.news else None


@answered_shortly(by=sheet_nothing_new)
@kept_by_nobody
@require_safe
def sheet_state(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """The parts that moved since the reader saw them; 204 while none did.

    With `?spiel=N` the page is the one on which that game is entered: for those at the table alone, as the call is.
    """
    looked = asked_of_table(request, slug, series, table)
    if not looked.waved_through:
        must(may_score(actor_of(request), find_sheet(slug, series, table)))
    if not looked.news:
        return looked.answer()
    sheet = find_sheet(slug, series, table)
    return looked.answer(parts_as_they_stand(request, sheet, looked.news, looked.entering, looked.now))


def pulse_here(request: HttpRequest, slug: str, series: int, table: int, *, now: datetime) -> Pulse:
    """The pulse of this list as this phone sees it, or 404: in one statement where its session is as it was."""
    session: Any = request.session
    presumed = session.presumed()
    values, key = (session, "") if presumed is None else (presumed, session.session_key)
    found = pulse_of(
        slug, series, table, secret_hash=secret_hash(values.get(DEVICE, "")), session=key, now=now
    )
    if found is not None and key and not session.confirmed(found.session):
        found = pulse_of(slug, series, table, secret_hash=secret_hash(session.get(DEVICE, "")), now=now)
    if found is None:
        raise Http404(_("Diese Liste gibt es nicht."))
    return found


def game_entered(request: HttpRequest) -> GameNumber | None:
    """Which game's page asks; None for the page of the list."""
    query = request.META.get("QUERY_STRING", "")
    asked = ENTERED.fullmatch(
        query
    )  # as every page of ours writes it; whatever else is asked goes Django's way
    typed = asked[1] if asked else request.GET.get("spiel", "") if query else ""
    if not typed:
        return None
    number = GameNumber(int(typed) if typed.isdecimal() and len(typed) < 6 else 0)
    there_can_be(number)
    return number


def is_known(pulse: Pulse, now: datetime) -> bool:
    """Whether the device may write and was noted a moment ago; anybody else is looked at in the longer way."""
    return pulse.device_here and pulse.noted_at is not None and now - pulse.noted_at <= LOOKED_IN


def parts_as_they_stand(
    request: HttpRequest, sheet: ScoreSheet, news: list[str], entering: GameNumber | None, now: datetime
) -> list[str]:
    """The parts as they stand on the page."""
    view = sheet_view(sheet, now=now) if news != [CALL] else None
    return [drawn_part(request, part, sheet, view, entering) for part in news]


def drawn_part(
    request: HttpRequest, part: str, sheet: ScoreSheet, view: SheetView | None, entering: GameNumber | None
) -> str:
    if part == CALL or view is None:
        context = of_table(sheet, entering=entering)
        return render_to_string("tournaments/rulings/calls/_call.html", context, request)
    if entering is not None:
        return render_to_string(
            "tournaments/lists/_at_table.html", {"view": view, **at_table(view, entering)}, request
        )
    return render_to_string(
        "tournaments/lists/_state.html", {"view": view, **list_context(request, view)}, request
    )
