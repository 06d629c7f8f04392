"""Who would sit where in the next series by the standing, as its newest draft is set again from the points of this moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.sentence import Refusal
from tournaments.models import Series, Tournament
from tournaments.seating.core import AskedSeries, Budget, plan
from tournaments.seating.selectors.by_standing import Order, standing_order
from tournaments.seating.selectors.documents import DRAWS
from tournaments.seating.selectors.seating import drafts
from tournaments.seating.selectors.state import posted_plan, state_of

Chair = tuple[int, int]  # table and seat
Chairs = dict[int, Chair]  # by start number
BY_STANDING = (Series.Mode.STANDING, Series.Mode.TANDEM, Series.Mode.SWISS)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDraft:
    """The next series as a draft has it that nobody has posted: by which standing, in which mode, with which lots."""

    number: int
    mode: str
    seed: str
    last_series_only: bool


def next_draft(tournament: Tournament) -> NextDraft | None:
    """What the newest draft says of the series that is seated next, where that is set by the standing."""
    draft = drafts(tournament).first()
    if draft is None:
        return None
    number = tournament.series.count() + 1
    for document in draft.series:
        if document["number"] == number and document["tables"] and document["mode"] in BY_STANDING:
            return NextDraft(
                number=number,
                mode=document["mode"],
                seed=draft.seed,
                last_series_only=bool(draft.request.get("last_series_only", False)),
            )
    return None


def order_of_draft(tournament: Tournament, draft: NextDraft) -> Order | None:
    """Players or pairs in their order; None where somebody has no partner and nobody can be seated like this."""
    try:
        return standing_order(
            tournament, mode=draft.mode, last_series_only=draft.last_series_only, seed=draft.seed
        )
    except Refusal:
        return None


def chairs_of(tournament: Tournament, draft: NextDraft, order: Order | None) -> Chairs:
    """The draft set again by this order: the planner, the wishes and the lots are those of every plan."""
    if order is None:
        return {}
    state = state_of(tournament)
    past = tuple(series.tables for series in state.series if series.drawn)
    asked = AskedSeries(draw=DRAWS[draft.mode], standing=order)
    try:
        found = plan(state.request(series=(asked,), past=past, seed=draft.seed, budget=Budget()))
    except Refusal:
        return {}
    return {int(str(player)): chair for player, chair in found.series[0].chairs()}


def hanging_after(tournament: Tournament, *, after: int) -> Iterator[int]:
    """The series behind this one whose seating hangs already, laid on tables or not yet: no correction moves it."""
    laid = {one.number: one.posted_at is not None for one in tournament.series.filter(number__gt=after)}
    plan_in_force = posted_plan(tournament)
    planned = {
        one["number"]
        for one in (plan_in_force.series if plan_in_force else ())
        if one["tables"] and one["number"] > after
    }
    for number in sorted({*laid, *planned}):
        if laid.get(number, True):
            yield number
