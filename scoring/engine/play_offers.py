"""Offers: what may be done next in a position.

`legal_steps` gives every single step: the draw, the pick-up, the recount and the putting back, every lay-down of
one meld (jokers in every place where they may lie), every smallest lay-off (longer ones are made of these), every
swap, every discard. Openings with several melds are too many to be listed without being asked: `openings` gives
them one by one. A step can be legal and still lead nowhere, as a swapped joker that then fits nowhere does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import assert_never

from scoring.engine.cards import JOKER, RANKS, SUITS, Card, card_of
from scoring.engine.law import Law
from scoring.engine.layoffs import layoffs, swaps
from scoring.engine.melds import SMALLEST, Meld, jokers_touch, judge, may_stand, share_allows
from scoring.engine.play import DEEDS
from scoring.engine.play_board import PlayBoard
from scoring.engine.refusals import Forbidden
from scoring.engine.state import Phase, State
from scoring.engine.turns import Discard, Draw, LayDown, LayOff, PickUp, PutBack, Recount, Step, Swap


def legal_steps(state: State) -> Iterator[Step]:
    """Every single step that may be taken now."""
    return (step for step in _offers(state) if _good(state, step))


def openings(state: State) -> Iterator[LayDown]:
    """Every set of melds with which the player who is to move may open, small sets before larger ones."""
    found = sorted(set(hand_melds(state.player.hand, state.law)))
    for size in range(1, len(state.player.hand) // SMALLEST + 1):
        for melds in combinations(found, size):
            step = LayDown(melds=melds)
            if _held(step, state.player.hand) and _good(state, step):
                yield step


def hand_melds(hand: Sequence[Card], law: Law) -> Iterator[tuple[Card, ...]]:
    """Every meld that can be laid from these cards, upwards; the same cards in another order only once.

    >>> from tests.laws import CLUB_2018
    >>> from scoring.engine.notation import read_cards, write_cards
    >>> [write_cards(meld) for meld in hand_melds(read_cards("♥7 ♥8 ★ ♣8"), CLUB_2018)]
    ['★ ♥7 ♥8', '♥7 ♥8 ★', '♣8 ♥8 ★']
    """
    held = Counter(hand)
    for suit in range(SUITS):
        for low in range(RANKS):
            yield from _runs(suit, low, (), held, law)
    for rank in range(RANKS):
        yield from _groups(rank, held, law)


def _runs(
    suit: int, low: int, line: tuple[Card, ...], held: Counter[Card], law: Law
) -> Iterator[tuple[Card, ...]]:
    """Every run from a rung on that begins with this line."""
    if len(line) >= SMALLEST:
        jokers = line.count(JOKER)
        if share_allows(len(line) - jokers, jokers, law) and isinstance(judge(line, law), Meld):
            yield line
    if not may_stand(low, max(len(line) + 1, SMALLEST), law):
        return
    for card in (card_of(suit, (low + len(line)) % RANKS), JOKER):
        longer = (*line, card)
        if longer.count(card) <= held[card] and (law.jokers_adjacent or not jokers_touch(longer)):
            yield from _runs(suit, low, longer, held, law)


def _groups(rank: int, held: Counter[Card], law: Law) -> Iterator[tuple[Card, ...]]:
    naturals = [card for suit in range(SUITS) if held[card := card_of(suit, rank)]]
    for size in range(SMALLEST, law.group_max + 1):
        for count in range(1, min(size, len(naturals)) + 1):
            jokers = size - count
            if jokers <= held[JOKER] and share_allows(count, jokers, law):
                for cards in combinations(naturals, count):
                    verdict = judge((*cards, *[JOKER] * jokers), law)
                    if isinstance(verdict, Meld):
                        yield verdict.cards


# --- steps to be tried --------------------------------------------------------------------------------


def _offers(state: State) -> Iterator[Step]:
    match state.phase:
        case Phase.DRAW:
            yield from _takings(state)
        case Phase.USE | Phase.PLAY:
            yield from _layings(state)
            yield from _endings(state)
        case Phase.DISCARD | Phase.PUT_BACK:
            yield from _endings(state)
        case Phase.OVER:
            return
        case unknown:
            assert_never(unknown)


def _takings(state: State) -> Iterator[Step]:
    yield Draw(card=state.stock[-1] if state.stock else state.pile[0])
    if state.pile:
        yield PickUp(card=state.pile[-1])
    yield Recount()


def _layings(state: State) -> Iterator[Step]:
    hand, law = state.player.hand, state.law
    for meld in sorted(set(hand_melds(hand, law))):
        yield LayDown(melds=(meld,))
    held = Counter(hand)
    for number, laid in enumerate(state.table, start=1):
        for step in layoffs(laid.meld, law):
            if not Counter(step.cards) - held:
                yield LayOff(meld=number, cards=step.cards, end=step.end)
        for swap in swaps(laid.meld, law):
            if held[swap.card]:
                yield Swap(meld=number, card=swap.card)


def _endings(state: State) -> Iterator[Step]:
    for card in sorted(set(state.player.hand)):
        yield Discard(card=card)
    yield PutBack()


def _good(state: State, step: Step) -> bool:
    """Whether a step is allowed and is not a lay-out that fails."""
    board = PlayBoard(state)
    try:
        DEEDS[type(step)](board, step)
    except Forbidden:
        return False
    failed = type(step) is LayDown and board.phase in (Phase.DISCARD, Phase.PUT_BACK)
    return not failed


def _held(step: LayDown, hand: Sequence[Card]) -> bool:
    return not Counter(card for meld in step.melds for card in meld) - Counter(hand)
