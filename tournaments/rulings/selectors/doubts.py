"""Odd games of many lists at once, from bare values: as `SheetView.doubts` finds them, without reading each list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Q, QuerySet

from scoring.numbers import SeatNumber, SeriesNumber
from scoring.rules import RuleSet
from scoring.verification import Finding, findings
from tournaments.models import Line, ScoreSheet
from tournaments.rankings.selectors.lines import LineRow, as_rows, result_of_lines

WrittenRow = tuple[int, str, SeriesNumber, int, SeatNumber, int, int, int, int, int]  # see `written_on`
DoubtedGames = dict[int, list[tuple[int, Finding]]]


def written_on(lists: Q) -> QuerySet[Line, Any]:
    """The lines in force of these lists, game by game: what a line is scored by, its list, and its game's number."""
    lines = Line.objects.filter(lists, game__struck_at__isnull=True)
    return as_rows(
        lines.order_by("game__sheet_id", "game__number", "game_id"), "game__sheet_id", "game__number"
    )


def tables_of_lists(series: int) -> dict[int, int]:
    """The lists of a series and the numbers of their tables, in this order."""
    lists = ScoreSheet.objects.filter(table__series=series).order_by("table__number")
    return dict(lists.values_list("pk", "table__number"))


def doubted_in_series(series: int, rules: RuleSet) -> DoubtedGames:
    """By list of a series: the games that a human should look at twice, with what is odd about each."""
    return doubted_games(rules, written_on(Q(game__sheet__table__series=series)))


def doubted_games(rules: RuleSet, written: Iterable[WrittenRow]) -> DoubtedGames:
    """The same of any lists; their rows come game by game."""
    found: DoubtedGames = defaultdict(list)
    for (sheet, number, _game), rows in groupby(written, key=itemgetter(8, 9, 0)):
        lines: list[LineRow] = [row[:8] for row in rows]
        for doubt in findings(rules, result_of_lines(lines)):
            found[sheet].append((number, doubt))
    return found
