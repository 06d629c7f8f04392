"""How a meld on the table grows: which cards can be laid off at it, which may be swapped for its jokers.

What lies, lies: the cards of a meld keep their places and a joker in a run keeps its meaning. A meld is
judged in the shape in which it ends up, so a joker and its neighbour may be laid off together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.cards import JOKER, RANKS, SUITS, Card, card_of, suit_of
from scoring.engine.law import Law
from scoring.engine.melds import (
    Flaw,
    Kind,
    Meld,
    Reason,
    fillings,
    flaw,
    group_of,
    jokers_touch,
    judge,
    may_stand,
    run_of,
    share_allows,
    wrong_share,
)
from scoring.engine.notation import write_cards
from scoring.sentence import gettext_noop


class End(StrEnum):
    """Where a card is laid off."""

    FRONT = "front"  # before the lowest card of a run
    BACK = "back"  # behind its highest card; into a group


@dataclass(frozen=True, slots=True, kw_only=True)
class LayOff:
    """A step by which a meld can grow: one card, or a joker together with the neighbour that it needs."""

    cards: tuple[Card, ...]  # in table order
    end: End
    stands: tuple[tuple[Card, ...], ...]


def layoffs(meld: Meld, law: Law) -> tuple[LayOff, ...]:
    """Every smallest step by which the meld can grow; all longer ones are made of these.

    A joker is offered together with the natural card beyond it where alone it would be one too many.
    """
    if meld.kind is Kind.GROUP:
        return _group_layoffs(meld, law)
    return (*_end_layoffs(meld, End.FRONT, law), *_end_layoffs(meld, End.BACK, law))


def _group_layoffs(meld: Meld, law: Law) -> tuple[LayOff, ...]:
    if len(meld.cards) >= min(law.group_max, SUITS):
        return ()
    jokers = meld.cards.count(JOKER)
    missing = tuple(card for suit in range(SUITS) if (card := card_of(suit, meld.low)) not in meld.cards)
    steps = [LayOff(cards=(card,), end=End.BACK, stands=((card,),)) for card in missing]
    if share_allows(len(meld.cards) - jokers, jokers + 1, law):
        steps.append(LayOff(cards=(JOKER,), end=End.BACK, stands=(missing,)))
    return tuple(steps)


def _end_layoffs(meld: Meld, end: End, law: Law) -> list[LayOff]:
    suit, length = suit_of(meld.stands[0][0]), len(meld.cards)
    jokers = meld.cards.count(JOKER)
    naturals = length - jokers
    front = end is End.FRONT

    def may_grow(by: int) -> bool:
        return may_stand((meld.low - by) % RANKS if front else meld.low, length + by, law)

    def beyond(steps: int) -> Card:
        rung = meld.low - steps if front else meld.low + length - 1 + steps
        return card_of(suit, rung % RANKS)

    if not may_grow(1):
        return []
    near = beyond(1)
    found = [LayOff(cards=(near,), end=end, stands=((near,),))]
    edge = meld.cards[0 if front else -1]
    if edge == JOKER and not law.jokers_adjacent:
        return found
    if share_allows(naturals, jokers + 1, law):
        found.append(LayOff(cards=(JOKER,), end=end, stands=((near,),)))
    elif share_allows(naturals + 1, jokers + 1, law) and may_grow(2):
        far = beyond(2)
        cards, stands = (JOKER, far), ((near,), (far,))
        found.append(
            LayOff(cards=cards[::-1], end=end, stands=stands[::-1])
            if front
            else LayOff(cards=cards, end=end, stands=stands)
        )
    return found


def laid_off(meld: Meld, step: LayOff, law: Law) -> Meld:
    """The meld after a step that `layoffs` offered."""
    if meld.kind is Kind.GROUP:
        return group_of((*meld.cards, *step.cards), law)
    if step.end is End.FRONT:
        return run_of((*step.cards, *meld.cards), (meld.low - len(step.cards)) % RANKS, law)
    return run_of((*meld.cards, *step.cards), meld.low, law)


def extend(meld: Meld, law: Law, *, before: Sequence[Card] = (), after: Sequence[Card] = ()) -> Meld | Flaw:
    """The meld with cards laid before and behind it, judged in the shape in which it ends up."""
    verdict = judge((*before, *meld.cards, *after), law)
    if isinstance(verdict, Meld) or verdict.reason not in _STRANGE:
        return verdict
    return _does_not_fit((*before, *after), meld, law)


def extensions(meld: Meld, cards: Sequence[Card], law: Law) -> tuple[Meld, ...]:
    """Every way to lay a heap of cards off at a meld together; those that count most first."""
    if meld.kind is Kind.GROUP:
        verdict = extend(meld, law, after=cards)
        return (verdict,) if isinstance(verdict, Meld) else ()
    length = len(meld.cards) + len(cards)
    jokers = meld.cards.count(JOKER) + cards.count(JOKER)
    if not share_allows(length - jokers, jokers, law):
        return ()
    found = [
        run for run in _longer_runs(meld, cards, law) if law.jokers_adjacent or not jokers_touch(run.cards)
    ]
    return tuple(sorted(found, key=lambda run: -run.value))


def lay_off(meld: Meld, cards: Sequence[Card], law: Law) -> Meld | Flaw:
    """The meld with a heap of cards laid off at it, or why they cannot be.

    A joker that could go to either end goes where the meld counts more, among equals behind it.
    """
    found = extensions(meld, cards, law)
    if found:
        return found[0]
    if meld.kind is Kind.GROUP:
        return _as_flaw(extend(meld, law, after=cards))
    jokers = meld.cards.count(JOKER) + cards.count(JOKER)
    naturals = len(meld.cards) + len(cards) - jokers
    if not share_allows(naturals, jokers, law):
        return wrong_share(naturals, jokers, law)
    if any(_longer_runs(meld, cards, law)):
        text = gettext_noop("Zwei Joker liegen nebeneinander; zwischen ihnen muss eine andere Karte liegen.")
        return flaw(Reason.JOKERS_ADJACENT, law, text)
    return _does_not_fit(cards, meld, law)


_STRANGE = frozenset({Reason.NEITHER, Reason.CARD_TWICE, Reason.GAP, Reason.ORDER})


def _longer_runs(meld: Meld, cards: Sequence[Card], law: Law) -> Iterator[Meld]:
    """Every longer run with all these cards at its ends; touching jokers are not looked at."""
    suit, length = suit_of(meld.stands[0][0]), len(meld.cards) + len(cards)
    for front in range(len(cards) + 1):
        low = (meld.low - front) % RANKS
        if not may_stand(low, length, law):
            continue
        rungs = [*range(low, low + front), *range(low + front + len(meld.cards), low + length)]
        for line in fillings(suit, rungs, cards):
            yield run_of((*line[:front], *meld.cards, *line[front:]), low, law)


def _does_not_fit(cards: Sequence[Card], meld: Meld, law: Law) -> Flaw:
    text = gettext_noop("{cards} passt nicht an {meld}.")
    return flaw(Reason.DOES_NOT_FIT, law, text, cards=write_cards(cards), meld=str(meld))


def _as_flaw(verdict: Meld | Flaw) -> Flaw:
    assert isinstance(verdict, Flaw)
    return verdict


# --- swapping jokers ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """A card that may take the place of a joker on the table."""

    card: Card
    at: int  # the joker's place in the meld


def swaps(meld: Meld, law: Law) -> tuple[Swap, ...]:
    """Every card that may be swapped for a joker of this meld; in a group only once it is complete.

    Two jokers in one group are alike, so the group offers only its first.
    """
    if not law.joker_swap or JOKER not in meld.cards:
        return ()
    if meld.kind is Kind.RUN:
        return tuple(Swap(card=cards[0], at=at) for at, cards in meld.jokers)
    if law.swap_needs_full_group and len(meld.cards) < SUITS:
        return ()
    at, cards = meld.jokers[0]
    return tuple(Swap(card=card, at=at) for card in cards)


def swapped(meld: Meld, swap: Swap, law: Law) -> Meld:
    """The meld after a swap that `swaps` offered."""
    cards = (*meld.cards[: swap.at], swap.card, *meld.cards[swap.at + 1 :])
    return group_of(cards, law) if meld.kind is Kind.GROUP else run_of(cards, meld.low, law)
