"""Ends a list before its last game: the time is over, or the table is broken off. What is left is not played, and says why."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheet
from tournaments.event.services.ruled_rows import link_rows
from tournaments.lists.core.life import Deed
from tournaments.lists.permissions import may_do
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.services.sheets import (
    SheetRefused,
    check_possible,
    check_version,
    list_moved,
    strike_row,
)
from tournaments.models import Ruling, ScoreSheet
from tournaments.rulings.services.common import RulingRefused, carried_out, decide, referee_at

TIME_IS_OVER = "Die Zeit der Serie ist abgelaufen"


@transaction.atomic
def end_on_time(*, sheet_id: int, seen_version: int, by: Actor, now: datetime) -> ScoreSheet:
    """The table says that its last game is entered and none runs any more; only when the clock has run out."""
    sheet = lock_sheet(sheet_id)
    must(may_do(by, sheet, Deed.END_ON_TIME))
    view = sheet_view(sheet, now=now)
    if sheet.ends_after is not None:
        return sheet
    check_version(sheet, seen_version)
    check_possible(view, Deed.END_ON_TIME)
    if view.clock is None or not view.clock.over(now):
        raise SheetRefused(
            gettext_noop("Die Zeit dieser Serie ist noch nicht abgelaufen: Es wird weitergespielt.")
        )
    last = max((game.number for game in view.games), default=0)
    write_end(view, last, cause=ScoreSheet.EndCause.TIME, reason=TIME_IS_OVER, by=by, now=now)
    return sheet


@transaction.atomic
def end_early(
    *, sheet_id: int, last_game: int, cause: str, reason: str, seen_version: int, by: Actor, now: datetime
) -> Ruling:
    """The referee says which game was the last; rows after it are struck, games after it are not played."""
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    check_possible(view, Deed.BREAK_OFF)
    most = max((game.number for game in view.games), default=0)
    if not 0 <= last_game <= most:
        raise RulingRefused(
            gettext_noop(
                "Eingetragen sind die Spiele bis {most}: Bitte sagen, welches das letzte gültige ist."
            ),
            most=most,
        )
    if cause == ScoreSheet.EndCause.TIME and (view.clock is None or not view.clock.over(now)):
        raise RulingRefused(
            gettext_noop("Die Zeit dieser Serie ist noch nicht abgelaufen: Es wird weitergespielt.")
        )
    ruling = decide(view.tournament, Ruling.Kind.ENDED, reason=reason, by=by, now=now, sheet=view.sheet)
    struck = [game for game in view.games if game.number > last_game]
    for game in struck:
        strike_row(game, reason=ruling.reason, now=now)
    link_rows(ruling, struck=struck)
    write_end(view, last_game, cause=cause, reason=ruling.reason, by=by, now=now, ruling=ruling)
    return ruling


def write_end(
    view: SheetView,
    last_game: int,
    *,
    cause: str,
    reason: str,
    by: Actor,
    now: datetime,
    ruling: Ruling | None = None,
) -> None:
    """Keep after which game the list ends, and why."""
    sheet = view.sheet
    sheet.ends_after, sheet.end_cause, sheet.end_reason = last_game, cause, reason
    sheet.save(update_fields=["ends_after", "end_cause", "end_reason"])
    journal.write(
        view.tournament,
        "sheet_ended_early",
        by=by,
        now=now,
        sheet=sheet,
        facts={"last_game": last_game, "cause": cause, "ruling": ruling.number if ruling else None},
        reason=reason,
    )
    list_moved(sheet, now=now, reason=f"Die Liste endet nach Spiel {last_game}")


@transaction.atomic
def resume_games(*, sheet_id: int, reason: str, seen_version: int, by: Actor, now: datetime) -> Ruling:
    """Take an early end back: the games that were left are to be played."""
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    check_possible(view, Deed.PLAY_ON)
    sheet = view.sheet
    if sheet.ends_after is None:
        raise RulingRefused(gettext_noop("Diese Liste wurde nicht vorzeitig beendet."))
    ruling = decide(view.tournament, Ruling.Kind.ENDED, reason=reason, by=by, now=now, sheet=sheet)
    sheet.ends_after, sheet.end_cause, sheet.end_reason = None, "", ""
    sheet.save(update_fields=["ends_after", "end_cause", "end_reason"])
    carried_out(ruling, "sheet_goes_on", facts={}, because="Die Liste wird weitergespielt", by=by, now=now)
    return ruling
