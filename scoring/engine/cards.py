"""Cards as numbers: 52 faces and the joker, what a held card counts, and whether shown cards fit the deck.

A card is `suit * 13 + rank`; the suits stand in the order Kreuz ♣, Pik ♠, Herz ♥, Karo ♦, the ranks run
from the ace (0) to the king (12). A joker is 52. Two copies of a card are the same number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.law import Law
from scoring.sentence import Refusal, Sentence, gettext_noop

Card = int

SUITS = 4
RANKS = 13
CLUBS, SPADES, HEARTS, DIAMONDS = range(SUITS)
ACE, TEN, JACK, QUEEN, KING = 0, 9, 10, 11, 12
FACES = SUITS * RANKS
JOKER: Card = FACES

SUIT_SIGNS = ("♣", "♠", "♥", "♦")
RANK_SIGNS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "B", "D", "K")
JOKER_SIGN = "★"
_SIGNS = (*(suit + rank for suit in SUIT_SIGNS for rank in RANK_SIGNS), JOKER_SIGN)


def card_of(suit: int, rank: int) -> Card:
    """The card of a suit and a rank."""
    return suit * RANKS + rank


def suit_of(card: Card) -> int:
    """The suit of a natural card."""
    return card // RANKS


def rank_of(card: Card) -> int:
    """The rank of a natural card, ace 0 to king 12."""
    return card % RANKS


def sign(card: Card) -> str:
    """How a card is written: `♥10`, `♣B`, `★`.

    >>> sign(card_of(HEARTS, QUEEN)), sign(JOKER)
    ('♥D', '★')
    """
    return _SIGNS[card]


def full_deck(law: Law) -> tuple[Card, ...]:
    """Every card of the deck, sorted, jokers last."""
    return (*sorted([*range(FACES)] * law.decks), *[JOKER] * law.jokers)


# --- what is held -------------------------------------------------------------------------------------


def held_augen(card: Card, law: Law) -> int:
    """What one card counts in the hand of somebody who did not finish."""
    if card == JOKER:
        return law.joker_held
    match card % RANKS:
        case 0:
            return law.ace_held
        case rank if rank >= JACK:
            return law.court_held
        case rank:
            return rank + 1


def augen(cards: Iterable[Card], law: Law) -> int:
    """The Augen of held cards."""
    return sum(held_augen(card, law) for card in cards)


class HeldTooOften(Refusal):
    """More than two of one card, or something that is no card: no hand of two decks can hold it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """Held cards without an order: bit `card` of `once` for the first copy, of `twice` for the second.

    >>> hand = Hand.of((JOKER, 3, 3, 16))
    >>> hand.cards, len(hand), hand.jokers
    ((3, 3, 16, 52), 4, 1)
    """

    once: int = 0
    twice: int = 0
    jokers: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """The hand of these cards, in whatever order."""
        once = twice = jokers = 0
        for card in cards:
            if card == JOKER:
                jokers += 1
                continue
            bit = 1 << card
            if twice & bit:
                raise HeldTooOften(
                    gettext_noop(
                        "{card} ist mehr als zweimal angegeben. Die Karten noch einmal vergleichen."
                    ),
                    card=sign(card),
                )
            twice |= once & bit
            once |= bit
        return cls(once=once, twice=twice, jokers=jokers)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, sorted, jokers last."""
        return tuple(self)

    def first(self, suit: int) -> int:
        """The ranks held in a suit, as 13 bits."""
        return self.once >> suit * RANKS & (1 << RANKS) - 1

    def second(self, suit: int) -> int:
        """The ranks held twice in a suit, as 13 bits."""
        return self.twice >> suit * RANKS & (1 << RANKS) - 1

    def count(self, card: Card) -> int:
        """How often a card is held."""
        return self.jokers if card == JOKER else (self.once >> card & 1) + (self.twice >> card & 1)

    def __len__(self) -> int:
        return self.once.bit_count() + self.twice.bit_count() + self.jokers

    def __contains__(self, card: Card) -> bool:
        return self.count(card) > 0

    def __iter__(self) -> Iterator[Card]:
        left = self.once
        while left:
            bit = left & -left
            card = bit.bit_length() - 1
            yield card
            if self.twice & bit:
                yield card
            left ^= bit
        for _unused in range(self.jokers):
            yield JOKER


# --- do shown cards fit the deck ----------------------------------------------------------------------


class Misfit(StrEnum):
    """What a census can find."""

    TOO_OFTEN = "too_often"
    TOO_MANY_JOKERS = "too_many_jokers"
    NO_JOKERS = "no_jokers"
    MISSING = "missing"
    WRONG_COUNT = "wrong_count"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that does not fit, with the sentence that says it."""

    misfit: Misfit
    sentence: Sentence
    paragraph: str = ""
    card: Card | None = None


def census(*shown: Iterable[Card], law: Law, complete: bool = False) -> tuple[Fault, ...]:
    """What does not fit the deck among all shown cards (hands, melds, piles); empty is "zulässig".

    With `complete` every card of the deck has to be there, as in a game that is replayed.
    """
    seen = Counter(card for cards in shown for card in cards)
    findings = []
    for card in range(FACES + 1):
        count, allowed = seen[card], law.jokers if card == JOKER else law.decks
        if count > allowed:
            findings.append(_too_often(card, count, allowed, law))
        elif complete and count < allowed:
            text = gettext_noop("{card} fehlt: {count} von {allowed} sind da.")
            findings.append(_finding(Misfit.MISSING, text, card, count, allowed, law))
    return tuple(findings)


def recount(cards: Iterable[Card], *, expected: int, law: Law) -> tuple[Fault, ...]:
    """Whether somebody holds as many cards as the state of the game says."""
    count = sum(1 for _unused in cards)
    if count == expected:
        return ()
    text = gettext_noop("{count} Karten statt {expected}: bitte noch einmal zählen.")
    return (
        Fault(
            misfit=Misfit.WRONG_COUNT,
            sentence=Sentence(text, {"count": count, "expected": expected}),
            paragraph=law.cite("wrong_count"),
        ),
    )


def _too_often(card: Card, count: int, allowed: int, law: Law) -> Fault:
    if card != JOKER:
        text = gettext_noop("{card} kommt {count}-mal vor, im Spiel gibt es sie nur {allowed}-mal.")
        return _finding(Misfit.TOO_OFTEN, text, card, count, allowed, law)
    if not allowed:
        text = gettext_noop("Nach diesen Regeln wird ohne Joker gespielt.")
        return _finding(Misfit.NO_JOKERS, text, card, count, allowed, law)
    text = gettext_noop("{count} Joker sind angegeben, im Spiel gibt es nur {allowed}.")
    return _finding(Misfit.TOO_MANY_JOKERS, text, card, count, allowed, law)


def _finding(misfit: Misfit, text: str, card: Card, count: int, allowed: int, law: Law) -> Fault:
    values = {"card": sign(card), "count": count, "allowed": allowed}
    paragraph = law.cite("jokers" if card == JOKER else "decks")
    return Fault(misfit=misfit, sentence=Sentence(text, values), paragraph=paragraph, card=card)
