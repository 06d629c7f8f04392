"""What the cells of one seat in one game say about it: every result that they leave possible, with its weight.

A cell speaks through the texts that the net saw in it. Above them stands what people do: ticks are forgotten, a nought
is left out, points are looked up wrongly, and a cell may be misread altogether (`BLIND`), which bounds what one cell can say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.engine.law import Finish
from scoring.points import HandLeft, finish_value, hand_score, possible_finishes
from scoring.rules import RuleSet
from scoring.verification import Range, limits
from tournaments.reading.core.chances import Reading, log

BLIND, SPREAD = (
    2.5e-3,
    250.0,
)  # how often a cell is not what the net saw, and among how many values it then lies
BY = (1, 2, 10, 20, 100)  # by how much people who add are wrong mostly: one, or a carry
HARD = 6  # the fewer the net is sure of, the likelier what stands there is none of it: this power, as validation lists showed
TICK_FORGOTTEN, POINTS_WRONG = 0.012, 0.008
ONE_SEEN, ANY_SEEN, UNSEEN, MOST_SURE = (
    12.0,
    2.5,
    1e-4,
    3.0,
)  # how much likelier a 1 stands in front than the net says; validation lists
FAR = 13.0  # results so much less likely than the best one are not followed (logarithm)
MOST_AUGEN, CANDIDATES = 330, 11
IMPOSSIBLE = 3.0  # Augen that no cards make are miscounted or misread (logarithm)
KNOWN, HARDLY, MOST = 30.0, 4e-4, 3.0  # a writer's confusions: likelier than the net says, at least, at most
CROSS_TEXTS = ("X", "-1", "-", "1X", "X1")
ZERO_TEXTS = ("0", "-", "", "00", "O")

EMPTY = Reading({"": 1.0})


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One result that a seat may have had in a game, and what its own cells say for it."""

    finish: Finish | None  # None: lost
    augen: int
    opened: bool
    points: int  # as they add to the running sum: never below 0
    cross: bool
    weight: float
    as_law: bool = True  # False: the writer looked the points up wrongly, and added the wrong ones
    unticked: float = 0.0  # how likely then the tick says otherwise

    @property
    def won(self) -> bool:
        return self.finish is not None

    @property
    def result(self) -> tuple[Finish | None, int, bool, int]:
        """What it is apart from what was written about it; by the basic rules the winner's points belong to it."""
        return self.finish, self.augen, self.opened, self.points if self.won else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """What is the same for the whole list: what this writer leaves out, and what Augen there can be."""

    empty: Mapping[str, float]  # how likely a cell of each column is empty although it means something
    hands: Mapping[bool, Range]  # the Augen that a loser can hold by the rules, by whether he opened

    def left_out(self, column: str) -> float:
        return self.empty.get(column, 0.02)


Cells = Mapping[str, Reading]  # of one seat in one game, by column
Confusions = Mapping[tuple[str, str], float]  # what was meant, what it looks like → how often


def says(reading: Reading, texts: Sequence[str]) -> float:
    """How likely the cell shows one of these texts, with the doubt that it deserves."""
    seen = 0.0
    for text in texts:  # a sum over a generator takes twice as long, and nothing is asked oftener
        seen += reading.texts.get(text, 0.0)
    doubt = blind(reading)
    return (1 - doubt) * seen + doubt / SPREAD


def blind(reading: Reading) -> float:
    """How likely a cell is not what the net saw: little, and more where the net itself sees many things."""
    return float(BLIND + (1 - BLIND) * (1 - reading.sure) ** HARD)


def number_said(reading: Reading, number: int, left_out: float) -> float:
    """How likely a cell looks like this when this number was to be written."""
    seen = says(reading, (str(number),))
    return (1 - left_out) * seen + left_out * says(reading, ("", "-"))


def likely_numbers(reading: Reading, most: int) -> dict[int, float]:
    """The numbers that a cell may show."""
    return {number: chance for number, chance in reading.numbers.items() if number <= most}


