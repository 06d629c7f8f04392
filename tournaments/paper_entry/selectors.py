"""A list and its paper: which rows may be typed, running sums of rows nobody has saved, and where two typings differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid5

from scoring.numbers import GameNumber
from scoring.points import Result
from scoring.reconcile import Explanation, PaperTotal, TypedGame, agrees, differences, explain
from scoring.sheets import SheetGame, SheetTally, tally
from tournaments.lists.core.life import Deed, possible
from tournaments.lists.selectors.sheets import SheetView, result_of, scorer_may_correct
from tournaments.lists.selectors.sums import penalty_lines
from tournaments.models import PaperTyping

BEYOND = 12  # empty rows offered where a target is played for, and nobody knows how many it will take
MOST_ROWS = 96
SHOWN = 5  # explanations that are worth reading


def numbers_of(view: SheetView) -> range:
    """The rows of the grid: as many as are planned, or some more than are there where a target is played for."""
    if view.planned is not None:
        return range(1, view.planned + 1)
    latest = max((game.number for game in view.games), default=0)
    return range(1, min(max(latest + BEYOND, 3 * len(view.seats) + BEYOND), MOST_ROWS) + 1)


def playing_numbers(view: SheetView, number: int) -> tuple[int, ...]:
    """The seats that play this game, in the order of the columns."""
    return tuple(sorted(view.course.deal(number).playing))


def results_in_force(view: SheetView) -> dict[int, Result]:
    """The games that stand on the list."""
    return {game.number: result_of(game) for game in view.games}


def game_submission(typing: UUID, number: int) -> UUID:
    """What makes one row of a typed list this row: follows from the typing, so that it is known again."""
    return uuid5(typing, f"Spiel {number}")


def from_paper(view: SheetView) -> frozenset[int]:
    """The games whose row in force was typed from paper: a slip there is one of the typist, not of the table."""
    typings = PaperTyping.objects.filter(sheet=view.sheet).values_list("submission", flat=True)
    sent = set(typings)
    return frozenset(
        game.number
        for game in view.games
        if any(game_submission(one, game.number) == game.submission for one in sent)
    )


def may_type(view: SheetView, number: int, typed: frozenset[int]) -> bool:
    """Whether a row may be written from paper now; `typed` are those that came from paper before.

    Until the list is signed a slip in typing is mended like any other typing: the paper is what the table agreed on.
    """
    if view.game(number) is None:
        return possible(Deed.ENTER, view.life)
    return scorer_may_correct(view, number) or (number in typed and possible(Deed.CORRECT, view.life))


def typed_tally(view: SheetView, results: Mapping[int, Result]) -> SheetTally:
    """The sums of a list with these rows, whether they are saved or not: the arithmetic of every other page."""
    return tally(
        view.rules,
        [
            SheetGame(
                number=GameNumber(number),
                dealer=view.course.deal(number).dealer,
                result=result,
                closes_round=view.course.deal(number).last_of_round,
            )
            for number, result in sorted(results.items())
        ],
        seats=[seat.number for seat in view.seats],
        penalties=penalty_lines((*view.former, *view.seats), view.penalties),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled:
    """The typed rows against the foot of the paper."""

    asked: bool  # whether the paper says anything
    agrees: bool
    missing: Mapping[int, Mapping[str, int]]  # seat → what differs, paper minus typed
    explanations: tuple[Explanation, ...]


def reconciled(
    view: SheetView, results: Mapping[int, Result], sums: SheetTally, paper: Mapping[int, PaperTotal]
) -> Reconciled:
    """Whether the paper's totals are those of the rows, and otherwise which single row explains it."""
    asked = differences(sums.totals, paper)
    untyped = [(n, view.course.deal(n).dealer) for n in numbers_of(view) if n not in results]
    explanations = explain(
        view.rules,
        [
            TypedGame(number=number, dealer=view.course.deal(number).dealer, result=result)
            for number, result in sorted(results.items())
        ],
        asked,
        missing=untyped,
    )
    return Reconciled(
        asked=any(total != PaperTotal() for total in paper.values()),
        agrees=agrees(asked),
        missing={
            seat: {
                name: value for name in ("points", "augen", "crosses") if (value := getattr(difference, name))
            }
            for seat, difference in asked.items()
            if not difference.none
        },
        explanations=explanations[:SHOWN],
    )


# Two typings --------------------------------------------------------------------------------------------------
