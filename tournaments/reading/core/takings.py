"""A game by the basic rules: the winner's points are the others' Augen together, weighed over every hand that each may have held.

One loser after the other is added up, forwards from nothing and backwards from the winner's points; between the two each hand
of each loser gets what all the others say about it. Nothing is left out for being unlikely alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.reading.core.evidence import BY, SPREAD, Way

SUM_WRONG = 0.01  # how often the winner adds the others' Augen wrongly
BY_LITTLE = 0.5  # and how often he is then wrong by one or by a carry, to either side
UNLIKELY = 25.0  # winners so much less likely than the likeliest are not followed (logarithm)
FOLLOWED = 16.0  # nor hands, while others are weighed; each of them is answered all the same
LEAST = 1e-260


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTakings:
    """What one seat may have had in this game: places among its ways, and their weights (no logarithms)."""

    lost: np.ndarray
    augen: np.ndarray
    weight: np.ndarray
    won: np.ndarray
    points: np.ndarray
    win_weight: np.ndarray


def seat_of(ways: Sequence[Way], words: np.ndarray) -> SeatTakings:
    weights = np.exp(words - words.max())
    won = np.array([way.won for way in ways], bool)
    lost, wins = np.flatnonzero(~won), np.flatnonzero(won)
    return SeatTakings(
        lost=lost,
        augen=np.array([ways[place].augen for place in lost], int),
        weight=weights[lost],
        won=wins,
        points=np.array([ways[place].points for place in wins], int),
        win_weight=weights[wins],
    )


def row_weights(ways: Mapping[int, Sequence[Way]], words: Mapping[int, np.ndarray]) -> dict[int, np.ndarray]:
    """For each seat and way the logarithm of what the rest of the row says about it."""
    seats = {seat: seat_of(ways[seat], words[seat]) for seat in ways}
    found = {seat: np.full(len(ways[seat]), LEAST) for seat in ways}
    for winner in likely_winners(seats):
        add_case(seats, winner, found)
    return {seat: np.log(values) for seat, values in found.items()}


def added_wrongly(ways: Mapping[int, Sequence[Way]], words: Mapping[int, np.ndarray], winner: int) -> float:
    """How likely the winner wrote other points than the others' Augen come to, over all that the cells may say."""
    seats = {seat: seat_of(ways[seat], words[seat]) for seat in ways}
    losers = [seats[seat] for seat in seats if seat != winner]
    sums = np.zeros(1 + int(sum(one.augen.max(initial=0) for one in losers)))
    sums[0] = 1.0
    for one in losers:
        sums = added(sums, one)
    won = seats[winner]
    whole = right = 0.0
    for points, weight in zip(won.points, won.win_weight, strict=True):
        whole += weight * float(sums @ fitting(points, len(sums) - 1))
        right += weight * (1 - SUM_WRONG) * float(sums[points]) if points < len(sums) else 0.0
    return 1 - right / whole if whole else 0.0


def likely_winners(seats: Mapping[int, SeatTakings]) -> list[int]:
    """Whose points and whose loss are not out of the question."""
    by_seat = {
        seat: np.log(max(one.win_weight.sum(), LEAST)) - np.log(max(one.weight.sum(), LEAST))
        for seat, one in seats.items()
        if len(one.won) and all(len(other.lost) for number, other in seats.items() if number != seat)
    }
    best = max(by_seat.values(), default=0.0)
    return [seat for seat, share in by_seat.items() if share > best - UNLIKELY]


def add_case(seats: Mapping[int, SeatTakings], winner: int, found: Mapping[int, np.ndarray]) -> None:
    """This seat won: what follows for every way of every seat."""
    losers = [seat for seat in seats if seat != winner]
    most = int(sum(seats[seat].augen.max() for seat in losers))
    forwards = [np.zeros(most + 1)]
    forwards[0][0] = 1.0
    for seat in losers:
        forwards.append(added(forwards[-1], seats[seat]))
    won = seats[winner]
    after = np.zeros(most + 1)
    for place, points, weight in zip(won.won, won.points, won.win_weight, strict=True):
        chances = fitting(points, most)
        after += weight * chances
        found[winner][place] += forwards[-1] @ chances
    for seat, before in zip(reversed(losers), reversed(forwards[:-1]), strict=True):
        own = seats[seat]
        for place, augen in zip(own.lost, own.augen, strict=True):
            found[seat][place] += before[: most + 1 - augen] @ after[augen:]
        after = taken(after, own)


def fitting(points: int, most: int) -> np.ndarray:
    """How likely these points are written where the others' Augen come to each sum."""
    chances = np.full(most + 1, SUM_WRONG * (1 - BY_LITTLE) / SPREAD)
    for off in BY:
        for other in (points - off, points + off):
            if 0 <= other <= most:
                chances[other] += SUM_WRONG * BY_LITTLE / (2 * len(BY))
    if points <= most:
        chances[points] += 1 - SUM_WRONG
    return chances


def followed(seat: SeatTakings) -> list[tuple[int, float]]:
    least = seat.weight.max() * np.exp(-FOLLOWED)
    return [
        (int(augen), float(weight))
        for augen, weight in zip(seat.augen, seat.weight, strict=True)
        if weight >= least
    ]


def added(sums: np.ndarray, seat: SeatTakings) -> np.ndarray:
    """What may have been added up after this loser's hand."""
    grown = np.zeros_like(sums)
    for augen, weight in followed(seat):
        grown[augen:] += weight * sums[: len(sums) - augen]
    return grown


def taken(after: np.ndarray, seat: SeatTakings) -> np.ndarray:
    """What the rest says before this loser's hand is added."""
    shrunk = np.zeros_like(after)
    for augen, weight in followed(seat):
        shrunk[: len(after) - augen] += weight * after[augen:]
    return shrunk
