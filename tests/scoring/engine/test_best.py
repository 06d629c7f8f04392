"""The best use of a hand: what must hold for any cards, and the quick solver against the plain one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine import solver_plain
from scoring.engine.best import Best, BestTurn, best, deadwood, most_melded
from scoring.engine.best_ends import choose
from scoring.engine.cards import JOKER, augen, full_deck
from scoring.engine.claim import claim
from scoring.engine.law import AceInRun, GoingOut, JokerShare, Law
from scoring.engine.notation import write_cards
from scoring.engine.solver import Holding, NoCards, NotThisDeck, TooManyCards, frontier
from scoring.engine.solver_bits import solver_of
from scoring.engine.solver_out import goes_out
from tests.laws import BASIC, CLUB_2018, FAMILIES, FEDERATION
from tests.scoring.support import run_doctests

LAWS = [
    *FAMILIES.values(),
    replace(CLUB_2018, ace_in_run=AceInRun.BOTH),
    replace(FEDERATION, jokers_adjacent=True, opening_augen=30),
    replace(FEDERATION, joker_discard_only_last=False, going_out=GoingOut.ANY),
    replace(CLUB_2018, melds_per_turn=2, joker_held=0),
    replace(CLUB_2018, group_max=3, ace_high_melded=1, joker_share=JokerShare.NOT_MORE, jokers=12),
    replace(BASIC, melds_per_turn=0, ace_in_run=AceInRun.CORNER),
    replace(CLUB_2018, decks=3),
    replace(CLUB_2018, decks=4),
]


@st.composite
def hands(draw, most=14, laws=LAWS):
    """A law and a hand that its deck can deal; often a few neighbours in rank or suit."""
    law = draw(st.sampled_from(laws))
    deck = Counter(full_deck(law))
    kind = draw(st.sampled_from(["any", "one suit", "few ranks"]))
    suit = draw(st.integers(0, 3))
    ranks = draw(st.lists(st.integers(0, 12), min_size=3, max_size=4, unique=True))
    some = [
        card
        for card in sorted(deck)
        if card == JOKER
        or kind == "any"
        or (kind == "one suit" and card // 13 == suit)
        or (kind == "few ranks" and card % 13 in ranks)
    ]
    hand = []
    for card in draw(st.lists(st.sampled_from(some), min_size=1, max_size=most)):
        if hand.count(card) < deck[card] and not (card == JOKER and hand.count(JOKER) == 6):
            hand.append(card)
    return law, tuple(hand)


def figures(found: Best) -> tuple[object, ...]:
    return (
        found.value,
        *[turn and turn.left for turn in (found.least, found.least_opened)],
        found.goes_out is not None,
        found.super is not None,
    )


@given(hands(most=9))
def test_the_quick_solver_says_what_the_plain_one_says(dealt):
    law, hand = dealt
    quick, plain = best(hand, law), solver_plain.best_plainly(hand, law)
    assert figures(quick) == figures(plain), write_cards(hand)
    for one, other in zip(quick, plain, strict=True):
        if isinstance(one, BestTurn) and isinstance(other, BestTurn):
            assert (one.value, one.left) == (other.value, other.left)


@st.composite
def many_jokers(draw):
    """A tournament's law, one to six jokers, and natural cards that go well together."""
    law = draw(st.sampled_from([CLUB_2018, FEDERATION, LAWS[3], LAWS[4]]))
    ranks = draw(st.lists(st.integers(0, 12), min_size=2, max_size=4, unique=True))
    some = [card for card in range(52) if card % 13 in ranks or card < 13]
    naturals = draw(st.lists(st.sampled_from(some), min_size=1, max_size=9, unique=True))
    twice = draw(st.lists(st.sampled_from(naturals), max_size=2, unique=True))
    return law, (*naturals, *twice, *[JOKER] * draw(st.integers(1, 6)))


