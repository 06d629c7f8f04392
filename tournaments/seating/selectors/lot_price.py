"""What a lot costs: how many would meet again by this very lot, and how many by a plan found in the same moment."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from scoring.sentence import Refusal
from tournaments.models import Series, Tournament
from tournaments.seating.core import Budget
from tournaments.seating.core.report import meetings_of
from tournaments.seating.selectors.proposals import Proposal, propose_plan
from tournaments.seating.selectors.state import Seating

SECONDS = 0.4  # of search for the plan; the lot itself needs none


@dataclass(frozen=True, slots=True, kw_only=True)
class LotPrice:
    """Pairs that would sit together again."""

    lots: int
    planned: int

    @property
    def dearer(self) -> bool:
        return self.lots > self.planned


def seated_by(state: Seating, number: int, mode: str) -> Seating:
    """The state with one series seated in this way, whatever was wished for it."""
    modes = tuple(
        mode if series.number == number else state.setup.mode(series.number) for series in state.series
    )
    return replace(state, setup=replace(state.setup, modes=modes))


def met_again(proposal: Proposal, number: int) -> int:
    """Pairs of this series that have sat at one table in a series before."""
    before = meetings_of([one.tables for one in proposal.series if one.number < number])
    here = meetings_of([one.tables for one in proposal.series if one.number == number])
    return sum(1 for pair in here if pair in before)


def lot_price(state: Seating, tournament: Tournament, *, number: int, seed: str) -> LotPrice | None:
    """From the second series on; None before, and where no seating can be found."""
    if not any(one.drawn for one in state.series):
        return None
    try:
        lots, planned = (
            propose_plan(
                seated_by(state, number, str(mode)),
                tournament,
                seed=seed,
                budget=Budget(seconds=SECONDS, clock=time.monotonic),
                only_next=True,
            )
            for mode in (Series.Mode.LOTS, Series.Mode.PLAN)
        )
    except Refusal:
        return None
    return LotPrice(lots=met_again(lots, number), planned=met_again(planned, number))
