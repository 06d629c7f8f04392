"""A list held until a deed is done, with all that decides the deed; PostgreSQL is asked for all of it at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.event.selectors.sheets import HELD, HELD_AT, Place, held_sheet, list_place
from tournaments.lists.selectors.state import GAMES, ListState, list_state, whole_seats
from tournaments.models import Game, ScoreSheet, Seat
from tournaments.storage.prepared import Asked, Prepared, begun_with_rows
from tournaments.storage.rows import key_to_come

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


NEXT_GAME = key_to_come(Game)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldList:
    """The list, and what came along with it where all of it could be asked together."""

    sheet: ScoreSheet
    seats: Sequence[Seat] | None = None
    games: Sequence[Game] | None = None
    next_key: int | None = None  # of a game that is about to be written
    beside: Sequence[list[Any]] | None = None  # the rows of what was asked beside it

    def state(self, *, now: datetime) -> ListState:
        """How far the list has come."""
        return list_state(self.sheet, now=now, seats=self.seats, games=self.games)


def held_list(which: int | Place, *, beside: Sequence[Asked] = ()) -> HeldList:
    """The list with this key or at this address, held until the transaction ends. Seats and games are read with it held.

    What is asked `beside` is asked first, and together with it or not at all.
    """
    held: tuple[Asked, ...]
    if isinstance(which, int):
        held = ((HELD, (which,)), (SEATS_OF, (which,)), (GAMES, (which,)))
    else:
        held = ((HELD_AT, which), (SEATS_AT, which), (GAMES_AT, which))
    found = begun_with_rows(*beside, *held, (NEXT_GAME, ()))
    if found is None:
        sheet = held_sheet(which)
        if sheet is None:
            raise ScoreSheet.DoesNotExist
        return HeldList(sheet=sheet)
    sheets, seats, games, keys = found[len(beside) :]
    if not sheets:
        raise ScoreSheet.DoesNotExist
    return HeldList(
        sheet=sheets[0], seats=seats, games=games, next_key=keys[0][0], beside=found[: len(beside)]
    )
