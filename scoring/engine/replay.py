"""Replay: judges every turn of a recorded game and says how it came out.

A history without a breach is legal ("zulässig"). That it happened so is not said by anybody but its witnesses.
The first breach ends the judging: what follows would stand on a position that cannot be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.cards import Card
from scoring.engine.law import Law
from scoring.engine.play import take_turn
from scoring.engine.play_board import PlayBoard
from scoring.engine.play_memory import memory_of
from scoring.engine.record import Record, write_outcome
from scoring.engine.refusals import Breach, Forbidden, Mended, Note, note
from scoring.engine.state import State, begin
from scoring.engine.turns import Draw, Outcome, Seat, Turn
from scoring.sentence import Sentence, gettext_noop


class TurnVerdict(StrEnum):
    """What is said of a turn."""

    LEGAL = "legal"
    FORBIDDEN = "forbidden"
    NOT_JUDGED = "not_judged"  # it comes after a forbidden one


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The first breach: in the deal (turn 0), in a turn, or in the result (behind the last turn)."""

    turn: int
    seat: Seat | None
    line: int  # of the text that was read, or 0
    breach: Breach
    sentence: Sentence
    paragraph: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A turn with its verdict and everything that has to be told beside it."""

    number: int
    turn: Turn
    verdict: TurnVerdict
    sentences: tuple[Sentence, ...]
    paragraph: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A judged game: legal as far as it goes if nothing is refused."""

    record: Record
    legal_turns: int
    notes: tuple[Note, ...]
    refused: Refused | None
    outcome: Outcome | None  # as judged, whatever the record says

    @property
    def sentence(self) -> Sentence:
        """The verdict over the whole history."""
        if self.refused is None:
            text = gettext_noop("Alle {turns} Züge sind zulässig.")
            return Sentence(text, {"turns": self.legal_turns})
        text = gettext_noop("Nicht zulässig: {reason}")
        return Sentence(text, {"reason": self.refused.sentence})

    @property
    def turns(self) -> tuple[Judged, ...]:
        """Every turn of the record with its verdict."""
        return tuple(self._judged(number, turn) for number, turn in enumerate(self.record.turns, start=1))

    def _judged(self, number: int, turn: Turn) -> Judged:
        beside = [note for note in self.notes if note.turn == number]
        sentences = tuple(note.sentence for note in beside)
        if number <= self.legal_turns:
            paragraph = beside[0].paragraph if beside else ""
            return Judged(
                number=number, turn=turn, verdict=TurnVerdict.LEGAL, sentences=sentences, paragraph=paragraph
            )
        if self.refused is not None and self.refused.turn == number:
            return Judged(
                number=number,
                turn=turn,
                verdict=TurnVerdict.FORBIDDEN,
                sentences=(*sentences, self.refused.sentence),
                paragraph=self.refused.paragraph,
            )
        return Judged(number=number, turn=turn, verdict=TurnVerdict.NOT_JUDGED, sentences=sentences)


# --- judging ------------------------------------------------------------------------------------------


def replay(record: Record, law: Law) -> Replay:
    """Every turn judged by this law, and the outcome."""
    done = 0
    notes: list[Note] = []
    board: PlayBoard | None = None
    try:
        board = set_up(record, law)
        notes = board.notes
        for turn in record.turns:
            take_turn(board, turn)
            done += 1
        compare(record, board)
    except Forbidden as forbidden:
        refused = _refused(record, done, forbidden, in_deal=board is None)
        outcome = board.outcome if board else None
        return Replay(record=record, legal_turns=done, notes=tuple(notes), refused=refused, outcome=outcome)
    return Replay(record=record, legal_turns=done, notes=tuple(notes), refused=None, outcome=board.outcome)


def positions(record: Record, law: Law) -> Iterator[State]:
    """The position after the deal and after every turn, up to the first that is forbidden (which is raised)."""
    board = set_up(record, law)
    yield board.state()
    for turn in record.turns:
        take_turn(board, turn)
        yield board.state()


def set_up(record: Record, law: Law) -> PlayBoard:
    """The board after the deal, with a note for every wrong number of cards."""
    state = begin(
        dict(record.hands),
        record.open_card,
        presumed_stock(record, law) if record.stock is None else record.stock,
        law=law,
        seats=record.seats,
        dealer=record.dealer,
    )
    board = PlayBoard(state)
    board.stock_known = record.stock is not None
    for seat, surplus in zip(board.playing, board.surplus, strict=True):
        if surplus:
            mended = Mended.TOO_MANY_CARDS if surplus > 0 else Mended.TOO_FEW_CARDS
            board.notes.append(note(mended, law, 0, seat=seat, count=abs(surplus)))
    return board


def presumed_stock(record: Record, law: Law) -> tuple[Card, ...]:
    """A stock that fits the draws of the record, if there is one: what was drawn, then the rest sorted."""
    left = Counter(memory_of(law).deck)
    left.subtract([record.open_card, *[card for _unused, hand in record.hands for card in hand]])
    stock: list[Card] = []
    size = sum(left.values())
    for turn in record.turns:
        for step in turn.steps:
            if type(step) is Draw and len(stock) < size:
                if left[step.card] <= 0:
                    return (*stock, *sorted(left.elements()))
                left[step.card] -= 1
                stock.append(step.card)
    return (*stock, *sorted(left.elements()))


def compare(record: Record, board: PlayBoard) -> None:
    """Whether the result of the record is the one that was judged."""
    if board.outcome is None:
        if record.outcome is not None:
            raise board.forbid(Breach.NO_RESULT_YET)
        board.tell(Mended.UNFINISHED)
    elif record.outcome is not None and record.outcome != board.outcome:
        raise board.forbid(Breach.WRONG_RESULT, right=write_outcome(board.outcome))


def _refused(record: Record, done: int, forbidden: Forbidden, *, in_deal: bool) -> Refused:
    in_turns = not in_deal and done < len(record.turns)
    turn = record.turns[done] if in_turns else None
    return Refused(
        turn=0 if in_deal else done + 1,
        seat=turn.seat if turn else None,
        line=turn.line if turn else 0,
        breach=forbidden.breach,
        sentence=forbidden.sentence,
        paragraph=forbidden.paragraph,
    )
