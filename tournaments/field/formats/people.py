"""A row of a table as a person who wants to play: names apart, titles off, days read; or what is wrong with it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date

from scoring.sentence import Sentence, gettext_noop
from tournaments.event.selectors.names import parts_of, plain
from tournaments.field.formats.columns import Meaning
from tournaments.field.selectors.arrivals import Arrival
from tournaments.models import Player
from tournaments.spreadsheets.reading.limits import FilledRow, FilledTable

LONGEST_NAME, LONGEST_CLUB = 80, 120
TITLES = frozenset(
    [
        "dr",
        "drs",
        "prof",
        "professor",
        "dipl",
        "ing",
        "diplom",
        "mag",
        "med",
        "phd",
        "msc",
        "bsc",
        "ma",
        "ba",
        "hc",
        "jur",
        "rer",
        "nat",
        "phil",
        "vet",
        "dent",
        "habil",
        "univ",
        "doz",
    ]
)
SALUTES = {
    "herr": Player.Sex.MAN,
    "herrn": Player.Sex.MAN,
    "hr": Player.Sex.MAN,
    "monsieur": Player.Sex.MAN,
    "här": Player.Sex.MAN,
    "frau": Player.Sex.WOMAN,
    "fr": Player.Sex.WOMAN,
    "madame": Player.Sex.WOMAN,
    "mme": Player.Sex.WOMAN,
    "madamm": Player.Sex.WOMAN,
}
SEXES = SALUTES | {
    **dict.fromkeys(("w", "f", "weiblich", "female", "dame", "damen", "feminin"), Player.Sex.WOMAN),
    **dict.fromkeys(("m", "h", "mannlich", "maennlich", "male", "herren", "masculin"), Player.Sex.MAN),
    **dict.fromkeys(("d", "divers", "x", "other"), Player.Sex.OTHER),
    **dict.fromkeys(("", "-", "–", "k. a.", "o"), Player.Sex.UNSAID),
}
YES, NO = (
    frozenset(("ja", "j", "x", "1", "yes", "y", "gast", "wahr", "true", "✓", "jo")),
    frozenset(("", "nein", "n", "0", "no", "-", "–", "falsch", "false", "mitglied", "nee")),
)
IN_BRACKETS = re.compile(r"^(?P<name>[^()]+)\((?P<club>[^()]+)\)\s*$")
DAY_FIRST = re.compile(r"(\d{1,2})\s*[.\-/]\s*(\d{1,2})\s*[.\-/]\s*(\d{2}|\d{4})")
YEAR_FIRST = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?")
SHORT_YEAR = re.compile(r"\d{1,2}\s*[.\-/]\s*\d{1,2}\s*[.\-/]\s*(\d{2})")
YEAR = re.compile(r"(19|20)\d\d")
FORMULA = re.compile(r"[=+@\t]|-\D")
INVISIBLE = {"Cf", "Cc", "Co", "Cs", "Cn"}
OLDEST = 1900


class Wrong(Exception):
    """What is wrong with a row."""

    def __init__(self, text: str, /, **values: object) -> None:
        self.sentence = Sentence(text, values)
        super().__init__(text)


def arrivals(
    table: FilledTable, *, head: int | None, columns: Sequence[Meaning], today: date
) -> list[Arrival]:
    """Every row beneath the head as a person, in the order of the sheet; a head printed again is none."""
    heading = next((row.cells for row in table.rows if row.number == head), ())
    people = []
    for row in table.rows:
        if (head is not None and row.number <= head) or row.cells == heading:
            continue
        if any(cell for cell, meaning in zip(row.cells, columns, strict=False) if meaning):
            people.append(arrival(row, columns, today))
    return people


def arrival(row: FilledRow, columns: Sequence[Meaning], today: date) -> Arrival:
    """One row as a person; what cannot be one carries its sentence."""
    said = {
        meaning: clean_letters(cell) for cell, meaning in zip(row.cells, columns, strict=False) if meaning
    }
    shown = " · ".join(cell for cell in map(clean_letters, row.cells) if cell)[:200]
    try:
        return person_in_row(row, columns, said, shown, today)
    except Wrong as wrong:
        return Arrival(row=row.number, shown=shown, wrong=wrong.sentence)


def person_in_row(
    row: FilledRow, columns: Sequence[Meaning], said: dict[Meaning, str], shown: str, today: date
) -> Arrival:
    refuse_formulas(row, columns)
    given, family, club, sex, title = names_said(said)
    sex = sex_of(said.get(Meaning.SEX, "")) or sex
    born, notes = read_day(said.get(Meaning.BORN, ""), today), []
    if title:
        notes.append(Sentence(gettext_noop("„{title}“ bleibt weg."), {"title": title}))
    if row.hidden:
        notes.append(Sentence(gettext_noop("Diese Zeile ist in der Datei ausgeblendet.")))
    if born is not None and (short := SHORT_YEAR.fullmatch(said[Meaning.BORN])):
        read = {"text": said[Meaning.BORN], "year": born.year, "other": other_century(short, today)}
        notes.append(
            Sentence(
                gettext_noop(
                    "„{text}“ ist als {year} gelesen. Ist {other} gemeint, bitte mit vier Ziffern schreiben."
                )
                if read["other"]
                else gettext_noop("„{text}“ ist als {year} gelesen."),
                read,
            )
        )
    if born is None and said.get(Meaning.BORN):
        notes.append(Sentence(gettext_noop("Nur ein Jahr ist kein Geburtsdatum: Es bleibt weg.")))
    return Arrival(
        row=row.number,
        shown=shown,
        given_name=given,
        family_name=family,
        club=club,
        born_on=born,
        sex=sex,
        start_number=read_number(said.get(Meaning.NUMBER, "")),
        guest=guest_of(said.get(Meaning.GUEST, "")),
        hidden=row.hidden,
        notes=tuple(notes),
    )


def refuse_formulas(row: FilledRow, columns: Sequence[Meaning]) -> None:
    """What a formula reckoned, or what would be one in the next table, is nobody's name."""
    for column, meaning in enumerate(columns):
        if not meaning:
            continue
        cell = row.cells[column] if column < len(row.cells) else ""
        if column in row.formulas:
            raise Wrong(
                gettext_noop(
                    "In der Spalte {column} steht eine Formel: Als Wert einfügen und neu hochladen."
                ),
                column=letter_of(column),
            )
        if FORMULA.match(cell):
            raise Wrong(
                gettext_noop(
                    "In der Spalte {column} steht „{text}“: Das sieht aus wie eine Formel und ist kein Name."
                ),
                column=letter_of(column),
                text=cell[:40],
            )


