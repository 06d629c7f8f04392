"""The journal in words: what each deed is called, and what its facts say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.engine.law import Finish
from scoring.wording import phrases
from scoring.wording.labels import FINISHES
from scoring.wording.phrases import rules_named
from tournaments.accounts.words import journal as accounts
from tournaments.event.permissions import AT_THE_TABLE, NOBODY, ON_OWN_PAGE
from tournaments.journal.words import people
from tournaments.journal.words.people import forgotten
from tournaments.models import (
    JournalEntry,
    PaperSettlement,
    Role,
    ScoreSheet,
    Series,
    Signature,
    Tournament,
)
from tournaments.money.words import journal as money
from tournaments.rankings.words import journal as rankings
from tournaments.rulings.words import journal as rulings
from tournaments.rulings.words.journal import label_of_choice, start_number
from tournaments.screens.words import journal as hall
from tournaments.seating.words import journal as seating

DEEDS: Mapping[str, Any] = {
    **people.DEEDS,
    **rulings.DEEDS,
    **hall.DEEDS,
    **money.DEEDS,
    "tournament_created": gettext_lazy("Turnier angelegt"),
    "tournament_changed": gettext_lazy("Angaben geändert"),
    "tournament_imported": gettext_lazy("Turnier übernommen"),
    "tournament_finished": gettext_lazy("Turnier abgeschlossen"),
    "role_granted": gettext_lazy("Aufgabe gegeben"),
    "role_withdrawn": gettext_lazy("Aufgabe entzogen"),
    "account_created": gettext_lazy("Konto angelegt"),
    "players_imported": gettext_lazy("Spieler aus Datei angemeldet"),
    "team_formed": gettext_lazy("Mannschaft gebildet"),
    "team_corrected": gettext_lazy("Mannschaft berichtigt"),
    "pair_corrected": gettext_lazy("Tandem berichtigt"),
    "team_dissolved": gettext_lazy("Mannschaft aufgelöst"),
    "pair_formed": gettext_lazy("Tandem gebildet"),
    "pair_dissolved": gettext_lazy("Tandem aufgelöst"),
    "series_drawn": gettext_lazy("Serie gesetzt"),
    "series_taken_down": gettext_lazy("Serie zurückgenommen"),
    "series_hung_out": gettext_lazy("Serie wieder ausgehängt"),
    "lot_drawn": gettext_lazy("Los gezogen"),
    "rankings_set": gettext_lazy("Wertungen festgelegt"),
    "seating_wishes_chosen": gettext_lazy("Sitzwünsche gewählt"),
    "player_wishes_chosen": gettext_lazy("Sitzwunsch eines Spielers gewählt"),
    "plan_drafted": gettext_lazy("Sitzplan entworfen"),
    "plan_posted": gettext_lazy("Sitzplan ausgehängt"),
    "seating_changed": gettext_lazy("Sitzordnung geändert"),
    "search_asked": gettext_lazy("Plansuche begonnen"),
    "search_stopped": gettext_lazy("Plansuche beendet"),
    "search_taken": gettext_lazy("Gefundenen Plan übernommen"),
    "search_left": gettext_lazy("Gefundenen Plan verworfen"),
    "game_reported": gettext_lazy("Spiel eingetragen"),
    "game_corrected": gettext_lazy("Spiel berichtigt"),
    "game_struck": gettext_lazy("Spiel gestrichen"),
    "paper_typed": gettext_lazy("Liste vom Papier eingetragen"),
    "paper_typed_again": gettext_lazy("Liste ein zweites Mal abgetippt"),
    "paper_settled": gettext_lazy("Abweichung geklärt"),
    "game_confirmed": gettext_lazy("Spiel bestätigt"),
    "confirmation_wanted": gettext_lazy("Bestätigung durch den Nachbarn"),
    "misdeal_ruled": gettext_lazy("Falsch gegeben"),
    "sheet_ended_early": gettext_lazy("Liste vorzeitig beendet"),
    "sheet_goes_on": gettext_lazy("Liste wird weitergespielt"),
    "seat_left": gettext_lazy("Platz frei geworden"),
    "seat_taken_over": gettext_lazy("Ersatz eingesetzt"),
    "seat_restored": gettext_lazy("Platzwechsel zurückgenommen"),
    "clock_started": gettext_lazy("Uhr gestartet"),
    "clock_extended": gettext_lazy("Zeit geändert"),
    "clock_taken_back": gettext_lazy("Uhr zurückgenommen"),
    "pin_renewed": gettext_lazy("PIN erneuert"),
    "own_code_renewed": gettext_lazy("Code der eigenen Seite erneuert"),
    "photo_added": gettext_lazy("Foto der Liste dazugelegt"),
    "emblem_hung": gettext_lazy("Wappen für Urkunden hinterlegt"),
    "emblem_taken_down": gettext_lazy("Wappen entfernt"),
    "pictures_sent": gettext_lazy("Bilder von Listen zum Lesen gegeben"),
    "reading_taken": gettext_lazy("Gelesene Liste übernommen"),
    "reading_left": gettext_lazy("Gelesenes weggelegt"),
    "totals_entered": gettext_lazy("Nur Summen eingetragen"),
    "totals_corrected": gettext_lazy("Summen berichtigt"),
    "totals_struck": gettext_lazy("Summen gestrichen"),
    "sheet_signed": gettext_lazy("Liste unterschrieben"),
    "sheet_handed_over": gettext_lazy("Listenführung übergeben"),
    "sheet_accepted": gettext_lazy("Liste angenommen"),
    "acceptance_withdrawn": gettext_lazy("Annahme zurückgenommen"),
    "table_lent": gettext_lazy("Tischcode gezeigt"),
    "links_revoked": gettext_lazy("Tischcode gesperrt"),
    "device_barred": gettext_lazy("Gerät gesperrt"),
    "device_readmitted": gettext_lazy("Gerät wieder zugelassen"),
    "doors_opened": gettext_lazy("Getippte PINs wieder zugelassen"),
    **accounts.DEEDS,
}

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineTold:
    """One line of the journal as it is read."""

    number: int
    at: datetime
    who: str
    what: str
    where: str
    details: str
    why: str
    device: str
    hash: str

    @property
    def all_words(self) -> str:
        """What a search looks through."""
        return " ".join([self.who, self.what, self.where, self.details, self.why])


def line_told(entry: JournalEntry) -> LineTold:
    """A line in words; a deed that this version does not know keeps its own name and facts."""
    say = DETAILS.get(entry.deed, plain_facts)
    try:
        details = forgotten(entry.facts) if entry.digest else say(entry.facts)
    except (KeyError, TypeError, ValueError):
        details = plain_facts(entry.facts)
    where = ""
    if entry.sheet is not None:
        table = entry.sheet.table
        where = _("Serie {series}, Tisch {table}").format(series=table.series.number, table=table.number)
    return LineTold(
        number=entry.number,
        at=entry.at,
        who=_(entry.actor) if entry.actor in (AT_THE_TABLE, NOBODY, ON_OWN_PAGE) else entry.actor,
        what=str(DEEDS.get(entry.deed, entry.deed)),
        where=where,
        details=details,
        why="" if entry.digest else entry.reason,
        device=entry.device,
        hash=entry.hash,
    )


def plain_facts(facts: Facts) -> str:
    return "; ".join(f"{name}: {value}" for name, value in facts.items())


def numbers_told(values: list[int]) -> str:
    return ", ".join(map(str, values))


def game_told(facts: Facts) -> str:
    """As „Spiel 7, Rommé: Platz 2 gewinnt; Platz 3: 25 Augen, eröffnet“."""
    hands = [
        _("Platz {seat}: {augen}, {opened}").format(
            seat=seat,
            augen=phrases.in_augen(augen),
            opened=_("eröffnet") if opened else _("nicht eröffnet"),
        )
        for seat, (augen, opened) in facts["hands"].items()
    ]
    won = [_("Platz {seat} gewinnt").format(seat=facts["winner"])] if facts["winner"] else []
    head = _("Spiel {number}, {finish}").format(
        number=facts["game"], finish=FINISHES[Finish(facts["finish"])]
    )
    return f"{head}: {'; '.join(won + hands)}"


def draw_told(facts: Facts) -> str:
    """The whole seating is in the facts; the page says what it was drawn from."""
    said = ngettext(
        "Serie {series}, {mode}, Los {seed}: {players} Spieler an {tables} Tisch",
        "Serie {series}, {mode}, Los {seed}: {players} Spieler an {tables} Tischen",
        len(facts["tables"]),
    )
    return said.format(
        series=facts["series"],
        mode=label_of_choice(Series.Mode.choices, facts["mode"]),
        seed=facts["seed"],
        players=sum(len(table) for table in facts["tables"]),
        tables=len(facts["tables"]),
    )


FRAME = {field.name: field.verbose_name for field in Tournament._meta.fields}


def frame_told(facts: Facts) -> str:
    """As „Ort: Probesaal → Festsaal“."""
    return ", ".join(
        f"{FRAME[name]}: {framed(name, before)} → {framed(name, after)}"
        for name, (before, after) in facts.items()
    )


def framed(name: str, value: object) -> str:
    """A value of the frame as its form says it."""
    words = {"release": Tournament.Release.choices}
    return label_of_choice(words.get(name, []), value) if value else "–"


def group(facts: Facts) -> str:
    return f"{facts.get('name') or facts.get('number')}: {numbers_told(facts['start_numbers'])}"


def group_corrected(facts: Facts) -> str:
    return f"{group(facts['before'])} → {group(facts)}"


def imported(facts: Facts) -> str:
    said = ngettext("{players} Spieler aus „{file}“", "{players} Spieler aus „{file}“", facts["players"])
    return said.format(players=facts["players"], file=facts["file"])


def seat_told(facts: Facts) -> str:
    said = _("Platz {seat}").format(seat=facts["seat"])
    method = facts.get("method")
    return f"{said}, {label_of_choice(Signature.Method.choices, method)}" if method else said


def paper_typed(facts: Facts) -> str:
    """Which rows were written, and whether the foot of the paper said the same."""
    said = _("Spiele {rows}").format(rows=numbers_told(facts["rows"]) or "–")
    if "paper_totals" not in facts:
        return said
    if not facts["differences"]:
        return said + "; " + _("Summen wie auf dem Papier")
    seats = numbers_told(sorted(map(int, facts["differences"])))
    return said + "; " + _("Summen anders als auf dem Papier bei Platz {seats}").format(seats=seats)


def reading_taken(facts: Facts) -> str:
    """How much was read, what was asked and answered, what followed from an answer, what was changed unasked."""
    read = ngettext("{read} Eintrag gelesen", "{read} Einträge gelesen", facts["read"])
    parts = [read.format(read=facts["read"])]
    for what, sentence in (
        ("asked", _("gefragt: Spiel {game}, Platz {seat}: {read}, Antwort {answer}")),
        ("followed", _("daraus folgt: Spiel {game}, Platz {seat}: {answer}")),
        ("changed", _("geändert: Spiel {game}, Platz {seat}: {read} in {answer}")),
    ):
        for game, seat, read, answer in facts.get(what, ()):
            parts.append(sentence.format(game=game, seat=seat, read=read, answer=answer or "–"))
    return "; ".join(parts)


def closed_code(facts: Facts) -> str:
    said = ngettext("{count} Gerät abgemeldet", "{count} Geräte abgemeldet", facts["links"])
    return said.format(count=facts["links"])


def device(facts: Facts) -> str:
    return _("Tisch {table}, Gerät {number} ({name})").format(
        table=facts["table"], number=facts["device"], name=facts["name"]
    )


def of_game(facts: Facts) -> str:
    return _("Spiel {number}").format(number=facts["game"])


def after_round(facts: Facts) -> str:
    return _("nach Runde {round}").format(round=facts["after_round"])


def misdeal_told(facts: Facts) -> str:
    """As „Fehler in Spiel 6; gestrichen: 6, 7; weiter mit Spiel 6, es gibt Platz 2“."""
    struck = numbers_told(facts["struck"]) or _("nichts")
    if facts["fault"] is None:
        return _(
            "Anfang nicht festzustellen; gestrichen: {struck}; weiter mit Spiel {start}, es gibt Platz {dealer}"
        ).format(struck=struck, start=facts["start"], dealer=facts["dealer"])
    return _(
        "Fehler in Spiel {fault}; gestrichen: {struck}; weiter mit Spiel {start}, es gibt Platz {dealer}"
    ).format(fault=facts["fault"], struck=struck, start=facts["start"], dealer=facts["dealer"])


def totals_told(facts: Facts) -> str:
    """As „nach 20 Spielen; Platz 1: 47 Punkte, 1 Kreuz, 349 Augen“."""
    seats = [
        _("Platz {seat}: {points}, {crosses}, {augen}").format(
            seat=seat,
            points=phrases.points(points),
            crosses=phrases.crosses(crosses),
            augen=phrases.in_augen(augen),
        )
        for seat, (points, crosses, augen) in facts["totals"].items()
    ]
    after = ngettext("nach {games} Spiel", "nach {games} Spielen", facts["games"])
    return "; ".join([after.format(games=facts["games"]), *seats])


DETAILS: Mapping[str, Callable[[Facts], str]] = {
    **people.DETAILS,
    **rulings.DETAILS,
    **hall.DETAILS,
    **money.DETAILS,
    "tournament_created": lambda facts: _("{name}, {rules} Nr. {version} ({print})").format(
        name=facts["name"],
        rules=rules_named(facts["rules"]),
        version=facts["rules_version"],
        print=facts["fingerprint"][:10],
    ),
    "tournament_changed": frame_told,
    "tournament_imported": lambda facts: _("aus der Turnierdatei vom {when}").format(
        when=date_format(date.fromisoformat(facts["exported_at"][:10]), "SHORT_DATE_FORMAT")
    ),
    "role_granted": lambda facts: f"{facts['user']}: {label_of_choice(Role.Kind.choices, facts['kind'])}",
    "role_withdrawn": lambda facts: f"{facts['user']}: {label_of_choice(Role.Kind.choices, facts['kind'])}",
    "account_created": lambda facts: f"{facts['user']} ({facts['username']})",
    "players_imported": imported,
    "team_formed": group,
    "team_dissolved": group,
    "team_corrected": group_corrected,
    "pair_corrected": group_corrected,
    "pair_formed": group,
    "pair_dissolved": group,
    "series_drawn": draw_told,
    "seating_wishes_chosen": seating.wishes_told,
    "player_wishes_chosen": seating.player_wishes,
    "plan_drafted": seating.plan_told,
    "plan_posted": seating.plan_told,
    "seating_changed": seating.change_told,
    "search_asked": seating.request_told,
    "search_stopped": seating.searched,
    "search_taken": lambda facts: _("Nr. {version}").format(version=facts["version"]),
    "search_left": seating.searched,
    "lot_drawn": rankings.lot_told,
    "rankings_set": rankings.limits_told,
    "game_reported": game_told,
    "game_corrected": game_told,
    "game_struck": lambda facts: _("Spiel {number}").format(number=facts["game"]),
    "paper_typed": paper_typed,
    "paper_typed_again": lambda facts: ngettext(
        "{games} Spiel, verschieden gelesen: {rows}",
        "{games} Spiele, verschieden gelesen: {rows}",
        facts["games"],
    ).format(games=facts["games"], rows=numbers_told(facts["mismatches"]) or "–"),
    "paper_settled": lambda facts: _("Spiel {number}: {chosen}").format(
        number=facts["game"], chosen=label_of_choice(PaperSettlement.Chosen.choices, facts["chosen"])
    ),
    "game_confirmed": lambda facts: f"{of_game(facts)}, {seat_told(facts)}",
    "confirmation_wanted": lambda facts: _("ja") if facts["wanted"] else _("nein"),
    "misdeal_ruled": misdeal_told,
    "sheet_ended_early": lambda facts: _("nach Spiel {number}, {cause}").format(
        number=facts["last_game"], cause=label_of_choice(ScoreSheet.EndCause.choices, facts["cause"])
    ),
    "sheet_goes_on": lambda facts: _("Entscheid {ruling}").format(ruling=facts["ruling"]),
    "seat_left": lambda facts: f"{start_number(facts)}, {seat_told(facts)}, {after_round(facts)}",
    "seat_taken_over": lambda facts: _("{who}, {seat}, {after}: Startnummer {number} setzt fort").format(
        who=start_number(facts), seat=seat_told(facts), after=after_round(facts), number=facts["substitute"]
    ),
    "seat_restored": lambda facts: f"{start_number(facts)}, {seat_told(facts)}",
    "clock_started": lambda facts: _("Serie {series}: {minutes} Minuten").format(**facts),
    "clock_extended": lambda facts: _("Serie {series}: {change:+d} Minuten, jetzt {minutes}").format(
        series=facts["series"], change=facts["by_minutes"], minutes=facts["minutes"]
    ),
    "series_taken_down": lambda facts: _("Serie {series}").format(series=facts["series"]),
    "series_hung_out": lambda facts: _("Serie {series}").format(series=facts["series"]),
    "clock_taken_back": lambda facts: _("Serie {series}").format(series=facts["series"]),
    "pin_renewed": start_number,
    "own_code_renewed": start_number,
    "emblem_hung": lambda facts: _("{width} × {height} Punkte ({print})").format(
        width=facts["width"], height=facts["height"], print=facts["sha256"][:10]
    ),
    "emblem_taken_down": lambda facts: facts["sha256"][:10],
    "pictures_sent": lambda facts: _("Dateien: {files}").format(files=facts["files"]),
    "reading_taken": reading_taken,
    "reading_left": lambda facts: ", ".join(filter(None, (facts["file"], facts["refused"]))),
    "photo_added": lambda facts: _("Foto {number} ({print})").format(
        number=facts["photo"], print=facts["sha256"][:10]
    ),
    "totals_entered": totals_told,
    "totals_corrected": totals_told,
    "totals_struck": totals_told,
    "sheet_signed": seat_told,
    "sheet_handed_over": seat_told,
    "sheet_accepted": lambda facts: _("Stand {version}").format(version=facts["version"]),
    "acceptance_withdrawn": lambda facts: _("Stand {version}").format(version=facts["version"]),
    "table_lent": lambda facts: _("Tisch {table}").format(table=facts["table"]),
    "links_revoked": closed_code,
    "doors_opened": lambda facts: _("{count} falsche Versuche vergessen").format(count=facts["tries"]),
    "device_barred": device,
    "device_readmitted": device,
    **accounts.TELLING,
}
