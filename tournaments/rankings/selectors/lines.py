"""Every line in force, and what it is worth by the rules: what standings, evenings and doubts are made of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby, tee
from operator import itemgetter
from typing import Any

from django.db import OperationalError
from django.db.models import ExpressionWrapper, F, Field, QuerySet

from scoring.engine.law import Finish
from scoring.numbers import SeatNumber, SeriesNumber
from scoring.points import HandLeft, Result, Score, score
from scoring.rules import RuleSet
from tournaments.models import Line
from tournaments.rankings.selectors.facts import SeatRow, seats_among
from tournaments.storage.prepared import PreparedValues

LineRow = tuple[int, str, SeriesNumber, int, SeatNumber, int, int, int]


def lines_among(among: Collection[int]) -> QuerySet[Line]:
    """Every line in force, game by game."""
    return Line.objects.filter(
        game__sheet__table__series__tournament__in=among, game__struck_at__isnull=True
    ).order_by("game_id")


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


# Of all lines of a tournament the seats are read beside them, and not joined to each.
CountedRow = tuple[
    int, str, int, int, int, int
]  # a game, how it ended, a seat, whether it won and had opened, its Augen


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


def as_counted(lines: QuerySet[Line]) -> QuerySet[Line, CountedRow]:
    return lines.values_list("game_id", "game__finish", "seat_id", *WON_AND_OPENED, "augen")


LINES: PreparedValues[CountedRow] = PreparedValues(lambda pk: as_counted(lines_among([pk])), int)


def line_rows(among: Collection[int], series: SeriesNumber | None, *, large: bool) -> Iterable[CountedRow]:
    """The lines of these tournaments; those of a single one by a sentence that is known already."""
    if len(among) == 1 and series is None and not large:
        return LINES(*among)
    lines = lines_among(among)
    if series is not None:
        lines = lines.filter(seat__series__number=series)
    return as_counted(lines).iterator(chunk_size=5000)


Worths = dict[tuple[str, int, int, int], Score]
WORTHS: dict[
    int, tuple[RuleSet, Worths]
] = {}  # what each kind of line is worth by these rules, which never change
MOST_RULES = 40
KIND = itemgetter(
    1, 3, 4, 5
)  # of a line: how the game ended, whether it won, whether it had opened, its Augen
FINISHES = {one.value: one for one in Finish}


def whole_row(row: CountedRow, seated: SeatsByKey) -> LineRow:
    """A line with its seat."""
    game, finish, seat, won, opened, augen = row
    _seat, series, registration, number, *_more = seated[seat]
    return game, finish, series, registration, number, won, opened, augen


def single_lines(
    rules: RuleSet, rows: Iterable[CountedRow], seated: SeatsByKey
) -> Iterator[tuple[CountedRow, Score]]:
    """By a points table a line is worth what it is worth, whatever the others hold: each kind is scored once."""
    _rules, known = WORTHS.setdefault(
        id(rules), (rules, {})
    )  # kept beside them, so that the number stays theirs
    if len(WORTHS) > MOST_RULES:
        WORTHS.pop(next(iter(WORTHS)), None)
    for row in rows:
        kind = KIND(row)
        worth = known.get(kind)
        if worth is None:
            line = whole_row(row, seated)
            worth = known[kind] = score(rules, result_of_lines([line]))[line[4]]
        yield row, worth


def seats_of_games(
    rules: RuleSet, rows: Iterable[CountedRow], seated: SeatsByKey
) -> Iterator[tuple[CountedRow, Score]]:
    """By the basic rules a line is worth what the whole game makes of it."""
    rows, same = tee(rows)
    lines = (whole_row(row, seated) for row in same)
    for row, (_line, worth) in zip(rows, whole_games(rules, lines), strict=True):
        yield row, worth


def whole_games(rules: RuleSet, rows: Iterable[LineRow]) -> Iterator[tuple[LineRow, Score]]:
    """By the basic rules the winner takes the Augen of all others: a game is scored as a whole."""
    for _game, lines in groupby(rows, key=itemgetter(0)):
        game = list(lines)
        worths = score(rules, result_of_lines(game))
        for row in game:
            yield row, worths[row[4]]


def result_of_lines(lines: list[LineRow]) -> Result:
    """What the rules score: of a whole game, or of one line of it."""
    return Result(
        finish=Finish(lines[0][1]),
        winner=next((seat for *_rest, seat, won, _opened, _augen in lines if won), None),
        hands={
            seat: HandLeft(augen=augen, opened=bool(opened))
            for *_rest, seat, won, opened, augen in lines
            if not won
        },
    )
