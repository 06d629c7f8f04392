"""Every printed page beside the lists and the standings, as one PDF each; a file without anybody has a page that says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4

from tournaments.lists.selectors.sheets import SheetView
from tournaments.lists.words.facts import CodeFacts
from tournaments.models import Registration, Role, Tournament
from tournaments.models.naming import for_everybody
from tournaments.paper import words
from tournaments.paper.card_pen import CardPen
from tournaments.paper.document import Part, pdf
from tournaments.paper.ink import MM, Align, Colour, Pen
from tournaments.printing.paper import card_facts as facts
from tournaments.printing.paper.badges import draw_badges
from tournaments.printing.paper.board import draw_by_name, draw_by_table
from tournaments.printing.paper.certificates import Design, draw_certificates
from tournaments.printing.paper.day_guide import draw_day_guide
from tournaments.printing.paper.place_cards import draw_place_cards
from tournaments.printing.paper.rule_page import draw_rule_pages
from tournaments.printing.paper.slips import draw_table_slips
from tournaments.printing.paper.start_cards import draw_start_cards
from tournaments.printing.paper.table_cards import draw_table_cards
from tournaments.rankings.selectors.rankings import Ranking
from tournaments.rankings.words import rankings
from tournaments.seating.selectors.places import Hanging, LaidTable


def part_file(tournament: Tournament, title: str, pages: Iterable[Pen], *, now: datetime) -> bytes:
    """One part under its title."""
    return pdf(
        [Part(name=title, pages=or_nobody(pages, title))],
        title=f"{tournament.name}: {title}",
        author=tournament.name,
        subject=title,
        now=now,
    )


def or_nobody(pages: Iterable[Pen], title: str) -> Iterator[Pen]:
    """The pages; where there are none, one that says so."""
    left = iter(pages)
    first = next(left, None)
    yield from chain([nobody(title)] if first is None else [first], left)


def nobody(title: str) -> Pen:
    pen = CardPen()
    centre = A4[0] / 2
    y, room = A4[1] / 2 + 12 * MM, A4[0] - 40 * MM
    with pen.heading():
        pen.display(centre, y, title, room, size=30, align=Align.CENTRE, colour=Colour.FELT)
    text = _("Noch ist nichts da, was hier stehen könnte.")
    pen.text(centre, A4[1] / 2 - 4 * MM, text, size=14, align=Align.CENTRE, colour=Colour.SOFT)
    return pen


def title_in_series(title: str, series: Hanging | None) -> str:
    return title if series is None else f"{title}, {words.series_name(series.number)}"


@for_everybody
def board_pdf(
    tournament: Tournament,
    series: Hanging | None,
    tables: Sequence[LaidTable],
    *,
    by_table: bool,
    now: datetime,
    codes: Mapping[int, CodeFacts] | None = None,
) -> bytes:
    """The seating for the wall; table by table it may carry the code of each list."""
    what = facts.board_facts(tournament, series, tables, codes)
    title = title_in_series(
        _("Sitzordnung nach Tischen") if by_table else _("Sitzordnung nach Namen"), series
    )
    return part_file(tournament, title, draw_by_table(what) if by_table else draw_by_name(what), now=now)


@for_everybody
def table_cards_pdf(
    tournament: Tournament,
    series: Hanging | None,
    tables: Sequence[LaidTable],
    codes: Mapping[int, CodeFacts],
    *,
    now: datetime,
) -> bytes:
    cards = facts.table_card_facts(tournament, series, tables, codes) if series else []
    return part_file(tournament, title_in_series(_("Tischkarten"), series), draw_table_cards(cards), now=now)


@for_everybody
def place_cards_pdf(
    tournament: Tournament, series: Hanging | None, tables: Sequence[LaidTable], *, now: datetime
) -> bytes:
    cards = facts.place_card_facts(tournament, series, tables) if series else []
    return part_file(tournament, title_in_series(_("Platzkarten"), series), draw_place_cards(cards), now=now)


def start_cards_pdf(
    tournament: Tournament,
    field: Sequence[Registration],
    seats: Mapping[int, Mapping[int, tuple[int, int]]],
    codes: Mapping[int, CodeFacts],
    *,
    now: datetime,
) -> bytes:
    cards = facts.start_card_facts(tournament, field, seats, codes)
    return part_file(tournament, _("Startkarten"), draw_start_cards(cards), now=now)


@for_everybody
def badges_pdf(
    tournament: Tournament, field: Sequence[Registration], officials: Sequence[Role], *, now: datetime
) -> bytes:
    badges = facts.badge_facts(tournament, field, officials)
    return part_file(tournament, _("Namensschilder"), draw_badges(badges), now=now)


def slips_pdf(
    tournament: Tournament, series: Hanging | None, views: Sequence[SheetView], *, blank: bool, now: datetime
) -> bytes:
    slips = facts.slip_facts(views, blank=blank)
    return part_file(
        tournament, title_in_series(_("Ergebniszettel"), series), draw_table_slips(slips), now=now
    )


def certificates_pdf(
    ranking: Ranking,
    *,
    until: int,
    now: datetime,
    design: Design = Design.FRAME,
    across: bool = False,
    emblem: bytes = b"",
) -> bytes:
    certificates = facts.certificate_facts(ranking, until=until, emblem=emblem)
    title = f"{_('Urkunden')}, {rankings.ranking_name(ranking)}"
    return part_file(
        ranking.tournament, title, draw_certificates(certificates, design=design, across=across), now=now
    )


def day_guide_pdf(tournament: Tournament, *, now: datetime) -> bytes:
    pages = draw_day_guide(event=tournament.name, where=words.where_of(tournament))
    return part_file(tournament, _("Der Tag auf einer Seite"), pages, now=now)


def rules_pdf(tournament: Tournament, *, now: datetime) -> bytes:
    pages = draw_rule_pages(tournament.rule_set, event=tournament.name, where=words.where_of(tournament))
    return part_file(tournament, _("Regeln"), pages, now=now)
