"""What the lot said, and who sits elsewhere since: the public recipe names only what it can prove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import SeatingPlan, Series, Tournament
from tournaments.seating.core import draw_lots
from tournaments.seating.selectors.places import Hanging, LaidTable
from tournaments.seating.selectors.seating import Move
from tournaments.seating.selectors.state import entrants_of

Chair = tuple[int, int]  # table and seat
DRAWS = (SeatingPlan.Kind.DRAWN, SeatingPlan.Kind.PLANNED, SeatingPlan.Kind.SEARCHED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """A series drawn by lot: the seed that anybody can redo it with, and the chairs that are others now."""

    seed: str
    exact: bool  # the seats as they were drawn are those of the recipe: nobody had to be parted
    moves: tuple[Move, ...]


def lot_of(tournament: Tournament, series: Hanging, tables: Sequence[LaidTable]) -> Lot | None:
    """The draw behind a series by lot; None where the series is seated otherwise, or where nothing proves it.

    The newest posted version whose seats follow from its own seed is the draw: a version made by a change has
    another seed, and what it moved no seed can tell.
    """
    if series.mode != Series.Mode.LOTS:
        return None
    if as_drawn(series, tables):
        return Lot(seed=series.seed, exact=True, moves=())
    fallback: Lot | None = None
    plans = tournament.seating_plans.filter(posted_at__isnull=False).only("seed", "series", "kind")
    for plan in plans.order_by("-version"):
        rows = tables_in_version(plan, series.number)
        if not rows:
            continue
        recipe = by_recipe(rows, seed=f"{plan.seed}/{series.number}")
        exact = recipe == rows
        if exact or (fallback is None and plan.kind in DRAWS and plan.seed[:40] == series.seed[:40]):
            moves = chairs_changed(tournament, series.number, chairs(recipe), seats_now(tables))
            found = Lot(seed=plan.seed, exact=exact, moves=moves)
            if exact:
                return found
            fallback = found
    return fallback


def as_drawn(series: Hanging, tables: Sequence[LaidTable]) -> bool:
    """Whether everybody sits as the recipe says: the usual case, and no plan has to be read for it."""
    rows = {
        table.number: tuple(seat.registration.start_number for seat in table.seats)
        for table in sorted(tables, key=lambda table: table.number)
    }
    return bool(rows) and by_recipe(rows, seed=f"{series.seed}/{series.number}") == rows


def tables_in_version(plan: SeatingPlan, number: int) -> dict[int, tuple[int, ...]]:
    """The tables of a series drawn by lot in one version: number → players in the order of the seats."""
    stored = next((one for one in plan.series if one["number"] == number), None)
    if stored is None or stored["mode"] != Series.Mode.LOTS:
        return {}
    tables = sorted(stored["tables"], key=lambda table: int(table["number"]))
    return {int(table["number"]): tuple(map(int, table["players"])) for table in tables}


def by_recipe(rows: Mapping[int, Sequence[int]], *, seed: str) -> dict[int, tuple[int, ...]]:
    """The same players at the same tables, as the lot alone would seat them."""
    players = [player for row in rows.values() for player in row]
    drawn = draw_lots(players, seed=seed, sizes=[len(row) for row in rows.values()])
    return dict(zip(rows, drawn, strict=True))


def chairs(rows: Mapping[int, Sequence[int]]) -> dict[int, Chair]:
    return {player: (table, seat) for table, row in rows.items() for seat, player in enumerate(row, 1)}


def seats_now(tables: Sequence[LaidTable]) -> dict[int, Chair]:
    """Start number → table and seat, as everybody sits now."""
    return {
        seat.registration.start_number: (table.number, seat.number)
        for table in tables
        for seat in table.seats
    }


def chairs_changed(
    tournament: Tournament, number: int, before: Mapping[int, Chair], now: Mapping[int, Chair]
) -> tuple[Move, ...]:
    """Whose chair is another one; nobody has to be looked up where nothing is."""
    others = {player for player in before.keys() | now.keys() if before.get(player) != now.get(player)}
    if not others:
        return ()
    return tuple(
        Move(series=number, person=one, before=before.get(one.start_number), after=now.get(one.start_number))
        for one in entrants_of(tournament)
        if one.start_number in others
    )
