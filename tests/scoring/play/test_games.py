"""Whole games by the simple player: legal in every family, no card lost, every one to its end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import augen, full_deck
from scoring.engine.classify import finishes
from scoring.engine.law import Finish, GoingOut, LastCard, OpenCard, StockEmpty
from scoring.engine.notation import read_cards
from scoring.engine.play import allows, play, play_turn, step_refusal
from scoring.engine.play_board import PlayBoard
from scoring.engine.play_offers import hand_melds, legal_steps, openings
from scoring.engine.player import MOST_TURNS, Players, play_game, play_on, shuffled
from scoring.engine.record import write_record
from scoring.engine.record_reader import read_record
from scoring.engine.replay import positions, replay
from scoring.engine.state import Phase, State, deal, first_to_move, seats_playing
from scoring.engine.turns import Discard, Draw, LayDown, LayOff, PickUp, Swap
from tests.scoring.play.places import LAWS

TABLES = [
    *[("basic", seats) for seats in range(2, 7)],
    ("club", 3),
    ("club", 4),
    ("fed", 3),
    ("fed", 4),
]


def judge_games(who, seats, seeds):
    """Play, write, read, replay: one game after the other, every position looked at."""
    law = LAWS[who]
    deck = full_deck(law)
    ends: Counter[Finish] = Counter()
    for seed in seeds:
        record = play_game(law, rules=who, seats=seats, dealer=seed % seats + 1, seed=seed)
        assert read_record(write_record(record)) == record, f"seed {seed}"
        judged = replay(record, law)
        assert judged.refused is None, f"seed {seed}: {judged.refused.sentence}"
        assert judged.outcome == record.outcome
        for at, state in enumerate(positions(record, law)):
            assert state.cards == deck, f"seed {seed}: after turn {at}"
        assert state.phase is Phase.OVER
        check_outcome(state)
        ends[state.outcome.finish] += 1
    assert set(ends) <= set(finishes(law))
    return ends


def check_outcome(state: State) -> None:
    """The winner holds nothing, the others what is counted."""
    assert state.outcome is not None
    for player in state.players:
        if player.seat == state.outcome.winner:
            assert player.hand == ()
            assert player.seat not in state.outcome.hands
        else:
            left = state.outcome.hands[player.seat]
            assert (left.augen, left.opened) == (augen(player.hand, state.law), player.opened)
            assert player.hand


@pytest.mark.slow
@pytest.mark.parametrize(("who", "seats"), TABLES)
def test_games_are_legal_keep_their_cards_and_end(who, seats):
    judge_games(who, seats, range(25))


@pytest.mark.full
@pytest.mark.parametrize(("who", "seats"), TABLES)
def test_thousands_of_games(who, seats):
    ends = judge_games(who, seats, range(1_000, 3_000))
    print(who, seats, dict(ends))


@pytest.mark.parametrize(("who", "seats"), TABLES)
def test_in_the_three_families_no_plan_is_ever_given_up(who, seats):
    for seed in range(10):
        table = Players(
            PlayBoard(deal(shuffled(LAWS[who], seed), law=LAWS[who], seats=seats, dealer=1)), Random(seed)
        )
        for _ in range(MOST_TURNS):
            if table.board.phase is Phase.OVER:
                break
            table.turn()
        assert table.board.phase is Phase.OVER
        assert table.given_up == 0, f"seed {seed}"


variants = st.builds(
    replace,
    st.sampled_from([LAWS["club"], LAWS["fed"]]),
    open_card=st.sampled_from(OpenCard),
    last_card=st.sampled_from(LastCard),
    mauscheln=st.booleans(),
    going_out=st.sampled_from(GoingOut),
    stock_empty=st.sampled_from(StockEmpty),
    melds_per_turn=st.integers(0, 2),
    layoff_needs_opening=st.booleans(),
    opening_augen=st.sampled_from([0, 40, 51]),
)


@pytest.mark.slow
@settings(max_examples=30)
@given(variants, st.integers(0, 10**6))
def test_games_by_a_variant_of_the_rules_are_legal_too(law, seed):
    record = play_game(law, rules="own", seats=4, seed=seed)
    judged = replay(record, law)
    assert judged.refused is None, str(judged.sentence)
    assert judged.outcome == record.outcome


def test_the_same_seed_is_the_same_game():
    games = [play_game(LAWS["club"], rules="club", seats=4, seed=seed) for seed in (7, 7, 8)]
    assert games[0] == games[1]
    assert games[0] != games[2]


@pytest.mark.slow
def test_every_kind_of_step_and_finish_occurs():
    """The games are worth something as a test only if the rules are used in them."""
    kinds: set[type] = set()
    ends: set[Finish] = set()
    for seed in range(60):
        record = play_game(LAWS["fed"], rules="fed", seats=4, seed=seed)
        kinds |= {type(step) for turn in record.turns for step in turn.steps}
        ends.add(record.outcome.finish)
    assert kinds == {Draw, PickUp, LayDown, LayOff, Swap, Discard}
    assert {Finish.PLAIN, Finish.HAND} <= ends


# --- the deal -----------------------------------------------------------------------------------------


def test_who_plays_and_who_begins():
    assert seats_playing(4, 2, LAWS["club"]) == (1, 3, 4)
    assert seats_playing(3, 2, LAWS["club"]) == (1, 2, 3)
    assert seats_playing(4, 2, LAWS["basic"]) == (1, 2, 3, 4)
    assert first_to_move((1, 3, 4), 2) == 3
    assert first_to_move((1, 2, 3), 4) == 1
    assert first_to_move((1, 2, 3, 4), 4) == 1


@pytest.mark.parametrize(
    ("who", "seats", "each"),
    [("basic", 2, 10), ("basic", 3, 7), ("basic", 4, 7), ("basic", 5, 6), ("basic", 6, 6), ("club", 4, 13)],
)
def test_cards_for_each(who, seats, each):
    law = LAWS[who]
    state = deal(shuffled(law, 1), law=law, seats=seats, dealer=seats)
    assert {len(player.hand) for player in state.players} == {each}
    assert (len(state.pile), state.to_move) == (1, 1)
    assert state.cards == full_deck(law)


def test_cards_are_dealt_one_by_one_from_the_dealers_left():
    law = LAWS["club"]
    pack = full_deck(law)
    state = deal(pack, law=law, seats=4, dealer=2)
    assert state.at(3).hand == tuple(sorted(pack[0:39:3]))
    assert (state.to_move, state.pile, state.stock[-1]) == (3, (pack[39],), pack[40])


# --- what may be done next ----------------------------------------------------------------------------


@given(st.sampled_from(TABLES), st.integers(0, 10**6), st.data())
def test_random_steps_never_lose_a_card_and_refusals_change_nothing(table, seed, data):
    """A walk of offered steps; whatever else is tried is refused with a sentence and a paragraph."""
    who, seats = table
    law = LAWS[who]
    state = deal(shuffled(law, seed), law=law, seats=seats, dealer=1)
    for _ in range(data.draw(st.integers(1, 12))):
        steps = list(legal_steps(state))
        if not steps:
            break
        for card in range(53):
            forbidden = step_refusal(state, Discard(card=card))
            assert (forbidden is None) == (Discard(card=card) in steps)
            if forbidden is not None:
                assert str(forbidden)
        state = play(state, data.draw(st.sampled_from(steps)))
        assert state.cards == full_deck(law)


def test_what_the_player_lays_is_among_the_offers():
    """Every single step of recorded games is one that was offered; longer lay-downs are made of melds on offer."""
    for who, seats in (("basic", 3), ("club", 4), ("fed", 4)):
        law = LAWS[who]
        for seed in range(3):
            state = deal(shuffled(law, seed), law=law, seats=seats, dealer=1)
            turns, _end = play_on(state, seed=seed)
            for turn in turns:
                for step in turn.steps:
                    if isinstance(step, LayDown):
                        melds = {tuple(sorted(meld)) for meld in hand_melds(state.player.hand, law)}
                        assert {tuple(sorted(meld)) for meld in step.melds} <= melds
                    elif isinstance(step, LayOff):
                        offered = {(o.meld, o.cards) for o in legal_steps(state) if isinstance(o, LayOff)}
                        assert (step.meld, step.cards) in offered
                    else:
                        assert step in set(legal_steps(state))
                    assert allows(state, step)
                    state = play(state, step)


def test_openings_reach_the_limit_or_are_all_cards():
    law = LAWS["club"]
    state = deal(shuffled(law, 4), law=law, seats=4, dealer=4)
    state = play(state, Draw(card=state.stock[-1]))
    for hand, least in (("♥10 ♥B ♥D ♥K ♥A ♣7 ♣8", 40), ("♥10 ♥B ♥D ♥K ★ ♣7 ♣8", 40)):
        cards = read_cards(hand)
        me = state.player
        swapped_in = State(
            **{field: getattr(state, field) for field in state.__slots__}
            | {
                "players": tuple(
                    type(me)(seat=p.seat, hand=cards if p is me else p.hand) for p in state.players
                )
            }
        )
        found = list(openings(swapped_in))
        assert found
        for step in found:
            after = play(swapped_in, step)
            assert after.player.opened
            assert sum(laid.meld.value for laid in after.table) >= least


def test_a_position_is_a_value():
    law = LAWS["fed"]
    record = play_game(law, rules="fed", seats=4, seed=2)
    states = list(positions(record, law))
    again = states[0]
    for turn, state in zip(record.turns, states[1:], strict=True):
        again = play_turn(again, turn)
        assert again == state
    with pytest.raises(AttributeError):
        again.turn = 3
