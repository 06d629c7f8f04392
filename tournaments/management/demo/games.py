"""Games that nobody played: results for the demo and for rehearsals, drawn from a seed and within the limits of the rules."""

from __future__ import annotations

import random
from collections.abc import Sequence

from scoring.engine.law import Finish
from scoring.points import HandLeft, Result, possible_finishes, score
from scoring.rules import RuleSet
from scoring.totals import SeatSum
from scoring.verification import findings, limits
from tournaments.event.core.dealing import players_of_game

# How often a game ends in which way, in percent; what a rule set does not know is left out.
WAYS = {
    Finish.PLAIN: 84,
    Finish.HAND_WITH_LAYOFF: 7,
    Finish.HAND: 5,
    Finish.SUPER: 0,
    Finish.EXHAUSTED: 4,
}
OPENED = {Finish.PLAIN: 0.72, Finish.HAND_WITH_LAYOFF: 0.6, Finish.HAND: 0.35, Finish.EXHAUSTED: 0.8}
UNOPENED_MEAN, UNOPENED_SPREAD = 0.85, 0.2  # of what a full hand holds on average: high cards go first
OPENED_MEAN = 0.22  # of the same, after an opening


def likely_result(rules: RuleSet, playing: Sequence[int], *, seed: str) -> Result:
    """The result of one game among these seats; the same seed gives the same game.

    Games on which `scoring.verification` has a doubt are dealt again.
    """
    chance = random.Random(seed)  # noqa: S311 - a demo, not a lot
    while True:
        result = deal_by_chance(rules, playing, chance)
        if not findings(rules, result):
            return result


def likely_sums(rules: RuleSet, size: int, games: int, *, seed: str) -> dict[int, SeatSum]:
    """Return the foot of a list on which so many games were played; the same seed gives the same sums."""
    points, crosses, augen = (dict.fromkeys(range(1, size + 1), 0) for _column in range(3))
    for number in range(1, games + 1):
        playing = players_of_game(number, size, rules.table.dealer_sits_out(size))
        for seat, worth in score(rules, likely_result(rules, playing, seed=f"{seed}/{number}")).items():
            points[seat] += worth.points
            crosses[seat] += worth.cross
            augen[seat] += worth.augen
    return {seat: SeatSum(points=points[seat], crosses=crosses[seat], augen=augen[seat]) for seat in points}


def deal_by_chance(rules: RuleSet, playing: Sequence[int], chance: random.Random) -> Result:
    """One game by chance, possible or not."""
    ways = possible_finishes(rules)
    finish = chance.choices(ways, weights=[WAYS[way] for way in ways])[0]
    winner = chance.choice(playing) if finish.has_winner else None
    losers = [seat for seat in playing if seat != winner]
    return Result(
        finish=finish,
        winner=winner,
        hands={seat: hand_by_chance(rules, len(playing), finish, chance) for seat in losers},
    )


def hand_by_chance(rules: RuleSet, players: int, finish: Finish, chance: random.Random) -> HandLeft:
    """What one loser still holds."""
    known = limits(rules.law, players=players)
    full = known.hand_cards * sum(known.cards) / len(known.cards)
    opened = chance.random() < OPENED[finish]
    if not rules.family.by_table:  # nothing to open, and melds go down one by one
        return HandLeft(augen=round(chance.uniform(0.1, 0.9) * full) or 1, opened=opened)
    if opened:
        return HandLeft(augen=2 + round(chance.expovariate(1 / (OPENED_MEAN * full))), opened=True)
    return HandLeft(augen=round(chance.gauss(UNOPENED_MEAN, UNOPENED_SPREAD) * full), opened=False)
