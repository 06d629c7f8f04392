"""What all documents share: how texts and numbers are bounded, pages of long lists, and the problem document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

T = TypeVar("T")

CONTROLS = r"\x00-\x1f\x7f-\x9f"
LINE = rf"^[^{CONTROLS}]*[^\s{CONTROLS}][^{CONTROLS}]*$"  # one line in which something stands
MAYBE = rf"^[^{CONTROLS}]*$"

Slug = Annotated[
    str,
    Field(
        pattern=r"^[-a-zA-Z0-9_]+$",
        max_length=80,
        description="The tournament's sign in its address.",
        examples=["probeturnier"],
    ),
]


def literal_of(values: Iterable[str]) -> Any:
    """Return the type of one of these words. To a type checker such a word is a text: it cannot read an enum."""
    return Literal[tuple(values)]


Number = Annotated[int, Field(ge=1, le=9999, examples=[1])]
Reason = Annotated[
    str,
    StringConstraints(pattern=LINE, min_length=1, max_length=300),
    Field(
        description="Why, in one sentence: it stands on the list and in the journal.",
        examples=["Nach Einspruch"],
    ),
]
SeenVersion = Annotated[
    int,
    Field(
        ge=0,
        le=2_000_000_000,
        description="The version of the list that was read before; an older one is answered with 409 and the newer list.",
        examples=[4],
    ),
]


class Sent(BaseModel):
    """A document that comes in: nothing unknown, nothing turned into another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Shown(BaseModel):
    """A document that goes out."""


class Page(Shown, Generic[T]):
    """A piece of a long list."""

    items: list[T]
    total: int = Field(description="How many there are in all.", examples=[1])
    limit: int = Field(examples=[50])
    offset: int = Field(examples=[0])
    next: str | None = Field(description="The address of the following piece.", examples=[None])


class Wrong(Shown):
    """One thing that is wrong with a request."""

    where: str = Field(description="Where, as a JSON pointer into what was sent.", examples=["/body/winner"])
    detail: str = Field(examples=["Input should be a valid integer"])


class Doubt(Shown):
    """Something unlikely that a human has to look at; repeat the request with this id among `confirmed`."""

    id: str = Field(examples=["too_few_augen_unopened/3"])
    seat: int | None = Field(examples=[3])
    detail: str = Field(
        examples=[
            "Platz 3: Wer nicht eröffnet hat, hält 13 Karten, also mindestens 31 Augen, nicht 12. War doch eröffnet?"
        ]
    )


class Problem(Shown):
    """What went wrong, after RFC 9457. `detail` is a sentence for people in the language asked for."""

    type: str = Field(
        description="Names the kind of problem for programs.", examples=["/api/#problem-refused"]
    )
    title: str = Field(examples=["Not possible as things stand"])
    status: int = Field(examples=[409])
    detail: str = Field(examples=["Als Nächstes kommt Spiel 4."])
    errors: list[Wrong] | None = Field(default=None, description="With 422: every thing that is wrong.")
    doubts: list[Doubt] | None = Field(
        default=None, description="With 409 `doubt`: what a human has to confirm."
    )
    current: dict[str, Any] | None = Field(
        default=None, description="With 409: the list as it is now, as GET shows it."
    )
    sent: Any = Field(default=None, description="The document as it came in, so that nothing typed is lost.")
