"""Rules on a deal out of turn: which games are void, where the deal goes on, and the ruling that says so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scoring.sentence import gettext_noop
from tournaments.backups.services.backups import Occasion
from tournaments.backups.services.before_deeds import backed_up_before
from tournaments.event.permissions import Actor
from tournaments.event.services.ruled_rows import link_rows
from tournaments.lists.core.life import CLOSED, Deed
from tournaments.lists.selectors.sheets import SheetView
from tournaments.lists.services.sheets import check_possible, strike_row
from tournaments.models import Game, Ruling, Seat
from tournaments.rulings.services.common import RulingRefused, carried_out, decide, referee_at

PARAGRAPH = "Verbandsordnung §4.10-4.12"


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdeal:
    """What the rule says about a deal out of turn, before anybody has decided it."""

    fault: int | None  # None: nobody can say any more where it began
    running_round: int
    found_later: bool  # in a Runde that is closed: it stands, the running one is replayed
    start: int  # the game with which the deal goes on
    dealer: Seat
    struck: tuple[Game, ...]


def prescribe_misdeal(view: SheetView, fault: int | None, *, disputed: bool = False) -> Misdeal:
    """Within the running Runde all games from the fault on are void; found later, the running Runde from its first deal.

    A Runde is closed when its last game is properly entered (§4.10). `disputed` is what the referee hears at the table:
    that entry is wrong, and said to be so before the next Runde began, or at the end of the series before all signed.
    Where the fault began before the running Runde, or nobody can say where, closed Runden stand.
    """
    check_possible(view, Deed.MISDEAL)
    latest = max((game.number for game in view.games), default=0)
    coming = view.next_game.number if view.next_game else 0
    last = max(latest, coming)
    if fault is not None and not 1 <= fault <= last:
        raise RulingRefused(
            gettext_noop("Bis jetzt geht es um die Spiele 1 bis {last}: Bitte eines davon nennen."), last=last
        )
    running = view.course.round_of(max(latest, 1))
    if view.closed_rounds >= running and not disputed:
        if not coming:
            raise RulingRefused(CLOSED)
        running = view.course.round_of(max(coming, latest + 1))
    found_later = fault is None or view.course.round_of(fault) < running
    start = view.course.first_of(running) if fault is None or found_later else fault
    deal = view.course.deal(start)
    return Misdeal(
        fault=fault,
        running_round=running,
        found_later=found_later,
        start=start,
        dealer=next(seat for seat in view.seats_at(start) if seat.number == deal.dealer),
        struck=tuple(game for game in view.games if game.number >= start),
    )


@backed_up_before(Occasion.CORRECTION)
@transaction.atomic
def rule_misdeal(
    *,
    sheet_id: int,
    fault: int | None,
    reason: str,
    seen_version: int,
    by: Actor,
    now: datetime,
    disputed: bool = False,
) -> Ruling:
    """Strike what is void; the rows stay with their reason, and the deal goes on at the right seat."""
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    told = prescribe_misdeal(view, fault, disputed=disputed)
    ruling = decide(
        view.tournament,
        Ruling.Kind.MISDEAL,
        reason=reason,
        by=by,
        now=now,
        sheet=view.sheet,
        paragraph=PARAGRAPH,
    )
    for game in told.struck:
        strike_row(game, reason=ruling.reason, now=now)
    link_rows(ruling, struck=told.struck)
    carried_out(
        ruling,
        "misdeal_ruled",
        facts={
            "fault": fault,
            "disputed": disputed,
            "struck": [game.number for game in told.struck],
            "start": told.start,
            "dealer": told.dealer.number,
        },
        because=f"Ab Spiel {told.start} wird neu gegeben",
        by=by,
        now=now,
    )
    return ruling
