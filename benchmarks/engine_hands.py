"""Hands for the engine's benchmarks: the same seeds, the same hands, everywhere."""

from __future__ import annotations

import random
from collections.abc import Callable

from scoring.engine.cards import FACES, JOKER, RANKS, SUITS, Card, full_deck
from scoring.rules import built_in

CLUB = built_in("club_2018").law
FEDERATION = built_in("federation").law
BASIC = built_in("basic").law
Hand = tuple[Card, ...]


def random_hands(count: int, *, size: int = 14, gin: bool = False, seed: int = 1) -> list[Hand]:
    """Hands as they are dealt."""
    rng = random.Random(seed)
    deck = full_deck(BASIC if gin else CLUB)
    return [tuple(rng.sample(deck, size)) for _unused in range(count)]


def near_finished(count: int, *, size: int = 14, gin: bool = False, seed: int = 2) -> list[Hand]:
    """Melds side by side until one card is missing, and one card more; about a third of the melds hold a joker."""
    rng = random.Random(seed)
    deck = full_deck(BASIC if gin else CLUB)
    return [_near_finished(deck, size, rng) for _unused in range(count)]


def _near_finished(deck: tuple[Card, ...], size: int, rng: random.Random) -> Hand:
    left = list(deck)
    hand: list[Card] = []
    while (room := size - 1 - len(hand)) >= 3:
        count = min(room, rng.choice([3, 3, 3, 4, 4, 5]))
        if room - count in (1, 2):
            count = min(room, 5)
        meld = _any_meld(count, rng)
        if JOKER in left and rng.random() < 0.35:
            meld[rng.randrange(count)] = JOKER
        if all(meld.count(card) <= left.count(card) for card in meld):
            for card in meld:
                left.remove(card)
            hand += meld
    hand += rng.sample(left, size - len(hand))
    rng.shuffle(hand)
    return tuple(hand)


def _any_meld(count: int, rng: random.Random) -> list[Card]:
    if count < 5 and rng.random() < 0.5:
        rank = rng.randrange(RANKS)
        return [suit * RANKS + rank for suit in rng.sample(range(SUITS), count)]
    low, suit = rng.randrange(RANKS + 1 - count), rng.randrange(SUITS)
    return [suit * RANKS + low + at for at in range(count)]


def climb(cost: Callable[[Hand], float], *, steps: int, restarts: int, seed: int = 3) -> tuple[Hand, float]:
    """The hand that costs most, found by changing one card at a time from many beginnings."""
    rng = random.Random(seed)
    deck = full_deck(CLUB)
    found: tuple[Hand, float] = ((), 0.0)
    for start in range(restarts):
        hand = _beginning(start, rng)
        worst = cost(tuple(hand))
        for _unused in range(steps):
            other = list(hand)
            for _unused in range(rng.choice([1, 1, 2])):
                other[rng.randrange(len(other))] = rng.choice(deck)
            if all(other.count(card) <= (CLUB.jokers if card == JOKER else 2) for card in other):
                now = cost(tuple(other))
                if now > worst:
                    hand, worst = other, now
        if worst > found[1]:
            found = (tuple(sorted(hand)), worst)
    return found


def _beginning(start: int, rng: random.Random) -> list[Card]:
    """One suit, two suits, a few ranks, anything, in turn; some jokers."""
    jokers = rng.randrange(5)
    suits, ranks = rng.sample(range(SUITS), 2), rng.sample(range(RANKS), 4)
    some = [
        [card for card in range(FACES) if card // RANKS == suits[0]],
        [card for card in range(FACES) if card // RANKS in suits],
        [card for card in range(FACES) if card % RANKS in ranks],
        list(range(FACES)),
    ][start % 4] * 2
    return rng.sample(some, 14 - jokers) + [JOKER] * jokers
