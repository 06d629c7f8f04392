"""Reads a recorded game, tolerantly: German or English words, capitals or not, cards in any notation.

What cannot be read is refused with its line and column and what was probably meant; nothing else is ever
raised. Whether the game is legal is not asked here: that is `replay`.

    lines of the head   name: value             Regeln, Plätze, Geber, Blatt 1-6, Offen are needed
    turns               [number.] seat: step; step; …
    result              Ergebnis: R 3; 2: 45 eröffnet; 4: 120
    # and what follows it on a line of its own is for the reader; a line "Rommé 1" begins the next game
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache

from scoring.engine.cards import Card
from scoring.engine.notation import Misspelt, read_cards
from scoring.engine.record import (
    DEALER,
    FINGERPRINT,
    HAND,
    OPEN,
    RESULT,
    RULES,
    SEATS,
    SEED,
    STOCK,
    TITLE,
    Record,
)
from scoring.engine.record_words import TextPart, UnreadableRecord, read_outcome, read_steps
from scoring.engine.spelling import plain_word
from scoring.engine.turns import Outcome, Seat, Turn
from scoring.sentence import gettext_noop

NAMES: Mapping[str, str] = {
    **dict.fromkeys(("regeln", "regelwerk", "rules"), RULES),
    **dict.fromkeys(("prufzeichen", "pruefzeichen", "fingerprint"), FINGERPRINT),
    **dict.fromkeys(("platze", "plaetze", "seats"), SEATS),
    **dict.fromkeys(("geber", "dealer"), DEALER),
    **dict.fromkeys(("startwert", "seed"), SEED),
    **dict.fromkeys(("blatt", "hand"), HAND),
    **dict.fromkeys(("offen", "offene karte", "open"), OPEN),
    **dict.fromkeys(("stapel", "talon", "stock"), STOCK),
    **dict.fromkeys(("ergebnis", "result"), RESULT),
}
NEEDED = (RULES, SEATS, DEALER, HAND, OPEN)
MOST_SEATS = 6

_TITLE = re.compile(r"\s*romm[eé]\s*1\s*", re.IGNORECASE)
_TURN = re.compile(r"\s*(?:(?P<number>[0-9]{1,4})\s*\.\s*)?(?P<seat>[0-9]{1,2})\s*:")
_NAMED = re.compile(r"\s*(?P<name>[^:\s](?:[^:]*[^:\s])?)\s*:[^\S\n]*")
_NUMBERED = re.compile(r"(?P<word>\D*[^\d\s])\s*(?P<number>[0-9]{1,2})")


def read_record(text: str) -> Record:
    """The one game of a text."""
    records = read_records(text)
    if len(records) != 1:
        whole = TextPart(text, 0, text)
        raise whole.refuse(gettext_noop("Genau ein Spiel ist gefragt."), word=TITLE)
    return records[0]


def read_records(text: str) -> tuple[Record, ...]:
    """All games of a text; each begins with its title, which the first one may lack."""
    games: list[_Game] = []
    for line in _lines(text):
        if line.text[0] in "rR" and _TITLE.fullmatch(line.text):
            games.append(_Game(line))
            continue
        if not games:
            games.append(_Game(line))
        games[-1].read(line)
    return tuple(game.record() for game in games)


def _lines(text: str) -> Iterator[TextPart]:
    """The lines that say something, without byte order mark and comments."""
    at = 0
    for number, line in enumerate(text.split("\n"), start=1):
        shown = line.lstrip("\ufeff \t\r")
        said = shown.rstrip()  # of a line of strange blanks nothing is left
        if said and not said.startswith("#"):
            skipped = len(line) - len(shown)
            yield TextPart(text, at + skipped, said, number)
        at += len(line) + 1


def _plain(name: str) -> str:
    return " ".join(plain_word(name).split())


@lru_cache(maxsize=256)
def _meaning(name: str) -> tuple[str | None, Seat | None]:
    """What the name of a line stands for, if anything; the line of a hand names its seat too."""
    plain = _plain(name)
    numbered = _NUMBERED.fullmatch(plain)
    if numbered and NAMES.get(numbered["word"]) == HAND:
        return HAND, int(numbered["number"])
    return NAMES.get(plain), None


class _Game:
    """One game, line by line."""

    def __init__(self, first: TextPart) -> None:
        self.first = first
        self.values: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.cards: dict[str, tuple[Card, ...]] = {}
        self.hands: dict[Seat, tuple[Card, ...]] = {}
        self.tags: list[tuple[str, str]] = []
        self.turns: list[Turn] = []
        self.outcome: Outcome | None = None
        self.known: set[str] = set()

    def read(self, line: TextPart) -> None:
        if self.outcome is not None:
            raise line.refuse(gettext_noop("Stelle {place}: Nach dem Ergebnis kommt nichts mehr."))
        turn = _TURN.match(line.text)
        if turn:
            self._turn(line, turn)
            return
        named = _NAMED.match(line.text)
        if not named:
            raise line.refuse(
                gettext_noop(
                    "Stelle {place}: „{word}“ ist nicht zu verstehen. Ein Zug sieht so aus: 1. 2: zieht ♥7; ab ♣3"
                )
            )
        self._named(line.part(named.start("name"), named.end("name")), line.part(named.end()))

    # --- the head -------------------------------------------------------------------------------------

    def _named(self, name: TextPart, value: TextPart) -> None:
        known, seat = _meaning(name.text)
        if known == HAND and seat is not None:
            self._hand(name, seat, value)
            return
        if known is None:
            self._tag(name, _plain(name.text), value)
            return
        if known == HAND:
            raise name.refuse(
                gettext_noop("Stelle {place}: Zu „{word}“ gehört der Platz, zum Beispiel Blatt 2.")
            )
        if known in self.known:
            raise name.refuse(gettext_noop("Stelle {place}: „{word}“ steht schon weiter oben."))
        if self.turns and known != RESULT:
            raise self._too_late(name)
        self.known.add(known)
        match known:
            case "Plätze" | "Geber":
                self.numbers[known] = _number(value, 1, MOST_SEATS)
            case "Offen":
                self.cards[known] = (value.card(),)
            case "Stapel":
                self.cards[known] = value.cards(read_cards)
            case "Ergebnis":
                self.outcome = read_outcome(value)
            case _:
                if not value.text:
                    raise name.refuse(gettext_noop("Stelle {place}: Hinter „{word}“ fehlt etwas."))
                self.values[known] = value.text

    def _hand(self, name: TextPart, seat: Seat, value: TextPart) -> None:
        if seat in self.hands:
            raise name.refuse(gettext_noop("Stelle {place}: „{word}“ steht schon weiter oben."))
        if not 1 <= seat <= MOST_SEATS:
            raise name.refuse(gettext_noop("Stelle {place}: „{word}“: Ein Tisch hat höchstens sechs Plätze."))
        if self.turns:
            raise self._too_late(name)
        self.known.add(HAND)
        self.hands[seat] = value.cards(read_cards)

    def _tag(self, name: TextPart, plain: str, value: TextPart) -> None:
        near = get_close_matches(plain[:40].rstrip(" 0123456789"), NAMES, n=1, cutoff=0.8)
        if near and not (plain.startswith("platz ") and near[0] == "platze"):
            meant = NAMES[near[0]]
            text = gettext_noop("Stelle {place}: „{word}“ ist nicht bekannt. Gemeint ist vielleicht {meant}?")
            raise name.refuse(text, meant=(meant,))
        if self.turns:
            raise self._too_late(name)
        self.tags.append((name.text, value.text))

    def _too_late(self, name: TextPart) -> UnreadableRecord:
        return name.refuse(gettext_noop("Stelle {place}: „{word}“ gehört vor den ersten Zug."))

    # --- turns ----------------------------------------------------------------------------------------

    def _turn(self, line: TextPart, found: re.Match[str]) -> None:
        due = len(self.turns) + 1
        number_said, seat = found.groups()
        if number_said and int(number_said) != due:
            number = line.part(found.start("number"), found.end("number"))
            text = gettext_noop(
                "Stelle {place}: Zug {word} ist noch nicht oder nicht mehr dran. An dieser Stelle kommt Zug {meant}."
            )
            raise number.refuse(text, meant=(str(due),))
        steps = read_steps(line, found.end())
        self.turns.append(Turn(seat=int(seat), steps=steps, line=line.number))

    def record(self) -> Record:
        """The game, if nothing is missing."""
        for needed in NEEDED:
            if needed not in self.known:
                text = gettext_noop("Stelle {place}: In diesem Spiel fehlt die Zeile „{meant}: …“.")
                raise self.first.refuse(text, meant=(needed,))
        return Record(
            rules=self.values[RULES],
            fingerprint=self.values.get(FINGERPRINT, ""),
            seats=self.numbers[SEATS],
            dealer=self.numbers[DEALER],
            seed=self.values.get(SEED, ""),
            tags=tuple(self.tags),
            hands=tuple(self.hands.items()),
            open_card=self.cards[OPEN][0],
            stock=self.cards.get(STOCK),
            turns=tuple(self.turns),
            outcome=self.outcome,
        )


def _number(value: TextPart, least: int, most: int) -> int:
    if re.fullmatch("[0-9]{1,2}", value.text) and least <= int(value.text) <= most:
        return int(value.text)
    raise value.refuse(
        gettext_noop("Stelle {place}: Hier gehört eine Zahl von {meant} hin, nicht „{word}“."),
        meant=(f"{least} bis {most}",),
    )


__all__ = ["Misspelt", "UnreadableRecord", "read_record", "read_records"]
