"""Axes: round numbers for a scale, where a value stands on it, and the lines behind a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.paper.core.charts.picture import Item, Layout, PictureAlign, Strokes, Tone, Words

MINUS = "−"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """From values to places: `first` stands at `start`, `last` at `end`."""

    first: float
    last: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.first) / (self.last - self.first)
        return round(self.start + share * (self.end - self.start), 1)


def ticks(lowest: float, highest: float, wanted: int = 5) -> list[float]:
    """Round numbers around everything that has to be shown, about so many.

    >>> ticks(3, 62), ticks(0, 3), ticks(7, 7)
    ([0, 20, 40, 60, 80], [0.0, 1.0, 2.0, 3.0], [6.0, 6.5, 7.0, 7.5, 8.0])
    """
    if highest <= lowest:
        lowest, highest = lowest - 1, lowest + 1
    rough = (highest - lowest) / wanted
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * unit for unit in (1, 2, 5, 10) if power * unit >= rough * 0.9999)
    first, last = math.floor(lowest / step + 1e-9), math.ceil(highest / step - 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


def whole_ticks(lowest: float, highest: float, wanted: int = 5) -> list[float]:
    """The same without parts of a whole, for what is counted."""
    return [value for value in ticks(lowest, highest, wanted) if value == int(value)]


def number(value: float, digits: int = 0, comma: str = ",") -> str:
    """A number as it is read at the table: a real minus sign, and a comma where the language has one."""
    text = f"{abs(value):.{digits}f}"
    return (MINUS if value < 0 and float(text) else "") + text.replace(".", comma)


def decimals_of(values: Sequence[float]) -> int:
    """How many digits behind the comma these ticks need."""
    return next((digits for digits in range(3) if all(round(v, digits) == v for v in values)), 2)


def levels(
    values: Sequence[float], scale: Scale, left: float, right: float, layout: Layout
) -> Iterator[Item]:
    """A thin line for each number, and the number left of it."""
    digits = decimals_of(values)
    yield Strokes(
        lines=tuple(((left, scale(value)), (right, scale(value))) for value in values), tone=Tone.GRID
    )
    for value in values:
        yield Words(
            x=left - 6,
            y=scale(value) + layout.letters * 0.35,
            text=number(value, digits, layout.comma),
            size=layout.letters,
            align=PictureAlign.RIGHT,
            tone=Tone.SOFT,
        )
