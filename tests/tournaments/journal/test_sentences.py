"""How each deed is told: one line of the journal after another, as the page of the journal says it in German."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from tournaments.files.core.shapes import wrong_in
from tournaments.files.selectors.deed_shapes import DEEDS as SHAPES
from tournaments.journal.words.journal import DETAILS

SAID: list[tuple[str, dict[str, Any], str]] = [
    (
        "tournament_created",
        {"name": "Pfingstpokal", "rules": "club_2018", "rules_version": 1, "fingerprint": "0123456789abcdef"},
        "Pfingstpokal, Vereinsregeln 2018 Nr. 1 (0123456789)",
    ),
    (
        "tournament_changed",
        {"place": ["Probesaal", "Festsaal"], "release": ["live", ""]},
        "Ort: Probesaal → Festsaal, Rangliste für alle: sofort, mit jedem Spiel → –",
    ),
    (
        "tournament_imported",
        {"exported_at": "2026-11-14T20:00:00+00:00", "slug": "pfingstpokal"},
        "aus der Turnierdatei vom 14.11.2026",
    ),
    ("role_granted", {"user": "Anna Beispiel", "kind": "referee"}, "Anna Beispiel: Schiedsrichter"),
    ("role_withdrawn", {"user": "Anna Beispiel", "kind": "referee"}, "Anna Beispiel: Schiedsrichter"),
    ("account_created", {"user": "Anna Beispiel", "username": "anna"}, "Anna Beispiel (anna)"),
    ("players_imported", {"players": 12, "file": "feld.csv"}, "12 Spieler aus „feld.csv“"),
    ("team_formed", {"name": "Die Asse", "start_numbers": [1, 4, 7]}, "Die Asse: 1, 4, 7"),
    ("team_dissolved", {"name": "Die Asse", "start_numbers": [1, 4, 7]}, "Die Asse: 1, 4, 7"),
    ("pair_formed", {"number": 3, "start_numbers": [2, 5]}, "3: 2, 5"),
    ("pair_dissolved", {"number": 3, "start_numbers": [2, 5]}, "3: 2, 5"),
    (
        "team_corrected",
        {
            "name": "Die Asse",
            "start_numbers": [1, 4],
            "before": {"name": "Die Ase", "start_numbers": [1, 3]},
        },
        "Die Ase: 1, 3 → Die Asse: 1, 4",
    ),
    (
        "pair_corrected",
        {"number": 3, "start_numbers": [2, 6], "before": {"number": 3, "start_numbers": [2, 5]}},
        "3: 2, 5 → 3: 2, 6",
    ),
    (
        "registration_corrected",
        {
            "start_number": 8,
            "changed": {"start_number": [7, 8], "guest": [False, True], "withdrawn_reason": ["Ban", "Bahn"]},
        },
        "Startnummer 8: Startnummer: 7 → 8, Gast: nein → ja, Grund des Ausscheidens: Ban → Bahn",
    ),
    (
        "series_drawn",
        {"series": 2, "mode": "lots", "seed": "Pik 7", "tables": [[1, 2, 3, 4], [5, 6, 7]]},
        "Serie 2, ausgelost, Los Pik 7: 7 Spieler an 2 Tischen",
    ),
    ("series_taken_down", {"series": 2}, "Serie 2"),
    ("series_hung_out", {"series": 2}, "Serie 2"),
    (
        "seating_wishes_chosen",
        {
            "weights": {"rematch": "never", "partners": "never"},
            "modes": ["lots", "plan"],
            "closed_tables": [4, 7],
            "groups_apart": True,
        },
        "nie: Zwei treffen sich ein zweites Mal, Tandem-Partner am selben Tisch; Serien: ausgelost, geplant; geschlossene Tische: 4, 7; Leistungsgruppen getrennt",
    ),
    (
        "player_wishes_chosen",
        {"start_number": 7, "seeded": True, "strength": 2, "table": 3, "seat": 1},
        "Startnummer 7: gesetzt, Leistungsgruppe 2, fester Tisch 3, fester Platz 1",
    ),
    (
        "player_wishes_chosen",
        {"start_number": 7, "seeded": False, "strength": None, "table": None, "seat": None},
        "Startnummer 7: kein Wunsch",
    ),
    (
        "plan_drafted",
        {"version": 3, "kind": "planned", "seed": "Pik 7", "planned": [1, 2], "rematches": [2, 1]},
        "Nr. 3, geplant, Los Pik 7, Serien 1, 2: Wiederbegegnungen: 2, mindestens 1",
    ),
    (
        "plan_posted",
        {"version": 3, "kind": "planned", "seed": "Pik 7", "planned": [1, 2], "rematches": [2, 1]},
        "Nr. 3, geplant, Los Pik 7, Serien 1, 2: Wiederbegegnungen: 2, mindestens 1",
    ),
    (
        "seating_changed",
        {
            "version": 4,
            "kind": "dropout",
            "seed": "Pik 7",
            "planned": [2],
            "rematches": [0, 0],
            "moved": [{"series": 2, "chairs": [{"player": 7, "before": [1, 2], "after": None}]}],
        },
        "Nr. 4, ausgeschieden, Los Pik 7, Serien 2: Wiederbegegnungen: 0, mindestens 0; Serie 2, Startnummer 7: Tisch 1, Platz 2 → –",
    ),
    ("search_asked", {"seconds": 60, "seed": "Pik 7"}, "60 Sekunden, Los Pik 7"),
    ("search_stopped", {"tries": 1200}, "nach 1200 Versuchen"),
    ("search_left", {"tries": 1200}, "nach 1200 Versuchen"),
    ("search_taken", {"version": 4}, "Nr. 4"),
    ("lot_drawn", {"seed": "3f2a", "series": None, "day": None}, "Los 3f2a"),
    ("lot_drawn", {"seed": "3f2a", "series": 2, "day": None}, "Serie 2: Los 3f2a"),
    ("lot_drawn", {"seed": "3f2a", "series": None, "day": "2026-11-14"}, "14.11.2026: Los 3f2a"),
    (
        "rankings_set",
        {"changed": {"seniors_from": [60, 65]}, "days": {"2": [None, "2026-11-15"]}},
        "Senioren ab: 60 → 65; Serie 2: – → 15.11.2026",
    ),
    (
        "game_reported",
        {"game": 7, "finish": "R", "winner": 2, "hands": {"3": [25, True], "4": [88, False]}},
        "Spiel 7, Rommé: Platz 2 gewinnt; Platz 3: 25 Augen, eröffnet; Platz 4: 88 Augen, nicht eröffnet",
    ),
    (
        "game_corrected",
        {"game": 7, "finish": "–", "winner": None, "hands": {"3": [25, True]}},
        "Spiel 7, Stapel leer: Platz 3: 25 Augen, eröffnet",
    ),
    ("game_struck", {"game": 7, "ruling": 2}, "Spiel 7"),
    ("game_confirmed", {"game": 7, "seat": 3}, "Spiel 7, Platz 3"),
    ("confirmation_wanted", {"wanted": True}, "ja"),
    ("confirmation_wanted", {"wanted": False}, "nein"),
    ("paper_typed", {"rows": [1, 2]}, "Spiele 1, 2"),
    (
        "paper_typed",
        {"rows": [], "paper_totals": {"1": [47, 1, 349]}, "differences": {}},
        "Spiele –; Summen wie auf dem Papier",
    ),
    (
        "paper_typed",
        {"rows": [1], "paper_totals": {"1": [47, 1, 349]}, "differences": {"3": [1, 0, 0], "1": [0, 1, 0]}},
        "Spiele 1; Summen anders als auf dem Papier bei Platz 1, 3",
    ),
    ("paper_typed_again", {"games": 20, "mismatches": []}, "20 Spiele, verschieden gelesen: –"),
    ("paper_typed_again", {"games": 20, "mismatches": [3, 9]}, "20 Spiele, verschieden gelesen: 3, 9"),
    ("paper_settled", {"game": 3, "chosen": "second"}, "Spiel 3: zweite Erfassung gilt"),
    (
        "misdeal_ruled",
        {"fault": None, "struck": [], "start": 5, "dealer": 1},
        "Anfang nicht festzustellen; gestrichen: nichts; weiter mit Spiel 5, es gibt Platz 1",
    ),
    (
        "misdeal_ruled",
        {"fault": 6, "struck": [6, 7], "start": 6, "dealer": 2},
        "Fehler in Spiel 6; gestrichen: 6, 7; weiter mit Spiel 6, es gibt Platz 2",
    ),
    ("sheet_ended_early", {"last_game": 12, "cause": "time"}, "nach Spiel 12, Zeit abgelaufen"),
    ("sheet_goes_on", {"ruling": 4}, "Entscheid 4"),
    ("seat_left", {"start_number": 7, "seat": 2, "after_round": 3}, "Startnummer 7, Platz 2, nach Runde 3"),
    (
        "seat_taken_over",
        {"start_number": 7, "seat": 2, "after_round": 3, "substitute": 12},
        "Startnummer 7, Platz 2, nach Runde 3: Startnummer 12 setzt fort",
    ),
    ("seat_restored", {"start_number": 7, "seat": 2}, "Startnummer 7, Platz 2"),
    ("clock_started", {"series": 2, "minutes": 90}, "Serie 2: 90 Minuten"),
    ("clock_extended", {"series": 2, "minutes": 85, "by_minutes": -5}, "Serie 2: -5 Minuten, jetzt 85"),
    ("clock_taken_back", {"series": 2}, "Serie 2"),
    ("pin_renewed", {"start_number": 7}, "Startnummer 7"),
    ("own_code_renewed", {"start_number": 7}, "Startnummer 7"),
    (
        "emblem_hung",
        {"sha256": "0123456789abcdef", "width": 600, "height": 400},
        "600 × 400 Punkte (0123456789)",
    ),
    ("emblem_taken_down", {"sha256": "0123456789abcdef", "width": 600, "height": 400}, "0123456789"),
    ("pictures_sent", {"files": 3}, "Dateien: 3"),
    (
        "reading_taken",
        {"read": 60, "asked": [[3, 2, "17", "11"]], "changed": [[4, 1, "30", ""]]},
        "60 Einträge gelesen; gefragt: Spiel 3, Platz 2: 17, Antwort 11; geändert: Spiel 4, Platz 1: 30 in –",
    ),
    (
        "reading_taken",
        {"read": 288, "asked": [[9, 1, "20", "60"]], "followed": [[9, 6, "106", "66"]], "changed": []},
        "288 Einträge gelesen; gefragt: Spiel 9, Platz 1: 20, Antwort 60; daraus folgt: Spiel 9, Platz 6: 66",
    ),
    (
        "reading_left",
        {"file": "scan.pdf", "refused": "Auf diesem Bild ist keine Liste."},
        "scan.pdf, Auf diesem Bild ist keine Liste.",
    ),
    ("reading_left", {"file": "scan.pdf", "refused": ""}, "scan.pdf"),
    ("photo_added", {"photo": 2, "sha256": "0123456789abcdef"}, "Foto 2 (0123456789)"),
    (
        "totals_entered",
        {"games": 20, "totals": {"1": [47, 1, 349], "2": [30, 0, None]}},
        "nach 20 Spielen; Platz 1: 47 Punkte, 1 Kreuz, 349 Augen; Platz 2: 30 Punkte, 0 Kreuze, – Augen",
    ),
    (
        "totals_corrected",
        {"games": 20, "totals": {"1": [47, 1, 349]}},
        "nach 20 Spielen; Platz 1: 47 Punkte, 1 Kreuz, 349 Augen",
    ),
    (
        "totals_struck",
        {"games": 1, "totals": {"1": [-1, 1, 1]}},
        "nach 1 Spiel; Platz 1: −1 Punkt, 1 Kreuz, 1 Auge",
    ),
    ("sheet_signed", {"seat": 2, "method": "paper"}, "Platz 2, auf Papier"),
    ("sheet_handed_over", {"seat": 2}, "Platz 2"),
    ("sheet_accepted", {"version": 21}, "Stand 21"),
    ("acceptance_withdrawn", {"version": 22}, "Stand 22"),
    ("table_lent", {"table": 4}, "Tisch 4"),
    ("links_revoked", {"links": 1}, "1 Gerät abgemeldet"),
    ("links_revoked", {"links": 2}, "2 Geräte abgemeldet"),
    ("doors_opened", {"tries": 5}, "5 falsche Versuche vergessen"),
    ("device_barred", {"device": 2, "name": "Telefon", "table": 4}, "Tisch 4, Gerät 2 (Telefon)"),
    ("device_readmitted", {"device": 2, "name": "Telefon", "table": 4}, "Tisch 4, Gerät 2 (Telefon)"),
    (
        "access_granted",
        {"access": 1, "name": "Anzeige", "scope": "read", "ends_at": None},
        "Zugang 1, Anzeige: nur lesen",
    ),
    (
        "access_revoked",
        {"access": 1, "name": "Anzeige", "scope": "read", "ends_at": None},
        "Zugang 1, Anzeige: nur lesen",
    ),
    (
        "phone_lent",
        {"phone": 2, "user": "Anna Beispiel", "name": "Telefon", "ends_at": "2026-11-14T22:00:00+00:00"},
        "Handy 2 (Telefon), Anna Beispiel, bis 14.11.2026 23:00",
    ),
    (
        "phone_fetched",
        {"phone": 2, "user": "Anna Beispiel", "name": "", "ends_at": "2026-11-14T22:00:00+00:00"},
        "Handy 2, Anna Beispiel, bis 14.11.2026 23:00",
    ),
    (
        "phone_ended",
        {"phone": 2, "user": "Anna Beispiel", "name": "", "ends_at": "2026-11-14T22:00:00+00:00"},
        "Handy 2, Anna Beispiel, bis 14.11.2026 23:00",
    ),
    ("player_registered", {"start_number": 7, "name": "Beispiel, Anna"}, "Startnummer 7: Beispiel, Anna"),
    ("player_withdrawn", {"start_number": 7, "name": "Beispiel, Anna"}, "Startnummer 7"),
    ("player_readmitted", {"start_number": 7, "name": "Beispiel, Anna"}, "Startnummer 7"),
    (
        "player_corrected",
        {"start_number": 7, "before": ["Ana", "Beispiel"], "after": ["Anna", "Beispiel"]},
        "Startnummer 7: Ana Beispiel → Anna Beispiel",
    ),
    ("person_forgotten", {"start_number": 7}, "Startnummer 7"),
    ("naming_wished", {"start_number": 7, "shown_as": "given"}, "Startnummer 7: nur mit dem Vornamen"),
    ("row_restored", {"ruling": 5, "game": 7}, "Entscheid 5, Spiel 7"),
    (
        "penalty_imposed",
        {
            "start_number": 12,
            "kind": "loose_hand",
            "game": 7,
            "points": -1,
            "augen": 6,
            "prescribed": {"points": -2, "augen": 0, "voids_series": False},
        },
        "Startnummer 12, Spiel 7, Karten zusammengeworfen, −1 Punkt, 6 Augen, anders als die Regel",
    ),
    (
        "penalty_imposed",
        {"start_number": 12, "kind": "wrong_seat", "game": None, "voids_series": True},
        "Startnummer 12, Falscher Platz, 0 Punkte für die Serie",
    ),
    ("penalty_lifted", {"ruling": 6, "start_number": 12}, "Entscheid 6, Startnummer 12"),
    ("remark_written", {"ruling": 7, "game": 7}, "Entscheid 7, Spiel 7"),
    ("remark_withdrawn", {"ruling": 7}, "Entscheid 7"),
    ("protest_filed", {"protest": 3, "start_number": 12, "game": 7}, "Einspruch 3, Startnummer 12, Spiel 7"),
    (
        "protest_decided",
        {"protest": 3, "start_number": 12, "kind": "granted"},
        "Einspruch 3, Startnummer 12, stattgegeben",
    ),
    ("protest_withdrawn", {"protest": 3, "start_number": 12}, "Einspruch 3, Startnummer 12"),
    ("protest_reopened", {"protest": 3, "start_number": 12}, "Einspruch 3, Startnummer 12"),
    ("referee_called", {"table": 4}, "Tisch 4"),
    ("call_taken_back", {"table": 4}, "Tisch 4"),
    ("referee_goes", {"table": 4}, "Tisch 4"),
    ("referee_stays", {"table": 4}, "Tisch 4"),
    ("call_done", {"table": 4}, "Tisch 4"),
    (
        "standings_published",
        {"number": 3, "games": 120, "fingerprint": "0123456789abcdef"},
        "Nr. 3 nach 120 Spielen (0123456789ab)",
    ),
    ("screen_added", {"screen": 2, "name": "Saal"}, "Bildschirm 2 Saal"),
    ("screen_changed", {"screens": [1, 2], "programme": "auto"}, "Bildschirm 1, 2: automatisch"),
    ("screen_removed", {"screen": 2, "name": ""}, "Bildschirm 2"),
    (
        "screens_fixed",
        {"screens": [1], "item": {"view": "standings", "seconds": 12, "series": 0, "category": "ladies"}},
        "Bildschirm 1: Damen der letzten Serie",
    ),
    (
        "screens_run",
        {
            "screens": [1],
            "programme": "own",
            "own": [
                {"view": "standings", "seconds": 12, "series": 2, "category": "players"},
                {"view": "clock", "seconds": 10, "series": None, "category": "players"},
            ],
        },
        "Bildschirm 1: eigenes (Rangliste, Serie 2 12 s, Uhr 10 s)",
    ),
    (
        "message_sent",
        {"text": "Pause bis halb vier", "screen": None},
        "„Pause bis halb vier“, alle Bildschirme",
    ),
    (
        "message_taken_back",
        {"text": "Pause bis halb vier", "screen": 2},
        "„Pause bis halb vier“, Bildschirm 2",
    ),
    (
        "fees_set",
        {"per": "event", "ordinary": 500, "youth": 250, "member": None, "guest": 700},
        "einmal für das Turnier: 5,00 €, Jugend 2,50 €, Gäste 7,00 €",
    ),
    ("fee_paid", {"vouchers": [12], "start_number": 7, "cents": 1250}, "Beleg 12, Startnummer 7, 12,50 €"),
    ("fee_waived", {"vouchers": [13], "start_number": 7, "cents": 1250}, "Beleg 13, Startnummer 7, 12,50 €"),
    (
        "fee_repaid",
        {"vouchers": [14, 15], "start_number": 7, "cents": 2500},
        "Belege 14, 15, Startnummer 7, 25,00 €",
    ),
    (
        "loss_money_paid",
        {"vouchers": [16], "start_number": 7, "cents": 150},
        "Beleg 16, Startnummer 7, 1,50 €",
    ),
    ("cash_income", {"vouchers": [17], "cents": 5000}, "Beleg 17, 50,00 €"),
    ("cash_expense", {"vouchers": [18], "cents": 1999}, "Beleg 18, 19,99 €"),
    (
        "cash_turned_round",
        {"vouchers": [19], "cents": 1999, "of": 18, "kind": "expense"},
        "Beleg 19, 19,99 €, gegen Beleg 18 (Ausgabe)",
    ),
    ("cash_counted", {"counted": 10000, "expected": 9990}, "gezählt 100,00 €, laut Kassenbuch 99,90 €"),
    ("prizes_set", {"version": 2}, "Nr. 2"),
    ("prizes_announced", {"announcement": 2, "prizes": 1, "cents": 12000}, "Nr. 2: 1 Preis, 120,00 €"),
    (
        "prizes_announced",
        {"announcement": 2, "prizes": 5, "cents": 12000},
        "Nr. 2: 5 Preise, zusammen 120,00 €",
    ),
    (
        "prize_paid",
        {"name": "Beispiel, Anna", "vouchers": [20], "cents": 6000},
        "Beispiel, Anna, Beleg 20, 60,00 €",
    ),
]


@pytest.mark.parametrize(("deed", "facts", "said"), SAID)
def test_a_deed_is_told(deed: str, facts: dict[str, Any], said: str) -> None:
    assert wrong_in(SHAPES[deed], facts) is None, "facts as a service writes them"
    assert str(DETAILS[deed](facts)) == said


def test_no_deed_is_left_out() -> None:
    """A new deed has its line above, in every way in which it can be told."""
    assert {deed for deed, _facts, _said in SAID} == set(DETAILS)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("lb", "no 1 Spill; Plaz 1: −1 Punkt, 1 Kräiz, 1 A; Plaz 2: 2 Punkten, 2 Kräizer, – Aen"),
        ("en", "after 1 game; Seat 1: −1 point, 1 cross, 1 Auge; Seat 2: 2 points, 2 crosses, – Augen"),
    ],
)
def test_one_is_one_in_every_language(language: str, told: str):
    with translation.override(language):
        assert DETAILS["totals_entered"]({"games": 1, "totals": {"1": [-1, 1, 1], "2": [2, 2, None]}}) == told
