"""A player's own page: his lists game by game, his points and ranks, what waits for him, and what was decided about him."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from scoring.sheets import SeatTotals, SheetRow
from tournaments.event.selectors.sheets import sheets
from tournaments.field.selectors.own_ranks import OwnRank, ranks_of
from tournaments.lists.core.life import Life
from tournaments.lists.selectors.sheets import SheetView, seats_taken, sheet_views
from tournaments.lists.selectors.sums import tally_of
from tournaments.models import Penalty, Registration, Ruling, Seat
from tournaments.rulings.selectors.protests import ProtestView, protest_views, protests, window_ends
from tournaments.seating.selectors import places


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGame:
    """One game of a list as it went for one player."""

    number: int
    ends_round: bool
    rests: bool = False  # he dealt and sat out
    won: bool = False
    finish: str = ""
    opened: bool = False
    augen: int = 0
    points: int = 0
    cross: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnList:
    """What one player has on the list of one table."""

    view: SheetView
    seat: Seat
    games: tuple[OwnGame, ...]
    total: SeatTotals
    penalties: tuple[Penalty, ...]
    to_sign: bool
    closes_at: datetime | None  # until then he may object; None: the list is not accepted yet

    @property
    def series(self) -> int:
        return self.view.sheet.table.series.number

    @property
    def table(self) -> int:
        return self.view.sheet.table.number

    def open_for_protests(self, now: datetime) -> bool:
        return self.closes_at is None or now < self.closes_at


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPage:
    """Everything that stands on the page of one player."""

    registration: Registration
    hanging: tuple[places.Hanging, ...]
    places: tuple[places.Place, ...]
    lists: tuple[OwnList, ...]  # the latest first
    ranks: tuple[OwnRank, ...]  # as everybody may see them
    published_at: datetime | None  # of which publication they are; None: of this moment
    protests: tuple[ProtestView, ...]
    rulings: tuple[Ruling, ...]

    @property
    def to_sign(self) -> tuple[OwnList, ...]:
        return tuple(one for one in self.lists if one.to_sign)


def own_page(registration: Registration, *, now: datetime) -> OwnPage:
    """The whole page, in a number of queries that does not grow with the field."""
    tournament = registration.tournament
    hanging = places.hanging(tournament)
    lists = own_lists(registration, now=now)
    ranks, published_at = ranks_of(registration)
    return OwnPage(
        registration=registration,
        hanging=tuple(hanging),
        places=places.places_of(registration, hanging),
        lists=lists,
        ranks=ranks,
        published_at=published_at,
        protests=protest_views(protests(tournament).filter(registration=registration)),
        rulings=tuple(rulings_about(registration, lists)),
    )


# Lists --------------------------------------------------------------------------------------------------------


def seats_of(registration: Registration) -> QuerySet[Seat]:
    """Every seat that he took, also those that he has left."""
    return seats_taken().filter(registration=registration, table__cleared_at__isnull=True)


def own_lists(registration: Registration, *, now: datetime) -> tuple[OwnList, ...]:
    """His lists, the latest first."""
    tables = seats_of(registration).values_list("table_id", flat=True)
    found = sheets().filter(table__in=list(tables)).order_by("-table__series__number")
    return tuple(own_list(view, registration) for view in sheet_views(list(found), now=now))


def own_list(view: SheetView, registration: Registration) -> OwnList:
    rows = (*view.former, *view.seats)
    seat = next(seat for seat in rows if seat.registration_id == registration.pk)
    penalties = tuple(one for one in view.penalties if one.registration_id == registration.pk)
    whole = len({one.registration_id for one in rows if one.number == seat.number}) == 1
    own = [game for game in view.games if any(line.seat_id == seat.pk for line in game.lines.all())]
    # At a seat that changed hands each person has his own sums.
    tally = view.tally if whole or view.totals else tally_of(view.rules, rows, own, penalties)
    signing = seat in view.unsigned and view.life is Life.COMPLETE
    return OwnList(
        view=view,
        seat=seat,
        games=tuple(own_games(view, seat)),
        total=tally.totals[seat.number],
        penalties=penalties,
        to_sign=signing,
        closes_at=window_ends(view.sheet, view.rules),
    )


def own_games(view: SheetView, seat: Seat) -> Iterator[OwnGame]:
    """The games that count, from his first Runde to his last."""
    games = {game.number: game for game in view.games}
    for row in view.tally.rows:
        if not row.counts:
            continue
        runde = view.course.round_of(row.number)
        if runde >= seat.first_round and (seat.last_round is None or runde <= seat.last_round):
            yield own_game(row, seat.number, games[row.number].finish)


def own_game(row: SheetRow, seat: int, finish: str) -> OwnGame:
    cell = row.cells[seat]
    if not cell.plays or cell.score is None:
        return OwnGame(number=row.number, ends_round=row.closes_round, rests=True)
    return OwnGame(
        number=row.number,
        ends_round=row.closes_round,
        won=cell.won,
        finish=finish if cell.won else "",
        opened=bool(cell.opened),
        augen=cell.score.augen,
        points=cell.score.points,
        cross=cell.score.cross,
    )


# Ranks and decisions ------------------------------------------------------------------------------------------


def rulings_about(registration: Registration, lists: Sequence[OwnList]) -> QuerySet[Ruling]:
    """What was decided about his lists, without other people's penalties; his protests are told by themselves."""
    of_others = Q(penalty__isnull=False) & ~Q(penalty__registration=registration)
    return (
        Ruling.objects.filter(sheet__in=[one.view.sheet.pk for one in lists])
        .exclude(of_others)
        .exclude(protest_step__isnull=False)
        .select_related("game", "penalty", "sheet__table__series")
        .order_by("-number")
    )
