"""State: a position of a game as an immutable value, and the first one, after the deal.

Every card is in one of four places: a hand, a meld on the table, the stock, the discard pile. Hands are in the
order of the seats that play; a dealer who sits out has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.cards import Card, census, full_deck
from scoring.engine.law import Law, NewDeal, WrongCount
from scoring.engine.melds import Meld
from scoring.engine.refusals import Breach, Forbidden
from scoring.engine.turns import Outcome, Seat
from scoring.sentence import Sentence


class Phase(StrEnum):
    """What the player who is to move may do next."""

    DRAW = "draw"  # draw, pick up, recount
    USE = "use"  # the open card was taken and has to be used, or put back
    PLAY = "play"  # lay down, lay off, swap, discard
    DISCARD = "discard"  # nothing but a discard, after a failed opening
    PUT_BACK = "put_back"  # nothing but putting the open card back, after a failed opening with it
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A meld on the table and who laid it."""

    owner: Seat
    meld: Meld


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What belongs to one playing seat."""

    seat: Seat
    hand: tuple[Card, ...]  # sorted
    opened: bool = False
    surplus: int = 0  # cards dealt too many, or too few (below 0), and not yet mended
    barred: bool = False  # may lay nothing until the game is over, because a wrong number was mended


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """How everything lay before something was begun that has to be brought to its end, or is taken back."""

    phase: Phase  # draw: before the open card was taken; play: before a joker was swapped
    hand: tuple[Card, ...]
    table: tuple[Meld, ...]
    opened: bool
    melds: int
    melded: int
    value: int
    laid_off: bool
    swapped: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Doing:
    """What the player who is to move has done in this turn so far, as far as it decides something."""

    opened_before: bool = False
    held: int = 0  # cards in hand when the open card was taken
    picked: Card | None = None  # the open card that was taken
    lay: tuple[Meld, ...] = ()  # how the table lay then
    indirect: bool = False  # mauscheln: the open card was used where it fits only behind an own card
    melds: int = 0  # own melds laid
    melded: int = 0  # cards in them
    value: int = 0  # what they count
    laid_off: bool = False
    swapped: bool = False
    owed: int = 0  # swapped jokers that are not yet back on the table
    mending: bool = False  # the number of cards is being put right
    draws: int = 1  # cards still to draw in this turn
    only_jokers: bool = False  # nothing else was held after the draw, so nothing can be discarded
    before: Before | None = None  # before the open card was taken to be used, or before a joker was swapped


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One position of a game. `play.play` gives the next one."""

    law: Law
    seats: int  # chairs at the table
    dealer: Seat
    players: tuple[Position, ...]
    to_move: Seat
    phase: Phase
    table: tuple[Laid, ...]
    stock: tuple[Card, ...]  # the top card last
    pile: tuple[Card, ...]  # the open card last
    doing: Doing = Doing()
    turn: int = 1
    outcome: Outcome | None = None

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that play this game."""
        return tuple(player.seat for player in self.players)

    @property
    def player(self) -> Position:
        """Who is to move."""
        return self.at(self.to_move)

    @property
    def open_card(self) -> Card | None:
        """The top card of the discard pile."""
        return self.pile[-1] if self.pile else None

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, wherever they are: the deck, at any time."""
        everywhere = [*self.stock, *self.pile]
        for player in self.players:
            everywhere += player.hand
        for laid in self.table:
            everywhere += laid.meld.cards
        return tuple(sorted(everywhere))

    def at(self, seat: Seat) -> Position:
        """What belongs to a seat."""
        return next(player for player in self.players if player.seat == seat)


# --- the deal -----------------------------------------------------------------------------------------


def seats_playing(seats: int, dealer: Seat, law: Law) -> tuple[Seat, ...]:
    """The seats that play: all, or all but the dealer where the law deals to one player fewer."""
    if seats in law.hand_cards:
        return tuple(range(1, seats + 1))
    if seats - 1 in law.hand_cards:
        return tuple(seat for seat in range(1, seats + 1) if seat != dealer)
    raise Forbidden(Breach.WRONG_SEATS, law, playing=seats, seats=seats)


