"""The club rules as an integer program, for OR-tools CP-SAT and SciPy's HiGHS: peers in benchmarks and full tests.

Written for itself: cards in, the highest opening (or whether the hand goes out) and the melds out. Nothing
of the engine is used but the numbers of cards. The melds of a hand are written out plainly, as anybody
would who wants to ask a solver.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

JOKER = 52


class Candidate(NamedTuple):
    """A meld that could be laid: its cards, and what it counts."""

    cards: tuple[int, ...]
    value: int


def candidates(hand: Sequence[int], *, fewer: bool = True) -> list[Candidate]:
    """Every meld of a hand by the club rules, K-A-2 allowed; without `fewer` by the federation's share."""
    held = Counter(hand)
    jokers = held[JOKER]
    best: dict[tuple[int, ...], int] = {}
    for cards, value in (*groups(held, jokers, fewer=fewer), *runs(held, jokers, fewer=fewer)):
        key = tuple(sorted(cards))
        best[key] = max(value, best.get(key, 0))
    return [Candidate(cards, value) for cards, value in best.items()]


def enough(naturals: int, jokers: int, *, fewer: bool) -> bool:
    return jokers == 0 or (jokers < naturals if fewer else jokers <= naturals)


def groups(held: Counter[int], jokers: int, *, fewer: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    for rank in range(13):
        there = [suit * 13 + rank for suit in range(4) if held[suit * 13 + rank]]
        each = 11 if rank == 0 else min(rank + 1, 10)
        for count in range(2, len(there) + 1):
            for used in range(max(0, 3 - count), min(jokers, 4 - count) + 1):
                if enough(count, used, fewer=fewer):
                    for some in combinations(there, count):
                        yield (*some, *[JOKER] * used), each * (count + used)


def runs(held: Counter[int], jokers: int, *, fewer: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    for suit in range(4):
        if sum(1 for rank in range(13) if held[suit * 13 + rank]) < 2:
            continue
        for low in range(13):
            lines: list[tuple[tuple[int, ...], int]] = [((), 0)]
            for rung in range(low, low + (14 if low == 0 else 13)):
                card = suit * 13 + rung % 13
                worth = (11 if rung else 1) if rung % 13 == 0 else min(rung % 13 + 1, 10)
                longer = []
                for line, value in lines:
                    if held[card] > line.count(card):
                        longer.append(((*line, card), value + worth))
                    if line.count(JOKER) < jokers and (not line or line[-1] != JOKER):
                        longer.append(((*line, JOKER), value + worth))
                lines = longer
                for line, value in lines:
                    used = line.count(JOKER)
                    if len(line) >= 3 and enough(len(line) - used, used, fewer=fewer):
                        yield line, value


class Answer(NamedTuple):
    """What a solver found: the opening value, or 1 for a hand that goes out; and the melds."""

    value: int
    melds: tuple[tuple[int, ...], ...]


def cp_sat(hand: Sequence[int], *, goes_out: bool = False, fewer: bool = True) -> Answer:
    """The highest opening with a legal discard, or whether all but one discard can be melded."""
    cp_model: Any = importlib.import_module("ortools.sat.python.cp_model")

    found = candidates(hand, fewer=fewer)
    model = cp_model.CpModel()
    laid = [model.new_int_var(0, 2, "") for _unused in found]
    held = Counter(hand)
    for card, count in held.items():
        uses = [
            meld.cards.count(card) * var for meld, var in zip(found, laid, strict=True) if card in meld.cards
        ]
        if uses:
            model.add(sum(uses) <= count)
    naturals = len(hand) - held[JOKER]
    away = sum(len(meld.cards) * var for meld, var in zip(found, laid, strict=True))
    natural_away = sum(
        (len(meld.cards) - meld.cards.count(JOKER)) * var for meld, var in zip(found, laid, strict=True)
    )
    if goes_out:
        model.add(away == len(hand) - 1)
    else:
        last_joker = model.new_bool_var("")  # nothing is left but one joker
        model.add(natural_away <= naturals - 1 + last_joker)
        model.add(away == len(hand) - 1).only_enforce_if(last_joker)
        model.maximize(sum(meld.value * var for meld, var in zip(found, laid, strict=True)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer(0, ())
    melds = tuple(
        meld.cards for meld, var in zip(found, laid, strict=True) for _unused in range(solver.value(var))
    )
    return Answer(1 if goes_out else round(solver.objective_value), melds)


def highs(hand: Sequence[int]) -> Answer:
    """The same through SciPy's milp; only the opening."""
    np: Any = importlib.import_module("numpy")
    scipy: Any = importlib.import_module("scipy.optimize")

    found = candidates(hand)
    if not found:
        return Answer(0, ())
    held = Counter(hand)
    naturals = len(hand) - held[JOKER]
    rows: list[list[float]] = []
    most: list[float] = []
    for card, count in held.items():
        rows.append([float(meld.cards.count(card)) for meld in found] + [0.0])
        most.append(float(count))
    rows.append([float(len(meld.cards) - meld.cards.count(JOKER)) for meld in found] + [-1.0])
    most.append(float(naturals - 1))
    rows.append([float(len(meld.cards)) for meld in found] + [0.0])
    most.append(float(len(hand) - 1))
    rows.append([-float(len(meld.cards)) for meld in found] + [float(len(hand))])
    most.append(1.0)  # with the last joker, all but one card lie
    cost: Any = -np.array([float(meld.value) for meld in found] + [0.0])
    one = 1.0 if held[JOKER] else 0.0
    answer = scipy.milp(
        cost,
        constraints=scipy.LinearConstraint(np.array(rows), -np.inf, np.array(most)),
        integrality=np.ones(len(found) + 1),
        bounds=scipy.Bounds(0, np.array([2.0] * len(found) + [one])),
    )
    chosen = [(meld, round(times)) for meld, times in zip(found, answer.x, strict=False)]
    melds = tuple(meld.cards for meld, times in chosen for _unused in range(times))
    return Answer(round(-answer.fun), melds)
