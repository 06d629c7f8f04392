"""Who sits where, as walls and phones show it: what hangs out, by table and by name, and one player's places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Prefetch, Q

from scoring.selectors import rules_of
from tournaments.event.core.dealing import dealer, games_of_series
from tournaments.event.selectors.names import by_name, matches
from tournaments.models import Registration, Seat, SeatingPlan, Table, Tournament

PEOPLE = (
    Seat.objects.filter(last_round__isnull=True)
    .select_related("registration__player__club")
    .order_by("number")
)  # as they sit now


@dataclass(frozen=True, slots=True, kw_only=True)
class Hanging:
    """A series whose seating hangs out: its tables are laid, or it stands in the posted plan."""

    number: int
    mode: str
    seed: str
    posted_at: datetime
    laid: int | None = None  # the series' row; None while it is only planned
    open_lists: int = 0
    planned: Mapping[str, Any] | None = None

    @property
    def is_played(self) -> bool:
        return self.laid is not None and not self.open_lists


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Somebody on a seat."""

    number: int
    registration: Registration
    keeper: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidTable:
    """A table with everybody who sits at it, in the order of the seats."""

    number: int
    seats: tuple[Sitting, ...]
    complete: bool  # every game is on its list
    has_list: bool

    @property
    def size(self) -> int:
        return len(self.seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a player sits in one series, and with whom."""

    series: int
    table: LaidTable
    seat: Sitting
    deals: tuple[int, ...]  # the games he deals; without a fixed number of Runden the first three
    endless: bool  # played to a target: he deals on in the same steps
    sits_out: bool  # at this table the dealer does not play

    @property
    def first_dealer(self) -> Sitting:
        """Whose deal the first game is."""
        return self.table.seats[0]

    @property
    def mates(self) -> tuple[Sitting, ...]:
        return tuple(seat for seat in self.table.seats if seat.number != self.seat.number)


# What hangs out -----------------------------------------------------------------------------------------------


def hanging(tournament: Tournament) -> list[Hanging]:
    """Every series that people may look at: the laid ones, then those of the posted plan. Two queries."""
    waiting = Count(
        "tables", filter=Q(tables__sheet__completed_at__isnull=True, tables__cleared_at__isnull=True)
    )
    rows = list(tournament.series.annotate(open_lists=waiting).order_by("number"))
    laid = [
        Hanging(
            number=row.number,
            mode=row.mode,
            seed=row.seed,
            posted_at=row.posted_at,
            laid=row.pk,
            open_lists=row.open_lists,
        )
        for row in rows
        if row.posted_at is not None
    ]
    if len(laid) < len(rows):
        return laid  # a series was taken down: what is planned after it waits with it
    return [*laid, *planned(tournament, after=len(laid))]


def planned(tournament: Tournament, *, after: int) -> list[Hanging]:
    """The series of the plan in force that are not laid yet."""
    if after >= tournament.series_count:
        return []
    plans = SeatingPlan.objects.filter(tournament=tournament, posted_at__isnull=False)
    plan = plans.only("series", "seed", "posted_at").order_by("-version").first()
    if plan is None or plan.posted_at is None:
        return []
    return [
        Hanging(number=one["number"], mode=one["mode"], seed=plan.seed, posted_at=plan.posted_at, planned=one)
        for one in plan.series
        if one["number"] > after and one["tables"]
    ]


def current(series: list[Hanging]) -> Hanging | None:
    """The series that people look for: of those laid last, at one time, the first that is still played.

    A series laid by itself is looked for at once, even where a table of the one before plays on. When all
    that is laid is played, it is the next one of the plan.
    """
    laid = [one for one in series if one.laid is not None]
    together = [one for one in laid if one.posted_at == laid[-1].posted_at]
    coming = [one for one in series if one.laid is None]
    return next((one for one in together if one.open_lists), next(iter([*coming, *reversed(laid)]), None))


def tables_of_series(tournament: Tournament, series: Hanging) -> list[LaidTable]:
    """The tables of a series with everybody who sits at them, in two queries."""
    if series.laid is None:
        return list(planned_tables(tournament, [series])[series.number])
    rows = (
        Table.objects.filter(series_id=series.laid)
        .select_related("sheet")
        .order_by("number")
        .prefetch_related(Prefetch("seats", PEOPLE))
    )
    return [laid_table(row) for row in rows]


def laid_table(row: Table) -> LaidTable:
    """A table with its list."""
    return LaidTable(
        number=row.number,
        seats=tuple(
            Sitting(number=seat.number, registration=seat.registration, keeper=seat.pk == row.sheet.scorer_id)
            for seat in row.seats.all()
        ),
        complete=row.sheet.completed_at is not None,
        has_list=True,
    )


def planned_tables(tournament: Tournament, series: Iterable[Hanging]) -> dict[int, tuple[LaidTable, ...]]:
    """The tables of planned series, in one query for all of them. Seat 1 will keep the list."""
    documents = {one.number: one.planned for one in series if one.planned is not None}
    wanted = {
        player
        for document in documents.values()
        for table in document["tables"]
        for player in table["players"]
    }
    rows = Registration.objects.filter(tournament=tournament, start_number__in=wanted)
    people = {row.start_number: row for row in rows.select_related("player__club")}
    return {
        number: tuple(
            LaidTable(
                number=table["number"],
                seats=tuple(
                    Sitting(number=seat, registration=people[player], keeper=seat == 1)
                    for seat, player in enumerate(table["players"], 1)
                    if player in people
                ),
                complete=False,
                has_list=False,
            )
            for table in document["tables"]
        )
        for number, document in documents.items()
    }


# People -------------------------------------------------------------------------------------------------------


def telephone_book(tables: list[LaidTable]) -> list[tuple[LaidTable, Sitting]]:
    """Every seat with its table, in the order in which people look for their name."""
    seats = [(table, seat) for table in tables for seat in table.seats]
    return sorted(seats, key=lambda place: by_name(place[1].registration.player))


def who_is_meant(field: list[Registration], typed: str) -> list[Registration]:
    """Everybody whose name or start number was typed."""
    return [one for one in field if matches(typed, one.player.listed_name, number=one.start_number)]


def deals_of(seat: int, size: int, rounds: int | None, *, one_deal: bool = False) -> tuple[int, ...]:
    """The games that a seat deals: one in each Runde, or every so often where a Runde is one game.

    >>> deals_of(3, 4, 5)
    (3, 7, 11, 15, 19)
    """
    last = games_of_series(size, rounds or 3, one_deal=one_deal and rounds is not None)
    return tuple(game for game in range(1, last + 1) if dealer(game, size) == seat)


def places_of(registration: Registration, series: list[Hanging]) -> tuple[Place, ...]:
    """Where a player sits in every series that hangs out, in at most three queries."""
    own = (
        Table.objects.filter(seats__registration=registration, seats__last_round__isnull=True)
        .select_related("sheet", "series")
        .prefetch_related(Prefetch("seats", PEOPLE))
    )
    tables: dict[int, tuple[LaidTable, ...]] = {row.series.number: (laid_table(row),) for row in own}
    coming = [with_player(one, registration.start_number) for one in series if one.planned is not None]
    tables |= planned_tables(registration.tournament, coming) if coming else {}
    found = []
    for one in series:
        for table in tables.get(one.number, ()):
            seat = next((s for s in table.seats if s.registration.pk == registration.pk), None)
            if seat is not None:
                found.append(place_in_series(registration.tournament, one.number, table, seat))
    return tuple(found)


def with_player(series: Hanging, player: int) -> Hanging:
    """A planned series cut down to the table of one player."""
    assert series.planned is not None
    tables = [table for table in series.planned["tables"] if player in table["players"]]
    return Hanging(
        number=series.number,
        mode=series.mode,
        seed=series.seed,
        posted_at=series.posted_at,
        planned={**series.planned, "tables": tables},
    )


def place_in_series(tournament: Tournament, series: int, table: LaidTable, seat: Sitting) -> Place:
    rules = rules_of(tournament.rule_set)
    endless = tournament.target is not None
    return Place(
        series=series,
        table=table,
        seat=seat,
        deals=deals_of(
            seat.number,
            table.size,
            None if endless else tournament.rounds,
            one_deal=rules.series.one_deal,
        ),
        endless=endless,
        sits_out=rules.table.dealer_sits_out(table.size),
    )
