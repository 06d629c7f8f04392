"""Writes lists of which only the sums are known: entered, corrected by striking, struck to make room for games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.sentence import gettext_noop
from scoring.totals import SeatSum, check_totals
from tournaments.event.permissions import Actor, may_referee, may_score, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheet
from tournaments.event.services.ruled_rows import link_rows
from tournaments.lists.core.life import Deed, possible
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.selectors.sums import sums_of
from tournaments.lists.services.sheets import SheetRefused, check_version, list_moved, stale
from tournaments.models import Ruling, TotalEntry, TotalLine
from tournaments.rulings.services.common import decide

MENDED = "Summen berichtigt"


@transaction.atomic
def enter_totals(
    *,
    sheet_id: int,
    sums: Mapping[int, SeatSum],
    games: int,
    submission: UUID,
    seen_version: int,
    by: Actor,
    now: datetime,
    confirmed: Sequence[str] = (),
    reason: str = "",
) -> TotalEntry:
    """Write the sums of a list whose games nobody types; sums that stood there are struck and stay visible.

    After the seats have signed only a referee does it, with a reason, as a ruling.
    """
    sheet = lock_sheet(sheet_id)
    must(may_score(by, sheet))
    done = sheet.total_entries.filter(submission=submission).prefetch_related("lines__seat").first()
    if done is not None and (done.games, sums_of(done)) == (games, dict(sums)):
        return done
    if done is not None:
        raise stale()
    check_version(sheet, seen_version)
    view = sheet_view(sheet, now=now)
    if view.games:
        raise SheetRefused(
            gettext_noop(
                "Auf dieser Liste stehen Spiele: Entweder alle Spiele eintragen, oder sie streichen und nur die Summen."
            )
        )
    if changed_hands(view):
        raise SheetRefused(
            gettext_noop(
                "An diesem Tisch hat jemand den Platz gewechselt: Was jeder gespielt hat, zeigen nur die einzelnen Spiele. Bitte „Liste vom Papier“ nehmen."
            )
        )
    if sorted(sums) != [seat.number for seat in view.seats]:
        raise SheetRefused(gettext_noop("Bitte die Summen aller Plätze eintragen."))
    if games < 1 or (view.planned is not None and games > view.planned):
        raise SheetRefused(
            gettext_noop("Die Zahl der Spiele stimmt nicht: Geplant sind {planned}."),
            planned=view.planned or "?",
        )
    check_totals(view.rules, sums, games=games)
    why = strike_if_there(view, reason=reason, by=by, now=now)
    entry = TotalEntry.objects.create(
        sheet=sheet, games=games, submission=submission, entered_at=now, entered_by=by.label
    )
    TotalLine.objects.bulk_create(
        TotalLine(
            entry=entry,
            seat=seat,
            points=sums[seat.number].points,
            crosses=sums[seat.number].crosses,
            augen=sums[seat.number].augen,
        )
        for seat in view.seats
    )
    facts: dict[str, object] = {"games": games, "totals": totals_facts(sums)}
    if confirmed:
        facts["confirmed"] = list(confirmed)
    deed = "totals_corrected" if view.totals else "totals_entered"
    journal.write(view.tournament, deed, by=by, now=now, sheet=sheet, facts=facts, reason=why)
    list_moved(sheet, now=now, reason="Die Summen wurden nach der Unterschrift geändert")
    return entry


def changed_hands(view: SheetView) -> bool:
    """Whether somebody left or came in mid-series: the foot of the paper adds up a seat, not a person."""
    return bool(view.former) or len(view.sitting) != len(view.seats)


@transaction.atomic
def strike_totals(*, sheet_id: int, reason: str, seen_version: int, by: Actor, now: datetime) -> TotalEntry:
    """Strike the sums of a list; it is open again, for games or for other sums."""
    sheet = lock_sheet(sheet_id)
    must(may_score(by, sheet))
    check_version(sheet, seen_version)
    view = sheet_view(sheet, now=now)
    if view.totals is None:
        raise SheetRefused(gettext_noop("Auf dieser Liste stehen keine Summen."))
    if not reason.strip():
        raise SheetRefused(gettext_noop("Bitte eine Begründung eintragen: Sie steht im Protokoll."))
    why = strike_if_there(view, reason=reason, by=by, now=now)
    facts = {"games": view.totals.games, "totals": totals_facts(sums_of(view.totals))}
    journal.write(view.tournament, "totals_struck", by=by, now=now, sheet=sheet, facts=facts, reason=why)
    list_moved(sheet, now=now, reason="Die Summen wurden gestrichen")
    return view.totals


def strike_if_there(view: SheetView, *, reason: str, by: Actor, now: datetime) -> str:
    """Strike the sums in force, if any; from the signatures on that is a ruling. Returns the reason."""
    closed = not possible(Deed.CORRECT, view.life)
    why, ruling = reason.strip(), None
    if closed:
        must(may_referee(by, view.tournament))
        if not why:
            raise SheetRefused(
                gettext_noop("Diese Liste ist unterschrieben: Bitte begründen, warum sie sich ändert.")
            )
        ruling = decide(view.tournament, Ruling.Kind.CORRECTION, reason=why, by=by, now=now, sheet=view.sheet)
    if view.totals is None:
        return why
    view.totals.struck_at, view.totals.struck_reason = now, (why or MENDED)[:300]
    view.totals.save(update_fields=["struck_at", "struck_reason"])
    if ruling is not None:
        link_rows(ruling, struck_totals=view.totals)
    return why or MENDED


def totals_facts(sums: Mapping[int, SeatSum]) -> dict[str, list[int | None]]:
    """The sums for the journal: points, crosses, Augen of every seat."""
    return {str(seat): [one.points, one.crosses, one.augen] for seat, one in sorted(sums.items())}
