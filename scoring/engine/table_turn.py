"""The best turn at the table: new melds, lay-offs and joker swaps together, by the same frontier.

A turn of somebody who has not opened first lays own melds that reach the opening value, made of cards
that were held; only then do lay-offs, swaps and melds with swapped jokers follow, also lay-offs at the melds that
opened. Swapped jokers go back to the table in the same turn. Going out from the hand with melds alone needs no
opening value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scoring.engine.cards import FACES, JOKER, Card, held_augen, sign
from scoring.engine.law import Finish, GoingOut, LastCard, Law, OpenCard
from scoring.engine.melds import Meld, demand
from scoring.engine.patterns import AUGEN, JOKERS_AT, VALUE, State
from scoring.engine.solver import Frontier, Holding
from scoring.engine.table_chain import Chain, ChainDeed, ChainEnd
from scoring.engine.table_growth import Growth, growths
from scoring.engine.table_own import GrowingMeld, growing_melds
from scoring.sentence import Sentence, gettext_noop

USES: Final = JOKERS_AT  # above every field: how often the open card is used where it fits at once
USE_BITS: Final = 8
LATER: Final = (
    USES + USE_BITS
)  # above that: jokers that are laid off at the opening melds once they are swapped out
FIELDS: Final = (1 << USES) - 1


class TableTurn(NamedTuple):
    """One turn: new melds as they are laid, what is done to melds that lie, the discard.

    The new melds are numbered on behind those of the table: `grown` may name one of them.
    """

    melds: tuple[tuple[Card, ...], ...]
    grown: tuple[Growth, ...]
    discard: Card | None
    left: int
    finish: Finish | None  # None: the game goes on

    def lying(self, table: Sequence[Meld], law: Law) -> tuple[Meld, ...]:
        """Return the melds that `grown` names by their place: those of the table, then the new ones as they are laid."""
        return (*table, *[demand(meld, law) for meld in self.melds])


class TableAnswer(NamedTuple):
    """The best turns at a table; `why_not` says why there is no finish, or no turn at all.

    `field` names the value of the law that decides, `paragraph` where it stands.
    """

    least: TableTurn | None
    finish: TableTurn | None
    why_not: Sentence | None = None
    paragraph: str = ""
    field: str = ""


class TurnWay(NamedTuple):
    """One way through a turn: its phases, and the fewest jokers that have to be laid in all, net of swaps."""

    chain: Chain
    floor: int  # a place of the frontier: below it a swapped joker would still be owed
    hand_only: bool = False  # only going out with melds alone is allowed


_BEST_FINISH: Final = (Finish.SUPER, Finish.HAND, Finish.HAND_WITH_LAYOFF, Finish.PLAIN)


def best_turn(
    table: Sequence[Meld],
    hand: Sequence[Card],
    law: Law,
    *,
    opened: bool = True,
    open_card: Card | None = None,
) -> TableAnswer:
    """The turn that leaves least, and the turn that finishes.

    `hand` is what is held after drawing from the stock; or before, where the open card is given.
    """
    last_one = len(hand) == 1 and open_card is not None
    if last_one and law.last_card is LastCard.CLOSED_ONLY:
        text = gettext_noop("Mit nur einer Karte auf der Hand wird vom verdeckten Stapel gezogen.")
        return refused(law, None, Sentence(text), "last_card")
    position = TurnPosition(table, hand, law, opened=opened, open_card=open_card)
    turns = [turn for way in position.ways() for turn in position.turns(way)]
    finish = best_finish(turns)
    if position.may_grow_opening and (finish is None or law.super_with_layoffs):
        turns += [turn for way in position.growing_ways() for turn in position.turns(way)]
    least = min(turns, key=lambda turn: turn.left, default=None)
    finish = best_finish(turns)
    if finish is None:
        return refused(law, least, *position.why_not(least))
    if last_one and open_card is not None and law.last_card is LastCard.NO_OPEN_FINISH:
        text = gettext_noop("Mit nur einer Karte auf der Hand darf {card} nicht zum Beenden gezogen werden.")
        return refused(law, None, Sentence(text, {"card": sign(open_card)}), "last_card")
    return TableAnswer(finish, finish)


def best_finish(turns: Sequence[TableTurn]) -> TableTurn | None:
    """Return the turn with the finish that is worth most; among equals the first."""
    return min(
        [turn for turn in turns if turn.finish],
        key=lambda turn: _BEST_FINISH.index(turn.finish or Finish.PLAIN),
        default=None,
    )


def refused(law: Law, least: TableTurn | None, sentence: Sentence, field: str) -> TableAnswer:
    """Return the answer to somebody who cannot finish, with the value of the law that decides."""
    return TableAnswer(least, None, sentence, law.cite(field), field)


def grows_later(end: ChainEnd, _gained: int) -> bool:
    """Return whether a joker is still to be laid off at an opening meld."""
    return end.state >> LATER > 0


class TurnPosition:
    """A table and a hand, as deeds that can be done and ends that a turn may have."""

    def __init__(
        self, table: Sequence[Meld], hand: Sequence[Card], law: Law, *, opened: bool, open_card: Card | None
    ) -> None:
        cards = tuple(hand) if open_card is None else (*hand, open_card)
        self.law, self.open_card, self.lying = law, open_card, len(table)
        self.has_opening = bool(law.opening_augen or law.layoff_needs_opening)
        self.opened = opened or not self.has_opening
        self.must_use = open_card is not None and law.open_card is OpenCard.MUST_USE
        self.mauscheln = law.mauscheln and len(hand) > 1 and opened
        self.counts = [0] * (FACES + 1)
        for card in cards:
            self.counts[card] += 1
        self.spare = sum([self._swappable(meld) for meld in table]) if law.joker_swap else 0
        self.holding = holding = Holding(cards, law, jokers_more=self.spare)
        self.units = {card: unit for unit, card in holding.units()}
        self.bias = self.spare * law.joker_held  # so that no frontier ever holds a number below zero
        self.melds = list(self._melds())
        self.steps = [list(self._steps(at, meld)) for at, meld in enumerate(table)]
        self.may_grow_opening = self.spare > 0 and not self.opened

    def _swappable(self, meld: Meld) -> int:
        """At most so many jokers of a meld can be swapped out."""
        cards = [card for _unused, stands in meld.jokers for card in stands if self.counts[card]]
        return min(len(cards), len(meld.jokers))

    def _melds(self) -> Iterator[ChainDeed]:
        """Every new meld; where the open card has to be used, one with it counts a use."""
        for used, rows in enumerate(self.holding.rows):
            for added, gain, laid in rows:
                if self.must_use and self.open_card in laid:
                    added += 1 << USES  # noqa: PLW2901 - the same meld, marked
                yield ChainDeed(added, used, gain, laid)

    def _growing(self) -> Iterator[ChainDeed]:
        """Every meld that may open and then grow by swapped jokers; these are counted apart, and laid later."""
        for growing in growing_melds(self.counts, self.holding.jokers, self.spare, self.law):
            used = growing.meld.count(JOKER)
            added, augen = growing.later << LATER, used * self.law.joker_held
            for card in growing.naturals:
                added += self.units[card]
                augen += held_augen(card, self.law)
            if self.must_use and self.open_card in growing.meld:
                added += 1 << USES
            yield ChainDeed(added, used, growing.value << VALUE | augen, growing)

    def _steps(self, at: int, meld: Meld) -> Iterator[ChainDeed]:
        """Every way in which a meld of the table can grow."""
        law = self.law
        seen: set[tuple[State, int]] = set()
        for growth in growths(at, meld, self.counts, self.holding.jokers + self.spare, law):
            added = augen = 0
            for card in growth.naturals:
                added += self.units[card]
                augen += held_augen(card, law)
            if self.must_use and self.open_card is not None:
                added += int(growth.fits_at_once(self.open_card, meld)) << USES
            used = growth.jokers
            if (added or used) and (added, used) not in seen:
                seen.add((added, used))
                yield ChainDeed(added, used, augen + used * law.joker_held, growth)

    # --- the phases of a turn ---------------------------------------------------------------------------

    def ways(self) -> Iterator[TurnWay]:
        """The ways through a turn.

        A swapped joker goes back to the table after the swap; jokers of the opening lay there before it.
        """
        states: Frontier = [{} for _unused in range(self.spare + self.holding.jokers + 1)]
        states[self.spare][self.holding.start] = self.bias
        start = Chain((states,), self.holding.overflow)
        most = self.law.melds_per_turn
        if self.opened:
            yield TurnWay(self._more_melds(self._grow(start), most), self.spare)
            return
        yield TurnWay(start if self.law.layoff_needs_opening else self._grow(start), self.spare)
        laid = start
        for more in range(most - 1, -1, -1) if most else (0,):
            laid = laid.once(self.melds) if most else laid.often(self.melds)
            from_hand = laid if self.law.hand_below_opening else laid.only(self._opens)
            yield TurnWay(from_hand, self.spare, hand_only=True)
            yield from self._ways_on(laid, more)

    def growing_ways(self) -> Iterator[TurnWay]:
        """The ways in which a swapped joker is laid off at one of the melds that opened."""
        growing = list(self._growing())
        states: Frontier = [{} for _unused in range(self.spare + self.holding.jokers + 1)]
        states[self.spare][self.holding.start] = self.bias
        laid = Chain((states,), self.holding.overflow)
        most = self.law.melds_per_turn
        if most:
            for more in range(most - 1, -1, -1):
                laid = laid.once([*self.melds, *growing])
                yield from self._ways_on(laid.only(grows_later), more)
            return
        laid = laid.once(growing).only(grows_later)
        for _unused in range(self.spare - 1):
            laid = laid.once(growing)
        yield from self._ways_on(laid.often(self.melds), 0)

    def _ways_on(self, laid: Chain, more: int) -> Iterator[TurnWay]:
        """The ways on from own melds that open, with so many more melds where they are limited."""
        for floor, opened in self._openings(laid):
            if any(opened.last):
                grown = self._grow(opened)
                with_more = more or not self.law.melds_per_turn
                yield TurnWay(self._more_melds(grown, more) if with_more else grown, floor)

    def _openings(self, laid: Chain) -> Iterator[tuple[int, Chain]]:
        """The states that open; where jokers can be swapped, by the number of jokers laid so far."""
        opened = laid.only(self._opens)
        if not self.spare:
            yield self.spare, opened
            return
        for place, some in enumerate(opened.last):
            if some:
                yield place, opened.only_at(place)

    def _grow(self, chain: Chain) -> Chain:
        places = len(chain.last)
        chain = chain.resized(places + self.spare)
        if self.may_grow_opening:
            chain = chain.settled(self._laid_later(), LATER)
        for steps in self.steps:
            chain = chain.once(steps)
        return chain.resized(places)

    def _laid_later(self) -> list[ChainDeed]:
        """What it takes to lay off no joker, one, two … at the opening melds."""
        augen = self.law.joker_held
        return [ChainDeed(-(count << LATER), count, count * augen, None) for count in range(self.spare + 1)]

    def _more_melds(self, chain: Chain, most: int) -> Chain:
        if not most:
            return chain.often(self.melds)
        for _unused in range(most):
            chain = chain.once(self.melds)
        return chain

    def _opens(self, end: ChainEnd, gained: int) -> bool:
        """Whether these own melds open; an open card that has to be used lies in them."""
        something = end != (self.holding.start, self.spare)
        return something and gained >= self.law.opening_augen << VALUE and self._used(end, finishing=False)

    # --- how a turn can end -----------------------------------------------------------------------------

    def turns(self, way: TurnWay) -> Iterator[TableTurn]:
        """A turn that finishes, and the turn that leaves least."""
        finish = self._finish(way)
        if finish is not None:
            yield self._turn(way, finish, finishes=True)
        least = None if way.hand_only else self._least(way)
        if least is not None and least != finish:
            yield self._turn(way, least, finishes=False)

    def _finish(self, way: TurnWay) -> ChainEnd | None:
        states, hand_only = way.chain.last, way.hand_only
        last = len(states) - 1
        ends = [(self.holding.full, last)] if self._may_end_empty(hand_only) else []
        ends += [(self.holding.full - unit, last) for unit in self.units.values()]
        if last > way.floor:
            ends.append((self.holding.full, last - 1))
        for state, at in ends:
            for uses in range(self._most_uses + 1):
                end = ChainEnd(state + (uses << USES), at)
                known = end.state in states[at]
                if known and self._used(end, finishing=True) and self._discard(end, hand_only):
                    return end
        return None

    @property
    def _most_uses(self) -> int:
        """How often the open card, or one like it, can be used at most."""
        if not self.must_use or self.open_card is None:
            return 0
        return self.counts[self.open_card] + (self.spare if self.open_card == JOKER else 0)

    def _least(self, way: TurnWay) -> ChainEnd | None:
        law, states = self.law, way.chain.last
        most = max(self.holding.highest[2], law.joker_held if self.holding.jokers else 0)
        best, chosen = -1, None
        for at in range(way.floor, len(states)):
            for state, gained in states[at].items():
                away = gained & AUGEN
                if away + most <= best:
                    continue
                end = ChainEnd(state, at)
                discard = self._discard(end, False)
                if discard and away + discard[0] > best and self._used(end, finishing=False):
                    best, chosen = away + discard[0], end
        return chosen

    def _may_end_empty(self, hand_only: bool) -> bool:
        """Whether the last card may leave the hand without a discard."""
        way = self.law.going_out
        at_once = hand_only or (self.law.super_with_layoffs and not self.opened)
        return way is GoingOut.ANY or (way is GoingOut.DISCARD_OR_SUPER and at_once)

    def _discard(self, end: ChainEnd, hand_only: bool) -> tuple[int, Card | None] | None:
        """The Augen and the card of the best discard, or None if no turn can end here."""
        law, holding = self.law, self.holding
        state, jokers = end.state & FIELDS, self.spare + holding.jokers - end.at
        if not holding.naturals and jokers > 1 and law.joker_discard_only_last:
            return 0, None  # nothing but jokers: none may be discarded, the turn ends all the same
        if state == holding.full and not jokers:
            return (0, None) if self._may_end_empty(hand_only) else None
        allowed: list[Card] = []
        if state != holding.full and (not self._bound_to_stay(state)):
            mask, full, augen, card = holding.highest
            return (augen, card) if state & mask != full and not jokers else self._dearest(state, jokers)
        if state != holding.full:
            allowed = [card for card in holding.left(state, holding.jokers) if card != self.open_card]
        joker_bound = self.open_card == JOKER and law.open_card is OpenCard.FREE
        only_joker = jokers == 1 and state == holding.full
        if jokers and not joker_bound and (only_joker or not law.joker_discard_only_last):
            allowed.append(JOKER)
        return max([(held_augen(card, law), card) for card in allowed], default=None)

    def _dearest(self, state: State, jokers: int) -> tuple[int, Card]:
        augen, card = self.holding.top(state)
        if jokers and not self.law.joker_discard_only_last and self.law.joker_held > augen:
            return self.law.joker_held, JOKER
        return augen, card

    def _bound_to_stay(self, state: State) -> bool:
        """Return whether the open card, or one like it, is still held and may not be discarded in the same turn."""
        card = self.open_card
        if card is None or self.law.open_card is not OpenCard.FREE:
            return False
        return card == JOKER or card in self.holding.left(state, self.holding.jokers)

    def _used(self, end: ChainEnd, *, finishing: bool) -> bool:
        """Whether an open card that has to be used is used: at once, or to finish by mauscheln."""
        card = self.open_card
        if not self.must_use or card is None:
            return True
        at_once = bool(end.state >> USES & (1 << USE_BITS) - 1)
        if card == JOKER:  # one more has to be laid than was swapped out
            return end.at > self.spare and (at_once or (finishing and self.mauscheln))
        if at_once:
            return True
        left = self.holding.left(end.state & FIELDS, self.holding.jokers)
        return finishing and self.mauscheln and left.count(card) < self.counts[card]

    def _turn(self, way: TurnWay, end: ChainEnd, *, finishes: bool) -> TableTurn:
        chain, hand_only = way.chain, way.hand_only
        discard = self._discard(end, hand_only)
        assert discard is not None
        melds: list[tuple[Card, ...]] = []
        grown: list[Growth] = []
        for _unused, deed in reversed(list(chain.deeds_to(end))):
            done = deed.done
            if isinstance(done, Growth):
                grown.append(done)
            elif isinstance(done, GrowingMeld):
                grown.append(Growth(self.lying + len(melds), (), done.before, done.after))
                melds.append(done.meld)
            elif done is not None:  # else the jokers laid off later, told by the melds that grow
                melds.append(done)
        away = (chain.last[end.at][end.state] & AUGEN) - self.bias
        finish = None
        if finishes:
            finish = self._kind(hand_only=hand_only, grown=bool(grown), discarded=discard[1] is not None)
        return TableTurn(
            tuple(melds),
            tuple(sorted(grown)),
            discard[1],
            self.holding.augen - away - discard[0],
            finish,
        )

    def _kind(self, *, hand_only: bool, grown: bool, discarded: bool) -> Finish:
        if self.opened or not self.law.opening_augen:
            return Finish.PLAIN
        if hand_only:
            return Finish.HAND if discarded or self.law.going_out is GoingOut.ANY else Finish.SUPER
        if not discarded and self.law.going_out is GoingOut.DISCARD_OR_SUPER:
            return Finish.SUPER
        return Finish.HAND_WITH_LAYOFF if grown else Finish.HAND

    def why_not(self, least: TableTurn | None) -> tuple[Sentence, str]:
        """Return why there is no finish, or no turn, and the value of the law that decides."""
        if least is None and self.must_use and self.open_card is not None:
            text = gettext_noop(
                "{card} lässt sich nicht sofort verwenden: zurücklegen, und der Zug ist vorbei."
            )
            return Sentence(text, {"card": sign(self.open_card)}), "open_card"
        if least is None:
            text = gettext_noop("Kein Zug ist möglich: Ein Joker wird nur als allerletzte Karte abgelegt.")
            return Sentence(text), "joker_discard_only_last"
        if least.discard is None:
            text = gettext_noop("Nur Joker auf der Hand: Keiner darf abgelegt werden, sie bleiben.")
            return Sentence(text), "joker_discard_only_last"
        if not self.opened and not least.melds:
            text = gettext_noop(
                "Noch nicht eröffnet, und die eigenen Auslagen reichen nicht für {opening} Augen."
            )
            return Sentence(text, {"opening": self.law.opening_augen}), "opening_augen"
        text = gettext_noop("Beenden geht nicht: Mindestens {left} Augen bleiben auf der Hand.")
        return Sentence(text, {"left": least.left}), "going_out"
