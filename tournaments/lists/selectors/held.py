"""A list held until a deed is done, with all that decides the deed; PostgreSQL is asked for all of it at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.event.selectors.sheets import HELD, HELD_AT, Place, held_sheet, list_place
from tournaments.lists.selectors.state import GAMES, ListState, list_state, whole_seats
from tournaments.models import Game, ScoreSheet, Seat
from tournaments.storage.prepared import Prepared, begun_with_rows

SEATS_OF = Prepared(lambda sheet: whole_seats().filter(table__sheet=sheet), int)
SEATS_AT = Prepared(
    lambda slug, series, table: whole_seats().filter(
        table__series__tournament__slug=slug, table__series__number=series, table__number=table
    ),
    *(str, int, int),
)
GAMES_AT = Prepared(
    lambda *place: Game.objects.filter(
        **{f"sheet__{name}": value for name, value in list_place(*place).items()}
    ).order_by("number", "pk"),
    *(str, int, int),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldList:
    """The list, and its rows where they came along with it."""

    sheet: ScoreSheet
    seats: Sequence[Seat] | None = None
    games: Sequence[Game] | None = None

    def state(self, *, now: datetime) -> ListState:
        """How far the list has come."""
        return list_state(self.sheet, now=now, seats=self.seats, games=self.games)


def held_list(which: int | Place) -> HeldList:
    """The list with this key or at this address, held until the transaction ends. Seats and games are read with it held."""
    if isinstance(which, int):
        found = begun_with_rows((HELD, (which,)), (SEATS_OF, (which,)), (GAMES, (which,)))
    else:
        found = begun_with_rows((HELD_AT, which), (SEATS_AT, which), (GAMES_AT, which))
    sheets, seats, games = found or ([held_sheet(which)], None, None)
    if not sheets or sheets[0] is None:
        raise ScoreSheet.DoesNotExist
    return HeldList(sheet=sheets[0], seats=seats, games=games)
