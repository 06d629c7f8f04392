"""Pictures of numbers as lines, bars, marks and words: drawn once, shown as SVG and on paper. Plain Python without Django."""

from tournaments.paper.core.charts.bars import Bar, bar_chart, row_chart
from tournaments.paper.core.charts.dots import Column, dot_chart
from tournaments.paper.core.charts.lines import Course, line_chart
from tournaments.paper.core.charts.picture import (
    NARROW,
    WIDE,
    Align,
    Box,
    Dash,
    Layout,
    Mark,
    Picture,
    Shape,
    Strokes,
    Tone,
    Words,
)

__all__ = [
    "NARROW",
    "WIDE",
    "Align",
    "Bar",
    "Box",
    "Column",
    "Course",
    "Dash",
    "Layout",
    "Mark",
    "Picture",
    "Shape",
    "Strokes",
    "Tone",
    "Words",
    "bar_chart",
    "dot_chart",
    "line_chart",
    "row_chart",
]
