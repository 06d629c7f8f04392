"""Nobody is ever stuck: games through the offered steps, taken at random, in every family, also with wrong deals.

python -m pytest tests/scoring/play/test_ways_on.py                a sample
python -m pytest tests/scoring/play/test_ways_on.py -m full        10,000 games
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from scoring.engine.law import FailedOpening, LastCard, Law, MendingBars, WrongCount
from scoring.engine.play import DEEDS
from scoring.engine.play_board import PlayBoard
from scoring.engine.play_offers import hand_melds, legal_steps, openings
from scoring.engine.player import shuffled
from scoring.engine.state import Phase, State, begin, deal, seats_playing
from scoring.engine.turns import Discard, Draw, LayDown, PickUp, PutBack, Recount, Step
from tests.scoring.play.places import LAWS

MOST_STEPS = 4_000  # the basic family may go in circles for ever (decision 0056): that is a stated end here

OTHER_READINGS: dict[str, Law] = {
    "club, other readings": replace(LAWS["club"], mending_bars=MendingBars.GAME, hand_below_opening=False),
    "fed, other readings": replace(
        LAWS["fed"],
        mending_bars=MendingBars.GAME,
        hand_below_opening=False,
        super_with_layoffs=True,
        failed_opening=FailedOpening.WRONG_BACK,
    ),
    "fed, one card free": replace(LAWS["fed"], last_card=LastCard.FREE),
}
ALL_LAWS = LAWS | OTHER_READINGS
TABLES = [
    *[("basic", seats) for seats in range(2, 7)],
    *[(who, seats) for who in ("club", "fed") for seats in (3, 4)],
    *[(who, 4) for who in OTHER_READINGS],
]


def start(who: str, seats: int, seed: int) -> State:
    """A deal; where wrong numbers are mended, one game in four has one."""
    law, chance = ALL_LAWS[who], Random(seed)
    pack = shuffled(law, seed)
    if law.wrong_count is WrongCount.NONE or seed % 4:
        return deal(pack, law=law, seats=seats, dealer=seed % seats + 1)
    dealer = seed % seats + 1
    playing = seats_playing(seats, dealer, law)
    right = law.hand_cards[len(playing)]
    wrong = chance.choice(playing)
    hands, cards = {}, list(pack)
    for seat in playing:
        count = right + (chance.choice((-2, -1, 1, 2)) if seat == wrong else 0)
        hands[seat], cards = tuple(cards[:count]), cards[count:]
    return begin(hands, cards[0], cards[1:], law=law, seats=seats, dealer=dealer)


def liked(step: Step, state: State) -> float:
    """Steps that lay something come first more often than not, so that games get into tight places."""
    match step:
        case Discard() | Draw():
            return 1.0
        case PickUp():
            return 1.0 if state.player.opened else 0.3
        case PutBack():
            return 0.2
        case Recount():
            return 2.0
    return 6.0


def offered(state: State, chance: Random) -> list[Step]:
    """The single steps on offer, and now and then an opening of several melds."""
    steps = list(legal_steps(state))
    unopened = state.law.opening_augen and not state.player.opened
    if unopened and state.phase in (Phase.PLAY, Phase.USE) and chance.random() < 0.5:
        steps += [step for _, step in zip(range(4), some_openings(state), strict=False)]
    return steps


def some_openings(state: State) -> Iterator[LayDown]:
    """The first openings that are found, as long as there are not too many melds to choose from."""
    if len(set(hand_melds(state.player.hand, state.law))) < 9:
        yield from openings(state)


def walk(who: str, seats: int, seed: int) -> str:
    """One game, a random offered step after the other; what its end was."""
    state, chance = start(who, seats, seed), Random(seed + 1)
    board = PlayBoard(state)
    for _ in range(MOST_STEPS):
        if state.phase is Phase.OVER:
            assert state.outcome is not None
            return state.outcome.finish.value
        steps = offered(state, chance)
        assert steps, f"{who}, {seats} seats, seed {seed}, turn {state.turn}: no legal step in {state}"
        step = chance.choices(steps, [liked(step, state) for step in steps])[0]
        DEEDS[type(step)](board, step)
        state = board.state()
    assert who == "basic", "only where the pile is turned over can a game go in circles"
    return "goes on"


@pytest.mark.parametrize(("who", "seats"), TABLES)
def test_no_position_is_without_a_step(who, seats):
    walk(who, seats, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("who", "seats"), TABLES)
def test_nor_is_any_in_further_games(who, seats):
    for seed in range(1, 4 if who == "basic" else 2):
        walk(who, seats, seed)


@pytest.mark.full
@pytest.mark.parametrize(("who", "seats"), TABLES)
def test_ten_thousand_games_find_no_position_without_a_step(who, seats):
    ends = Counter(walk(who, seats, seed) for seed in range(1_000, 1_834))
    print(who, seats, dict(ends))
    assert ends.total() * len(TABLES) >= 10_000


@pytest.mark.slow
def test_the_walk_gets_into_tight_places():
    """The sample is worth something: it swaps jokers, takes things back and goes out in several ways."""
    seen: Counter[str] = Counter()
    for seed in range(25):
        board = PlayBoard(start("club", 4, seed))
        chance = Random(seed + 1)
        while board.phase is not Phase.OVER:
            state = board.state()
            steps = offered(state, chance)
            step = chance.choices(steps, [liked(step, state) for step in steps])[0]
            DEEDS[type(step)](board, step)
            seen[type(step).__name__] += 1
        seen.update(note.mended.value for note in board.notes)
    assert {"Swap", "LayOff", "PutBack", "Recount"} <= set(seen), seen
    assert seen["swap_taken_back"] + seen["taken_back"] > 0, seen
