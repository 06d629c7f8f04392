"""The offence book: what the rule says about an offence, and how often it has happened over the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy

from scoring.numbers import GameNumber, SeatNumber
from scoring.offences import (
    Noticed,
    Prescribed,
    prescribe_card_shown,
    prescribe_loose_hand,
    prescribe_out_of_turn,
    prescribe_wrong_count,
    prescribe_wrong_seat,
)
from scoring.rules import RuleSet, Span
from scoring.sentence import Refusal, Sentence, gettext_noop
from tournaments.lists.selectors.sheets import SheetView, result_of
from tournaments.models import Game, Penalty, Registration, Ruling, ScoreSheet, Seat


class NoOffence(Refusal):
    """An offence that cannot have been, or that stands in the book already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offence:
    """What a referee has seen, before anybody has decided anything."""

    kind: str
    seat: SeatNumber
    game: GameNumber | None = None
    cards: int | None = None  # wrong number of cards: how many there were in the hand
    melded: int = 0  # own cards that this player has melded by then
    laid_off: int = 0  # and laid off
    noticed: Noticed = Noticed.IN_PLAY
    several: bool = False  # more than one hand was wrong
    extra_augen: int = 0  # of cards over the number that do not stand on the list yet
    points: int = 0  # a deduction names its points itself


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyProposal:
    """What the rule takes for it, and which offence of this player it is."""

    registration: Registration
    game: Game | None
    game_number: GameNumber | None
    offence: int
    rule: Prescribed


def propose_penalty(view: SheetView, seen: Offence) -> PenaltyProposal:
    """What the rules of this tournament prescribe; refused where the offence cannot have been."""
    rows = view.seats if seen.game is None else view.seats_at(seen.game)
    seat = next((seat for seat in rows if seat.number == seen.seat), None)
    if seat is None:
        if seen.kind == Penalty.Kind.LOOSE_HAND and seen.game is not None:
            raise no_cards(seen.seat, seen.game)
        raise NoOffence(gettext_noop("Den Platz {seat} gibt es an diesem Tisch nicht."), seat=seen.seat)
    count = offence_number(seat.registration, view, seen.kind)
    game = view.game(seen.game) if seen.game is not None else None
    rule = KINDS[Penalty.Kind(seen.kind)].prescribe(view, seat, seen, count)
    return PenaltyProposal(
        registration=seat.registration, game=game, game_number=seen.game, offence=count, rule=rule
    )


def of_loose_hand(view: SheetView, seat: Seat, seen: Offence, count: int) -> Prescribed:
    """Regel 15, for a hand that was there to be counted."""
    rules, number = view.rules, seen.game
    if rules.loose_hands is None:
        raise NoOffence(gettext_noop("Dieses Regelwerk kennt keine Strafe für zusammengeworfene Karten."))
    game = view.game(number) if number is not None else None
    if number is None or game is None:
        raise NoOffence(gettext_noop("Spiel {number} ist nicht eingetragen."), number=number or "?")
    hand = result_of(game).hands.get(seat.number)
    if hand is None:
        raise no_cards(seat.number, number)
    if already_penalised(seat.registration, view.sheet, number):
        raise NoOffence(
            gettext_noop("Diese Strafe steht für Spiel {number} schon auf der Liste."), number=number
        )
    return prescribe_loose_hand(rules, hand, offence=count)


def no_cards(seat: SeatNumber, number: GameNumber) -> NoOffence:
    return NoOffence(
        gettext_noop("Platz {seat} hatte in Spiel {number} keine Karten zu zählen."), seat=seat, number=number
    )


def of_wrong_count(view: SheetView, seat: Seat, seen: Offence, _count: int) -> Prescribed:
    """A wrong number of cards, in a game that is on the list or being played."""
    if seen.cards is None or seen.game is None:
        raise NoOffence(gettext_noop("Bitte das Spiel wählen und eintragen, wie viele Karten es waren."))
    if seen.extra_augen and view.game(seen.game) is None:
        raise NoOffence(
            gettext_noop(
                "Spiel {number} ist noch nicht eingetragen: Die Augen aller Karten kommen gleich in die Liste."
            ),
            number=seen.game,
        )
    playing = view.course.deal(seen.game).playing
    if seat.number not in playing:
        raise no_cards(seat.number, seen.game)
    return prescribe_wrong_count(
        view.rules,
        cards=seen.cards,
        lying=seen.melded + seen.laid_off,
        playing=len(playing),
        noticed=seen.noticed,
        several=seen.several,
        extra_augen=seen.extra_augen,
    )


