"""The best use of a hand by the club rules: hands per CPU second, one thread, witness included, beside solvers.

The engine answers everything at once (highest opening, least Augen, least with an opening, going out, each
with its turn); CP-SAT and HiGHS answer one question each and write the melds of a hand out plainly first.
Hands: 14 cards as dealt, and nearly finished (melds side by side until one card is missing, one card more).
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from benchmarks.engine_hands import CLUB, Hand, near_finished, random_hands
from benchmarks.engine_solvers import cp_sat, highs
from benchmarks.harness import Figure, note, side_by_side
from scoring.engine.best import best
from scoring.engine.best_ends import choose
from scoring.engine.law import Law
from scoring.engine.lines import answers
from scoring.engine.notation import write_cards
from scoring.engine.solver import Holding, frontier
from scoring.engine.solver_out import goes_out


def figures(*, quick: bool) -> Iterable[Figure]:
    """Every figure of this room."""
    count, rounds = (60, 3) if quick else (1_500, 5)
    for kind, hands in (("random", random_hands(count)), ("near-finished", near_finished(count // 3))):
        yield from one_kind(kind, hands, rounds)


def one_kind(kind: str, hands: Sequence[Hand], rounds: int) -> Iterable[Figure]:
    """Hands of one kind, the same for everybody."""
    lines = as_lines(hands)
    works: dict[str, Callable[[], object]] = {
        "best": lambda: [best(hand, CLUB) for hand in hands],
        "best, from a cold start": lambda: from_cold(hands, best),
        "whole frontier": lambda: [whole_frontier(hand) for hand in hands],
        "goes out": lambda: [goes_out(hand, CLUB) for hand in hands],
        "goes out, from a cold start": lambda: from_cold(hands, goes_out),
        "JSON lines": lambda: list(answers(lines, {"club_2018": CLUB})),
    }
    if importlib.util.find_spec("ortools"):
        works["CP-SAT"] = lambda: [cp_sat(hand) for hand in hands]
        works["CP-SAT goes out"] = lambda: [cp_sat(hand, goes_out=True) for hand in hands]
    else:
        note("OR-tools is not installed: CP-SAT is left out.")
    if importlib.util.find_spec("scipy"):
        works["HiGHS"] = lambda: [highs(hand) for hand in hands]
    else:
        note("SciPy is not installed: HiGHS is left out.")
    for work in works.values():
        work()  # everything is imported, tables are warm
    taken = side_by_side(works, rounds=rounds)
    rate = {name: len(hands) / taken[name] for name in works}
    compare = {"best": "CP-SAT", "goes out": "CP-SAT goes out"}
    compare |= {f"{name}, from a cold start": peer for name, peer in compare.items()}
    for name in works:
        peer = compare.get(name, "")
        known = peer in rate
        yield Figure(
            name=f"{kind} 14 cards: {name}",
            value=rate[name],
            unit="hands/s",
            ratio=rate[name] / rate[peer] if known else None,
            compared_with=peer if known else "",
        )


def from_cold(hands: Sequence[Hand], ask: Callable[[Hand, Law], object]) -> object:
    """The first hands after a start: a law that is met for the first time, no run of any suit remembered."""
    law = replace(CLUB)
    return [ask(hand, law) for hand in hands]


def whole_frontier(hand: Hand) -> object:
    """The same answer without the quick choice of the last layer."""
    holding = Holding(hand, CLUB)
    return choose(holding, frontier(holding))


def as_lines(hands: Sequence[Hand]) -> list[str]:
    """The hands as questions of `manage.py hands`."""
    return [
        json.dumps({"id": at, "ask": "best", "rules": "club_2018", "hand": write_cards(hand)})
        for at, hand in enumerate(hands)
    ]
