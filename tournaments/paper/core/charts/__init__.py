"""Pictures of numbers as lines, bars, marks and words: drawn once, shown as SVG and on paper. Plain Python without Django."""

from tournaments.paper.core.charts.bars import Bar, bar_chart, row_chart
from tournaments.paper.core.charts.dots import DotColumn, dot_chart
from tournaments.paper.core.charts.lines import LineCourse, line_chart
from tournaments.paper.core.charts.picture import (
    NARROW,
    WIDE,
    Box,
    Dash,
    Layout,
    Mark,
    MarkShape,
    Picture,
    PictureAlign,
    Strokes,
    Tone,
    Words,
)

__all__ = [
    "NARROW",
    "WIDE",
    "Bar",
    "Box",
    "Dash",
    "DotColumn",
    "Layout",
    "LineCourse",
    "Mark",
    "MarkShape",
    "Picture",
    "PictureAlign",
    "Strokes",
    "Tone",
    "Words",
    "bar_chart",
    "dot_chart",
    "line_chart",
    "row_chart",
]
