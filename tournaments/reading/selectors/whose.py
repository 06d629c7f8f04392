"""Whose list a picture shows: by the code on the paper, with a sentence for every code that is not the right one."""

from __future__ import annotations

import re

from django.db.models import Count

from scoring.sentence import Sentence, gettext_noop
from tournaments.access.selectors.codes import TOKEN, code_in_force
from tournaments.event.selectors.sheets import known_sums
from tournaments.models import ScoreSheet, Tournament

ADDRESS = re.compile(r"/t/([0-9a-z]{1,12}-[a-z2-7]{20})/?$")

UNREADABLE = Sentence(
    gettext_noop(
        "Der Code oben auf dem Blatt ist nicht zu erkennen. Bitte noch einmal aufnehmen, ohne Finger und Schatten darauf."
    )
)
STRANGE = Sentence(gettext_noop("Dieser Code gehört zu keiner Liste dieses Programms."))
FILLED = Sentence(
    gettext_noop(
        "Das ist der Ausdruck einer Liste, die schon eingetragen ist: Gelesen werden nur Listen, die von Hand ausgefüllt sind."
    )
)


def key_in(text: str) -> tuple[int, str]:
    """Which list the code of a paper names, and by which token; 0 and nothing where it is no such code."""
    found = ADDRESS.search(text.strip().lower())
    parts = TOKEN.fullmatch(found[1]) if found else None
    key = int(parts[1], 36) if parts else 0
    return (key if key < 2**63 else 0), found[1] if found else ""


def whose(text: str, tournament: Tournament) -> tuple[ScoreSheet | None, Sentence | None]:
    """The list that belongs to the code in a picture, or why there is none."""
    if not text:
        return None, UNREADABLE
    key, token = key_in(text)
    if not token:
        return None, FILLED if "/liste-pruefen/" in text or "/pruefen/" in text else STRANGE
    sheet = list_with_key(key) if key else None
    if sheet is None:
        return None, STRANGE
    closed: int = sheet.closed  # type: ignore[attr-defined]
    known = {code_in_force(sheet, number).token: number for number in range(closed + 1)}
    if token not in known:
        return None, STRANGE
    return placed(sheet, tournament, old=known[token] < closed)


def list_with_key(key: int) -> ScoreSheet | None:
    """The list with this key and how many of its codes are closed; also of a table that was broken up since."""
    shown = ScoreSheet.everything.filter(pk=key, table__series__tournament__hidden_at__isnull=True)
    rows = shown.select_related("table__series__tournament__rule_set", "scorer")
    return rows.annotate(has_totals=known_sums(), closed=Count("closed_codes")).first()


def placed(
    sheet: ScoreSheet, tournament: Tournament, *, old: bool
) -> tuple[ScoreSheet | None, Sentence | None]:
    """Whether this list is one of this tournament that is still to be written."""
    series, table = sheet.table.series, sheet.table.number
    where = {"tournament": series.tournament.name, "series": series.number, "table": table}
    if series.tournament_id != tournament.pk:
        text = gettext_noop(
            "Das ist eine Liste von „{tournament}“, Serie {series}, Tisch {table}: nicht von diesem Turnier."
        )
        return None, Sentence(text, where)
    if sheet.table.cleared_at is not None:
        text = gettext_noop(
            "Serie {series}, Tisch {table}: Diesen Tisch gibt es nicht mehr, er wurde neu gesetzt."
        )
        return None, Sentence(text, where)
    if old:
        text = gettext_noop(
            "Serie {series}, Tisch {table}: Das ist ein alter Ausdruck, sein Code gilt nicht mehr. Bitte diese Liste tippen."
        )
        return None, Sentence(text, where)
    if sheet.accepted_at is not None or sheet.signatures.filter(revoked_at__isnull=True).exists():
        text = gettext_noop(
            "Serie {series}, Tisch {table}: Diese Liste ist schon unterschrieben. Ändern kann sie nur noch ein Schiedsrichter."
        )
        return sheet, Sentence(text, where)
    return sheet, None
