"""Lists as one PDF file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain, islice
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.rules import RuleSet
from tournaments.lists.paper.page import draw_list
from tournaments.lists.selectors.sheets import SheetView
from tournaments.lists.words.facts import CheckFacts, CodeFacts
from tournaments.lists.words.fair_copy import facts_in_copy
from tournaments.lists.words.neutral import neutral_facts
from tournaments.lists.words.printed import list_facts
from tournaments.models import Ruling
from tournaments.paper.document import Part, pdf


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


def neutral_pdf(rules: RuleSet, *, seats: int, games: int, now: datetime) -> bytes:
    """A blank list for any tournament."""
    pages = draw_list(neutral_facts(rules, seats=seats, games=games))
    name = _("Spielliste")
    title = _("Leere Spielliste, {seats} Plätze").format(seats=seats)
    return pdf([Part(name=name, pages=pages)], title=title, author=name, subject=name, now=now)


def fair_copy_pdf(document: Mapping[str, Any], *, name: str, sealed_by: str, now: datetime) -> bytes:
    """The page that is sealed: the same words are the same bytes, in German whoever asks.

    `sealed_by` is the fingerprint of the certificate, printed so that paper and file can be compared.
    """
    with translation.override(settings.LANGUAGE_CODE):
        facts = facts_in_copy(dict(document) | {"sealed": sealed_by})
        return pdf(
            [Part(name=name, pages=draw_list(facts))],
            title=f"{facts.event}: {name}",
            author=facts.event,
            subject=_("Versiegelte Spielliste"),
            now=now,
        )
