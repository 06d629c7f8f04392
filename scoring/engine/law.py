"""The part of a rule set that cards and turns are judged by, and the ways a game can end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Finish(StrEnum):
    """How a game ended, by the sign that stands on the list."""

    PLAIN = "R"
    HAND_WITH_LAYOFF = "HA"
    HAND = "H"
    SUPER = "S"
    EXHAUSTED = "–"

    @property
    def has_winner(self) -> bool:
        return self is not Finish.EXHAUSTED


class AceInRun(StrEnum):
    """Where an ace may stand in a run."""

    LOW = "low"  # A 2 3 … K
    BOTH = "both"  # before 2 or behind K, never in the middle
    CORNER = "corner"  # also K A 2


class JokerShare(StrEnum):
    """How many jokers a meld may hold."""

    NONE = "none"
    FEWER = "fewer"  # fewer than natural cards
    NOT_MORE = "not_more"  # not more than natural cards


class OpenCard(StrEnum):
    """What may be done with the open card of the discard pile."""

    FREE = "free"  # into the hand, but not discarded again in the same turn
    MUST_USE = "must_use"  # only to open, meld, lay off or swap with it at once, else put back: turn over
    MAY_PASS = "may_pass"  # into the hand; discarding it again passes the turn  # noqa: S105 - the turn is passed, no password


class LastCard(StrEnum):
    """Where somebody with one card left may draw from."""

    FREE = "free"
    CLOSED_ONLY = "closed_only"
    NO_OPEN_FINISH = "no_open_finish"  # no open card with which the game could be finished


class FailedOpening(StrEnum):
    """What happens to a lay-out that does not open."""

    NONE = "none"  # there is no opening value
    WRONG_BACK = "wrong_back"  # wrong melds go back; right ones stay if they still open; else as ALL_BACK
    ALL_BACK = "all_back"  # everything back, discard any card but a joker, turn over


class GoingOut(StrEnum):
    """How the last card leaves the hand."""

    ANY = "any"  # by meld, lay-off or discard
    DISCARD = "discard"
    DISCARD_OR_SUPER = "discard_or_super"  # or all at once without a discard (Superrommé)


class StockEmpty(StrEnum):
    """What happens when the stock is exhausted."""

    TURN_OVER = "turn_over"  # the discard pile, unshuffled, becomes the stock
    GAME_OVER = "game_over"  # nobody wins, all active hands are counted


class WrongCount(StrEnum):
    """How a wrong number of cards in a hand is mended."""

    NONE = "none"
    SKIP_DRAW_OR_DISCARD = "skip_draw_or_discard"  # does not draw / does not discard; lays nothing this round
    SKIP_DRAW_OR_DRAW = "skip_draw_or_draw"  # does not draw / draws more; melds nothing this round


class MendingBars(StrEnum):
    """How long somebody whose number of cards is mended may lay nothing: the texts say "in this round"."""

    TURN = "turn"  # in the turn that mends
    GAME = "game"  # until the game is over


class NewDeal(StrEnum):
    """When a wrong number of cards is no longer mended, but dealt anew."""

    BEFORE_PLAY = "before_play"
    OR_SEVERAL = "or_several"  # also as soon as more than one hand is wrong
    ALWAYS = "always"


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """What cards are worth and what a turn may do. A rule set is a Law, a points table and their sources.

    `cite` names the paragraph for a field, as printed in the source text ("Regel 8", "§5.6").
    """

    decks: int
    jokers: int
    hand_cards: Mapping[int, int]  # active players -> cards dealt to each
    joker_held: int
    ace_held: int
    court_held: int
    ace_in_run: AceInRun
    ace_low_melded: int  # before a 2
    ace_high_melded: int  # beside a king, and in a group
    group_max: int
    joker_share: JokerShare
    jokers_adjacent: bool
    opening_augen: int  # 0: no opening value
    melds_per_turn: int  # 0: any number
    layoff_needs_opening: bool
    open_card: OpenCard
    last_card: LastCard
    mauscheln: bool
    joker_swap: bool
    swap_needs_full_group: bool
    joker_discard_only_last: bool
    failed_opening: FailedOpening
    going_out: GoingOut
    stock_empty: StockEmpty
    wrong_count: WrongCount
    mending_bars: MendingBars = MendingBars.TURN
    new_deal: NewDeal = NewDeal.BEFORE_PLAY
    hand_below_opening: bool = True  # does a Hand-Rommé need no opening value
    super_with_layoffs: bool = False  # may cards be laid off, jokers be swapped in a Superrommé
    paragraphs: Mapping[str, str] = field(default_factory=dict)

    def cite(self, name: str) -> str:
        """The paragraph that a field comes from, or an empty string."""
        return self.paragraphs.get(name, "")
