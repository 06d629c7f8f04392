"""The course of a table: who sits there in which Runde, and so who deals and who plays each game, also after somebody left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

FIRST = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One game as the seats give it: who deals, who plays (left of the dealer first), and where it stands in its Runde.

    Where a Runde is one game, `last_of_round` says that the deal has gone round once.
    """

    number: int
    round_number: int
    dealer: int
    playing: tuple[int, ...]
    last_of_round: bool

    @property
    def dealer_plays(self) -> bool:
        return self.dealer in self.playing


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The seats of a table with the last Runde of each (None: to the end), and the sizes at which the dealer rests.

    Seats keep their numbers when somebody leaves, and the deal goes round among those who are still there:

    >>> course = Course(seats={1: None, 2: None, 3: 1, 4: None}, rests_at=frozenset({4}))
    >>> [course.deal(number).dealer for number in range(1, 9)]
    [1, 2, 3, 4, 1, 2, 4, 1]
    >>> course.deal(4).playing, course.deal(5).playing
    ((1, 2, 3), (2, 4, 1))
    """

    seats: Mapping[int, int | None]
    rests_at: frozenset[int] = frozenset()
    one_deal: bool = False  # a Runde is one game; the deal goes on round the table

    def sitting(self, round_number: int) -> tuple[int, ...]:
        """The seats that are taken in this Runde, clockwise from seat 1."""
        return tuple(
            seat for seat, last in sorted(self.seats.items()) if last is None or last >= round_number
        )

    def deal(self, number: int) -> Deal:
        """Everything that follows from the number of a game."""
        assert number >= FIRST, "games are counted from 1"
        round_number, place = self.place(number)
        seats = self.sitting(round_number)
        if self.one_deal:
            place = seats.index(self.dealer_by_turns(number))
        order = seats[place + 1 :] + seats[: place + 1]
        return Deal(
            number=number,
            round_number=round_number,
            dealer=seats[place],
            playing=order[:-1] if len(seats) in self.rests_at else order,
            last_of_round=place == len(seats) - 1,
        )

    def dealer_by_turns(self, number: int) -> int:
        """Who deals where the deal just goes on: the next one clockwise who still sits there, seat 1 first."""
        seats = self.sitting(FIRST)
        if seats == self.sitting(number):
            return seats[(number - 1) % len(seats)]
        dealer = 0
        for game in range(FIRST, number + 1):
            seats = self.sitting(game)
            dealer = next((seat for seat in seats if seat > dealer), seats[0])
        return dealer

    def place(self, number: int) -> tuple[int, int]:
        """The Runde of a game and how many games of that Runde come before it."""
        if self.one_deal:
            return number, 0
        before, round_number = number - 1, FIRST
        changes = sorted({last + 1 for last in self.seats.values() if last is not None})
        for change in changes:
            size = len(self.sitting(round_number))
            if before < size * (change - round_number):
                break
            before -= size * (change - round_number)
            round_number = change
        size = len(self.sitting(round_number))
        assert size >= 2, "nobody is left to play"
        return round_number + before // size, before % size

    def round_of(self, number: int) -> int:
        return self.place(number)[0]

    def games(self, rounds: int) -> int:
        """How many games so many Runden have."""
        if self.one_deal:
            return rounds
        return sum(len(self.sitting(round_number)) for round_number in range(FIRST, rounds + 1))

    def first_of(self, round_number: int) -> int:
        """The game with which a Runde begins."""
        return self.games(round_number - 1) + 1

    def without(self, seat: int, *, after: int) -> Course:
        """The course when this seat is empty after a Runde."""
        return replace(self, seats={**self.seats, seat: after})
