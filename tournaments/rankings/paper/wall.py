"""Draws the standings for the wall: large lines, as many pages as it takes, the same head on each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.paper import fonts
from tournaments.paper.ink import MM, Align, Colour, Pen, TagRole
from tournaments.rankings.words.wall import SERIES_MM, PlaceFacts, WallFacts

MARGIN, HEAD, HEADINGS, FOOT, ROW = 12 * MM, 27 * MM, 8 * MM, 9 * MM, 9.6 * MM
RANK, START, GAMES, AUGEN, POINTS = 17 * MM, 10 * MM, 13 * MM, 19 * MM, 21 * MM
SERIES = SERIES_MM * MM
GAP = 2 * MM  # between the points of two series: three digits beside three read as one number without it
LEAST_FOR_NAMES = 17 * MM  # narrower, and a name is only its first letters
ROOM = A4[1] - 2 * MARGIN - HEAD - HEADINGS - FOOT
MOST_GROWN, NAME_LEAST = 2.2, 9  # times a line may be as tall as usual; points of a name on two lines


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


def wall_columns(facts: WallFacts) -> Columns:
    left, right = MARGIN, A4[0] - MARGIN
    augen = right - POINTS
    games = augen - (AUGEN if facts.augen else 0)
    widths = [width * MM for _heading, width in facts.figures]
    first = games - GAMES - SERIES * len(facts.series) - sum(widths)
    start = left + RANK + (START if facts.numbered else 0)
    name = start + 3 * MM
    behind = first + SERIES * len(facts.series)
    assert first - name > LEAST_FOR_NAMES, "too many columns: no room is left for names"
    return Columns(
        left=left,
        start=start,
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
    columns = wall_columns(facts)
    pages, grown = wall_pages(facts, columns)
    for number, places in enumerate(pages, 1):
        pen = Pen()
        top = A4[1] - MARGIN
        draw_wall_head(pen, facts, columns, top)
        y = top - HEAD - HEADINGS
        with pen.tell(TagRole.TABLE):
            with pen.row():
                draw_ranking_columns(pen, facts, columns, y)
            for place, height in places:
                y -= height
                with pen.row():
                    draw_place(pen, facts, columns, place, y, height, grown)
        draw_wall_foot(pen, facts, f"{number}/{len(pages)}")
        yield pen


def draw_wall_head(pen: Pen, facts: WallFacts, columns: Columns, top: float) -> None:
    left, right = columns.left, A4[0] - MARGIN
    pen.fill(left, top - 17 * MM, right - left, 17 * MM, Colour.FELT)
    room = right - left - 60 * MM
    with pen.heading():
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
    pen.block(left, top - 18 * MM, 92 * MM, 8.6 * MM, facts.event, size=15)
    pen.fitted(right, top - 21.6 * MM, facts.where, 90 * MM, size=10.5, align=Align.RIGHT)
    if facts.note:
        pen.fitted(right, top - 26.4 * MM, facts.note, 90 * MM, size=10, bold=True, align=Align.RIGHT)


def draw_ranking_columns(pen: Pen, facts: WallFacts, columns: Columns, bottom: float) -> None:
    base = bottom + 2.2 * MM
    names = [
        (columns.left + RANK - 4 * MM, _("Rang"), RANK),
        *([(columns.start, _("Nr."), START)] if facts.numbered else []),
        (columns.name, facts.named or _("Name"), 0),
        *((x, name, SERIES - 1 * MM) for x, name in zip(columns.series, facts.series, strict=True)),
        *(
            (x, name, (width - 1) * MM)
            for x, (name, width) in zip(columns.figures, facts.figures, strict=True)
        ),
        (columns.games, facts.counted or _("Spiele"), GAMES),
        *([(columns.augen, _("Augen"), AUGEN)] if facts.augen else []),
        (columns.right, _("Punkte"), POINTS),
    ]
    for x, name, room in names:
        with pen.head():
            if room:
                pen.fitted(x, base, name, room, size=9, smallest=8, bold=True, align=Align.RIGHT)
            else:
                pen.text(x, base, name, size=9, bold=True)
    pen.rule(columns.left, bottom, A4[0] - MARGIN, bottom, width=1.6, colour=Colour.INK)


def line_height(place: PlaceFacts, room: float) -> float:
    """What a line needs: a name that is too long for two lines of the usual height makes it taller."""
    name = fonts.fit(place.name, room, size=13, smallest=9, lines=2, bold=True)
    if name.size < NAME_LEAST:
        name = fonts.fit(place.name, room, size=9, smallest=8, lines=8, bold=True)
    club = fonts.fit(place.belongs, room, size=8, smallest=8, lines=8) if place.belongs else None
    below = len(club.lines) * 8 * 1.15 + 1.4 * MM if club else 0.6 * MM
    return float(max(ROW, (len(name.lines) * 1.14 + 0.2) * name.size + below + 1 * MM))


def wall_pages(facts: WallFacts, columns: Columns) -> tuple[list[list[tuple[PlaceFacts, float]]], float]:
    """The lines of each page with their heights; what fits on one page grows until it fills it, and by how much."""
    pages: list[list[tuple[PlaceFacts, float]]] = [[]]
    used = 0.0
    for place in facts.places:
        height = line_height(place, columns.name_room)
        if pages[-1] and used + height > ROOM:
            pages.append([])
            used = 0.0
        pages[-1].append((place, height))
        used += height
    if len(pages) == 1 and used:
        grown = min(MOST_GROWN, ROOM / used)
        return [[(place, height * grown) for place, height in pages[0]]], grown
    return pages, 1.0


def draw_place(
    pen: Pen, facts: WallFacts, columns: Columns, place: PlaceFacts, y: float, height: float, grown: float
) -> None:
    """One player: rank, name and points can be read from two steps away, from further where there are few."""
    right = A4[0] - MARGIN
    wider = min(1.2, grown)  # as far as columns of numbers can grow
    if place.first_three:
        pen.fill(columns.left, y, right - columns.left, height, Colour.WON)
    pen.rule(columns.left, y, right, y, width=0.5)
    base = y + height / 2 - 1.4 * MM * wider
    under = base - 2.3 * MM * wider
    lift = 1.2 * MM
    rank = base + (lift if place.shared else 0)
    with pen.head(down=True):
        pen.text(
            columns.left + RANK - 4 * MM, rank, place.rank, size=17 * wider, bold=True, align=Align.RIGHT
        )
        if place.shared:
            pen.text(columns.left + RANK - 4 * MM, under, _("gleich"), size=8, align=Align.RIGHT)
    if facts.numbered:
        number = place.start_number
        with pen.cell():
            pen.text(columns.start, base, number, size=11 * wider, align=Align.RIGHT, colour=Colour.SOFT)
    with pen.cell():
        draw_ranked_name(pen, columns, place, y, height, grown)
    for x, text in zip(columns.series, place.series, strict=True):
        with pen.cell():
            pen.fitted(x, base, text, SERIES - GAP, size=12 * wider, align=Align.RIGHT)
    for x, (_heading, width), text in zip(columns.figures, facts.figures, place.figures, strict=True):
        with pen.cell():
            pen.fitted(x, base, text, width * MM - 1, size=12 * wider, align=Align.RIGHT)
    with pen.cell():
        at = base + (lift if place.each else 0)
        pen.text(columns.games, at, place.games, size=10.5 * wider, align=Align.RIGHT, colour=Colour.SOFT)
        pen.text(columns.games, under, place.each, size=8, align=Align.RIGHT, colour=Colour.SOFT)
    if facts.augen:
        at = base + (lift if place.decides else 0)
        with pen.cell():
            pen.text(
                columns.augen, at, place.augen, size=12 * wider, bold=bool(place.decides), align=Align.RIGHT
            )
            pen.fitted(columns.augen, under, place.decides, AUGEN, size=8, align=Align.RIGHT)
    with pen.cell():
        pen.fitted(
            columns.right, base, place.points, POINTS - 3 * MM, size=18 * wider, bold=True, align=Align.RIGHT
        )


def draw_ranked_name(
    pen: Pen, columns: Columns, place: PlaceFacts, y: float, height: float, grown: float
) -> None:
    """Who it is, and below where he belongs."""
    club = fonts.fit(place.belongs, columns.name_room, size=8 * grown**0.5, smallest=8, lines=8)
    below = len(club.lines) * club.size * 1.15 + 1.4 * MM if place.belongs else 0.6 * MM
    air = 0.5 * MM * grown
    pen.block(
        columns.name, y + height - air, columns.name_room, height - air - below, place.name,
        size=13 * grown, down=0.6 if place.belongs else 0.5,
    )  # fmt: skip
    if place.belongs:
        pen.block(
            columns.name, y + below, columns.name_room, below - 0.3 * MM, place.belongs,
            size=8 * grown**0.5, font=fonts.PLAIN, colour=Colour.SOFT, leading=1.1, down=0,
        )  # fmt: skip


def draw_wall_foot(pen: Pen, facts: WallFacts, page: str) -> None:
    left, right = MARGIN, A4[0] - MARGIN
    pen.rule(left, MARGIN + 6.4 * MM, right, MARGIN + 6.4 * MM, width=1.0, colour=Colour.INK)
    pen.fitted(left, MARGIN + 2.8 * MM, facts.order, right - left - 30 * MM, size=8.5, smallest=8)
    pen.text(left, MARGIN - 0.6 * MM, facts.state, size=8.5, colour=Colour.SOFT)
    text = _("Seite {page}").format(page=page)
    pen.text(right, MARGIN + 2 * MM, text, size=11, bold=True, align=Align.RIGHT)
