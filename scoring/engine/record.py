"""Record: a whole game as a value, and its one canonical text. `record_reader` reads it back.

    Rommé 1
    Regeln: club_2018
    Plätze: 4
    Geber: 1
    Blatt 2: ♣2 ♣5 …
    Blatt 3: …
    Blatt 4: …
    Offen: ♥7
    Stapel: ♦D ♠A …                                     the top card first; may be missing

    1. 2: zieht ♦D; ab ♣2
    2. 3: nimmt ♣2; legt ♣2 ♣3 ♣4 | ♥B ♥D ♥K; an 1 ♣5; tauscht 2 ♥D; ab ♠9
    3. 4: nimmt ♠9; zurück

    Ergebnis: R 3; 2: 45 eröffnet; 4: 120

Further lines of the head ("Turnier: …") are kept as they are.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.cards import FACES, Card, sign
from scoring.engine.layoffs import End
from scoring.engine.notation import write_cards, write_melds
from scoring.engine.turns import (
    Discard,
    Draw,
    LayDown,
    LayOff,
    Outcome,
    PickUp,
    PutBack,
    Recount,
    Seat,
    Step,
    Swap,
    Turn,
)

TITLE = "Rommé 1"
RULES, FINGERPRINT, SEATS, DEALER, SEED = "Regeln", "Prüfzeichen", "Plätze", "Geber", "Startwert"
HAND, OPEN, STOCK, RESULT = "Blatt", "Offen", "Stapel", "Ergebnis"
DRAWS, PICKS_UP, LAYS, LAYS_OFF, SWAPS, DISCARDS = "zieht", "nimmt", "legt", "an", "tauscht", "ab"
PUTS_BACK, RECOUNTS, OPENED = "zurück", "zählt", "eröffnet"
ENDS = {End.FRONT: "vorn", End.BACK: "hinten"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game as it was written down: the head, the deal, the turns, and the result if there is one."""

    rules: str
    seats: int
    dealer: Seat
    hands: tuple[tuple[Seat, tuple[Card, ...]], ...]
    open_card: Card
    stock: tuple[Card, ...] | None = None  # the top card first; None: not known beyond what is drawn
    turns: tuple[Turn, ...] = ()
    outcome: Outcome | None = None
    fingerprint: str = ""
    seed: str = ""
    tags: tuple[tuple[str, str], ...] = ()


# --- writing ------------------------------------------------------------------------------------------


def write_record(record: Record) -> str:
    """The canonical text of a game."""
    head = [TITLE, f"{RULES}: {record.rules}"]
    if record.fingerprint:
        head.append(f"{FINGERPRINT}: {record.fingerprint}")
    head += [f"{SEATS}: {record.seats}", f"{DEALER}: {record.dealer}"]
    if record.seed:
        head.append(f"{SEED}: {record.seed}")
    head += [f"{name}: {value}" for name, value in record.tags]
    head += [f"{HAND} {seat}: {write_cards(cards)}" for seat, cards in record.hands]
    head.append(f"{OPEN}: {sign(record.open_card)}")
    if record.stock is not None:
        head.append(f"{STOCK}: {write_cards(record.stock)}".rstrip())
    turns = [f"{number}. {write_turn(turn)}" for number, turn in enumerate(record.turns, start=1)]
    parts = [head, turns]
    if record.outcome is not None:
        parts.append([f"{RESULT}: {write_outcome(record.outcome)}"])
    return "\n\n".join(["\n".join(part) for part in parts if part]) + "\n"


def write_turn(turn: Turn) -> str:
    """A turn without its number: the seat and what it does.

    >>> from scoring.engine.notation import read_card
    >>> write_turn(Turn(seat=2, steps=(Draw(card=read_card("Karo Dame")), Discard(card=read_card("♣2")))))
    '2: zieht ♦D; ab ♣2'
    """
    return f"{turn.seat}: " + "; ".join([write_step(step) for step in turn.steps])


def write_step(step: Step) -> str:
    """One step in the canonical form."""
    match step:
        case Draw(card=card):
            return _DRAWN[card]
        case Discard(card=card):
            return _DISCARDED[card]
        case PickUp(card=card):
            return f"{PICKS_UP} {sign(card)}"
        case LayDown(melds=melds):
            return f"{LAYS} {write_melds(melds)}"
        case LayOff(meld=meld, cards=cards, end=end):
            where = f"{meld} {ENDS[end]}" if end else f"{meld}"
            return f"{LAYS_OFF} {where} {write_cards(cards)}"
        case Swap(meld=meld, card=card):
            return f"{SWAPS} {meld} {sign(card)}"
        case PutBack():
            return PUTS_BACK
        case Recount():
            return RECOUNTS


_DRAWN = [f"{DRAWS} {sign(card)}" for card in range(FACES + 1)]
_DISCARDED = [f"{DISCARDS} {sign(card)}" for card in range(FACES + 1)]


def write_outcome(outcome: Outcome) -> str:
    """The result: finish and winner, then what the others still held.

    >>> from scoring.engine.law import Finish
    >>> from scoring.engine.turns import Left
    >>> write_outcome(Outcome(finish=Finish.PLAIN, winner=3, hands={2: Left(augen=45, opened=True)}))
    'R 3; 2: 45 eröffnet'
    """
    winner = "" if outcome.winner is None else f" {outcome.winner}"
    parts = [f"{outcome.finish.value}{winner}"]
    for seat, left in sorted(outcome.hands.items()):
        parts.append(f"{seat}: {left.augen}" + (f" {OPENED}" if left.opened else ""))
    return "; ".join(parts)
