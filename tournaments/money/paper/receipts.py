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
from tournaments.money.words.amounts import euros_in_words
from tournaments.money.words.money import SINGLES, rank_of_award, ranking_title
from tournaments.paper import fonts
from tournaments.paper.document import Part, pdf
from tournaments.paper.ink import MM, Align, Colour, Pen, TagRole
from tournaments.paper.words import days, moment_of

LEFT, RIGHT = 14 * MM, A4[0] - 14 * MM
TOP, BOTTOM = A4[1] - 12 * MM, 12 * MM
HEAD, HEADINGS, ROW, SUM = 26 * MM, 8 * MM, 15 * MM, 9 * MM
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
                rank=rank_of_award(line),
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
        draw_receipts_head(pen, facts)
        here = sum(one.cents for one in receipts)
        with pen.tell(TagRole.TABLE):
            y = draw_receipt_columns(pen, TOP - HEAD)
            if carried:
                y = draw_sum(pen, y, _("Übertrag"), carried)
            for one in receipts:
                y = draw_receipt(pen, one, y)
            carried += here
            if receipts and len(pages) > 1:
                y = draw_sum(pen, y, _("Summe dieser Seite"), here)
            if receipts and number == len(pages):
                draw_sum(pen, y, _("Summe aller Preise"), facts.total, strong=True)
        if not receipts:
            pen.text(LEFT, y - 10 * MM, _("Noch sind keine Preise festgelegt."), size=12)
        draw_receipts_foot(pen, facts, f"{number}/{len(pages)}")
        yield pen


def draw_receipts_head(pen: Pen, facts: ReceiptFacts) -> None:
    pen.fill(LEFT, TOP - 15 * MM, RIGHT - LEFT, 15 * MM, Colour.FELT)
    with pen.heading():
        pen.text(LEFT + 4 * MM, TOP - 10.4 * MM, _("Quittungen"), size=23, bold=True, colour=Colour.ON_FELT)
    pen.text(RIGHT - 4 * MM, TOP - 10 * MM, "♣ ♠ ♥ ♦", size=19, align=Align.RIGHT, colour=Colour.ON_FELT)
    pen.block(LEFT, TOP - 16 * MM, 100 * MM, 8.6 * MM, facts.event, size=14)
    pen.block(
        RIGHT - 76 * MM,
        TOP - 16 * MM,
        76 * MM,
        8.6 * MM,
        facts.where,
        size=10,
        font=fonts.PLAIN,
        align=Align.RIGHT,
    )


def draw_receipt_columns(pen: Pen, top: float) -> float:
    base = top - HEADINGS + 2.2 * MM
    x = LEFT + NUMBER
    with pen.row():
        with pen.head():
            pen.text(LEFT, base, _("Nr."), size=9, bold=True)
        for text, width in ((_("Rang"), RANK), (_("Name"), NAME), (_("Wertung"), RANKING)):
            with pen.head():
                pen.text(x, base, text, size=9, bold=True)
            x += width
        with pen.head():
            pen.text(x + AMOUNT - 2 * MM, base, _("Betrag"), size=9, bold=True, align=Align.RIGHT)
        room, at = RIGHT - x - AMOUNT - 3 * MM, x + AMOUNT + 3 * MM
        with pen.head():
            pen.fitted(at, base, _("erhalten, Unterschrift"), room, size=9, smallest=8, bold=True)
    pen.rule(LEFT, top - HEADINGS, RIGHT, top - HEADINGS, width=1.6, colour=Colour.INK)
    return top - HEADINGS


def draw_receipt(pen: Pen, one: Receipt, top: float) -> float:
    """One name with room to sign."""
    y = top - ROW
    base = y + 6.2 * MM  # in the row's middle, as the ranking beside it is
    with pen.row():
        with pen.head(down=True):
            pen.text(LEFT + NUMBER - 3 * MM, base, one.number, size=8, align=Align.RIGHT, colour=Colour.SOFT)
        x = LEFT + NUMBER
        with pen.cell():
            pen.fitted(x, base, one.rank, RANK - 2 * MM, size=12, smallest=8, bold=True)
        x += RANK
        with pen.cell():
            draw_receiver(pen, one, x, top)
        x += NAME
        with pen.cell():
            pen.block(
                x, top - 0.5 * MM, RANKING - 2 * MM, ROW - 1 * MM, one.ranking, size=10, font=fonts.PLAIN, leading=1.05
            )  # fmt: skip
        x += RANKING
        with pen.cell():
            pen.text(x + AMOUNT - 2 * MM, base, euros(one.cents), size=12, bold=True, align=Align.RIGHT)
        with pen.cell():
            pen.rule(x + AMOUNT + 3 * MM, y + 3 * MM, RIGHT, y + 3 * MM, width=0.9, colour=Colour.INK)
    pen.rule(LEFT, y, RIGHT, y, width=0.4)
    return y


