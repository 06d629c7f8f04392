"""A ruling before it is given: what it changes, in words, and the sign by which exactly this is confirmed."""

from __future__ import annotations

import hashlib
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.standings import MEASURES
from scoring.wording.phrases import euros
from tournaments.lists.views.rows import LIFE, signed_cell
from tournaments.pages.words import numbers
from tournaments.rulings.selectors.consequences import AwardMove, Consequences, NextSeat, RankMove

Drawn = dict[str, Any]
CONFIRMED = "previewed"


def ruling_mark(*facts: object) -> str:
    """A sign of exactly this ruling over exactly this list: whatever is typed anew has to be looked at anew."""
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]


def is_confirmed(request: HttpRequest, sign: str) -> bool:
    """Whether the referee has seen what this ruling changes and has said yes to it."""
    return request.POST.get(CONFIRMED) == sign


def carried(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed, to be sent once more with the confirmation."""
    return [
        (name, str(value))
        for name in request.POST
        if name not in ("csrfmiddlewaretoken", CONFIRMED)
        for value in request.POST.getlist(name)
    ]


def consequences_context(seen: Consequences, sign: str) -> Drawn:
    """What tournaments/rulings/_consequences.html shows."""
    return {
        "mark": sign,
        "nothing": seen.nothing,
        "seats": [drawn_seat(move) for move in seen.seats],
        "ranks": [
            {"title": title, "moves": [drawn_move(move) for move in moves]}
            for title, moves in (
                (_("Rangliste"), seen.singles),
                *((str(category.label), found) for category, found in seen.others.items()),
            )
            if moves
        ],
        "awards": [said_award(one) for one in seen.awards],
        "notes": consequence_notes(seen),
        "next_seats": [said_next_seat(seat) for seat in seen.next_seats],
    }


def said_award(one: AwardMove) -> str:
    """Somebody's prize after the ruling, and before."""
    where = str(one.category.label)
    if one.series is not None:
        where = _("{ranking}, Serie {series}").format(ranking=where, series=one.series)
    words = {"name": one.name, "ranking": where, "before": euros(one.before), "after": euros(one.after)}
    if not one.before:
        return _("{name} ({ranking}): {after}, bisher kein Preis").format(**words)
    if not one.after:
        return _("{name} ({ranking}): kein Preis mehr, bisher {before}").format(**words)
    return _("{name} ({ranking}): {after} statt {before}").format(**words)


def said_next_seat(seat: NextSeat) -> str:
    """Where somebody sits in the next series after the ruling, and where without it."""
    words = {"series": seat.series, "name": seat.name}
    if seat.before is None or seat.after is None:
        return _("Serie {series}, {name}: Der Platz ist offen.").format(**words)
    (a, b), (c, d) = seat.after, seat.before
    return _("Serie {series}, {name}: Tisch {a}, Platz {b} statt Tisch {c}, Platz {d}").format(
        **words, a=a, b=b, c=c, d=d
    )


def drawn_seat(move: RankMove) -> Drawn:
    """One seat of the list: figures before and after."""
    return {
        "name": move.name,
        "changed": move.changed,
        "cells": [
            figures_side_by_side(signed_cell(move.before.points), signed_cell(move.after.points)),
            figures_side_by_side(str(move.before.augen), str(move.after.augen)),
            figures_side_by_side(f"{move.before.rank}.", f"{move.after.rank}."),
        ],
    }


def figures_side_by_side(before: str, after: str) -> Drawn:
    return {"before": before, "after": after, "changed": before != after}


def drawn_move(move: RankMove) -> Drawn:
    """Somebody whose rank changes, or is decided by something else."""
    if not move.before.rank:
        words = _("bisher in keiner Wertung")
    elif not move.after.rank:
        words = _("steht nicht mehr in der Wertung")
    elif move.ranked:
        words = ""
        if move.after.shared and not move.before.shared:
            words = _("jetzt geteilt")
        elif move.before.shared and not move.after.shared:
            words = _("nicht mehr geteilt")
    else:
        by = move.after.parted_by
        words = _(MEASURES[by].decides_now) if by else _("jetzt in allem gleich mit dem darüber")
    return {
        "name": move.name,
        "before": move.before.rank,
        "after": move.after.rank,
        "up": bool(move.after.rank) and (not move.before.rank or move.after.rank < move.before.rank),
        "down": not move.after.rank or 0 < move.before.rank < move.after.rank,
        "words": words,
    }


def consequence_notes(seen: Consequences) -> list[str]:
    """What else follows, and what stays as it is."""
    said = []
    if seen.life_before is not seen.life_after:
        said.append(
            _("Die Liste ist danach „{after}“ statt „{before}“.").format(
                before=LIFE[seen.life_before], after=LIFE[seen.life_after]
            )
        )
    if seen.signatures_lost:
        said.append(
            ngettext(
                "{count} Unterschrift wird zurückgenommen: Dieser Platz unterschreibt neu.",
                "{count} Unterschriften werden zurückgenommen: Diese Plätze unterschreiben neu.",
                seen.signatures_lost,
            ).format(count=seen.signatures_lost)
        )
    if seen.awards and seen.announced:
        said.append(
            _(
                "Die Preise sind schon festgelegt (Nr. {number}): Sie bleiben so, bis die Turnierleitung sie neu festlegt."
            ).format(number=seen.announced)
        )
    if seen.posted:
        said.append(
            _("Die ausgehängte Sitzordnung der Serie {series} bleibt, wie sie ist.").format(
                series=numbers(seen.posted)
            )
        )
    return said
