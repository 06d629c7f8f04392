"""Augen become points: what one game is worth to each player, and what a hand thrown together costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from scoring.engine.law import Finish, Law, StockEmpty
from scoring.rules import Bracket, Family, PointsTable, RuleSet
from scoring.sentence import Refusal, gettext_noop

NUMBERS = range(2, 11)
SUITS = 4


class ImpossibleResult(Refusal):
    """A result that this rule set cannot have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLeft:
    """What a player still held when the game ended."""

    augen: int
    opened: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One game as it was reported: how it ended, who won, and what everybody else still held, by seat."""

    finish: Finish
    winner: int | None
    hands: Mapping[int, HandLeft]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What one game is worth to one player. With a cross the cell of the list shows ✕ for the points."""

    points: int
    augen: int
    cross: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyValue:
    """What a penalty takes (points ≤ 0) and adds (augen ≥ 0); it stands beside the game, never in it."""

    points: int
    augen: int
    referee_needed: bool


def finish_value(table: PointsTable, finish: Finish) -> int | None:
    """What the winner gets for this finish; None when it has no value here."""
    match finish:
        case Finish.PLAIN:
            return table.plain
        case Finish.HAND_WITH_LAYOFF:
            return table.hand_with_layoff
        case Finish.HAND:
            return table.hand
        case Finish.SUPER:
            return table.super
        case Finish.EXHAUSTED:
            return None
        case unknown:
            assert_never(unknown)


def possible_finishes(rules: RuleSet) -> tuple[Finish, ...]:
    """The ways in which a game can end by this rule set, in the order in which a form offers them."""
    wins = tuple(
        finish
        for finish in Finish
        if finish is Finish.PLAIN or (rules.points and finish_value(rules.points, finish) is not None)
    )
    return (*wins, Finish.EXHAUSTED) if rules.law.stock_empty is StockEmpty.GAME_OVER else wins


def all_cards(law: Law) -> int:
    """The Augen of the whole pack: more than this nobody can hold.

    Two packs with six jokers come to 880.
    """
    one_suit = sum(NUMBERS) + 3 * law.court_held + law.ace_held
    return law.decks * SUITS * one_suit + law.jokers * law.joker_held


def check_result(rules: RuleSet, result: Result, *, playing: Sequence[int]) -> None:
    """Refuse a result that cannot be, with a sentence that says what to do."""
    check_finish(rules, result.finish)
    check_winner(result, playing)
    losers = [seat for seat in playing if seat != result.winner]
    for seat in sorted(result.hands):
        if seat not in playing:
            raise ImpossibleResult(
                gettext_noop("Platz {seat} spielt in diesem Spiel nicht mit. Bitte dort nichts eintragen."),
                seat=seat,
            )
        if seat == result.winner:
            raise ImpossibleResult(
                gettext_noop(
                    "Platz {seat} hat gewonnen und hat keine Karten mehr. Bitte dort keine Augen eintragen."
                ),
                seat=seat,
            )
    for seat in losers:
        if seat not in result.hands:
            raise ImpossibleResult(
                gettext_noop("Für Platz {seat} fehlen die Augen. Bitte nachtragen."), seat=seat
            )
        check_augen(rules, seat, result.hands[seat].augen)


def check_augen(rules: RuleSet, seat: int, augen: int) -> None:
    """Refuse what no hand can count; also asked while the game is still being typed."""
    most = all_cards(rules.law)
    if augen < 0:
        raise ImpossibleResult(
            gettext_noop("Platz {seat}: Augen können nicht kleiner als 0 sein."), seat=seat
        )
    if augen > most:
        raise ImpossibleResult(
            gettext_noop(
                "Platz {seat}: {augen} Augen sind mehr, als alle Karten zusammen haben ({most}). Bitte neu zählen."
            ),
            seat=seat,
            augen=augen,
            most=most,
        )


