"""Cards in writing: symbols, German and English are read, one canonical form is written.

Written is always `♥7 ♥10 ♥B ♥D ♥K ♥A ★`, melds are parted by ` | `. What can be read:

    cards   := card (gap card)*             gap: blanks of any kind, commas, semicolons
    melds   := cards (bar cards)*           bar: | or a new line
    card    := joker | sign rank | rank+sign | suit rank | rank+letter
    joker   := ★ ☆ ⭐ 🃏 * Joker Jo Jk
    sign    := ♣ ♠ ♥ ♦ ♧ ♤ ♡ ♢ ❤           cards with signs may stand without gaps: ♥7♥8★
    suit    := Kreuz Kr Treff | Pik P | Herz H | Karo Ka
    letter  := c s h d                      English, directly behind the rank: 7h 10h Th Qh
    rank    := A As Ass | 2 … 10 T | B Bube J | D Dame Q | K König, and the German numerals

Behind a German suit or a sign there may be blanks or a hyphen ("Herz 7", "Pik-As"). Capitals, umlauts
and their accents, and the variation selectors of emoji make no difference.

What could be two things is refused and never guessed:

- `K7` is Kreuz 7 or Karo 7: Kreuz is `Kr`, Karo is `Ka`; a lone K is only ever the king.
- `D` is only ever the Dame, so Karo is never `D7`. The English `7d` says its rank first.
- `Kd` is the English ♦K or a German Kreuz Dame, `As` the English ♠A or an ace whose suit was
  forgotten. Both are read as English only in a text that has another card which can only be English
  (`7h`, `Qc`) and none which can only be German (`H7`, `Pik 9`).

Whatever the text, the only thing raised is `Misspelt`, which knows the place and the likely meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from scoring.engine.cards import CLUBS, DIAMONDS, FACES, SUITS, Card, card_of, sign
from scoring.engine.spelling import (
    LONGEST,
    RANK_WORDS,
    TWO_TONGUES,
    cards_of,
    likely,
    near_ranks,
    only_english,
    only_german,
    plain_word,
    rank_behind_k,
    suit_alone,
)
from scoring.sentence import Refusal, gettext_noop

# --- writing ------------------------------------------------------------------------------------------


def write_cards(cards: Iterable[Card]) -> str:
    """Cards in the one canonical form.

    >>> write_cards((32, 35, 52))
    '♥7 ♥10 ★'
    """
    return " ".join([sign(card) for card in cards])


def write_melds(melds: Iterable[Iterable[Card]]) -> str:
    """Melds in the one canonical form.

    >>> write_melds(((32, 52, 34), (10, 23, 36)))
    '♥7 ★ ♥9 | ♣B ♠B ♥B'
    """
    return " | ".join([write_cards(meld) for meld in melds])


# --- refusing -----------------------------------------------------------------------------------------


class Misspelt(Refusal):
    """A word that is no card, with its place (`at` from 0, line and column from 1) and what it may mean."""

    def __init__(self, text: str, /, *, source: str, at: int, word: str, meant: Sequence[str] = ()) -> None:
        before = source[:at]
        self.at = at
        self.line = before.count("\n") + 1
        self.column = at - before.rfind("\n")
        self.word = word
        self.meant = tuple(meant)
        shown = word if len(word) <= LONGEST else word[:LONGEST] + "…"
        place = f"{self.line}:{self.column}" if self.line > 1 else str(self.column)
        super().__init__(text, place=place, word=shown, meant=" / ".join(meant))


class NotACard(Misspelt):
    """No card can be read here."""


class Ambiguous(Misspelt):
    """Two cards can be read here."""


class SuitMissing(Misspelt):
    """A rank without its suit."""


class RankMissing(Misspelt):
    """A suit without its rank."""


class OneMeldExpected(Misspelt):
    """A bar between melds where only cards are asked for."""


_WORD_OR_MARK = re.compile(r"[,;|\n\r]|[^\s,;|]+")
_LINE_ENDS: Final = frozenset("\n\r")
_MARKS: Final = _LINE_ENDS | {",", ";", "|"}

# --- reading ------------------------------------------------------------------------------------------


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, in the order in which they stand there.

    >>> write_cards(read_cards("Herz 7, H10; Qh ♥-K joker"))
    '♥7 ♥10 ♥D ♥K ★'
    >>> read_cards("Herz 1")
    Traceback (most recent call last):
      ...
    scoring.engine.notation.NotACard: Stelle 1: „Herz 1“ ist keine Karte. Gemeint ist vielleicht ♥10 / ♥A?
    """
    with suppress(KeyError):
        return tuple([_CANONICAL[word] for word in text.split(" ")])
    return tuple(card for line in _Reader(text).melds(bars=False) for card in line)


def read_card(text: str) -> Card:
    """The one card of a text."""
    cards = read_cards(text)
    if len(cards) != 1:
        raise NotACard(
            gettext_noop("Genau eine Karte ist gefragt, zum Beispiel ♥7 oder Herz 7."),
            source=text,
            at=0,
            word=text.strip(),
        )
    return cards[0]


