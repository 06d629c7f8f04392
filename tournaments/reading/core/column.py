"""One seat's column from top to bottom: results and both running sums weighed together, forwards and backwards.

What is followed is what the writer had in mind: his sums go on from what he wrote, also where he once added wrongly.
Such a slip is an event of its own with a small chance; after it the column goes on from the wrong sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from tournaments.reading.core.chances import Reading
from tournaments.reading.core.evidence import BY, SPREAD, Way, blind, likely_numbers

ALIVE, ALIVE_UNWRITTEN = (
    60,
    400,
)  # pairs of sums that are followed at the same time; where only the foot tells them
FADED = 30.0  # pairs so much less likely than the likeliest are not followed (logarithm)
SLIP = 0.006  # how often somebody adds wrongly
BEGUN_WITH = 6  # sums and results that a second sheet alone may begin with
SLIPPED_TO = 5  # sums that a slip may lead to: the likeliest of the cell
SLIPPED_LEAST = 0.02  # and what the cell says for each at least
NONE, AUGEN, POINTS = 0, 1, 2  # which sum slipped
WIDE = 1 << 13
LINKS_KEPT = 2000  # of one game at most, 40 bytes each: for memory
NO_NUMBER = 1 << 40  # beyond every sum
SLIPPED_BY = np.full(max(BY) + 2, np.log(SLIP / 60))  # by how far a slip leads; the last: further
SLIPPED_BY[list(BY)] = np.log(SLIP / 8)
FOOT_OTHERWISE = 3e-4  # how likely the foot shows just this number although the column came to another
NEVER = -80.0  # the logarithm of what no path leads to


@dataclass(frozen=True, kw_only=True)
class Sums:
    """What a sum's cell says to each number. A column is passed several times: what never changes is worked out once."""

    numbers: dict[int, float]
    otherwise: float

    @cached_property
    def table(self) -> tuple[np.ndarray, np.ndarray]:
        """The numbers in order, and the logarithm of what is said to each; behind them, to any other."""
        known = sorted(self.numbers)
        said = np.array([*(self.numbers[one] for one in known), 0.0])
        return np.array([*known, NO_NUMBER]), np.log(said + self.otherwise)

    @cached_property
    def slipped_to(self) -> list[int]:
        """Where a slip may lead."""
        return [one for one in likeliest(self)[:SLIPPED_TO] if self.numbers[one] >= SLIPPED_LEAST]

    def said(self, values: np.ndarray) -> np.ndarray:
        known, said = self.table
        place = known.searchsorted(values)
        place[known[place] != values] = -1
        return said[place]


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """From every pair of sums before a game to every one after it: by which way, and with which slip."""

    source: np.ndarray
    way: np.ndarray
    slip: np.ndarray
    target: np.ndarray
    weight: np.ndarray


@dataclass(frozen=True, kw_only=True)
class Step:
    """One game of a seat: what it may have been, and what the cells of its sums show."""

    ways: Sequence[Way]
    augen_sum: Sums | None  # None: this sum is not followed, for nobody wrote it anywhere
    points_sum: Sums | None
    links: dict[bytes, tuple[np.ndarray, Links]] = field(default_factory=dict)  # the last, by the sums before

    @cached_property
    def augen(self) -> np.ndarray:
        """What each way adds to the sum of Augen."""
        return np.array([one.augen if self.augen_sum else 0 for one in self.ways])

    @cached_property
    def points(self) -> np.ndarray:
        return np.array([one.points if self.points_sum else 0 for one in self.ways])

    @cached_property
    def weights(self) -> np.ndarray:
        return np.array([one.weight for one in self.ways])


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """What a whole column says about one of its games."""

    ways: np.ndarray  # logarithm of each way's probability
    slips: tuple[float, float]  # how likely the sum of Augen, of points was added wrongly
    before: tuple[int, int]  # the likeliest sums before and after
    after: tuple[int, int]


def column_sums(reading: Reading | None, left_out: float) -> Sums:
    if reading is None:
        return Sums(numbers={}, otherwise=1.0)
    doubt = blind(reading)
    numbers = {
        number: (1 - left_out) * (1 - doubt) * chance
        for number, chance in likely_numbers(reading, WIDE - 1).items()
    }
    missing = reading.texts.get("", 0.0) + reading.texts.get("-", 0.0)
    if 0 not in numbers:
        numbers[0] = missing * 0.3
    return Sums(numbers=numbers, otherwise=doubt / SPREAD + left_out * missing)


def first_sums(first: tuple[int, int] | None, steps: Sequence[Step]) -> tuple[np.ndarray, np.ndarray]:
    """Sums begin at nought; on a second sheet whose first is not there, with whatever its first row suggests."""
    if first is not None or not steps:
        augen, points = first or (0, 0)
        return np.array([[augen, points]]), np.zeros(1)
    step = steps[0]
    sums = [likeliest(one)[:BEGUN_WITH] or [0] for one in (step.augen_sum, step.points_sum)]
    pairs = {
        (
            max(a - way.augen, 0) if step.augen_sum else 0,
            max(p - way.points, 0) if step.points_sum else 0,
        )
        for a in sums[0]
        for p in sums[1]
        for way in step.ways[:BEGUN_WITH]
    }
    return np.array(sorted(pairs)), np.full(len(pairs), -np.log(len(pairs)))


def likeliest(sums: Sums | None) -> list[int]:
    return sorted(sums.numbers, key=lambda number: -sums.numbers[number]) if sums else []