def first_to_move(playing: Sequence[Seat], dealer: Seat) -> Seat:
    """The player left of the dealer begins.

    >>> first_to_move((1, 2, 3), 4), first_to_move((1, 2, 3, 4), 2)
    (1, 3)
    """
    return next((seat for seat in playing if seat > dealer), playing[0])


def deal(pack: Sequence[Card], *, law: Law, seats: int, dealer: Seat) -> State:
    """The first position: cards one by one to each, beginning left of the dealer; then the open card.

    `pack` is the whole shuffled pack, its top card first.
    """
    playing = seats_playing(seats, dealer, law)
    each = law.hand_cards[len(playing)]
    first = playing.index(first_to_move(playing, dealer))
    order = [*playing[first:], *playing[:first]]
    dealt = each * len(playing)
    hands = {seat: tuple(pack[at : dealt : len(playing)]) for at, seat in enumerate(order)}
    return begin(hands, pack[dealt], pack[dealt + 1 :], law=law, seats=seats, dealer=dealer)


def begin(
    hands: Mapping[Seat, Sequence[Card]],
    open_card: Card,
    stock: Sequence[Card],
    *,
    law: Law,
    seats: int,
    dealer: Seat,
) -> State:
    """The first position of a deal as it was recorded; `stock` from its top card on.

    A wrong number of cards in a hand is let pass where the law knows how to mend it.
    """
    playing = tuple(sorted(hands))
    check_seats(playing, seats=seats, dealer=dealer, law=law)
    check_counts({seat: len(hand) for seat, hand in hands.items()}, law)
    expected = law.hand_cards[len(playing)]
    if not stock:
        most = max(playing, key=lambda seat: len(hands[seat]))
        raise Forbidden(Breach.WRONG_DEAL, law, seat=most, count=len(hands[most]), expected=expected)
    state = State(
        law=law,
        seats=seats,
        dealer=dealer,
        players=tuple(
            Position(seat=seat, hand=tuple(sorted(hands[seat])), surplus=len(hands[seat]) - expected)
            for seat in playing
        ),
        to_move=first_to_move(playing, dealer),
        phase=Phase.DRAW,
        table=(),
        stock=tuple(reversed(stock)),
        pile=(open_card,),
    )
    check_pack(state.cards, law)
    return state


def check_seats(playing: Sequence[Seat], *, seats: int, dealer: Seat, law: Law) -> None:
    """All chairs play, or all but the dealer's, and the law deals to so many."""
    chairs = range(1, seats + 1)
    without_dealer = [seat for seat in chairs if seat != dealer]
    if dealer not in chairs or list(playing) not in (list(chairs), without_dealer):
        raise Forbidden(Breach.WRONG_SEATS, law, playing=len(playing), seats=seats)
    if len(playing) not in law.hand_cards:
        raise Forbidden(Breach.WRONG_SEATS, law, playing=len(playing), seats=seats)


def check_counts(counts: Mapping[Seat, int], law: Law) -> None:
    """Whether the hands are as large as they should be, or the law lets them be mended in play."""
    expected = law.hand_cards[len(counts)]
    wrong = [seat for seat, count in counts.items() if count != expected]
    if not wrong:
        return
    seat = wrong[0]
    if law.wrong_count is WrongCount.NONE or not counts[seat]:
        raise Forbidden(Breach.WRONG_DEAL, law, seat=seat, count=counts[seat], expected=expected)
    if law.new_deal is NewDeal.OR_SEVERAL and len(wrong) > 1:
        raise Forbidden(Breach.NEW_DEAL, law)


def check_pack(cards: Sequence[Card], law: Law) -> None:
    """Whether these sorted cards are the whole pack."""
    if tuple(cards) != full_deck(law):
        raise Forbidden(Breach.WRONG_PACK, law, finding=misfit(cards, law))


def misfit(cards: Sequence[Card], law: Law) -> Sentence:
    """The first thing that a census of the pack finds."""
    return census(cards, law=law, complete=True)[0].sentence
