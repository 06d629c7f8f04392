"""Remarks: a referee's word kept with a game; nothing is counted anew. A word too much is withdrawn, visibly."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.numbers import GameNumber
from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, may_referee, must
from tournaments.event.refusals import REASON_LENGTH
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheet, lock_tournament
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.services import fair_copies
from tournaments.models import Ruling
from tournaments.rulings.services.common import RulingRefused, decide


@transaction.atomic
def remark(
    *, sheet_id: int, number: GameNumber, text: str, paragraph: str, by: Actor, now: datetime
) -> Ruling:
    """Keep a word of the referee with a game, also with the one that is being played; nothing is counted anew.

    The same words to the same game again are the same remark.
    """
    sheet = lock_sheet(sheet_id)
    must(may_referee(by, sheet.table.series.tournament))
    view = sheet_view(sheet, now=now)
    game = view.game(number)
    if game is None and (view.next_game is None or view.next_game.number != number):
        raise RulingRefused(gettext_noop("Spiel {number} ist nicht eingetragen."), number=number)
    text = text if game else f"Spiel {number}: {text}"
    reason = text if len(text) <= REASON_LENGTH else f"{text[: REASON_LENGTH - 1]}…"
    earlier = sheet.rulings.filter(
        kind=Ruling.Kind.REMARK, game=game, reason=reason.strip(), undone_by__isnull=True
    ).first()
    if earlier is not None:
        return earlier
    ruling = decide(
        view.tournament,
        Ruling.Kind.REMARK,
        reason=reason,
        by=by,
        now=now,
        sheet=sheet,
        game=game,
        paragraph=paragraph,
    )
    journal.write(
        view.tournament,
        "remark_written",
        by=by,
        now=now,
        sheet=sheet,
        facts={"game": number, "ruling": ruling.number, "paragraph": ruling.paragraph},
        reason=ruling.reason,
    )
    fair_copies.keep_after_ruling(ruling.sheet, now=now)
    return ruling


@transaction.atomic
def withdraw_remark(*, ruling_id: int, reason: str, by: Actor, now: datetime) -> Ruling:
    """Take a remark back; it stays to be read, with why it no longer holds. Withdrawing twice is withdrawing once."""
    said = Ruling.objects.select_related("sheet").get(pk=ruling_id)
    tournament = lock_tournament(said.tournament_id)
    must(may_referee(by, tournament))
    if said.kind != Ruling.Kind.REMARK:
        raise RulingRefused(
            gettext_noop("Das ist kein Vermerk: Strafen werden aufgehoben, Zeilen wiederhergestellt.")
        )
    done = Ruling.objects.filter(undoes=said).first()
    if done is not None:
        return done
    ruling = decide(
        tournament,
        Ruling.Kind.WITHDRAWN,
        reason=reason,
        by=by,
        now=now,
        sheet=said.sheet,
        game=said.game,
        undoes=said,
    )
    journal.write(
        tournament,
        "remark_withdrawn",
        by=by,
        now=now,
        sheet=said.sheet,
        facts={"ruling": said.number, "by_ruling": ruling.number},
        reason=ruling.reason,
    )
    fair_copies.keep_after_ruling(ruling.sheet, now=now)
    return ruling
