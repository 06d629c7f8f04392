"""Draws the standings for the wall: large lines, as many pages as it takes, the same head on each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.paper.ink import MM, Align, Colour, Pen
from tournaments.rankings.words.wall import SERIES_MM, PlaceFacts, WallFacts

MARGIN, HEAD, HEADINGS, FOOT, ROW = 12 * MM, 27 * MM, 8 * MM, 9 * MM, 9.6 * MM
RANK, START, GAMES, AUGEN, POINTS = 17 * MM, 10 * MM, 13 * MM, 19 * MM, 21 * MM
SERIES = SERIES_MM * MM
LEAST_FOR_NAMES = 17 * MM  # narrower, and a name is only its first letters
PER_PAGE = int((A4[1] - 2 * MARGIN - HEAD - HEADINGS - FOOT) / ROW)


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The right edge of each column of numbers, and the room for names."""

    left: float
    start: float
    name: float
    name_room: float
    series: tuple[float, ...]
    figures: tuple[float, ...]
    games: float
    augen: float
    right: float


def columns_of(facts: WallFacts) -> Columns:
    left, right = MARGIN, A4[0] - MARGIN
    augen = right - POINTS
    games = augen - (AUGEN if facts.augen else 0)
    widths = [width * MM for _heading, width in facts.figures]
    first = games - GAMES - SERIES * len(facts.series) - sum(widths)
    name = left + RANK + START + 3 * MM
    behind = first + SERIES * len(facts.series)
    assert first - name > LEAST_FOR_NAMES, "too many columns: no room is left for names"
    return Columns(
        left=left,
        start=left + RANK + START,
        name=name,
        name_room=first - name - 1 * MM,
        series=tuple(first + SERIES * step for step in range(1, len(facts.series) + 1)),
        figures=tuple(behind + sum(widths[: step + 1]) for step in range(len(widths))),
        games=games,
        augen=augen,
        right=right - 2 * MM,
    )


def draw_standings(facts: WallFacts) -> Iterator[Pen]:
    """The pages; an empty field has one that says so."""
    columns = columns_of(facts)
    pages = [facts.places[start : start + PER_PAGE] for start in range(0, len(facts.places), PER_PAGE)] or [
        ()
    ]
    for number, places in enumerate(pages, 1):
        pen = Pen()
        top = A4[1] - MARGIN
        draw_head(pen, facts, columns, top)
        draw_headings(pen, facts, columns, top - HEAD - HEADINGS)
        y = top - HEAD - HEADINGS
        for place in places:
            y -= ROW
            draw_place(pen, facts, columns, place, y)
        draw_foot(pen, facts, f"{number}/{len(pages)}")
        yield pen


def draw_head(pen: Pen, facts: WallFacts, columns: Columns, top: float) -> None:
    left, right = columns.left, A4[0] - MARGIN
    pen.fill(left, top - 17 * MM, right - left, 17 * MM, Colour.FELT)
    room = right - left - 60 * MM
    pen.fitted(
        left + 4 * MM,
        top - 11.8 * MM,
        facts.title,
        room,
        size=27,
        smallest=14,
        bold=True,
        colour=Colour.ON_FELT,
    )
    pen.text(right - 4 * MM, top - 11.4 * MM, "♣ ♠ ♥ ♦", size=22, align=Align.RIGHT, colour=Colour.ON_FELT)
    pen.fitted(left, top - 23.6 * MM, facts.event, 92 * MM, size=15, smallest=8, bold=True)
    pen.fitted(right, top - 22 * MM, facts.where, 90 * MM, size=10.5, smallest=7, align=Align.RIGHT)
    if facts.note:
        pen.fitted(
            right, top - 26.4 * MM, facts.note, 90 * MM, size=10, smallest=7, bold=True, align=Align.RIGHT
        )


