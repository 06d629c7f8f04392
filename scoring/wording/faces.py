"""Cards for a page: which picture, which letter, how the card is called, and the code that a form sends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from scoring.engine import JOKER, Card, Law, sign
from scoring.engine.cards import RANK_SIGNS, RANKS, SUITS, card_of, rank_of, suit_of

PICTURES = ("club", "spade", "heart", "diamond")  # the ids in static/img/suits.svg
SUIT_NAMES = (
    pgettext_lazy("Farbe", "Kreuz"),
    gettext_lazy("Pik"),
    gettext_lazy("Herz"),
    gettext_lazy("Karo"),
)
RANK_NAMES = {
    "A": gettext_lazy("As"),
    "B": gettext_lazy("Bube"),
    "D": gettext_lazy("Dame"),
    "K": gettext_lazy("König"),
}
CODES = ("Kr", "P", "H", "Ka")  # read back as German notation
JOKER_CODE = "Jo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A card as it is drawn and called."""

    suit: str
    rank: str
    label: str
    sign: str
    code: str


def face(card: Card) -> Face:
    """The face of a card."""
    if card == JOKER:
        return Face(suit="joker", rank="", label=gettext("Joker"), sign=sign(card), code=JOKER_CODE)
    suit, rank = suit_of(card), RANK_SIGNS[rank_of(card)]
    name = gettext("{suit} {rank}").format(suit=SUIT_NAMES[suit], rank=RANK_NAMES.get(rank, rank))
    return Face(suit=PICTURES[suit], rank=rank, label=name, sign=sign(card), code=CODES[suit] + rank)


def faces(cards: Iterable[Card]) -> tuple[Face, ...]:
    """The faces of cards, in their order."""
    return tuple(face(card) for card in cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """One card of the grid to tap: its face and, for every copy in the deck, whether it is ticked."""

    face: Face
    ticks: tuple[bool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PickRow:
    """The cards of a suit, or the jokers."""

    name: str
    suit: str
    picks: tuple[Pick, ...]


def pick_rows(law: Law, ticked: Iterable[str] = ()) -> Iterator[PickRow]:
    """The grid of all cards that this deck has, hearts first; a code is ticked as often as it was sent."""
    sent = list(ticked)

    def pick(card: Card, copies: int) -> Pick:
        shown = face(card)
        return Pick(face=shown, ticks=tuple(sent.count(shown.code) > copy for copy in range(copies)))

    for suit in (2, 3, 1, 0):  # ♥ ♦ ♠ ♣
        row = tuple(pick(card_of(suit, rank), law.decks) for rank in range(RANKS))
        yield PickRow(name=str(SUIT_NAMES[suit]), suit=PICTURES[suit], picks=row)
    if law.jokers:
        yield PickRow(name=gettext("Joker"), suit="joker", picks=(pick(JOKER, law.jokers),))


assert len(SUIT_NAMES) == len(CODES) == len(PICTURES) == SUITS
