"""Certificates: who won what, where and when; framed as one would hang it up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.paper.card_pen import CardPen
from tournaments.paper.ink import MM, Align, Colour, Pen

EDGE = 13 * MM
CENTRE = A4[0] / 2
INNER = A4[0] - 2 * EDGE - 26 * MM


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateFacts:
    """One certificate."""

    event: str
    place: str  # "1. Platz"
    ranking: str  # "Einzelwertung", "Tandem", "Damen"
    name: str
    members: tuple[str, ...]  # of a tandem or a team
    belongs: str
    result: str
    where: str
    signers: tuple[str, ...]


def draw_certificates(certificates: Sequence[CertificateFacts]) -> Iterator[Pen]:
    for one in certificates:
        pen = CardPen()
        draw_frame(pen)
        draw_certificate(pen, one)
        yield pen


def draw_frame(pen: CardPen) -> None:
    """A line of felt, a line of brass, and a suit in each corner."""
    for inset, line, colour in (
        (0, 3.0, Colour.FELT),
        (2.4 * MM, 0.7, Colour.BRASS),
        (3.6 * MM, 0.7, Colour.BRASS),
    ):
        at = EDGE + inset
        pen.frame(at, at, A4[0] - 2 * at, A4[1] - 2 * at, line=line, colour=colour)
    room, near = 17 * MM, EDGE + 3.6 * MM
    for suit, right, top in (("♣", False, True), ("♠", True, True), ("♥", False, False), ("♦", True, False)):
        x = A4[0] - near - room if right else near
        y = A4[1] - near - room if top else near
        pen.fill(x, y, room, room, Colour.WASH)
        pen.frame(x, y, room, room, line=0.7, colour=Colour.BRASS)
        pen.text(x + room / 2, y + 5.2 * MM, suit, size=30, align=Align.CENTRE, colour=Colour.FELT)


def draw_certificate(pen: CardPen, one: CertificateFacts) -> None:
    top = A4[1] - EDGE
    pen.display(CENTRE, top - 44 * MM, _("Urkunde"), INNER, size=64, align=Align.CENTRE, colour=Colour.FELT)
    ornament(pen, top - 54 * MM)
    y = pen.display(
        CENTRE, top - 71 * MM, one.event, INNER, size=25, smallest=12, lines=2, align=Align.CENTRE
    )
    pen.fitted(
        CENTRE, y - 14 * MM, one.ranking, INNER, size=19, smallest=9, align=Align.CENTRE, colour=Colour.SOFT
    )
    pen.display(
        CENTRE,
        top - 118 * MM,
        one.place,
        INNER,
        size=46,
        smallest=20,
        align=Align.CENTRE,
        colour=Colour.BRASS,
    )
    y = pen.display(
        CENTRE, top - 141 * MM, one.name, INNER, size=36, smallest=15, lines=2, align=Align.CENTRE
    )
    for name in one.members:
        y -= 9 * MM
        pen.fitted(CENTRE, y, name, INNER, size=17, smallest=9, bold=True, align=Align.CENTRE)
    if one.belongs:
        pen.fitted(
            CENTRE,
            y - 9 * MM,
            one.belongs,
            INNER,
            size=14,
            smallest=8,
            align=Align.CENTRE,
            colour=Colour.SOFT,
        )
        y -= 9 * MM
    pen.fitted(
        CENTRE, min(y - 13 * MM, top - 168 * MM), one.result, INNER, size=15, smallest=8, align=Align.CENTRE
    )
    ornament(pen, EDGE + 66 * MM)
    pen.fitted(CENTRE, EDGE + 53 * MM, one.where, INNER, size=14, smallest=8, align=Align.CENTRE)
    draw_signers(pen, one)


def ornament(pen: Pen, y: float) -> None:
    """A rule that leaves room for the four suits in its middle."""
    for x1, x2 in ((CENTRE - 62 * MM, CENTRE - 17 * MM), (CENTRE + 17 * MM, CENTRE + 62 * MM)):
        pen.rule(x1, y, x2, y, width=1.0, colour=Colour.BRASS)
    pen.text(CENTRE, y - 1.6 * MM, "♣ ♠ ♥ ♦", size=14, align=Align.CENTRE, colour=Colour.BRASS)


def draw_signers(pen: Pen, one: CertificateFacts) -> None:
    signers = one.signers or ("",)
    width, gap = 60 * MM, 14 * MM
    x = CENTRE - (len(signers) * width + (len(signers) - 1) * gap) / 2
    for name in signers:
        pen.rule(x, EDGE + 27 * MM, x + width, EDGE + 27 * MM, width=0.8, colour=Colour.INK)
        pen.fitted(
            x + width / 2,
            EDGE + 22 * MM,
            name,
            width,
            size=10,
            smallest=7,
            align=Align.CENTRE,
            colour=Colour.SOFT,
        )
        x += width + gap
