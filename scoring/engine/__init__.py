"""The engine: judges hands, lay-outs, turns and whole games. Plain Python, one small door."""

from scoring.engine.cards import JOKER, Card, Finding, Hand, augen, census, full_deck, recount, sign
from scoring.engine.law import Finish, Law
from scoring.engine.layoffs import (
    LayOff,
    Swap,
    extend,
    extensions,
    laid_off,
    lay_off,
    swapped,
    swaps,
)
from scoring.engine.melds import Flaw, Kind, Meld, NotAMeld, Reason, demand, judge, readings
from scoring.engine.notation import Misspelt, read_card, read_cards, read_melds, write_cards, write_melds

__all__ = [
    "JOKER",
    "Card",
    "Finding",
    "Finish",
    "Flaw",
    "Hand",
    "Kind",
    "Law",
    "LayOff",
    "Meld",
    "Misspelt",
    "NotAMeld",
    "Reason",
    "Swap",
    "augen",
    "census",
    "demand",
    "extend",
    "extensions",
    "full_deck",
    "judge",
    "laid_off",
    "lay_off",
    "read_card",
    "read_cards",
    "read_melds",
    "readings",
    "recount",
    "sign",
    "swapped",
    "swaps",
    "write_cards",
    "write_melds",
]
