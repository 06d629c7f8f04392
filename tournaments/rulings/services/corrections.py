"""Corrections: a game of a closed Runde as it should have been entered; the old row stays, struck."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.numbers import GameNumber
from scoring.points import Result
from scoring.sentence import gettext_noop
from tournaments.backups.services.backups import Occasion
from tournaments.backups.services.before_deeds import backed_up_before
from tournaments.event.permissions import Actor, may_referee, must
from tournaments.event.selectors.ruled_rows import ruling_that_wrote
from tournaments.event.services.locks import lock_sheet
from tournaments.event.services.ruled_rows import link_rows
from tournaments.lists.selectors.sheets import result_of
from tournaments.lists.services.sheets import stale, write_game
from tournaments.models import Ruling
from tournaments.rulings.services.common import RulingRefused, decide, referee_at, row_in_force


@backed_up_before(Occasion.CORRECTION)
@transaction.atomic
def correct_game(
    *,
    sheet_id: int,
    number: GameNumber,
    result: Result,
    reason: str,
    submission: UUID,
    seen_version: int,
    by: Actor,
    now: datetime,
) -> Ruling:
    """Replace the row of a game whose Runde is closed; the same submission again is the same ruling."""
    done = earlier_correction(sheet_id, number, result, submission, by)
    if done is not None:
        return done
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    earlier = row_in_force(view, number)
    ruling = decide(
        view.tournament, Ruling.Kind.CORRECTION, reason=reason, by=by, now=now, sheet=view.sheet, game=earlier
    )
    written = write_game(
        view,
        number,
        result,
        submission=submission,
        strike_reason=ruling.reason,
        by=by,
        now=now,
        ruling=ruling.number,
    )
    link_rows(ruling, struck=[earlier], written=written)
    return ruling


def earlier_correction(
    sheet_id: int, number: GameNumber, result: Result, submission: UUID, by: Actor
) -> Ruling | None:
    """The ruling that this submission has already made; a submission of something else is none."""
    sheet = lock_sheet(sheet_id)
    must(may_referee(by, sheet.table.series.tournament))
    written = sheet.games.filter(submission=submission).first()
    if written is None:
        return None
    ruling = ruling_that_wrote(written, Ruling.Kind.CORRECTION)
    if ruling is None:
        raise RulingRefused(
            gettext_noop("Diese Eingabe ist schon verbraucht: Die Seite neu laden und neu eingeben.")
        )
    if (written.number, result_of(written)) != (number, result):
        raise stale()
    return ruling
