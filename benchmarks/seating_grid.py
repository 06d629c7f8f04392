"""Seating, every cell N = 16-260 × S = 2-12: rematches and repeats at three against the counting bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from benchmarks.harness import Figure, note, seconds
from tests.tournaments.seating.core.validator import Verdict, judge
from tournaments.seating import core as seating

SIZES, SERIES, FREE_FROM = range(16, 261), range(2, 13), 50
QUICK_SIZES = (17, 20, 24, 27, 30, 41, 50, 53, 62, 101, 203)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One size and number of series, judged."""

    players: int
    series: int
    verdict: Verdict

    @property
    def is_countable(self) -> bool:
        """Counting allows that nobody meets anybody twice."""
        return self.verdict.rematch_bound == 0


def figures(*, quick: bool) -> Iterable[Figure]:
    """The whole grid: about three minutes on one core; `--quick` takes a few sizes."""
    cells: list[Cell] = []
    taken = seconds(lambda: cells.extend(grid(QUICK_SIZES if quick else SIZES)))
    for cell in cells:
        told = cell.verdict
        assert told.clean, told.faults
        if (
            told.rematches > told.rematch_bound
            or told.three_repeats > told.three_bound
            or any(told.seat_excess)
        ):
            note(
                f"{cell.players}/{cell.series}: rematches {told.rematches} (bound {told.rematch_bound}), "
                f"at three {told.three_repeats} ({told.three_bound}), seats {sum(told.seat_excess)}"
            )
    large = [cell for cell in cells if cell.players >= FREE_FROM]
    small = [cell for cell in cells if cell.players < FREE_FROM and cell.is_countable]
    beyond = [cell for cell in cells if not cell.is_countable]
    yield Figure(name="cells", value=len(cells), unit="")
    yield Figure(name=f"from {FREE_FROM} players", value=len(large), unit="cells")
    yield Figure(name="  without a rematch", value=_free(large), unit="cells")
    yield Figure(name="  repeats at three on the bound", value=_even(large), unit="cells")
    yield Figure(name=f"below {FREE_FROM}, countable", value=len(small), unit="cells")
    yield Figure(name="  without a rematch", value=_free(small), unit="cells ")
    yield Figure(name="  repeats at three on the bound", value=_even(small), unit="cells ")
    yield Figure(name="beyond counting", value=len(beyond), unit="cells")
    yield Figure(
        name="  rematches on the bound",
        value=sum(c.verdict.rematches == c.verdict.rematch_bound for c in beyond),
        unit="cells",
    )
    bounds = sum(c.verdict.rematch_bound for c in beyond)
    yield Figure(
        name="  rematches in all", value=sum(c.verdict.rematches for c in beyond), unit="",
        ratio=sum(c.verdict.rematches for c in beyond) / max(1, bounds), compared_with=f"the bounds ({bounds})",
    )  # fmt: skip
    yield Figure(
        name="seats on the bound after every series",
        value=sum(not any(c.verdict.seat_excess) for c in cells),
        unit="cells",
    )
    yield Figure(name="time", value=taken, unit="s")


def grid(sizes: Iterable[int], *, seed: int = 1) -> Iterator[Cell]:
    """Plan and judge every cell of the sizes."""
    for players in sizes:
        field = tuple(seating.AskedPlayer(id=i) for i in range(1, players + 1))
        for series in SERIES:
            plan = seating.plan(
                seating.Request(players=field, series=seating.series_by_lots(series), seed=seed)
            )
            yield Cell(players=players, series=series, verdict=judge(range(1, players + 1), plan.tables()))


def _free(cells: list[Cell]) -> int:
    return sum(cell.verdict.rematches == 0 for cell in cells)


def _even(cells: list[Cell]) -> int:
    return sum(cell.verdict.three_repeats == cell.verdict.three_bound for cell in cells)
