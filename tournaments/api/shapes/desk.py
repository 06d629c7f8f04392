"""Documents from behind the desk: registrations with all that is known, the journal, walk-ins and who leaves."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import Field, StringConstraints

from tournaments.api.shapes.base import LINE, MAYBE, Reason, Sent, Shown, literal_of
from tournaments.api.shapes.tournaments import Person
from tournaments.models import Player

if TYPE_CHECKING:
    SexName: TypeAlias = str
else:
    SexName = literal_of(Player.Sex.values)


class Registration(Person):
    """A registration with all that the desk knows."""

    given_name: str = Field(examples=["Anna"])
    family_name: str = Field(examples=["Beispiel"])
    born_on: date | None = Field(examples=[None])
    sex: SexName = Field(examples=[""])
    registered_at: datetime
    withdrawn_at: datetime | None
    withdrawn_reason: str = Field(examples=[""])
    seeded: bool = Field(examples=[False])
    strength: int | None = Field(examples=[None])


class JournalLine(Shown):
    """A line of the journal, with all that its hash covers."""

    number: int = Field(examples=[12])
    at: datetime
    who: str = Field(examples=["Programm „Vereinsseite“ (Zugang 3)"])
    device: str = Field(examples=["Zugang 3: curl/8.5.0"])
    deed: str = Field(examples=["game_reported"])
    facts: dict[str, Any]
    reason: str = Field(examples=[""])
    series: int | None = Field(examples=[1])
    table: int | None = Field(examples=[3])
    elsewhere: bool = Field(description="Written on another machine and taken over; not vouched for here.")
    previous_hash: str = Field(examples=["0" * 64])
    hash: str = Field(examples=["0" * 64])


Seen = Annotated[
    int | None,
    Field(
        ge=0,
        le=2_000_000_000,
        description="The version of the seating whose moves were shown (409 Seats would move). None: show them first.",
        examples=[None],
    ),
]


class WalkIn(Sent):
    """Somebody at the desk who wants to play."""

    given_name: Annotated[str, StringConstraints(pattern=MAYBE, max_length=80)] = Field(
        default="", examples=["Anna"]
    )
    family_name: Annotated[str, StringConstraints(pattern=LINE, min_length=1, max_length=80)] = Field(
        examples=["Beispiel"]
    )
    club: Annotated[str, StringConstraints(pattern=MAYBE, max_length=120)] = Field(
        default="", description="Known by its name, or added.", examples=["Probeverein"]
    )
    start_number: int | None = Field(
        default=None, ge=1, le=99_999, description="None: the next one that is free.", examples=[None]
    )
    guest: bool = Field(default=False, examples=[False])
    seen_seating: Seen = None


class Leaving(Sent):
    """Why somebody leaves the field, or comes back into it."""

    reason: Reason
    seen_seating: Seen = None
