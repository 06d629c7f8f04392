"""What the "?" says: of each page what it is for, and the day from the first name to the last envelope, on one page."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


@dataclass(frozen=True, slots=True)
class GuideTopic:
    """What a page is for, in a few sentences."""

    title: Promise
    sentences: tuple[Promise, ...]


DESK = GuideTopic(
    gettext_lazy("Leitung"),
    (
        gettext_lazy("Oben steht, was als Nächstes kommt: ein Knopf. Darunter, was wartet, und die Tische."),
        gettext_lazy(
            "Alles andere findet die Suche: Name, Tisch, Seite oder Druck eintippen und Enter drücken."
        ),
    ),
)
SEATING = GuideTopic(
    gettext_lazy("Sitzordnung"),
    (
        gettext_lazy("Hier steht, wer an welchem Tisch auf welchem Platz sitzt; „Nach Namen“ sortiert um."),
        gettext_lazy(
            "Wird eine Serie gesetzt, entsteht ein Entwurf. Erst ausgehängt gilt er, und bis zum ersten Spiel lässt er sich zurücknehmen."
        ),
    ),
)
LIST = GuideTopic(
    gettext_lazy("Liste des Tisches"),
    (
        gettext_lazy(
            "Nach jedem Spiel: Wer ist fertig, wie viele Augen bleiben, wer hat eröffnet; die letzte Antwort speichert."
        ),
        gettext_lazy(
            "Ein Fehler? Auf die Nummer des Spiels tippen und berichtigen, solange seine Runde läuft. Danach hilft der Schiedsrichter."
        ),
        gettext_lazy(
            "Am Ende liest jeder die Liste und unterschreibt: mit seinem Code, am Bildschirm oder auf Papier."
        ),
    ),
)
STANDINGS = GuideTopic(
    gettext_lazy("Rangliste"),
    (
        gettext_lazy(
            "Es zählen die Punkte ohne die Kreuze; unter gleichen Punkten steht, was entschieden hat."
        ),
        gettext_lazy("Dateien, andere Wertungen und die Suche stehen hinter dem Knopf neben dem Titel."),
    ),
)
REFEREE = GuideTopic(
    gettext_lazy("Schiedsrichter"),
    (
        gettext_lazy(
            "Wer am längsten wartet, steht oben. „Ich gehe hin“ öffnet den Tisch mit allem, was zu tun sein kann."
        ),
        gettext_lazy("Jeder Entscheid zeigt vorher, was er ändert, und lässt sich aufheben."),
    ),
)
PLAYER = GuideTopic(
    gettext_lazy("Eigene Seite"),
    (
        gettext_lazy("Tisch und Platz, die eigenen Spiele und der Rang: nur für den, der diese Adresse hat."),
        gettext_lazy("Stimmt etwas nicht, hilft der Schiedsrichter oder ein Einspruch von dieser Seite."),
    ),
)
PAPER = GuideTopic(
    gettext_lazy("Drucken"),
    (
        gettext_lazy(
            "Alle Papiere in der Reihenfolge des Tages. Was nach einer Änderung alt ist, wird dort genannt."
        ),
    ),
)
MONEY = GuideTopic(
    gettext_lazy("Kasse"),
    (
        gettext_lazy(
            "Startgeld, Preise und Ausgaben mit fortlaufenden Belegen. Eine falsche Buchung wird zurückgenommen, nie gelöscht."
        ),
    ),
)
ANY = GuideTopic(
    gettext_lazy("Rommé-Club"),
    (
        gettext_lazy(
            "Spieler finden hier ihren Platz und die Rangliste; wer das Turnier leitet, meldet sich an."
        ),
    ),
)
# The names of pages that are about it; every other page gets the general words.
PLACES: dict[str, GuideTopic] = {
    **dict.fromkeys(("desk", "finder", "registrations", "desk_accept", "finish", "tournament_new"), DESK),
    **dict.fromkeys(("seating", "seating_series", "seating_board", "seating_version", "draw", "my_seat", "find_seat"), SEATING),
    **dict.fromkeys(("sheet", "game", "signatures", "table_door"), LIST),
    **dict.fromkeys(("standings", "publish", "publication", "publications", "statistics"), STANDINGS),
    **dict.fromkeys(("referee", "rulings", "protest", "strike", "correct", "penalty"), REFEREE),
    "own_page": PLAYER,
    "printing": PAPER,
    **dict.fromkeys(("cash", "prizes", "cash_book", "prize_table"), MONEY),
}  # fmt: skip
TOPICS = (DESK, SEATING, LIST, STANDINGS, REFEREE, PLAYER, PAPER, MONEY)
# The day, in its order: what, and how.
DAY: tuple[tuple[Promise, Promise], ...] = (
    (gettext_lazy("Spieler anmelden"), gettext_lazy("„Neues Turnier“, dann Name für Name mit Enter, oder die Liste des Vereins hochladen.")),
    (gettext_lazy("Setzen"), gettext_lazy("„Serie 1 setzen“: Den Entwurf ansehen und aushängen.")),
    (gettext_lazy("Listen und Codes"), gettext_lazy("Listen drucken oder die Tischcodes zeigen: Ein Handy je Tisch genügt.")),
    (gettext_lazy("Spielen"), gettext_lazy("Die Tische führen ihre Listen. Die Leitung sieht, wer zurück ist und wer ruft.")),
    (gettext_lazy("Sammeln"), gettext_lazy("Listen auf Papier abtippen oder nur ihre Summen; was unklar ist, wird gefragt.")),
    (gettext_lazy("Annehmen"), gettext_lazy("Alle unterschriebenen Listen auf einmal; offene Einsprüche bleiben draußen.")),
    (gettext_lazy("Aushängen"), gettext_lazy("Die Rangliste aushängen; dann die nächste Serie setzen.")),
    (gettext_lazy("Preise"), gettext_lazy("Preise festlegen, auszahlen, Quittungen und Urkunden drucken.")),
    (gettext_lazy("Schluss"), gettext_lazy("Excel-Datei und Sicherung speichern, Turnier beenden. Alles bleibt lesbar.")),
)  # fmt: skip


def guide_at(place: str) -> GuideTopic:
    """What the page of this name is for."""
    return PLACES.get(place, ANY)