def linked(states: np.ndarray, step: Step) -> tuple[np.ndarray, Links]:
    """The same as `links_of`: from turn to turn a column is mostly followed through the same sums."""
    key = states.tobytes()
    if key in step.links:
        return step.links[key]
    found = links_of(states, step)
    step.links.clear()
    if len(found[1].source) <= LINKS_KEPT:
        step.links[key] = found
    return found


def links_of(states: np.ndarray, step: Step) -> tuple[np.ndarray, Links]:
    """The pairs of sums after a game, and every link to them."""
    count, ways = len(states), len(step.ways)
    source = np.repeat(np.arange(count), ways)
    way = np.tile(np.arange(ways), count)
    augen = (states[:, :1] + step.augen).ravel()
    points = (states[:, 1:] + step.points).ravel()
    parts = [(source, way, np.full(len(source), NONE), augen, points, np.zeros(len(source)))]
    for kind, sums, right in ((AUGEN, step.augen_sum, augen), (POINTS, step.points_sum, points)):
        for other in sums.slipped_to if sums else ():
            away = np.flatnonzero(right != other)
            by = np.minimum(np.abs(right[away] - other), len(SLIPPED_BY) - 1)
            changed = np.full(len(away), other)
            parts.append(
                (
                    source[away],
                    way[away],
                    np.full(len(away), kind),
                    changed if kind == AUGEN else augen[away],
                    changed if kind == POINTS else points[away],
                    SLIPPED_BY[by],
                )
            )
    source, way, slip, augen, points, weight = (np.concatenate(values) for values in zip(*parts, strict=True))
    for one, values in ((step.augen_sum, augen), (step.points_sum, points)):
        if one:
            weight = weight + one.said(values)
    pairs, target = np.unique(augen * WIDE + points, return_inverse=True)
    return np.stack([pairs // WIDE, pairs % WIDE], axis=1), Links(
        source=source, way=way, slip=slip, target=target, weight=weight
    )


def summed(values: np.ndarray, places: np.ndarray, size: int) -> np.ndarray:
    """The logarithm of the sums of what belongs to each place."""
    if not len(values):
        return np.full(size, -np.inf)
    top = values.max()
    whole = np.bincount(places, weights=np.exp(values - top), minlength=size)
    return np.where(whole > 0, np.log(np.maximum(whole, 1e-300)), -np.inf) + top


def passed(
    steps: Sequence[Step],
    messages: Sequence[np.ndarray],
    left_out: tuple[float, float],
    *,
    first: tuple[int, int] | None,
    feet: tuple[Reading | None, Reading | None],
) -> list[Passed]:
    """Through the whole column and back. `messages` is what the rows say about each way of each game."""
    states, alpha = first_sums(first, steps)
    alive_at_most = ALIVE if min(left_out) < 0.5 else ALIVE_UNWRITTEN
    layers: list[tuple[np.ndarray, np.ndarray, Links]] = []  # states before, their weights, links
    for step, message in zip(steps, messages, strict=True):
        after, links = linked(states, step)
        own = step.weights + message
        weight = links.weight + own[links.way]
        grown = summed(alpha[links.source] + weight, links.target, len(after))
        kept = np.argsort(-grown)[:alive_at_most]
        kept = kept[grown[kept] > grown[kept[0]] - FADED]
        place = np.full(len(after), -1)
        place[kept] = np.arange(len(kept))
        alive = place[links.target] >= 0
        layers.append(
            (
                states,
                alpha,
                Links(
                    source=links.source[alive],
                    way=links.way[alive],
                    slip=links.slip[alive],
                    target=place[links.target[alive]],
                    weight=weight[alive],
                ),
            )
        )
        states, alpha = after[kept], grown[kept]
    return backwards(steps, layers, states, at_the_foot(states, feet))


def at_the_foot(states: np.ndarray, feet: tuple[Reading | None, Reading | None]) -> np.ndarray:
    """What the foot of the column says to each last pair of sums; it may hold penalties or another slip."""
    beta = np.zeros(len(states))
    for place, foot in enumerate(feet):
        if foot is not None:
            numbers = likely_numbers(foot, WIDE - 1)
            beta += np.log(
                np.array([0.97 * numbers.get(int(one), 0.0) for one in states[:, place]]) + FOOT_OTHERWISE
            )
    return beta


def backwards(
    steps: Sequence[Step],
    layers: Sequence[tuple[np.ndarray, np.ndarray, Links]],
    states: np.ndarray,
    beta: np.ndarray,
) -> list[Passed]:
    found: list[Passed] = []
    after = states
    for step, (before, alpha, links) in zip(reversed(steps), reversed(layers), strict=True):
        whole = alpha[links.source] + links.weight + beta[links.target]
        top = whole.max()
        share = np.exp(whole - top)
        share /= share.sum()
        of_ways = summed(whole, links.way, len(step.ways))
        best = int(share.argmax())
        found.append(
            Passed(
                ways=np.maximum(of_ways - np.logaddexp.reduce(of_ways), NEVER),
                slips=(float(share[links.slip == AUGEN].sum()), float(share[links.slip == POINTS].sum())),
                before=(int(before[links.source[best], 0]), int(before[links.source[best], 1])),
                after=(int(after[links.target[best], 0]), int(after[links.target[best], 1])),
            )
        )
        beta = summed(links.weight + beta[links.target], links.source, len(before))
        after = before
    return found[::-1]
