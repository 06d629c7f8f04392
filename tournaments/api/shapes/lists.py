"""Documents about a list: how it stands, and what is reported, signed, accepted and ruled about it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, StringConstraints, WithJsonSchema, model_validator

from scoring.engine.law import Finish as Sign
from tournaments.api.shapes.base import MAYBE, Doubt, Reason, SeenVersion, Sent, Shown
from tournaments.api.shapes.tournaments import State

Finish = Annotated[Sign, WithJsonSchema({"enum": [sign.value for sign in Sign], "type": "string"})]
SeatNumber = Annotated[int, Field(ge=1, le=6, examples=[2])]
SeatKey = Annotated[str, StringConstraints(pattern=r"^[1-6]$")]


# Shown --------------------------------------------------------------------------------------------------------


class Seat(Shown):
    """Who sits, or sat, on a seat."""

    seat: int = Field(examples=[1])
    start_number: int = Field(examples=[7])
    name: str = Field(examples=["Anna Beispiel"])
    club: str = Field(examples=["Probeverein"])
    keeps_the_list: bool = Field(examples=[True])
    from_round: int = Field(examples=[1])
    until_round: int | None = Field(description="None: sits there still.", examples=[None])


class Cell(Shown):
    """What one seat had in one game."""

    seat: int = Field(examples=[2])
    won: bool = Field(examples=[False])
    opened: bool | None = Field(examples=[True])
    augen: int = Field(examples=[25])
    points: int = Field(examples=[2])
    cross: bool = Field(description="The list shows ✕ instead of the points.", examples=[False])
    running_points: int | None = Field(description="Plus points so far; None in a struck row.", examples=[7])
    running_augen: int | None = Field(examples=[25])


class Game(Shown):
    """A row of the list. Struck rows stay and count nothing."""

    number: int = Field(examples=[1])
    round: int = Field(examples=[1])
    dealer: int = Field(description="The seat that dealt.", examples=[1])
    finish: Finish = Field(examples=["R"])
    winner: int | None = Field(examples=[3])
    cells: list[Cell]
    entered_at: datetime
    submission: UUID
    confirmed: bool = Field(description="By the left neighbour of the list keeper.", examples=[False])
    struck: bool = Field(examples=[False])
    struck_reason: str = Field(examples=[""])
    doubts: list[Doubt] = Field(
        description="What a human should look at again; empty for those who do not keep this list."
    )


class Next(Shown):
    """The deal that comes next."""

    number: int = Field(examples=[4])
    round: int = Field(examples=[1])
    dealer: int = Field(examples=[4])
    playing: list[int] = Field(
        description="The seats that play, the one who begins first.", examples=[[1, 2, 3]]
    )


class Foot(Shown):
    """The foot of a seat's column."""

    seat: int = Field(examples=[2])
    plus: int = Field(examples=[12])
    crosses: int = Field(examples=[1])
    penalties: int = Field(examples=[0])
    points: int = Field(description="Net.", examples=[11])
    augen: int = Field(
        description="0 where the list has only sums and its rules add no Augen up.", examples=[88]
    )
    games: int = Field(examples=[9])
    rank: int = Field(description="At this table.", examples=[1])


class Penalty(Shown):
    """A penalty in force, beside the games."""

    ruling: int = Field(examples=[1])
    seat: int | None = Field(examples=[2])
    start_number: int = Field(examples=[8])
    kind: str = Field(examples=["deduction"])
    points: int = Field(examples=[-3])
    augen: int = Field(examples=[0])
    voids_series: bool = Field(examples=[False])
    game: int | None = Field(examples=[None])
    reason: str = Field(examples=["Wiederholtes Vorsagen"])


class Signature(Shown):
    """A seat that has signed the list as it stands."""

    seat: int = Field(examples=[1])
    method: str = Field(examples=["paper"])
    signed_at: datetime


class SheetShort(Shown):
    """A list in the list of lists."""

    series: int = Field(examples=[1])
    table: int = Field(examples=[3])
    state: State = Field(examples=["open"])
    version: int = Field(examples=[12])
    url: str = Field(examples=["/api/v1/tournaments/probeturnier/lists/1/3"])


