"""Penalties: proposed by the rule, imposed by a referee, lifted by another ruling. Each is a line of its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from scoring.numbers import GameNumber, SeatNumber
from scoring.points import ImpossibleResult
from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_referee, must
from tournaments.event.services.locks import lock_sheet, lock_tournament
from tournaments.event.services.setup import registered
from tournaments.lists.selectors.sheets import SheetView
from tournaments.lists.services.sheets import check_version
from tournaments.models import Penalty, Ruling
from tournaments.rulings.selectors.offences import NoOffence, Offence, PenaltyProposal, propose_penalty
from tournaments.rulings.services.common import RulingRefused, carried_out, decide, referee_at

MOST_POINTS = 999
MOST_AUGEN = 999


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """What a referee takes instead of what the rule says; his reason stands beside it."""

    points: int  # ≤ 0
    augen: int  # ≥ 0
    voids_series: bool = False


@transaction.atomic
def impose(
    *,
    sheet_id: int,
    offence: Offence,
    reason: str,
    seen_version: int,
    by: Actor,
    now: datetime,
    otherwise: Otherwise | None = None,
) -> Penalty:
    """Write what the rule prescribes for an offence into the book, or what the referee decides instead."""
    view = referee_at(sheet_id, by, seen_version=seen_version, now=now)
    told = penalty_proposed(view, offence)
    check_otherwise(otherwise)
    ruling = decide(
        view.tournament,
        Ruling.Kind.PENALTY,
        reason=reason,
        by=by,
        now=now,
        sheet=view.sheet,
        game=told.game,
        paragraph=told.rule.paragraph,
    )
    return write_penalty(view, ruling, told, offence, otherwise, by=by, now=now)


def penalty_proposed(view: SheetView, offence: Offence) -> PenaltyProposal:
    """What the rule says; why it says nothing is a refusal of the ruling."""
    try:
        return propose_penalty(view, offence)
    except (NoOffence, ImpossibleResult) as refusal:
        raise as_refused(refusal) from None


def as_refused(refusal: Refusal) -> RulingRefused:
    return RulingRefused(refusal.sentence.text, **refusal.sentence.values)


def check_otherwise(otherwise: Otherwise | None) -> None:
    if otherwise is None:
        return
    if not -MOST_POINTS <= otherwise.points <= 0 or not 0 <= otherwise.augen <= MOST_AUGEN:
        raise RulingRefused(
            gettext_noop("Eine Strafe nimmt 0 bis {points} Punkte und legt 0 bis {augen} Augen dazu."),
            points=MOST_POINTS,
            augen=MOST_AUGEN,
        )


def write_penalty(
    view: SheetView,
    ruling: Ruling,
    told: PenaltyProposal,
    offence: Offence,
    otherwise: Otherwise | None,
    *,
    by: Actor,
    now: datetime,
) -> Penalty:
    """A penalty is a line of its own; who had signed signs again."""
    rule = told.rule
    prescribed = (rule.points, rule.augen, rule.voids_series)
    taken = (
        (otherwise.points, otherwise.augen, otherwise.voids_series) if otherwise is not None else prescribed
    )
    penalty = Penalty.objects.create(
        registration=told.registration,
        sheet=view.sheet,
        game=told.game,
        game_number=told.game_number,
        ruling=ruling,
        kind=offence.kind,
        offence=told.offence,
        points=taken[0],
        augen=taken[1],
        voids_series=taken[2],
        prescribed=None if taken == prescribed else as_facts(prescribed),
    )
    carried_out(
        ruling,
        "penalty_imposed",
        facts={
            "kind": offence.kind,
            "seat": offence.seat,
            "seen": seen_facts(offence),
            "start_number": told.registration.start_number,
            "points": taken[0],
            "augen": taken[1],
            "voids_series": taken[2],
            "game": told.game_number,
            "offence": told.offence,
            "prescribed": penalty.prescribed,
        },
        because="Eine Strafe wurde eingetragen",
        by=by,
        now=now,
    )
    return penalty


def seen_facts(offence: Offence) -> dict[str, object]:
    """What the referee has seen, as far as it says anything: with it the rule proposes the same again."""
    return {
        name: getattr(offence, name)
        for name in ("cards", "melded", "laid_off", "noticed", "several", "extra_augen", "points")
        if getattr(offence, name) != getattr(Offence(kind="", seat=SeatNumber(0)), name)
    }


def as_facts(value: tuple[int, int, bool]) -> dict[str, object]:
    points, augen, voids = value
    return {"points": points, "augen": augen, "voids_series": voids}


def penalise_loose_hand(
    *,
    sheet_id: int,
    number: GameNumber,
    seat_number: SeatNumber,
    reason: str,
    seen_version: int,
    by: Actor,
    now: datetime,
) -> Penalty:
    """Regel 15: the player threw his cards together before they could be checked."""
    return impose(
        sheet_id=sheet_id,
        offence=Offence(kind=Penalty.Kind.LOOSE_HAND, seat=seat_number, game=number),
        reason=reason,
        seen_version=seen_version,
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
            gettext_noop(
                "Bitte sagen, wie viele Punkte abgezogen werden: 0 für eine Verwarnung, sonst 1 bis {most}."
            ),
            most=MOST_POINTS,
        )
    registration = registered(view.tournament, start_number)
    seat = next((seat.number for seat in view.seats if seat.registration_id == registration.pk), None)
    if seat is None:
        raise RulingRefused(
            gettext_noop("Die Startnummer {number} sitzt nicht an diesem Tisch."), number=start_number
        )
    kind = Penalty.Kind.DEDUCTION if points else Penalty.Kind.WARNING
    return impose(
        sheet_id=sheet_id,
        offence=Offence(kind=kind, seat=seat, points=points),
        reason=reason,
        seen_version=seen_version,
        by=by,
        now=now,
    )


@transaction.atomic
def lift_penalty(
    *, penalty_id: int, reason: str, by: Actor, now: datetime, seen_version: int | None = None
) -> Ruling:
    """Take a penalty back by a ruling of its own; the line stays visible."""
    penalty = Penalty.objects.select_related("sheet__table__series__tournament", "registration").get(
        pk=penalty_id
    )
    sheet = lock_sheet(penalty.sheet_id)
    tournament = lock_tournament(sheet.table.series.tournament_id)
    must(may_referee(by, tournament))
    penalty.refresh_from_db(fields=["lifted_by"])
    if penalty.lifted_by is not None:
        raise RulingRefused(gettext_noop("Diese Strafe ist schon aufgehoben."))
    if seen_version is not None:
        check_version(sheet, seen_version)
    ruling = decide(
        tournament,
        Ruling.Kind.LIFTED,
        reason=reason,
        by=by,
        now=now,
        sheet=sheet,
        game=penalty.game,
        undoes=penalty.ruling,
    )
    penalty.lifted_by = ruling
    penalty.save(update_fields=["lifted_by"])
    carried_out(
        ruling,
        "penalty_lifted",
        facts={"ruling": penalty.ruling.number, "start_number": penalty.registration.start_number},
        because="Eine Strafe wurde aufgehoben",
        by=by,
        now=now,
    )
    return ruling