def letter_of(column: int) -> str:
    """Column 0 is A, 26 is AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def clean_letters(text: str) -> str:
    """Letters as they are meant: one form of each, no invisible signs, single blanks."""
    normal = unicodedata.normalize("NFC", text)
    if not normal.isascii() or not normal.isprintable():
        normal = "".join(
            " " if sign.isspace() else sign
            for sign in normal
            if sign.isspace() or unicodedata.category(sign) not in INVISIBLE
        )
    return " ".join(normal.split())


def names_said(said: dict[Meaning, str]) -> tuple[str, str, str, str, str]:
    """Given name, family name, club, sex as far as a salutation says it, and the titles that were taken off."""
    club = said.get(Meaning.CLUB, "")
    sex, titles = "", []
    if Meaning.NAME in said:
        whole = said[Meaning.NAME]
        if found := IN_BRACKETS.match(whole):
            whole, club = found["name"].strip(), club or found["club"].strip()
        pieces = [without_titles(piece) for piece in whole.split(",")]
        given, family = read_name(", ".join(piece for piece, _title, _sex in pieces if piece))
    else:
        pieces = [without_titles(said.get(meaning, "")) for meaning in (Meaning.GIVEN, Meaning.FAMILY)]
        given, family = pieces[0][0], pieces[1][0]
        if not family and "," in given:
            given, family = parts_of(given)
    titles = [title for _piece, title, _sex in pieces if title]
    sex = next((sex for _piece, _title, sex in pieces if sex), "")
    check_names(given, family, club)
    return given, family, club, sex, " ".join(titles)


def check_names(given: str, family: str, club: str) -> None:
    if not family:
        raise Wrong(gettext_noop("Der Nachname fehlt.") if given else gettext_noop("Der Name fehlt."))
    if not any(sign.isalpha() for sign in family):
        raise Wrong(gettext_noop("„{text}“ ist kein Name."), text=family[:40])
    if max(len(given), len(family)) > LONGEST_NAME or len(club) > LONGEST_CLUB:
        raise Wrong(
            gettext_noop("Name oder Verein ist zu lang: Vor- und Nachname je 80 Zeichen, Verein 120.")
        )


def without_titles(text: str) -> tuple[str, str, str]:
    """A name without "Dr." and "Frau": the rest, the titles, and the sex that a salutation says.

    >>> without_titles("Frau Dr. Anna Muster")
    ('Anna Muster', 'Dr.', 'w')
    """
    words, titles, sex = text.split(), [], ""
    while len(words) > 1 or (words and words[0].endswith(".")):
        bare = words[0].casefold().strip(".")
        if bare in SALUTES and not sex:
            sex = str(SALUTES[bare])
        elif all(piece in TITLES for piece in re.split(r"[.\-]", bare)):
            titles.append(words[0])
        else:
            break
        words.pop(0)
    return " ".join(words), " ".join(titles), sex


def read_name(name: str) -> tuple[str, str]:
    """Given and family name; beside others, words in capitals are the family name.

    >>> read_name("MUSTER Anna"), read_name("Muster, Anna"), read_name("Anna von der Probe")
    (('Anna', 'MUSTER'), ('Anna', 'Muster'), ('Anna', 'von der Probe'))
    """
    words = name.split()
    loud = [word for word in words if len(word) > 1 and word.isupper()]
    if "," not in name and loud and len(loud) < len(words):
        return " ".join(word for word in words if word not in loud), " ".join(loud)
    return parts_of(name.rstrip(", "))


def sex_of(text: str) -> str:
    known = SEXES.get(plain(text).rstrip("."), SEXES.get(text.casefold().rstrip(".")))
    if known is None:
        raise Wrong(
            gettext_noop("Das Geschlecht „{text}“ ist unbekannt: w, m oder d schreiben, oder leer lassen."),
            text=text[:20],
        )
    return str(known)


def guest_of(text: str) -> bool:
    short = text.casefold().rstrip(".")
    if short not in YES | NO:
        raise Wrong(
            gettext_noop("„{text}“ sagt nicht, ob jemand Gast ist: ja oder nein schreiben."), text=text[:20]
        )
    return short in YES


def read_number(text: str) -> int | None:
    digits = text.rstrip(".")
    if not digits:
        return None
    if (
        not digits.isascii()
        or not digits.isdecimal()
        or not 1 <= int(digits[:6]) <= 99_999
        or len(digits) > 5
    ):
        raise Wrong(gettext_noop("Die Startnummer „{text}“ ist keine Zahl von 1 bis 99999."), text=text[:20])
    return int(digits)


def other_century(short: re.Match[str], today: date) -> int | None:
    """The other year that two digits could mean for somebody who is alive; mostly there is none."""
    year = int(short[1])
    return 1900 + year if 2000 + year <= today.year else None


def read_day(text: str, today: date) -> date | None:
    """A day of birth; a bare year is none."""
    if not text or YEAR.fullmatch(text):
        return None
    if found := YEAR_FIRST.fullmatch(text):
        year, month, day = (int(part) for part in found.groups())
    elif found := DAY_FIRST.fullmatch(text):
        day, month, year = (int(part) for part in found.groups())
        if len(found[3]) == 2:
            year += 2000 if 2000 + year <= today.year else 1900
    else:
        raise Wrong(
            gettext_noop("„{text}“ ist kein Datum: Tag, Monat und Jahr schreiben, zum Beispiel 24.12.1950."),
            text=text[:40],
        )
    try:
        born = date(year, month, day)
    except ValueError:
        raise Wrong(gettext_noop("Den Tag „{text}“ gibt es nicht."), text=text[:40]) from None
    if not date(OLDEST, 1, 1) <= born <= today:
        raise Wrong(gettext_noop("Am {text} kann niemand geboren sein, der heute spielt."), text=text[:40])
    return born
