"""A table of players to fill in: the headings that an import understands without asking, and two invented people."""

from __future__ import annotations

import io
from datetime import date

from django.utils.translation import gettext as _

from tournaments.spreadsheets.writing.page import TEXT, Column, Page
from tournaments.spreadsheets.writing.xlsx import write_book


def players_sample() -> bytes:
    """One sheet; days are cells of text, so that no program turns them around."""
    columns = (
        Column(heading=_("Nachname"), width=24, format=TEXT, strong=True),
        Column(heading=_("Vorname"), width=20, format=TEXT),
        Column(heading=_("Verein"), width=28, format=TEXT),
        Column(heading=_("Geburtsdatum"), width=16, format=TEXT),
        Column(heading=_("Geschlecht"), width=12, format=TEXT),
        Column(heading=_("Startnummer"), width=13),
        Column(heading=_("Gast"), width=8, format=TEXT),
    )
    rows = (
        ("Kreuzbube", "Karla", "Verein Zum Beispiel", f"{date(1950, 12, 24):%d.%m.%Y}", "w", 1, _("nein")),
        ("Pikdame", "Peter", "", "", "", None, _("ja")),
    )
    target = io.BytesIO()
    write_book(target, [Page(name=_("Spieler"), columns=columns, rows=rows)])
    return target.getvalue()
