"""What a cell may say: the likeliest texts of one cell with their probabilities, from the strips of the net."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np

from tournaments.reading.core.net import SIGNS

KEPT, WORTH = 14, 3e-5  # texts kept while reading; signs of a strip that are tried at all
NUMBERS = '0123456789-="'
HELD = {"opened": SIGNS, "finish": 'RHAS-="', "points": NUMBERS + "X"}  # other columns hold numbers
FAINTEST = 1e-6  # numbers less likely than this are none
SHARPER = 1.2  # several looks together are worth more than their mean says; measured on validation lists (decision 0226)
SOFTER = 1.0  # below 1 where a net is too sure of itself; measured on validation lists (docs/reading.md)


@dataclass(frozen=True)
class Reading:
    """The likeliest texts of a cell; an empty one says that nothing stands there.

    What is asked of it over and over while a list is weighed is worked out once: `texts` never changes.
    """

    texts: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def best(self) -> str:
        return max(self.texts, key=lambda text: self.texts[text], default="")

    @cached_property
    def sure(self) -> float:
        return max(self.texts.values(), default=1.0)

    @property
    def empty(self) -> float:
        return self.texts.get("", 0.0)

    @cached_property
    def numbers(self) -> Mapping[int, float]:
        """What of its texts is a number as people write it, without noughts in front."""
        return {
            int(text): chance
            for text, chance in self.texts.items()
            if text.isdigit() and (len(text) == 1 or text[0] != "0") and chance > FAINTEST
        }


def readings(log_chances: np.ndarray, columns: Sequence[str]) -> list[Reading]:
    """One for each cell: cell, strip, sign → texts, of the signs that its column may hold."""
    return [
        Reading(beam(np.exp(cell) * allowed(column)))
        for cell, column in zip(log_chances, columns, strict=True)
    ]


@cache
def allowed(column: str) -> np.ndarray:
    """1 for each sign that may stand in this column, and for none. Any ink in the tick's place is a tick."""
    held = HELD.get(column, NUMBERS)
    return np.array([1.0, *(float(sign in held) for sign in SIGNS)])


def mean(looks: Sequence[Reading]) -> Reading:
    """What several looks at one cell say together: where they differ, it is doubtful."""
    texts: dict[str, float] = defaultdict(float)
    for one in looks:
        for text, chance in one.texts.items():
            texts[text] += chance / len(looks)
    return Reading(softened(texts, SHARPER))


def beam(chances: np.ndarray) -> dict[str, float]:
    """Texts by their whole probability, over all the ways in which the strips can say them."""
    signs: list[list[int]] = [[] for _strip in chances]
    for number, place in np.argwhere(chances[:, 1:] > WORTH).tolist():
        signs[number].append(place)
    ways: dict[str, tuple[float, float]] = {"": (1.0, 0.0)}  # ending in nothing, ending in its last sign
    for places, (nothing, *strip) in zip(signs, chances.tolist(), strict=True):
        if not places:
            ways = {text: ((free + tied) * nothing, 0.0) for text, (free, tied) in ways.items()}
            continue
        tried = [(SIGNS[place], strip[place]) for place in places]
        open_, closed = (
            {text: (free + tied) * nothing for text, (free, tied) in ways.items()},
            longer(ways, tried),
        )
        whole = open_ | {text: open_.get(text, 0.0) + chance for text, chance in closed.items()}
        best = sorted(whole, key=whole.__getitem__, reverse=True)[:KEPT] if len(whole) > KEPT else whole
        ways = {text: (open_.get(text, 0.0), closed.get(text, 0.0)) for text in best}
    return softened({text: free + tied for text, (free, tied) in ways.items()})


def longer(ways: Mapping[str, tuple[float, float]], tried: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Each text with a sign of the next strip behind it; the same sign again is still the same one, unless nothing was between."""
    found: dict[str, float] = {}
    for text, (free, tied) in ways.items():
        both, last = free + tied, text[-1:]
        for sign, chance in tried:
            more = text + sign
            if sign == last:
                found[text] = found.get(text, 0.0) + tied * chance
                found[more] = found.get(more, 0.0) + free * chance
            else:
                found[more] = found.get(more, 0.0) + both * chance
    return found


def softened(texts: Mapping[str, float], power: float = SOFTER) -> dict[str, float]:
    powered = {text: chance**power for text, chance in texts.items() if chance > 1e-9}
    whole = sum(powered.values()) or 1.0
    return {text: chance / whole for text, chance in powered.items()}


def log(chance: float) -> float:
    return math.log(chance) if chance > 1e-30 else -69.0
