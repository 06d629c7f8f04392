"""Whether a value is only strange because a later version has learnt a word: then its reader is to be renewed, and nothing is damaged.

>>> from tournaments.files.core.shapes import Object, Whole, Word
>>> MODE = Object({"mode": Word(frozenset({"draw"})), "round": Whole(1, 9)})
>>> of_later_words(MODE, {"mode": "swiss", "round": 2}), of_later_words(MODE, {"mode": "draw", "round": 2, "byes": [1]})
(True, True)
>>> of_later_words(MODE, {"mode": "draw", "round": "two"}), of_later_words(MODE, {"mode": "draw", "round": 2})
(False, False)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.files.core.shapes import (
    AnySmall,
    ByName,
    ListOf,
    Object,
    OneOf,
    Places,
    Shape,
    Word,
    Written,
    wrong_in,
)

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True)
class AnyWord(Shape):
    """A word as this house writes its words, whichever it is."""

    def wrong(self, value: Any) -> str | None:
        return None if isinstance(value, str) and NAME.fullmatch(value) else ""


@dataclass(frozen=True, slots=True)
class WithOthers(Shape):
    """An object that fits; names that it does not know are words of this house, and what they hold is small."""

    known: Object

    def wrong(self, value: Any) -> str | None:
        if not isinstance(value, dict):
            return ""
        names = {*self.known.must, *self.known.maybe}
        own = {name: one for name, one in value.items() if name in names}
        others = {name: one for name, one in value.items() if name not in names}
        if len(others) > self.known.most_others or any(AnyWord().wrong(name) is not None for name in others):
            return ""
        return self.known.wrong(own) if AnySmall().wrong(others) is None else ""


def of_later_words(shape: Shape, value: Any) -> bool:
    """Whether all that is strange about a value are names and words that this version has never heard."""
    return wrong_in(shape, value) is not None and wrong_in(open_to_words(shape), value) is None


def open_to_words(shape: Shape) -> Shape:
    """The same shape, which takes unknown names and words too."""
    match shape:
        case Word():
            return AnyWord()
        case OneOf(shapes) | Places(shapes):
            return replace(shape, shapes=tuple(map(open_to_words, shapes)))
        case ListOf():
            return replace(shape, each=open_to_words(shape.each))
        case ByName():
            return replace(
                shape, each=open_to_words(shape.each), name=open_to_words(shape.name) if shape.name else None
            )
        case Written():
            return replace(shape, shape=open_to_words(shape.shape))
        case Object():
            inner = replace(shape, must=all_open(shape.must), maybe=all_open(shape.maybe))
            return inner if shape.others is not None else WithOthers(inner)
    return shape


def all_open(shapes: Mapping[str, Shape]) -> dict[str, Shape]:
    return {name: open_to_words(one) for name, one in shapes.items()}
