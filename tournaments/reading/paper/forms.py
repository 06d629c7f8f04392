"""The form of a list, taken from the very drawing that prints it; and a blank list outside of any tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules import RuleSet
from scoring.speech import spoken_value
from tournaments.lists.paper.page import draw_list
from tournaments.lists.words.facts import CodeFacts, ListFacts, SeatFacts
from tournaments.lists.words.neutral import neutral_facts
from tournaments.paper.document import Part, pdf
from tournaments.paper.ink import Landmark, Pen
from tournaments.reading.core.form import BASIC, TOURNAMENT, Form, FormCell

FEET = {  # what a row of the foot says, from the top, by whether a table says what a hand is worth
    False: ("foot_points", "foot_wins", "foot_rank"),
    True: (
        "foot_plus",
        "foot_crosses",
        "foot_penalties",
        "foot_net",
        "foot_augen",
        "foot_finishes",
        "foot_loss",
        "foot_rank",
    ),
}
DAY = datetime(2026, 1, 1, tzinfo=UTC)  # the same form is the same bytes
A4 = (210.0, 297.0)


def form_of_pages(pages: list[Pen], rules: RuleSet, *, seats: int, drawn: Mapping[str, Any]) -> Form:
    columns = TOURNAMENT if rules.family.by_table else BASIC
    feet = tuple(foot for foot in FEET[rules.family.by_table] if foot != "foot_loss" or has_loss_money(rules))
    cells = tuple(
        cell_of(mark, number, columns, feet)
        for number, pen in enumerate(pages, 1)
        for mark in pen.marks
        if mark.what != "qr"
    )
    return Form(
        seats=seats,
        games=max(cell.game for cell in cells),
        page=A4,
        qr=next((mark.box for mark in pages[0].marks if mark.what == "qr"), None),
        cells=cells,
        drawn=drawn,
    )


def has_loss_money(rules: RuleSet) -> bool:
    return rules.loss_money is not None and rules.loss_money.enabled


def cell_of(mark: Landmark, sheet: int, columns: tuple[str, ...], feet: tuple[str, ...]) -> FormCell:
    match mark.what:
        case "cell":
            column = columns[mark.place]
        case "total":
            column = feet[mark.place]
        case _:
            column = mark.what
    return FormCell(column=column, game=mark.game, seat=mark.seat, sheet=sheet, box=mark.box)


# Outside of any tournament ------------------------------------------------------------------------------------


def blank_facts(rules: RuleSet, *, seats: int, games: int, code: str) -> ListFacts:
    """A blank list for nobody in particular, to try the reader with."""
    return replace(
        neutral_facts(rules, seats=seats, games=games),
        event=_("Liste zum Ausprobieren"),
        where=_("gehört zu keinem Turnier"),
        series="–",
        table="–",
        rules=str(spoken_value(rules.name)),
        length=ngettext("{games} Spiel", "{games} Spiele", games).format(games=games),
        seats=tuple(
            SeatFacts(
                number=number,
                start_number="–",
                name=_("Platz {seat}").format(seat=number),
                belongs="",
                keeper=number == 1,
            )
            for number in range(1, seats + 1)
        ),
        state="",
        cards=0,
        code=CodeFacts(link=code, typed="", pin=""),
    )


def code_of_form(rules: RuleSet, *, seats: int, games: int) -> str:
    """What the code on such a list says: which form it is, and nothing else."""
    return f"romme-liste:{rules.key}:{seats}x{games}"


def blank_list(rules: RuleSet, *, seats: int, games: int) -> tuple[Form, bytes]:
    """A blank list and where everything is on it: drawn once."""
    facts = blank_facts(rules, seats=seats, games=games, code=code_of_form(rules, seats=seats, games=games))
    pages = list(draw_list(facts))
    form = form_of_pages(
        pages, rules, seats=seats, drawn={"seats": seats, "games": games, "rules": rules.key}
    )
    name = _("Spielliste")
    return form, pdf([Part(name=name, pages=pages)], title=name, author=facts.event, subject=name, now=DAY)
