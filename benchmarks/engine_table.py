"""A hand at a table, and the worst hands that a hill climb finds: milliseconds, one thread, witness included.

Tables are those of games that the simple player plays by the club rules (table of four, seeds from 1): every
turn at which melds lie on the table is one question, asked with the next card of the stock drawn.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from benchmarks.engine_hands import CLUB, FEDERATION, Hand, climb
from benchmarks.harness import Figure, cpu_seconds
from scoring.engine.best import best
from scoring.engine.law import Law
from scoring.engine.melds import Meld
from scoring.engine.notation import write_cards
from scoring.engine.patterns import forget_patterns, patterns_of
from scoring.engine.player import play_game
from scoring.engine.replay import positions
from scoring.engine.state import Phase
from scoring.engine.table import best_turn, joker_swaps, lay_offs


class Question(NamedTuple):
    """A table, a hand, and whether its player has opened."""

    table: tuple[Meld, ...]
    hand: Hand
    opened: bool


def ask(question: Question) -> object:
    """Everything that can be asked of a hand at a table."""
    table, hand, opened = question
    return (
        lay_offs(table, hand, CLUB),
        joker_swaps(table, hand, CLUB),
        best_turn(table, hand, CLUB, opened=opened),
    )


def cold(hand: Hand, law: Law = CLUB) -> float:
    """Seconds for one hand when nothing of it is remembered; the tables of the law are there."""
    forget_patterns()
    patterns_of(law)
    begun = time.process_time()
    best(hand, law)
    return time.process_time() - begun


def questions(games: int) -> list[Question]:
    """Every turn of these games with melds on the table."""
    found = []
    for seed in range(1, games + 1):
        record = play_game(CLUB, rules="club_2018", seats=4, dealer=seed % 4 + 1, seed=seed)
        for state in positions(record, CLUB):
            if state.phase is Phase.DRAW and state.table and state.stock:
                player = next(one for one in state.players if one.seat == state.to_move)
                table = tuple(laid.meld for laid in state.table)
                found.append(Question(table, (*player.hand, state.stock[-1]), player.opened))
    return found


def figures(*, quick: bool) -> Iterable[Figure]:
    """The table, then the worst hands."""
    yield from table_figures(questions(4 if quick else 60), rounds=2 if quick else 5)
    yield from worst_figures(restarts=2 if quick else 24, steps=20 if quick else 250)


def table_figures(asked: Sequence[Question], rounds: int) -> Iterable[Figure]:
    """The mean and the worst of every question."""
    times = [min(seconds_for(one), seconds_for(one)) for one in asked[:400]]
    whole = statistics.median(cpu_seconds(lambda: [ask(one) for one in asked]) for _unused in range(rounds))
    melds = statistics.mean(len(one.table) for one in asked)
    yield Figure(name="a hand at a table: mean", value=whole / len(asked) * 1_000, unit="ms")
    yield Figure(name="a hand at a table: slowest of 400", value=max(times) * 1_000, unit="ms")
    yield Figure(name="a hand at a table: questions", value=len(asked), unit="turns")
    yield Figure(name="a hand at a table: melds on it, mean", value=melds, unit="melds")


def seconds_for(question: Question) -> float:
    """How long one question takes."""
    return cpu_seconds(lambda: ask(question))


def worst_figures(*, restarts: int, steps: int) -> Iterable[Figure]:
    """The worst hand for the best use, cold: what a hill climb from many beginnings finds."""
    for name, law in (("club", CLUB), ("federation", FEDERATION)):
        hand, _unused = climb(partial(cold, law=law), steps=steps, restarts=restarts)
        seconds = statistics.median(cold(hand, law) for _unused in range(9))
        yield Figure(
            name=f"worst of 14 cards, cold, {name} ({write_cards(hand)})", value=seconds * 1_000, unit="ms"
        )
