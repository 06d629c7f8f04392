"""A simple player: plays whole legal games in every family, the same ones for the same seed.

For demo data, tests and rehearsals, not to win: it takes the open card only when it lays it at once, lays what
`best` finds, lays off what fits, and discards what helps it least. Chance comes from one `random.Random(seed)`,
asked in this order: the pack, the patience of each seat, then turn by turn.

Every game ends. Where the stock runs out for good, each turn takes a card from it or makes a hand smaller.
Where the discard pile is turned over, nobody keeps exactly one card; then so few cards lie on the table that
three of a rank are always left to be gathered, or four of a rank if everybody holds four; and the longer nobody
lays anything, the more is left to chance: what is discarded, and whether the open card is taken. (Without the
latter four players and twelve cards can go round for ever: everybody draws his own discards again. docs/play.md.)
"""

from __future__ import annotations

from random import Random

from scoring.engine.best import BestTurn as Plan
from scoring.engine.best import best
from scoring.engine.cards import JOKER, RANKS, Card, full_deck
from scoring.engine.law import GoingOut, Law, OpenCard, StockEmpty
from scoring.engine.layoffs import swaps
from scoring.engine.melds import Meld
from scoring.engine.play import DEEDS
from scoring.engine.play_board import OVER, USE, PlayBoard
from scoring.engine.record import Record
from scoring.engine.refusals import Forbidden
from scoring.engine.state import State, deal
from scoring.engine.turns import Discard, Draw, LayDown, LayOff, PickUp, Seat, Step, Swap, Turn

MOST_TURNS = 5_000  # far beyond any game of the three families; a variant may go in circles for ever
Place = tuple[int, Card]  # the number of a meld and the card that goes there


def shuffled(law: Law, seed: int) -> tuple[Card, ...]:
    """The pack of a seed, its top card first."""
    pack = list(full_deck(law))
    Random(seed).shuffle(pack)  # noqa: S311 - a game, no secret
    return tuple(pack)


def play_game(
    law: Law, *, rules: str, seats: int, dealer: Seat = 1, seed: int, fingerprint: str = ""
) -> Record:
    """A whole game of simple players, as its record."""
    start = deal(shuffled(law, seed), law=law, seats=seats, dealer=dealer)
    turns, end = play_on(start, seed=seed)
    return Record(
        rules=rules,
        fingerprint=fingerprint,
        seats=seats,
        dealer=dealer,
        seed=str(seed),
        hands=tuple((player.seat, player.hand) for player in start.players),
        open_card=start.pile[-1],
        stock=start.stock[::-1],
        turns=turns,
        outcome=end.outcome,
    )


def play_on(state: State, *, seed: int) -> tuple[tuple[Turn, ...], State]:
    """The turns from a position to the end of the game, and the last position."""
    table = Players(PlayBoard(state), Random(seed + 1))  # noqa: S311 - a game, no secret
    turns: list[Turn] = []
    while table.board.phase is not OVER and len(turns) < MOST_TURNS:
        turns.append(table.turn())
    return tuple(turns), table.board.state()


