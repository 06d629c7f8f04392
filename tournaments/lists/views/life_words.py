"""The life of a list in words: its clock, what is closed, what was not played, who sat where, who is asked to confirm."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wording import phrases
from tournaments.lists.core.life import Deed, possible
from tournaments.lists.selectors.confirming import neighbour_of
from tournaments.lists.selectors.shares import SeatShare, parts_of_seats
from tournaments.lists.selectors.sheets import Life, SheetView
from tournaments.lists.words.clock import shown_clock
from tournaments.models import ScoreSheet


def life_context(view: SheetView, *, now: datetime) -> dict[str, Any]:
    """What the page of a list shows of its life beyond its rows."""
    clock = shown_clock(view.sheet.table.series, now=now) if view.life is Life.OPEN else None
    return {
        "clock": clock,
        "runden": said_runden(view),
        "unplayed": said_unplayed(view),
        "sat": [said_part(part) for part in parts_of_seats(view)],
        "asked": confirmation_asked(view),
        "window": view.rules.series.objection_minutes,
        "window_paragraph": view.rules.source("series.objection_minutes").paragraph,
        "may_misdeal": possible(Deed.MISDEAL, view.life),
        "may_change_seats": possible(Deed.CHANGE_SEATS, view.life),
        "may_end": possible(Deed.BREAK_OFF, view.life),
        "hands_over": possible(Deed.HAND_OVER, view.life),
        "corrects": possible(Deed.CORRECT, view.life),
        "misdeal_url": life_address(view, "misdeal"),
        "change_seats_url": life_address(view, "change_seats"),
        "end_url": life_address(view, "end_list"),
        "time_url": life_address(view, "time_is_over"),
    }


def life_address(view: SheetView, name: str, *more: object) -> str:
    table = view.sheet.table
    return reverse(name, args=[view.tournament.slug, table.series.number, table.number, *more])


def said_runden(view: SheetView) -> str:
    """`Runde 1 bis 3 abgeschlossen`: what only a ruling can still change."""
    closed = view.closed_rounds
    if not view.games or closed < 1:
        return ""
    if closed == 1:
        return _("Runde 1 ist abgeschlossen.")
    return _("Die Runden 1 bis {last} sind abgeschlossen.").format(last=closed)


def said_unplayed(view: SheetView) -> str:
    """The games that were not played, and why."""
    if view.sheet.ends_after is None:
        return ""
    cause = ScoreSheet.EndCause(view.sheet.end_cause).label
    if not view.unplayed:
        return _("Die Liste endet nach Spiel {last} ({cause}): {reason}.").format(
            last=view.sheet.ends_after, cause=cause, reason=view.sheet.end_reason.rstrip(".")
        )
    first, last = view.unplayed[0], view.unplayed[-1]
    words = ngettext(
        "Spiel {first} ist nicht gespielt und nicht gewertet ({cause}): {reason}.",
        "Die Spiele {first} bis {last} sind nicht gespielt und nicht gewertet ({cause}): {reason}.",
        len(view.unplayed),
    )
    return words.format(first=first, last=last, cause=cause, reason=view.sheet.end_reason.rstrip("."))


def said_part(part: SeatShare) -> str:
    """One person at a seat that changed hands, with what he has played himself."""
    if part.until is None:
        span = _("ab Runde {first}").format(first=part.since)
    elif part.since == 1:
        span = _("bis Runde {last}").format(last=part.until)
    else:
        span = _("Runde {first} bis {last}").format(first=part.since, last=part.until)
    said = ngettext(
        "Platz {seat}, {name}, {span}: {points}, {augen} in {games} Spiel.",
        "Platz {seat}, {name}, {span}: {points}, {augen} in {games} Spielen.",
        part.games,
    )
    return said.format(
        seat=part.seat,
        name=part.name,
        span=span,
        points=phrases.points(part.points),
        augen=phrases.in_augen(part.augen),
        games=part.games,
    )


def confirmation_asked(view: SheetView) -> dict[str, Any] | None:
    """Who is asked to confirm which game; one after the other, the oldest first."""
    if not possible(Deed.CONFIRM, view.life) or not view.unconfirmed:
        return None
    game = view.unconfirmed[0]
    return {
        "name": neighbour_of(view).registration.name,
        "number": game.number,
        "row": game.pk,
        "url": life_address(view, "confirm_game", game.number),
        "more": len(view.unconfirmed) - 1,
    }
