"""Board: a game on the move, changed in place, so that a whole game is replayed in microseconds a turn.

The deeds of play_piles and play_melds look first and move afterwards: what is refused leaves the board as it was.
`state` is the immutable picture of it. Nobody outside `play` and `replay` needs a board.
"""

from __future__ import annotations

from scoring.engine.cards import Card
from scoring.engine.classify import WayOut, classify
from scoring.engine.law import Finish, OpenCard, StockEmpty, WrongCount
from scoring.engine.melds import Meld
from scoring.engine.notation import write_cards
from scoring.engine.play_memory import memory_of
from scoring.engine.refusals import Breach, Forbidden, Mended, Note, note
from scoring.engine.state import Before, Doing, Laid, Phase, Position, State
from scoring.engine.turns import Left, Outcome, Seat

DRAW, USE, PLAY, DISCARD, PUT_BACK, OVER = Phase  # enum members are slow to look up in Python 3.11


class PlayBoard:
    """The same facts as a State, in lists."""

    __slots__ = (
        "at", "barred", "before", "dealer", "doing_nothing", "draws", "hands", "held", "indirect", "laid_off", "law", "lay", "melded", "melds",
        "melds_now", "memory", "mending", "must_use", "notes", "only_jokers", "opened", "opened_before", "outcome", "owed", "owners",
        "phase", "picked", "pile", "playing", "seats", "stock", "stock_ends_game", "stock_known", "surplus", "swapped",
        "turn", "value",
    )  # fmt: skip

    doing_nothing: bool

    def __init__(self, state: State) -> None:
        law = state.law
        self.law = law
        self.memory = memory_of(law)
        self.must_use = law.open_card is OpenCard.MUST_USE
        self.stock_ends_game = law.stock_empty is StockEmpty.GAME_OVER
        self.stock_known = True
        self.seats = state.seats
        self.dealer = state.dealer
        self.playing = state.playing
        self.hands = [list(player.hand) for player in state.players]
        self.opened = [player.opened for player in state.players]
        self.surplus = [player.surplus for player in state.players]
        self.barred = [player.barred for player in state.players]
        self.at = self.playing.index(state.to_move)
        self.phase = state.phase
        self.owners: list[Seat] = [laid.owner for laid in state.table]
        self.melds: list[Meld] = [laid.meld for laid in state.table]
        self.stock = list(state.stock)
        self.pile = list(state.pile)
        self.turn = state.turn
        self.outcome = state.outcome
        self.notes: list[Note] = []
        self._resume(state.doing)

    # --- the turn -------------------------------------------------------------------------------------

    def doing(self) -> None:
        """Note something done in this turn; it is forgotten when the turn ends."""
        if self.doing_nothing:
            self.doing_nothing = False
            self.opened_before = self.opened[self.at]

    def _resume(self, doing: Doing) -> None:
        self.doing_nothing = doing == NOTHING
        self.opened_before = doing.opened_before
        self.held = doing.held
        self.picked = doing.picked
        self.lay = doing.lay
        self.before = doing.before
        self.indirect = doing.indirect
        self.melds_now = doing.melds
        self.melded = doing.melded
        self.value = doing.value
        self.laid_off = doing.laid_off
        self.swapped = doing.swapped
        self.owed = doing.owed
        self.mending = doing.mending
        self.draws = doing.draws
        self.only_jokers = doing.only_jokers

    def next_player(self) -> None:
        """The turn is over: the next one clockwise is to move, or the stock has run out."""
        if not self.stock and self.stock_ends_game:
            self.exhaust()
            return
        at = self.at + 1
        self.at = at if at < len(self.playing) else 0
        self.phase = DRAW
        self.turn += 1
        if not self.doing_nothing:
            self._resume(NOTHING)

    def remember(self) -> None:
        """Keep how everything lies, as long as something is begun that may have to be taken back."""
        self.before = Before(
            phase=self.phase,
            hand=tuple(self.hands[self.at]),
            table=tuple(self.melds),
            opened=self.opened[self.at],
            melds=self.melds_now,
            melded=self.melded,
            value=self.value,
            laid_off=self.laid_off,
            swapped=self.swapped,
        )

    def as_before(self) -> None:
        """Everything lies again as it was remembered."""
        before = self.before
        assert before is not None
        self.hands[self.at] = list(before.hand)
        self.melds = list(before.table)
        del self.owners[len(before.table) :]
        self.opened[self.at] = before.opened
        self.melds_now, self.melded, self.value = before.melds, before.melded, before.value
        self.laid_off, self.swapped = before.laid_off, before.swapped
        self.owed, self.indirect, self.before = 0, False, None

    @property
    def bars_melds(self) -> bool:
        """Whether the player who is to move may meld nothing, because a wrong number of cards is mended."""
        return self.mending or self.barred[self.at]

    @property
    def bars_the_table(self) -> bool:
        """Whether he may not lay off or swap either."""
        return self.bars_melds and self.law.wrong_count is not WrongCount.SKIP_DRAW_OR_DRAW

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        return self.playing[self.at]

    def forbid(self, breach: Breach, /, **values: object) -> Forbidden:
        """The refusal of something, to be raised."""
        return Forbidden(breach, self.law, **({"seat": self.seat} | values))

    def tell(self, mended: Mended, /, **values: object) -> None:
        """Write a note beside the turn."""
        self.notes.append(note(mended, self.law, self.turn, **({"seat": self.seat} | values)))

    # --- the end --------------------------------------------------------------------------------------

    def going_out(
        self, *, discarded: bool, melded: int = 0, value: int = 0, laying_off: bool = False
    ) -> Finish:
        """The finish if the hand is now emptied, by laying so much more or by a discard; refused if it is none."""
        if not self.stock_known and min(self.surplus) < 0:
            raise self.forbid(Breach.DRAWN_UNKNOWN)
        way = WayOut(
            opened_before=self.opened[self.at] if self.doing_nothing else self.opened_before,
            laid_off=self.laid_off or laying_off,
            swapped=self.swapped,
            discarded=discarded,
            opening=self.value + value,
            melded=self.melded + melded,
            all_cards=self.law.hand_cards[len(self.playing)],
        )
        return classify(way, self.law)

    def finish(self, finish: Finish) -> None:
        """The player who is to move has won."""
        self._draw_up()
        self._end(finish, self.seat)

    def exhaust(self) -> None:
        """The stock has run out: nobody wins."""
        self.tell(Mended.EXHAUSTED)
        self._end(Finish.EXHAUSTED, None)

    def _end(self, finish: Finish, winner: Seat | None) -> None:
        held = self.memory.held
        hands = {
            seat: Left(augen=sum([held[card] for card in hand]), opened=opened)
            for seat, hand, opened in zip(self.playing, self.hands, self.opened, strict=True)
            if seat != winner
        }
        self.outcome = Outcome(finish=finish, winner=winner, hands=hands)
        self.phase = OVER

    def _draw_up(self) -> None:
        """Who was dealt too few draws up to the right number, clockwise from the winner's left."""
        if self.law.wrong_count is WrongCount.NONE:
            return
        count = len(self.playing)
        for at in [(self.at + step) % count for step in range(1, count)]:
            drawn: list[Card] = []
            while self.surplus[at] < 0 and self.stock:
                drawn.append(self.stock.pop())
                self.surplus[at] += 1
            if drawn:
                self.hands[at] += drawn
                self.tell(Mended.DRAWN_UP, seat=self.playing[at], cards=write_cards(drawn))

    # --- the picture ----------------------------------------------------------------------------------

    def state(self) -> State:
        """The position as a value."""
        return State(
            law=self.law,
            seats=self.seats,
            dealer=self.dealer,
            players=tuple(
                Position(seat=seat, hand=tuple(sorted(hand)), opened=opened, surplus=surplus, barred=barred)
                for seat, hand, opened, surplus, barred in zip(
                    self.playing, self.hands, self.opened, self.surplus, self.barred, strict=True
                )
            ),
            to_move=self.seat,
            phase=self.phase,
            table=tuple(
                Laid(owner=owner, meld=meld) for owner, meld in zip(self.owners, self.melds, strict=True)
            ),
            stock=tuple(self.stock),
            pile=tuple(self.pile),
            doing=self._doing(),
            turn=self.turn,
            outcome=self.outcome,
        )

    def _doing(self) -> Doing:
        if self.doing_nothing:
            return NOTHING
        return Doing(
            opened_before=self.opened_before,
            held=self.held,
            picked=self.picked,
            lay=self.lay,
            before=self.before,
            indirect=self.indirect,
            melds=self.melds_now,
            melded=self.melded,
            value=self.value,
            laid_off=self.laid_off,
            swapped=self.swapped,
            owed=self.owed,
            mending=self.mending,
            draws=self.draws,
            only_jokers=self.only_jokers,
        )


NOTHING = Doing()
