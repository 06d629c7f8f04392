"""Lays tables from a plan: series, tables, seats and open lists; and moves chairs before the first game."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import F

from scoring.numbers import SeatNumber, SeriesNumber
from tournaments.event.permissions import Actor
from tournaments.event.services import journal
from tournaments.models import ScoreSheet, Seat, Series, Table, Tournament
from tournaments.seating.core import PlannedSeries
from tournaments.storage.deleting import delete_alone

Chair = tuple[int, int]  # table and seat
FIRST_SEAT = SeatNumber(1)


def lay_tables(
    tournament: Tournament,
    number: int,
    planned: PlannedSeries,
    *,
    mode: str,
    seed: str,
    version: int,
    by: Actor,
    now: datetime,
) -> Series:
    """Write a series down as it is planned, lay an open list on every table, and let the tournament run."""
    series = Series.objects.create(
        tournament=tournament,
        number=SeriesNumber(number),
        mode=mode,
        seed=seed[:40],
        drawn_at=now,
        posted_at=now,
    )
    tables = Table.objects.bulk_create(
        Table(series=series, number=table.number, size=len(table.players)) for table in planned.tables
    )
    pks = start_numbers_by_entry(tournament)
    seats = Seat.objects.bulk_create(
        Seat(table=table, series=series, number=SeatNumber(n), registration_id=pks[int(str(player))])
        for table, one in zip(tables, planned.tables, strict=True)
        for n, player in enumerate(one.players, 1)
    )
    ScoreSheet.objects.bulk_create(
        ScoreSheet(table=first.table, scorer=first) for first in seats if first.number == 1
    )
    if tournament.status == Tournament.Status.SETUP:
        tournament.status = Tournament.Status.RUNNING
        tournament.save(update_fields=["status"])
    facts = {
        "series": number,
        "mode": str(mode),
        "seed": seed,
        "plan": version,
        "tables": [list(table.players) for table in planned.tables],
        "numbers": [table.number for table in planned.tables],
    }
    journal.write(tournament, "series_drawn", by=by, now=now, facts=facts)
    return series


def move_chairs(tournament: Tournament, number: int, planned: PlannedSeries, *, now: datetime) -> None:
    """Let the seats of a drawn series that has not begun be those of the plan.

    A seat is a chair: it keeps its row, and so everything that refers to it, when somebody else sits down on it.
    A table that is not needed any more is cleared away with its list, which nobody has written on; both stay.
    """
    series = Series.objects.get(tournament=tournament, number=number)
    standing = {table.number: table for table in Table.everything.filter(series=series)}
    held = {
        (seat.table.number, seat.number): seat
        for seat in Seat.objects.filter(series=series).select_related("table", "registration")
    }
    wanted = {chair: int(str(player)) for player, chair in planned.chairs()}
    touched = {chair for chair, seat in held.items() if wanted.get(chair) != seat.registration.start_number}
    added = wanted.keys() - held.keys()
    _give_up(held[chair] for chair in touched)
    for table in planned.tables:
        _stand(series, standing, table.number, len(table.players))
    pks = start_numbers_by_entry(tournament)
    Seat.objects.bulk_create(
        Seat(
            pk=held[chair].pk if chair in held else None,
            table=standing[chair[0]],
            series=series,
            number=SeatNumber(chair[1]),
            registration_id=pks[wanted[chair]],
        )
        for chair in sorted((touched & wanted.keys()) | added)
    )
    in_use = {table.number for table in planned.tables}
    _keep_lists(series, standing, {table for table, _seat in touched | added} & in_use)
    _clear([table for n, table in standing.items() if n not in in_use and table.cleared_at is None], now=now)


def start_numbers_by_entry(tournament: Tournament) -> dict[int, int]:
    return dict(tournament.registrations.values_list("start_number", "pk"))


def _give_up(seats: Iterable[Seat]) -> None:
    """Free chairs for a moment: the unique pairs of seat and player are checked row by row, references at the end."""
    delete_alone(Seat.objects.filter(pk__in=[seat.pk for seat in seats]))


def _stand(series: Series, standing: dict[int, Table], number: int, size: int) -> None:
    """Make the table of this number and size, or put back one that was cleared away."""
    table = standing.get(number)
    if table is None:
        standing[number] = Table.objects.create(series=series, number=number, size=size)
    elif (table.size, table.cleared_at) != (size, None):
        table.size, table.cleared_at = size, None
        Table.everything.filter(pk=table.pk).update(size=size, cleared_at=None)


def _keep_lists(series: Series, standing: dict[int, Table], touched: set[int]) -> None:
    """Every table has its list, kept by somebody who sits there; a list whose people changed is a new version."""
    seats = {(s.table_id, s.number): s.pk for s in Seat.objects.filter(series=series)}
    lists = {sheet.table_id: sheet for sheet in ScoreSheet.objects.filter(table__series=series)}
    for number in sorted(touched):
        table = standing[number]
        sheet = lists.get(table.pk)
        first = seats[table.pk, FIRST_SEAT]
        if sheet is None:
            ScoreSheet.objects.create(table=table, scorer_id=first)
            continue
        here = {pk for (table_id, _n), pk in seats.items() if table_id == table.pk}
        scorer = sheet.scorer_id if sheet.scorer_id in here else first
        ScoreSheet.everything.filter(pk=sheet.pk).update(version=F("version") + 1, scorer_id=scorer)


def _clear(tables: list[Table], *, now: datetime) -> None:
    """Put tables and their lists aside. The list keeper on paper is whoever sits at seat 1 of the first table now."""
    if not tables:
        return
    pks = [table.pk for table in tables]
    anywhere = Seat.objects.filter(series_id=tables[0].series_id).order_by("table__number", "number").first()
    assert anywhere is not None, "a series without a seat"
    ScoreSheet.everything.filter(table__in=pks).update(scorer=anywhere, version=F("version") + 1)
    Table.everything.filter(pk__in=pks).update(cleared_at=now)
