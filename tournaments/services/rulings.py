"""Writes what referees decide: strikes, corrections, penalties. Each has a reason and stands beside the game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from scoring.points import HandLeft, PenaltyValue, Result, loose_hand
from scoring.rules import Span
from scoring.sentence import Refusal
from scoring.sentence import gettext_noop as _
from tournaments.models import Game, Penalty, Registration, Ruling, ScoreSheet, Tournament
from tournaments.permissions import Actor, may_referee, must
from tournaments.selectors.sheets import SheetView, result_of, sheet_view
from tournaments.services import journal
from tournaments.services.sheets import check_version, locked_sheet, moved, stale, strike_row, write_game
from tournaments.services.tournaments import locked, registered

REASON_LENGTH = 300  # as much as the list prints beside a struck row
PARAGRAPH_LENGTH = 40
MOST_POINTS = 999


class RulingRefused(Refusal):
    """A ruling that cannot be given like this."""


def referee_at(sheet_id: int, by: Actor, *, seen_version: int, now: datetime) -> SheetView:
    """The locked list as the referee sees it; only referees get this far."""
    sheet = locked_sheet(sheet_id)
    must(may_referee(by, sheet.table.series.tournament))
    check_version(sheet, seen_version)
    return sheet_view(sheet, now=now)


def need_reason(reason: str) -> str:
    """A ruling without a reason is no ruling."""
    reason = reason.strip()
    if not reason:
        raise RulingRefused(_("Ein Entscheid braucht eine Begründung: Bitte in einem Satz sagen, warum."))
    if len(reason) > REASON_LENGTH:
        raise RulingRefused(
            _("Die Begründung ist zu lang: Bitte mit höchstens {most} Zeichen sagen, warum."),
            most=REASON_LENGTH,
        )
    return reason


def row_in_force(view: SheetView, number: int) -> Game:
    """The row of this game that counts now."""
    game = view.game(number)
    if game is None:
        raise RulingRefused(_("Spiel {number} ist nicht eingetragen."), number=number)
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
) -> Ruling:
    """Write a ruling under the next number of the tournament."""
    assert by.user is not None
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    number = (tournament.rulings.aggregate(top=Max("number"))["top"] or 0) + 1
    return Ruling.objects.create(
        tournament=tournament,
        number=number,
        kind=kind,
        sheet=sheet,
        game=game,
        paragraph=paragraph,
        reason=need_reason(reason),
        decided_by=by.user,
        decided_at=now,
    )


@transaction.atomic
def strike_game(
    *, sheet_id: int, number: int, reason: str, seen_version: int, by: Actor, now: datetime
) -> Ruling:
    """Strike a game that does not count; its row stays, and its number is open again."""
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    game = row_in_force(view, number)
    ruling = decide(
        view.tournament, Ruling.Kind.STRIKE, reason=reason, by=by, now=now, sheet=view.sheet, game=game
    )
    strike_row(game, reason=ruling.reason, now=now)
    journal.write(
        view.tournament,
        "game_struck",
        by=by,
        now=now,
        sheet=view.sheet,
        facts={"game": number},
        reason=ruling.reason,
    )
    moved(view.sheet, now=now, reason=f"Spiel {number} wurde gestrichen")
    return ruling


@transaction.atomic
def correct_game(
    *,
    sheet_id: int,
    number: int,
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
    write_game(view, number, result, submission=submission, strike_reason=ruling.reason, by=by, now=now)
    return ruling


def earlier_correction(
    sheet_id: int, number: int, result: Result, submission: UUID, by: Actor
) -> Ruling | None:
    """The ruling that this submission has already made; a submission of something else is none."""
    sheet = locked_sheet(sheet_id)
    must(may_referee(by, sheet.table.series.tournament))
    written = sheet.games.filter(submission=submission).first()
    if written is None:
        return None
    ruling = Ruling.objects.filter(
        sheet=sheet,
        kind=Ruling.Kind.CORRECTION,
        game__number=written.number,
        game__struck_at=written.entered_at,
        decided_at=written.entered_at,
    ).first()
    if ruling is None:
        raise RulingRefused(_("Diese Eingabe ist schon verbraucht: Die Seite neu laden und neu eingeben."))
    if (written.number, result_of(written)) != (number, result):
        raise stale()
    return ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Prescribed:
    """What Regel 15 takes from one player for one game, before anybody has decided it."""

    registration: Registration
    game: Game
    hand: HandLeft
    offence: int
    value: PenaltyValue
    paragraph: str


def prescribe_loose_hand(view: SheetView, number: int, seat_number: int) -> Prescribed:
    """What the rule says about a hand thrown together; refused where there was no hand to count."""
    rules = view.rules
    if rules.loose_hands is None:
        raise RulingRefused(_("Dieses Regelwerk kennt keine Strafe für zusammengeworfene Karten."))
    game = row_in_force(view, number)
    hand = result_of(game).hands.get(seat_number)
    if hand is None:
        raise RulingRefused(
            _("Platz {seat} hatte in Spiel {number} keine Karten zu zählen."), seat=seat_number, number=number
        )
    registration = next(seat.registration for seat in view.seats if seat.number == seat_number)
    if already_penalised(registration, view.sheet, number):
        raise RulingRefused(_("Diese Strafe steht für Spiel {number} schon auf der Liste."), number=number)
    offence = offence_number(registration, view.sheet, rules.loose_hands.count_over)
    return Prescribed(
        registration=registration,
        game=game,
        hand=hand,
        offence=offence,
        value=loose_hand(rules, hand, offence=offence),
        paragraph=rules.source("loose_hands.points_less").paragraph,
    )


def already_penalised(registration: Registration, sheet: ScoreSheet, number: int) -> bool:
    """Whether this game has the penalty, also on a row that was corrected since; a game played anew has not."""
    return (
        Penalty.objects.filter(
            registration=registration,
            sheet=sheet,
            game__number=number,
            kind=Penalty.Kind.LOOSE_HAND,
            lifted_by__isnull=True,
        )
        .exclude(game__in=Game.objects.filter(rulings__kind=Ruling.Kind.STRIKE))
        .exists()
    )


def offence_number(registration: Registration, sheet: ScoreSheet, span: Span) -> int:
    """Which offence of this player the next one is."""
    earlier = Penalty.objects.filter(
        registration=registration, kind=Penalty.Kind.LOOSE_HAND, lifted_by__isnull=True
    )
    if span is Span.SERIES:
        earlier = earlier.filter(sheet__table__series=sheet.table.series)
    return earlier.count() + 1


@transaction.atomic
def penalise_loose_hand(
    *, sheet_id: int, number: int, seat_number: int, reason: str, seen_version: int, by: Actor, now: datetime
) -> Penalty:
    """Regel 15: the player threw his cards together before they could be checked."""
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    told = prescribe_loose_hand(view, number, seat_number)
    ruling = decide(
        view.tournament,
        Ruling.Kind.PENALTY,
        reason=reason,
        by=by,
        now=now,
        sheet=view.sheet,
        game=told.game,
        paragraph=told.paragraph,
    )
    return write_penalty(
        view,
        ruling,
        told.registration,
        kind=Penalty.Kind.LOOSE_HAND,
        points=told.value.points,
        augen=told.value.augen,
        offence=told.offence,
        by=by,
        now=now,
    )


@transaction.atomic
def deduct_points(
    *,
    sheet_id: int,
    start_number: int,
    points: int,
    reason: str,
    seen_version: int,
    by: Actor,
    now: datetime,
) -> Penalty:
    """Take points from a player, or warn him with 0 points."""
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    if not 0 <= points <= MOST_POINTS:
        raise RulingRefused(
            _("Bitte sagen, wie viele Punkte abgezogen werden: 0 für eine Verwarnung, sonst 1 bis {most}."),
            most=MOST_POINTS,
        )
    registration = registered(view.tournament, start_number)
    if registration.pk not in {seat.registration_id for seat in view.seats}:
        raise RulingRefused(_("Die Startnummer {number} sitzt nicht an diesem Tisch."), number=start_number)
    ruling = decide(view.tournament, Ruling.Kind.PENALTY, reason=reason, by=by, now=now, sheet=view.sheet)
    kind = Penalty.Kind.DEDUCTION if points else Penalty.Kind.WARNING
    return write_penalty(
        view, ruling, registration, kind=kind, points=-points, augen=0, offence=1, by=by, now=now
    )


def write_penalty(
    view: SheetView,
    ruling: Ruling,
    registration: Registration,
    *,
    kind: str,
    points: int,
    augen: int,
    offence: int,
    by: Actor,
    now: datetime,
) -> Penalty:
    """A penalty is a line of its own; who had signed signs again."""
    penalty = Penalty.objects.create(
        registration=registration,
        sheet=view.sheet,
        game=ruling.game,
        ruling=ruling,
        kind=kind,
        offence=offence,
        points=points,
        augen=augen,
    )
    journal.write(
        view.tournament,
        "penalty_imposed",
        by=by,
        now=now,
        sheet=view.sheet,
        facts={
            "kind": kind,
            "start_number": registration.start_number,
            "points": points,
            "augen": augen,
            "game": ruling.game.number if ruling.game else None,
            "offence": offence,
        },
        reason=ruling.reason,
    )
    moved(view.sheet, now=now, reason="Eine Strafe wurde eingetragen")
    return penalty


@transaction.atomic
def lift_penalty(*, penalty_id: int, reason: str, by: Actor, now: datetime) -> Ruling:
    """Take a penalty back by a ruling of its own; the line stays visible."""
    penalty = Penalty.objects.select_related("sheet__table__series__tournament", "registration").get(
        pk=penalty_id
    )
    sheet = locked_sheet(penalty.sheet_id)
    tournament = locked(sheet.table.series.tournament_id)
    must(may_referee(by, tournament))
    penalty.refresh_from_db(fields=["lifted_by"])
    if penalty.lifted_by is not None:
        raise RulingRefused(_("Diese Strafe ist schon aufgehoben."))
    ruling = decide(
        tournament, Ruling.Kind.LIFTED, reason=reason, by=by, now=now, sheet=sheet, game=penalty.game
    )
    penalty.lifted_by = ruling
    penalty.save(update_fields=["lifted_by"])
    journal.write(
        tournament,
        "penalty_lifted",
        by=by,
        now=now,
        sheet=sheet,
        facts={"ruling": penalty.ruling.number, "start_number": penalty.registration.start_number},
        reason=ruling.reason,
    )
    moved(sheet, now=now, reason="Eine Strafe wurde aufgehoben")
    return ruling


@transaction.atomic
def remark(*, sheet_id: int, number: int, text: str, paragraph: str, by: Actor, now: datetime) -> Ruling:
    """Keep a word of the referee with a game, also with the one that is being played; nothing is counted anew.

    The same words to the same game again are the same remark.
    """
    sheet = locked_sheet(sheet_id)
    must(may_referee(by, sheet.table.series.tournament))
    view = sheet_view(sheet, now=now)
    game = view.game(number)
    if game is None and (view.next_game is None or view.next_game.number != number):
        raise RulingRefused(_("Spiel {number} ist nicht eingetragen."), number=number)
    text = text if game else f"Spiel {number}: {text}"
    reason = text if len(text) <= REASON_LENGTH else f"{text[: REASON_LENGTH - 1]}…"
    earlier = sheet.rulings.filter(kind=Ruling.Kind.REMARK, game=game, reason=reason.strip()).first()
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
        paragraph=paragraph[:PARAGRAPH_LENGTH],
    )
    journal.write(
        view.tournament,
        "remark_written",
        by=by,
        now=now,
        sheet=sheet,
        facts={"game": number, "ruling": ruling.number},
        reason=ruling.reason,
    )
    return ruling
