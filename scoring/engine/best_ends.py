"""The ends of a turn: which states of a frontier a turn may end in, which are best, and the turns that lead there."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from scoring.engine.cards import JOKER, Card
from scoring.engine.law import GoingOut, Law
from scoring.engine.melds import Meld, demand
from scoring.engine.notation import write_melds
from scoring.engine.patterns import AUGEN, VALUE, State
from scoring.engine.solver import Frontier, Holding, trace

RANK: Final = 40  # bits below are what a state gained
At: TypeAlias = tuple[State, int]  # a state and the jokers used


class BestTurn(NamedTuple):
    """One way to use a hand: melds as they are laid, the discard, their value, and the Augen left.

    A tuple and no dataclass, because thousands are made in a second.
    """

    melds: tuple[tuple[Card, ...], ...]
    discard: Card | None  # None: out without a discard
    value: int
    left: int

    def judged(self, law: Law) -> tuple[Meld, ...]:
        """The melds with what their jokers stand for."""
        return tuple(demand(meld, law) for meld in self.melds)

    def __str__(self) -> str:
        return write_melds(self.melds)


class Best(NamedTuple):
    """The best turns of one hand; None where there is no such turn."""

    opening: BestTurn | None  # the highest value of own melds
    least: BestTurn | None  # the fewest Augen left, whatever the melds count
    least_opened: BestTurn | None  # the same among lay-outs that reach the opening value
    goes_out: BestTurn | None  # nothing is left but the discard
    super: BestTurn | None  # nothing is left at all, in one turn (Superrommé)

    @property
    def recommended(self) -> BestTurn | None:
        """The turn to show first: it goes out, or it leaves least; where possible with an opening."""
        return self.goes_out or self.least_opened or self.least

    @property
    def value(self) -> int:
        """The highest value of own melds that can be laid in this turn."""
        return self.opening.value if self.opening else 0


NO_TURN: Final = Best(None, None, None, None, None)


def nothing_to_meld(holding: Holding) -> Best:
    """What most hands without jokers are: keep everything, discard the card that counts most."""
    augen, card = best_discard(holding, holding.start, 0) if holding.jokers else holding.highest[2:]
    only = BestTurn((), card, 0, holding.augen - augen)
    return Best(only, only, None if holding.patterns.floor else only, None, None)


def choose(holding: Holding, states: Frontier) -> Best:
    """The best turns of a hand: the states of a frontier in which a turn may end, judged by each of the three measures."""
    patterns, jokers, full = holding.patterns, holding.jokers, holding.full
    out_at_once = None
    if patterns.discard_needed and full in states[jokers] and holding.naturals:
        if holding.law.going_out is GoingOut.DISCARD_OR_SUPER:
            out_at_once = turn(holding, states, (full, jokers))
        del states[jokers][full]
    if jokers > 1 and patterns.joker_only_last:
        for some in states[: jokers - 1]:
            some.pop(full, None)  # nothing but jokers left, and more than one
    chosen = _choose(holding, states)
    if chosen is None:
        return NO_TURN
    opening_at, least_at, opened_at = chosen
    least = turn(holding, states, least_at)
    opening = least if opening_at == least_at else turn(holding, states, opening_at)
    opened = least if opened_at == least_at else opened_at and turn(holding, states, opened_at)
    goes_out = None if least.left and patterns.all_count else _goes_out(holding, states)
    return Best(opening, least, opened, goes_out, out_at_once)


def _choose(holding: Holding, states: Frontier) -> tuple[At, At, At | None] | None:
    """Where the highest value is, the least Augen left, and the least with an opening.

    Among turns that are equally good the one that is better in the other measure.
    """
    patterns = holding.patterns
    mask, full, augen, _unused = holding.highest
    if holding.jokers and not (mask and patterns.joker_only_last):
        mask = full = 0  # the discard may be a joker: look at every state
        augen = max(augen, patterns.joker_augen)
    floor = patterns.floor
    highest = least = opened = -1
    highest_at = least_at = opened_at = None
    need = need_opened = 0
    for used in range(holding.jokers, -1, -1):
        for state, gained in states[used].items():
            if gained > highest:
                highest, highest_at = gained, (state, used)
            melded = gained & AUGEN
            if melded < need and (melded < need_opened or gained < floor):
                continue
            away = melded + (augen if state & mask != full else best_discard(holding, state, used)[0])
            rank = away << RANK | gained
            if rank > least:
                least, least_at, need = rank, (state, used), away - augen
            if gained >= floor and rank > opened:
                opened, opened_at, need_opened = rank, (state, used), away - augen
    return highest_at and least_at and (highest_at, least_at, opened_at)


def _goes_out(holding: Holding, states: Frontier) -> BestTurn | None:
    """The turn of the highest value that leaves nothing but the discard."""
    jokers = holding.jokers
    ends = [(holding.full - unit, jokers) for unit, _unused in holding.units()]
    if jokers:
        ends.append((holding.full, jokers - 1))
    if not holding.patterns.discard_needed:
        ends.append((holding.full, jokers))
    found = [(states[used][state], (state, used)) for state, used in ends if state in states[used]]
    return turn(holding, states, max(found)[1]) if found else None


def best_discard(holding: Holding, state: State, used: int) -> tuple[int, Card | None]:
    """The Augen and the card of the best discard; nothing where nothing is left."""
    jokers, joker_augen = holding.jokers - used, holding.patterns.joker_augen
    mask, full, augen, card = holding.highest
    if not jokers and state & mask != full:
        return augen, card
    if state == holding.full:
        return (joker_augen, JOKER) if jokers else (0, None)
    augen, card = holding.top(state)
    if jokers and joker_augen > augen and not holding.patterns.joker_only_last:
        return joker_augen, JOKER
    return augen, card


def turn(holding: Holding, states: Frontier, at: At) -> BestTurn:
    """The turn that ends in a state, with its melds."""
    state, used = at
    gained = states[used][state]
    augen, card = best_discard(holding, state, used)
    melds = trace(holding, states, state, used)
    return BestTurn(melds, card, gained >> VALUE, holding.augen - (gained & AUGEN) - augen)
