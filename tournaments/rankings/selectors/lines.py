"""Every line in force, and what it is worth by the rules: what standings, evenings and doubts are made of.

A tournament has thousands of lines, and to be handed each as a row costs three times what the database needs to find it. By
a points table a line is worth what it is worth, whatever the others of its game hold. So the database writes all lines of a
series into one text, for each its seat and its kind (how the game ended, whether it was won, whether it had opened, its
Augen), and each kind is scored once (docs/decisions/0333-the-lines-of-a-series-in-one-text.md).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import OperationalError
from django.db.models import Count, ExpressionWrapper, F, Field, Func, IntegerField, QuerySet, TextField
from django.db.models.functions import Cast

from scoring.engine.law import Finish
from scoring.numbers import SeriesNumber
from scoring.points import HandLeft, Result, Score, score
from scoring.rules import RuleSet
from tournaments.models import Line
from tournaments.rankings.selectors.facts import SeatRow, seats_among
from tournaments.storage.joined import Joined
from tournaments.storage.prepared import PreparedValues

LineRow = tuple[Any, ...]  # the eight columns of `as_rows`, and what was asked for beside them


def lines_among(among: Collection[int]) -> QuerySet[Line]:
    """Every line in force."""
    return Line.objects.filter(
        game__sheet__table__series__tournament__in=among, game__struck_at__isnull=True
    ).order_by()


class AsStored(Field):  # type: ignore[type-arg]  # Django's takes none
    """A column whose values are taken as the driver gives them: 0 and 1, or no and yes, which count alike."""


WON_AND_OPENED = [ExpressionWrapper(F(name), output_field=AsStored()) for name in ("won", "opened")]


def as_rows(lines: QuerySet[Line], *more: str) -> QuerySet[Line, Any]:
    """What a line is scored by, and more beside it. Yes and no stay as they are stored: nobody makes another value of each."""
    return lines.values_list(
        "game_id",
        "game__finish",
        "seat__series__number",
        "seat__registration_id",
        "seat__number",
        *WON_AND_OPENED,
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


Seat = int | str  # its key, as a number or as it is written
Played = tuple[SeriesNumber, int, Iterable[tuple[Seat, Gain]]]  # a series, how many games, and their lines


def gain_of(worth: Score, *, augen: int, won: Finish | None) -> Gain:
    if worth.points > 0:
        return Gain(plus=worth.points, minus=0, cross=0, augen=augen, won=won)
    return Gain(plus=0, minus=-worth.points, cross=int(worth.cross), augen=augen, won=won)


# By a points table ------------------------------------------------------------------------------------------------

FACTS = 4 * F("augen") + 2 * Cast("opened", IntegerField()) + Cast("won", IntegerField())
KIND = Func(
    F("game__finish"),
    ExpressionWrapper(FACTS, output_field=IntegerField()),
    template="%(expressions)s",
    arg_joiner=" || ",
    output_field=TextField(),
)
WRITTEN_KIND = re.compile(r"(\D+)(\d+)")


def in_one_text(lines: QuerySet[Line]) -> QuerySet[Line, tuple[SeriesNumber, int, str]]:
    """Of each series its number, how many games it has, and of every line its seat and its kind: `17 R436 18 R1 …`."""
    return lines.values_list("game__sheet__table__series__number").annotate(
        games=Count("game_id", distinct=True), written=Joined("seat_id", KIND)
    )


LINES: PreparedValues[tuple[SeriesNumber, int, str]] = PreparedValues(
    lambda pk: in_one_text(lines_among([pk])), int
)


class GainsByKind(dict[str, Gain]):
    """What each kind of line adds by these rules, which never change."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, kind: str) -> Gain:
        read = WRITTEN_KIND.fullmatch(kind)
        assert read is not None, "how the game ended, and a number"
        finish = Finish(read[1])
        augen, marks = divmod(int(read[2]), 4)
        opened, won = divmod(marks, 2)
        result = Result(
            finish=finish,
            winner=1 if won else None,
            hands={} if won else {1: HandLeft(augen=augen, opened=bool(opened))},
        )
        gain = gain_of(score(self.rules, result)[1], augen=augen, won=finish if won else None)
        self[kind] = gain
        return gain


GAINS: dict[int, GainsByKind] = {}
MOST_RULES = 40


def gains_by(rules: RuleSet) -> GainsByKind:
    """Kept beside the rules themselves, so that their number stays theirs."""
    known = GAINS.setdefault(id(rules), GainsByKind(rules))
    if len(GAINS) > MOST_RULES:
        GAINS.pop(next(iter(GAINS)), None)
    return known


def played_by_table(rules: RuleSet, among: Collection[int], series: SeriesNumber | None) -> Iterator[Played]:
    """Each series with all its lines."""
    if len(among) == 1 and series is None:
        written = LINES(*among)
    else:
        lines = lines_among(among)
        written = list(in_one_text(lines if series is None else lines.filter(seat__series__number=series)))
    known = gains_by(rules)
    for number, games, text in written:
        words = text.split(" ")
        yield number, games, zip(words[::2], map(known.__getitem__, words[1::2]), strict=True)


# By the basic rules -----------------------------------------------------------------------------------------------


def played_by_hand(rules: RuleSet, among: Collection[int], series: SeriesNumber | None) -> Iterator[Played]:
    """Game by game; read as they come, since there may be too many to be held."""
    lines = lines_among(among).order_by("game_id")
    if series is not None:
        lines = lines.filter(seat__series__number=series)
    rows = as_rows(lines, "seat_id").iterator(chunk_size=5000)
    for _game, scored in groupby(whole_games(rules, rows), key=lambda found: found[0][0]):
        gains = [
            (row, gain_of(worth, augen=row[7], won=Finish(row[1]) if row[5] else None))
            for row, worth in scored
        ]
        yield gains[0][0][2], 1, [(row[8], gain) for row, gain in gains]


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
        hands={
            seat: HandLeft(augen=augen, opened=bool(opened)) for seat, won, opened, augen in left if not won
        },
    )
