"""Additions as they stand on the paper: a running sum, what was added, and the next one, each as its cell was seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournaments.reading.core.chances import Reading
from tournaments.reading.core.evidence import CROSS_TEXTS, ZERO_TEXTS

SUMMED = {"augen": "augen_sum", "points": "points_sum"}  # what is added, and where its running sum stands

Place = tuple[int, int]  # game, seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """One game of a seat: `before` + `added` should be `after`. `sure` is how surely the doubtfullest of the three was seen."""

    game: int
    seat: int
    column: str  # of the running sum
    before: int
    added: int
    after: int
    sure: float
    places: tuple[tuple[Place, str], ...]  # of the three cells; the first game has two

    @property
    def wrong(self) -> bool:
        return self.before + self.added != self.after


def additions(cells: Mapping[Place, Mapping[str, Reading]], *, begins: bool) -> Iterator[Addition]:
    """Yield every addition of which each number can be seen; with `begins` sums begin at nought."""
    games: dict[int, list[int]] = defaultdict(list)
    for game, seat in sorted(cells):
        games[seat].append(game)
    for seat, own in games.items():
        for added, summed in SUMMED.items():
            before: tuple[int | None, float, Place | None] = (0 if begins else None, 1.0, None)
            for game in own:
                one, total = cells[game, seat].get(added), cells[game, seat].get(summed)
                if one is None or total is None:
                    break
                if not one.best and not total.best:  # the seat rested
                    continue
                value, after = number_added(one), number_of(total)
                if before[0] is not None and value is not None and after is not None:
                    yield Addition(
                        game=game,
                        seat=seat,
                        column=summed,
                        before=before[0],
                        added=value,
                        after=after,
                        sure=min(before[1], one.sure, total.sure),
                        places=(
                            *([(before[2], summed)] if before[2] else []),
                            ((game, seat), added),
                            ((game, seat), summed),
                        ),
                    )
                before = (after, total.sure, (game, seat))


def number_of(reading: Reading) -> int | None:
    """Return the number that a cell most likely shows, or None."""
    return int(reading.best) if reading.best.isdigit() else None


def number_added(reading: Reading) -> int | None:
    """Return what a cell adds to a running sum: nothing where it is empty, a dash or a cross."""
    return 0 if reading.best in (*ZERO_TEXTS, *CROSS_TEXTS) else number_of(reading)
