"""The line through the day in words, and what its stations say when the day is there."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sentence import gettext_noop
from scoring.speech import say
from tournaments.desk.core.day import Station
from tournaments.desk.selectors.day import Desk
from tournaments.lists.core.life import Life
from tournaments.lists.selectors.progress import TableProgress
from tournaments.pages.words import numbers, tables_in_words

FEW = 4  # tables that are still named one by one

NAMES = {
    Station.REGISTER: gettext_noop("Anmelden"),
    Station.SEAT: gettext_noop("Setzen"),
    Station.PAPERS: gettext_noop("Listen und Codes"),
    Station.PLAY: gettext_noop("Spielen"),
    Station.COLLECT: gettext_noop("Sammeln"),
    Station.ACCEPT: gettext_noop("Annehmen"),
    Station.POST: gettext_noop("Aushängen"),
    Station.PRIZES: gettext_noop("Preise"),
    Station.CERTIFICATES: gettext_noop("Urkunden"),
    Station.WORKBOOK: gettext_noop("Excel"),
    Station.BACKUP: gettext_noop("Sicherung"),
    Station.CLOSE: gettext_noop("Schluss"),
}


def name(station: Station) -> str:
    return _(NAMES[station])


def headline(seen: Desk) -> tuple[str, str]:
    """What this moment is about, and a sentence beneath it."""
    if seen.facts.finished:
        left = (
            _("Es bleiben: Preise auszahlen, Urkunden, Excel und Sicherung.")
            if seen.facts.prizes
            else _("Es bleiben: Urkunden, Excel und Sicherung.")
        )
        return _("Das Turnier ist beendet"), left
    match seen.day.at:
        case Station.REGISTER:
            return _("Spieler anmelden"), say(seen.field.refusal) if seen.field.refusal else ""
        case Station.SEAT if not seen.facts.hanging:
            return _("Serie {number} ist zurückgenommen").format(number=seen.day.series), ""
        case Station.SEAT:
            players = ngettext("{count} Spieler: {tables}", "{count} Spieler: {tables}", seen.field.players)
            return (
                _("Serie {number} setzen").format(number=seen.day.series),
                players.format(count=seen.field.players, tables=tables_in_words(seen.field.by_size)),
            )
        case Station.PAPERS:
            return _("Serie {number} ist ausgehängt").format(number=seen.day.series), ""
        case Station.PLAY:
            return playing(seen)
        case Station.COLLECT:
            return unsigned(seen.those(Life.COMPLETE)), _("Alle Spiele sind eingetragen.")
        case Station.ACCEPT:
            return _("Listen annehmen"), _("Nach dem Annehmen ändert nur noch ein Entscheid etwas daran.")
        case Station.POST:
            return _("Serie {number} ist gespielt").format(number=seen.day.series), ""
        case _:
            return _("Alles ist gespielt"), _(
                "Jetzt die Preise, dann Urkunden, Excel, Sicherung und Schluss."
            )


def playing(seen: Desk) -> tuple[str, str]:
    """Who still plays: named while it is little, counted while it is much."""
    tables = [one.number for one in seen.those(Life.OPEN)]
    if len(tables) == len(seen.tables):
        words = _("Serie {number} wird gespielt").format(number=seen.day.series)
    elif len(tables) > FEW:
        words = _("{count} Tische spielen noch").format(count=len(tables))
    else:
        words = ngettext(
            "Tisch {tables} spielt noch", "Die Tische {tables} spielen noch", len(tables)
        ).format(tables=numbers(tables))
    return words, ""


def unsigned(tables: tuple[TableProgress, ...]) -> str:
    found = [one.number for one in tables]
    if len(found) > FEW:
        return _("Unterschriften fehlen an {count} Tischen").format(count=len(found))
    return ngettext(
        "Unterschriften fehlen an Tisch {tables}", "Unterschriften fehlen an den Tischen {tables}", len(found)
    ).format(tables=numbers(found))
