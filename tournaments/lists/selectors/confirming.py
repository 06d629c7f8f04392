"""Who reads along: the left neighbour of the list keeper."""

from __future__ import annotations

from tournaments.lists.selectors.sheets import SheetView
from tournaments.models import Seat


def neighbour_of(view: SheetView) -> Seat:
    """The next seat clockwise from the one that keeps the list; an empty one is passed over."""
    keeper = view.sheet.scorer.number
    return min(view.sitting, key=lambda seat: (seat.number <= keeper, seat.number))
