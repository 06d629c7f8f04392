"""How a pot becomes prizes: tables, rounding, what cannot be divided, equals. To the cent, and in whole numbers only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TypeAlias, assert_never

from scoring.sentence import Refusal, gettext_noop

EVERYTHING = 10_000  # shares are hundredths of a percent
MOST_PLACES = 200
Key: TypeAlias = int | str


class RoundingStep(IntEnum):
    """To what a prize is rounded down, in cents."""

    CENT = 1
    TEN_CENTS = 10
    FIFTY_CENTS = 50
    EURO = 100


class Rest(StrEnum):
    """Where the coins go that rounding leaves."""

    FIRST = "first"
    LAST = "last"
    BOX = "box"


class Ties(StrEnum):
    """What happens to the prizes of players who are equal."""

    SHARE = "share"
    LOT = "lot"


class Scheme(StrEnum):
    """How the prizes of one ranking are named."""

    PERCENT = "percent"
    FIXED = "fixed"
    FALLING = "falling"


class PrizeState(StrEnum):
    """How far the prizes of a tournament have come."""

    NONE = "none"  # no table, or it gives nothing to anybody
    TO_CONFIRM = "to_confirm"  # somebody would win something that was not announced yet
    UNPAID = "unpaid"  # announced, and not all of it handed out
    DONE = "done"


class TableRefused(Refusal):
    """A prize table that cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The prizes of one ranking: shares in percent, fixed amounts, or one prize for every so many players."""

    scheme: Scheme
    values: tuple[int, ...] = ()  # hundredths of a percent, or cents
    one_in: int = 0  # FALLING: every fourth, every fifth…

    def __post_init__(self) -> None:
        match self.scheme:
            case Scheme.FALLING:
                if not 1 <= self.one_in <= MOST_PLACES:
                    raise TableRefused(
                        gettext_noop("Ein Preis für jeden wievielten? Zum Beispiel „jeder 4.“")
                    )
            case Scheme.PERCENT | Scheme.FIXED:
                check_values(self.scheme, self.values)
            case unknown:
                assert_never(unknown)


def check_values(scheme: Scheme, values: Sequence[int]) -> None:
    """At least one prize, none above the one before it, not more than everything."""
    if not values or len(values) > MOST_PLACES or min(values) <= 0:
        raise TableRefused(gettext_noop("Bitte mindestens einen Preis nennen, und keinen von null."))
    if list(values) != sorted(values, reverse=True):
        raise TableRefused(
            gettext_noop("Ein Preis ist höher als der davor: Bitte vom ersten Platz an abwärts nennen.")
        )
    if scheme is Scheme.PERCENT and sum(values) > EVERYTHING:
        raise TableRefused(
            gettext_noop("Zusammen sind das mehr als 100 Prozent: Bitte einen der Preise kleiner machen.")
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fund:
    """What one ranking has to give away: a share of its pot, a fixed amount, or what its fixed prizes come to."""

    share: int = 0  # hundredths of a percent
    cents: int = 0

    def __post_init__(self) -> None:
        if self.share and self.cents:
            raise TableRefused(
                gettext_noop("Entweder ein Anteil in Prozent oder ein fester Betrag, nicht beides.")
            )
        if not 0 <= self.share <= EVERYTHING:
            raise TableRefused(gettext_noop("Mehr als 100 Prozent des Topfes gibt es nicht."))
        if self.cents < 0:
            raise TableRefused(gettext_noop("Ein Betrag kann nicht kleiner als null sein."))


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeTable:
    """Everything that says who gets how much in one ranking."""

    fund: Fund
    places: Places
    step: RoundingStep = RoundingStep.CENT
    rest: Rest = Rest.FIRST
    ties: Ties = Ties.SHARE


def part_of(pot: int, share: int) -> int:
    """A share of a pot, rounded down to the cent."""
    return pot * share // EVERYTHING


def divide(table: PrizeTable, *, pot: int, field_size: int) -> tuple[int, ...]:
    """The prize of every place from the first on, never rising, in steps; the rest as the table says.

    >>> table = PrizeTable(
    ...     fund=Fund(share=10_000),
    ...     places=Places(scheme=Scheme.PERCENT, values=(5000, 3000, 2000)),
    ...     step=RoundingStep.EURO,
    ... )
    >>> divide(table, pot=10_050, field_size=41)
    (5050, 3000, 2000)
    """
    places = table.places
    if places.scheme is Scheme.FIXED:
        return places.values
    fund = max(table.fund.cents or part_of(pot, table.fund.share), 0)
    shares = place_weights(places, field_size)
    whole = EVERYTHING if places.scheme is Scheme.PERCENT else sum(shares)
    if not shares:
        return ()
    prizes = [fund * share // whole // table.step * table.step for share in shares]
    rest = fund * sum(shares) // whole - sum(prizes)
    return tuple(with_rest(prizes, rest, table.rest))


def place_weights(places: Places, field_size: int) -> tuple[int, ...]:
    """The shares of the places; where the field decides, they fall evenly: of four 4, 3, 2 and 1."""
    if places.scheme is not Scheme.FALLING:
        return places.values
    if field_size < 1:
        return ()
    count = min(max(field_size // places.one_in, 1), MOST_PLACES)
    return tuple(range(count, 0, -1))


def with_rest(prizes: list[int], rest: int, rule: Rest) -> list[int]:
    """Put what rounding has left where it belongs; a later prize is filled up only as far as the one before it."""
    if rule is Rest.BOX or not prizes:
        return prizes
    if rule is Rest.LAST:
        for place in range(len(prizes) - 1, 0, -1):
            room = min(rest, prizes[place - 1] - prizes[place])
            prizes[place] += room
            rest -= room
    prizes[0] += rest
    return prizes


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded:
    """Who gets how much; which equals still wait for the lot; what nobody gets."""

    cents: Mapping[Key, int] = field(default_factory=dict)
    waiting: tuple[tuple[Key, ...], ...] = ()
    stays: int = 0  # prizes without a winner, what waits for the lot, and what equals could not divide
    waits: int = 0  # of that: what waits for the lot


def award(
    prizes: Sequence[int],
    groups: Sequence[Sequence[Key]],
    *,
    ties: Ties,
    step: RoundingStep = RoundingStep.CENT,
) -> Awarded:
    """The prizes for groups of equals, best first: a group shares the prizes of the ranks that it occupies.

    It is divided in steps, but nobody gets less than the lowest of these prizes. What cannot be divided stays in the
    cash box, so that nobody among equals gets more than another.
    Where the lot decides, unequal prizes wait for it.

    >>> award((5000, 3000, 2000), [["a"], ["b", "c", "d"]], ties=Ties.SHARE)
    Awarded(cents={'a': 5000, 'b': 1666, 'c': 1666, 'd': 1666}, waiting=(), stays=2, waits=0)
    """
    cents: dict[Key, int] = {}
    waiting: list[tuple[Key, ...]] = []
    stays, waits, place = sum(prizes), 0, 0
    for group in groups:
        theirs = [prizes[rank] if rank < len(prizes) else 0 for rank in range(place, place + len(group))]
        place += len(group)
        if not any(theirs):
            break
        if ties is Ties.LOT and len(set(theirs)) > 1:
            waiting.append(tuple(group))
            waits += sum(theirs)
            continue
        each = max(sum(theirs) // len(group) // step * step, min(theirs))
        if each:
            cents |= dict.fromkeys(group, each)
            stays -= each * len(group)
    return Awarded(cents=cents, waiting=tuple(waiting), stays=stays, waits=waits)