@given(many_jokers())
def test_the_last_layer_judged_at_once_says_what_the_whole_frontier_says(dealt):
    law, hand = dealt
    holding = Holding(hand, law)
    whole = choose(holding, frontier(holding))
    quick = best(hand, law)
    assert figures(quick) == figures(whole), write_cards(hand)
    for one, other in zip(quick, whole, strict=True):
        assert (one and (one.value, one.left)) == (other and (other.value, other.left))
    out = goes_out(hand, law)
    assert (out is not None) == (whole.goes_out is not None)


@given(hands())
def test_the_quick_ways_say_what_the_whole_frontier_says(dealt):
    law, hand = dealt
    holding = Holding(hand, law)
    whole = choose(holding, frontier(holding))
    quick = best(hand, law)
    assert figures(quick) == figures(whole), write_cards(hand)
    for one, other in zip(quick, whole, strict=True):
        assert (one and (one.value, one.left)) == (other and (other.value, other.left))


@given(hands())
def test_going_out_alone_says_what_the_best_use_says(dealt):
    law, hand = dealt
    melds = goes_out(hand, law)
    assert (melds is not None) == (best(hand, law).goes_out is not None), write_cards(hand)
    if melds is not None:
        rest = Counter(hand)
        rest.subtract([card for meld in melds for card in meld])
        assert min(rest.values()) >= 0
        assert rest.total() <= 1
        assert all(claim([meld], law, opened=True).valid for meld in melds)


@given(hands(), st.randoms(use_true_random=False))
def test_the_order_of_cards_makes_no_difference(dealt, rng):
    law, hand = dealt
    other = list(hand)
    rng.shuffle(other)
    assert figures(best(hand, law)) == figures(best(other, law))


@given(hands(most=13), st.integers(0, 51))
def test_one_more_natural_card_never_lowers_the_opening(dealt, card):
    law, hand = dealt
    if hand.count(card) < law.decks:
        assert best((*hand, card), law).value >= best(hand, law).value


@given(hands(most=13))
def test_one_more_joker_lowers_the_opening_only_where_two_would_be_left_over(dealt):
    law, hand = dealt
    if hand.count(JOKER) < law.jokers:
        before, after = best(hand, law), best((*hand, JOKER), law)
        if after.value < before.value:
            assert law.joker_discard_only_last
            assert before.opening is not None
            assert before.opening.discard == JOKER
            assert before.opening.left == 0


def test_the_case_in_which_a_joker_more_does_lower_it():
    seven_nine = (32, JOKER, 34)
    assert best((*seven_nine, JOKER), CLUB_2018).value == 24
    assert best((*seven_nine, JOKER, JOKER), CLUB_2018).value == 0


@given(hands())
def test_a_witness_always_passes_the_claim(dealt):
    law, hand = dealt
    found = best(hand, law)
    for name, turn in found._asdict().items():
        if turn is None:
            continue
        rest = Counter(hand)
        rest.subtract([card for meld in turn.melds for card in meld])
        if turn.discard is not None:
            rest[turn.discard] -= 1
        assert min(rest.values()) >= 0
        assert augen(rest.elements(), law) == turn.left
        if turn.melds:
            opened = name != "least_opened"
            verdict = claim(turn.melds, law, hand=None if name == "super" else hand, opened=opened)
            assert verdict.valid, f"{name}: {verdict.sentence} {write_cards(hand)}"
            assert verdict.value == turn.value
            assert claim(turn.melds, law, opened=True, as_laid=True).value == turn.value


@given(hands())
def test_the_figures_fit_together(dealt):
    law, hand = dealt
    found = best(hand, law)
    if found.least is None:
        assert set(hand) == {JOKER}
        return
    assert found.opening is not None
    assert found.opening.left >= found.least.left
    assert (found.least_opened is not None) == (found.value >= law.opening_augen)
    if found.least_opened is not None:
        assert found.least.left <= found.least_opened.left
    if found.goes_out is not None:
        assert found.least.left == 0
        assert len(hand) - sum(map(len, found.goes_out.melds)) == (found.goes_out.discard is not None)
    assert found.recommended in (found.goes_out, found.least_opened, found.least)
    assert most_melded(hand, law)[0] >= found.value


