"""Bars: upright for how often something happens, lying for who has how many. The second part of a bar is hatched."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.paper.core.charts.axes import Scale, levels, number, ticks, whole_ticks
from tournaments.paper.core.charts.picture import (
    LEADING,
    SIGN_WIDTH,
    Box,
    Item,
    Layout,
    Picture,
    PictureAlign,
    Strokes,
    Tone,
    Words,
    broken,
    stacked,
)

HATCH = 6.0  # between two lines of a hatched bar


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A name and its parts, one on the other; the words stand at its end."""

    name: str
    parts: tuple[float, ...]
    words: str = ""

    @property
    def total(self) -> float:
        return sum(self.parts)


TONES = (Tone.FIRST, Tone.SECOND)


def bar_chart(
    layout: Layout,
    *,
    title: str,
    description: str,
    bars: Sequence[Bar],
    legend: Sequence[str] = (),
    under: str = "",
    level: float | None = None,
    whole: bool = True,
) -> Picture:
    """Upright bars side by side; `level` is a line across all of them, and the words of each bar stand below it."""
    highest = max([bar.total for bar in bars] + [level or 0], default=1) or 1
    lowest = min(0.0, *[bar.total for bar in bars]) if bars else 0.0
    marked = whole_ticks(lowest, highest) if whole else ticks(lowest, highest)
    widest = max(len(number(value, 0 if whole else 1, layout.comma)) for value in marked)
    left, right = layout.letters * (0.9 + widest * 0.62), layout.width - 6
    top = layout.letters * (2.6 if legend else 1.4)
    bottom = layout.height - layout.letters * (3.4 if under or level is not None else 2.0)
    up = Scale(first=marked[0], last=marked[-1], start=bottom, end=top)
    items: list[Item] = [*levels(marked, up, left, right, layout)]
    room = (right - left) / max(len(bars), 1)
    longest = max((len(bar.name) for bar in bars), default=1) * layout.letters * 0.66
    every = max(1, math.ceil(longest / room))
    for place, bar in enumerate(bars):
        x = left + room * place
        items += upright_bars(bar, x + room * 0.12, room * 0.76, up)
        if place % every == 0:
            items.append(centred(x + room / 2, bottom + layout.letters * 1.2, bar.name, layout.letters))
        if bar.words and level is not None:  # below the name: the level runs where the bars end
            items.append(
                Words(
                    x=x + room / 2,
                    y=bottom + layout.letters * 2.5,
                    text=bar.words,
                    size=layout.letters,
                    align=PictureAlign.CENTRE,
                    bold=True,
                )
            )
    if level is not None:
        items.append(Strokes(lines=(((left, up(level)), (right, up(level))),), tone=Tone.INK, width=1.6))
    if under:
        items.append(centred((left + right) / 2, layout.height - layout.letters * 0.7, under, layout.letters))
    items += explained(legend, left, layout)
    return Picture(
        width=layout.width, height=layout.height, title=title, description=description, items=tuple(items)
    )


def upright_bars(bar: Bar, x: float, width: float, up: Scale) -> Iterator[Item]:
    reached = 0.0
    for place, part in enumerate(bar.parts):
        if part:
            bottom, top = sorted((up(reached), up(reached + part)), reverse=True)
            yield from bar_part(x, top, width, bottom - top, place)
        reached += part


def row_chart(
    layout: Layout,
    *,
    title: str,
    description: str,
    bars: Sequence[Bar],
    legend: Sequence[str] = (),
) -> Picture:
    """Lying bars, a name before each and its words behind."""
    row = layout.letters * 1.75
    top = layout.letters * (2.4 if legend else 0.6)
    named = [broken(bar.name, layout.most_signs) for bar in bars]
    names = max((len(line) for lines in named for line in lines), default=1)
    left = names * layout.letters * 0.62 + 10
    words = max((len(bar.words) for bar in bars), default=1) * layout.letters * 0.62 + 10
    most = max((bar.total for bar in bars), default=1) or 1
    across = Scale(first=0, last=most, start=left, end=layout.width - words)
    items: list[Item] = [*explained(legend, 0, layout)]
    y = top
    for lines, bar in zip(named, bars, strict=True):
        more = (len(lines) - 1) * layout.letters * LEADING  # the room of further lines of its name
        middle = y + more / 2
        items += stacked(lines, left - 8, middle + row / 2, layout.letters, align=PictureAlign.RIGHT)
        reached = 0.0
        for step, part in enumerate(bar.parts):
            if part:
                start = across(reached)
                items += bar_part(
                    start, middle + row * 0.16, across(reached + part) - start, row * 0.68, step
                )
            reached += part
        items += stacked([bar.words], across(bar.total) + 6, middle + row / 2, layout.letters, bold=True)
        y += row + more
    return Picture(width=layout.width, height=y + 4, title=title, description=description, items=tuple(items))


def bar_part(x: float, y: float, width: float, height: float, place: int) -> Iterator[Item]:
    """A part of a bar: the first is full, the second hatched and framed, so that no colour is needed."""
    tone = TONES[place % len(TONES)]
    x, y, width, height = (round(value, 1) for value in (x, y, width, height))
    if place % 2 == 0:
        yield Box(x=x, y=y, width=width, height=height, tone=tone)
        return
    right, bottom = x + width, y + height
    frame = ((x, y), (right, y), (right, bottom), (x, bottom), (x, y))
    yield Strokes(lines=(frame, *hatched(x, y, right, bottom)), tone=tone, width=1.2)


def hatched(
    left: float, top: float, right: float, bottom: float
) -> Iterator[tuple[tuple[float, float], ...]]:
    """Slanting lines inside a rectangle."""
    reach = bottom - top
    offset = HATCH
    while offset < right - left + reach:
        start, end = left + offset, left + offset - reach
        x1, y1 = (start, top) if start <= right else (right, top + (start - right))
        x2, y2 = (end, bottom) if end >= left else (left, bottom - (left - end))
        yield (round(x1, 1), round(y1, 1)), (round(x2, 1), round(y2, 1))
        offset += HATCH


def explained(legend: Sequence[str], left: float, layout: Layout) -> Iterator[Item]:
    """What the parts are."""
    x, size = left, layout.letters
    for place, word in enumerate(legend):
        yield from bar_part(x, size * 0.3, size * 1.3, size, place)
        yield Words(x=x + size * 1.7, y=size * 1.15, text=word, size=size)
        x += size * (2.8 + len(word) * SIGN_WIDTH)


def centred(x: float, y: float, text: str, size: float) -> Words:
    return Words(x=x, y=y, text=text, size=size, align=PictureAlign.CENTRE, tone=Tone.SOFT)
