"""Documents about who leads: standings, rankings, publications."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, TypeAlias

from pydantic import Field

from scoring.rules import Measure
from tournaments.api.shapes.base import Page, Shown, literal_of
from tournaments.models import Category

if TYPE_CHECKING:
    CategoryName: TypeAlias = str
    MeasureName: TypeAlias = str
else:
    CategoryName, MeasureName = literal_of(Category.values), literal_of(Measure)


class Total(Shown):
    """Sums of one series, or of all."""

    points: int = Field(description="Net: plus, minus crosses, minus penalties.", examples=[31])
    plus: int = Field(examples=[32])
    crosses: int = Field(examples=[1])
    penalties: int = Field(description="At most 0.", examples=[0])
    augen: int = Field(examples=[214])
    games: int = Field(examples=[15])
    totals_only: bool = Field(description="Only the sums of some list are known.", examples=[False])


class SeriesTotal(Total):
    """What somebody made in one series."""

    series: int = Field(examples=[1])


class Row(Total):
    """Somebody in his place."""

    rank: int = Field(examples=[1])
    shared: bool = Field(
        description="Equal to the last measure; parted by the lot once it is drawn.", examples=[False]
    )
    parted_by: MeasureName | None = Field(
        description="The measure that parted this one from the one above.", examples=["points_high"]
    )
    start_number: int = Field(examples=[7])
    name: str = Field(examples=["Anna Beispiel"])
    club: str = Field(examples=["Probeverein"])
    points_per_game: float | None = Field(examples=[2.0667])
    figures: dict[str, int | None] = Field(
        description="What the page shows beside the points, by name; null: nobody knows (`totals_only`).",
        examples=[{"hands": 2, "games": 15}],
    )
    series: list[SeriesTotal]


class RankingChoice(Shown):
    """A ranking that there is: who is compared, and which lists count."""

    category: CategoryName = Field(examples=["pairs"])
    series: int | None = Field(description="None: not of one series alone.", examples=[None])
    day: date | None = Field(description="None: not of one day alone.", examples=[None])
    url: str = Field(examples=["/api/v1/tournaments/probeturnier/rankings/pairs"])


class Remark(Shown):
    """A word beside a row: who has left, who came for whom, which table was smaller."""

    code: str = Field(examples=["withdrawn"])
    detail: str = Field(examples=["ausgeschieden"])


class RankingRow(Total):
    """A player, a tandem, a team or a club in its place."""

    rank: int = Field(examples=[1])
    shared: bool = Field(examples=[False])
    parted_by: MeasureName | None = Field(examples=["points_high"])
    name: str = Field(examples=["Tandem 4"])
    start_numbers: list[int] = Field(description="Whose results are added.", examples=[[7, 12]])
    points_per_game: float | None = Field(examples=[2.0667])
    figures: dict[str, int | None] = Field(
        description="What the page shows beside the points, by name; null: nobody knows (`totals_only`).",
        examples=[{"hands": 2, "games": 15}],
    )
    series: list[SeriesTotal]
    remarks: list[Remark]


class PublicationShort(Shown):
    """When and as which number standings were announced."""

    number: int = Field(examples=[3])
    published_at: datetime
    fingerprint: str = Field(description="SHA-256 of the announced document.", examples=["0" * 64])
    games: int = Field(examples=[440])


class Publication(PublicationShort):
    """A publication with its document, word for word."""

    document: str = Field(
        description="Canonical JSON as text: its SHA-256 is the fingerprint.", examples=["{}"]
    )


class Standings(Page[Row]):
    """The standings as these eyes may see them."""

    of_series: int | None = Field(description="None: over all series.", examples=[None])
    games: int = Field(examples=[440])
    measures: list[MeasureName] = Field(
        description="What is compared, in this order.", examples=[["points_high", "augen_low", "lot"]]
    )
    publication: PublicationShort | None = Field(
        description="What was announced; None: as it is at this moment."
    )
    draft: bool = Field(description="Whether these are the standings of this moment.", examples=[True])


class Ranking(Page[RankingRow]):
    """One ranking as these eyes may see it."""

    category: CategoryName = Field(examples=["pairs"])
    of_series: int | None = Field(examples=[None])
    of_day: date | None = Field(examples=[None])
    games: int = Field(examples=[440])
    publication: PublicationShort | None = Field(
        description="What was announced; None: as it is at this moment."
    )
    draft: bool = Field(description="Whether this is the ranking of this moment.", examples=[True])
