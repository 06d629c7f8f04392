"""The doors of the desk: where a director or referee goes from there, in groups as the day needs them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.desk.selectors.desk import Desk
from tournaments.models import Tournament
from tournaments.pages.words import tables_in_words


@dataclass(frozen=True, slots=True)
class Door:
    """One way out of the desk: its sign, its name and what lies behind it."""

    icon: str
    label: str
    hint: str
    url: str


@dataclass(frozen=True, slots=True)
class Doors:
    """Ways that belong together."""

    heading: str
    doors: tuple[Door, ...]


def doors(seen: Desk, *, directs: bool) -> tuple[Doors, ...]:
    """Everything that can be done from the desk by who stands there; groups with nothing in them are left out."""
    groups = (
        (_("Wer spielt und wo"), players(seen) if directs else ()),
        (_("Während der Serie"), series(seen, directs=directs)),
        (_("Geld, Papier, Dateien"), papers(seen, directs=directs)),
        (_("Einrichten und abschließen"), setting_up(seen, directs=directs)),
    )
    found = (Doors(heading, tuple(ways)) for heading, ways in groups)
    return tuple(group for group in found if group.doors)


def to(tournament: Tournament, name: str, *more: object) -> str:
    return reverse(name, args=[tournament.slug, *more])


def players(seen: Desk) -> Iterator[Door]:
    tournament, here = seen.tournament, seen.field.players
    count = ngettext("{count} Spieler", "{count} Spieler", here).format(count=here)
    tables = tables_in_words(seen.field.by_size)
    yield Door(
        "people",
        _("Anmeldungen"),
        ", ".join(part for part in (count, tables) if part),
        to(tournament, "registrations"),
    )
    if seen.next_number and tournament.status != Tournament.Status.FINISHED:
        drawn = _("Serie {number} von {count}").format(number=seen.next_number, count=tournament.series_count)
        yield Door("cards", _("Auslosen"), drawn, to(tournament, "draw"))
    yield Door(
        "table", _("Sitzplan"), _("planen, tauschen, wer kommt oder geht"), to(tournament, "seating_board")
    )
    yield Door("people", _("Tandems und Mannschaften"), _("zusammenstellen"), to(tournament, "teams"))


def series(seen: Desk, *, directs: bool) -> Iterator[Door]:
    tournament = seen.tournament
    if seen.current:
        yield Door(
            "qr", _("Handys am Tisch"), _("QR-Codes zeigen und drucken"), to(tournament, "table_links")
        )
    if seen.current and directs:
        running = _("läuft") if seen.current.clock_minutes else _("Zeit der Serie starten")
        yield Door("clock", _("Uhr"), running, to(tournament, "run_clock", seen.current.number))
    if directs:
        yield Door(
            "screen", _("Bildschirme"), _("was im Saal zu sehen ist, Meldungen"), to(tournament, "screens")
        )
    yield Door(
        "ranks", _("Rangliste freigeben"), _("Entwurf ansehen, veröffentlichen"), to(tournament, "publish")
    )
    if directs:
        yield Door(
            "signed",
            _("Unterschrift und PIN"),
            _("PIN jedes Spielers, Bestätigung am Tisch"),
            to(tournament, "pins"),
        )


def papers(seen: Desk, *, directs: bool) -> Iterator[Door]:
    tournament = seen.tournament
    if directs:
        yield Door("coin", _("Kasse"), _("Startgeld, Preise, Kassenbuch"), to(tournament, "cash"))
        yield Door("print", _("Drucken"), _("alles, was aufs Papier kommt"), to(tournament, "printing"))
    if seen.current:
        tables = _("alle Tische der Serie {number}").format(number=seen.current.number)
        yield Door("list", _("Listen drucken"), tables, to(tournament, "sheets_pdf", seen.current.number))
    yield Door("journal", _("Protokoll"), _("wer wann was getan hat"), to(tournament, "journal"))
    if directs:
        yield Door("lock", _("Sicherung"), _("alles in eine Datei"), to(tournament, "backup"))
        yield Door(
            "download",
            _("Turnierdatei"),
            _("auf einen anderen Rechner mitnehmen"),
            to(tournament, "tournament_zip"),
        )


def setting_up(seen: Desk, *, directs: bool) -> Iterator[Door]:
    tournament = seen.tournament
    if not directs:
        return
    yield Door("pencil", _("Angaben"), _("Name, Ort, Tage, Serien"), to(tournament, "tournament_frame"))
    yield Door(
        "ranks", _("Wertungen"), _("Altersgrenzen, Vereine, Tage der Serien"), to(tournament, "ranking_setup")
    )
    yield Door("person", _("Aufgaben"), _("Schiedsrichter, Leitung, Konten"), to(tournament, "roles"))
    yield Door(
        "settings",
        _("Zugänge für Programme"),
        _("was andere Programme lesen und schreiben"),
        to(tournament, "accesses"),
    )
    if seen.current and tournament.status != Tournament.Status.FINISHED:
        drawn = _("ist gezogen") if tournament.lot_seed else _("am Ende des Turniers")
        yield Door("deal", _("Los bei Gleichstand"), drawn, to(tournament, "final_lot"))
        yield Door("final", _("Abschluss"), _("das Turnier beenden"), to(tournament, "finish"))
