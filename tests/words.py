"""Print what a translator looks at again: `python -m tests.words [--since REVISION]`. Part of no check (docs/words.md).

One word for one thing in each language, words that were replaced before, words of the workshop outside the pages where
somebody recomputes, and the Luxembourgish rule of the n. `--since` adds the Luxembourgish words that are new since then.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.catalogues import HOUSE, entries, told

# What nobody at the table says; each has its better word in the catalogue.
GONE = {
    "msgid": [
        "So kann der Tisch nicht liegen", "Tische liegen", "Wer wohin", "Wer etwas mitbringt",
        "Einem Spieler etwas mitgeben", "So gelegt", "Was darf es?", "Hat sich erledigt",
        "Zurück ohne Karten", "Das As ", "Zweite Erfassung", "Niederschrift", "fremder Beleg",
    ],
    "lb": [
        "Uweisung", "während", "Halschent", "Uerteel", "Wourfir", "dierf", "dierfen", "si héchstens",
        "noreechnen", "Entscheed", "Spilleedung", "muss en virum", "Strich", "untippen", "Keessesturz",
        "Andrag", "Androg", "Spalt", "Spalten", "Nidderschrëft", "antippen", "atippen", "berichtegen", "fremd",
    ],
    "en": [
        "Make an access", "The season is made", "no least value", "Look and release", "Present password",
        "Both typings", "stands in the journal", "counter-sheet", "pot of prizes", "his own page",
    ],
}  # fmt: skip
# A Luxembourgish word loses its last n before a consonant other than n, d, t, z and h (Eifeler Regel) …
N_BEFORE = re.compile(r"(?<![\w'’-])([\w'’-]*(?:e|ë|u|a|i|o|n)n) (?=([bcfgjklmpqrsvwx]\w+))", re.IGNORECASE)
# … unless it is one of these: foreign endings, names, and short nouns that keep theirs.
KEEPS_ITS_N = re.compile(
    r"(?:.*(?:ioun|soun|aison)|.*(?:ronn|enn|hänn|ecran|dohin|veräin|kolonn|pin|wlan|telefon)|python)",
    re.IGNORECASE,
)
# Small words that must have their n before a vowel and before n, d, t, z and h.
N_MISSING = re.compile(r"(?<![\w'’-])(?:vu|ka|kee|enge|e|ee|jidderee) (?=[aeiouäëéüöndtzh]\w)", re.IGNORECASE)
HOLES = re.compile(r"%\(\w+\)[sd]|\{\w*\}|<[^>]+>|&\w+;|https?:\S+|/[\w/]+")
LETTERS = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]+)*")
LUXEMBOURGISH = "locale/lb/LC_MESSAGES/django.po"

# What stands in nobody's way: only a page where somebody recomputes, and the models behind it, may say it.
IN_THE_WAY = re.compile(
    r"Startwert|SHA-256|Prüfzeichen|Prüfsumme|Fassung|häng(?:t|en) (?:\w+ )*aus\b|Feststellung|festgestellt|Zugänge für Programme"
    r"|Kennwort|[Ff]reigegeben|[Ff]reigabe|[Ff]reigeben|Abschrift|Reinschrift|Stand festhalten|Spielleitung|remder Beleg"
)
RECOMPUTING = (
    "templates/scoring/rule_set.html",
    "templates/tournaments/journal/journal_check.html",
    "templates/tournaments/rankings/certificate.html",
    "templates/tournaments/rankings/publications/publications.html",
    "templates/tournaments/sealing/check_file.html",
    "templates/tournaments/seating/_places.html",
    "scoring/management/commands/replay.py",
    "scoring/models.py",
    "tournaments/journal/formats.py",
    "tournaments/models/files.py",
    "tournaments/models/rankings.py",
    "tournaments/printing/paper/rule_page.py",
)
SENTENCE_MAKERS = {
    "_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy",
}  # fmt: skip
ANY_SENTENCE_MAKER = re.compile(rf"\b({'|'.join(SENTENCE_MAKERS)})\(")


def sentences(path: Path) -> list[str]:
    """What a file says to people: the text of a template, the sentences that a module hands to the catalogue."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        return [re.sub(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", "", text, flags=re.DOTALL)]
    if not ANY_SENTENCE_MAKER.search(text):
        return []
    said = []
    for call in ast.walk(ast.parse(text)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in SENTENCE_MAKERS:
            said += [
                one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
    return said


def said_in_the_house() -> dict[str, list[str]]:
    return {
        str(path.relative_to(HOUSE)): sentences(path)
        for room in ("templates", "tournaments", "scoring")
        for path in sorted((HOUSE / room).rglob("*"))
        if path.suffix in (".html", ".py") and "migrations" not in path.parts
    }


def luxembourgish() -> list[str]:
    return [HOLES.sub(" § ", text) for entry in entries("lb") for text in told(entry, "msgstr")]


def whole_words(phrase: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text) is not None


# One word for a thing: wherever the German has the first, each language has its own word (a pattern where it bends).
ONE_WORD = [
    ("Einspruch", "Aspr[uoëé]", "protest|[Oo]bjecting"),
    (r"\bEntscheide?s?\b", "Entscheed", "ruling|decided|decision"),
    (r"\bBelege?\b", "Beleeg", "[Vv]oucher"),
    ("Quittung", "Quittung", "receipt|Receipt"),
    ("Schiedsrichter", "Arbitter", "[Rr]eferee"),
    ("Turnierleitung", "Turnéierleedung", "[Dd]irector"),
    (r"\bSpieler[ns]?\b", "[Mm]atspiller", "[Pp]layer|their"),
    ("Tischcode", "Dëschcode", "[Tt]able code"),
    ("Spielliste", "Spilllëscht", "score sheet"),
    (r"\bSitzpl[aä]n", "[Ss]ëtzpl[aä]n", "[Ss]eating"),
    (r"\bFolge\b", "Sequenz", r"\brun\b|\bRun\b"),
    ("Ablagestapel", "Oflagekoup", "[Dd]iscard"),
    ("Vermerk", "Vermierk", "[Nn]ote"),
    ("Hinweis", "Hiweis", "[Ww]arning"),
    (r"\bKreuze?\b", "Kräiz", "[Cc]ross|[Cc]lub"),
    ("Strafe", "Strof", "[Pp]enalt"),
    ("Auslage", "Kombinatioun", "[Mm]eld"),
    (r"\bGebers?\b", "Kaartegeeër", "[Dd]ealer"),
    (r"\bZug\b", "Zuch", "[Tt]urn|to play"),
    (r"\bRunden?\b", "Ronn|Rënnen", "[Rr]ound"),
    ("Serie", "[Ss]eri[eë]", "[Ss]eries"),
    (r"\baushängen\b", "aushänk|Affich", r"\b[Pp]ost"),
]
IN_FRENCH = [
    (r"Einspr[uü]ch", "réclamation"),
    ("Schiedsrichter", "arbitre"),
    ("Turnierleitung", "direction"),
    ("Spielliste", "feuilles? de marque"),
    ("Rangliste", "classement"),
    (r"\bGebers?\b", "donneur"),
    ("Strafe", "pénalité"),
    ("Verstoß", "infraction"),
    ("Urkunde", "diplôme"),
    ("Ablagestapel", "défausse"),
    (r"\bStapels?\b|Talon", "pioche"),
    (r"\bKreuze?\b", "croix"),
    (r"\bJoker", "joker"),
    (r"\bRunden?\b", "manche"),
    (r"\bSerien?\b", "série"),
    (r"\bAugen\b", "points? de cartes|^Cartes$"),  # alone it heads a narrow column
    ("Startkarte", "cartes? de joueur"),
    ("Startnummer", "numéro de joueur"),
    (r"\bEntscheide?s?\b", "décision"),
    (r"\bAuslagen?\b", "combinaison"),
    ("Prüfcode", "code de contrôle"),
    ("Listenführer", "marqueur"),
    ("Vermerk", "remarque"),
    ("Verlustgeld", "argent des pertes"),
    (r"Sitzpl[aä]n|Sitzordnung", "plans? des places"),
    (r"\bausgehängt", "affich"),
    ("Tischcode", "codes? des tables?"),
]


def workshop() -> Iterator[str]:
    """Yield words of the workshop on pages where nobody recomputes."""
    for path, texts in said_in_the_house().items():
        if path not in RECOMPUTING:
            yield from sorted(
                {f"{path}: {match[0]}" for text in texts for match in IN_THE_WAY.finditer(text)}
            )


def replaced() -> Iterator[str]:
    """Yield sentences with a word for which a better one was found before."""
    for language, phrases in GONE.items():
        keyword = "msgid" if language == "msgid" else "msgstr"
        for entry in entries("en" if language == "msgid" else language):
            for text in told(entry, keyword):
                yield from (
                    f"{language}: {phrase}: {text}" for phrase in phrases if whole_words(phrase, text)
                )


def rule_of_the_n() -> Iterator[str]:
    """Yield Luxembourgish sentences with an n too many or too few (Eifeler Regel)."""
    for text in luxembourgish():
        kept = [match[1] for match in N_BEFORE.finditer(text) if not KEEPS_ITS_N.fullmatch(match[1])]
        missing = [match[0] for match in N_MISSING.finditer(text)]
        if kept or missing:
            yield f"lb: {', '.join(kept + missing)}: {text}"


def one_word() -> Iterator[str]:
    """Yield translations that use another word than the table says."""
    tables = {
        "lb": [(german, lb) for german, lb, _en in ONE_WORD],
        "en": [(german, en) for german, _lb, en in ONE_WORD],
        "fr": IN_FRENCH,
    }
    for language, rows in tables.items():
        for entry in entries(language):
            sentence, said = (
                told(entry, "msgid")[0],
                told(entry, "msgstr")[-1 if language == "fr" else 0].replace("\u202f", " "),
            )
            yield from (
                f"{language}: {german}: {said}"
                for german, word in rows
                if re.search(german, re.sub(r"\{\w+\}", "", sentence), re.IGNORECASE)
                and not re.search(word, said, re.IGNORECASE)
            )


def new_words(revision: str) -> list[str]:
    """Return the Luxembourgish words that the catalogue did not have at that revision."""
    before = subprocess.run(
        ["git", "show", f"{revision}:{LUXEMBOURGISH}"],
        cwd=HOUSE,
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    known = set(LETTERS.findall(before))
    return sorted({word for text in luxembourgish() for word in LETTERS.findall(text)} - known)


def main() -> None:
    """Print every finding under its heading."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument(
        "--since", metavar="REVISION", help="also print Luxembourgish words that are new since then"
    )
    wishes = asked.parse_args()
    checks = (workshop, replaced, rule_of_the_n, one_word)
    found = {f"{check.__doc__}".removeprefix("Yield ").rstrip("."): list(check()) for check in checks}
    if wishes.since:
        found[f"Luxembourgish words that are new since {wishes.since}"] = new_words(wishes.since)
    for heading, lines in found.items():
        sys.stdout.write(f"{heading}: {len(lines) or 'none'}\n" + "".join(f"  {line}\n" for line in lines))


if __name__ == "__main__":
    main()
