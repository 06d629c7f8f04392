"""What a director may wish for a seating, and how much each wish weighs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import assert_never

from scoring.sentence import gettext_noop


class Weight(Enum):
    """How strongly something is to be avoided, in the director's words."""

    NEVER = "nie"
    RATHER_NOT = "möglichst nicht"
    INDIFFERENT = "egal"


class Wish(Enum):
    """What is to be avoided at a table."""

    PARTNERS = "partners"
    TEAM_MATES = "team_mates"
    REMATCH = "rematch"
    SECOND_THREE = "second_three"
    CLUB_MATES = "club_mates"
    SEEDED = "seeded"

    @property
    def label(self) -> str:
        return _WISH_LABELS[self]


_WISH_LABELS = {
    Wish.PARTNERS: gettext_noop("Tandem-Partner am selben Tisch"),
    Wish.TEAM_MATES: gettext_noop("Mannschaftskameraden am selben Tisch"),
    Wish.REMATCH: gettext_noop("Zwei treffen sich ein zweites Mal"),
    Wish.SECOND_THREE: gettext_noop("Jemand sitzt ein zweites Mal am Dreiertisch"),
    Wish.CLUB_MATES: gettext_noop("Zwei aus einem Verein am selben Tisch"),
    Wish.SEEDED: gettext_noop("Zwei Gesetzte am selben Tisch"),
}

MATES = (Wish.PARTNERS, Wish.TEAM_MATES, Wish.CLUB_MATES, Wish.SEEDED)
_PRICES = (12, 8, 6, 4, 3, 2)  # by place in the order, among what should rather not be
NEVER = 1200
_LATER_DISCOUNT = 6  # after the first series club-mates weigh a sixth: the club has left the door
_USUAL = MappingProxyType(
    {
        Wish.PARTNERS: Weight.NEVER,
        Wish.TEAM_MATES: Weight.NEVER,
        Wish.REMATCH: Weight.RATHER_NOT,
        Wish.SECOND_THREE: Weight.RATHER_NOT,
        Wish.CLUB_MATES: Weight.RATHER_NOT,
        Wish.SEEDED: Weight.RATHER_NOT,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """A weight for each wish, and an order among those of equal weight: the first matters most."""

    weights: Mapping[Wish, Weight] = field(default_factory=lambda: _USUAL)
    order: tuple[Wish, ...] = tuple(Wish)

    def weight(self, wish: Wish) -> Weight:
        """The weight of a wish; what was not named keeps its usual weight."""
        return self.weights.get(wish, _USUAL[wish])

    def price(self, wish: Wish, *, first_series: bool = True) -> int:
        """What it costs the plan when the wish is not met once."""
        match self.weight(wish):
            case Weight.NEVER:
                return NEVER
            case Weight.INDIFFERENT:
                return 0
            case Weight.RATHER_NOT:
                price = _PRICES[self._place(wish)]
                if wish in MATES and not first_series and self._after_rematch(wish):
                    return max(1, price // _LATER_DISCOUNT)
                return price
            case unknown:
                assert_never(unknown)

    def _ranked(self) -> list[Wish]:
        named = [*self.order, *(wish for wish in Wish if wish not in self.order)]
        return [wish for wish in named if self.weight(wish) is Weight.RATHER_NOT]

    def _place(self, wish: Wish) -> int:
        return self._ranked().index(wish)

    def _after_rematch(self, wish: Wish) -> bool:
        ranked = self._ranked()
        return Wish.REMATCH not in ranked or ranked.index(wish) > ranked.index(Wish.REMATCH)