def of_wrong_seat(view: SheetView, seat: Seat, _seen: Offence, _count: int) -> Prescribed:
    """Once on each list."""
    if is_penalised(seat.registration, view.sheet, Penalty.Kind.WRONG_SEAT):
        raise NoOffence(gettext_noop("Diese Strafe steht schon auf der Liste."))
    return prescribe_wrong_seat(view.rules)


def by_discretion(_view: SheetView, _seat: Seat, seen: Offence, count: int) -> Prescribed:
    """A warning or a deduction: no rule names its price, so the sentence only counts."""
    text = (
        gettext_noop("{offence}. Verwarnung dieses Spielers; sie kostet keine Punkte.")
        if seen.kind == Penalty.Kind.WARNING
        else gettext_noop(
            "{offence}. Punktabzug dieses Spielers; die Höhe liegt im Ermessen des Schiedsrichters."
        )
    )
    points = 0 if seen.kind == Penalty.Kind.WARNING else -seen.points
    return Prescribed(points=points, augen=0, paragraph="", sentence=Sentence(text, {"offence": count}))


def is_penalised(registration: Registration, sheet: ScoreSheet, kind: str) -> bool:
    """Whether a penalty of this kind is in force for this player on this list."""
    return Penalty.objects.filter(
        registration=registration, sheet=sheet, kind=kind, lifted_by__isnull=True
    ).exists()


def already_penalised(registration: Registration, sheet: ScoreSheet, number: GameNumber) -> bool:
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


def offence_number(registration: Registration, view: SheetView, kind: str) -> int:
    """Which offence of this kind the next one of this player is: over the event, or as the rule counts."""
    earlier = Penalty.objects.filter(registration=registration, kind=kind, lifted_by__isnull=True)
    rule = view.rules.loose_hands
    if kind == Penalty.Kind.LOOSE_HAND and rule is not None and rule.count_over is Span.SERIES:
        earlier = earlier.filter(sheet__table__series=view.sheet.table.series)
    return earlier.count() + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyKind:
    """What one kind of penalty is made of; its name for people stands in `Penalty.Kind`."""

    prescribe: Callable[[SheetView, Seat, Offence, int], Prescribed]
    known_to: Callable[[RuleSet], bool] = lambda _rules: True  # whether the rules of a tournament know it
    asks: frozenset[str] = frozenset()  # what of `Offence` belongs to it; the form shows no other field
    needs: Mapping[str, Any] = field(default_factory=dict)  # what of it must be said, and how it is asked for


KINDS: Mapping[Penalty.Kind, PenaltyKind] = {
    Penalty.Kind.LOOSE_HAND: PenaltyKind(
        prescribe=of_loose_hand,
        known_to=lambda rules: rules.loose_hands is not None,
        asks=frozenset({"game"}),
        needs={
            "game": gettext_lazy("Bitte das Spiel wählen, in dem die Karten zusammengeworfen wurden."),
        },
    ),
    Penalty.Kind.WRONG_COUNT: PenaltyKind(
        prescribe=of_wrong_count,
        asks=frozenset({"game", "noticed", "cards", "melded", "laid_off", "several", "extra_augen"}),
        needs={
            "game": gettext_lazy("Bitte das Spiel wählen, in dem die Kartenzahl falsch war."),
            "cards": gettext_lazy("Bitte eintragen, wie viele Karten auf der Hand sind."),
        },
    ),
    Penalty.Kind.WRONG_SEAT: PenaltyKind(
        prescribe=of_wrong_seat,
        known_to=lambda rules: rules.offences is not None,
    ),
    Penalty.Kind.CARD_SHOWN: PenaltyKind(
        prescribe=lambda view, _seat, _seen, _count: prescribe_card_shown(view.rules),
        known_to=lambda rules: rules.points is not None,
        asks=frozenset({"game"}),
    ),
    Penalty.Kind.OUT_OF_TURN: PenaltyKind(
        prescribe=lambda view, _seat, _seen, _count: prescribe_out_of_turn(view.rules),
        known_to=lambda rules: rules.points is not None,
        asks=frozenset({"game"}),
    ),
    Penalty.Kind.WARNING: PenaltyKind(prescribe=by_discretion),
    Penalty.Kind.DEDUCTION: PenaltyKind(
        prescribe=by_discretion,
        asks=frozenset({"points"}),
        needs={"points": gettext_lazy("Bitte eintragen, wie viele Punkte abgezogen werden.")},
    ),
}


def kinds_known_to(rules: RuleSet) -> tuple[Penalty.Kind, ...]:
    """The kinds that a referee can choose from in a tournament of these rules."""
    return tuple(kind for kind, what in KINDS.items() if what.known_to(rules))
