"""The line through the day in words, and what its stations say when the day is there."""

from __future__ import annotations

from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sentence import gettext_noop
from scoring.speech import say
from scoring.wording.phrases import euros
from tournaments.desk.core.day import Station
from tournaments.desk.selectors.day import Desk
from tournaments.lists.core.life import Life
from tournaments.lists.selectors.progress import TableProgress
from tournaments.money.core import PrizeState
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


def stop_label(seen: Desk, station: Station) -> str:
    """Return the name of a station; that of the prizes says how far they have come."""
    if station is not Station.PRIZES:
        return _(NAMES[station])
    match seen.facts.prizes:
        case PrizeState.NONE:
            return _("Preise: keine")
        case PrizeState.TO_CONFIRM:
            return _("Preise: festzulegen")
        case PrizeState.UNPAID:
            return _("Preise: {amount} auszuzahlen").format(amount=euros(seen.facts.unpaid_cents))
        case PrizeState.DONE:
            return _(NAMES[station])
        case unknown:
            assert_never(unknown)


def prizes_left(state: PrizeState, *, unpaid_cents: int) -> str:
    """Return what is left to do about the prizes as a sentence; empty where nothing is."""
    match state:
        case PrizeState.TO_CONFIRM:
            return _("Die Preise sind noch nicht festgelegt.")
        case PrizeState.UNPAID:
            return _("Noch {amount} Preise sind nicht ausgezahlt.").format(amount=euros(unpaid_cents))
        case PrizeState.NONE | PrizeState.DONE:
            return ""
        case unknown:
            assert_never(unknown)


def prizes_at_the_end(seen: Desk) -> str:
    """Return what is left to do when everything is played, the prizes first."""
    match seen.facts.prizes:
        case PrizeState.NONE:
            return _("Preise sind keine angelegt. Jetzt Urkunden, Excel, Sicherung und Schluss.")
        case PrizeState.TO_CONFIRM:
            return _("Jetzt die Preise festlegen, dann Urkunden, Excel, Sicherung und Schluss.")
        case PrizeState.UNPAID:
            return _("Noch {amount} Preise auszuzahlen, dann Urkunden, Excel, Sicherung und Schluss.").format(
                amount=euros(seen.facts.unpaid_cents)
            )
        case PrizeState.DONE:
            return _("Die Preise sind ausgezahlt. Jetzt Urkunden, Excel, Sicherung und Schluss.")
        case unknown:
            assert_never(unknown)


def left_after_the_end(seen: Desk) -> str:
    """Return what is left to do when the tournament is closed."""
    match seen.facts.prizes:
        case PrizeState.TO_CONFIRM:
            return _("Es bleiben: Preise festlegen, Urkunden, Excel und Sicherung.")
        case PrizeState.UNPAID:
            return _("Es bleiben: {amount} Preise auszahlen, Urkunden, Excel und Sicherung.").format(
                amount=euros(seen.facts.unpaid_cents)
            )
        case PrizeState.NONE | PrizeState.DONE:
            return _("Es bleiben: Urkunden, Excel und Sicherung.")
        case unknown:
            assert_never(unknown)


def headline(seen: Desk) -> tuple[str, str]:
    """What this moment is about, and a sentence beneath it."""
    if seen.facts.finished:
        return _("Das Turnier ist beendet"), left_after_the_end(seen)
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
        case Station.PRIZES | Station.CERTIFICATES | Station.WORKBOOK | Station.BACKUP | Station.CLOSE:
            return _("Alles ist gespielt"), prizes_at_the_end(seen)
        case unknown:
            assert_never(unknown)


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
