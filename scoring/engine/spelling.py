"""Spelling: what one word of a text says as a card, and what a misspelt one may mean.

The vocabulary behind `notation`, whose docstring has the grammar. A word is compared without capitals
and accents (`plain`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from scoring.engine.cards import (
    ACE,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JACK,
    JOKER,
    KING,
    QUEEN,
    SPADES,
    SUITS,
    TEN,
    Card,
    card_of,
)

SIGNS: Final = dict(zip("♣♠♥♦♧♤♡♢", [CLUBS, SPADES, HEARTS, DIAMONDS] * 2, strict=True)) | {"❤": HEARTS}
SUITS_GERMAN: Final = {
    "kreuz": CLUBS,
    "treff": CLUBS,
    "kr": CLUBS,
    "pik": SPADES,
    "p": SPADES,
    "herz": HEARTS,
    "h": HEARTS,
    "karo": DIAMONDS,
    "ka": DIAMONDS,
}
SUITS_ENGLISH: Final = {"c": CLUBS, "s": SPADES, "h": HEARTS, "d": DIAMONDS}
_NUMERALS = ("zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun", "zehn")
RANK_WORDS: Final = {
    **{str(number): number - 1 for number in range(2, 11)},
    **{word: rank for rank, word in enumerate(_NUMERALS, start=1)},
    "fuenf": 4,
    "t": TEN,
    "a": ACE,
    "as": ACE,
    "ass": ACE,
    "b": JACK,
    "j": JACK,
    "bube": JACK,
    "bauer": JACK,
    "d": QUEEN,
    "q": QUEEN,
    "dame": QUEEN,
    "k": KING,
    "konig": KING,
    "koenig": KING,
}
JOKERS: Final = frozenset({"★", "☆", "⭐", "🃏", "*", "joker", "jo", "jk"})
_NEAR_RANKS: Final = {
    "0": (TEN,),
    "1": (TEN, ACE),
    "l0": (TEN,),
    "io": (TEN,),
    "1o": (TEN,),
    "lo": (TEN,),
    "11": (JACK,),
    "12": (QUEEN,),
    "13": (KING,),
    "14": (ACE,),
}


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_RANK = f"(?P<rank>{_any_of(RANK_WORDS)})"
_JOKER_SIGNS: Final = "[★☆⭐🃏*]"
_GERMAN = re.compile(f"(?P<suit>{_any_of(SUITS_GERMAN)})-?{_RANK}")
_ENGLISH = re.compile(r"(?P<rank>[2-9]|10|[atjqk])(?P<suit>[cshd])")
_SIGN_FIRST = re.compile(f"(?P<suit>[{''.join(SIGNS)}])-?{_RANK}|{_JOKER_SIGNS}")
_RANK_FIRST = re.compile(f"{_RANK}(?P<suit>[{''.join(SIGNS)}])|{_JOKER_SIGNS}")
_LONE_K = re.compile(f"k-?{_RANK}")
_OTHER_SUIT = re.compile(rf"(?P<suit>[^\W\d]+)-?{_RANK}")
_SUIT_ALONE = re.compile(f"(?P<suit>{_any_of([*SUITS_GERMAN, *SIGNS])})-?")

LONGEST: Final = 24  # longer words are no slips of the pen

# What one word can mean in German and in English.
TWO_TONGUES: Final = {
    "kd": (card_of(DIAMONDS, KING), (card_of(CLUBS, QUEEN), card_of(DIAMONDS, QUEEN))),
    "as": (card_of(SPADES, ACE), tuple(card_of(suit, ACE) for suit in range(SUITS))),
}


@lru_cache(maxsize=1024)
def plain_word(word: str) -> str:
    """A word without capitals, accents, variation selectors and zero-width characters.

    Accents go, but what compatibility forms hide does not come out: `½` stays what it is.
    """
    spread = unicodedata.normalize("NFD", word)
    kept = "".join(char for char in spread if unicodedata.category(char) not in {"Mn", "Cf"})
    return kept.casefold()


@lru_cache(maxsize=1024)
def cards_of(plain: str) -> tuple[Card, ...]:
    """The cards that one word says by itself, or none."""
    if plain in JOKERS:
        return (JOKER,)
    if plain in TWO_TONGUES:
        return ()
    german = _GERMAN.fullmatch(plain)
    if german:
        return (card_of(SUITS_GERMAN[german["suit"]], RANK_WORDS[german["rank"]]),)
    english = _ENGLISH.fullmatch(plain)
    if english:
        return (card_of(SUITS_ENGLISH[english["suit"]], RANK_WORDS[english["rank"]]),)
    return _with_signs(plain, _SIGN_FIRST) or _with_signs(plain, _RANK_FIRST)


def _with_signs(plain: str, one_card: re.Pattern[str]) -> tuple[Card, ...]:
    """Cards with suit signs, one behind the other without gaps."""
    cards: list[Card] = []
    end = 0
    while end < len(plain):
        found = one_card.match(plain, end)
        if found is None:
            return ()
        joker = found["suit"] is None
        cards.append(JOKER if joker else card_of(SIGNS[found["suit"]], RANK_WORDS[found["rank"]]))
        end = found.end()
    return tuple(cards)


def only_german(plain: str) -> bool:
    """Whether a word can be a card, or the suit of one, in German only."""
    return plain in SUITS_GERMAN or _GERMAN.fullmatch(plain) is not None


def only_english(plain: str) -> bool:
    """Whether a word can be a card in English only."""
    return plain not in TWO_TONGUES and _ENGLISH.fullmatch(plain) is not None


def rank_behind_k(plain: str) -> int | None:
    """The rank of `K7`: a K that is Kreuz or Karo."""
    found = _LONE_K.fullmatch(plain)
    return None if found is None else RANK_WORDS[found["rank"]]


def suit_alone(plain: str) -> int | None:
    """The suit that a word or a sign says, waiting for its rank."""
    found = _SUIT_ALONE.fullmatch(plain)
    return None if found is None else (SUITS_GERMAN | SIGNS)[found["suit"]]


def near_ranks(plain: str) -> tuple[int, ...]:
    """The ranks that a misspelt rank may mean."""
    if plain in _NEAR_RANKS:
        return _NEAR_RANKS[plain]
    words = get_close_matches(plain[:LONGEST], RANK_WORDS, n=1, cutoff=0.6)
    return tuple(RANK_WORDS[word] for word in words)


def likely(plain: str) -> tuple[Card, ...]:
    """The cards that a misspelt word may mean: a suit and a rank in the wrong order, or a near miss."""
    if len(plain) > LONGEST:
        return ()
    letters = SUITS_ENGLISH | SUITS_GERMAN | SIGNS
    cards: list[Card] = []
    for cut in range(1, len(plain)):
        left, right = plain[:cut].rstrip("-"), plain[cut:].lstrip("-")
        if left in RANK_WORDS and right in letters:
            cards.append(card_of(letters[right], RANK_WORDS[left]))
        elif left in RANK_WORDS and right == "k":
            cards += [card_of(suit, RANK_WORDS[left]) for suit in (CLUBS, DIAMONDS)]
        elif left in SUITS_GERMAN or left in SIGNS:
            cards += [card_of(letters[left], rank) for rank in near_ranks(right)]
        elif left == "d" and right in RANK_WORDS:
            cards.append(card_of(DIAMONDS, RANK_WORDS[right]))
    if not cards:
        cards = [JOKER for _unused in get_close_matches(plain, ("joker",), cutoff=0.6)]
    if not cards and (hit := _OTHER_SUIT.fullmatch(plain)):
        near = get_close_matches(hit["suit"], ("kreuz", "pik", "herz", "karo"), n=1, cutoff=0.6)
        cards = [card_of(SUITS_GERMAN[suit], RANK_WORDS[hit["rank"]]) for suit in near]
    return tuple(dict.fromkeys(cards))
