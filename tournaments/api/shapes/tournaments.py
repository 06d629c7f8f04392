"""Documents about a tournament: what is played, by which rules, by whom, who sits where, how far every table is."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pydantic import Field

from scoring.rules import Family
from tournaments import models
from tournaments.api.shapes.base import Shown, literal_of

if TYPE_CHECKING:
    FamilyName: TypeAlias = str
    ModeName: TypeAlias = str
    ReleaseName: TypeAlias = str
    Status: TypeAlias = str
else:
    FamilyName, ModeName = literal_of(Family), literal_of(models.Series.Mode.values)
    ReleaseName = literal_of(models.Tournament.Release.values)
    Status = literal_of(models.Tournament.Status.values)
State = Literal["open", "complete", "signed", "accepted"]  # Life; what is final is accepted


class TournamentShort(Shown):
    """A tournament in the list of all."""

    slug: str = Field(examples=["probeturnier"])
    name: str = Field(examples=["Probeturnier"])
    place: str = Field(examples=["Probesaal"])
    starts_on: date = Field(examples=["2026-11-14"])
    ends_on: date = Field(examples=["2026-11-14"])
    status: Status = Field(examples=["running"])
    players: int = Field(description="Who has entered and not withdrawn.", examples=[41])
    series_drawn: int = Field(description="How many series are drawn.", examples=[2])
    series_planned: int = Field(examples=[3])


class RulesShort(Shown):
    """By which rules a tournament is played; they never change."""

    key: str = Field(examples=["club_2018"])
    version: int = Field(examples=[1])
    name: str = Field(examples=["Vereinsregeln 2018"])
    fingerprint: str = Field(
        description="SHA-256 of the canonical document; its first ten signs stand on every list.",
        examples=["0" * 64],
    )


class Rules(RulesShort):
    """The whole rule set."""

    family: FamilyName
    edition: str = Field(examples=["Stand 01.01.2018"])
    document: dict[str, Any] = Field(description="Every value with its paragraph, as in docs/rules.")


class Rounds(Shown):
    """How long a series is: a number of Runden, or to a target score."""

    rounds: int = Field(examples=[5])
    target: int | None = Field(examples=[None])


class Tournament(Shown):
    """One tournament."""

    slug: str = Field(examples=["probeturnier"])
    name: str = Field(examples=["Probeturnier"])
    place: str = Field(examples=["Probesaal"])
    starts_on: date = Field(examples=["2026-11-14"])
    ends_on: date = Field(examples=["2026-11-14"])
    status: Status = Field(examples=["running"])
    revision: int = Field(
        description="Moves with every deed; the ETag of every answer follows from it.", examples=[128]
    )
    rules: RulesShort
    length: Rounds
    table_size: int = Field(examples=[4])
    series_planned: int = Field(examples=[3])
    players: int = Field(examples=[41])
    directors: list[str] = Field(examples=[["Dora Probe"]])
    lot_seed: str = Field(description="The seed of the final lot; empty until it is drawn.", examples=[""])
    taken_over_at: datetime | None = Field(
        description="When it came with a file from another machine; what happened before is not vouched for here."
    )
    standings_are: ReleaseName = Field(
        description="`published`: those who do not lead see the newest publication.", examples=["live"]
    )


class Person(Shown):
    """Somebody of the field, as the wall shows him."""

    start_number: int = Field(examples=[7])
    name: str = Field(examples=["Anna Beispiel"])
    listed_name: str = Field(examples=["Beispiel, Anna"])
    club: str = Field(description="Empty without one.", examples=["Probeverein"])
    team: str = Field(description="Empty without one.", examples=[""])
    pair: int | None = Field(description="The number of the tandem.", examples=[None])
    guest: bool = Field(examples=[False])
    withdrawn: bool = Field(examples=[False])


class Series(Shown):
    """A series that hangs out: its tables stand, or it is in the posted plan."""

    number: int = Field(examples=[1])
    mode: ModeName = Field(examples=["lots"])
    seed: str = Field(description="With it anybody can redo the draw.", examples=["4711"])
    posted_at: datetime
    laid: bool = Field(description="Whether its tables stand and have lists.", examples=[True])
    played: bool = Field(description="Whether every list has all its games.", examples=[False])


class Chair(Shown):
    """Who sits on a seat now."""

    seat: int = Field(examples=[1])
    start_number: int = Field(examples=[7])
    name: str = Field(examples=["Anna Beispiel"])
    club: str = Field(examples=["Probeverein"])
    keeps_the_list: bool = Field(examples=[True])


class TableSeats(Shown):
    """A table with everybody who sits at it."""

    table: int = Field(examples=[3])
    seats: list[Chair]


class Seating(Shown):
    """Who sits where in a series, as posted."""

    series: Series
    tables: list[TableSeats]


class TableProgress(Shown):
    """How far a table is."""

    table: int = Field(examples=[3])
    state: State = Field(examples=["open"])
    played: int = Field(examples=[12])
    planned: int | None = Field(description="None: to a target score.", examples=[20])
    signed: int = Field(examples=[0])
    sitting: int = Field(examples=[4])
    totals_only: bool = Field(description="Only the sums of this list are known.", examples=[False])
    version: int = Field(description="The version of its list.", examples=[12])


class Progress(Shown):
    """How far every table of a series is."""

    series: int = Field(examples=[1])
    tables: list[TableProgress]


class Clock(Shown):
    """The clock of a series. Whether it is over says the time: nothing here goes stale by itself."""

    series: int = Field(examples=[1])
    running: bool = Field(examples=[True])
    started_at: datetime | None
    minutes: int | None = Field(examples=[135])
    ends_at: datetime | None = Field(description="Games that are not begun then are not played.")
