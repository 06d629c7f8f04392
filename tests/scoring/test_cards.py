"""Cards: what they count when held, hands as bits, and whether shown cards fit the deck."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine import cards as cards_module
from scoring.engine.cards import (
    HEARTS,
    JOKER,
    QUEEN,
    Hand,
    HeldTooOften,
    Misfit,
    augen,
    card_of,
    census,
    full_deck,
    recount,
    sign,
)
from scoring.engine.notation import read_cards
from tests.laws import BASIC, CLUB_2018, FAMILIES, FEDERATION

HELD = [
    # held, basic, club and federation
    ("♥2", 2, 2),
    ("♥10", 10, 10),
    ("♥B ♥D ♥K", 30, 30),
    ("♥A", 1, 11),
    ("♣A ♣A", 2, 22),
    ("★", None, 20),
    ("★ ★ ★ ★ ★ ★ ♣A ♣A ♠A ♠A ♥A ♥A ♥A", None, 197),  # the worst 13 cards
    ("♣2 ♣2 ♠2 ♠2 ♥2 ♥2 ♦2 ♦2 ♣3 ♣3 ♠3 ♠3 ♥3", None, 31),  # the best 13
]


@pytest.mark.parametrize(("held", "basic", "tournament"), HELD)
def test_augen_of_held_cards(held, basic, tournament):
    cards = read_cards(held)
    assert augen(cards, CLUB_2018) == augen(cards, FEDERATION) == tournament
    assert basic is None or augen(cards, BASIC) == basic


def test_suits_stand_in_the_order_of_the_federation():
    assert [sign(card_of(suit, 6)) for suit in range(4)] == ["♣7", "♠7", "♥7", "♦7"]
    assert sign(card_of(HEARTS, QUEEN)) == "♥D"


def test_the_decks():
    assert {name: len(full_deck(law)) for name, law in FAMILIES.items()} == {
        "basic": 52,
        "club_2018": 110,
        "federation": 110,
    }
    assert augen(full_deck(BASIC), BASIC) == 4 * (1 + 54 + 30)
    assert augen(full_deck(CLUB_2018), CLUB_2018) == 8 * (11 + 54 + 30) + 6 * 20


def test_hand_refuses_a_third_copy_with_a_sentence():
    with pytest.raises(HeldTooOften, match="♥7 ist mehr als zweimal angegeben"):
        Hand.of(read_cards("♥7 ♥7 ♥7"))


def test_hand_shows_suits_as_bits():
    hand = Hand.of(read_cards("♥A ♥K ♥A ★ ♣2"))
    assert (hand.first(HEARTS), hand.second(HEARTS)) == (1 << 12 | 1, 1)
    assert (hand.first(0), hand.second(0), hand.jokers, len(hand)) == (0b10, 0, 1, 5)
    assert JOKER in hand
    assert read_cards("♥2")[0] not in hand


@given(st.permutations(full_deck(CLUB_2018)), st.integers(0, 110))
def test_a_hand_keeps_its_cards(deck, size):
    hand = Hand.of(deck[:size])
    assert hand.cards == tuple(sorted(deck[:size]))
    assert len(hand) == size
    assert all(hand.count(card) == deck[:size].count(card) for card in range(53))


@pytest.mark.parametrize("law", FAMILIES.values(), ids=FAMILIES)
def test_census_of_the_whole_deck_finds_nothing(law):
    deck = full_deck(law)
    assert census(deck[:20], deck[20:], law=law, complete=True) == ()
    (missing,) = census(deck[:20], deck[21:], law=law, complete=True)
    assert (missing.misfit, missing.card) == (Misfit.MISSING, deck[20])


def test_census_over_several_hands():
    found = census(read_cards("♥7 ♥7 ★"), read_cards("♥7 ★ ★ ★ ★ ★ ★"), law=CLUB_2018)
    assert [str(finding.sentence) for finding in found] == [
        "♥7 kommt 3-mal vor, im Spiel gibt es sie nur 2-mal.",
        "7 Joker sind angegeben, im Spiel gibt es nur 6.",
    ]
    assert {finding.paragraph for finding in found} == {"Regel 1"}
    (joker,) = census((JOKER,), law=BASIC)
    assert joker.misfit is Misfit.NO_JOKERS


def test_recount():
    assert recount(read_cards("♥7 ♥8"), expected=2, law=CLUB_2018) == ()
    (finding,) = recount(read_cards("♥7 ♥8"), expected=13, law=CLUB_2018)
    assert (str(finding.sentence), finding.paragraph) == (
        "2 Karten statt 13: bitte noch einmal zählen.",
        "Regel 3",
    )


def test_examples_in_the_docs_run():
    assert doctest.testmod(cards_module).failed == 0
