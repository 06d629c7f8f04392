"""Dots in columns: one for each table of each series, so that the unusual ones stand apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.paper.core.charts.axes import Scale, levels, ticks
from tournaments.paper.core.charts.bars import centred
from tournaments.paper.core.charts.picture import (
    Item,
    Layout,
    Mark,
    MarkShape,
    Picture,
    PictureAlign,
    Strokes,
    Tone,
    Words,
)

SIZE = 3.6


@dataclass(frozen=True, slots=True, kw_only=True)
class DotColumn:
    """Named values: the highest and the lowest are called by name. A small one is drawn as a ring."""

    name: str
    dots: tuple[tuple[str, float, bool], ...]
    mean: float


def dot_chart(layout: Layout, *, title: str, description: str, columns: Sequence[DotColumn]) -> Picture:
    """A column of dots beside the next, with a line at the mean of each."""
    values = [value for column in columns for _name, value, _small in column.dots]
    marked = ticks(min(values, default=0), max(values, default=1))
    left, right = layout.letters * 3.2, layout.width - 6
    top, bottom = layout.letters * 1.2, layout.height - layout.letters * 2.2
    up = Scale(first=marked[0], last=marked[-1], start=bottom, end=top)
    items: list[Item] = [*levels(marked, up, left, right, layout)]
    room = (right - left) / max(len(columns), 1)
    for place, column in enumerate(columns):
        middle = round(left + room * (place + 0.5), 1)
        mean = up(column.mean)
        items.append(
            Strokes(
                lines=(((middle - room * 0.38, mean), (middle + room * 0.38, mean)),),
                tone=Tone.INK,
                width=1.6,
            )
        )
        items += spread(column, middle, room * 0.36, up)
        items += outermost(column, middle, room, up, layout)
        items.append(centred(middle, layout.height - layout.letters * 0.6, column.name, layout.letters))
    return Picture(
        width=layout.width, height=layout.height, title=title, description=description, items=tuple(items)
    )


def spread(column: DotColumn, middle: float, reach: float, up: Scale) -> list[Item]:
    """Dots of the same height stand side by side, as far as there is room."""
    taken: Counter[int] = Counter()
    items: list[Item] = []
    for _name, value, small in sorted(column.dots, key=lambda dot: dot[1]):
        y = up(value)
        band = int(y // (SIZE * 2))
        step = taken[band]
        taken[band] += 1
        aside = (step + 1) // 2 * SIZE * 2.2 * (1 if step % 2 else -1)
        x = round(middle + max(-reach, min(reach, aside)), 1)
        shape, tone = (MarkShape.RING, Tone.SECOND) if small else (MarkShape.DISC, Tone.FIRST)
        items.append(Mark(x=x, y=y, size=SIZE, shape=shape, tone=tone))
    return items


def outermost(column: DotColumn, middle: float, room: float, up: Scale, layout: Layout) -> list[Item]:
    """The names of the highest and the lowest dot, where there is room for them."""
    if len(column.dots) < 2 or room < layout.letters * 4:
        return []
    in_order = sorted(column.dots, key=lambda dot: dot[1])
    items: list[Item] = []
    for (name, value, _small), lower in ((in_order[0], True), (in_order[-1], False)):
        shift = layout.letters * 1.25 if lower else -layout.letters * 0.55
        items.append(
            Words(
                x=middle,
                y=up(value) + shift,
                text=name,
                size=layout.letters,
                align=PictureAlign.CENTRE,
                tone=Tone.INK,
            )
        )
    return items
