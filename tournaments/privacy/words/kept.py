"""What is kept of a person, for how long, and who sees it: one table, from which the page is drawn.

A test compares it with every field of every table (tests/tournaments/privacy/test_table.py): a new field that can hold a word
about somebody stands in a row here, or among those that hold none, or the suite fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

EVER = gettext_lazy("bis die Person gelöscht oder das Turnier entfernt wird")
WITH_TOURNAMENT = gettext_lazy("bis das Turnier entfernt wird")
DESK = gettext_lazy("Leitung, Schiedsrichter und Kasse dieses Turniers")
MACHINE = gettext_lazy("wer den Rechner verwaltet")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """One kind of thing that is kept of somebody."""

    key: str
    what: Any
    why: Any
    long: Any
    seen_by: Any
    fields: frozenset[str]  # "Model.field", as stored


def of(**columns: str) -> frozenset[str]:
    """Every column that is named, model by model, as "Model.field"."""
    return frozenset(f"{model}.{name}" for model, names in columns.items() for name in names.split())


TABLE: tuple[Kept, ...] = (
    Kept(
        key="name",
        what=gettext_lazy("Vorname, Nachname, Verein, Startnummer, Mannschaft oder Tandem, ob Gast"),
        why=gettext_lazy("damit jeder seinen Platz findet und Ergebnisse zu jemandem gehören"),
        long=EVER,
        seen_by=gettext_lazy(
            "alle: auf Sitzordnung, Listen, Rangliste, Bildschirmen und Aushängen. Wer will, steht dort nur mit Vornamen oder Startnummer"
        ),
        fields=of(
            Player="given_name family_name club",
            Registration="player shown_as team pair",
            Team="name",
            Publication="document",
            FairCopy="words",
            Seal="pdf",
            PrizeAward="name registration",
        ),
    ),
    Kept(
        key="group",
        what=gettext_lazy("Geburtsdatum, Geschlecht"),
        why=gettext_lazy(
            "nur für Senioren, Junioren, Jugend, Damen und gemischte Tandems; beides ist freiwillig"
        ),
        long=EVER,
        seen_by=gettext_lazy(
            "Leitung dieses Turniers; alle anderen sehen nur, in welcher Wertung jemand steht"
        ),
        fields=of(Player="born_on sex"),
    ),
    Kept(
        key="results",
        what=gettext_lazy("Plätze, Spiele, Punkte, Strafen, Ränge"),
        why=gettext_lazy("das ist das Turnier"),
        long=WITH_TOURNAMENT,
        seen_by=gettext_lazy("alle; wo Ranglisten erst ausgehängt werden, dann erst"),
        fields=of(
            Seat="registration",
            Line="seat",
            Game="dealer confirmed_by",
            TotalLine="seat",
            Penalty="registration",
            ScoreSheet="scorer",
            SeatingPlan="series moved",
        ),
    ),
    Kept(
        key="wishes",
        what=gettext_lazy("Sitzwünsche, Grund des Ausscheidens"),
        why=gettext_lazy("für den Sitzplan und für das Protokoll"),
        long=EVER,
        seen_by=DESK,
        fields=of(Registration="withdrawn_reason", SeatingPlan="request report reason"),
    ),
    Kept(
        key="rulings",
        what=gettext_lazy("Entscheide, Einsprüche, Vermerke und ihre Begründungen"),
        why=gettext_lazy("damit jeder nachlesen kann, warum entschieden wurde"),
        long=WITH_TOURNAMENT,
        seen_by=gettext_lazy(
            "alle bei der betroffenen Liste; Einsprüche der Tisch, der Spieler und die Schiedsrichter"
        ),
        fields=of(
            Ruling="reason decided_by",
            Protest="registration text filed_by",
            ProtestStep="by user reason",
            Penalty="lifted_by",
            Game="struck_reason",
            TotalEntry="struck_reason",
            ScoreSheet="end_reason",
            RefereeCall="note",
            Signature="revoked_reason",
        ),
    ),
    Kept(
        key="signature",
        what=gettext_lazy(
            "Unterschrift: dass unterschrieben wurde, womit, und die Striche eines gezeichneten Namens"
        ),
        why=gettext_lazy("die Liste gilt, wenn alle unterschrieben haben"),
        long=EVER,
        seen_by=gettext_lazy(
            "dass unterschrieben wurde: alle; die Striche: die Leitung und der eigene Tisch"
        ),
        fields=of(Signature="seat strokes taken_by"),
    ),
    Kept(
        key="pictures",
        what=gettext_lazy(
            "Fotos und Scans von Papierlisten, mit den Namen und Unterschriften darauf; ohne Ort und Kamera (Scans, sobald sie gelesen sind)"
        ),
        why=gettext_lazy("zum Vergleich mit dem, was abgetippt wurde"),
        long=gettext_lazy(
            "Fotos: bis die Person gelöscht oder das Turnier entfernt wird; Scans: bis sie gelesen sind"
        ),
        seen_by=gettext_lazy("der eigene Tisch, Leitung und Schiedsrichter"),
        fields=of(
            SheetPhoto="picture taken_by",
            PaperUpload="name content sent_by user",
            PaperPiece="content",
            PaperReading="cells proposal photo straight",
        ),
    ),
    Kept(
        key="money",
        what=gettext_lazy("Startgeld, Verlustgeld, Preise: wer gezahlt und wer erhalten hat"),
        why=gettext_lazy("für die Kasse und ihre Prüfung"),
        long=WITH_TOURNAMENT,
        seen_by=gettext_lazy("Leitung und Kasse; wer welchen Preis hat, sehen alle"),
        fields=of(
            CashEntry="registration text voucher by user",
            CashCount="note counted_by",
            FeePlan="made_by",
            PrizePlan="made_by",
            PrizeAnnouncement="announced_by",
        ),
    ),
    Kept(
        key="journal",
        what=gettext_lazy("Protokoll: wer was wann getan hat, mit der Art des Geräts (Kennung des Browsers)"),
        why=gettext_lazy("damit niemand Ergebnisse unbemerkt ändert"),
        long=gettext_lazy(
            "bis das Turnier entfernt wird; Namen von Spielern darin, bis die Person gelöscht wird"
        ),
        seen_by=gettext_lazy("Leitung und Schiedsrichter dieses Turniers"),
        fields=of(
            JournalEntry="user actor device facts reason",
            Game="entered_by",
            TotalEntry="entered_by",
            PaperTyping="typed_by user device",
            PaperSettlement="settled_by",
            ScoreSheet="accepted_by",
            SeatingPlan="made_by posted_by",
            PlanSearch="asked_by user",
            Publication="published_by",
            RefereeCall="called_by going done_by",
            ScreenMessage="text sent_by taken_back_by",
            ClosedCode="closed_by",
            SeasonVersion="made_by reason",
            Emblem="hung_by",
            Season="made_by",
        ),
    ),
    Kept(
        key="device",
        what=gettext_lazy(
            "Telefone, die einen Tisch geöffnet haben: eine Nummer, die Art des Geräts, wann zuletzt"
        ),
        why=gettext_lazy("damit die Leitung ein fremdes Gerät aussperren kann"),
        long=WITH_TOURNAMENT,
        seen_by=gettext_lazy("Leitung und Schiedsrichter dieses Turniers"),
        fields=of(TableDevice="name secret_hash"),
    ),
    Kept(
        key="account",
        what=gettext_lazy(
            "Konten der Leitung: Name, Benutzername, verschlüsseltes Passwort, Aufgaben, letzte Anmeldung"
        ),
        why=gettext_lazy("damit nur leitet, wer darf. Spieler haben kein Konto"),
        long=gettext_lazy("bis das Konto gelöscht wird; sein Name bleibt im Protokoll"),
        seen_by=MACHINE,
        fields=of(
            User="username first_name last_name email password last_login date_joined",
            Role="user",
            ClubDirector="user named_by",
            ClubKey="registered_by",
            SamePerson="said_by taken_back_by",
            Organiser="set_by",
            AccessToken="name made_by revoked_by token_hash",
            User_groups="user",
            User_user_permissions="user",
            LogEntry="user object_repr change_message",
            RuleSet="published_by",
            Session="session_data session_key",
        ),
    ),
    Kept(
        key="factor",
        what=gettext_lazy(
            "Zweiter Faktor, Passkeys, Notfallcodes, angemeldete und geliehene Geräte der Leitung"
        ),
        why=gettext_lazy("damit ein gestohlenes Passwort allein nichts öffnet"),
        long=gettext_lazy("bis er abgeschaltet, das Gerät abgemeldet oder das Konto gelöscht wird"),
        seen_by=gettext_lazy("nur das eigene Konto; geliehene Geräte auch die Leitung"),
        fields=of(
            Authenticator="user nonce",
            Passkey="user name credential credential_id",
            RecoveryCode="user code_hash",
            SignedInDevice="user name session_key",
            LentPhone="user name made_by ended_by code_hash secret_hash",
        ),
    ),
    Kept(
        key="tries",
        what=gettext_lazy("Fehlversuche bei Passwörtern und PINs: Name und Adresse nur unkenntlich"),
        why=gettext_lazy("gegen Raten"),
        long=gettext_lazy("einen Tag; von wo jemand richtig war, dreißig Tage"),
        seen_by=gettext_lazy("niemand"),
        fields=of(LoginAttempt="who"),
    ),
    Kept(
        key="upload",
        what=gettext_lazy("Spielerdateien, die auf eine Entscheidung warten"),
        why=gettext_lazy("damit vor dem Anmelden jemand hinsieht"),
        long=gettext_lazy("bis zur Entscheidung, höchstens eine Woche"),
        seen_by=gettext_lazy("Leitung dieses Turniers"),
        fields=of(PlayerFile="name tables answers kept_by"),
    ),
    Kept(
        key="machine",
        what=gettext_lazy(
            "Protokoll des Rechners: wer ganze Turniere übernommen, verborgen oder entfernt, wer Personen gelöscht hat"
        ),
        why=gettext_lazy("damit auch das Löschen nachzulesen ist"),
        long=gettext_lazy("solange es den Rechner gibt"),
        seen_by=MACHINE,
        fields=of(MachineEntry="user actor facts reason", HallAddress="user actor", PhoneCheck="actor"),
    ),
)
