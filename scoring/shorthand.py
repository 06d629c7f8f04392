"""Shorthand: what one cell of a paper list says in as few keys as possible, and how a row of cells is read.

`25` is a hand of 25 Augen that had opened, `88-` one of 88 that had not, `+` (or R) the winner with Rommé, `*` (or H)
with Hand-Rommé, `/` (or HA) with lay-offs, S with Superrommé. All of it but S stands on a number block. A row in which
everybody holds cards is a game whose stock ran out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.law import Finish
from scoring.points import HandLeft, ImpossibleResult, Result, check_result
from scoring.rules import RuleSet
from scoring.sentence import Refusal, gettext_noop

WINS: Mapping[str, Finish] = {
    **{finish.value: finish for finish in Finish if finish.has_winner},
    "+": Finish.PLAIN,
    "*": Finish.HAND,
    "/": Finish.HAND_WITH_LAYOFF,
    "A": Finish.HAND_WITH_LAYOFF,
}
SPELLED: Mapping[str, str] = {sign: finish.value for sign, finish in WINS.items() if sign != finish.value}
"""Other spellings of a sign of the list; pages hand them to their scripts."""
KEYS: Mapping[str, str] = {
    sign.lower(): finish.value for sign, finish in WINS.items() if len(sign) == 1 and sign.isalpha()
}
"""The letter that chooses each sign on a keyboard."""
UNOPENED_SIGN = "-"
UNOPENED = ("-", "–", "−", "N")
OPENED = ("E", "✓", "V")
LONGEST = 6


class Unreadable(Refusal):
    """A row that cannot be read; the value `seat` says where, 0 when it is about the whole row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """The cell of the winner."""

    finish: Finish


def read_cell(text: str, *, seat: int) -> Won | HandLeft | None:
    """One cell; None while it is empty.

    >>> read_cell("88-", seat=1)
    HandLeft(augen=88, opened=False)
    """
    sign = "".join(text.split()).upper()
    if not sign:
        return None
    if sign in WINS:
        return Won(finish=WINS[sign])
    opened = not sign.endswith(UNOPENED)
    digits = sign[:-1] if sign.endswith((*UNOPENED, *OPENED)) else sign
    if len(sign) > LONGEST or not (digits.isascii() and digits.isdigit()):
        raise Unreadable(
            gettext_noop(
                "Platz {seat}: „{text}“ ist nicht lesbar. Augen wie 25, nicht eröffnet wie 88-, gewonnen mit +, * oder /."
            ),
            seat=seat,
            text=text.strip()[:12],
        )
    return HandLeft(augen=int(digits), opened=opened)


def read_row(rules: RuleSet, cells: Mapping[int, str], *, playing: Sequence[int]) -> Result | None:
    """The cells of the seats that play as a result that the rules can have; None while all are empty."""
    known = {seat: read_cell(cells.get(seat, ""), seat=seat) for seat in sorted(playing)}
    if all(cell is None for cell in known.values()):
        return None
    winners = [(seat, cell.finish) for seat, cell in known.items() if isinstance(cell, Won)]
    missing = next((seat for seat, cell in known.items() if cell is None), None)
    if len(winners) > 1:
        raise Unreadable(
            gettext_noop("Nur einer kann fertig sein: Auch bei Platz {seat} steht ein Zeichen für gewonnen."),
            seat=winners[1][0],
        )
    if missing is not None:
        raise Unreadable(
            gettext_noop(
                "Bei Platz {seat} fehlt noch etwas: die Augen, oder + wenn dieser Platz fertig war."
            ),
            seat=missing,
        )
    hands = {seat: cell for seat, cell in known.items() if isinstance(cell, HandLeft)}
    if not rules.family.by_table:
        hands = {seat: without_opening(seat, hand) for seat, hand in hands.items()}
    winner, finish = winners[0] if winners else (None, Finish.EXHAUSTED)
    result = Result(finish=finish, winner=winner, hands=hands)
    try:
        check_result(rules, result, playing=playing)
    except ImpossibleResult as refusal:
        where = refusal.sentence.values.get("seat", winner or 0)
        raise Unreadable(refusal.sentence.text, **{**refusal.sentence.values, "seat": where}) from refusal
    return result


def without_opening(seat: int, hand: HandLeft) -> HandLeft:
    """Where nobody opens, the sign for it says nothing that could be meant."""
    if not hand.opened:
        raise Unreadable(
            gettext_noop(
                "Platz {seat}: Nach diesen Regeln wird nicht eröffnet. Bitte nur die Augen eintragen."
            ),
            seat=seat,
        )
    return HandLeft(augen=hand.augen, opened=False)


def written(rules: RuleSet, result: Result) -> dict[int, str]:
    """A result as somebody would type it: the inverse of `read_row`."""
    basic = not rules.family.by_table
    cells = {
        seat: f"{hand.augen}" if hand.opened or basic else f"{hand.augen}{UNOPENED_SIGN}"
        for seat, hand in result.hands.items()
    }
    if result.winner is not None:
        cells[result.winner] = result.finish.value
    return cells
