"""The two halves of the engine agree: a turn that `best_turn` finds can be played, and what was played it finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from scoring.engine.classify import finishes
from scoring.engine.layoffs import End
from scoring.engine.play import play, refusal
from scoring.engine.player import play_game
from scoring.engine.replay import positions
from scoring.engine.state import Phase, State
from scoring.engine.table import TableTurn, best_turn
from scoring.engine.turns import Discard, Draw, LayDown, LayOff, PickUp, Step, Swap
from tests.scoring.play.places import LAWS


def deeds(turn: TableTurn) -> Iterator[list[Step]]:
    """The steps of a turn without its discard; melds with a swapped joker may have to come second."""
    swaps = [Swap(meld=growth.at + 1, card=card) for growth in turn.grown for card in growth.swapped]
    offs = []
    for growth in turn.grown:
        if growth.before:
            offs.append(LayOff(meld=growth.at + 1, cards=growth.before, end=End.FRONT))
        if growth.after:
            offs.append(LayOff(meld=growth.at + 1, cards=growth.after, end=End.BACK))
    melds = turn.melds
    for first in range(2 ** len(melds) - 1, -1, -1):
        now = tuple(meld for at, meld in enumerate(melds) if first >> at & 1)
        then = tuple(meld for at, meld in enumerate(melds) if not first >> at & 1)
        yield [*[LayDown(melds=some) for some in (now, then) if some], *swaps, *offs]
        if not swaps:
            return


def played(state: State, turn: TableTurn) -> State | None:
    """The position after a turn, in whatever order its steps are legal."""
    for order in (order for steps in deeds(turn) for order in orders(steps)):
        now = state
        for step in order:
            if refusal(now, step):
                break
            now = play(now, step)
        else:
            if turn.discard is None or now.phase is Phase.OVER:
                return now
            if not refusal(now, Discard(card=turn.discard)):
                return play(now, Discard(card=turn.discard))
    return None


def orders(steps: list[Step]) -> Iterator[tuple[Step, ...]]:
    return (order for _, order in zip(range(800), permutations(steps), strict=False))


def after_drawing(who: str, seats: int, seed: int) -> Iterator[tuple[State, State]]:
    """Every position of a game after its draw, with the one before it."""
    law = LAWS[who]
    record = play_game(law, rules=who, seats=seats, seed=seed)
    for turn, state in zip(record.turns, positions(record, law), strict=False):
        yield play(state, turn.steps[0]), state


@pytest.mark.parametrize(("who", "seats"), [("basic", 3), ("club", 4), ("fed", 4)])
def test_what_best_turn_finds_can_be_played(who, seats):
    law = LAWS[who]
    checked = won = 0
    for seed in range(12):
        for drawn, before in after_drawing(who, seats, seed):
            me = before.player
            table = [laid.meld for laid in before.table]
            picked = drawn.doing.picked
            hand = drawn.player.hand if picked is None else me.hand
            found = best_turn(table, hand, law, opened=me.opened, open_card=picked)
            for turn in (found.least, found.finish):
                if turn is None:
                    continue
                checked += 1
                after = played(drawn, turn)
                assert after is not None, f"seed {seed}, turn {before.turn}: {turn}"
                if turn.finish:
                    won += 1
                    assert after.outcome is not None
                    assert after.outcome.finish is turn.finish
                    assert turn.finish in finishes(law)
    assert checked > 100
    assert won > 5


@pytest.mark.parametrize(("who", "seats"), [("basic", 3), ("club", 4), ("fed", 4)])
def test_best_turn_finds_the_finish_that_was_played(who, seats):
    law = LAWS[who]
    for seed in range(25):
        record = play_game(law, rules=who, seats=seats, seed=seed)
        last = list(positions(record, law))[-2]
        me, first = last.player, record.turns[-1].steps[0]
        table = [laid.meld for laid in last.table]
        if isinstance(first, PickUp):
            found = best_turn(table, me.hand, law, opened=me.opened, open_card=first.card)
        else:
            assert isinstance(first, Draw)
            found = best_turn(table, (*me.hand, first.card), law, opened=me.opened)
        assert found.finish is not None, f"seed {seed}"
