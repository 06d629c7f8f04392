"""The readable cases of the points table, row by row."""

from __future__ import annotations

import pytest

from scoring.engine.law import Finish
from scoring.points import HandLeft, ImpossibleResult, Result, loose_hand, score
from scoring.rules import RuleSet, built_in
from tests.scoring.engine.cases import rows

RULES = {"basic": built_in("basic"), "club": built_in("club_2018"), "fed": built_in("federation")}
OTHER = HandLeft(augen=55, opened=False)


def worth(rules: RuleSet, outcome: str) -> str:
    """What the player at seat 1 gets, as the case file writes it."""
    kind, *numbers = outcome.replace("loose", "").split()
    if not numbers:
        one = score(rules, Result(finish=Finish(kind), winner=1, hands={2: OTHER}))[1]
        return f"{one.points} {one.augen}"
    hand = HandLeft(augen=int(numbers[0]), opened=kind == "opened")
    if "loose" in outcome:
        penalty = loose_hand(rules, hand, offence=int(numbers[1]))
        one = score(rules, Result(finish=Finish.PLAIN, winner=2, hands={1: hand}))[1]
        told = " !" if penalty.referee_needed else ""
        return f"{(one.points or 0) + penalty.points} {(one.augen or 0) + penalty.augen}{told}"
    one = score(rules, Result(finish=Finish.PLAIN, winner=2, hands={1: hand}))[1]
    return f"{one.points} {one.augen}{' ✕' if one.cross else ''}"


@pytest.mark.parametrize(
    ("family", "outcome", "expected"),
    [pytest.param(who, *cells, id=f"{line} {who}") for line, who, cells in rows("points.txt")],
)
def test_the_points_of_a_player(family, outcome, expected):
    if expected == "no":
        with pytest.raises(ImpossibleResult):
            worth(RULES[family], outcome)
    else:
        assert worth(RULES[family], outcome) == expected
