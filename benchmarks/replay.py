"""Whole recorded games judged turn by turn: games per CPU second, one thread, beside floors of the same run.

Games are those of the simple player, seeds 1 to 400 in each family; another seed is another game, so nothing is
judged twice. The floors: walking over the same steps and doing nothing, and reading the games from their text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmarks.harness import Figure, side_by_side
from scoring.engine.player import play_game
from scoring.engine.record import Record, write_record
from scoring.engine.record_reader import read_record
from scoring.engine.replay import replay
from scoring.engine.turns import Discard, Draw, LayDown, LayOff, PickUp, PutBack, Recount, Swap
from scoring.rules import built_in

TABLES = {"basic": 4, "club_2018": 4, "federation": 4}
STEPS = (Draw, PickUp, LayDown, LayOff, Swap, Discard, PutBack, Recount)


def games(key: str, count: int) -> list[Record]:
    """Games of the simple player."""
    law, seats = built_in(key).law, TABLES[key]
    return [
        play_game(law, rules=key, seats=seats, dealer=seed % seats + 1, seed=seed)
        for seed in range(1, count + 1)
    ]


def figures(*, quick: bool) -> Iterable[Figure]:
    """The figures of each family."""
    count, rounds = (40, 3) if quick else (400, 5)
    for key in TABLES:
        yield from family(key, count, rounds)


def family(key: str, count: int, rounds: int) -> Iterable[Figure]:
    """One family: judging, and the two floors beside it."""
    law = built_in(key).law
    played = games(key, count)
    texts = [write_record(game) for game in played]
    replay_all(played, key)
    taken = side_by_side(
        {
            "judged": lambda: [replay(game, law) for game in played],
            "walked": lambda: walk(played),
            "read": lambda: [read_record(text) for text in texts],
            "read and judged": lambda: [replay(read_record(text), law) for text in texts],
        },
        rounds=rounds,
    )
    turns = sum(len(game.turns) for game in played) / count
    yield Figure(
        name=f"{key}: games judged",
        value=count / taken["judged"],
        unit="games/s",
        ratio=taken["walked"] / taken["judged"],
        compared_with="walking over the steps and doing nothing",
    )
    yield Figure(
        name=f"{key}: games read and judged",
        value=count / taken["read and judged"],
        unit="games/s",
        ratio=taken["read"] / taken["read and judged"],
        compared_with="reading only",
    )
    yield Figure(name=f"{key}: turns judged", value=count * turns / taken["judged"], unit="turns/s")
    yield Figure(name=f"{key}: a game has", value=turns, unit="turns")


def replay_all(played: Sequence[Record], key: str) -> None:
    """Every game has to be legal, or there is nothing to be measured."""
    for game in played:
        judged = replay(game, built_in(key).law)
        assert judged.refused is None, f"{key}, seed {game.seed}: {judged.sentence}"


def walk(played: Sequence[Record]) -> None:
    """The bare loop: every step looked at once, by its kind."""
    deeds = dict.fromkeys(STEPS, nothing)
    for game in played:
        for turn in game.turns:
            for step in turn.steps:
                deeds[type(step)](step)


def nothing(_step: object) -> None:
    """What the floor does with a step."""
