"""The statistics on paper: two pictures a page, each with the sentence that says what it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.paper import fonts
from tournaments.paper.chart import PicturePen
from tournaments.paper.core.charts import WIDE, Picture
from tournaments.paper.document import Part, pdf
from tournaments.paper.ink import MM, Align, Colour, Pen, TagRole
from tournaments.paper.words import days, moment_of
from tournaments.rankings.selectors.statistics import Statistics
from tournaments.rankings.words.statistics import Chosen, pictures

MARGIN, HEAD, SIDE = 12 * MM, 27 * MM, A4[0] - 24 * MM
PER_PAGE, ROOM = 2, 122 * MM
HIGHEST = 98 * MM  # a picture that would be higher is drawn narrower


def statistics_pdf(what: Statistics, chosen: Chosen, *, state: str, now: datetime) -> bytes:
    """All pictures for the wall; `state` says what they know."""
    drawn = [picture for _name, picture in pictures(what, chosen, WIDE)]
    name = what.tournament.name
    title = _("Statistik")
    return pdf(
        [Part(name=title, pages=statistics_pages(what, drawn, state, now))],
        title=f"{name}: {title}",
        author=name,
        subject=title,
        now=now,
    )


def statistics_pages(what: Statistics, drawn: Sequence[Picture], state: str, now: datetime) -> Iterator[Pen]:
    groups = [drawn[start : start + PER_PAGE] for start in range(0, len(drawn), PER_PAGE)] or [()]
    for number, group in enumerate(groups, 1):
        pen = PicturePen()
        draw_statistics_head(pen, what)
        y = A4[1] - MARGIN - HEAD - 4 * MM
        for picture in group:
            hang(pen, picture, y)
            y -= ROOM
        if not drawn:
            pen.text(MARGIN, y, _("Noch kein Spiel ist eingetragen."), size=13)
        foot(pen, state, f"{number}/{len(groups)}", now)
        yield pen


def hang(pen: PicturePen, picture: Picture, y: float) -> None:
    """A heading, the picture, and what it shows in a sentence."""
    with pen.tell(TagRole.SUBHEADING):
        pen.fitted(MARGIN, y - 4 * MM, picture.title, SIDE, size=15, smallest=9, bold=True)
    width = min(SIDE, HIGHEST / picture.height * picture.width)
    height = pen.picture(picture, MARGIN, y - 8 * MM, width)
    pen.fitted(
        MARGIN,
        y - 8 * MM - height - 5 * MM,
        picture.description,
        SIDE,
        size=9,
        smallest=7,
        lines=3,
        colour=Colour.SOFT,
    )


def draw_statistics_head(pen: Pen, what: Statistics) -> None:
    left, right, top = MARGIN, A4[0] - MARGIN, A4[1] - MARGIN
    tournament = what.tournament
    pen.fill(left, top - 17 * MM, right - left, 17 * MM, Colour.FELT)
    with pen.heading():
        pen.text(left + 4 * MM, top - 11.8 * MM, _("Statistik"), size=27, bold=True, colour=Colour.ON_FELT)
    pen.text(right - 4 * MM, top - 11.4 * MM, "♣ ♠ ♥ ♦", size=22, align=Align.RIGHT, colour=Colour.ON_FELT)
    pen.block(left, top - 18 * MM, 104 * MM, 8.6 * MM, tournament.name, size=15)
    where = " · ".join(filter(None, (tournament.place, days(tournament.starts_on, tournament.ends_on))))
    pen.block(
        right - 76 * MM, top - 18 * MM, 76 * MM, 8.6 * MM, where, size=10.5, font=fonts.PLAIN, align=Align.RIGHT
    )  # fmt: skip


def foot(pen: Pen, state: str, page: str, now: datetime) -> None:
    left, right = MARGIN, A4[0] - MARGIN
    pen.rule(left, MARGIN + 4 * MM, right, MARGIN + 4 * MM, width=1.0, colour=Colour.INK)
    said = fonts.clean(" · ".join(filter(None, (state, _("Stand {moment}").format(moment=moment_of(now))))))
    pen.text(left, MARGIN - 0.6 * MM, said, size=8.5, colour=Colour.SOFT)
    text = _("Seite {page}").format(page=page)
    pen.text(right, MARGIN - 0.6 * MM, text, size=10, bold=True, align=Align.RIGHT)