def read_melds(text: str) -> tuple[tuple[Card, ...], ...]:
    """The melds of a text, parted by bars or new lines; empty parts count for nothing.

    >>> write_melds(read_melds("7h Jo 9h | Kreuz B, Pik B, Herz B"))
    '♥7 ★ ♥9 | ♣B ♠B ♥B'
    """
    with suppress(KeyError):
        return tuple([tuple([_CANONICAL[word] for word in part.split(" ")]) for part in text.split(" | ")])
    return tuple(_Reader(text).melds(bars=True))


@dataclass(frozen=True, slots=True)
class _Word:
    """A word as it stands in the text (`shown`, `at`) and as it is compared (`plain`)."""

    shown: str
    plain: str
    at: int

    @property
    def end(self) -> int:
        return self.at + len(self.shown)


class _Reader:
    """Walks through the words of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = [
            _Word(found.group(), plain_word(found.group()), found.start())
            for found in _WORD_OR_MARK.finditer(text)
            if plain_word(found.group())
        ]
        self.english = self._only_english()

    def melds(self, *, bars: bool) -> Iterator[tuple[Card, ...]]:
        meld: list[Card] = []
        place = 0
        while place < len(self.words):
            word = self.words[place]
            if word.shown == "|" and not bars:
                raise self._refuse(
                    OneMeldExpected,
                    gettext_noop("Stelle {place}: Hier sind nur Karten gefragt, ohne den Strich „{word}“."),
                    word,
                )
            if word.shown == "|" or word.shown in _LINE_ENDS:
                if meld and bars:
                    yield tuple(meld)
                    meld = []
            elif word.shown not in {",", ";"}:
                behind = self.words[place + 1] if place + 1 < len(self.words) else None
                cards, taken = self._cards(word, behind)
                meld += cards
                place += taken - 1
            place += 1
        if meld:
            yield tuple(meld)

    def _cards(self, word: _Word, behind: _Word | None) -> tuple[Sequence[Card], int]:
        """The cards of a word, and how many words that took."""
        cards = cards_of(word.plain)
        if cards:
            return cards, 1
        if word.plain in TWO_TONGUES:
            english, german = TWO_TONGUES[word.plain]
            if self.english:
                return (english,), 1
            raise self._ambiguous(word, (english, *german))
        suit = suit_alone(word.plain)
        if suit is None:
            raise self._no_card(word, behind)
        if behind is None or behind.shown in _MARKS:
            raise self._refuse(
                RankMissing,
                gettext_noop("Stelle {place}: Bei „{word}“ fehlt der Kartenwert, zum Beispiel {meant}."),
                word,
                (card_of(suit, 6),),
            )
        if behind.plain in RANK_WORDS:
            return (card_of(suit, RANK_WORDS[behind.plain]),), 2
        both = _Word(self.text[word.at : behind.end], word.plain + behind.plain, word.at)
        raise self._not_this(both, [card_of(suit, rank) for rank in near_ranks(behind.plain)])

    def _only_english(self) -> bool:
        """Whether some card can only be English, and none can only be German."""
        plains = [word.plain for word in self.words]
        return any(map(only_english, plains)) and not any(map(only_german, plains))

    # --- the ways to say no ---

    def _no_card(self, word: _Word, behind: _Word | None) -> Misspelt:
        plain = word.plain
        rank = rank_behind_k(plain)
        if rank is not None:
            return self._ambiguous(word, (card_of(CLUBS, rank), card_of(DIAMONDS, rank)))
        if plain == "k" and behind is not None and behind.plain in RANK_WORDS:
            rank = RANK_WORDS[behind.plain]
            both = _Word(self.text[word.at : behind.end], "", word.at)
            return self._ambiguous(both, (card_of(CLUBS, rank), card_of(DIAMONDS, rank)))
        if plain in RANK_WORDS:
            rank = RANK_WORDS[plain]
            return self._refuse(
                SuitMissing,
                gettext_noop("Stelle {place}: Bei „{word}“ fehlt die Farbe: {meant}?"),
                word,
                tuple(card_of(suit, rank) for suit in range(SUITS)),
            )
        if behind is not None and behind.plain in RANK_WORDS and (cards := likely(f"{plain}-{behind.plain}")):
            return self._not_this(_Word(self.text[word.at : behind.end], "", word.at), cards)
        return self._not_this(word, likely(plain))

    def _ambiguous(self, word: _Word, cards: Sequence[Card]) -> Misspelt:
        text = gettext_noop("Stelle {place}: „{word}“ ist nicht eindeutig: {meant}? Bitte so schreiben.")
        return self._refuse(Ambiguous, text, word, cards)

    def _not_this(self, word: _Word, cards: Sequence[Card]) -> Misspelt:
        if cards:
            text = gettext_noop("Stelle {place}: „{word}“ ist keine Karte. Gemeint ist vielleicht {meant}?")
        else:
            text = gettext_noop(
                "Stelle {place}: „{word}“ ist keine Karte. Karten so schreiben: ♥7, Herz 7, H7 oder 7h; Joker: ★."
            )
        return self._refuse(NotACard, text, word, cards)

    def _refuse(self, kind: type[Misspelt], text: str, word: _Word, cards: Sequence[Card] = ()) -> Misspelt:
        meant = tuple(dict.fromkeys(sign(card) for card in cards))
        return kind(text, source=self.text, at=word.at, word=word.shown, meant=meant)


_CANONICAL: Final = {sign(card): card for card in range(FACES + 1)}