def with_lost_first(reading: Reading, often: float) -> Reading:
    """A 1 in front stands on the line of its cell, and the net says too little for it: more the more it saw there at all."""
    text, sure = reading.best, reading.sure
    if not text.isdigit():
        return reading
    any_sign = sum(reading.texts.get(f"{sign}{text}", 0.0) for sign in range(10))
    longer = f"1{text}"
    one = reading.texts.get(longer, 0.0)
    likely = max(one, min(MOST_SURE * sure, often * max(ONE_SEEN * one, ANY_SEEN * any_sign, UNSEEN * sure)))
    whole = 1 + likely - one
    return Reading({other: chance / whole for other, chance in {**reading.texts, longer: likely}.items()})


def habits_of(rules: RuleSet, cells: Mapping[tuple[int, int], Cells], columns: Sequence[str]) -> Habits:
    """Columns that stay empty all over the list belong to a writer who does not keep them."""
    empty = {}
    for column in columns:
        shares = [one[column].empty for one in cells.values() if column in one]
        share = sum(shares) / len(shares) if shares else 1.0
        empty[column] = min(max(share * 1.05, 0.004), 0.985)
    known = limits(rules.law)
    return Habits(empty=empty, hands={True: known.opened, False: known.unopened})


# Tournament lists ---------------------------------------------------------------------------------------------


def ways(
    rules: RuleSet,
    cells: Cells,
    habits: Habits,
    more_augen: Sequence[int],
    more_points: Sequence[int] = (),
) -> list[Way]:
    """Everything that this seat may have had, the likeliest first; `more_…` is what running sums suggest."""
    found = [*lost(rules, cells, habits, more_augen), *won(rules, cells, habits, more_points)]
    best = max(way.weight for way in found)
    return sorted((way for way in found if way.weight > best - FAR), key=lambda way: -way.weight)


def augen_candidates(cells: Cells, more: Sequence[int]) -> list[int]:
    numbers = likely_numbers(cells.get("augen", EMPTY), MOST_AUGEN)
    best = sorted(numbers, key=lambda number: -numbers[number])[:CANDIDATES]
    return list(dict.fromkeys([*best, *(one for one in more if 0 <= one <= MOST_AUGEN)]))


def lost(rules: RuleSet, cells: Cells, habits: Habits, more: Sequence[int]) -> Iterator[Way]:
    for augen in augen_candidates(cells, more):
        seen = log(number_said(cells.get("augen", EMPTY), augen, habits.left_out("augen") * 0.1))
        if not rules.family.by_table:
            none = log(says(cells.get("points", EMPTY), ZERO_TEXTS))
            weight = seen + none + usual(habits, augen, opened=True)
            yield Way(finish=None, augen=augen, opened=True, points=0, cross=False, weight=weight)
            continue
        for opened in (True, False):
            yield from lost_ways(rules, cells, habits, augen, opened, seen)


def lost_ways(
    rules: RuleSet, cells: Cells, habits: Habits, augen: int, opened: bool, seen: float
) -> Iterator[Way]:
    """With the points of the table, and with others that the cell shows."""
    assert rules.points is not None
    score = hand_score(rules.points, HandLeft(augen=augen, opened=opened))
    weight = seen + log(tick_said(cells, opened)) + usual(habits, augen, opened=opened)
    unticked = tick_contradicts(cells, opened)
    law = log((1 - POINTS_WRONG) * points_said(cells, score.points, habits))
    yield Way(
        finish=None,
        augen=augen,
        opened=opened,
        points=max(score.points, 0),
        cross=score.cross,
        weight=weight + law,
        unticked=unticked,
    )
    shown = likely_numbers(cells.get("points", EMPTY), 10)
    shown[0] = shown.get(0, 0.0) + cells.get("points", EMPTY).texts.get("-", 0.0)
    for points, chance in shown.items():
        if chance > 0.05 and points != max(score.points, 0):
            wrong = log(POINTS_WRONG / 3 * chance)
            yield Way(
                finish=None,
                augen=augen,
                opened=opened,
                points=points,
                cross=False,
                weight=weight + wrong,
                as_law=False,
            )


