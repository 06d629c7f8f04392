"""Charts of small numbers, item by item, as they were drawn once: tests/cases/charts.txt.

A picture is places on paper: whoever moves one on purpose looks at it and writes the file anew:
`python -m tests.tournaments.paper.drawings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tests.answers import CASES, keep_answers
from tournaments.paper.core.charts import (
    NARROW,
    WIDE,
    Bar,
    Box,
    Dash,
    DotColumn,
    Layout,
    LineCourse,
    Mark,
    Picture,
    PictureAlign,
    Strokes,
    Tone,
    Words,
    bar_chart,
    dot_chart,
    line_chart,
    row_chart,
)

FILE = CASES / "charts.txt"
SMALL = Layout(width=200, height=120, letters=10, names=60, comma=".")
COURSES = tuple(
    LineCourse(name=f"Probe{n} mit einem langen Namen {n}", values=values)
    for n, values in enumerate(
        (
            (3, 7, 12),
            (1, None, 4),
            (None, None, None),
            (5, 6, None),
            (12, 13, 13),
            (-4, 0, 13),
            (2, 2, 2),
            (8, 9, 1),
        )
    )
)


def bars(*parts: tuple[float, ...]) -> tuple[Bar, ...]:
    return tuple(Bar(name=f"Stab {n}", parts=one, words=f"{sum(one):g}") for n, one in enumerate(parts))


def pictures() -> Mapping[str, Picture]:
    said: dict[str, Any] = {"title": "Titel", "description": "Was es zeigt"}
    columns = (
        DotColumn(
            name="Serie 1",
            dots=(("Tisch 1", 31, False), ("Tisch 2", 44, False), ("Tisch 3", 90, True)),
            mean=55,
        ),
        DotColumn(
            name="Serie 2", dots=tuple((f"Tisch {n}", 40 + n // 4, n % 3 == 0) for n in range(14)), mean=41.5
        ),
        DotColumn(name="Serie 3", dots=(("Tisch 1", 12, False),), mean=12),
        DotColumn(name="Serie 4", dots=(), mean=30),
    )
    return {
        "bars, whole": bar_chart(WIDE, bars=bars((3, 2), (0, 4), (11,)), legend=("gut", "böse"), under="Spiele", **said),
        "bars, narrow with a level": bar_chart(NARROW, bars=bars(*[(n % 5 + 0.5,) for n in range(14)]), level=3.2, whole=False, **said),
        "bars below nothing": bar_chart(SMALL, bars=bars((-3, -2), (4, 1, 2)), **said),
        "bars, of names that want room": bar_chart(SMALL, bars=tuple(Bar(name=f"{n:05}", parts=(n,)) for n in range(5)), whole=False, **said),
        "no bars": bar_chart(SMALL, bars=(), level=2, **said),
        "rows": row_chart(WIDE, bars=bars((30, 12), (0, 7), (45, 3, 9)), legend=("früher", "später", "zuletzt"), **said),
        "rows of long names": row_chart(SMALL, bars=(Bar(name="Ein Name mit vielen Zeichen", parts=(2,), words="2 Spiele"),), **said),
        "rows of nothing": row_chart(SMALL, bars=(Bar(name="n", parts=(0,)),), **said),
        "no rows": row_chart(SMALL, bars=(), **said),
        "dots": dot_chart(WIDE, columns=columns, **said),
        "dots without room": dot_chart(SMALL, columns=columns, **said),
        "no dots": dot_chart(SMALL, columns=(), **said),
        "lines": line_chart(WIDE, columns=("S1", "S2", "S3"), meant=COURSES, others=COURSES[:2], caption="darunter", **said),
        "lines, narrow": line_chart(NARROW, columns=tuple(f"Serie {n}" for n in range(3)), meant=COURSES[:1], **said),
        "lines of one column": line_chart(SMALL, columns=("S1",), meant=(LineCourse(name="A", values=(4,)),), **said),
        "no lines": line_chart(SMALL, columns=(), meant=(), **said),
        "a crowd": line_chart(
            replace(SMALL, names=40), columns=("a", "b"), meant=(),
            others=tuple(LineCourse(name=str(n), values=(n % 7, n % 5)) for n in range(85)), **said,
        ),
    }  # fmt: skip


def number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def told(picture: Picture) -> Iterator[str]:
    yield f"{number(picture.width)} x {number(picture.height)} {picture.title}, {picture.description}, {picture.caption}"
    for item in picture.items:
        match item:
            case Words(x=x, y=y, text=text, size=size):
                look = f"{'' if item.align is PictureAlign.LEFT else ' ' + item.align.value}{' bold' if item.bold else ''}"
                look += "" if item.tone is Tone.INK else f" {item.tone.value}"
                yield f"words {number(x)} {number(y)} {number(size)}{look}: {text}"
            case Mark(x=x, y=y, size=size):
                yield f"{item.shape.value} {number(x)} {number(y)} {number(size)} {item.tone.value}"
            case Box(x=x, y=y, width=width, height=height):
                yield f"box {number(x)} {number(y)} {number(width)} {number(height)} {item.tone.value}"
            case Strokes(lines=lines):
                look = f"{item.tone.value} {number(item.width)}{'' if item.dash is Dash.SOLID else ' ' + item.dash.name}"
                paths = (" ".join(f"{number(x)},{number(y)}" for x, y in line) for line in lines)
                yield f"lines {look}: {' | '.join(paths)}"


def main() -> None:
    head = "Charts item by item; written by python -m tests.tournaments.paper.drawings"
    keep_answers(FILE, head, {name: told(one) for name, one in pictures().items()})


if __name__ == "__main__":
    main()
