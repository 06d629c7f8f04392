"""Classify: how somebody went out, by the sign that belongs on the list, or why it is none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from scoring.engine.cards import Card
from scoring.engine.law import Finish, GoingOut, Law, StockEmpty
from scoring.engine.melds import Flaw, judge
from scoring.engine.refusals import Breach, Forbidden


@dataclass(frozen=True, slots=True, kw_only=True)
class WayOut:
    """What the last turn of the winner was like. None: not told, so not checked."""

    opened_before: bool  # in an earlier turn
    laid_off: bool = False
    swapped: bool = False
    discarded: bool = True
    opening: int | None = None  # what the own melds of this turn count
    melded: int | None = None  # how many cards lie in them
    all_cards: int = 13  # how many are dealt to each


def way_out(
    melds: Iterable[Sequence[Card]],
    law: Law,
    *,
    opened_before: bool = False,
    laid_off: bool = False,
    swapped: bool = False,
    discarded: bool = True,
    all_cards: int = 13,
) -> WayOut:
    """The way out with these melds, each of them judged."""
    value = count = 0
    for cards in melds:
        verdict = judge(cards, law)
        if isinstance(verdict, Flaw):
            raise Forbidden(Breach.NOT_A_MELD, law, flaw=verdict)
        value += verdict.value
        count += len(cards)
    return WayOut(
        opened_before=opened_before,
        laid_off=laid_off,
        swapped=swapped,
        discarded=discarded,
        opening=value,
        melded=count,
        all_cards=all_cards,
    )


def classify(way: WayOut, law: Law) -> Finish:
    """The finish, by what had been opened before and what was done in the last turn.

    Where nothing has to be opened there is only one way to finish.
    """
    if not way.discarded:
        return _without_discard(way, law)
    if way.opened_before or not has_hand_finish(law):
        return Finish.PLAIN
    if way.laid_off or way.swapped:
        _demand_opening(way, law)
        return Finish.HAND_WITH_LAYOFF
    _demand_all_melded(way, way.all_cards, law)
    if not law.hand_below_opening:
        _demand_opening(way, law)
    return Finish.HAND


def has_hand_finish(law: Law) -> bool:
    """Whether going out all at once is worth more: only where there is an opening to be skipped."""
    return law.opening_augen > 0


def finishes(law: Law) -> tuple[Finish, ...]:
    """The ways in which a game can end by this law."""
    found = [Finish.PLAIN]
    if has_hand_finish(law):
        found += [Finish.HAND_WITH_LAYOFF, Finish.HAND]
    if law.going_out is GoingOut.DISCARD_OR_SUPER:
        found.append(Finish.SUPER)
    if law.stock_empty is StockEmpty.GAME_OVER:
        found.append(Finish.EXHAUSTED)
    return tuple(found)


def demand_finish(finish: Finish, law: Law) -> Finish:
    """The finish, or a refusal where the law does not have it."""
    if finish in finishes(law):
        return finish
    if finish is Finish.SUPER:
        raise Forbidden(Breach.DISCARD_NEEDED, law)
    raise Forbidden(Breach.NO_SUCH_FINISH, law, finish=finish.value)


def _without_discard(way: WayOut, law: Law) -> Finish:
    match law.going_out:
        case GoingOut.DISCARD:
            raise Forbidden(Breach.DISCARD_NEEDED, law)
        case GoingOut.ANY:
            return _any_way(way, law)
        case GoingOut.DISCARD_OR_SUPER:
            return _super(way, law)
        case unknown:
            assert_never(unknown)


def _super(way: WayOut, law: Law) -> Finish:
    """All cards at once, from the hand; with lay-offs and swaps only where the law reads it so."""
    at_the_table = way.laid_off or way.swapped
    if way.opened_before and law.super_with_layoffs:
        raise Forbidden(Breach.SUPER_UNOPENED, law)
    if way.opened_before or (at_the_table and not law.super_with_layoffs):
        raise Forbidden(Breach.SUPER_FROM_HAND, law)
    if not at_the_table:
        _demand_all_melded(way, way.all_cards + 1, law)
    if at_the_table or not law.hand_below_opening:
        _demand_opening(way, law)
    return Finish.SUPER


def _any_way(way: WayOut, law: Law) -> Finish:
    """Where the last card may leave the hand in any way, the discard makes no difference."""
    if way.opened_before or not has_hand_finish(law):
        return Finish.PLAIN
    if way.laid_off or way.swapped:
        _demand_opening(way, law)
        return Finish.HAND_WITH_LAYOFF
    if not law.hand_below_opening:
        _demand_opening(way, law)
    return Finish.HAND


def _demand_opening(way: WayOut, law: Law) -> None:
    if way.opening is not None and way.opening < law.opening_augen:
        raise Forbidden(Breach.OPENING_TOO_LOW, law, limit=law.opening_augen, value=way.opening)


def _demand_all_melded(way: WayOut, expected: int, law: Law) -> None:
    if way.melded is not None and way.melded != expected:
        raise Forbidden(Breach.HAND_NEEDS_ALL, law, expected=expected, melded=way.melded)
