"""Shapes of JSON values: a few words to say what a value may be, and the first place where one is otherwise.

A shape knows how deep it goes, so no value is followed deeper than its shape; every list, text and number has bounds.

>>> GAME = Object({"game": Whole(1, 400)}, maybe={"confirmed": ListOf(Text(80), 10)})
>>> wrong_in(GAME, {"game": 7, "confirmed": ["rare"]}) is None
True
>>> wrong_in(GAME, {"game": "7"})
'game'
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LARGEST = 2**53  # what every reader of JSON knows exactly
NUMERAL = re.compile(r"(?:0|-?[1-9][0-9]{0,9})", re.ASCII)


class Shape:
    """What a value may be."""

    def wrong(self, value: Any) -> str | None:
        """None where it fits, else the way to the first place that does not: "" is the value itself."""
        raise NotImplementedError


def wrong_in(shape: Shape, value: Any) -> str | None:
    """The way to the first place that is not as the shape says, as "hands.2"; None where there is none."""
    return shape.wrong(value)


def deeper(name: str | int, way: str) -> str:
    return f"{name}.{way}" if way else str(name)


@dataclass(frozen=True, slots=True)
class Text(Shape):
    """Letters, not more than so many."""

    most: int = 200

    def wrong(self, value: Any) -> str | None:
        return None if isinstance(value, str) and len(value) <= self.most else ""


@dataclass(frozen=True, slots=True)
class Word(Shape):
    """One of a few words."""

    words: frozenset[str]

    def wrong(self, value: Any) -> str | None:
        return None if isinstance(value, str) and value in self.words else ""


@dataclass(frozen=True, slots=True)
class Whole(Shape):
    """A whole number, and no other: neither 1.0 nor true."""

    least: int = -LARGEST
    most: int = LARGEST

    def wrong(self, value: Any) -> str | None:
        return None if type(value) is int and self.least <= value <= self.most else ""


@dataclass(frozen=True, slots=True)
class Number(Shape):
    """A number that may have parts; NaN and endless ones are no numbers."""

    least: float
    most: float

    def wrong(self, value: Any) -> str | None:
        return None if type(value) in (int, float) and self.least <= value <= self.most else ""


@dataclass(frozen=True, slots=True)
class Flag(Shape):
    """Yes or no."""

    def wrong(self, value: Any) -> str | None:
        return None if isinstance(value, bool) else ""


@dataclass(frozen=True, slots=True)
class Nothing(Shape):
    """Null."""

    def wrong(self, value: Any) -> str | None:
        return None if value is None else ""


@dataclass(frozen=True, slots=True)
class OneOf(Shape):
    """The first of these that fits."""

    shapes: tuple[Shape, ...]

    def wrong(self, value: Any) -> str | None:
        ways = [one.wrong(value) for one in self.shapes]
        return None if None in ways else max((way for way in ways if way is not None), key=len, default="")


@dataclass(frozen=True, slots=True)
class ListOf(Shape):
    """Any number of the same, up to so many."""

    each: Shape
    most: int

    def wrong(self, value: Any) -> str | None:
        if not isinstance(value, list) or len(value) > self.most:
            return ""
        for place, one in enumerate(value, 1):
            way = self.each.wrong(one)
            if way is not None:
                return deeper(place, way)
        return None


@dataclass(frozen=True, slots=True)
class Places(Shape):
    """A list in which every place has its own shape."""

    shapes: tuple[Shape, ...]

    def wrong(self, value: Any) -> str | None:
        if not isinstance(value, list) or len(value) != len(self.shapes):
            return ""
        for place, (shape, one) in enumerate(zip(self.shapes, value, strict=True), 1):
            way = shape.wrong(one)
            if way is not None:
                return deeper(place, way)
        return None


@dataclass(frozen=True, slots=True)
class Object(Shape):
    """Known names: those that must be there, those that may be, and what any other may hold (nothing: no others)."""

    must: Mapping[str, Shape] = field(default_factory=dict)
    maybe: Mapping[str, Shape] = field(default_factory=dict)
    others: Shape | None = None
    most_others: int = 20

    def wrong(self, value: Any) -> str | None:
        if not isinstance(value, dict):
            return ""
        for name in self.must:
            if name not in value:
                return name
        others = [name for name in value if name not in self.must and name not in self.maybe]
        if others and (self.others is None or len(others) > self.most_others):
            return ""
        for name, one in value.items():
            shape = self.must.get(name) or self.maybe.get(name) or self.others
            way = shape.wrong(one) if shape is not None and isinstance(name, str) and len(name) <= 80 else ""
            if way is not None:
                return deeper(name, way) if name not in others else ""
        return None


@dataclass(frozen=True, slots=True)
class ByName(Shape):
    """An object whose names are values too: of numbers, or of the words of a shape."""

    each: Shape
    most: int
    name: Shape | None = None  # None: whole numbers, written as text

    def wrong(self, value: Any) -> str | None:
        if not isinstance(value, dict) or len(value) > self.most:
            return ""
        for name, one in value.items():
            if not isinstance(name, str):
                return ""
            if self.name.wrong(name) is not None if self.name else not NUMERAL.fullmatch(name):
                return ""
            way = self.each.wrong(one)
            if way is not None:
                return deeper(name, way)
        return None


@dataclass(frozen=True, slots=True)
class AnySmall(Shape):
    """Anything, small: what another version of the house has told, which nobody here reads but as text."""

    depth: int = 4
    parts: int = 400
    letters: int = 2_000

    def wrong(self, value: Any) -> str | None:
        left = [self.parts]
        return None if self._fits(value, self.depth, left) else ""

    def _fits(self, value: Any, depth: int, left: list[int]) -> bool:
        left[0] -= 1
        if left[0] < 0 or depth < 0:
            return False
        match value:
            case None | bool():
                return True
            case int():
                return abs(value) <= LARGEST
            case float():
                return abs(value) <= LARGEST  # NaN is not
            case str():
                return len(value) <= self.letters
            case list():
                return all(self._fits(one, depth - 1, left) for one in value)
            case dict():
                return all(
                    isinstance(name, str) and len(name) <= 80 and self._fits(one, depth - 1, left)
                    for name, one in value.items()
                )
        return False


@dataclass(frozen=True, slots=True)
class Saying(Shape):
    """A sentence with named places and what stands in them, which may be sentences again.

    Its text is a format: a place that names nothing would be an error on the page, and one with a width memory.
    """

    depth: int = 3
    value: Shape = field(default_factory=lambda: OneOf((Text(500), Whole(), Nothing(), Flag())))
    beside: Mapping[str, Shape] = field(default_factory=dict)  # names that stand beside text and values

    def wrong(self, value: Any) -> str | None:
        if value == {} and isinstance(value, dict) and not self.beside:
            return None
        if not isinstance(value, dict) or set(value) - {"text", "values"} != set(self.beside):
            return ""
        text, values = value.get("text", ""), value.get("values", {})
        if not isinstance(text, str) or len(text) > 1_000:
            return "text"
        if not isinstance(values, dict) or len(values) > 20:
            return "values"
        for name, one in values.items():
            inner = isinstance(one, dict)
            fits = Saying(self.depth - 1, self.value) if inner and self.depth else self.value
            if fits.wrong(one) is not None:
                return deeper("values", name[:80])
        for name, shape in self.beside.items():
            if shape.wrong(value[name]) is not None:
                return name
        return None if places_stand(text, values) else "text"


@dataclass(frozen=True, slots=True)
class Written(Shape):
    """A text that is JSON of a shape: read here once, and only where it is not endless."""

    shape: Shape
    most: int

    def wrong(self, value: Any) -> str | None:
        if not isinstance(value, str) or len(value) > self.most:
            return ""
        try:
            return self.shape.wrong(json.loads(value))
        except (ValueError, RecursionError):
            return ""


def places_stand(text: str, values: Mapping[str, Any]) -> bool:
    """Whether every place of a sentence is the plain name of one of its values."""
    try:
        places = list(string.Formatter().parse(text))
    except ValueError:
        return False
    return all(
        name is None or (name in values and not conversion and not spec)
        for _letters, name, spec, conversion in places
    )
