"""What is printed: lists to sign, standings for the wall."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain, islice

from django.utils.translation import gettext as _

from tournaments.lists.paper.page import draw_list
from tournaments.lists.selectors.sheets import SheetView
from tournaments.lists.words.facts import CheckFacts, CodeFacts
from tournaments.lists.words.fair_copy import fair_copy_pdf
from tournaments.lists.words.printed import list_facts
from tournaments.models import Publication, Ruling
from tournaments.paper.document import Part, pdf
from tournaments.rankings.paper.wall import draw_standings
from tournaments.rankings.selectors.rankings import Ranking
from tournaments.rankings.selectors.seasons import SeasonStanding
from tournaments.rankings.words.season_wall import season_facts
from tournaments.rankings.words.wall import wall_facts

__all__ = ["CheckFacts", "CodeFacts", "fair_copy_pdf", "lists_pdf", "season_pdf", "standings_pdf"]


def lists_pdf(
    views: Iterable[SheetView],
    rulings: Mapping[int, Sequence[Ruling]],
    *,
    blank: bool,
    now: datetime,
    codes: Mapping[int, CodeFacts] | None = None,
    checks: Mapping[int, CheckFacts] | None = None,
    ink: bool = False,
    counter: bool = False,
) -> bytes:
    """Lists of one tournament, one after the other; `rulings`, `codes` and `checks` by the list that they belong to.

    `counter` makes the empty second lists that other seats keep. `ink` draws names that were written on the screen; a reader from outside gets only how somebody has signed.
    """
    codes, checks = codes or {}, checks or {}
    coming = iter(views)
    head = tuple(islice(coming, 2))  # enough to know what the file is called
    first = head[0]
    name = first.tournament.name
    parts = (
        Part(
            name=_("Tisch {table}").format(table=view.sheet.table.number),
            pages=draw_list(
                list_facts(
                    view,
                    rulings.get(view.sheet.pk, ()),
                    blank=blank,
                    code=codes.get(view.sheet.pk),
                    check=checks.get(view.sheet.pk),
                    ink=ink,
                    counter=counter,
                )
            ),
        )
        for view in chain(head, coming)
    )
    where = {"name": name, "series": first.sheet.table.series.number, "table": first.sheet.table.number}
    if counter:
        title = _("{name}: Gegenlisten der Serie {series}").format(**where)
        return pdf(parts, title=title, author=name, subject=_("Gegenliste"), now=now)
    one = _("{name}: Spielliste, Serie {series}, Tisch {table}").format(**where)
    title = one if len(head) == 1 else _("{name}: Spiellisten der Serie {series}").format(**where)
    return pdf(parts, title=title, author=name, subject=_("Spielliste"), now=now)


def standings_pdf(
    found: Ranking,
    *,
    open_lists: int,
    now: datetime,
    publication: Publication | None = None,
) -> bytes:
    """A ranking for the wall; a published one says its number and fingerprint."""
    facts = wall_facts(found, open_lists=open_lists, now=now, publication=publication)
    return pdf(
        [Part(name=facts.title, pages=draw_standings(facts))],
        title=f"{facts.event}: {facts.title}",
        author=facts.event,
        subject=_("Rangliste"),
        now=now,
    )


def season_pdf(standing: SeasonStanding, *, now: datetime) -> bytes:
    """A year ranking for the wall."""
    facts = season_facts(standing, now=now)
    return pdf(
        [Part(name=facts.title, pages=draw_standings(facts))],
        title=f"{facts.event}: {facts.title}",
        author=facts.event,
        subject=_("Jahreswertung"),
        now=now,
    )
