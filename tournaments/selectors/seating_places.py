"""Who sits where, for the hall and for everybody's own page: seating by name, and „Wo sitze ich?“."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Registration, Seat, Series
from tournaments.selectors.seating import Board
from tournaments.selectors.seating_state import Entrant, posted_plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where one player sits in one series; without a table the series waits for its plan."""

    series: int
    drawn: bool
    table: int | None
    seat: int | None
    mates: tuple[tuple[int, Registration], ...]  # seat and who sits there, oneself left out


def by_name(seen: Board) -> tuple[tuple[Entrant, int, int], ...]:
    """Everybody of a series in the order in which people look for their name, with table and seat."""
    rows = [(chair.person, table.number, chair.seat) for table in seen.tables for chair in table.chairs]
    return tuple(sorted(rows, key=lambda row: (row[0].listed, row[0].start_number)))


def where_do_i_sit(registration: Registration) -> tuple[Place, ...]:
    """Where a player sits in every series: the drawn ones by their seats, the others by the posted plan."""
    tournament = registration.tournament
    series = list(Series.objects.filter(tournament=tournament).order_by("number"))
    own = {
        seat.series_id: seat
        for seat in Seat.objects.filter(registration=registration).select_related("table")
    }
    tables = Seat.objects.filter(table__in=[seat.table_id for seat in own.values()])
    neighbours: dict[int, list[Seat]] = {}
    for mate in tables.select_related("registration__player__club").order_by("number"):
        neighbours.setdefault(mate.table_id, []).append(mate)
    places = []
    for row in series:
        seat = own.get(row.pk)
        mates = [s for s in neighbours.get(seat.table_id, ()) if s.pk != seat.pk] if seat else []
        places.append(
            Place(
                series=row.number,
                drawn=True,
                table=seat.table.number if seat else None,
                seat=seat.number if seat else None,
                mates=tuple((s.number, s.registration) for s in mates),
            )
        )
    return (*places, *_planned_places(registration, len(series)))


def _planned_places(registration: Registration, drawn: int) -> Iterable[Place]:
    """The series that are planned but not laid yet, as the wall shows them."""
    plan = posted_plan(registration.tournament)
    found: list[tuple[int, int | None, int | None, tuple[int, ...]]] = []
    for one in plan.series if plan else ():
        if one["number"] <= drawn:
            continue
        table = next((t for t in one["tables"] if registration.start_number in t["players"]), None)
        players = tuple(table["players"]) if table else ()
        seat = players.index(registration.start_number) + 1 if players else None
        found.append((one["number"], table["number"] if table else None, seat, players))
    wanted = {p for *_place, players in found for p in players} - {registration.start_number}
    rows = Registration.objects.filter(tournament=registration.tournament, start_number__in=wanted)
    people = {row.start_number: row for row in rows.select_related("player__club")}
    for number, table_number, seat, players in found:
        mates = tuple((n, people[p]) for n, p in enumerate(players, 1) if p in people)
        yield Place(series=number, drawn=False, table=table_number, seat=seat, mates=mates)
