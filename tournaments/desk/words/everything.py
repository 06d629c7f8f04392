"""Everything that can be reached from the desk, by name and by other words for it: pages, prints, people, tables, lists."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.desk.core.finding import FindablePlace
from tournaments.event.selectors.sheets import sheets
from tournaments.models import Registration, Tournament

Group = tuple[str, tuple[FindablePlace, ...]]


def grouped_pages(tournament: Tournament, *, directs: bool) -> tuple[Group, ...]:
    """The pages in groups, as „Alles“ shows them; groups with nothing in them are left out."""
    series = tournament.series.order_by("-number").values_list("number", flat=True).first()
    groups = (
        (_("Wer spielt und wo"), tuple(field_pages(tournament, directs=directs))),
        (_("Während der Serie"), tuple(hall(tournament, series, directs=directs))),
        (_("Ergebnisse"), tuple(results(tournament, directs=directs))),
        (_("Drucken"), tuple(paper(tournament, series, directs=directs))),
        (_("Geld"), tuple(money_pages(tournament)) if directs else ()),
        (_("Einrichten und abschließen"), tuple(setting_up(tournament, series, directs=directs))),
        (_("Regeln und Karten"), tuple(rule_pages(tournament))),
    )
    return tuple(group for group in groups if group[1])


def page_place(
    tournament: Tournament,
    icon: str,
    label: str,
    hint: str,
    name: str,
    *more: object,
    also: str = "",
    query: str = "",
    kind: str = "page",
) -> FindablePlace:
    url = reverse(name, args=[tournament.slug, *more]) + query
    return FindablePlace(kind=kind, icon=icon, label=label, hint=hint, url=url, also=also)


def field_pages(one: Tournament, *, directs: bool) -> Iterator[FindablePlace]:
    if directs:
        yield page_place(
            one,
            "people",
            _("Anmeldungen"),
            _("wer mitspielt, wer gegangen ist"),
            "registrations",
            also="Spieler Teilnehmer Nachzügler anmelden Startnummer Namen",
        )
        yield page_place(
            one, "upload", _("Spieler aus einer Tabelle"), _("xlsx, ods oder csv"), "player_upload",
            also="Excel importieren Datei hochladen einlesen",
        )  # fmt: skip
    yield page_place(
        one, "table", _("Sitzplan"), _("alle Serien, tauschen, wie gut er ist"), "seating_board",
        also="Plätze setzen tauschen umsetzen Auslosung",
    )  # fmt: skip
    if directs:
        yield page_place(
            one, "people", _("Jemand kommt oder geht"), _("Nachzügler, Ersatz, Tisch auflösen"), "seating_changes",
            also="ausscheiden Ersatzspieler krank nach Hause",
        )  # fmt: skip
        yield page_place(
            one, "table", _("Sitzplan planen"), _("ganzes Turnier oder nächste Serie"), "seating_plan",
            also="neu setzen Entwurf",
        )  # fmt: skip
        if one.status != Tournament.Status.FINISHED:
            yield page_place(
                one, "cards", _("Auslosen"), _("die nächste Serie allein nach dem Los"), "draw",
                also="Los losen",
            )  # fmt: skip
        yield page_place(
            one, "settings", _("Wünsche für den Sitzplan"), _("wer nie zusammen sitzt"), "seating_wishes"
        )
        yield page_place(one, "people", _("Tandems und Mannschaften"), _("zusammenstellen"), "teams")
    yield page_place(one, "journal", _("Frühere Sitzpläne"), _("jeder, den es gab"), "seating_history")
    yield page_place(
        one, "search", _("Wo sitze ich?"), _("einen Platz suchen, wie die Spieler"), "find_seat",
        also="Sitzordnung Platz finden",
    )  # fmt: skip
    yield page_place(one, "screen", _("Sitzordnung für den Saal"), _("groß, nach Namen"), "seating_wall")


def hall(one: Tournament, series: int | None, *, directs: bool) -> Iterator[FindablePlace]:
    if series is not None:
        yield page_place(
            one, "qr", _("Tischcodes"), _("QR-Codes zeigen, sperren, drucken"), "table_links",
            also="Handys Telefon scannen PIN Zugang Tisch",
        )  # fmt: skip
        yield page_place(
            one, "list", _("Listen vom Papier"), _("Fotos und Scans lesen lassen"), "paper_queue",
            also="Foto Scan PDF einlesen Papier",
        )  # fmt: skip
        if directs:
            yield page_place(
                one, "clock", _("Uhr"), _("Zeit der Serie starten und ändern"), "run_clock", series,
                also="Minuten Zeit Ende",
            )  # fmt: skip
            yield page_place(
                one, "check", _("Alle Listen annehmen"), _("mit Zweifeln und Einsprüchen"), "desk_accept_all"
            )
    if directs:
        yield page_place(
            one, "screen", _("Bildschirme"), _("was im Saal zu sehen ist, Meldungen"), "screens",
            also="Fernseher Beamer Durchsage Meldung Anzeige",
        )  # fmt: skip
        yield page_place(
            one, "signed", _("Mein Code der Spieler"), _("womit unterschrieben wird"), "pins",
            also="PIN Unterschrift Bestätigung",
        )  # fmt: skip
    yield page_place(
        one, "ruling", _("Schiedsrichter"), _("wer ruft, Entscheid an einem Tisch"), "referee",
        also="Strafe streichen berichtigen falsch gegeben",
    )  # fmt: skip
    yield page_place(one, "ruling", _("Entscheide und Strafen"), _("alle, die es gibt"), "rulings")
    yield page_place(one, "protest", _("Einsprüche"), _("offene und entschiedene"), "protests")


def results(one: Tournament, *, directs: bool) -> Iterator[FindablePlace]:
    yield page_place(
        one,
        "ranks",
        _("Rangliste"),
        _("wie alle sie sehen"),
        "standings",
        also="Stand Ergebnis Wertung",
    )
    yield page_place(
        one, "ranks", _("Rangliste aushängen"), _("ansehen und aushängen"), "publish",
        also="freigeben veröffentlichen",
    )  # fmt: skip
    yield page_place(
        one, "download", _("Excel-Datei"), _("Rangliste, Listen, Formeln"), "workbook", also="xlsx"
    )
    yield page_place(one, "chart", _("Statistik"), _("Bilder der gespielten Spiele"), "statistics")
    yield page_place(
        one,
        "journal",
        _("Protokoll"),
        _("wer wann was getan hat"),
        "journal",
        also="Verlauf Änderungen",
    )
    if directs:
        yield page_place(
            one, "ranks", _("Wertungen"), _("Altersgrenzen, Vereine, Tage der Serien"), "ranking_setup",
            also="Damen Senioren Jugend",
        )  # fmt: skip


def paper(one: Tournament, series: int | None, *, directs: bool) -> Iterator[FindablePlace]:
    if series is not None:
        yield page_place(
            one,
            "print",
            _("Listen der Serie {number}").format(number=series),
            _("ein Blatt je Tisch, mit Tischcode"),
            "sheets_pdf",
            series,
            kind="print",
            also="Spielliste leer",
        )
        yield page_place(
            one, "print", _("Tischkarten"), _("Tischnummer und Tischcode"), "table_cards_pdf", kind="print"
        )
        yield page_place(
            one, "print", _("Platzkarten"), _("ein Name je Stuhl"), "place_cards_pdf", kind="print"
        )
    yield page_place(
        one,
        "print",
        _("Sitzordnung nach Namen"),
        _("für die Wand"),
        "board_pdf",
        kind="print",
        also="Aushang Sitzplan",
    )
    yield page_place(
        one,
        "print",
        _("Sitzordnung nach Tischen"),
        _("für die Wand"),
        "board_pdf",
        kind="print",
        query="?nach=tischen",
    )
    yield page_place(
        one, "print", _("Rangliste auf Papier"), _("für die Wand"), "standings_pdf", kind="print", also="PDF"
    )
    yield page_place(
        one, "print", _("Regeln auf Papier"), _("ein bis zwei Seiten"), "rules_pdf", kind="print"
    )
    if directs:
        yield page_place(
            one, "print", _("Startkarten"), _("mit dem Code jedes Spielers"), "start_cards_pdf", kind="print"
        )
        yield page_place(one, "print", _("Namensschilder"), "", "badges_pdf", kind="print")
        yield page_place(one, "print", _("Ergebniszettel"), "", "slips_pdf", kind="print")
        yield page_place(
            one,
            "print",
            _("Urkunden"),
            _("die ersten drei jeder Wertung"),
            "certificates_pdf",
            kind="print",
            also="Pokal Ehrung",
        )
        yield page_place(one, "print", _("Quittungen"), _("Preise auszahlen"), "receipts_pdf", kind="print")
        yield page_place(
            one,
            "print",
            _("Turnierbericht"),
            _("der ganze Tag auf Papier"),
            "record_pdf",
            kind="print",
            also="Niederschrift",
        )
        yield page_place(
            one,
            "print",
            _("Alles zum Drucken"),
            _("mit Auswahl von Serie und Format"),
            "printing",
            also="Papier Drucker",
        )


def money_pages(one: Tournament) -> Iterator[FindablePlace]:
    yield page_place(
        one,
        "coin",
        _("Kasse"),
        _("wer hat bezahlt"),
        "cash",
        also="Startgeld Geld zahlen",
    )
    yield page_place(one, "coin", _("Startgeld festlegen"), "", "cash_fees")
    yield page_place(
        one,
        "coin",
        _("Preise"),
        _("wie der Topf verteilt wird"),
        "prizes",
        also="Preisgeld auszahlen Gewinn",
    )
    yield page_place(one, "list", _("Kassenbuch"), _("jede Einnahme und Ausgabe"), "cash_book")
    yield page_place(one, "coin", _("Kasse zählen"), _("stimmt sie?"), "cash_count")


def setting_up(one: Tournament, series: int | None, *, directs: bool) -> Iterator[FindablePlace]:
    yield page_place(one, "home", _("Seite des Turniers"), _("wie alle sie sehen"), "tournament")
    if not directs:
        return
    yield page_place(
        one,
        "pencil",
        _("Angaben ändern"),
        _("Name, Ort, Tage, Serien"),
        "tournament_frame",
        also="Einstellungen Runden",
    )
    yield page_place(
        one, "people", _("Ausrichter"), _("welcher Verein es ausrichtet"), "organiser",
        also="Verein Verband Kalender",
    )  # fmt: skip
    yield page_place(
        one,
        "person",
        _("Aufgaben"),
        _("Schiedsrichter, Leitung, Konten"),
        "roles",
        also="Benutzer Helfer",
    )
    yield page_place(
        one,
        "lock",
        _("Sicherung"),
        _("alles in eine Datei"),
        "backup",
        also="Backup speichern wiederherstellen",
    )
    yield page_place(
        one, "download", _("Turnierdatei"), _("auf einen anderen Rechner mitnehmen"), "tournament_zip"
    )
    yield page_place(
        one,
        "qr",
        _("Netz im Saal"),
        _("Adresse für Handys, ob sie ankommen"),
        "network",
        also="WLAN Hotspot Adresse IP QR prüfen Firewall",
    )
    yield page_place(
        one,
        "settings",
        _("Andere Programme"),
        _("was sie lesen und schreiben dürfen"),
        "accesses",
        also="API",
    )
    if series is not None and one.status != Tournament.Status.FINISHED:
        yield page_place(one, "deal", _("Los bei Gleichstand"), _("am Ende des Turniers"), "final_lot")
        yield page_place(
            one,
            "final",
            _("Turnier abschließen"),
            _("danach kommt niemand mehr dazu"),
            "finish",
            also="beenden Schluss Ende",
        )


def rule_pages(one: Tournament) -> Iterator[FindablePlace]:
    row = one.rule_set
    yield FindablePlace(
        kind="page",
        icon="rules",
        label=_("Regeln dieses Turniers"),
        hint=str(row),
        url=reverse("rule_set", args=[row.key, row.version]),
    )
    yield FindablePlace(
        kind="page",
        icon="cards",
        label=_("Blatt prüfen"),
        hint=_("darf man so auslegen?"),
        url=reverse("hand"),
        also="Karten Auslage",
    )
    yield FindablePlace(
        kind="page",
        icon="cards",
        label=_("Partien"),
        hint=_("aufgeschriebene Spiele nachspielen"),
        url=reverse("game_record"),
    )
    yield FindablePlace(
        kind="page",
        icon="check",
        label=_("Papier prüfen"),
        hint=_("ob ein Ausdruck echt ist"),
        url=reverse("check_list"),
        also="Nachrechnen Code Siegel",
    )


def people(one: Tournament, *, directs: bool) -> Iterator[FindablePlace]:
    """Everybody who plays, with his own page at the desk; a referee comes to the seat."""
    field_of_players = Registration.objects.filter(tournament=one).select_related("player__club")
    for who in field_of_players.order_by("start_number"):
        club = str(who.player.club) if who.player.club else ""
        yield page_place(
            one,
            "person",
            who.name,
            ", ".join(
                part for part in (_("Startnummer {number}").format(number=who.start_number), club) if part
            ),
            "registration" if directs else "my_seat",
            who.start_number,
            kind="person",
        )


def tables(one: Tournament) -> Iterator[FindablePlace]:
    """Every table with its list, those of the newest series first."""
    found = sheets().filter(table__series__tournament=one)
    for sheet in found.order_by("-table__series__number", "table__number"):
        series, table = sheet.table.series.number, sheet.table.number
        yield page_place(
            one,
            "list",
            _("Tisch {table}").format(table=table),
            _("Serie {series}, Liste").format(series=series),
            "sheet",
            series,
            table,
            kind="table",
        )


def everything(one: Tournament, *, directs: bool) -> Iterator[FindablePlace]:
    """All of it, what is asked for most often first."""
    yield from tables(one)
    for _heading, found in grouped_pages(one, directs=directs):
        yield from found
    yield from people(one, directs=directs)
