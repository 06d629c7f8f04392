"""A line for each player from series to series: those who are meant in their own voice, all others as a pale bundle."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.paper.core.charts.axes import Scale, levels, ticks
from tournaments.paper.core.charts.picture import (
    LEADING,
    VOICES,
    Dash,
    Item,
    Layout,
    Mark,
    MarkShape,
    Picture,
    PictureAlign,
    Point,
    Strokes,
    Tone,
    Words,
    broken,
    stacked,
)

BUNDLE = 250  # pale lines at most: of more players every so many-th in their order
CROWD = 80  # so many pale lines still have air between them
SHAPES, DASHES = tuple(MarkShape), tuple(Dash)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineCourse:
    """What somebody has made in each column; None where he did not play."""

    name: str
    values: tuple[float | None, ...]


def line_chart(
    layout: Layout,
    *,
    title: str,
    description: str,
    columns: Sequence[str],
    meant: Sequence[LineCourse],
    others: Sequence[LineCourse] = (),
    caption: str = "",
) -> Picture:
    """Names stand at the ends of their lines, so that nobody has to look a colour up."""
    layout = tall_enough(meant, layout)
    shown = [value for one in (*meant, *others) for value in one.values if value is not None]
    marked = ticks(min(shown, default=0), max(shown, default=1))
    left, right = layout.letters * 3.2, layout.width - layout.names - 14
    top, bottom = layout.letters * 1.2, layout.height - layout.letters * 2.2
    up = Scale(first=marked[0], last=marked[-1], start=bottom, end=top)
    across = Scale(first=0, last=max(len(columns) - 1, 1), start=left + 14, end=right - 8)
    items: list[Item] = [*levels(marked, up, left, right, layout)]
    items += under(columns, across, layout)
    items.append(bundle(others, across, up))
    for place, one in reversed(list(enumerate(meant))):
        items += course(one, voice(place), across, up)
    items += line_names(meant, across, up, layout, top=top, bottom=bottom)
    return Picture(
        width=layout.width,
        height=layout.height,
        title=title,
        description=description,
        items=tuple(items),
        caption=caption,
    )


def name_room(meant: Sequence[LineCourse], layout: Layout) -> float:
    """From name to name: as many lines as the longest one has."""
    most = max((len(broken(one.name, layout.most_signs)) for one in meant), default=1)
    return layout.letters * (1.25 + (most - 1) * LEADING)


def tall_enough(meant: Sequence[LineCourse], layout: Layout) -> Layout:
    """The same room, higher where the names need it."""
    needed = name_room(meant, layout) * len(meant) + layout.letters * 3.4
    return replace(layout, height=max(layout.height, needed))


def under(columns: Sequence[str], across: Scale, layout: Layout) -> Iterator[Item]:
    """What the columns are called; of many, only some."""
    room = (across.end - across.start) / max(len(columns) - 1, 1)
    widest = max((len(name) for name in columns), default=1) * layout.letters * 0.62
    every = max(1, math.ceil(widest / room))
    for place, name in enumerate(columns):
        if place % every == 0:
            yield Words(
                x=across(place),
                y=layout.height - layout.letters * 0.6,
                text=name,
                size=layout.letters,
                align=PictureAlign.CENTRE,
                tone=Tone.SOFT,
            )


def bundle(others: Sequence[LineCourse], across: Scale, up: Scale) -> Strokes:
    """Everybody else: pale, in one stroke."""
    every = max(1, math.ceil(len(others) / BUNDLE))
    lines = [line for one in others[::every] for line in line_pieces(one, across, up) if len(line) > 1]
    return Strokes(lines=tuple(lines), tone=Tone.PALE, width=1.2 if len(lines) <= CROWD else 0.7)


@dataclass(frozen=True, slots=True)
class Voice:
    """How the line of somebody is told from the others: colour, mark and dashes together."""

    tone: Tone
    shape: MarkShape
    dash: Dash


def voice(place: int) -> Voice:
    """Colour and mark come round after five lines, and then the dashes are others."""
    return Voice(
        VOICES[place % len(VOICES)], SHAPES[place % len(SHAPES)], DASHES[place // len(VOICES) % len(DASHES)]
    )


def course(one: LineCourse, drawn: Voice, across: Scale, up: Scale) -> Iterator[Item]:
    lines = line_pieces(one, across, up)
    yield Strokes(
        lines=tuple(line for line in lines if len(line) > 1), tone=drawn.tone, width=2.4, dash=drawn.dash
    )
    for line in lines:
        for x, y in line:
            yield Mark(x=x, y=y, size=4.2, shape=drawn.shape, tone=drawn.tone)


def line_pieces(one: LineCourse, across: Scale, up: Scale) -> list[tuple[Point, ...]]:
    """The line, broken where a column is missing."""
    found: list[list[Point]] = [[]]
    for place, value in enumerate(one.values):
        if value is None:
            found.append([])
        else:
            found[-1].append((across(place), up(value)))
    return [tuple(piece) for piece in found if piece]


def line_names(
    meant: Sequence[LineCourse], across: Scale, up: Scale, layout: Layout, *, top: float, bottom: float
) -> Iterator[Item]:
    """Each name beside the end of its line, with its mark; moved apart where they would cover each other."""
    ends = []
    for place, one in enumerate(meant):
        known = [(at, value) for at, value in enumerate(one.values) if value is not None]
        if known:
            ends.append((up(known[-1][1]), across(known[-1][0]), place, one.name))
    ends.sort(key=lambda end: (end[0], end[2]))
    named = [broken(name, layout.most_signs) for _y, _x, _place, name in ends]
    heights = moved_apart([y for y, _x, _place, _name in ends], name_room(meant, layout), top, bottom)
    right = layout.width - layout.names
    for (y, x, place, _name), lines, height in zip(ends, named, heights, strict=True):
        drawn = voice(place)
        yield Strokes(lines=(((x + 5, y), (right - 9, height)),), tone=drawn.tone, width=0.8)
        yield Mark(x=right - 4, y=height, size=4.2, shape=drawn.shape, tone=drawn.tone)
        yield from stacked(lines, right + 4, height, layout.letters, bold=True)


def moved_apart(wanted: Sequence[float], room: float, top: float, bottom: float) -> list[float]:
    """Heights in the same order, each at least `room` below the one before, as near as can be to what is wanted.

    >>> moved_apart([10, 11, 50], 15, 0, 100)
    [3.0, 18.0, 50.0]
    >>> moved_apart([90, 95, 99], 15, 0, 100)
    [70.0, 85.0, 100.0]
    """
    groups: list[tuple[float, int]] = []  # where a group would begin, and how many it has
    for height in wanted:
        start, size = height, 1
        while groups and groups[-1][0] + groups[-1][1] * room > start:
            before, more = groups.pop()
            start = (before * more + (start - more * room) * size) / (more + size)
            size += more
        groups.append((start, size))
    placed = [start for start, size in groups for _unused in range(size)]  # the next loop parts them
    limit = top
    for place, height in enumerate(placed):
        placed[place] = limit = max(height, limit)
        limit += room
    limit = bottom
    for place in range(len(placed) - 1, -1, -1):
        placed[place] = min(placed[place], limit)
        limit = placed[place] - room
    return [round(float(height), 1) for height in placed]
