"""The engine: judges hands, lay-outs, turns and whole games. Plain Python, one small door.

>>> from scoring.rules import built_in
>>> law = built_in("club_2018").law
>>> hand = read_cards("Herz D, Herz K, Herz As, Kreuz 7, Joker, Herz 7, Karo 4")
>>> augen(hand, law)
69
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

Whole games: the steps of a turn (`Draw`, `LayDown`, …) are in `scoring.engine.turns`.

>>> game = play_game(law, rules="club_2018", seats=4, seed=7)
>>> judged = replay(read_record(write_record(game)), law)
>>> judged.refused, judged.outcome == game.outcome
(None, True)
"""

from scoring.engine.best import Best, BestTurn, Deadwood, best, deadwood
from scoring.engine.cards import JOKER, Card, Fault, Hand, augen, census, full_deck, recount, sign
from scoring.engine.claim import claim
from scoring.engine.classify import WayOut, classify, demand_finish, finishes, way_out
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
from scoring.engine.melds import Flaw, Kind, Meld, NotAMeld, Reason, demand, judge, meld_readings
from scoring.engine.notation import Misspelt, read_card, read_cards, read_melds, write_cards, write_melds
from scoring.engine.play import allows, play, play_turn, step_refusal
from scoring.engine.play_offers import legal_steps, openings
from scoring.engine.player import play_game, play_on
from scoring.engine.record import Record, write_record
from scoring.engine.record_reader import read_record, read_records
from scoring.engine.record_words import UnreadableRecord
from scoring.engine.refusals import Breach, Forbidden, Mended, Note
from scoring.engine.replay import Judged, Refused, Replay, positions, replay
from scoring.engine.replay_score import MatchScore, scores
from scoring.engine.state import Laid, Phase, Position, State, begin, deal
from scoring.engine.table import Growth, TableAnswer, TableTurn, best_turn, grown, joker_swaps, lay_offs
from scoring.engine.turns import Left, Outcome
from scoring.engine.verdict import Alternative, Ground, Verdict

__all__ = [
    "JOKER",
    "Alternative",
    "Best",
    "BestTurn",
    "Breach",
    "Card",
    "Deadwood",
    "Fault",
    "Finish",
    "Flaw",
    "Forbidden",
    "Ground",
    "Growth",
    "Hand",
    "Judged",
    "Kind",
    "Laid",
    "Law",
    "LayOff",
    "Left",
    "MatchScore",
    "Meld",
    "Mended",
    "Misspelt",
    "NotAMeld",
    "Note",
    "Outcome",
    "Phase",
    "Position",
    "Reason",
    "Record",
    "Refused",
    "Replay",
    "State",
    "Swap",
    "TableAnswer",
    "TableTurn",
    "UnreadableRecord",
    "Verdict",
    "WayOut",
    "allows",
    "augen",
    "begin",
    "best",
    "best_turn",
    "census",
    "claim",
    "classify",
    "deadwood",
    "deal",
    "demand",
    "demand_finish",
    "extend",
    "extensions",
    "finishes",
    "full_deck",
    "grown",
    "joker_swaps",
    "judge",
    "laid_off",
    "lay_off",
    "lay_offs",
    "legal_steps",
    "meld_readings",
    "openings",
    "play",
    "play_game",
    "play_on",
    "play_turn",
    "positions",
    "read_card",
    "read_cards",
    "read_melds",
    "read_record",
    "read_records",
    "recount",
    "replay",
    "scores",
    "sign",
    "step_refusal",
    "swapped",
    "swaps",
    "way_out",
    "write_cards",
    "write_melds",
    "write_record",
]
