"""Certificates: who won what, where and when, in one sentence; framed as one would hang it up, upright or across."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.paper import fonts
from tournaments.paper.card_pen import CardPen
from tournaments.paper.ink import MM, Align, Colour

EDGE, INSIDE, FOOT, ABOVE = 13 * MM, 16 * MM, 42 * MM, 8 * MM
SUITS = (("♣", False, True), ("♠", True, True), ("♥", False, False), ("♦", True, False))


class Design(Enum):
    """How a certificate is dressed."""

    FRAME = "rahmen"  # lines of felt and brass, a suit in each corner
    BAND = "band"  # a band of felt along one side
    PLAIN = "schlicht"  # nothing but letters, for paper that is printed already


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateFacts:
    """One certificate. Read from top to bottom it is one sentence."""

    event: str
    names: tuple[str, ...]  # each on a line of its own: one, or the two of a tandem
    members: tuple[str, ...]  # of a team or a club
    belongs: str
    sentence: str  # "belegt in der Einzelwertung mit 612 Punkten den"
    place: str  # "1. Platz"
    where: str
    signers: tuple[str, ...]
    emblem: bytes = b""  # the club's, a picture


def draw_certificates(
    certificates: Sequence[CertificateFacts], *, design: Design = Design.FRAME, across: bool = False
) -> Iterator[CardPen]:
    for one in certificates:
        pen = CardPen((A4[1], A4[0]) if across else A4)
        left = EDGE + INSIDE
        if design is Design.FRAME:
            draw_frame(pen)
        elif design is Design.BAND:
            left = draw_band(pen) + INSIDE
        CertificatePage(pen, one, left, pen.size[0] - EDGE - INSIDE).draw()
        yield pen


def draw_frame(pen: CardPen) -> None:
    """A line of felt, two of brass, and a suit in each corner."""
    width, height = pen.size
    for inset, line, colour in (
        (0, 3.0, Colour.FELT),
        (2.4 * MM, 0.7, Colour.BRASS),
        (3.6 * MM, 0.7, Colour.BRASS),
    ):
        at = EDGE + inset
        pen.frame(at, at, width - 2 * at, height - 2 * at, line=line, colour=colour)
    room, near = 15 * MM, EDGE + 3.6 * MM
    for suit, right, top in SUITS:
        x = width - near - room if right else near
        y = height - near - room if top else near
        pen.fill(x, y, room, room, Colour.WASH)
        pen.frame(x, y, room, room, line=0.7, colour=Colour.BRASS)
        pen.text(x + room / 2, y + 4.6 * MM, suit, size=26, align=Align.CENTRE, colour=Colour.FELT)


def draw_band(pen: CardPen) -> float:
    """A band of felt with the four suits; returns where it ends."""
    height, width = pen.size[1], 26 * MM
    pen.fill(0, 0, width, height, Colour.FELT)
    pen.fill(width, 0, 1.2 * MM, height, Colour.BRASS)
    for number, (suit, _right, _top) in enumerate(SUITS, 1):
        y = height * number / 5 - 6 * MM
        pen.text(width / 2, y, suit, size=40, align=Align.CENTRE, colour=Colour.ON_FELT)
    return width


class CertificatePage:
    """One certificate between two edges: boxes from the top down, each with its share of the height."""

    def __init__(self, pen: CardPen, one: CertificateFacts, left: float, right: float) -> None:
        self.pen, self.one, self.left, self.room = pen, one, left, right - left
        self.height = (pen.size[1] - 2 * EDGE - FOOT - ABOVE) / 0.85  # what the boxes share
        self.y = pen.size[1] - EDGE - ABOVE

    def box(
        self, text: str, share: float, *, size: float, font: str = fonts.DISPLAY, colour: Colour = Colour.INK
    ) -> None:
        """A text in the middle of the next box, as large as it fits."""
        height = self.height * share
        if text:
            self.pen.block(
                self.left, self.y, self.room, height, text,
                size=size, smallest=9, font=font, align=Align.CENTRE, colour=colour, leading=1.1,
            )  # fmt: skip
        self.y -= height

    def draw(self) -> None:
        one = self.one
        if one.emblem:
            side = self.height * 0.13
            self.pen.picture(
                self.left + self.room / 2 - side, self.y - side, 2 * side, side, one.emblem, alt=_("Wappen")
            )
            self.y -= side
        left = 0.13 if one.emblem else 0.0
        with self.pen.heading():
            self.box(_("Urkunde"), 0.13 - left * 0.15, size=60, colour=Colour.FELT)
        self.y -= self.height * 0.03
        self.box(one.event, 0.1 - left * 0.2, size=24)
        self.ornament(0.05 - left * 0.1)
        each = (0.2 - left * 0.35) / max(1, len(one.names))
        for name in one.names:
            self.box(name, each, size=38)
        self.box(" · ".join(one.members), 0.07 if one.members else 0.0, size=14, font=fonts.PLAIN)
        self.box(one.belongs, 0.04, size=14, font=fonts.PLAIN, colour=Colour.SOFT)
        self.box(one.sentence, 0.09 - left * 0.15, size=17, font=fonts.PLAIN)
        self.box(one.place, 0.1 - left * 0.05, size=46, colour=Colour.BRASS)
        self.y = EDGE + FOOT - 2 * MM
        self.box(one.where, 10 * MM / self.height, size=14, font=fonts.PLAIN)
        self.signers()

    def ornament(self, share: float) -> None:
        """A rule that leaves room for the four suits in its middle."""
        height, centre = self.height * share, self.left + self.room / 2
        y = self.y - height / 2
        for x1, x2 in ((centre - 58 * MM, centre - 17 * MM), (centre + 17 * MM, centre + 58 * MM)):
            self.pen.rule(x1, y, x2, y, width=1.0, colour=Colour.BRASS)
        self.pen.text(centre, y - 1.6 * MM, "♣ ♠ ♥ ♦", size=14, align=Align.CENTRE, colour=Colour.BRASS)
        self.y -= height

    def signers(self) -> None:
        count, gap = max(1, len(self.one.signers)), 12 * MM
        width = min(56 * MM, (self.room - (count - 1) * gap) / count)
        x = self.left + self.room / 2 - (count * width + (count - 1) * gap) / 2
        for name in self.one.signers:
            self.pen.rule(x, EDGE + 18 * MM, x + width, EDGE + 18 * MM, width=0.8, colour=Colour.INK)
            self.pen.block(
                x, EDGE + 17 * MM, width, 5 * MM, name, size=10, font=fonts.PLAIN, align=Align.CENTRE, colour=Colour.SOFT
            )  # fmt: skip
            x += width + gap
