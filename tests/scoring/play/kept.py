"""Games that were played once and must be played again: the same seed is the same pack, the same turns, the same choices.

tests/cases/games.txt has for each case below the record of the simple players, or the walk through offered steps with the
number of steps on offer at each position. Whoever changes the player or the offers on purpose writes the file anew:
`python -m tests.scoring.play.kept`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from textwrap import wrap
from zlib import crc32

from scoring.engine.law import GoingOut, LastCard, OpenCard, StockEmpty
from scoring.engine.play import DEEDS
from scoring.engine.play_board import PlayBoard
from scoring.engine.play_offers import legal_steps
from scoring.engine.player import play_game
from scoring.engine.record import write_record, write_step
from scoring.engine.state import Phase
from scoring.engine.turns import Draw
from tests.answers import CASES, keep_answers
from tests.scoring.play.places import LAWS
from tests.scoring.play.test_ways_on import ALL_LAWS, liked, start

FILE = CASES / "games.txt"
CLUB, FED = LAWS["club"], LAWS["fed"]
TABLES = {
    **LAWS,
    "club, open card free": replace(CLUB, open_card=OpenCard.FREE, mauscheln=False, opening_augen=0),
    "club, pile turned over": replace(CLUB, stock_empty=StockEmpty.TURN_OVER, open_card=OpenCard.MAY_PASS),
    "club, out as you like": replace(CLUB, going_out=GoingOut.ANY, layoff_needs_opening=False),
    "fed, one meld a turn": replace(FED, melds_per_turn=1, joker_swap=False, last_card=LastCard.CLOSED_ONLY),
    "fed, no open finish": replace(FED, last_card=LastCard.NO_OPEN_FINISH, joker_discard_only_last=False),
}
PLAYED = [
    *[("basic", seats, seed) for seats, seed in ((2, 1), (3, 2), (4, 3), (5, 4), (6, 5))],
    *[(who, seats, seed) for who in ("club", "fed") for seats in (3, 4) for seed in (6, 7, 8)],
    *[(who, 4, seed) for who in TABLES if who not in LAWS for seed in (9, 10)],
]
WALKED = [
    *[("basic", seats, 20 + seats) for seats in (2, 3, 5)],
    *[(who, seats, seed) for who in ("club", "fed") for seats in (3, 4) for seed in (31, 32)],
    *[(who, 4, 40) for who in ALL_LAWS if who not in LAWS],
]


def played(who: str, seats: int, seed: int) -> Iterator[str]:
    record = play_game(TABLES[who], rules=who, seats=seats, seed=seed)
    yield from filter(None, write_record(record).splitlines())


def walked(who: str, seats: int, seed: int) -> Iterator[str]:
    """How many steps each position offers, a sum over their names, and the steps that were taken."""
    state, chance = start(who, seats, seed), Random(seed + 1)
    board, names = PlayBoard(state), 0
    counts: list[int] = []
    taken: list[str] = []
    while state.phase is not Phase.OVER and len(taken) < 150:
        steps = list(legal_steps(state))
        names = crc32("; ".join(map(write_step, steps)).encode(), names)
        counts.append(len(steps))
        step = chance.choices(steps, [liked(step, state) for step in steps])[0]
        DEEDS[type(step)](board, step)
        if type(step) is not Draw:
            taken.append(write_step(step))
        state = board.state()
    yield from wrap(f"Angebote: {' '.join(map(str, counts))}", 130)
    yield f"Summe: {names:08x}"
    yield from wrap("; ".join(taken), 130)
    yield f"Ende: {state.outcome.finish.value if state.outcome else 'offen'}"


def cases() -> dict[str, Callable[[], Iterator[str]]]:
    """Every case with what tells it."""
    return {
        **{f"gespielt: {one[0]}, {one[1]}, {one[2]}": partial(played, *one) for one in PLAYED},
        **{f"begangen: {one[0]}, {one[1]}, {one[2]}": partial(walked, *one) for one in WALKED},
    }


def main() -> None:
    head = "Games of a seed; written by python -m tests.scoring.play.kept"
    keep_answers(FILE, head, {name: tell() for name, tell in cases().items()})


if __name__ == "__main__":
    main()