def draw_receiver(pen: Pen, one: Receipt, x: float, top: float) -> None:
    y = top - ROW
    room, share = NAME - 2 * MM, 0.54 if one.club else 1.0
    pen.block(x, top - 0.3 * MM, room, (ROW - 0.6 * MM) * share, one.name, size=12, leading=1.05)
    if one.club:
        pen.block(
            x,
            y + ROW * 0.45,
            room,
            ROW * 0.44,
            one.club,
            size=8,
            font=fonts.PLAIN,
            colour=Colour.SOFT,
            leading=1.0,
        )


def draw_sum(pen: Pen, top: float, text: str, cents: int, *, strong: bool = False) -> float:
    y = top - SUM
    if strong:
        pen.fill(LEFT, y, RIGHT - LEFT, SUM, Colour.WON)
    edge = LEFT + NUMBER + RANK + NAME + RANKING + AMOUNT - 2 * MM
    size = 13 if strong else 10.5
    with pen.row():
        with pen.head(down=True, columns=4):
            pen.text(LEFT + NUMBER + RANK, y + 2.9 * MM, text, size=size, bold=strong)
        with pen.cell():
            pen.text(edge, y + 2.9 * MM, euros(cents), size=size, bold=True, align=Align.RIGHT)
        with pen.cell():
            pass
    pen.rule(LEFT, y, RIGHT, y, width=1.2 if strong else 0.6, colour=Colour.INK)
    return y


def draw_receipts_foot(pen: Pen, facts: ReceiptFacts, page: str) -> None:
    pen.text(LEFT, BOTTOM - 2 * MM, facts.state, size=8.5, colour=Colour.SOFT)
    text = _("Seite {page}").format(page=page)
    pen.text(RIGHT, BOTTOM - 2 * MM, text, size=10, bold=True, align=Align.RIGHT)


# Slips -------------------------------------------------------------------------------------------------------


def draw_receipt_slips(facts: ReceiptFacts) -> Iterator[Pen]:
    """Four slips on a page, to be cut apart."""
    pages = [facts.receipts[at : at + SLIPS] for at in range(0, len(facts.receipts), SLIPS)] or [()]
    height = A4[1] / SLIPS
    for receipts in pages:
        pen = Pen()
        if not receipts:
            pen.text(LEFT, TOP - 10 * MM, _("Noch sind keine Preise festgelegt."), size=12)
        for place, one in enumerate(receipts):
            draw_receipt_slip(pen, facts, one, A4[1] - place * height, height)
            if place:
                cut = A4[1] - place * height
                for dash in range(0, int(A4[0]), 9):
                    pen.rule(dash, cut, dash + 4.5, cut, width=0.6)
        yield pen


def draw_receipt_slip(pen: Pen, facts: ReceiptFacts, one: Receipt, top: float, height: float) -> None:
    """Number, payer, name, what for, the amount in figures and in words; place, day and signature to be written."""
    edge, floor = top - 7 * MM, top - height
    title = _("Quittung Nr. {number}").format(number=one.number)
    with pen.heading():
        pen.text(LEFT, edge - 5 * MM, title, size=17, bold=True)
    aside = 100 * MM
    pen.block(RIGHT - aside, edge, aside, 5.6 * MM, facts.event, size=11, align=Align.RIGHT)
    pen.block(
        RIGHT - aside,
        edge - 5.6 * MM,
        aside,
        4.4 * MM,
        facts.where,
        size=9,
        font=fonts.PLAIN,
        align=Align.RIGHT,
    )
    pen.rule(LEFT, edge - 11 * MM, RIGHT, edge - 11 * MM, width=1.4, colour=Colour.INK)
    room = RIGHT - LEFT - 56 * MM
    paid_by = _("Von der Turnierleitung, {event}, hat erhalten:").format(event=facts.event)
    pen.block(LEFT, edge - 12 * MM, room, 7.6 * MM, paid_by, size=9, font=fonts.PLAIN, colour=Colour.SOFT)
    pen.block(LEFT, edge - 19.6 * MM, room, 9.6 * MM, one.name, size=17)
    where = " · ".join(filter(None, (one.club, one.ranking, _("Rang {rank}").format(rank=one.rank))))
    pen.block(LEFT, edge - 29.2 * MM, room, 7.4 * MM, where, size=10.5, font=fonts.PLAIN)
    pen.frame(RIGHT - 52 * MM, edge - 27 * MM, 52 * MM, 14 * MM, line=1.4)
    pen.text(RIGHT - 26 * MM, edge - 22 * MM, euros(one.cents), size=19, bold=True, align=Align.CENTRE)
    pen.block(
        RIGHT - 52 * MM, edge - 27.6 * MM, 52 * MM, 11 * MM, euros_in_words(one.cents), size=9, font=fonts.PLAIN, align=Align.CENTRE
    )  # fmt: skip
    line = floor + 13 * MM
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
    pages = draw_receipt_slips(facts) if single else draw_receipt_list(facts)
    return pdf(
        [Part(name=name, pages=pages)],
        title=f"{facts.event}: {name}",
        author=facts.event,
        subject=name,
        now=now,
    )
