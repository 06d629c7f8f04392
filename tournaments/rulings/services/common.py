"""What every ruling needs: a referee, a list that he has seen, a reason, and the next number."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Max

from scoring.numbers import GameNumber
from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_referee, must
from tournaments.event.refusals import REASON_LENGTH
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheet
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.services.sheets import check_version, list_moved
from tournaments.models import Game, Ruling, ScoreSheet, Tournament

PARAGRAPH_LENGTH = 40


class RulingRefused(Refusal):
    """A ruling that cannot be given like this."""


def referee_at(sheet_id: int, by: Actor, *, seen_version: int, now: datetime) -> SheetView:
    """The locked list as the referee sees it; only referees get this far."""
    sheet = lock_sheet(sheet_id)
    must(may_referee(by, sheet.table.series.tournament))
    check_version(sheet, seen_version)
    return sheet_view(sheet, now=now)


def need_reason(reason: str) -> str:
    """A ruling without a reason is no ruling."""
    reason = reason.strip()
    if not reason:
        raise RulingRefused(
            gettext_noop("Ein Entscheid braucht eine Begründung: Bitte in einem Satz sagen, warum.")
        )
    if len(reason) > REASON_LENGTH:
        raise RulingRefused(
            gettext_noop("Die Begründung ist zu lang: Bitte mit höchstens {most} Zeichen sagen, warum."),
            most=REASON_LENGTH,
        )
    return reason


def row_in_force(view: SheetView, number: GameNumber) -> Game:
    """The row of this game that counts now."""
    game = view.game(number)
    if game is None:
        raise RulingRefused(gettext_noop("Spiel {number} ist nicht eingetragen."), number=number)
    return game


def decide(
    tournament: Tournament,
    kind: str,
    *,
    reason: str,
    by: Actor,
    now: datetime,
    sheet: ScoreSheet | None = None,
    game: Game | None = None,
    paragraph: str = "",
    undoes: Ruling | None = None,
) -> Ruling:
    """Write a ruling under the next number of the tournament; it may take an earlier one back."""
    assert by.user is not None
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    number = (tournament.rulings.aggregate(top=Max("number"))["top"] or 0) + 1
    return Ruling.objects.create(
        tournament=tournament,
        number=number,
        kind=kind,
        sheet=sheet,
        game=game,
        paragraph=paragraph[:PARAGRAPH_LENGTH],
        reason=need_reason(reason),
        decided_by=by.user,
        decided_at=now,
        undoes=undoes,
    )


def carried_out(
    ruling: Ruling, deed: str, *, facts: Mapping[str, Any], because: str, by: Actor, now: datetime
) -> None:
    """How every ruling about a list ends: with its line in the journal, and the list a new version."""
    assert ruling.sheet is not None
    journal.write(
        ruling.tournament,
        deed,
        by=by,
        now=now,
        sheet=ruling.sheet,
        facts={"ruling": ruling.number} | dict(facts),
        reason=ruling.reason,
    )
    list_moved(ruling.sheet, now=now, reason=because)