class Sheet(Shown):
    """One list as its people see it."""

    tournament: str = Field(examples=["probeturnier"])
    series: int = Field(examples=[1])
    table: int = Field(examples=[3])
    version: int = Field(description="Send it back as `seen_version`.", examples=[12])
    state: State = Field(examples=["open"])
    final_at: datetime | None = Field(description="From then on an accepted list is final.")
    planned: int | None = Field(description="Games; None: to a target score.", examples=[20])
    unplayed: list[int] = Field(description="Games that an early end has cut off.", examples=[[]])
    ended_because: str = Field(examples=[""])
    taken_over: bool = Field(
        description="Written wholly or in part on another machine; not vouched for here.", examples=[False]
    )
    next_game: Next | None
    seats: list[Seat]
    games: list[Game]
    totals: list[Foot]
    totals_only: bool = Field(
        description="Only the sums are known: then there are no games.", examples=[False]
    )
    penalties: list[Penalty]
    signatures: list[Signature]


# Sent ---------------------------------------------------------------------------------------------------------


class Hand(Sent):
    """What a loser still held."""

    augen: int = Field(ge=0, le=9999, examples=[25])
    opened: bool = Field(description="By the basic rules nobody opens: false.", examples=[True])


GAME: dict[str, Any] = {
    "oneOf": [
        {
            "properties": {
                "finish": {"enum": [sign.value for sign in Sign if sign.has_winner]},
                "winner": {"type": "integer"},
            },
            "required": ["winner"],
        },
        {"properties": {"finish": {"const": Sign.EXHAUSTED.value}, "winner": {"type": "null"}}},
    ]
}


class GameSent(Sent):
    """How a game ended. The same `submission` again is the same game, however often it is sent."""

    model_config = {"json_schema_extra": GAME}

    number: int = Field(
        ge=1,
        le=9999,
        description="Which game: the next one, or one of the Runde that still runs.",
        examples=[4],
    )
    submission: Annotated[
        UUID, Field(strict=False, description="Made anew by the program for each game that somebody enters.")
    ]
    seen_version: SeenVersion
    finish: Finish = Field(
        description="R Rommé, HA Hand-Rommé with lay-offs, H Hand-Rommé, S Superrommé, – the stock ran out.",
        examples=["R"],
    )
    winner: SeatNumber | None = Field(
        default=None, description="The seat that went out; none when the stock ran out."
    )
    hands: dict[SeatKey, Hand] = Field(
        description="Everybody else who played, by seat. The dealer of a table of four does not play.",
        max_length=6,
        examples=[{"3": {"augen": 25, "opened": True}, "4": {"augen": 88, "opened": False}}],
        json_schema_extra={"additionalProperties": False},
    )
    confirmed: list[Annotated[str, StringConstraints(max_length=60, pattern=MAYBE)]] = Field(
        default_factory=list,
        max_length=30,
        description="The ids of the doubts that a human has confirmed.",
        examples=[[]],
    )

    @model_validator(mode="after")
    def winner_or_nobody(self) -> GameSent:
        """Exactly one winner, or none when the stock ran out."""
        if (self.finish == "–") != (self.winner is None):
            raise ValueError("a winner, or the finish '–'")
        return self


class SignatureSent(Sent):
    """A seat vouches for the finished list."""

    seat: SeatNumber
    method: Literal["paper", "pin"] = Field(examples=["paper"])
    pin: Annotated[str, StringConstraints(pattern=r"^[0-9]{0,8}$")] = Field(default="", examples=[""])
    seen_version: SeenVersion


class AcceptanceSent(Sent):
    """The director takes the signed list as it was read."""

    seen_version: SeenVersion


class StrikeSent(Sent):
    """A game does not count, and why."""

    reason: Reason
    seen_version: SeenVersion


class DeductionSent(Sent):
    """Points are taken from a player at this table; 0 is a warning."""

    start_number: int = Field(ge=1, le=99_999, examples=[8])
    points: int = Field(ge=0, le=999, examples=[3])
    reason: Reason
    seen_version: SeenVersion