@given(hands())
def test_deadwood_is_never_more_than_what_a_turn_leaves_with_its_discard(dealt):
    law, hand = dealt
    found = deadwood(hand, law)
    rest = Counter(hand)
    rest.subtract([card for meld in found.melds for card in meld])
    assert augen(rest.elements(), law) == found.augen
    for meld in found.melds:
        assert claim([meld], law, opened=True).valid
    least = best(hand, law).least
    if least is not None and least.discard is not None:
        assert found.augen <= least.left + augen([least.discard], law)


@given(st.lists(st.integers(0, 51), min_size=1, max_size=12, unique=True))
def test_one_long_number_says_what_the_frontier_says(cards):
    """The quick path of the basic family against a law that is the same and may not take it."""
    law = replace(BASIC, melds_per_turn=0)
    slow = replace(law, jokers=1)
    assert solver_of(law)(cards).augen == deadwood(cards, slow).augen == deadwood(cards, law).augen
    assert solver_of(slow) is None


def test_hands_that_no_deck_can_deal_are_refused():
    with pytest.raises(NotThisDeck, match="♥7 kommt 3-mal vor"):
        best((32, 32, 32), CLUB_2018)
    with pytest.raises(NotThisDeck, match="kommt 4-mal vor"):
        best((32, 32, 32, 32), CLUB_2018)
    with pytest.raises(NotThisDeck, match="ohne Joker"):
        best((JOKER, 32), BASIC)
    with pytest.raises(NotThisDeck, match="7 Joker"):
        best((JOKER,) * 7, CLUB_2018)
    with pytest.raises(NotThisDeck, match="2-mal"):
        deadwood((5, 5), BASIC)
    with pytest.raises(NoCards):
        best((), CLUB_2018)
    with pytest.raises(TooManyCards, match="höchstens"):
        best(full_deck(CLUB_2018), CLUB_2018)
    with pytest.raises(NotThisDeck, match="kommt 8-mal vor"):
        best((32,) * 8, replace(CLUB_2018, decks=4))


def a_law(**changes: object) -> Law:
    return replace(CLUB_2018, **changes)  # type: ignore[arg-type]


def test_own_rules_change_the_answer():
    hand = (32, JOKER, 34, JOKER, 40)  # ♥7 ★ ♥9 ★ ♦2
    assert best(hand, CLUB_2018).value == 24
    assert best(hand, a_law(joker_share=JokerShare.NOT_MORE)).value == 34
    assert best((26, 37, 38, 1), a_law(ace_in_run=AceInRun.LOW)).value == 0
    assert best((26, 37, 38, 1), CLUB_2018).value == 31
    assert best((31, 32, 33, 1), a_law(opening_augen=21)).least_opened is not None
    assert best((31, 32, 33, 1), a_law(opening_augen=22)).least_opened is None
    assert best((31, JOKER, JOKER, 34, 35, 1), a_law(jokers_adjacent=True)).value == 40


@pytest.mark.slow
def test_laws_are_told_apart_however_many_there_are():
    for opening in range(70):
        law = a_law(opening_augen=opening, ace_high_melded=11 + opening % 3)
        assert best((26, 37, 38, 1), law).value == 31 + opening % 3


def test_the_examples_in_the_docs_run():
    run_doctests(
        "scoring.engine", *[f"scoring.engine.{name}" for name in ("best", "claim", "lines", "solver_out")]
    )


def test_a_superromme_is_only_where_the_rule_set_has_it():
    fours = [rank + 13 * suit for rank in (6, 7, 8) for suit in range(4)]
    all_fourteen = (*fours, 9, 10)  # three groups, one of whose nines begins ♣9 ♣10 ♣B
    assert best(all_fourteen, FEDERATION).super is not None
    assert best(all_fourteen, CLUB_2018).super is None