def won(rules: RuleSet, cells: Cells, habits: Habits, more: Sequence[int]) -> Iterator[Way]:
    nothing = log(says(cells.get("augen", EMPTY), ZERO_TEXTS))
    if not rules.family.by_table:
        doubt = blind(cells.get("points", EMPTY))
        for points, chance in points_won(cells, more).items():
            weight = nothing + log((1 - doubt) * chance + doubt / SPREAD)
            yield Way(finish=Finish.PLAIN, augen=0, opened=True, points=points, cross=False, weight=weight)
        return
    assert rules.points is not None
    for finish in possible_finishes(rules):
        worth = finish_value(rules.points, finish)
        if worth is None:
            continue
        law = log(points_said(cells, worth, habits))
        weight = nothing + law + log(0.85 * tick_said(cells, True) + 0.15 * tick_said(cells, False))
        yield Way(finish=finish, augen=0, opened=True, points=worth, cross=False, weight=weight)


def points_won(cells: Cells, more: Sequence[int]) -> dict[int, float]:
    numbers = likely_numbers(cells.get("points", EMPTY), 5 * MOST_AUGEN)
    likely = sorted(numbers, key=lambda number: -numbers[number])[:8]
    return {number: numbers.get(number, 0.0) for number in (*likely, *more)}


def tick_said(cells: Cells, opened: bool) -> float:
    """A dash in the tick's place says no; any other ink says yes."""
    yes, no = tick_seen(cells)
    return (1 - TICK_FORGOTTEN) * yes + TICK_FORGOTTEN * no if opened else (1 - 0.002) * no + 0.002 * yes


def tick_contradicts(cells: Cells, opened: bool) -> float:
    """Of `tick_said` the share that says: it was forgotten, or stands there wrongly."""
    yes, no = tick_seen(cells)
    return (TICK_FORGOTTEN * no if opened else 0.002 * yes) / tick_said(cells, opened)


def tick_seen(cells: Cells) -> tuple[float, float]:
    no = says(cells.get("opened", EMPTY), ("", "-"))
    return max(1 - no, BLIND), no


def points_said(cells: Cells, points: int, habits: Habits) -> float:
    """How likely the points cell looks as it does when these points were to be written."""
    reading = cells.get("points", EMPTY)
    left_out = habits.left_out("points")
    if points < 0:
        texts: tuple[str, ...] = (*CROSS_TEXTS, str(points))
    elif points == 0:
        texts = ("0", "-", "")
    else:
        texts = (str(points),)
    return (1 - left_out) * says(reading, texts) + left_out * says(reading, ("",))


def usual(habits: Habits, augen: int, *, opened: bool) -> float:
    """How usual such a hand is (logarithm): a gentle hint where nothing else speaks, a strong one where no cards make it."""
    possible = habits.hands[opened]
    impossible = 0.0 if possible.least <= augen <= possible.most else IMPOSSIBLE
    if opened:
        return log(0.8) - (3.0 if augen == 0 else 0.0) - max(0, augen - 70) / 18 - impossible
    return log(0.2) - max(0, augen - 170) / 15 - max(0, 25 - augen) / 12 - impossible


def blurred(reading: Reading, confusions: Confusions) -> Reading:
    """What the net hardly saw is hardly meant: a confusion weighs by what the net says for it itself."""
    texts = dict(reading.texts)
    for text, chance in reading.texts.items():
        for (meant, seen), share in confusions.items():
            if seen not in text:
                continue
            for place, sign in enumerate(text):
                if sign == seen:
                    other = text[:place] + meant + text[place + 1 :]
                    likely = max(KNOWN * share**0.5 * reading.texts.get(other, 0.0), HARDLY * chance)
                    texts[other] = max(texts.get(other, 0.0), min(likely, MOST * chance))
    whole = sum(texts.values())
    return Reading({text: chance / whole for text, chance in texts.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One result of a seat over all the ways in which it may have been written."""

    way: Way
    p: float
    misscored: float
    contradicted: float


def results_of(ways: Sequence[Way], chances: np.ndarray) -> list[Outcome]:
    """The likeliest first."""
    groups: dict[object, list[tuple[float, Way]]] = defaultdict(list)
    for way, chance in zip(ways, chances, strict=True):
        groups[way.result].append((float(chance), way))
    found = [
        Outcome(
            way=max(group, key=lambda one: one[0])[1],
            p=sum(chance for chance, _way in group),
            misscored=sum(chance for chance, way in group if not way.as_law),
            contradicted=sum(chance * (way.unticked if way.as_law else 1.0) for chance, way in group),
        )
        for group in groups.values()
    ]
    return sorted(found, key=lambda one: -one.p)
