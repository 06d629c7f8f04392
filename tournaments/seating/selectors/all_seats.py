"""Every seat of everybody that hangs out, in a few numbers: for cards that are printed by the hundred."""

from __future__ import annotations

from collections import defaultdict

from tournaments.models import Seat, Tournament
from tournaments.seating.selectors.places import hanging

Seats = dict[int, dict[int, tuple[int, int]]]  # start number → series → table and seat


def seats_of_everybody(tournament: Tournament) -> Seats:
    """As they sit now in what is laid, and as the posted plan says; three queries whatever the field."""
    found: Seats = defaultdict(dict)
    rows = Seat.objects.filter(
        series__tournament=tournament,
        series__posted_at__isnull=False,
        last_round__isnull=True,
        table__cleared_at__isnull=True,
    )
    for player, series, table, seat in rows.values_list(
        "registration__start_number", "series__number", "table__number", "number"
    ):
        found[player][series] = (table, seat)
    for planned in hanging(tournament):
        for one in planned.planned["tables"] if planned.planned is not None else ():
            for place, player in enumerate(one["players"], 1):
                found[player][planned.number] = (one["number"], place)
    return found
