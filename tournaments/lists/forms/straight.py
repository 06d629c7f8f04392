"""A game about which nothing has to be said, read without its form: what a phone sends hundreds of times an afternoon.

The form asks for words of every field, whether somebody will read them or not. Here is only what it lets pass in silence;
whatever else was typed is the form's to judge (tests/tournaments/lists/test_straight.py compares both).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from scoring.engine.law import Finish
from scoring.points import HandLeft, ImpossibleResult, Result, check_result, possible_finishes
from scoring.rules import RuleSet
from scoring.verification import findings
from tournaments.models import Seat
from tournaments.pages.forms import UNSEEN

NOBODY = "0"  # as the winner: the stock ran out
OPENED, UNOPENED = "ja", "nein"
LONGEST_NUMBER = 6
Typed = Mapping[str, Any]


def seen_version_in(data: Typed) -> int:
    """The version of the list that stood on the page."""
    sent = str(data.get("seen_version", ""))
    return int(sent) if sent.isdecimal() and len(sent) < 10 else UNSEEN


def submission_in(data: Typed) -> UUID:
    """What makes this entry this entry, however often it is sent; a forged sign is replaced."""
    try:
        return UUID(str(data.get("submission", "")))
    except ValueError:
        return uuid4()


def straight_result(data: Typed, *, rules: RuleSet, seats: Sequence[Seat]) -> Result | None:
    """The result where neither a field nor the rules have anything to say about it; otherwise None."""
    numbers = [seat.number for seat in seats]
    winner = str(data.get("winner", ""))
    finish = finish_in(data, winner, rules)
    if finish is None or (finish.has_winner and winner not in {str(number) for number in numbers}):
        return None
    hands: dict[int, HandLeft] = {}
    for number in sorted(numbers):
        if str(number) != winner:
            hand = hand_in(data, number, asked_opened=rules.family.by_table)
            if hand is None:
                return None
            hands[number] = hand
    result = Result(finish=finish, winner=int(winner) if finish.has_winner else None, hands=hands)
    try:
        check_result(rules, result, playing=numbers)
    except ImpossibleResult:
        return None
    return None if findings(rules, result) else result


def finish_in(data: Typed, winner: str, rules: RuleSet) -> Finish | None:
    """How the game ended; None where such a game cannot end so, or the form would not know the word."""
    possible = possible_finishes(rules)
    if winner == NOBODY:
        return Finish.EXHAUSTED if Finish.EXHAUSTED in possible else None
    wins = {finish.value: finish for finish in possible if finish.has_winner}
    return wins.get(data.get("finish") or Finish.PLAIN.value) if len(wins) > 1 else Finish.PLAIN


def hand_in(data: Typed, number: int, *, asked_opened: bool) -> HandLeft | None:
    """What a loser held; None where something is missing or is no number."""
    opened, augen = data.get(f"opened_{number}"), str(data.get(f"augen_{number}", ""))
    if asked_opened and opened not in {OPENED, UNOPENED}:
        return None
    if not (augen.isascii() and augen.isdecimal() and len(augen) <= LONGEST_NUMBER):
        return None
    return HandLeft(augen=int(augen), opened=asked_opened and opened == OPENED)
