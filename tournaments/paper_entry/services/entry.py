"""Writes whole lists from paper: all typed rows in one deed or none, a second typing that is only compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from scoring.numbers import GameNumber
from scoring.points import Result
from scoring.reconcile import PaperTotal
from scoring.sentence import gettext_noop
from tournaments.backups.services.backups import Occasion
from tournaments.backups.services.before_deeds import backed_up_before
from tournaments.event.permissions import Actor, may_score, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheet
from tournaments.lists.core.life import Deed
from tournaments.lists.selectors.second_typing import mismatches, second_typing
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.services.sheets import (
    SheetRefused,
    check_possible,
    check_version,
    game_facts,
    refuse_beside_totals,
    stale,
    write_game,
)
from tournaments.models import PaperSettlement, PaperTyping, ScoreSheet
from tournaments.paper_entry.selectors import (
    from_paper,
    game_submission,
    may_type,
    numbers_of,
    results_in_force,
    typed_tally,
)

MENDED = "berichtigt beim Übertragen vom Papier"
MENDED_AFTER_SECOND = "berichtigt nach der zweiten Erfassung"

Confirmed = Mapping[int, Sequence[str]]


class RowRefused(SheetRefused):
    """A row that cannot be written now; the value `number` says which."""


@transaction.atomic
def type_list(
    *,
    sheet_id: int,
    results: Mapping[int, Result],
    submission: UUID,
    seen_version: int,
    by: Actor,
    now: datetime,
    confirmed: Confirmed | None = None,
    paper_totals: Mapping[int, PaperTotal] | None = None,
) -> PaperTyping:
    """Write every typed row that is new or other than what stands there; one that is refused refuses all.

    `results` is the whole list as it was typed. `confirmed` are the doubts of each row that somebody has confirmed.
    """
    sheet = lock_sheet(sheet_id)
    must(may_score(by, sheet))
    rows = [game_facts(GameNumber(number), result) for number, result in sorted(results.items())]
    totals = stored_totals(paper_totals or {})
    done = sheet.typings.filter(submission=submission).first()
    if done is not None and not done.second and (done.rows, done.paper_totals) == (rows, totals):
        return done
    if done is not None:
        raise stale()
    check_version(sheet, seen_version)
    view = sheet_view(sheet, now=now)
    changed = rows_changed(view, results)
    if not changed and not totals:
        raise SheetRefused(gettext_noop("Es ist nichts Neues eingetragen: Die Liste bleibt, wie sie ist."))
    check_rows(view, results, changed)
    typing = keep_typing(sheet, submission=submission, rows=rows, totals=totals, second=False, by=by, now=now)
    for number in changed:
        write_game(
            view,
            GameNumber(number),
            results[number],
            submission=game_submission(submission, number),
            strike_reason=MENDED,
            by=by,
            now=now,
            confirmed=tuple((confirmed or {}).get(number, ())),
        )
    facts: dict[str, Any] = {"rows": changed, "games": len(results)}
    if totals:
        facts |= {"paper_totals": totals, "differences": said_differences(view, results, totals)}
    journal.write(view.tournament, "paper_typed", by=by, now=now, sheet=sheet, facts=facts)
    return typing


def rows_changed(view: SheetView, results: Mapping[int, Result]) -> list[int]:
    """The rows that are new or other than what stands on the list."""
    there = results_in_force(view)
    return sorted(number for number, result in results.items() if there.get(number) != result)


def check_rows(view: SheetView, results: Mapping[int, Result], changed: Sequence[int]) -> None:
    """Refuse what may not be written now: closed lists, closed rows, a gap, games after the target was reached."""
    refuse_beside_totals(view)
    typed = from_paper(view)
    for number in changed:
        check_possible(view, Deed.CORRECT if view.game(number) else Deed.ENTER)
        if not may_type(view, number, typed):
            raise RowRefused(
                gettext_noop(
                    "Die Runde von Spiel {number} ist abgeschlossen: Nur ein Schiedsrichter kann es noch ändern."
                ),
                number=number,
            )
    there = results_in_force(view)
    new = [number for number in changed if number not in there]
    free = [number for number in numbers_of(view) if number not in there]
    for number, expected in zip(new, [*free, *new], strict=False):
        if number not in free:
            raise RowRefused(gettext_noop("Spiel {number} gibt es auf dieser Liste nicht."), number=number)
        if number != expected:
            raise RowRefused(
                gettext_noop("Vor Spiel {number} fehlt Spiel {missing}: Bitte ohne Lücke eintragen."),
                number=number,
                missing=expected,
            )
    check_target(view, {**there, **results}, new)


def check_target(view: SheetView, results: Mapping[int, Result], new: Sequence[int]) -> None:
    """Where a target is played for, no game follows the one that reached it."""
    target = view.tournament.target
    if target is None:
        return
    for number in new:
        before = {other: result for other, result in results.items() if other < number}
        if before and typed_tally(view, before).reached(target):
            raise RowRefused(
                gettext_noop("Vor Spiel {number} war das Ziel von {target} Punkten schon erreicht."),
                number=number,
                target=target,
            )


@transaction.atomic
def type_again(
    *, sheet_id: int, results: Mapping[int, Result], submission: UUID, by: Actor, now: datetime
) -> PaperTyping:
    """Keep what a second person read from the same paper. The list is not touched: `mismatches` compares."""
    sheet = lock_sheet(sheet_id)
    must(may_score(by, sheet))
    rows = [game_facts(GameNumber(number), result) for number, result in sorted(results.items())]
    done = sheet.typings.filter(submission=submission).first()
    if done is not None and done.second and done.rows == rows:
        return done
    if done is not None:
        raise stale()
    if not sheet.games.filter(struck_at__isnull=True).exists():
        raise SheetRefused(
            gettext_noop("Auf dieser Liste steht noch nichts: Zuerst wird sie ein erstes Mal eingetragen.")
        )
    if typed_by_same(sheet, by):
        raise SheetRefused(
            gettext_noop(
                "Die zweite Erfassung macht jemand anderes: Bitte mit einem anderen Konto oder Gerät eintragen."
            )
        )
    if not results:
        raise SheetRefused(
            gettext_noop("Es ist noch nichts eingetragen: Bitte die Liste vom Papier abschreiben.")
        )
    typing = keep_typing(sheet, submission=submission, rows=rows, totals={}, second=True, by=by, now=now)
    view = sheet_view(sheet, now=now)
    facts = {"games": len(rows), "mismatches": [row.number for row in mismatches(view, typing)]}
    journal.write(view.tournament, "paper_typed_again", by=by, now=now, sheet=sheet, facts=facts)
    return typing


def typed_by_same(sheet: ScoreSheet, by: Actor) -> bool:
    """Whether this person at this device has typed rows of the list; another device or another person has not."""
    return sheet.typings.filter(second=False, user=by.user, device=by.device[:200]).exists()


@backed_up_before(Occasion.CORRECTION)
@transaction.atomic
def settle(
    *,
    sheet_id: int,
    number: int,
    chosen: PaperSettlement.Chosen,
    seen_version: int,
    by: Actor,
    now: datetime,
) -> PaperSettlement:
    """Settle a row that was read differently: what stands there stays, or the second typing replaces it."""
    sheet = lock_sheet(sheet_id)
    must(may_score(by, sheet))
    typing = second_typing(sheet)
    if typing is None:
        raise SheetRefused(gettext_noop("Von dieser Liste gibt es keine zweite Erfassung."))
    last = typing.settlements.filter(number=number, chosen=chosen).order_by("-pk").first()
    view = sheet_view(sheet, now=now)
    open_rows = {row.number: row for row in mismatches(view, typing)}
    if number not in open_rows:
        if last is not None:
            return last  # tapped twice
        raise RowRefused(
            gettext_noop("Spiel {number} ist geklärt: Beide Erfassungen sind gleich."), number=number
        )
    check_version(sheet, seen_version)
    row = open_rows[number]
    settlement = PaperSettlement.objects.create(
        typing=typing, number=number, game=row.game, chosen=chosen, settled_at=now, settled_by=by.label
    )
    if chosen == PaperSettlement.Chosen.SECOND:
        if row.second is None:
            raise RowRefused(
                gettext_noop(
                    "In der zweiten Erfassung fehlt Spiel {number}: Streichen kann es nur ein Schiedsrichter mit Begründung."
                ),
                number=number,
            )
        check_rows(view, {number: row.second}, [number])
        write_game(
            view,
            GameNumber(number),
            row.second,
            submission=game_submission(typing.submission, number),
            strike_reason=MENDED_AFTER_SECOND,
            by=by,
            now=now,
        )
    facts = {"game": number, "chosen": str(chosen)}
    journal.write(view.tournament, "paper_settled", by=by, now=now, sheet=sheet, facts=facts)
    return settlement


# What is kept -------------------------------------------------------------------------------------------------


def keep_typing(
    sheet: ScoreSheet,
    *,
    submission: UUID,
    rows: list[dict[str, object]],
    totals: Mapping[str, Sequence[int | None]],
    second: bool,
    by: Actor,
    now: datetime,
) -> PaperTyping:
    return PaperTyping.objects.create(
        sheet=sheet,
        second=second,
        submission=submission,
        rows=rows,
        paper_totals=totals,
        typed_at=now,
        typed_by=by.label,
        user=by.user,
        device=by.device[:200],
    )


def stored_totals(paper: Mapping[int, PaperTotal]) -> dict[str, list[int | None]]:
    """The totals on the paper as they are kept; seats of which nothing was typed are left out."""
    return {
        str(seat): [total.points, total.augen, total.crosses]
        for seat, total in sorted(paper.items())
        if total != PaperTotal()
    }


def said_differences(
    view: SheetView, results: Mapping[int, Result], totals: Mapping[str, Sequence[int | None]]
) -> dict[str, list[int]]:
    """Paper minus typed of every seat that differs, for the journal."""
    sums = typed_tally(view, {**results_in_force(view), **results}).totals
    found = {}
    for seat, (points, augen, crosses) in totals.items():
        total = sums[int(seat)]
        pairs = ((points, total.net_points), (augen, total.augen), (crosses, total.crosses))
        missing = [0 if written is None else written - typed for written, typed in pairs]
        if any(missing):
            found[seat] = missing
    return found
