"""Growing: every way in which the cards of a hand can be laid off at, or swapped into, one meld on the table.

A growth is judged in the shape in which the meld ends up. Its jokers are counted net: those laid down
less those swapped out; a swap needs no joker, so all swaps of a turn can come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.engine.cards import JOKER, RANKS, SUITS, Card, card_of, suit_of
from scoring.engine.law import Law
from scoring.engine.melds import Kind, Meld, group_of, may_stand, run_of, share_allows


class Growth(NamedTuple):
    """What is done to the meld at place `at` of the table."""

    at: int
    swapped: tuple[Card, ...]  # cards that took the place of a joker
    before: tuple[Card, ...]  # laid off before a run, in table order
    after: tuple[Card, ...]  # laid off behind a run, or into a group

    @property
    def jokers(self) -> int:
        """Jokers laid down less jokers swapped out."""
        return self.before.count(JOKER) + self.after.count(JOKER) - len(self.swapped)

    @property
    def naturals(self) -> tuple[Card, ...]:
        """The natural cards that leave the hand."""
        return tuple(card for card in (*self.swapped, *self.before, *self.after) if card != JOKER)

    def indirect(self, card: Card) -> bool:
        """Return whether the card lies where it fits only after another card has been laid off."""
        near = (*self.swapped, *self.before[-1:], *self.after[:1])
        return card in (*self.before, *self.after) and card not in near

    def fits_at_once(self, card: Card, meld: Meld) -> bool:
        """Return whether the card takes a joker's place or lies next to what lay there; in a group each card does."""
        used = card in (*self.swapped, *self.before, *self.after)
        return used and (meld.kind is Kind.GROUP or not self.indirect(card))


def grown(meld: Meld, growth: Growth, law: Law) -> Meld:
    """The meld after a growth."""
    if meld.kind is Kind.GROUP:
        naturals = [card for card in meld.cards if card != JOKER]
        jokers = len(meld.cards) - len(naturals) - len(growth.swapped)
        return group_of((*naturals, *growth.swapped, *growth.after, *[JOKER] * jokers), law)
    cards = list(meld.cards)
    for card in growth.swapped:
        place = next(at for at, stands in meld.jokers if cards[at] == JOKER and stands[0] == card)
        cards[place] = card
    low = (meld.low - len(growth.before)) % RANKS
    return run_of((*growth.before, *cards, *growth.after), low, law)


def growths(at: int, meld: Meld, counts: Sequence[int], jokers: int, law: Law) -> Iterator[Growth]:
    """Every growth of a meld with naturals held so often (`counts`) and at most so many jokers laid down."""
    if meld.kind is Kind.GROUP:
        return _group_growths(at, meld, counts, jokers, law)
    return _run_growths(at, meld, counts, jokers, law)


def _group_growths(at: int, meld: Meld, counts: Sequence[int], jokers: int, law: Law) -> Iterator[Growth]:
    within = meld.cards.count(JOKER)
    naturals = len(meld.cards) - within
    room = max(min(law.group_max, SUITS) - len(meld.cards), 0)
    held = [
        card for suit in range(SUITS) if counts[card := card_of(suit, meld.low)] and card not in meld.cards
    ]
    for count in range(len(held) + 1):
        for chosen in combinations(held, count):
            for swaps in range(min(count, within) + 1 if law.joker_swap else 1):
                laid = count - swaps
                full = len(meld.cards) + laid == SUITS
                if laid <= room and (full or not swaps or not law.swap_needs_full_group):
                    yield Growth(at, chosen[laid:], (), chosen[:laid])
            for more in range(1, min(jokers, room - count) + 1):
                if share_allows(naturals + count, within + more, law):
                    yield Growth(at, (), (), (*chosen, *[JOKER] * more))


def _run_growths(at: int, meld: Meld, counts: Sequence[int], jokers: int, law: Law) -> Iterator[Growth]:
    suit, low, length = suit_of(meld.stands[0][0]), meld.low, len(meld.cards)
    wanted = [stands[0] for _unused, stands in meld.jokers] if law.joker_swap else []
    swappable = [card for card in wanted if counts[card]]
    within = meld.cards.count(JOKER)
    for count in range(len(swappable) + 1):
        for swapped in combinations(swappable, count):
            left = within - count
            edges = [
                edge == JOKER and stands[0] not in swapped
                for edge, stands in ((meld.cards[0], meld.stands[0]), (meld.cards[-1], meld.stands[-1]))
            ]
            room = [most for most in range(RANKS + 2 - length) if _may_grow(low, length, most, law)]
            down = list(_lines(suit, [low - 1 - i for i in room], counts, jokers + count, edges[0], law))
            up = list(_lines(suit, [low + length + i for i in room], counts, jokers + count, edges[1], law))
            for before in down:
                for after in up:
                    laid = before.count(JOKER) + after.count(JOKER)
                    total = length + len(before) + len(after)
                    if (
                        laid <= jokers + count
                        and may_stand((low - len(before)) % RANKS, total, law)
                        and share_allows(total - left - laid, left + laid, law)
                    ):
                        yield Growth(at, swapped, before[::-1], after)


def _may_grow(low: int, length: int, by: int, law: Law) -> bool:
    """Whether a run may be longer by one more than so many cards, at either end."""
    return may_stand((low - by - 1) % RANKS, length + by + 1, law) or may_stand(low, length + by + 1, law)


def _lines(
    suit: int, rungs: Sequence[int], counts: Sequence[int], jokers: int, edge_is_joker: bool, law: Law
) -> Iterator[tuple[Card, ...]]:
    """Every row of cards that climbs these rungs away from the meld, the empty one first."""
    stack: list[tuple[tuple[Card, ...], int]] = [((), 0)]
    while stack:
        line, used = stack.pop()
        yield line
        if len(line) == len(rungs):
            continue
        card = card_of(suit, rungs[len(line)] % RANKS)
        if counts[card]:
            stack.append(((*line, card), used))
        touches = line[-1] == JOKER if line else edge_is_joker
        if used < jokers and (law.jokers_adjacent or not touches):
            stack.append(((*line, JOKER), used + 1))
