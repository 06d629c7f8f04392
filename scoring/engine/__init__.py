"""The engine: judges hands, lay-outs, turns and whole games. Plain Python, one small door.

>>> from scoring.rules import built_in
>>> law = built_in("club_2018").law
>>> hand = read_cards("Herz D, Herz K, Herz As, Kreuz 7, Joker, Herz 7, Karo 4")
>>> augen(hand, law)
79
>>> found = best(hand, law)
>>> found.value, write_melds(found.opening.melds), sign(found.opening.discard)
(52, '♥D ♥K ♥A | ♣7 ★ ♥7', '♦4')
>>> verdict = claim(read_melds("♥7 ♥8 ★"), law)
>>> str(verdict.sentence), verdict.decides.paragraph
('Nicht zulässig: Zum Eröffnen braucht es 40 Augen, hier sind es 24.', 'Regel 6')
>>> table = [demand(meld, law) for meld in read_melds("♥7 ★ ♥9 | ♣B ♠B ♦B")]
>>> turn = best_turn(table, read_cards("♥8 ♥B ♣4"), law).finish
>>> [write_cards(growth.swapped + growth.after) for growth in turn.grown], sign(turn.discard)
(['♥8 ★ ♥B'], '♣4')
"""

from scoring.engine.best import Best, Deadwood, Turn, best, deadwood
from scoring.engine.cards import JOKER, Card, Finding, Hand, augen, census, full_deck, recount, sign
from scoring.engine.claim import claim
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
from scoring.engine.table import Growth, TableAnswer, TableTurn, best_turn, grown, joker_swaps, lay_offs
from scoring.engine.verdict import Alternative, Ground, Verdict

__all__ = [
    "JOKER",
    "Alternative",
    "Best",
    "Card",
    "Deadwood",
    "Finding",
    "Finish",
    "Flaw",
    "Ground",
    "Growth",
    "Hand",
    "Kind",
    "Law",
    "LayOff",
    "Meld",
    "Misspelt",
    "NotAMeld",
    "Reason",
    "Swap",
    "TableAnswer",
    "TableTurn",
    "Turn",
    "Verdict",
    "augen",
    "best",
    "best_turn",
    "census",
    "claim",
    "deadwood",
    "demand",
    "extend",
    "extensions",
    "full_deck",
    "grown",
    "joker_swaps",
    "judge",
    "laid_off",
    "lay_off",
    "lay_offs",
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
