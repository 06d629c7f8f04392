"""Writes lists: what can happen to a list is the names of these functions and of those in `rulings`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.numbers import GameNumber, SeatNumber
from scoring.points import Result, check_result
from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, must
from tournaments.event.refusals import Stale
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheet
from tournaments.lists.core.life import Deed, Life, refusal
from tournaments.lists.permissions import may_do
from tournaments.lists.selectors.second_typing import unsettled
from tournaments.lists.selectors.sheets import (
    SheetView,
    all_played,
    result_of,
    scorer_may_correct,
    sheet_view,
)
from tournaments.lists.selectors.state import ListState, list_state
from tournaments.lists.services import fair_copies
from tournaments.models import FairCopy, Game, Line, ScoreSheet, Seat, Tournament


class SheetRefused(Refusal):
    """Something that cannot be done to this list now."""


class StaleSheet(Stale):
    """Somebody else has written since; the page shows the newer list and asks again."""


def check_possible(view: ListState, deed: Deed) -> None:
    """What the table of `tournaments.lists.core.life` says about a list that has come so far."""
    sentence = refusal(deed, view.life)
    if sentence is not None:
        raise SheetRefused(sentence)


def check_version(sheet: ScoreSheet, seen_version: int) -> None:
    """The list must still be the one that the person has seen."""
    if sheet.version != seen_version:
        raise stale()


def stale() -> StaleSheet:
    return StaleSheet(
        gettext_noop(
            "Inzwischen hat jemand anderes in diese Liste geschrieben: Den neuen Stand ansehen und noch einmal eintragen."
        )
    )


@transaction.atomic
def enter_game(
    *,
    sheet_id: int,
    number: GameNumber,
    result: Result,
    submission: UUID,
    seen_version: int,
    by: Actor,
    now: datetime,
    confirmed: Sequence[str] = (),
) -> Game:
    """Write one game at the table, or correct it while its Runde still runs. Idempotent by `submission`.

    `seen_version` is the version of the list on which the result was typed, `confirmed` the codes of the doubts
    that whoever typed it has confirmed; the journal keeps them.
    """
    sheet = lock_sheet(sheet_id)
    must(may_do(by, sheet, Deed.ENTER))
    state = list_state(sheet, now=now)
    done = next((row for row in (*state.games, *state.struck) if row.submission == submission), None)
    if done is not None and (done.number, result_of(done)) == (number, result):
        return done
    if done is not None:
        raise stale()  # the way back in a browser leads to an old page: what is typed there now is another deed
    check_version(sheet, seen_version)
    refuse_beside_totals(state)
    if state.game(number) is not None:
        check_correctable(state, number)
    else:
        check_due(state, number)
    return write_game(
        state,
        number,
        result,
        submission=submission,
        strike_reason="berichtigt am Tisch",
        by=by,
        now=now,
        confirmed=confirmed,
    )


def check_correctable(view: ListState, number: GameNumber) -> None:
    """A game may be corrected at the table while its Runde is not closed."""
    check_possible(view, Deed.CORRECT)
    if not scorer_may_correct(view, number):
        raise SheetRefused(
            gettext_noop(
                "Die Runde von Spiel {number} ist abgeschlossen, ihr letztes Spiel ist eingetragen: Nur ein Schiedsrichter kann es noch ändern."
            ),
            number=number,
        )


def check_due(view: ListState, number: GameNumber) -> None:
    """Refuse a game that is not the next one."""
    check_possible(view, Deed.ENTER)
    if view.next_game is None:
        raise SheetRefused(gettext_noop("Alle Spiele dieser Liste sind eingetragen."))
    if view.next_game.number != number:
        raise SheetRefused(gettext_noop("Als Nächstes kommt Spiel {number}."), number=view.next_game.number)


def refuse_beside_totals(view: ListState) -> None:
    """Refuse games on a list for which only the sums were entered."""
    if view.sums_only:
        raise SheetRefused(
            gettext_noop(
                "Von dieser Liste stehen nur die Summen: Vor dem ersten Spiel müssen sie gestrichen werden."
            )
        )


def write_game(
    view: ListState,
    number: GameNumber,
    result: Result,
    *,
    submission: UUID,
    strike_reason: str,
    by: Actor,
    now: datetime,
    confirmed: Sequence[str] = (),
    ruling: int | None = None,
) -> Game:
    """Write the row of a game; a row that stood there before is struck and stays visible."""
    sheet, rules = view.sheet, view.rules
    refuse_beside_totals(view)
    deal = view.course.deal(number)
    playing = view.playing(number)
    check_result(rules, result, playing=[seat.number for seat in playing])
    earlier = view.game(number)
    if earlier is not None:
        strike_row(earlier, reason=strike_reason, now=now)
    game = Game.objects.create(
        sheet=sheet,
        number=number,
        dealer=next(seat for seat in view.seats_at(number) if seat.number == deal.dealer),
        dealer_plays=deal.dealer_plays,
        finish=result.finish.value,
        submission=submission,
        entered_at=now,
        entered_by=by.label,
    )
    Line.objects.bulk_create([line_of_seat(game, seat, result) for seat in playing])
    journal.write(
        view.tournament,
        "game_corrected" if earlier else "game_reported",
        by=by,
        now=now,
        sheet=sheet,
        facts=game_facts(number, result)
        | ({"confirmed": list(confirmed)} if confirmed else {})
        | ({"ruling": ruling} if ruling else {}),
        reason=strike_reason if earlier else "",
    )
    list_moved(sheet, now=now, reason=f"Spiel {number} wurde nach der Unterschrift geändert")
    return game


def line_of_seat(game: Game, seat: Seat, result: Result) -> Line:
    """What one seat had: the winner nothing, the others their hand."""
    if seat.number == result.winner:
        return Line(game=game, seat=seat, won=True, opened=True, augen=0)
    hand = result.hands[seat.number]
    return Line(game=game, seat=seat, won=False, opened=hand.opened, augen=hand.augen)


def game_facts(number: GameNumber, result: Result) -> dict[str, object]:
    """The facts of a game for the journal."""
    return {
        "game": number,
        "finish": result.finish.value,
        "winner": result.winner,
        "hands": {str(seat): [hand.augen, hand.opened] for seat, hand in sorted(result.hands.items())},
    }


def strike_row(game: Game, *, reason: str, now: datetime) -> None:
    """Strike a row; it stays on the list with its reason."""
    game.struck_at, game.struck_reason = now, reason
    game.save(update_fields=["struck_at", "struck_reason"])


def list_moved(sheet: ScoreSheet, *, now: datetime, reason: str) -> None:
    """Give a list its next version number after a deed, and move its completion.

    Signatures under an older version no longer hold. An accepted list keeps them, since a ruling stands beside
    it, unless a game is open again: then it has to be played, signed and accepted anew.
    """
    was_complete = sheet.completed_at is not None  # only then can anybody have signed
    complete = all_played(sheet, now=now)
    sheet.version += 1
    sheet.completed_at = (sheet.completed_at or now) if complete else None
    if not complete:
        sheet.accepted_at = sheet.accepted_by = None
    if sheet.accepted_at is None and was_complete:
        sheet.signatures.filter(revoked_at__isnull=True).update(revoked_at=now, revoked_reason=reason)
    sheet.save(update_fields=["version", "completed_at", "accepted_at", "accepted_by"])
    if sheet.accepted_at is not None:
        fair_copies.keep_after_ruling(sheet, now=now)


def seat_of(view: SheetView, number: SeatNumber) -> Seat:
    """The seat of this number, as somebody sits there now."""
    seat = next((seat for seat in view.sitting if seat.number == number), None)
    if seat is None:
        raise SheetRefused(gettext_noop("Den Platz {seat} gibt es an diesem Tisch nicht."), seat=number)
    return seat


@transaction.atomic
def hand_over(*, sheet_id: int, seat_number: SeatNumber, by: Actor, now: datetime) -> ScoreSheet:
    """Another seat keeps the list from now on. What was played and signed stays as it is: the list is no new version."""
    sheet = lock_sheet(sheet_id)
    must(may_do(by, sheet, Deed.HAND_OVER))
    view = sheet_view(sheet, now=now)
    seat = seat_of(view, seat_number)
    check_possible(view, Deed.HAND_OVER)
    if sheet.scorer_id == seat.pk:
        return sheet
    sheet.scorer = seat
    sheet.save(update_fields=["scorer"])
    journal.write(
        sheet.table.series.tournament,
        "sheet_handed_over",
        by=by,
        now=now,
        sheet=sheet,
        facts={"seat": seat_number},
    )
    return sheet


@transaction.atomic
def accept(*, sheet_id: int, seen_version: int, by: Actor, now: datetime) -> ScoreSheet:
    """The director takes the signed list; from now on only a ruling changes it."""
    sheet = lock_sheet(sheet_id)
    tournament = sheet.table.series.tournament
    must(may_do(by, sheet, Deed.ACCEPT))
    if sheet.accepted_at is not None:
        return sheet
    check_version(sheet, seen_version)
    view = sheet_view(sheet, now=now)
    if view.life is Life.COMPLETE:
        missing = ", ".join(str(seat.number) for seat in view.unsigned)
        raise SheetRefused(
            gettext_noop("Es fehlen Unterschriften: Platz {seats} muss noch bestätigen."), seats=missing
        )
    check_possible(view, Deed.ACCEPT)
    if differing := unsettled(view):
        raise SheetRefused(
            gettext_noop(
                "Zwei haben diese Liste verschieden vom Papier gelesen (Spiel {games}): Erst unter „Kontroll-Eingabe“ klären, was gilt, dann annehmen."
            ),
            games=", ".join(map(str, differing)),
        )
    sheet.accepted_at, sheet.accepted_by = now, by.user
    sheet.save(update_fields=["accepted_at", "accepted_by"])
    journal.write(tournament, "sheet_accepted", by=by, now=now, sheet=sheet, facts={"version": sheet.version})
    fair_copies.keep_copy(sheet, occasion=FairCopy.Occasion.ACCEPTED, now=now)
    return sheet


@transaction.atomic
def take_back_acceptance(
    *, sheet_id: int, reason: str, seen_version: int, by: Actor, now: datetime
) -> ScoreSheet:
    """Undo the acceptance; what was signed before a ruling changed the list is signed anew."""
    sheet = lock_sheet(sheet_id)
    tournament = sheet.table.series.tournament
    must(may_do(by, sheet, Deed.TAKE_BACK))
    check_version(sheet, seen_version)
    check_possible(sheet_view(sheet, now=now), Deed.TAKE_BACK)
    if tournament.status == Tournament.Status.FINISHED:
        raise SheetRefused(
            gettext_noop("Dieses Turnier ist beendet: Nur ein Entscheid kann diese Liste noch ändern.")
        )
    sheet.accepted_at = sheet.accepted_by = None
    sheet.save(update_fields=["accepted_at", "accepted_by"])
    older = sheet.signatures.filter(revoked_at__isnull=True).exclude(sheet_version=sheet.version)
    older.update(revoked_at=now, revoked_reason="Ein Entscheid hat die Liste nach der Unterschrift geändert")
    journal.write(
        tournament,
        "acceptance_withdrawn",
        by=by,
        now=now,
        sheet=sheet,
        facts={"version": sheet.version},
        reason=reason,
    )
    return sheet
