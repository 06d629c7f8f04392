"""One word for a thing, in three languages: what was mended stays mended, and Luxembourgish keeps the rule of the n."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.test_translations import HOUSE, entries, told

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
LUXEMBOURGISH = HOUSE / "tests/words_lb.txt"

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


def test_words_of_the_workshop_stand_only_where_somebody_recomputes():
    found = {
        path: sorted({match[0] for text in texts for match in IN_THE_WAY.finditer(text)})
        for path, texts in said_in_the_house().items()
    }
    assert {path: words for path, words in found.items() if words and path not in RECOMPUTING} == {}
    assert [path for path in RECOMPUTING if not found[path]] == []


def test_only_what_is_recomputed_is_in_the_catalogue_of_words_of_the_workshop():
    """A page says „Prüfzeichen“ and „SHA-256“ at most, and one word for it: never Prüfsumme, never Startwert."""
    found = {
        match[0]
        for entry in entries("en")
        for text in told(entry, "msgid")
        for match in IN_THE_WAY.finditer(text)
    }
    assert found == {"Prüfzeichen", "SHA-256"}


def whole_words(phrase: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text) is not None


@pytest.mark.parametrize("phrase", GONE["msgid"])
def test_german_that_nobody_at_the_table_says_is_gone(phrase):
    found = [text for entry in entries("en") for text in told(entry, "msgid") if phrase in text]
    assert found == []


@pytest.mark.parametrize("language", ["lb", "en"])
def test_what_was_mended_stays_mended(language):
    found = [
        (phrase, text)
        for entry in entries(language)
        for text in told(entry, "msgstr")
        for phrase in GONE[language]
        if whole_words(phrase, text)
    ]
    assert found == []


def test_luxembourgish_drops_its_n_where_it_must_and_nowhere_else():
    kept = [
        (match[1], text)
        for text in luxembourgish()
        for match in N_BEFORE.finditer(text)
        if not KEEPS_ITS_N.fullmatch(match[1])
    ]
    assert kept == []
    assert [text for text in luxembourgish() if N_MISSING.search(text)] == []


def test_every_luxembourgish_word_was_looked_up():
    """`words_lb.txt` holds each word once looked up (`docs/words.md` says how); a new one is looked up and added."""
    known = set(LUXEMBOURGISH.read_text(encoding="utf-8").split())
    used = {word for text in luxembourgish() for word in LETTERS.findall(text)}
    assert sorted(used - known) == []
    assert sorted(known - used) == []


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


@pytest.mark.parametrize(("german", "lb", "en"), ONE_WORD, ids=[row[0] for row in ONE_WORD])
def test_one_word_for_a_thing_in_each_language(german, lb, en):
    strange = [
        (told(entry, "msgid")[0], said)
        for language, pattern in (("lb", lb), ("en", en))
        for entry in entries(language)
        if re.search(german, told(entry, "msgid")[0], re.IGNORECASE)
        for said in told(entry, "msgstr")[:1]
        if not re.search(pattern, said, re.IGNORECASE)
    ]
    assert strange == []
