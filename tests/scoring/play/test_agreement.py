"""The two halves of the engine agree: a turn that `best_turn` finds can be played, and what was played it finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.engine.best import best
from scoring.engine.cards import JOKER, Card, augen, full_deck
from scoring.engine.classify import finishes
from scoring.engine.law import Finish, Law
from scoring.engine.layoffs import End, layoffs
from scoring.engine.melds import Meld, demand, judge
from scoring.engine.notation import read_card, read_cards, read_melds
from scoring.engine.play import play, step_refusal
from scoring.engine.play_offers import legal_steps, openings
from scoring.engine.player import play_game
from scoring.engine.replay import positions
from scoring.engine.state import Laid, Phase, Position, State
from scoring.engine.table import TableTurn, best_turn
from scoring.engine.turns import Discard, Draw, LayDown, LayOff, PickUp, PutBack, Step, Swap
from tests.scoring.play.places import LAWS


def deeds(turn: TableTurn) -> Iterator[list[Step]]:
    """The steps of a turn without its discard; melds with a swapped joker may have to come second."""
    swaps = [Swap(meld=growth.at + 1, card=card) for growth in turn.grown for card in growth.swapped]
    offs = []
    for growth in turn.grown:
        if growth.before:
            offs.append(LayOff(meld=growth.at + 1, cards=growth.before, end=End.FRONT))
        if growth.after:
            offs.append(LayOff(meld=growth.at + 1, cards=growth.after, end=End.BACK))
    melds = turn.melds
    for first in range(2 ** len(melds) - 1, -1, -1):
        now = tuple(meld for at, meld in enumerate(melds) if first >> at & 1)
        then = tuple(meld for at, meld in enumerate(melds) if not first >> at & 1)
        yield [*[LayDown(melds=some) for some in (now, then) if some], *swaps, *offs]
        if not swaps:
            return


def played(state: State, turn: TableTurn) -> State | None:
    """The position after a turn, in whatever order its steps are legal."""
    for order in (order for steps in deeds(turn) for order in orders(steps)):
        now = state
        for step in order:
            if step_refusal(now, step):
                break
            now = play(now, step)
        else:
            if turn.discard is None or now.phase is Phase.OVER:
                return now if now.turn > state.turn or now.phase is Phase.OVER else None
            if not step_refusal(now, Discard(card=turn.discard)):
                return play(now, Discard(card=turn.discard))
    return None


def orders(steps: list[Step]) -> Iterator[tuple[Step, ...]]:
    return (order for _, order in zip(range(800), permutations(steps), strict=False))


def after_drawing(who: str, seats: int, seed: int) -> Iterator[tuple[State, State]]:
    """Every position of a game after its draw, with the one before it."""
    law = LAWS[who]
    record = play_game(law, rules=who, seats=seats, seed=seed)
    for turn, state in zip(record.turns, positions(record, law), strict=False):
        yield play(state, turn.steps[0]), state


@pytest.mark.parametrize(("who", "seats"), [("basic", 3), ("club", 4), ("fed", 4)])
def test_what_best_turn_finds_can_be_played(who, seats):
    law = LAWS[who]
    checked = won = 0
    for seed in range(12):
        for drawn, before in after_drawing(who, seats, seed):
            me = before.player
            table = [laid.meld for laid in before.table]
            picked = drawn.doing.picked
            hand = drawn.player.hand if picked is None else me.hand
            found = best_turn(table, hand, law, opened=me.opened, open_card=picked)
            for turn in (found.least, found.finish):
                if turn is None:
                    continue
                checked += 1
                after = played(drawn, turn)
                assert after is not None, f"seed {seed}, turn {before.turn}: {turn}"
                if turn.finish:
                    won += 1
                    assert after.outcome is not None
                    assert after.outcome.finish is turn.finish
                    assert turn.finish in finishes(law)
    assert checked > 100
    assert won > 5


@pytest.mark.parametrize(("who", "seats"), [("basic", 3), ("club", 4), ("fed", 4)])
def test_best_turn_finds_the_finish_that_was_played(who, seats):
    law = LAWS[who]
    for seed in range(25):
        record = play_game(law, rules=who, seats=seats, seed=seed)
        last = list(positions(record, law))[-2]
        me, first = last.player, record.turns[-1].steps[0]
        table = [laid.meld for laid in last.table]
        if isinstance(first, PickUp):
            found = best_turn(table, me.hand, law, opened=me.opened, open_card=first.card)
        else:
            assert isinstance(first, Draw)
            found = best_turn(table, (*me.hand, first.card), law, opened=me.opened)
        assert found.finish is not None, f"seed {seed}"


def at_a_table(law, hand, melds, *, opened: bool) -> State:
    """A drawn position with these cards in hand and these melds, everything else in the stock."""
    stock = list(full_deck(law))
    for card in [*hand, *[card for meld in melds for card in meld.cards]]:
        stock.remove(card)
    others = tuple(Position(seat=seat, hand=(stock.pop(0),), opened=True) for seat in (2, 3))
    *before, drawn = hand
    state = State(
        law=law,
        seats=3,
        dealer=3,
        players=(Position(seat=1, hand=tuple(sorted(before)), opened=opened), *others),
        to_move=1,
        phase=Phase.DRAW,
        table=tuple(Laid(owner=2, meld=meld) for meld in melds),
        stock=(*stock[1:], drawn),
        pile=(stock[0],),
    )
    return play(state, Draw(card=drawn))


@st.composite
def joker_hands(draw):
    """Many jokers, a few natural cards at most, and melds that take some of them."""
    law = LAWS[draw(st.sampled_from(["club", "fed"]))]
    lines = [(32, 33, 34), (32, JOKER, 34), (6, 19, 32), (6, 19, 32, 45), (6, JOKER, 19), (26, 27, 28, JOKER)]
    found = [judge(line, law) for line in draw(st.lists(st.sampled_from(lines), max_size=2))]
    melds = [meld for meld in found if isinstance(meld, Meld)]
    naturals = draw(st.lists(st.sampled_from([31, 33, 35, 45, 1]), max_size=2, unique=True))
    hand = draw(st.permutations([*naturals, *[JOKER] * draw(st.integers(0 if naturals else 1, 3))]))
    deck = full_deck(law)
    all_cards = [*hand, *[card for meld in melds for card in meld.cards]]
    fits = all(all_cards.count(card) <= deck.count(card) for card in all_cards)
    may_be_new = set(hand) == {JOKER} and len(hand) > 1  # others would go out with too few cards
    return law, tuple(hand), tuple(melds if fits else ()), not may_be_new or draw(st.booleans())


@given(joker_hands())
def test_whoever_holds_jokers_is_judged_alike_by_best_turn_best_and_play(dealt):
    """Two jokers left over are discarded by nobody; who holds nothing else keeps them, and the turn is over."""
    law, hand, melds, opened = dealt
    state = at_a_table(law, hand, melds, opened=opened)
    found = best_turn(melds, hand, law, opened=opened)
    jokers_only = set(hand) == {JOKER} and len(hand) > 1
    assert (best(hand, law).least is None) == jokers_only
    if jokers_only and state.phase is Phase.DRAW:  # the turn was over with the draw
        assert found.finish is None
        assert found.least is not None
        assert (found.least.grown, found.least.discard, len(state.at(1).hand)) == ((), None, len(hand))
        return
    for turn in (found.least, found.finish):
        if turn is not None:
            after = played(state, turn)
            assert after is not None, turn
            assert (after.outcome is not None) == (turn.finish is not None)
    ends = set(all_ends(state))
    assert (found.least.left if found.least else None) == min((left for left, _ in ends), default=None)
    assert (found.finish is not None) == any(out for _, out in ends)


def all_ends(state: State) -> Iterator[tuple[int, bool]]:
    """What every sequence of offered steps leads to: Augen left, and whether the game is won."""
    todo, seen = [state], set()
    while todo:
        now = todo.pop()
        for step in legal_steps(now):
            after = play(now, step)
            if after.phase is Phase.OVER:
                yield 0, True
            elif after.turn > state.turn:
                yield augen(after.at(1).hand, state.law), False
            elif after.phase is Phase.PLAY and (key := (after.players, after.table, after.doing)) not in seen:
                seen.add(key)
                todo.append(after)


# --- every turn that can be played, with the open card or without, against the best one -----------------


@dataclass(frozen=True)
class Table:
    """A position before the draw: `card` is the open card that is taken, or the one that is drawn."""

    law: Law
    melds: tuple[Meld, ...]
    hand: tuple[Card, ...]
    card: Card
    opened: bool
    takes_open: bool

    @property
    def state(self) -> State:
        stock = list(full_deck(self.law))
        for card in (*self.hand, self.card, *[card for meld in self.melds for card in meld.cards]):
            stock.remove(card)
        others = tuple(Position(seat=seat, hand=(stock.pop(0),), opened=True) for seat in (2, 3))
        below = stock.pop(0)
        top, drawn = (self.card, ()) if self.takes_open else (stock.pop(0), (self.card,))
        return State(
            law=self.law,
            seats=3,
            dealer=3,
            players=(Position(seat=1, hand=tuple(sorted(self.hand)), opened=self.opened), *others),
            to_move=1,
            phase=Phase.DRAW,
            table=tuple(Laid(owner=2, meld=meld) for meld in self.melds),
            stock=(*stock, *drawn),
            pile=(below, top),
        )


def near_cards(melds: Sequence[Meld], law: Law) -> list[Card]:
    """The cards that melds stand for or can take, and their neighbours."""
    fits = {card for meld in melds for may in meld.stands for card in may}
    fits |= {card for meld in melds for step in layoffs(meld, law) for card in step.cards if card != JOKER}
    return sorted(fits | {card - card % 13 + (card % 13 + by) % 13 for card in fits for by in (-1, 1)})


@st.composite
def tables(draw) -> Table:
    """Melds with jokers in them, and a small hand that has something to do with them."""
    law = LAWS[draw(st.sampled_from(["club", "club", "fed", "basic"]))]
    found = []
    for _ in range(draw(st.integers(0, 3))):
        low, suit = draw(st.integers(0, 12)), draw(st.integers(0, 1))
        if draw(st.booleans()):
            line = [suit * 13 + (low + at) % 13 for at in range(draw(st.integers(3, 5)))]
        else:
            line = [suit * 13 + low for suit in draw(st.permutations(range(4)))[: draw(st.integers(3, 4))]]
        for at in draw(st.lists(st.integers(0, len(line) - 1), max_size=2)) if law.jokers else ():
            line[at] = JOKER
        found.append(judge(line, law))
    melds = tuple(meld for meld in found if isinstance(meld, Meld))
    deck = full_deck(law)
    lying = [card for meld in melds for card in meld.cards]
    if any(lying.count(card) > deck.count(card) for card in lying):
        melds, lying = (), []
    near = near_cards(melds, law) or [6, 7, 8]
    one = st.one_of(st.sampled_from(near), st.sampled_from([*near, 6, 19, 32, 45]), st.integers(0, 51))
    if law.jokers:
        one = st.one_of(one, st.just(JOKER))
    held: list[Card] = []
    for card in draw(st.lists(one, min_size=3, max_size=6)):
        if (*lying, *held).count(card) < deck.count(card):
            held.append(card)
    *hand, card = (
        held if len(held) > 1 else [0, 1] if not lying else [*held, min(set(deck) - set(lying) - set(held))]
    )
    opened = draw(st.booleans())
    if law.opening_augen and not opened:
        law = replace(law, opening_augen=draw(st.sampled_from([15, 24, 40])))
    law = replace(law, hand_cards={3: len(hand)})  # a Hand-Rommé of so few cards
    return Table(law, melds, tuple(hand), card, opened, draw(st.booleans()))


def as_written(
    who: str, melds: str, hand: str, card: str, *, opened: bool = True, takes_open: bool = True
) -> Table:
    law = LAWS[who]
    hand_cards = {3: len(read_cards(hand))}
    lying = tuple(demand(cards, law) for cards in read_melds(melds))
    law = replace(law, hand_cards=hand_cards)
    return Table(law, lying, read_cards(hand), read_card(card), opened, takes_open)


def every_end(drawn: State) -> set[tuple[int, Finish | None]]:
    """Every end of a turn that any sequence of steps leads to, but for those that put the open card back."""
    todo, seen = [drawn], set()
    ends: set[tuple[int, Finish | None]] = set()
    while todo:
        now = todo.pop()
        steps = [step for step in legal_steps(now) if not isinstance(step, PutBack)]
        if now.law.opening_augen and not now.player.opened and now.phase in (Phase.USE, Phase.PLAY):
            steps += [step for step in openings(now) if len(step.melds) > 1]
        for step in steps:
            after = play(now, step)
            if after.phase is Phase.OVER or after.turn > drawn.turn:
                finish = after.outcome.finish if after.outcome and after.outcome.winner else None
                ends.add((0 if finish else augen(after.at(1).hand, drawn.law), finish))
            elif (key := (after.players, after.table, after.doing, after.phase)) not in seen:
                seen.add(key)
                todo.append(after)
    return ends


BEST = [None, Finish.PLAIN, Finish.HAND_WITH_LAYOFF, Finish.HAND, Finish.SUPER]


@given(tables())
@example(as_written("club", "★ ♠A ♠2 | ★ ♠A ♠2", "♠3 ♠8 ♠8", "★"))
@example(as_written("club", "♣B ★ ♣K", "♠3 ♣D ♣2 ♣10 ♣2", "♣9"))
@example(as_written("club", "♣5 ♣6 ★", "♣7 ♣8 ♦2 ♠K", "♣9"))
@example(as_written("club", "★ ♠7 ♠8 ♠9", "♣2 ♠10 ♠10", "★"))
@example(as_written("club", "♥D ♠D ★ | ★ ♠5 ♠6 ♠7 ★", "♣D ♠4", "★"))
@example(as_written("club", "★ ♠4 ♣4 | ♠B ♠D ★ | ♣8 ♣9 ★", "♣7 ★ ♥10", "★"))
@example(as_written("club", "♦10 ♠10 ★ ♥10", "♣10 ♣D ♠D ♥D ♣4 ♣5 ♣6", "♠2", opened=False, takes_open=False))
@example(as_written("fed", "♥5 ★ ♣5", "♦B ♠5 ♥2 ♦5 ♥B ♣B ♠B", "★", opened=False))
def test_best_turn_is_the_best_of_all_turns_that_can_be_played(table):
    """Least left and best finish: `play` reaches them, and reaches nothing better."""
    state = table.state
    step = PickUp(card=table.card) if table.takes_open else Draw(card=table.card)
    taken = table.card if table.takes_open else None
    hand = table.hand if table.takes_open else (*table.hand, table.card)
    found = best_turn(table.melds, hand, table.law, opened=table.opened, open_card=taken)
    if step_refusal(state, step) is not None:
        assert found.finish is None
        return
    drawn = play(state, step)
    if drawn.turn > state.turn:  # nothing but jokers: the turn was over with the draw
        return
    ends = every_end(drawn)
    assert (found.least.left if found.least else None) == min((left for left, _finish in ends), default=None)
    best_finish = max((finish for _left, finish in ends), key=BEST.index, default=None)
    assert (found.finish.finish if found.finish else None) == best_finish
