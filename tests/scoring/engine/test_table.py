"""The table: the best turn against a walk through every sequence of acts, and what must hold for any position."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import JOKER, Card, augen
from scoring.engine.law import Finish, GoingOut, Law, OpenCard
from scoring.engine.layoffs import laid_off, layoffs, swapped, swaps
from scoring.engine.melds import Meld, demand, judge
from scoring.engine.notation import read_cards, read_melds
from scoring.engine.solver_plain import melds_with
from scoring.engine.table import TableTurn, best_turn, grown
from tests.laws import BASIC, CLUB_2018, FEDERATION
from tests.scoring.support import run_doctests

LAWS = [BASIC, CLUB_2018, FEDERATION, replace(FEDERATION, swap_needs_full_group=False, opening_augen=24)]


# --- every sequence of acts, one after the other -----------------------------------------------------------


class Walk:
    """Every turn that any sequence of acts can end in, as (Augen left, finished). Hands must be small."""

    def __init__(self, table, hand, law: Law, *, opened: bool) -> None:
        self.law = law
        self.ends: set[tuple[int, bool]] = set()
        self.seen: set[object] = set()
        self.only_jokers = law.joker_discard_only_last and set(hand) == {JOKER} and len(hand) > 1
        self.needs_opening = not opened and bool(law.opening_augen)
        self.step(table, hand, 0, 0, False, 0)

    def step(self, table, hand, value, melds, touched, owed):
        """`owed` swapped jokers have to be laid still."""
        key = (table, tuple(sorted(hand)), value, melds, touched, owed)
        if key in self.seen:
            return
        self.seen.add(key)
        if not owed:
            self.end(hand, value, melds, touched)
        law = self.law
        for meld in new_melds(hand, law, law.melds_per_turn - melds if law.melds_per_turn else 9):
            worth = 0 if touched else meld.value  # later ones may hold swapped jokers
            rest = without(hand, meld.cards)
            lying = (*table, meld)  # a swapped joker may be laid off here too
            self.step(lying, rest, value + worth, melds + 1, touched, less(owed, meld.cards))
        if not self.needs_opening or (melds and value >= law.opening_augen):
            self.at_the_table(table, hand, value, melds, owed)

    def at_the_table(self, table, hand, value, melds, owed):
        for at, meld in enumerate(table):
            for one in layoffs(meld, self.law):
                if held(one.cards, hand):
                    longer = (*table[:at], laid_off(meld, one, self.law), *table[at + 1 :])
                    self.step(longer, without(hand, one.cards), value, melds, True, less(owed, one.cards))
            for swap in swaps(meld, self.law):
                if swap.card in hand:
                    after = (*table[:at], swapped(meld, swap, self.law), *table[at + 1 :])
                    self.step(after, (*without(hand, [swap.card]), JOKER), value, melds, True, owed + 1)

    def end(self, hand, value, melds, touched):
        law = self.law
        from_hand = self.needs_opening and not touched
        if not hand:
            way = law.going_out
            if way is GoingOut.ANY or (way is GoingOut.DISCARD_OR_SUPER and from_hand):
                self.ends.add((0, True))
            return
        if self.only_jokers and len(hand) > 1:
            self.ends.add((augen(hand, law), False))  # no joker may be discarded: they are kept
        opened_now = not self.needs_opening or (melds and value >= law.opening_augen)
        for card in set(hand):
            if card == JOKER and law.joker_discard_only_last and len(hand) > 1:
                continue
            rest = without(hand, [card])
            if opened_now or not (melds or touched) or (from_hand and not rest):
                self.ends.add((augen(rest, law), not rest))


def less(owed, cards):
    return max(owed - cards.count(JOKER), 0)


def new_melds(hand, law, most):
    if most < 1:
        return
    cards = sorted(hand)
    for at, card in enumerate(cards):
        if card != JOKER:
            yield from melds_with(card, cards[at + 1 :], law)


def without(hand, cards):
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def held(cards, hand):
    return all(hand.count(card) >= cards.count(card) for card in cards)


@st.composite
def positions(draw):
    """A table and a small hand that has something to do with it."""
    law = draw(st.sampled_from(LAWS))
    jokers = st.just(JOKER) if law.jokers else st.nothing()
    table = []
    for _ in range(draw(st.integers(0, 3))):
        low, suit = draw(st.integers(0, 10)), draw(st.integers(0, 3))
        if draw(st.booleans()):
            cards = [suit * 13 + low + at for at in range(draw(st.integers(3, 5))) if low + at < 13]
        else:
            cards = [suit * 13 + low for suit in draw(st.permutations(range(4)))[: draw(st.integers(3, 4))]]
        if law.jokers and draw(st.booleans()):
            cards[draw(st.integers(0, len(cards) - 1))] = JOKER
        meld = judge(cards, law)
        if isinstance(meld, Meld):
            table.append(meld)
    near = sorted(
        {card for meld in table for may in meld.stands for card in may}
        | {one for meld in table for step in layoffs(meld, law) for one in step.cards if one != JOKER}
    )
    any_card = st.one_of(st.sampled_from(near or [7]), st.integers(26, 38), st.integers(0, 51), jokers)
    lying = [card for meld in table for card in meld.cards]
    hand: list[Card] = []
    for card in draw(st.lists(any_card, min_size=1, max_size=7)):
        if (*lying, *hand).count(card) < (law.jokers if card == JOKER else law.decks):
            hand.append(card)
    return tuple(table), tuple(hand or [1]), law, draw(st.booleans())


def check_turn(turn: TableTurn, table, hand, law: Law) -> None:
    """A witness: its cards are held, its melds are melds, what grew is a meld, the rest is what it says."""
    gone = [card for meld in turn.melds for card in meld]
    gained = 0
    for meld in turn.melds:
        demand(meld, law)
    for growth in turn.grown:
        gone += [*growth.swapped, *growth.before, *growth.after]
        gained += len(growth.swapped)
        after = grown(turn.lying(table, law)[growth.at], growth, law)
        assert isinstance(judge(after.cards, law), Meld)
    gone += [] if turn.discard is None else [turn.discard]
    rest = without((*hand, *[JOKER] * gained), gone)
    assert augen(rest, law) == turn.left
    assert rest.count(JOKER) <= hand.count(JOKER)
    assert turn.discard is not None or not rest or set(hand) == {JOKER}
    assert (turn.finish is not None) <= (not rest)


@given(positions())
def test_the_best_turn_is_the_best_of_every_sequence_of_acts(position):
    table, hand, law, opened = position
    ends = Walk(table, hand, law, opened=opened).ends
    answer = best_turn(table, hand, law, opened=opened)
    assert (answer.least.left if answer.least else None) == min((left for left, _ in ends), default=None)
    assert (answer.finish is not None) == any(finished for _, finished in ends)
    for turn in (answer.least, answer.finish):
        if turn is not None:
            check_turn(turn, table, hand, law)


@given(positions(), st.randoms(use_true_random=False))
def test_the_order_of_the_hand_and_of_the_table_makes_no_difference(position, rng):
    table, hand, law, opened = position
    before = best_turn(table, hand, law, opened=opened)
    other_hand, other_table = list(hand), list(table)
    rng.shuffle(other_hand)
    rng.shuffle(other_table)
    after = best_turn(other_table, other_hand, law, opened=opened)
    assert (before.least and before.least.left) == (after.least and after.least.left)
    assert (before.finish and before.finish.finish) == (after.finish and after.finish.finish)


@given(positions(), st.integers(0, 51))
def test_an_open_card_that_must_be_used_is_used(position, card):
    table, hand, _, opened = position
    law = CLUB_2018
    table = tuple(meld for meld in table if isinstance(judge(meld.cards, law), Meld))
    answer = best_turn(table, hand, law, opened=opened, open_card=card) if hand.count(card) < 2 else None
    for turn in (answer.least, answer.finish) if answer else ():
        if turn is not None:
            away = [c for meld in turn.melds for c in meld]
            away += [c for growth in turn.grown for c in growth.naturals]
            assert card in away
            check_turn(turn, table, (*hand, card), law)


def test_what_was_taken_in_the_basic_family_is_not_discarded_in_the_same_turn():
    assert BASIC.open_card is OpenCard.FREE
    table = [demand(meld, BASIC) for meld in read_melds("♥7 ♥8 ♥9")]
    turn = best_turn(table, read_cards("♥10 ♣2"), BASIC, open_card=read_cards("♣K")[0]).least
    assert turn is not None
    assert (turn.discard, turn.left) == (read_cards("♣2")[0], 10)


def test_a_hand_romme_is_named_before_one_with_lay_offs():
    table = [demand(meld, CLUB_2018) for meld in read_melds("♥7 ♥8 ♥9")]
    hand = read_cards("♣2 ♠2 ♥2 ♣3 ♠3 ♥3 ♣B ♠B ♥B ♥D ♥K ♥A ♥2 ♥10")
    answer = best_turn(table, hand, CLUB_2018, opened=False)
    assert answer.finish is not None
    assert answer.finish.finish is Finish.HAND
    assert not answer.finish.grown


def test_the_table_examples_in_the_docs_run():
    run_doctests("scoring.engine.table")


@pytest.mark.parametrize("law", LAWS)
def test_a_single_joker_on_an_empty_table(law):
    if law.jokers:
        answer = best_turn([], (JOKER,), law)
        assert answer.finish is not None
        assert answer.finish.discard == JOKER