def check_finish(rules: RuleSet, finish: Finish) -> None:
    """Refuse a finish that has no value in this rule set."""
    if finish in possible_finishes(rules):
        return
    match finish:
        case Finish.EXHAUSTED:
            raise ImpossibleResult(
                gettext_noop(
                    "Ist der Stapel leer, wird der Ablagestapel umgedreht und weitergespielt. Bitte eintragen, wer gewonnen hat."
                )
            )
        case Finish.SUPER:
            raise ImpossibleResult(
                gettext_noop(
                    "Superrommé hat nach „{rules}“ keinen Wert: Zum Beenden wird immer eine Karte abgelegt. Bitte eine andere Art wählen."
                ),
                rules=rules.name,
            )
        case Finish.PLAIN | Finish.HAND | Finish.HAND_WITH_LAYOFF:
            raise ImpossibleResult(
                gettext_noop(
                    "Das Zeichen {finish} hat nach „{rules}“ keinen Wert. Bitte Rommé ({plain}) eintragen."
                ),
                finish=finish.value,
                rules=rules.name,
                plain=Finish.PLAIN.value,
            )
        case unknown:
            assert_never(unknown)


def check_winner(result: Result, playing: Sequence[int]) -> None:
    """Exactly one winner who plays, or none when the stock ran out."""
    if not result.finish.has_winner:
        if result.winner is not None:
            raise ImpossibleResult(
                gettext_noop(
                    "Bei aufgebrauchtem Stapel gewinnt niemand. Bitte den Sieger weglassen oder die Art ändern."
                )
            )
        return
    if result.winner is None:
        raise ImpossibleResult(
            gettext_noop("Es fehlt, wer gewonnen hat. Bitte den Sieger wählen, oder „Stapel aufgebraucht“.")
        )
    if result.winner not in playing:
        raise ImpossibleResult(
            gettext_noop("Platz {seat} spielt in diesem Spiel nicht mit und kann nicht gewinnen."),
            seat=result.winner,
        )


def score(rules: RuleSet, result: Result) -> dict[int, Score]:
    """What the game is worth to every seat that played it. The dealer who sat out has no value, not 0."""
    check_finish(rules, result.finish)
    match rules.family:
        case Family.BASIC:
            return score_basic(result)
        case Family.TOURNAMENT:
            return score_by_table(rules, result)
        case unknown:
            assert_never(unknown)


def score_basic(result: Result) -> dict[int, Score]:
    """The winner takes the Augen of all others as points."""
    scores = {
        seat: Score(points=0, augen=hand.augen, cross=False) for seat, hand in sorted(result.hands.items())
    }
    if result.winner is not None:
        takes = sum(hand.augen for hand in result.hands.values())
        scores[result.winner] = Score(points=takes, augen=0, cross=False)
    return scores


def score_by_table(rules: RuleSet, result: Result) -> dict[int, Score]:
    """Regel 12: the finish gives the winner's points, the bracket of Augen everybody else's."""
    table = rules.points
    assert table is not None
    scores = {seat: hand_score(table, hand) for seat, hand in sorted(result.hands.items())}
    if result.winner is not None:
        points = finish_value(table, result.finish)
        assert points is not None
        scores[result.winner] = Score(points=points, augen=0, cross=False)
    return scores


def hand_score(table: PointsTable, hand: HandLeft) -> Score:
    points = bracket_of(table, hand).points
    return Score(points=points, augen=hand.augen, cross=points < 0)


def bracket_of(table: PointsTable, hand: HandLeft) -> Bracket:
    """The row of the points table into which this hand falls."""
    rows = table.opened if hand.opened else table.unopened
    return next(row for row in rows if row.holds(hand.augen))


def net_points(*, plus: int, minus: int, penalties: int) -> int:
    """What a series is worth: points made, less what crosses took, and penalties (0 or less) beside the games."""
    return plus - minus + penalties


def void_points(net: int) -> int:
    """What a penalty takes that leaves nothing of a series: all that is above 0; what is below stays below."""
    return -max(net, 0)


def loose_hand(rules: RuleSet, hand: HandLeft, *, offence: int) -> PenaltyValue:
    """Regel 15: what it costs to throw a hand together before it could be checked.

    The Augen move to the floor of the next bracket and the points fall; from the second offence on the
    referee has to know and more is taken. `offence` is 1 for a player's first.
    """
    assert offence >= 1, "offences are counted from 1"
    rule, table = rules.loose_hands, rules.points
    if rule is None or table is None:
        raise ImpossibleResult(
            gettext_noop("„{rules}“ kennt keine Strafe für zusammengeworfene Karten."), rules=rules.name
        )
    row = bracket_of(table, hand)
    lift = row.last + 1 - hand.augen if rule.lift_to_next_bracket and row.last is not None else 0
    repeated = offence >= rule.referee_from_offence
    less = rule.points_less + (rule.extra_from_then if repeated else 0)
    return PenaltyValue(points=-less, augen=lift, referee_needed=repeated)