def draw_headings(pen: Pen, facts: WallFacts, columns: Columns, bottom: float) -> None:
    base = bottom + 2.2 * MM
    pen.text(columns.left + RANK - 4 * MM, base, _("Rang"), size=9, bold=True, align=Align.RIGHT)
    pen.text(columns.start, base, _("Nr."), size=9, bold=True, align=Align.RIGHT)
    pen.text(columns.name, base, _("Name"), size=9, bold=True)
    for x, name in zip(columns.series, facts.series, strict=True):
        room = SERIES - 1 * MM
        pen.fitted(x, base, name, room, size=9, smallest=5, bold=True, align=Align.RIGHT)
    for x, (heading, width) in zip(columns.figures, facts.figures, strict=True):
        pen.fitted(x, base, heading, (width - 1) * MM, size=9, smallest=5, bold=True, align=Align.RIGHT)
    pen.text(columns.games, base, facts.counted or _("Spiele"), size=9, bold=True, align=Align.RIGHT)
    if facts.augen:
        pen.text(columns.augen, base, _("Augen"), size=9, bold=True, align=Align.RIGHT)
    pen.text(columns.right, base, _("Punkte"), size=9, bold=True, align=Align.RIGHT)
    pen.rule(columns.left, bottom, A4[0] - MARGIN, bottom, width=1.6, colour=Colour.INK)


def draw_place(pen: Pen, facts: WallFacts, columns: Columns, place: PlaceFacts, y: float) -> None:
    """One player: rank, name and points can be read from two steps away."""
    right = A4[0] - MARGIN
    if place.first_three:
        pen.fill(columns.left, y, right - columns.left, ROW, Colour.WON)
    pen.rule(columns.left, y, right, y, width=0.5)
    base = y + 3.1 * MM
    lifted = base + (0.9 * MM if place.shared else 0)
    pen.text(columns.left + RANK - 4 * MM, lifted, place.rank, size=17, bold=True, align=Align.RIGHT)
    if place.shared:
        pen.text(columns.left + RANK - 4 * MM, y + 1 * MM, _("gleich"), size=7, align=Align.RIGHT)
    pen.text(columns.start, base, place.start_number, size=11, align=Align.RIGHT, colour=Colour.SOFT)
    lift = 1.6 * MM if place.belongs else 0
    pen.fitted(columns.name, base + lift, place.name, columns.name_room, size=13, smallest=7, bold=True)
    pen.fitted(
        columns.name, y + 1.2 * MM, place.belongs, columns.name_room, size=8, smallest=6, colour=Colour.SOFT
    )
    for x, text in zip(columns.series, place.series, strict=True):
        pen.text(x, base, text, size=12, align=Align.RIGHT)
    for x, text in zip(columns.figures, place.figures, strict=True):
        pen.text(x, base, text, size=12, align=Align.RIGHT)
    lift = 0.9 * MM if place.each else 0
    pen.text(columns.games, base + lift, place.games, size=10.5, align=Align.RIGHT, colour=Colour.SOFT)
    pen.text(columns.games, y + 1 * MM, place.each, size=7, align=Align.RIGHT, colour=Colour.SOFT)
    if facts.augen:
        lift = 0.9 * MM if place.decides else 0
        pen.text(
            columns.augen, base + lift, place.augen, size=12, bold=bool(place.decides), align=Align.RIGHT
        )
        pen.text(columns.augen, y + 1 * MM, place.decides, size=7, align=Align.RIGHT)
    pen.text(columns.right, base, place.points, size=18, bold=True, align=Align.RIGHT)


def draw_foot(pen: Pen, facts: WallFacts, page: str) -> None:
    left, right = MARGIN, A4[0] - MARGIN
    pen.rule(left, MARGIN + 6.4 * MM, right, MARGIN + 6.4 * MM, width=1.0, colour=Colour.INK)
    pen.fitted(left, MARGIN + 2.8 * MM, facts.order, right - left - 30 * MM, size=8.5, smallest=6)
    pen.text(left, MARGIN - 0.6 * MM, facts.state, size=8.5, colour=Colour.SOFT)
    text = _("Seite {page}").format(page=page)
    pen.text(right, MARGIN + 2 * MM, text, size=11, bold=True, align=Align.RIGHT)
