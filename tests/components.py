"""Every component with its states on one page, made from the real templates: `python -m tests.components [FILE]`.

The page is written for a browser that opens the file (styles beside it in `static/`); nothing serves it.
`tests/browser/test_looks.py` compares how it looks.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django
from django import forms
from django.core.paginator import Paginator
from django.template.loader import render_to_string

HOUSE = Path(__file__).parent.parent
STATES = ("draft", "open", "running", "complete", "signed", "accepted", "final", "missing", "struck")
WORDS = (
    "Entwurf",
    "offen",
    "läuft",
    "vollständig",
    "unterschrieben",
    "angenommen",
    "endgültig",
    "fehlt",
    "gestrichen",
)
KINDS = (
    ("success", "Spiel 7 ist eingetragen.", "/zurueck/"), ("info", "Serie 3 beginnt gleich.", ""),
    ("warning", "Bitte nachzählen.", ""), ("error", "Das geht so nicht.", ""),
)  # fmt: skip


@dataclass(frozen=True)
class Said:
    """A message as Django's own: what it says, how bad it is, where it can be undone."""

    level_tag: str
    text: str
    extra_tags: str

    def __str__(self) -> str:
        return self.text


class Entry(forms.Form):
    """A form with each kind of field; sent with nonsense it shows its errors."""

    who = forms.ChoiceField(
        label="Wer ist fertig?",
        choices=[("1", "Anna"), ("2", "Bert")],
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--one"}),
    )
    finish = forms.ChoiceField(
        label="Wie?",
        choices=[("R", "Rommé"), ("H", "Hand")],
        widget=forms.RadioSelect(attrs={"class": "tiles tiles--two"}),
    )
    augen = forms.IntegerField(label="Augen", required=False, help_text="Was in der Hand blieb.")
    opened = forms.BooleanField(label="eröffnet", required=False)


def icons() -> list[str]:
    """Every icon there is."""
    return re.findall(r'<symbol id="([\w-]+)"', (HOUSE / "static/img/icons.svg").read_text(encoding="utf-8"))


def seats() -> list[dict[str, Any]]:
    names = ("Anna Ass", "Bert Bube", "Carla Caro", "Maximiliane-Annegret von und zu Langenstein")
    return [
        {"number": number, "name": name, "club": "Kartenverein Musterhausen", "start_number": 10 + number,
         "deals": number == 2, "keeper": number == 1, "me": number == 3, "url": "#",
         "points": 12 * number, "crosses": number % 2, "augen": 310 + number, "total": 11 * number}
        for number, name in enumerate(names, 1)
    ]  # fmt: skip


def sheet() -> dict[str, Any]:
    """A Spielliste with a game, a dealer who rests, a doubt, a penalty and a struck row."""

    def cell(**facts: Any) -> dict[str, Any]:
        return {"deals": False, "empty": False, "opened": True, "augen": 23, "augen_total": 23, "points": 4, "total": 4,
                "cross": False, "winner": False, "doubt": False, "penalty": 0} | facts  # fmt: skip

    row = {
        "dealer": 1,
        "finish": "R",
        "ends_round": False,
        "struck": False,
        "reason": "",
        "next": False,
        "url": "#",
    }
    cells = [
        cell(deals=True),
        cell(winner=True, augen=0, points=12, total=12),
        cell(doubt=True),
        cell(cross=True, opened=False),
    ]
    return {
        "caption": "Tisch 7, Serie 2",
        "seats": seats(),
        "rows": [
            {"number": 1, "cells": cells} | row,
            {"number": 2, "cells": cells, "struck": True, "reason": "falscher Name"}
            | {**row, "struck": True},
            {"number": 3, "cells": [cell(empty=True)] * 4} | {**row, "ends_round": True, "next": True},
        ],
        "totals": [
            {
                "plus": 20,
                "crosses": 1,
                "net": 19,
                "augen": 310,
                "finishes": "2 R",
                "penalty": 0,
                "rank": number,
            }
            for number in range(1, 5)
        ],
    }


def context() -> dict[str, Any]:
    """Invented content for every piece of `templates/styleguide.html`."""

    bad = Entry({"who": "9", "augen": "x"})
    bad.full_clean()
    cards = [
        ("heart", "7", "Herz 7"),
        ("spade", "B", "Pik Bube"),
        ("diamond", "10", "Karo 10"),
        ("joker", "", "Joker"),
    ]
    return {
        "heading": "Bausteine",
        "status": {"state": "running", "label": "läuft"},
        "meta": ["Verein 2018", "41 Spieler"],
        "crumbs": [{"label": "Turnier", "url": "#"}],
        "actions": [{"url": "#", "label": "Drucken", "icon": "print", "primary": False}],
        "nav": [
            {"url": "#", "label": label, "icon": icon, "current": icon == "settings", "badge": 2 if icon == "ruling" else None}
            for label, icon in (("Leitung", "settings"), ("Rangliste", "ranks"), ("Schiedsrichter", "ruling"), ("Alles", "search"))
        ],
        "badges": list(zip(STATES, WORDS, strict=True)),
        "chips": [(f"Tisch {number}", state, word, state) for number, (state, word) in enumerate(zip(STATES, WORDS, strict=True), 1)],
        "icons": icons(),
        "messages": [Said(*one) for one in KINDS],
        "form_bad": bad,
        "entry": Entry(),
        "tally": seats(),
        "sheet": sheet(),
        "tables": [{"label": "Tisch", "number": count, "url": "#", "seats": seats()[:count]} for count in (3, 4)],
        "cards": cards,
        "at": Paginator(range(90), 30).page(2),
        "word": "seite",
    }  # fmt: skip


def page(static: str = "../static/") -> str:
    """The page, with its styles there: beside a file, or at the address of a server."""

    return re.sub(r'(href|src)="/static/', rf'\1="{static}', render_to_string("styleguide.html", context()))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rommé_club.settings")
    django.setup()
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HOUSE / "docs" / "components.html"
    target.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{target}\n")
