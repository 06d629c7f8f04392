"""One's own data as sentences: what the file says, for people who read no files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.wording import phrases
from scoring.wording.phrases import euros
from tournaments.journal.words.journal import DEEDS
from tournaments.models import Player
from tournaments.privacy.selectors.own_data import Document

Part = tuple[str, list[str]]


def sex_in_words(data: Document) -> str:
    said = data["person"]["sex"]
    return str(Player.Sex(said).label) if said else ""


def parts_said(data: Document) -> Iterator[Part]:
    """Every kind of which there is something, with a line for each."""
    for title, key, line in (
        (_("Einträge im Spielerverzeichnis"), "entries", entry_said),
        (_("Plätze"), "seats", seat_said),
        (_("Spiele"), "games", game_said),
        (_("Summen von Papierlisten"), "totals", total_said),
        (_("Strafen"), "penalties", penalty_said),
        (_("Einsprüche"), "protests", protest_said),
        (_("Unterschriften"), "signatures", signature_words),
        (_("Zahlungen"), "money", payment),
        (_("Preise"), "prizes", prize),
        (_("Zeilen im Protokoll"), "journal", journal_line_said),
    ):
        if data[key]:
            yield title, [line(one) for one in data[key]]
    if data["pictures"]:
        yield (
            _("Fotos von Papierlisten"),
            [_("{count} Fotos, bei der Turnierleitung anzusehen").format(count=data["pictures"])],
        )


def entry_said(one: Mapping[str, Any]) -> str:
    """An entry of the register, as „Nr. 4 Anna Beispiel, Karo Nord, 1950-05-17: Abend (7)“."""
    head = [f"{one['given_name']} {one['family_name']}".strip(), one["club"], one["born_on"]]
    said = _("Nr. {number} {name}").format(number=one["number"], name=", ".join(filter(None, head)))
    played = ", ".join(f"{at['tournament']} ({at['start_number']})" for at in one["tournaments"])
    return f"{said}: {played}" if played else said


def place_said(one: Mapping[str, Any]) -> str:
    return _("Serie {series}, Tisch {table}").format(series=one["series"], table=one["table"])


def seat_said(one: Mapping[str, Any]) -> str:
    return _("{place}, Platz {seat}").format(place=place_said(one), seat=one["seat"])


def game_said(one: Mapping[str, Any]) -> str:
    end = _("gewonnen") if one["won"] else phrases.in_augen(one["augen"])
    said = _("{place}, Spiel {game}: {end}").format(place=place_said(one), game=one["game"], end=end)
    return f"{said} ({_('gestrichen')}: {one['struck']})" if one["struck"] else said


def total_said(one: Mapping[str, Any]) -> str:
    return f"{place_said(one)}: {phrases.points(one['points'])}"


def penalty_said(one: Mapping[str, Any]) -> str:
    return str(one["reason"])


def protest_said(one: Mapping[str, Any]) -> str:
    return "; ".join(filter(None, [one["text"], *(step["reason"] for step in one["steps"])]))


def signature_words(one: Mapping[str, Any]) -> str:
    drawn = f", {_('mit gezeichnetem Namen')}" if one["strokes"] else ""
    return f"{place_said(one)}{drawn}"


def payment(one: Mapping[str, Any]) -> str:
    return " ".join(filter(None, [euros(one["cents"]), one["text"], one["voucher"]]))


def prize(one: Mapping[str, Any]) -> str:
    return f"{one['name']}: {euros(one['cents'])}"


def journal_line_said(one: Mapping[str, Any]) -> str:
    return " ".join(
        filter(
            None,
            [
                f"{one['number']}.",
                one["at"][:16].replace("T", " "),
                str(DEEDS.get(one["deed"], one["deed"])),
                one["reason"],
            ],
        )
    )
