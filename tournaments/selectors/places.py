"""Who sits where, as walls and phones show it: a posted series by table and by name, and one player's places."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet

from scoring.selectors import rules_of
from tournaments.models import Registration, Seat, Series, Table, Tournament
from tournaments.seating import dealer, games_of_series
from tournaments.selectors.names import by_name, matches

PEOPLE = (
    Seat.objects.filter(last_round__isnull=True)
    .select_related("registration__player__club")
    .order_by("number")
)  # as they sit now


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A player's seat in one series, and everybody who sits there with him in the order of the seats."""

    series: Series
    table: Table
    seat: Seat
    seats: tuple[Seat, ...]
    played: bool  # every game is on its list
    deals: tuple[int, ...]  # the games he deals; without a fixed number of Runden the first three
    endless: bool  # played to a target: he deals on in the same steps
    sits_out: bool  # at this table the dealer does not play

    @property
    def first_dealer(self) -> Seat:
        """Whose deal the first game is."""
        return self.seats[0]

    @property
    def mates(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.pk != self.seat.pk)


def posted(tournament: Tournament) -> QuerySet[Series]:
    """The series whose seating hangs out, each with the number of its lists that are not complete."""
    waiting = Count(
        "tables", filter=Q(tables__sheet__completed_at__isnull=True, tables__cleared_at__isnull=True)
    )
    hanging = tournament.series.filter(posted_at__isnull=False)
    return hanging.annotate(open_lists=waiting).order_by("number")


def current(drawn: list[Series]) -> Series | None:
    """The series that people look for: of those posted last, at one time, the first that is still played.

    A series posted by itself is looked for at once, even where a table of the one before plays on.
    """
    if not drawn:
        return None
    together = [series for series in drawn if series.posted_at == drawn[-1].posted_at]
    return next((series for series in together if series.open_lists), drawn[-1])  # type: ignore[attr-defined]  # annotated


def tables_of(series: Series) -> list[Table]:
    """The tables of a series with everybody who sits at them, in two queries."""
    return list(
        series.tables.select_related("sheet").order_by("number").prefetch_related(Prefetch("seats", PEOPLE))
    )


def telephone_book(tables: list[Table]) -> list[tuple[Table, Seat]]:
    """Every seat with its table, in the order in which people look for their name."""
    seats = [(table, seat) for table in tables for seat in table.seats.all()]
    return sorted(seats, key=lambda place: by_name(place[1].registration.player))


def who_is_meant(field: list[Registration], typed: str) -> list[Registration]:
    """Everybody whose name or start number was typed."""
    return [one for one in field if matches(typed, one.player.listed_name, number=one.start_number)]


def deals_of(seat: int, size: int, rounds: int | None) -> tuple[int, ...]:
    """The games that a seat deals: one in each Runde.

    >>> deals_of(3, 4, 5)
    (3, 7, 11, 15, 19)
    """
    return tuple(
        game for game in range(1, games_of_series(size, rounds or 3) + 1) if dealer(game, size) == seat
    )


def places_of(registration: Registration) -> tuple[Place, ...]:
    """Where a player sits in every posted series, in two queries."""
    tournament = registration.tournament
    rules = rules_of(tournament.rule_set)
    endless = tournament.target is not None
    seats = (
        registration.seats.filter(series__posted_at__isnull=False)
        .select_related("series", "table__sheet")
        .prefetch_related(Prefetch("table__seats", PEOPLE))
        .order_by("series__number")
    )
    return tuple(
        Place(
            series=seat.series,
            table=seat.table,
            seat=seat,
            seats=tuple(seat.table.seats.all()),
            played=seat.table.sheet.completed_at is not None,
            deals=deals_of(seat.number, seat.table.size, None if endless else tournament.rounds),
            endless=endless,
            sits_out=rules.table.dealer_sits_out(seat.table.size),
        )
        for seat in seats
    )
