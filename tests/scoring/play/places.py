"""Positions for tests: what a row of the rule sheet says, with the rest of the deck around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from scoring.engine.cards import Card, full_deck
from scoring.engine.melds import demand
from scoring.engine.notation import read_cards
from scoring.engine.play import take_turn
from scoring.engine.play_board import PlayBoard
from scoring.engine.record_words import TextPart, read_steps
from scoring.engine.refusals import Forbidden
from scoring.engine.state import Laid, Phase, Position, State
from scoring.engine.turns import Turn
from scoring.rules import built_in

CASES = Path(__file__).parents[2] / "cases"
LAWS = {"basic": built_in("basic").law, "club": built_in("club_2018").law, "fed": built_in("federation").law}
SEATS = {"basic": (1, 2), "club": (1, 2, 3), "fed": (1, 2, 3)}


@dataclass(frozen=True, kw_only=True)
class Row:
    who: str
    holds: str
    table: str
    pile: str
    stock: str
    turn: str
    verdict: str
    paragraph: str


def rows(name: str) -> Iterator[object]:
    """The rows of a case file, one for each family."""
    for number, line in enumerate((CASES / name).read_text(encoding="utf-8").splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        families, holds, table, pile, stock, turn, verdict, paragraphs = (
            cell.strip() for cell in line.split("|")
        )
        whos = families.split("+")
        cited = [cell.strip() for cell in paragraphs.split(",")] if paragraphs else [""] * len(whos)
        assert len(cited) == len(whos), f"{name}:{number}: a paragraph for each of {families}"
        for who, paragraph in zip(whos, cited, strict=True):
            row = Row(
                who=who,
                holds=holds,
                table=table,
                pile=pile,
                stock=stock,
                turn=turn,
                verdict=verdict,
                paragraph=paragraph,
            )
            yield pytest.param(row, id=f"{number} {who}: {turn}")


def position(row: Row) -> State:
    """The position of a row: what it does not name is in the other hands and deep in the stock."""
    law, seats = LAWS[row.who], SEATS[row.who]
    holds = read_cards(row.holds.lstrip("+"))
    table = tuple(
        Laid(owner=2, meld=demand(read_cards(meld), law)) for meld in row.table.split("/") if meld.strip()
    )
    pile = read_cards(row.pile)
    top = read_cards(row.stock.rstrip("."))
    rest = Counter(full_deck(law))
    for cards in (holds, pile, top, *[laid.meld.cards for laid in table]):
        rest.subtract(cards)
    assert min(rest.values()) >= 0, f"the deck has not so many: {+Counter({c: -n for c, n in rest.items()})}"
    left = sorted(rest.elements())
    hands: dict[int, tuple[Card, ...]] = {1: tuple(sorted(holds))}
    for seat in seats[1:]:
        hands[seat], left = tuple(left[:5]), left[5:]
    if row.stock.endswith("."):
        hands[2], left = tuple(sorted([*hands[2], *left])), []
    return State(
        law=law,
        seats=len(seats),
        dealer=seats[-1],
        players=tuple(
            Position(seat=seat, hand=hands[seat], opened=seat == 2 or row.holds.startswith("+"))
            for seat in seats
        ),
        to_move=1,
        phase=Phase.DRAW,
        table=table,
        stock=(*left, *reversed(top)),
        pile=pile,
        turn=7,
    )


def turn_of(row: Row) -> Turn:
    text = row.turn.replace("/", "|")
    return Turn(seat=1, steps=read_steps(TextPart(text, 0, text)))


def verdict_of(row: Row) -> tuple[str, str]:
    """What the engine says to a row, in the words of the row, and the paragraph it cites."""
    board = PlayBoard(position(row))
    forbidden = breach(board, turn_of(row))
    if forbidden is not None:
        assert str(forbidden), "a refusal says why"
        return f"no {forbidden.breach}", forbidden.paragraph
    after = board.state()
    assert after.cards == full_deck(after.law)
    told = f" ({board.notes[0].mended})" if board.notes else ""
    paragraph = board.notes[0].paragraph if board.notes else ""
    if after.outcome is not None:
        return f"{after.outcome.finish.value}{told}", paragraph
    assert after.to_move == 2
    return f"ok{told}", paragraph


def breach(board: PlayBoard, turn: Turn) -> Forbidden | None:
    try:
        take_turn(board, turn)
    except Forbidden as forbidden:
        return forbidden
    return None
