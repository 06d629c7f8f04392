"""A drawn signature as lines: read from what a browser sends, checked, made small, and given back as a path."""

from __future__ import annotations

import json
import math
from itertools import pairwise

from scoring.sentence import Refusal, gettext_noop

Point = tuple[int, int]
Strokes = tuple[tuple[Point, ...], ...]

WIDTH, HEIGHT = 1000, 360  # the box in which everybody signs, whatever the screen
MOST_TEXT = 60_000
MOST_STROKES = 60
MOST_POINTS = 2_000
LEAST_LENGTH = 150  # a dot or a slip of the finger is no signature
STEP = 4  # points closer than this say nothing


class NoSignature(Refusal):
    """What was drawn cannot be kept as a signature."""


def read_strokes(text: str) -> Strokes:
    """`[[[12, 40], [30, 44]], …]`: strokes of points; anything else is refused."""
    if not text.strip():
        raise nothing_signed()
    if len(text) > MOST_TEXT:
        raise too_much()
    try:
        drawn = json.loads(text)
    except (ValueError, RecursionError):
        raise unreadable() from None
    strokes = tuple(thinned(points_of(stroke)) for stroke in list_of(drawn))
    if len(strokes) > MOST_STROKES or sum(map(len, strokes)) > MOST_POINTS:
        raise too_much()
    if length(strokes) < LEAST_LENGTH:
        raise nothing_signed()
    return strokes


def list_of(value: object) -> list[object]:
    if not isinstance(value, list):
        raise unreadable()
    return value


def points_of(stroke: object) -> tuple[Point, ...]:
    points = []
    for pair in list_of(stroke):
        match pair:
            case [int(x), int(y)] if 0 <= x <= WIDTH and 0 <= y <= HEIGHT:
                points.append((int(x), int(y)))
            case _:
                raise unreadable()
    if not points:
        raise unreadable()
    return tuple(points)


def thinned(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Without points that lie on top of each other; where the pen went down and up always stays."""
    kept = [points[0]]
    for point in points[1:-1]:
        if math.dist(point, kept[-1]) >= STEP:
            kept.append(point)
    return (*kept, points[-1])


def length(strokes: Strokes) -> float:
    return sum(math.dist(one, other) for stroke in strokes for one, other in pairwise(stroke))


def stroke_path(strokes: Strokes) -> str:
    """The `d` of an SVG path in a box of WIDTH by HEIGHT."""
    return "".join(
        "M" + "L".join(f"{x} {y}" for x, y in stroke) for stroke in (map(tuple, one) for one in strokes)
    )


def nothing_signed() -> NoSignature:
    return NoSignature(
        gettext_noop("Im Feld steht noch keine Unterschrift: Bitte mit dem Finger den Namen schreiben.")
    )


def too_much() -> NoSignature:
    return NoSignature(
        gettext_noop("Das ist zu viel für eine Unterschrift: Bitte löschen und noch einmal schreiben.")
    )


def unreadable() -> NoSignature:
    return NoSignature(
        gettext_noop("Die Unterschrift ist nicht angekommen: Bitte löschen und noch einmal schreiben.")
    )
