"""The published hands, answered by the oracle: 100,000 in full, a sample in the suite. None may differ.

python -m pytest tests/scoring/engine/test_published.py -m full
"""

from __future__ import annotations

import lzma
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.engine.best import Best, best, deadwood
from scoring.engine.law import AceInRun, GoingOut, Law
from tests.laws import BASIC, CLUB_2018, FEDERATION
from tests.scoring.engine import oracle
from tests.scoring.engine.coding import count
from tests.scoring.engine.vectors import FILE, SEED, Published, make, published

LAWS: dict[str, Law] = {
    "basic": BASIC,
    "club": CLUB_2018,
    "club_both": replace(CLUB_2018, ace_in_run=AceInRun.BOTH),
    "club_low": replace(CLUB_2018, ace_in_run=AceInRun.LOW, ace_high_melded=1),
    "fed": FEDERATION,
    "fed_both": replace(FEDERATION, ace_in_run=AceInRun.BOTH),
    "own_touch": replace(CLUB_2018, jokers_adjacent=True, opening_augen=30),
    "own_free": replace(FEDERATION, joker_discard_only_last=False, going_out=GoingOut.ANY, opening_augen=50),
    "own_two": replace(FEDERATION, melds_per_turn=2, opening_augen=51),
    "own_gin": replace(BASIC, melds_per_turn=0, ace_in_run=AceInRun.BOTH),
}


def said(found: Best) -> oracle.Answer:
    return oracle.Answer(
        found.value,
        found.least.left if found.least else None,
        found.least_opened.left if found.least_opened else None,
        found.goes_out is not None,
        found.super is not None,
    )


def differing(hands: Iterable[Published]) -> tuple[int, list[str]]:
    seen, wrong = 0, []
    for name, hand, answer, remains in hands:
        seen += 1
        cards = count(hand)
        found = best(cards, LAWS[name])
        if said(found) != answer:
            wrong.append(f"{name} {' '.join(hand)}: {answer} and not {said(found)}, melds {found}")
        if remains is not None and deadwood(cards, LAWS[name]).augen != remains:
            wrong.append(f"{name} {' '.join(hand)}: {remains} remain")
    return seen, wrong


@pytest.mark.slow
def test_a_sample_of_the_published_hands():
    seen, wrong = differing(published(step=50, offset=7))
    assert seen == 2_000
    assert not wrong, "\n".join(wrong[:5])


@pytest.mark.full
@pytest.mark.parametrize("offset", range(8))
def test_all_published_hands(offset):
    seen, wrong = differing(published(step=8, offset=offset))
    assert seen == 12_500
    assert not wrong, "\n".join(wrong[:5])


@pytest.mark.slow
def test_the_published_hands_are_what_they_say():
    """Every family, both readings of K-A-2, every number of jokers from 0 to 6."""
    sample = list(published(step=20))
    assert {name for name, *_ in sample} == set(oracle.RULES) == set(LAWS)
    jokers = Counter(hand.count(oracle.JOKER) for name, hand, *_ in sample if name in ("club", "fed"))
    assert set(range(7)) <= set(jokers)
    assert any(answer.goes_out for *_, answer, _ in sample)
    assert any(answer.super for *_, answer, _ in sample)
    assert any(answer.least is None for *_, answer, _ in published())


@pytest.mark.slow
def test_the_published_hands_are_the_oracles():
    """The first of each kind are dealt and answered again."""
    wanted = dict(make(SEED, each=2))
    with lzma.open(FILE, "rt", encoding="utf-8") as lines:
        found = {number: line.strip() for number, line in enumerate(lines) if number in wanted}
    assert found == wanted


@pytest.mark.parametrize("name", oracle.RULES)
def test_the_oracle_agrees_with_its_own_slowest_form(name):
    """Small hands by trying every subset for every meld, without a single short cut."""
    rng = random.Random(name)
    rules = oracle.RULES[name]
    for _ in range(25):
        few = rng.sample(oracle.SUITS, 2)
        deck = [card for card in oracle.deck(rules) if card == oracle.JOKER or card[1] in few]
        hand = rng.sample(deck, rng.randrange(1, 8))
        assert oracle.best(hand, rules) == oracle.best_by_all_subsets(hand, rules), hand


def test_the_oracle_shares_no_line_with_the_engine():
    source = Path(oracle.__file__).read_text(encoding="utf-8")
    imports = [line for line in source.splitlines() if line.lstrip().startswith(("import ", "from "))]
    assert imports == ["import itertools", "from typing import NamedTuple"]
