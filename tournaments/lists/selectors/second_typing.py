"""A second typing of a list, and where it differs from the first."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.points import Result
from tournaments.lists.selectors.sheets import SheetView, result_of
from tournaments.lists.selectors.sums import result_from
from tournaments.models import Game, PaperSettlement, PaperTyping, ScoreSheet


def second_typing(sheet: ScoreSheet) -> PaperTyping | None:
    """The latest second typing of a list."""
    if not getattr(sheet, "typed_twice", True):
        return None
    return PaperTyping.objects.filter(sheet=sheet, second=True).order_by("-pk").first()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A row that two people read differently; None where one of them has no such row."""

    number: int
    game: Game | None
    first: Result | None
    second: Result | None


def mismatches(view: SheetView, typing: PaperTyping) -> tuple[Mismatch, ...]:
    """The rows in which the second typing differs from the list as it stands, without those that are settled.

    A game that came only after the second typing is none that it lacks.
    """
    again = {row["game"]: result_from(row) for row in typing.rows}
    settled = set(
        typing.settlements.filter(chosen=PaperSettlement.Chosen.FIRST).values_list("number", "game_id")
    )
    there = {row.number for row in (*view.games, *view.struck) if row.entered_at <= typing.typed_at}
    rows = []
    for number in sorted({*again, *(game.number for game in view.games if game.number in there)}):
        game = view.game(number)
        first = result_of(game) if game else None
        if first == again.get(number) or (number, game.pk if game else None) in settled:
            continue
        rows.append(Mismatch(number=number, game=game, first=first, second=again.get(number)))
    return tuple(rows)


def unsettled(view: SheetView) -> tuple[int, ...]:
    """The games that two people have read differently from the paper and nobody has settled yet."""
    typing = second_typing(view.sheet)
    if typing is None or view.totals:  # sums have no rows that could differ
        return ()
    return tuple(row.number for row in mismatches(view, typing))