class Players:
    """Simple players at one board."""

    def __init__(self, board: PlayBoard, chance: Random) -> None:
        self.board = board
        self.law = board.law
        self.chance = chance
        self.patience = {seat: chance.random() for seat in board.playing}
        self.steps: list[Step] = []
        self.idle = 0  # turns since anybody laid anything
        self.given_up = 0  # plans that the rules forbade
        self.one_left = self.law.stock_empty is not StockEmpty.TURN_OVER  # may keep exactly one card

    def turn(self) -> Turn:
        """One turn of the player who is to move.

        A plan that a variant of the rules forbids is given up for a turn that lays nothing; in the three
        families there is no such plan.
        """
        seat, before = self.board.seat, self.board.state()
        self.idle += 1
        try:
            self._planned_turn()
        except Forbidden:
            self.given_up += 1
            self.board = PlayBoard(before)
            self._bare_turn()
        return Turn(seat=seat, steps=tuple(self.steps))

    def _planned_turn(self) -> None:
        self.steps = []
        number = self.board.turn
        if not self._use_open_card():
            self._take_a_card()
            if self.board.turn == number:
                self._lay_melds()
        if self._may_go_on(number):
            self._swap_jokers()
            self._lay_off()
        if self._may_go_on(number):
            self._do(Discard(card=self._least_useful()))

    def _bare_turn(self) -> None:
        self.steps = []
        number = self.board.turn
        self._draw()
        if self._may_go_on(number):
            self._do(Discard(card=self._least_useful()))

    def _may_go_on(self, number: int) -> bool:
        """Whether the turn with this number is not over: who holds only jokers has nothing to discard."""
        return self.board.turn == number and self.board.phase is not OVER

    def _draw(self) -> None:
        self._do(Draw(card=self.board.stock[-1] if self.board.stock else self.board.pile[0]))

    def _do(self, step: Step) -> None:
        DEEDS[type(step)](self.board, step)
        self.steps.append(step)
        if type(step) in (LayDown, LayOff):
            self.idle = 0

    @property
    def hand(self) -> list[Card]:
        return self.board.hands[self.board.at]

    @property
    def opened(self) -> bool:
        return self.board.opened[self.board.at]

    @property
    def may_lay_off(self) -> bool:
        return self.opened or not self.law.layoff_needs_opening

    # --- the open card --------------------------------------------------------------------------------

    def _use_open_card(self) -> bool:
        """Take the open card if it can be laid at once, and lay it."""
        board, hand = self.board, self.hand
        if not board.pile or len(hand) == 1:
            return False
        card = board.pile[-1]
        held = [*hand, card]
        if self.may_lay_off and card != JOKER:
            for number, meld in enumerate(board.melds, start=1):
                if isinstance(board.memory.longer(meld, (card,), None), Meld) and self._may_keep(hand):
                    self._do(PickUp(card=card))
                    self._do(LayOff(meld=number, cards=(card,)))
                    self._lay_melds()
                    return True
        plan = self._plan(held)
        if plan is not None and any(card in meld for meld in plan.melds):
            self._do(PickUp(card=card))
            self._do(LayDown(melds=plan.melds))
            return True
        return self._mauscheln(card)

    def _mauscheln(self, card: Card) -> bool:
        """Finish with an open card that fits only behind an own card."""
        law = self.law
        if not (law.mauscheln and self.opened and law.open_card is OpenCard.MUST_USE):
            return False
        places, rest = self._places([*self.hand, card])
        if len(rest) != 1 or card not in [laid for _unused, laid in places]:
            return False
        self._do(PickUp(card=card))
        for number, laid in places:
            self._do(LayOff(meld=number, cards=(laid,)))
        return True

    def _take_a_card(self) -> None:
        """From the stock; where the game could go round in circles, now and then from the pile."""
        board = self.board
        may_circle = not self.one_left and self.law.open_card is not OpenCard.MUST_USE
        if may_circle and board.pile and self._at_random():
            self._do(PickUp(card=board.pile[-1]))
        else:
            self._draw()

    def _at_random(self) -> bool:
        """Whether chance decides, the more often the longer nobody has laid anything."""
        return self.chance.random() < min(0.5, self.idle / 200)

    # --- laying ---------------------------------------------------------------------------------------

    def _lay_melds(self) -> None:
        plan = self._plan(self.hand)
        if plan is not None and plan.melds:
            self._do(LayDown(melds=plan.melds))

    def _plan(self, held: list[Card]) -> Plan | None:
        """What to lay from these cards, or None to wait."""
        law, board = self.law, self.board
        if law.melds_per_turn and board.melds_now >= law.melds_per_turn:
            return None
        found = best(held, law)
        if not self.opened and law.opening_augen:
            if found.super or found.goes_out:
                return found.super or found.goes_out
            wait = self.chance.random() < self.patience[board.seat]
            return None if wait else found.least_opened
        plan = found.goes_out or found.least
        if plan is None or not plan.melds:
            return None
        rest = held[:]
        for card in [card for meld in plan.melds for card in meld]:
            rest.remove(card)
        return plan if self._may_keep(rest) else None

    def _may_keep(self, rest: list[Card]) -> bool:
        """Whether these cards may be left before the discard."""
        if not rest:
            return self.law.going_out is GoingOut.ANY
        if self.law.open_card is OpenCard.FREE and rest == [self.board.picked]:
            return False
        return self.one_left or len(rest) != 2

    def _places(self, cards: list[Card]) -> tuple[list[Place], list[Card]]:
        """Where cards can be laid off one after the other, and what stays."""
        memory, melds = self.board.memory, [*self.board.melds]
        rest = sorted(cards, key=lambda card: (card == JOKER, -memory.held[card], card))
        places: list[Place] = []
        fitting = True
        while fitting:
            fitting = False
            for card in rest:
                number = self._fitting(card, melds)
                if number and (len(rest) > 1 or self.law.going_out is GoingOut.ANY):
                    rest.remove(card)
                    places.append((number, card))
                    fitting = True
                    break
        return places, rest

    def _fitting(self, card: Card, melds: list[Meld]) -> int:
        for at, meld in enumerate(melds):
            longer = self.board.memory.longer(meld, (card,), None)
            if isinstance(longer, Meld):
                melds[at] = longer
                return at + 1
        return 0

    def _lay_off(self) -> None:
        if not self.may_lay_off or self.board.phase is USE:
            return
        places, rest = self._places(self.hand)
        while places and not self._may_keep(rest):
            rest.append(places.pop()[1])
        for number, card in places:
            self._do(LayOff(meld=number, cards=(card,)))

    def _swap_jokers(self) -> None:
        """Swap a joker where it can be laid off again at once."""
        if not (self.law.joker_swap and self.opened):
            return
        for number, meld in enumerate(self.board.melds, start=1):
            for swap in swaps(meld, self.law):
                if swap.card in self.hand and len(self.hand) > 1 and self._joker_fits(number):
                    self._do(Swap(meld=number, card=swap.card))
                    self._do(LayOff(meld=self._joker_fits(0), cards=(JOKER,)))
                    return

    def _joker_fits(self, without: int) -> int:
        """The number of a meld, another than this one, that takes a joker."""
        for number, meld in enumerate(self.board.melds, start=1):
            if number != without and isinstance(self.board.memory.longer(meld, (JOKER,), None), Meld):
                return number
        return 0

    # --- the discard ----------------------------------------------------------------------------------

    def _least_useful(self) -> Card:
        """The card with the fewest friends in the hand, among equals the one that counts most."""
        law, hand = self.law, self.hand
        may_go = [card for card in hand if card != JOKER] or hand
        if law.open_card is OpenCard.FREE and len(may_go) > 1:
            may_go = [card for card in may_go if card != self.board.picked] or may_go
        if self._at_random():
            return self.chance.choice(may_go)
        held = self.board.memory.held
        return min(may_go, key=lambda card: (friends(card, hand), -held[card], card))


def friends(card: Card, hand: list[Card]) -> int:
    """How many cards of the hand could lie in a meld with this one."""
    suit, rank = divmod(card, RANKS)
    found = 0
    for other in hand:
        if other in (JOKER, card):
            continue
        other_suit, other_rank = divmod(other, RANKS)
        near = min((other_rank - rank) % RANKS, (rank - other_rank) % RANKS)
        found += 2 * (other_rank == rank) + (3 - near if other_suit == suit and near < 3 else 0)
    return found
