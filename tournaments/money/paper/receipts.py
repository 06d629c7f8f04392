"""Draws what is signed when prizes are handed out: the list with a line for each name, sums on every page; and slips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from scoring.wording.phrases import euros
from tournaments.models import Tournament
from tournaments.money.selectors.announcements import AwardLine
from tournaments.money.words.money import SINGLES, rank_of, ranking_title
from tournaments.paper import fonts
from tournaments.paper.document import Part, pdf
from tournaments.paper.ink import MM, Align, Colour, Pen
from tournaments.paper.words import days, moment_of

LEFT, RIGHT = 14 * MM, A4[0] - 14 * MM
TOP, BOTTOM = A4[1] - 12 * MM, 12 * MM
HEAD, HEADINGS, ROW, SUM = 26 * MM, 8 * MM, 12.5 * MM, 9 * MM
PER_PAGE = int((TOP - BOTTOM - HEAD - HEADINGS - 2 * SUM - 8 * MM) / ROW)
NUMBER, RANK, NAME, RANKING, AMOUNT = 9 * MM, 17 * MM, 57 * MM, 30 * MM, 23 * MM
SLIPS = 4  # on one page


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """One prize on paper."""

    number: str
    rank: str
    name: str
    club: str
    ranking: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptFacts:
    """Everything that stands on the pages."""

    event: str
    where: str
    receipts: tuple[Receipt, ...]
    state: str

    @property
    def total(self) -> int:
        return sum(one.cents for one in self.receipts)


def receipt_facts(tournament: Tournament, lines: Sequence[AwardLine], *, now: datetime) -> ReceiptFacts:
    """The announced prizes in the order in which they are called up."""
    return ReceiptFacts(
        event=tournament.name,
        where=" · ".join(filter(None, (tournament.place, days(tournament.starts_on, tournament.ends_on)))),
        receipts=tuple(
            Receipt(
                number=str(number),
                rank=rank_of(line),
                name=line.award.name,
                club=club_of(line),
                ranking=ranking_title((line.award.category, line.award.series_number)),
                cents=line.award.cents,
            )
            for number, line in enumerate(lines, 1)
        ),
        state=_("Stand {time} · Protokoll Nr. {number}").format(
            time=moment_of(now), number=tournament.revision
        ),
    )


def club_of(line: AwardLine) -> str:
    """Of a single player; tandems and teams may come from several."""
    one = line.award.registration if line.award.category in SINGLES else None
    return str(one.player.club) if one is not None and one.player.club else ""


# The list ----------------------------------------------------------------------------------------------------


def draw_receipt_list(facts: ReceiptFacts) -> Iterator[Pen]:
    """The pages of the list; without prizes there is one that says so."""
    pages = [facts.receipts[at : at + PER_PAGE] for at in range(0, len(facts.receipts), PER_PAGE)] or [()]
    carried = 0
    for number, receipts in enumerate(pages, 1):
        pen = Pen()
        draw_head(pen, facts)
        y = draw_headings(pen, TOP - HEAD)
        if not receipts:
            pen.text(LEFT, y - 10 * MM, _("Noch sind keine Preise festgestellt."), size=12)
        if carried:
            y = draw_sum(pen, y, _("Übertrag"), carried)
        for one in receipts:
            y = draw_receipt(pen, one, y)
        here = sum(one.cents for one in receipts)
        carried += here
        last = number == len(pages)
        if receipts and len(pages) > 1:
            y = draw_sum(pen, y, _("Summe dieser Seite"), here)
        if receipts and last:
            draw_sum(pen, y, _("Summe aller Preise"), facts.total, strong=True)
        draw_foot(pen, facts, f"{number}/{len(pages)}")
        yield pen


def draw_head(pen: Pen, facts: ReceiptFacts) -> None:
    pen.fill(LEFT, TOP - 15 * MM, RIGHT - LEFT, 15 * MM, Colour.FELT)
    pen.text(LEFT + 4 * MM, TOP - 10.4 * MM, _("Quittungen"), size=23, bold=True, colour=Colour.ON_FELT)
    pen.text(RIGHT - 4 * MM, TOP - 10 * MM, "♣ ♠ ♥ ♦", size=19, align=Align.RIGHT, colour=Colour.ON_FELT)
    pen.fitted(LEFT, TOP - 22 * MM, facts.event, 100 * MM, size=14, smallest=8, bold=True)
    pen.fitted(RIGHT, TOP - 21.6 * MM, facts.where, 76 * MM, size=10, smallest=7, align=Align.RIGHT)


def draw_headings(pen: Pen, top: float) -> float:
    base = top - HEADINGS + 2.2 * MM
    x = LEFT + NUMBER
    for text, width in ((_("Rang"), RANK), (_("Name"), NAME), (_("Wertung"), RANKING)):
        pen.text(x, base, text, size=9, bold=True)
        x += width
    pen.text(x + AMOUNT - 2 * MM, base, _("Betrag"), size=9, bold=True, align=Align.RIGHT)
    room = RIGHT - x - AMOUNT - 3 * MM
    pen.fitted(x + AMOUNT + 3 * MM, base, _("erhalten, Unterschrift"), room, size=9, smallest=6, bold=True)
    pen.rule(LEFT, top - HEADINGS, RIGHT, top - HEADINGS, width=1.6, colour=Colour.INK)
    return top - HEADINGS


def draw_receipt(pen: Pen, one: Receipt, top: float) -> float:
    """One name with room to sign."""
    y = top - ROW
    base = y + 4.2 * MM
    pen.text(LEFT + NUMBER - 3 * MM, base, one.number, size=8, align=Align.RIGHT, colour=Colour.SOFT)
    x = LEFT + NUMBER
    pen.fitted(x, base, one.rank, RANK - 2 * MM, size=12, smallest=7, bold=True)
    x += RANK
    lift = 1.7 * MM if one.club else 0
    if fonts.width(one.name, 9.5, bold=True) > NAME - 2 * MM:  # two lines can still be read
        pen.fitted(
            x,
            y + (8.6 if one.club else 6.8) * MM,
            one.name,
            NAME - 2 * MM,
            size=9,
            smallest=6,
            lines=2,
            bold=True,
        )
    else:
        pen.fitted(x, base + lift, one.name, NAME - 2 * MM, size=12, smallest=9, bold=True)
    pen.fitted(x, y + 1.7 * MM, one.club, NAME - 2 * MM, size=8, smallest=6, colour=Colour.SOFT)
    x += NAME
    wide = fonts.width(one.ranking, 10) > RANKING - 2 * MM
    at = y + 6.8 * MM if wide else base
    pen.fitted(x, at, one.ranking, RANKING - 2 * MM, size=9 if wide else 10, smallest=6, lines=2)
    x += RANKING
    pen.text(x + AMOUNT - 2 * MM, base, euros(one.cents), size=12, bold=True, align=Align.RIGHT)
    pen.rule(x + AMOUNT + 3 * MM, y + 3 * MM, RIGHT, y + 3 * MM, width=0.9, colour=Colour.INK)
    pen.rule(LEFT, y, RIGHT, y, width=0.4)
    return y


def draw_sum(pen: Pen, top: float, text: str, cents: int, *, strong: bool = False) -> float:
    y = top - SUM
    if strong:
        pen.fill(LEFT, y, RIGHT - LEFT, SUM, Colour.WON)
    edge = LEFT + NUMBER + RANK + NAME + RANKING + AMOUNT - 2 * MM
    size = 13 if strong else 10.5
    pen.text(LEFT + NUMBER + RANK, y + 2.9 * MM, text, size=size, bold=strong)
    pen.text(edge, y + 2.9 * MM, euros(cents), size=size, bold=True, align=Align.RIGHT)
    pen.rule(LEFT, y, RIGHT, y, width=1.2 if strong else 0.6, colour=Colour.INK)
    return y


def draw_foot(pen: Pen, facts: ReceiptFacts, page: str) -> None:
    pen.text(LEFT, BOTTOM - 2 * MM, facts.state, size=8.5, colour=Colour.SOFT)
    text = _("Seite {page}").format(page=page)
    pen.text(RIGHT, BOTTOM - 2 * MM, text, size=10, bold=True, align=Align.RIGHT)


# Slips -------------------------------------------------------------------------------------------------------


def draw_slips(facts: ReceiptFacts) -> Iterator[Pen]:
    """Four slips on a page, to be cut apart."""
    pages = [facts.receipts[at : at + SLIPS] for at in range(0, len(facts.receipts), SLIPS)] or [()]
    height = A4[1] / SLIPS
    for receipts in pages:
        pen = Pen()
        if not receipts:
            pen.text(LEFT, TOP - 10 * MM, _("Noch sind keine Preise festgestellt."), size=12)
        for place, one in enumerate(receipts):
            draw_slip(pen, facts, one, A4[1] - place * height, height)
            if place:
                cut = A4[1] - place * height
                for dash in range(0, int(A4[0]), 9):
                    pen.rule(dash, cut, dash + 4.5, cut, width=0.6)
        yield pen


def draw_slip(pen: Pen, facts: ReceiptFacts, one: Receipt, top: float, height: float) -> None:
    edge, floor = top - 9 * MM, top - height
    pen.text(LEFT, edge - 5 * MM, _("Quittung"), size=17, bold=True)
    pen.fitted(
        RIGHT, edge - 4.4 * MM, facts.event, 110 * MM, size=11, smallest=7, bold=True, align=Align.RIGHT
    )
    pen.fitted(RIGHT, edge - 9.4 * MM, facts.where, 110 * MM, size=9, smallest=6, align=Align.RIGHT)
    pen.rule(LEFT, edge - 12 * MM, RIGHT, edge - 12 * MM, width=1.4, colour=Colour.INK)
    pen.fitted(LEFT, edge - 21 * MM, one.name, 118 * MM, size=17, smallest=9, bold=True)
    where = " · ".join(filter(None, (one.club, one.ranking, _("Rang {rank}").format(rank=one.rank))))
    pen.fitted(LEFT, edge - 27.6 * MM, where, 118 * MM, size=10.5, smallest=7)
    pen.frame(RIGHT - 52 * MM, edge - 30 * MM, 52 * MM, 15 * MM, line=1.4)
    pen.text(RIGHT - 26 * MM, edge - 24.6 * MM, euros(one.cents), size=19, bold=True, align=Align.CENTRE)
    line = floor + 15 * MM
    pen.rule(LEFT, line, LEFT + 60 * MM, line, width=0.9, colour=Colour.INK)
    pen.text(LEFT, line - 4.4 * MM, _("Ort, Datum"), size=8.5, colour=Colour.SOFT)
    pen.rule(LEFT + 72 * MM, line, RIGHT, line, width=0.9, colour=Colour.INK)
    pen.text(
        LEFT + 72 * MM, line - 4.4 * MM, _("Betrag erhalten, Unterschrift"), size=8.5, colour=Colour.SOFT
    )


def receipts_pdf(tournament: Tournament, lines: Sequence[AwardLine], *, single: bool, now: datetime) -> bytes:
    """The list that everybody signs, or a slip for each."""
    facts = receipt_facts(tournament, lines, now=now)
    name = _("Quittungen") if single else _("Quittungsliste")
    pages = draw_slips(facts) if single else draw_receipt_list(facts)
    return pdf(
        [Part(name=name, pages=pages)],
        title=f"{facts.event}: {name}",
        author=facts.event,
        subject=name,
        now=now,
    )
