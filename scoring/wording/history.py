"""A recorded game as a page shows it: every turn with its verdict, and the table after one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine import augen, sign, write_cards, write_melds
from scoring.engine.layoffs import End
from scoring.engine.play import take_turn
from scoring.engine.record import Record
from scoring.engine.refusals import Forbidden
from scoring.engine.replay import Judged, Replay, TurnVerdict, replay, set_up
from scoring.engine.state import Position, State
from scoring.engine.turns import (
    Discard,
    Draw,
    LayDown,
    LayOff,
    Outcome,
    PickUp,
    PutBack,
    Recount,
    Step,
    Swap,
    Turn,
)
from scoring.rules import RuleSet
from scoring.speech import say
from scoring.wording import phrases
from scoring.wording.answers import Drawn, meld_drawn
from scoring.wording.faces import Face, faces
from scoring.wording.labels import FINISHES

MARKS: Mapping[TurnVerdict, tuple[str, object]] = {
    TurnVerdict.LEGAL: ("check", gettext_lazy("zulässig")),
    TurnVerdict.FORBIDDEN: ("cross", gettext_lazy("nicht zulässig")),
    TurnVerdict.NOT_JUDGED: ("open", gettext_lazy("nicht mehr geprüft")),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTold:
    """One turn: what was done, the verdict, and why."""

    number: int
    seat: int
    text: str
    verdict: str  # legal, forbidden, not_judged
    icon: str
    mark: str
    sentences: tuple[str, ...]
    paragraph: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """What one seat holds."""

    seat: int
    faces: tuple[Face, ...]
    opened: bool
    to_move: bool
    augen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldShown:
    """A meld of the table: its number, who laid it, and how it lies."""

    number: int
    owner: int
    drawn: Drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardShown:
    """A position as it is drawn."""

    hands: tuple[HandShown, ...]
    table: tuple[MeldShown, ...]
    stock: int
    pile: int
    open_card: Face | None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A judged game and the position after one of its turns."""

    replay: Replay
    turns: tuple[TurnTold, ...]
    at: int
    board: BoardShown | None  # None: the deal itself cannot be
    good: bool
    verdict: str
    paragraph: str
    before: tuple[str, ...]  # what has to be told of the deal
    after: tuple[str, ...]  # what has to be told behind the last turn
    result: tuple[str, ...]

    @property
    def turn(self) -> TurnTold | None:
        return self.turns[self.at - 1] if self.at else None

    @property
    def last(self) -> int:
        return len(self.turns)


def history(record: Record, rules: RuleSet, at: int) -> History:
    """The game judged by these rules, shown after turn `at` (0: the deal)."""
    judged = replay(record, rules.law)
    at = min(max(at, 0), len(record.turns))
    state = position(record, rules, min(at, judged.legal_turns))
    refused = judged.refused
    turns = tuple(map(turn_told, judged.turns))
    return History(
        replay=judged,
        turns=turns,
        at=at,
        board=board_shown(state, rules) if state else None,
        good=refused is None,
        verdict=say(judged.sentence),
        paragraph=refused.paragraph if refused else "",
        before=tuple(say(note.sentence) for note in judged.notes if note.turn == 0),
        after=tuple(say(note.sentence) for note in judged.notes if note.turn > len(turns)),
        result=tuple(result_words(judged.outcome)) if judged.outcome else (),
    )


def position(record: Record, rules: RuleSet, turns: int) -> State | None:
    """The position after so many legal turns; None where the deal cannot be."""
    try:
        board = set_up(record, rules.law)
    except Forbidden:
        return None
    for turn in record.turns[:turns]:
        take_turn(board, turn)
    return board.state()


def turn_told(judged: Judged) -> TurnTold:
    """A judged turn in words."""
    icon, mark = MARKS[judged.verdict]
    return TurnTold(
        number=judged.number,
        seat=judged.turn.seat,
        text=turn_words(judged.turn),
        verdict=judged.verdict.value,
        icon=icon,
        mark=str(mark),
        sentences=tuple(say(sentence) for sentence in judged.sentences),
        paragraph=judged.paragraph,
    )


def turn_words(turn: Turn) -> str:
    """As „zieht ♥7, legt ♣6 ♠6 ♥6 aus, legt ♣2 ab“."""
    return ", ".join(map(step_words, turn.steps))


def step_words(step: Step) -> str:
    match step:
        case Draw(card=card):
            return _("zieht {card}").format(card=sign(card))
        case PickUp(card=card):
            return _("nimmt {card} auf").format(card=sign(card))
        case LayDown(melds=melds):
            return _("legt {melds} aus").format(melds=write_melds(melds))
        case LayOff(meld=meld, cards=cards, end=end):
            text = {
                None: _("legt {cards} an Auslage {number} an"),
                End.FRONT: _("legt {cards} vorn an Auslage {number} an"),
                End.BACK: _("legt {cards} hinten an Auslage {number} an"),
            }[end]
            return text.format(cards=write_cards(cards), number=meld)
        case Swap(meld=meld, card=card):
            text = _("tauscht {card} gegen den Joker in Auslage {number}")
            return text.format(card=sign(card), number=meld)
        case Discard(card=card):
            return _("legt {card} ab").format(card=sign(card))
        case PutBack():
            return _("legt die offene Karte zurück")
        case Recount():
            return _("zählt nach")


def result_words(outcome: Outcome) -> Iterator[str]:
    """How it came out, as it belongs on the list."""
    if outcome.winner is None:
        yield str(FINISHES[outcome.finish])
    else:
        yield _("{finish}: Platz {seat} ist fertig").format(
            finish=FINISHES[outcome.finish], seat=outcome.winner
        )
    for seat, left in sorted(outcome.hands.items()):
        opened = _("eröffnet") if left.opened else _("nicht eröffnet")
        yield _("Platz {seat}: {augen}, {opened}").format(
            seat=seat, augen=phrases.in_augen(left.augen), opened=opened
        )


def board_shown(state: State, rules: RuleSet) -> BoardShown:
    """A position as it is drawn."""
    return BoardShown(
        hands=tuple(hand_of(player, state, rules) for player in state.players),
        table=tuple(
            MeldShown(number=number, owner=laid.owner, drawn=meld_drawn(laid.meld))
            for number, laid in enumerate(state.table, start=1)
        ),
        stock=len(state.stock),
        pile=len(state.pile),
        open_card=faces([state.open_card])[0] if state.open_card is not None else None,
    )


def hand_of(player: Position, state: State, rules: RuleSet) -> HandShown:
    return HandShown(
        seat=player.seat,
        faces=faces(player.hand),
        opened=player.opened and rules.law.opening_augen > 0,
        to_move=state.outcome is None and player.seat == state.to_move,
        augen=phrases.in_augen(augen(player.hand, rules.law)),
    )
