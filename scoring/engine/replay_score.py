"""The score of an evening in the basic family: the winner's total grows by the others' Augen, deal after deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.turns import Outcome, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScore:
    """The totals after some deals, and whether what was agreed before has been reached."""

    deals: int
    totals: Mapping[Seat, int]
    over: bool

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """Who has most; several where the totals are equal."""
        most = max(self.totals.values(), default=0)
        return tuple(seat for seat, total in self.totals.items() if total == most)


def scores(
    outcomes: Iterable[Outcome], *, seats: Sequence[Seat], target: int = 0, deals: int = 0
) -> tuple[MatchScore, ...]:
    """The score after every deal, to a target or over a number of deals, whichever comes first; 0: not agreed.

    What is played after the end does not count.

    >>> from scoring.engine.law import Finish
    >>> from scoring.engine.turns import Left
    >>> won = Outcome(finish=Finish.PLAIN, winner=1, hands={2: Left(augen=60, opened=True)})
    >>> [(score.totals[1], score.over) for score in scores([won, won, won], seats=(1, 2), target=100)]
    [(60, False), (120, True)]
    """
    totals = dict.fromkeys(seats, 0)
    found: list[MatchScore] = []
    for count, outcome in enumerate(outcomes, start=1):
        if outcome.winner is not None:
            totals[outcome.winner] += outcome.gain
        reached = 0 < target <= max(totals.values()) or 0 < deals <= count
        found.append(MatchScore(deals=count, totals=dict(totals), over=reached))
        if reached:
            break
    return tuple(found)
