"""What a meld of the table becomes, by hand."""

from __future__ import annotations

import pytest

from scoring.engine.melds import demand
from scoring.engine.notation import read_card, read_cards
from scoring.engine.table_growth import Growth, grown
from tests.laws import CLUB_2018


def growth(*, swapped: str = "", before: str = "", after: str = "") -> Growth:
    return Growth(0, *(read_cards(cards) if cards else () for cards in (swapped, before, after)))


def test_a_longer_run_counts_by_its_new_place():
    found = grown(demand(read_cards("♥5 ♥6 ♥7"), CLUB_2018), growth(before="♥3 ♥4"), CLUB_2018)
    assert str(found) == "♥3 ♥4 ♥5 ♥6 ♥7"
    assert found == demand(read_cards("♥3 ♥4 ♥5 ♥6 ♥7"), CLUB_2018)


@pytest.mark.parametrize(
    ("card", "behind"), [("♥3", True), ("♥4", False), ("♥8", False), ("♥9", True), ("♥6", False)]
)
def test_a_card_that_fits_only_behind_another_one(card, behind):
    assert growth(swapped="♥6", before="♥3 ♥4", after="♥8 ♥9").indirect(read_card(card)) is behind
