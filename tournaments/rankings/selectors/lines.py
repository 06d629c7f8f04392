"""Every line in force, and what it is worth by the rules: what standings, evenings and doubts are made of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import OperationalError
from django.db.models import Count, QuerySet

from scoring.engine.law import Finish
from scoring.numbers import SeriesNumber
from scoring.points import HandLeft, Result, Score, score
from scoring.rules import RuleSet
from tournaments.models import Game, Line
from tournaments.rankings.selectors.facts import SeatRow, seats_among

LineRow = tuple[Any, ...]  # the eight columns of `as_rows`, and what was asked for beside them


def lines_among(among: Collection[int]) -> QuerySet[Line]:
    """Return every line in force of these tournaments."""
    return Line.objects.filter(
        game__sheet__table__series__tournament__in=among, game__struck_at__isnull=True
    ).order_by()


def as_rows(lines: QuerySet[Line], *more: str) -> QuerySet[Line, Any]:
    """Return what a line is scored by, and more beside it."""
    return lines.values_list(
        "game_id",
        "game__finish",
        "seat__series__number",
        "seat__registration_id",
        "seat__number",
        "won",
        "opened",
        "augen",
        *more,
    )


class SeatsByKey(dict[int, SeatRow]):
    """Seats by their keys. Lines are asked for later than seats: one that came between is looked for once more."""

    def __init__(self, seats: Iterable[SeatRow], among: Collection[int]) -> None:
        super().__init__((seat[0], seat) for seat in seats)
        self.among = among

    def __missing__(self, key: int) -> SeatRow:
        self.update((seat[0], seat) for seat in seats_among(self.among))
        found = self.get(key)
        if found is None:  # a restore put other rows in their place: whoever asks is told to come again
            raise OperationalError("the tournament was replaced while it was read")
        return found


# What lines bring to those who sat there --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gain:
    """What one line adds to the sums of its seat."""

    plus: int
    minus: int
    cross: int
    augen: int
    won: Finish | None  # how the game ended that was won here


Played = Iterable[
    tuple[int, int, Gain]
]  # a seat by its key, how many equal lines, and what each of them adds


def gain_of(worth: Score, *, augen: int, won: Finish | None) -> Gain:
    if worth.points > 0:
        return Gain(plus=worth.points, minus=0, cross=0, augen=augen, won=won)
    return Gain(plus=0, minus=-worth.points, cross=int(worth.cross), augen=augen, won=won)


def games_among(among: Collection[int]) -> QuerySet[Game, tuple[SeriesNumber, int]]:
    """Return how many games in force each series number has."""
    games = Game.objects.filter(sheet__table__series__tournament__in=among, struck_at__isnull=True)
    return games.order_by().values_list("sheet__table__series__number").annotate(count=Count("pk"))


def played_by_table(rules: RuleSet, lines: QuerySet[Line]) -> Played:
    """Score lines by a points table, equal lines of a seat as one: a line is worth the same whatever the others hold."""
    equal = lines.values_list("seat_id", "game__finish", "won", "opened", "augen").annotate(count=Count("pk"))
    known: dict[tuple[str, bool, bool, int], Gain] = {}
    for seat, finish, won, opened, augen, count in equal:
        kind = finish, won, opened, augen
        gain = known.get(kind)
        if gain is None:
            gain = known[kind] = gain_by_table(rules, finish, won=won, opened=opened, augen=augen)
        yield seat, count, gain


def gain_by_table(rules: RuleSet, ended: str, *, won: bool, opened: bool, augen: int) -> Gain:
    """Return what a line is worth by a points table."""
    finish = Finish(ended)
    hands = {} if won else {1: HandLeft(augen=augen, opened=opened)}
    result = Result(finish=finish, winner=1 if won else None, hands=hands)
    return gain_of(score(rules, result)[1], augen=augen, won=finish if won else None)


def played_by_hand(rules: RuleSet, lines: QuerySet[Line]) -> Played:
    """Score lines by the basic rules, game by game; read as they come, since there may be too many to be held."""
    rows = as_rows(lines.order_by("game_id"), "seat_id").iterator(chunk_size=5000)
    for row, worth in whole_games(rules, rows):
        yield row[8], 1, gain_of(worth, augen=row[7], won=Finish(row[1]) if row[5] else None)


def whole_games(rules: RuleSet, rows: Iterable[LineRow]) -> Iterator[tuple[LineRow, Score]]:
    """By the basic rules the winner takes the Augen of all others: a game is scored as a whole."""
    for _game, lines in groupby(rows, key=itemgetter(0)):
        game = list(lines)
        worths = score(rules, result_of_lines(game))
        for row in game:
            yield row, worths[row[4]]


def result_of_lines(lines: list[LineRow]) -> Result:
    """What the rules score of a whole game."""
    left = [line[4:8] for line in lines]
    return Result(
        finish=Finish(lines[0][1]),
        winner=next((seat for seat, won, _opened, _augen in left if won), None),
        hands={seat: HandLeft(augen=augen, opened=opened) for seat, won, opened, augen in left if not won},
    )
