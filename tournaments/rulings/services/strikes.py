"""Strikes: a game that does not count, and the way back: a struck row that counts again."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.numbers import GameNumber
from scoring.sentence import gettext_noop
from tournaments.backups.services.backups import Occasion
from tournaments.backups.services.before_deeds import backed_up_before
from tournaments.event.permissions import Actor, may_referee, must
from tournaments.event.selectors.ruled_rows import ruling_of_struck, ruling_that_wrote
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheet
from tournaments.event.services.ruled_rows import link_rows
from tournaments.lists.selectors.sheets import SheetView, result_of
from tournaments.lists.services.sheets import strike_row, write_game
from tournaments.models import Game, Ruling
from tournaments.rulings.services.common import RulingRefused, carried_out, decide, referee_at, row_in_force


@backed_up_before(Occasion.CORRECTION)
@transaction.atomic
def strike_game(
    *, sheet_id: int, number: GameNumber, reason: str, seen_version: int, by: Actor, now: datetime
) -> Ruling:
    """Strike a game that does not count; its row stays, and its number is open again."""
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    game = row_in_force(view, number)
    ruling = decide(
        view.tournament, Ruling.Kind.STRIKE, reason=reason, by=by, now=now, sheet=view.sheet, game=game
    )
    strike_row(game, reason=ruling.reason, now=now)
    link_rows(ruling, struck=[game])
    carried_out(
        ruling,
        "game_struck",
        facts={"game": number},
        because=f"Spiel {number} wurde gestrichen",
        by=by,
        now=now,
    )
    return ruling


@backed_up_before(Occasion.CORRECTION)
@transaction.atomic
def restore_row(
    *, sheet_id: int, row_id: int, reason: str, submission: UUID, seen_version: int, by: Actor, now: datetime
) -> Ruling:
    """Let a struck row count again: the same result is written anew, and what stands there now is struck.

    This takes back a strike as well as a correction. The struck row itself stays struck: nothing is rewritten.
    The same submission again is the same ruling.
    """
    done = earlier_restoring(sheet_id, row_id, submission, by)
    if done is not None:
        return done
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    struck = next((game for game in view.struck if game.pk == row_id), None)
    if struck is None:
        raise RulingRefused(gettext_noop("Diese gestrichene Zeile steht nicht auf der Liste."))
    refuse_behind_the_end(view, struck.number)
    standing = view.game(struck.number)
    if standing is not None and result_of(standing) == result_of(struck):
        raise RulingRefused(
            gettext_noop("Spiel {number} steht schon so auf der Liste."), number=struck.number
        )
    ruling = decide(
        view.tournament,
        Ruling.Kind.RESTORED,
        reason=reason,
        by=by,
        now=now,
        sheet=view.sheet,
        game=struck,
        undoes=ruling_to_take_back(struck),
    )
    written = write_game(
        view,
        struck.number,
        result_of(struck),
        submission=submission,
        strike_reason=ruling.reason,
        by=by,
        now=now,
        ruling=ruling.number,
    )
    link_rows(ruling, struck=[standing] if standing is not None else (), written=written)
    journal.write(
        view.tournament,
        "row_restored",
        by=by,
        now=now,
        sheet=view.sheet,
        facts={"game": struck.number, "ruling": ruling.number, "row": struck.pk},
        reason=ruling.reason,
    )
    return ruling


def refuse_behind_the_end(view: SheetView, number: GameNumber) -> None:
    """No game counts that the list does not have: one that was ended early goes on first."""
    if view.planned is None or number <= view.planned:
        return
    if view.sheet.ends_after is not None:
        raise RulingRefused(
            gettext_noop(
                "Spiel {number} liegt hinter dem Ende dieser Liste: Bitte zuerst entscheiden „Es wird doch weitergespielt“."
            ),
            number=number,
        )
    raise RulingRefused(
        gettext_noop("Diese Liste hat nur noch {planned} Spiele: Spiel {number} gehört nicht mehr dazu."),
        planned=view.planned,
        number=number,
    )


def earlier_restoring(sheet_id: int, row_id: int, submission: UUID, by: Actor) -> Ruling | None:
    """The ruling that this submission has already made."""
    sheet = lock_sheet(sheet_id)
    must(may_referee(by, sheet.table.series.tournament))
    written = sheet.games.filter(submission=submission).first()
    if written is None:
        return None
    ruling = ruling_that_wrote(written, Ruling.Kind.RESTORED)
    return ruling if ruling is not None and ruling.game_id == row_id else None


def ruling_to_take_back(struck: Game) -> Ruling | None:
    """Return the strike or correction of this row that nothing has taken back yet; None for the list keeper's own mending."""
    ruling = ruling_of_struck(struck)
    if ruling is None or ruling.kind not in (Ruling.Kind.STRIKE, Ruling.Kind.CORRECTION):
        return None
    return None if Ruling.objects.filter(undoes=ruling).exists() else ruling
