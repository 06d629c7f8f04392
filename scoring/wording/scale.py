"""The points table with an example for every row, and what a hand thrown together costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring.engine.law import Finish
from scoring.points import HandLeft, Result, hand_score, loose_hand, possible_finishes, score
from scoring.rules import Bracket, RuleSet
from scoring.verification import limits
from scoring.wording.labels import LABELS
from scoring.wording.phrases import in_augen, points, signed, span

FINISH_PLACES = {
    Finish.HAND: "points.hand",
    Finish.HAND_WITH_LAYOFF: "points.hand_with_layoff",
    Finish.PLAIN: "points.plain",
    Finish.SUPER: "points.super",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleRow:
    """A row of the points table: the outcome, its points, an example, and where it stands."""

    sign: str  # as on the list
    outcome: str
    explained: str
    points: str
    cross: bool
    example: str
    paragraph: str
    confirm: bool
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LooseExample:
    """A hand before and after the penalty."""

    hand: str
    before: str
    first: str
    again: str


def scale(rules: RuleSet) -> tuple[ScaleRow, ...]:
    """Every outcome of one player in one game; for the basic family the one way to points."""
    if rules.points is None:
        return ()
    return (*finish_rows(rules), *bracket_rows(rules, opened=True), *bracket_rows(rules, opened=False))


def finish_rows(rules: RuleSet) -> Iterator[ScaleRow]:
    explained = {
        Finish.HAND: gettext(
            "Alle Karten in einem Zug ausgelegt, ohne vorher eröffnet zu haben, ohne anzulegen und ohne Joker zu tauschen; der Mindestwert gilt nicht."
        ),
        Finish.HAND_WITH_LAYOFF: gettext(
            "Alle Karten in einem Zug, dabei angelegt oder Joker getauscht; die eigenen Auslagen erreichen den Mindestwert."
        ),
        Finish.PLAIN: gettext("Fertig geworden, nachdem in einem früheren Zug eröffnet wurde."),
        Finish.SUPER: gettext("Alle 14 Karten auf einmal auf den Tisch, ohne eine abzulegen."),
    }
    for finish, place in FINISH_PLACES.items():
        if finish not in possible_finishes(rules):
            continue
        hands = {2: HandLeft(augen=24, opened=True)}
        worth = score(rules, Result(finish=finish, winner=1, hands=hands))[1]
        source = rules.source(place)
        yield ScaleRow(
            sign=finish.value,
            outcome=str(LABELS[place]),
            explained=explained[finish],
            points=signed(worth.points),
            cross=False,
            example="",
            paragraph=source.paragraph,
            confirm=source.confirm,
            own=source.own,
        )


def bracket_rows(rules: RuleSet, *, opened: bool) -> Iterator[ScaleRow]:
    table = rules.points
    assert table is not None
    source = rules.source("points.opened" if opened else "points.unopened")
    for row in table.opened if opened else table.unopened:
        hand = HandLeft(augen=typical(rules, row, opened=opened), opened=opened)
        worth = hand_score(table, hand)
        outcome = gettext("eröffnet, {span}") if opened else gettext("nicht eröffnet, {span}")
        example = gettext("Zum Beispiel {augen} in der Hand: {points}.").format(
            augen=in_augen(hand.augen), points=points(worth.points)
        )
        yield ScaleRow(
            sign="",
            outcome=outcome.format(span=span(row.first, row.last)),
            explained="",
            points=signed(worth.points),
            cross=worth.cross,
            example=example,
            paragraph=source.paragraph,
            confirm=source.confirm,
            own=source.own,
        )


def typical(rules: RuleSet, row: Bracket, *, opened: bool) -> int:
    """A hand in the middle of the row that somebody can really hold."""
    known = limits(rules.law)
    possible = known.opened if opened else known.unopened
    last = possible.most if row.last is None else min(row.last, possible.most)
    first = max(row.first, possible.least)
    return row.first if first > last else (first + last) // 2


def loose_examples(rules: RuleSet) -> tuple[LooseExample, ...]:
    """For every row of the points table a hand, its value, and its value after a first and a second offence."""
    rule, table = rules.loose_hands, rules.points
    if rule is None or table is None:
        return ()
    hands = [
        HandLeft(augen=typical(rules, row, opened=opened), opened=opened)
        for opened, rows in ((True, table.opened), (False, table.unopened))
        for row in rows
    ]
    return tuple(loose_example(rules, hand) for hand in hands)


def loose_example(rules: RuleSet, hand: HandLeft) -> LooseExample:
    table, rule = rules.points, rules.loose_hands
    assert table is not None
    assert rule is not None
    worth = hand_score(table, hand)

    def after(offence: int) -> str:
        cost = loose_hand(rules, hand, offence=offence)
        return f"{points(worth.points + cost.points)}, {in_augen(hand.augen + cost.augen)}"

    state = gettext("eröffnet, {augen}") if hand.opened else gettext("nicht eröffnet, {augen}")
    return LooseExample(
        hand=state.format(augen=in_augen(hand.augen)),
        before=points(worth.points),
        first=after(1),
        again=after(max(rule.referee_from_offence, 2)),
    )
