"""A picture as SVG: classes for tones, no style, a title and a description for whoever does not see it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape as escaped
from typing import assert_never

from django.utils.safestring import SafeString, mark_safe

from tournaments.paper.core.charts import Box, Dash, Mark, MarkShape, Picture, PictureAlign, Strokes, Words
from tournaments.paper.core.charts.picture import Item, Point

DASHES = {Dash.SOLID: "", Dash.LONG: ' stroke-dasharray="9 5"', Dash.DOTS: ' stroke-dasharray="2 4"'}


def svg(picture: Picture, *, name: str, kind: str = "") -> SafeString:
    """`name` makes the ids of one page different; `kind` is a class of its own."""
    ids = f"{name}-t", f"{name}-d"
    head = (
        f'<svg class="chart {kind}" viewBox="0 0 {picture.width:g} {picture.height:g}" role="img" '
        f'aria-labelledby="{ids[0]} {ids[1]}" xmlns="http://www.w3.org/2000/svg">'
        f'<title id="{ids[0]}">{escape(picture.title)}</title>'
        f'<desc id="{ids[1]}">{escape(picture.description)}</desc>'
    )
    return mark_safe(head + "".join(map(item_svg, picture.items)) + "</svg>")  # noqa: S308 - every text is escaped here


def escape(text: str) -> str:
    """What people typed, without the signs that no document can hold."""
    return escaped("".join(sign for sign in text if sign.isprintable()))


def item_svg(item: Item) -> str:
    match item:
        case Strokes():
            way = "".join(map(path_data, item.lines))
            tone, dash = item.tone.value, DASHES[item.dash]
            return (
                f'<path class="chart-l chart-{tone}" stroke-width="{item.width:g}"{dash} d="{way}"/>'
                if way
                else ""
            )
        case Box():
            return (
                f'<rect class="chart-f chart-{item.tone.value}" x="{item.x:g}" y="{item.y:g}" '
                f'width="{item.width:g}" height="{item.height:g}"/>'
            )
        case Mark():
            return mark_svg(item)
        case Words():
            bold = ' font-weight="600"' if item.bold else ""
            anchor = "" if item.align is PictureAlign.LEFT else f' text-anchor="{item.align.value}"'
            return (
                f'<text class="chart-t chart-{item.tone.value}" x="{item.x:g}" y="{item.y:g}" '
                f'font-size="{item.size:g}"{anchor}{bold}>{escape(item.text)}</text>'
            )


def path_data(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def mark_svg(item: Mark) -> str:
    tone = item.tone.value
    if item.shape in (MarkShape.DISC, MarkShape.RING):
        kind = "chart-f" if item.shape is MarkShape.DISC else "chart-o"
        return f'<circle class="{kind} chart-{tone}" cx="{item.x:g}" cy="{item.y:g}" r="{item.size:g}"/>'
    return f'<path class="chart-f chart-{tone}" d="{path_data(corners(item))}Z"/>'


def corners(item: Mark) -> list[Point]:
    """The corners of a mark that has some; paper draws the same."""
    x, y, size = item.x, item.y, item.size
    match item.shape:
        case MarkShape.SQUARE:
            size *= 0.9
            found = [(x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)]
        case MarkShape.TRIANGLE:
            found = [
                (x, y - size * 1.25),
                (x + size * 1.15, y + size * 0.85),
                (x - size * 1.15, y + size * 0.85),
            ]
        case MarkShape.DIAMOND | MarkShape.DISC | MarkShape.RING:  # round ones have no corners of their own
            size *= 1.3
            found = [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]
        case unknown:
            assert_never(unknown)
    return [(round(a, 1), round(b, 1)) for a, b in found]
