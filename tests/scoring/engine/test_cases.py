"""The readable cases: hands, claims and tables, row by row. A failure shows the melds that were found."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring.engine.best import BestTurn, best
from scoring.engine.claim import claim
from scoring.engine.melds import demand
from scoring.engine.notation import read_card, read_cards, read_melds, write_cards, write_melds
from scoring.engine.table import best_turn, grown, joker_swaps, lay_offs
from tests.scoring.engine import oracle
from tests.scoring.engine.cases import LAWS, rows
from tests.scoring.engine.coding import spell


def table_of(name):
    return [
        pytest.param(LAWS[family], family, *cells, id=f"{number} {family}")
        for number, family, cells in rows(name)
    ]


def left(turn: BestTurn | None) -> str:
    return "–" if turn is None else str(turn.left)


def shown(turn: BestTurn | None) -> str:
    if turn is None:
        return "–"
    discard = "–" if turn.discard is None else write_cards([turn.discard])
    return f"{write_melds(turn.melds)} · {discard} discarded · worth {turn.value} · {turn.left} left"


@pytest.mark.parametrize(
    ("law", "family", "hand", "opening", "least", "opened", "out"), table_of("hands.txt")
)
def test_the_best_use_of_a_hand(law, family, hand, opening, least, opened, out):
    cards = read_cards(hand)
    found = best(cards, law)
    said = [str(found.value), left(found.least), left(found.least_opened)]
    said.append("H" * bool(found.goes_out) + "S" * bool(found.super) or "–")
    turns = "\n".join(f"{name}: {shown(turn)}" for name, turn in found._asdict().items())
    assert said == [opening, least, opened, out], f"{hand}\n{turns}"
    if max(Counter(card // 13 for card in cards).values()) > 12:
        return  # a whole suit takes the oracle seconds
    naive = oracle.best(spell(cards), oracle.RULES[family])
    figures = ["–" if one is None else str(one) for one in naive[:3]]
    assert [*figures, "H" * naive.goes_out + "S" * naive.super or "–"] == said


@pytest.mark.parametrize(("law", "family", "laid", "by", "expected"), table_of("claims.txt"))
def test_a_claim(law, family, laid, by, expected):
    melds = read_melds(laid.strip("<>").replace("/", "|"))
    state, _, hand = by.partition(" ")
    verdict = claim(
        melds,
        law,
        hand=read_cards(hand) if hand else None,
        opened=state == "open",
        as_laid=laid.startswith("<"),
    )
    said = " ".join(
        ["yes" if verdict.valid else "no", str(verdict.value), *[g.field for g in verdict.grounds]]
    )
    if verdict.stays and not verdict.valid:
        said += " stays " + " / ".join(map(str, verdict.stays))
    reasons = "\n".join(str(g.sentence) for g in verdict.grounds)
    assert said == expected, f"{verdict.sentence}\n{reasons}\n{verdict.instead}"


@pytest.mark.parametrize(("law", "family", "lying", "held", "can", "end"), table_of("tables.txt"))
def test_a_hand_at_a_table(law, family, lying, held, can, end):
    table = [demand(meld, law) for meld in read_melds(lying.replace("/", "|"))]
    opened = not held.startswith("new:")
    hand, _, taken = held.removeprefix("new:").partition("+")
    cards = read_cards(hand)
    open_card = read_card(taken) if taken else None
    all_cards = cards if open_card is None else (*cards, open_card)

    steps = sorted(write_cards(step.cards).replace(" ", "+") for _, step in lay_offs(table, all_cards, law))
    swaps = sorted(write_cards([swap.card]) for _, swap in joker_swaps(table, all_cards, law))
    wanted, _, swappable = can.partition("=")
    assert (steps, swaps) == (sorted(wanted.split()), sorted(swappable.split()))

    answer = best_turn(table, cards, law, opened=opened, open_card=open_card)
    turn = answer.finish or answer.least
    said = "–" if turn is None else turn.finish.value if turn.finish else str(turn.left)
    lying = turn.lying(table, law) if turn else ()
    after = turn and write_melds([*turn.melds, *[grown(lying[g.at], g, law).cards for g in turn.grown]])
    assert said == end, f"{after}\n{turn}\n{answer.why_not}"
    assert answer.finish is not None or str(answer.why_not)
