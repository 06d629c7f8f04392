"""What a picture is made of. Places are measured from the upper left corner; tones have names, no colours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

SIGN_WIDTH = 0.63  # of the size of the letters: how wide a sign is on average, when it is bold
LEADING = 1.12  # from line to line of one name, in sizes of its letters


class Tone(Enum):
    """What something is drawn in. Never told apart by this alone: dashes, marks and words stand beside it."""

    INK = "ink"
    SOFT = "soft"
    GRID = "grid"
    PALE = "pale"
    FIRST = "1"
    SECOND = "2"
    THIRD = "3"
    FOURTH = "4"
    FIFTH = "5"


VOICES = (Tone.FIRST, Tone.SECOND, Tone.THIRD, Tone.FOURTH, Tone.FIFTH)


class Dash(Enum):
    """How a line is broken."""

    SOLID = auto()
    LONG = auto()
    DOTS = auto()


class MarkShape(Enum):
    """The mark of a point, in the order in which lines get them."""

    DISC = "disc"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    RING = "ring"


class PictureAlign(Enum):
    LEFT = "start"
    CENTRE = "middle"
    RIGHT = "end"


Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Strokes:
    """Lines from point to point, all in one look."""

    lines: tuple[tuple[Point, ...], ...]
    tone: Tone
    width: float = 1.0
    dash: Dash = Dash.SOLID


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    tone: Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A point that is meant, told from others by its shape."""

    x: float
    y: float
    size: float
    shape: MarkShape
    tone: Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A text on its base line."""

    x: float
    y: float
    text: str
    size: float
    align: PictureAlign = PictureAlign.LEFT
    tone: Tone = Tone.INK
    bold: bool = False


Item = Strokes | Box | Mark | Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One picture with what it is called and what it shows, for whoever does not see it."""

    width: float
    height: float
    title: str
    description: str
    items: tuple[Item, ...]
    caption: str = ""  # for whoever sees the picture; the description says all of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How much room there is: a phone held upright, or a laptop and paper."""

    width: float
    height: float
    letters: float
    names: float  # the room for names on one side
    comma: str = ","
    brief: bool = False  # room for a family name, not for more

    @property
    def most_signs(self) -> int:
        return int(self.names / (self.letters * SIGN_WIDTH))


NARROW = Layout(width=340, height=330, letters=12, names=100, brief=True)
WIDE = Layout(width=720, height=380, letters=13, names=176)


def broken(text: str, most: int) -> tuple[str, ...]:
    """A name in lines of at most so many signs, torn at spaces and after hyphens first; nothing of it is left out."""
    lines: list[str] = [""]
    for piece in re.findall(r"[^\s-]+-*\s?|-+\s?", " ".join(text.split())):
        if lines[-1] and len(lines[-1] + piece.rstrip()) > most:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += piece
        while len(lines[-1].rstrip()) > max(most, 1):
            lines[-1:] = [lines[-1][: max(most, 1)], lines[-1][max(most, 1) :]]
    return tuple(line.rstrip() for line in lines)


def stacked(
    lines: Sequence[str],
    x: float,
    middle: float,
    size: float,
    *,
    align: PictureAlign = PictureAlign.LEFT,
    bold: bool = False,
) -> Iterator[Words]:
    """Lines one below the other, around one height."""
    for place, line in enumerate(lines):
        y = middle + (place - (len(lines) - 1) / 2) * size * LEADING + size * 0.35
        yield Words(x=x, y=round(y, 2), text=line, size=size, align=align, bold=bold)
