"""Sums as on paper: running Augen, running points (plus only), crosses, totals and the rank at the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.engine.law import Finish
from scoring.numbers import GameNumber, SeatNumber
from scoring.points import HandLeft, Result, Score, net_points, score, void_points
from scoring.rules import LossGame, LossMoney, RuleSet
from scoring.standings import Ranked, rank, sum_up


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetGame:
    """A row of the list. Struck rows stay visible and count nothing; a game not played yet has no result."""

    number: GameNumber
    dealer: int
    result: Result | None
    struck: bool = False
    closes_round: bool | None = None  # None: each seat of the table deals once in a Runde


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyLine:
    """A penalty beside the games: points ≤ 0, augen ≥ 0, and the game it belongs to, if any."""

    seat: SeatNumber
    points: int
    augen: int
    game: GameNumber | None = None
    voids: bool = False  # nothing is left of this series


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One seat in one row. `score` is None where the seat has no value: the dealer, or a game without result.

    The running sums are those after this row and stay None in rows that do not count.
    """

    plays: bool
    won: bool = False
    opened: bool | None = None
    score: Score | None = None
    running_augen: int | None = None
    running_points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """A row as printed. A Runde ends with the last seat's deal: there the list has its thick line."""

    number: GameNumber
    dealer: int
    finish: Finish | None
    struck: bool
    closes_round: bool
    cells: Mapping[int, Cell]

    @property
    def counts(self) -> bool:
        return self.finish is not None and not self.struck


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTotals:
    """The foot of one seat's column (Regel 14): plus, crosses, minus, penalties, and the net of them."""

    plus_points: int = 0
    minus_points: int = 0  # as a positive number
    crosses: int = 0
    penalty_points: int = 0
    penalty_augen: int = 0
    augen: int = 0  # with those of penalties
    games_played: int = 0
    finishes: Mapping[Finish, int] = field(default_factory=dict)  # games won, by their sign
    unopened: int = 0
    loss_games: int = 0
    loss_cents: int = 0

    @property
    def net_points(self) -> int:
        return net_points(plus=self.plus_points, minus=self.minus_points, penalties=self.penalty_points)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTally:
    """The whole list, added up."""

    rows: tuple[SheetRow, ...]
    totals: Mapping[int, SeatTotals]
    ranks: Mapping[int, Ranked]

    def reached(self, target: int) -> tuple[int, ...]:
        """The seats that reached a target score, best first; empty while nobody has."""
        there = [seat for seat, totals in self.totals.items() if totals.net_points >= target]
        return tuple(sorted(there, key=lambda seat: (-self.totals[seat].net_points, seat)))


def dealer_of_game(number: int, size: int) -> int:
    """The seat that deals: seat 1 first, then clockwise; the right neighbour of seat 1 deals last."""
    return (number - 1) % size + 1


def clockwise(size: int, dealer: int) -> tuple[int, ...]:
    """Everybody at the table, from the dealer's left neighbour round to the dealer."""
    return tuple((dealer + step) % size + 1 for step in range(size))


def playing_seats(rules: RuleSet, size: int, dealer: int) -> tuple[int, ...]:
    """The seats that play, from the one who begins: at a table of four the dealer sits out."""
    order = clockwise(size, dealer)
    return order[:-1] if rules.table.dealer_sits_out(size) else order


def tally(
    rules: RuleSet,
    games: Iterable[SheetGame],
    *,
    seats: Sequence[int],
    penalties: Iterable[PenaltyLine] = (),
) -> SheetTally:
    """Add a list up. The rows come in the order of their numbers, a struck one before the one that replaced it."""
    in_order = sorted(games, key=lambda game: (game.number, not game.struck))
    counting = [game.number for game in in_order if not game.struck]
    assert len(counting) == len(set(counting)), "a game written twice"
    columns = {seat: SeatColumn() for seat in seats}
    rows = tuple(row_of(rules, game, columns) for game in in_order)
    for line in penalties:
        columns[line.seat].add_penalty(line)
    totals = {seat: column.totals(rules.loss_money) for seat, column in columns.items()}
    places = rank([sum_up(seat, [total]) for seat, total in totals.items()], rules.measures)
    return SheetTally(rows=rows, totals=totals, ranks={int(place.entry.key): place for place in places})


def row_of(rules: RuleSet, game: SheetGame, columns: Mapping[int, SeatColumn]) -> SheetRow:
    size = len(columns)
    scores = score(rules, game.result) if game.result else {}
    playing = tuple(scores) or playing_seats(rules, size, game.dealer)
    cells = {}
    for seat, column in columns.items():
        worth = scores.get(seat)
        if game.result is None or worth is None:
            cells[seat] = Cell(plays=seat in playing)
            continue
        hand = game.result.hands.get(seat)
        if not game.struck:
            column.add(game.result.finish, worth, hand)
        cells[seat] = Cell(
            plays=True,
            won=hand is None,
            opened=hand.opened if hand else None,
            score=worth,
            running_augen=None if game.struck else column.augen,
            running_points=None if game.struck else column.plus,
        )
    return SheetRow(
        number=game.number,
        dealer=game.dealer,
        finish=game.result.finish if game.result else None,
        struck=game.struck,
        closes_round=game.number % size == 0 if game.closes_round is None else game.closes_round,
        cells=cells,
    )


class SeatColumn:
    """One seat's column while it is being added up."""

    def __init__(self) -> None:
        self.plus = self.minus = self.crosses = self.augen = self.games = self.unopened = 0
        self.penalty_points = self.penalty_augen = 0
        self.voided = False
        self.finishes: dict[Finish, int] = {}

    def add(self, finish: Finish, worth: Score, hand: HandLeft | None) -> None:
        self.games += 1
        self.augen += worth.augen
        self.plus += max(worth.points, 0)
        self.minus += max(-worth.points, 0)
        self.crosses += worth.cross
        if hand is None:
            self.finishes[finish] = self.finishes.get(finish, 0) + 1
        elif not hand.opened:
            self.unopened += 1

    def add_penalty(self, line: PenaltyLine) -> None:
        self.penalty_points += line.points
        self.penalty_augen += line.augen
        self.voided = self.voided or line.voids

    def voiding(self) -> int:
        """What a penalty takes that leaves nothing of the series."""
        net = net_points(plus=self.plus, minus=self.minus, penalties=self.penalty_points)
        return void_points(net) if self.voided else 0

    def totals(self, money: LossMoney | None) -> SeatTotals:
        lost = 0
        if money is not None and money.enabled:
            lost = self.crosses if money.counts is LossGame.CROSS else self.unopened
        return SeatTotals(
            plus_points=self.plus,
            minus_points=self.minus,
            crosses=self.crosses,
            penalty_points=self.penalty_points + self.voiding(),
            penalty_augen=self.penalty_augen,
            augen=self.augen + self.penalty_augen,
            games_played=self.games,
            finishes=dict(self.finishes),
            unopened=self.unopened,
            loss_games=lost,
            loss_cents=loss_cents(money, lost) if money else 0,
        )


def loss_cents(money: LossMoney, lost: int) -> int:
    """What the lost games of one list cost: the first few less, every later one more."""
    first = min(lost, money.first_games)
    return first * money.first_cents + (lost - first) * money.later_cents
