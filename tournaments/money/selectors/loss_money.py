"""Verlustgeld: what lost games cost everybody, asked from the lists and never stored. Off unless the rule set says so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from scoring.engine.law import Finish
from scoring.points import HandLeft, Result, score
from scoring.rules import LossGame, LossMoney, RuleSet
from scoring.sheets import loss_cents
from tournaments.models import Line, TotalLine, Tournament


@dataclass(frozen=True, slots=True)
class Lost:
    """One lost game: in which column of which list, and whose it was."""

    column: tuple[int, int]
    registration: int


def loss_money(tournament: Tournament, rules: RuleSet, *, only: int | None = None) -> dict[int, int]:
    """Cents by registration. The first few of a column cost less, so a substitute goes on where the other left."""
    money = rules.loss_money
    if money is None or not money.enabled:
        return {}
    owed: dict[int, int] = defaultdict(int)
    so_far: dict[tuple[int, int], int] = defaultdict(int)
    for lost in lost_games(tournament, rules, money):
        before = so_far[lost.column]
        so_far[lost.column] = before + 1
        owed[lost.registration] += loss_cents(money, before + 1) - loss_cents(money, before)
    if money.counts is LossGame.CROSS:
        for registration, crosses in crosses_of_totals(tournament):
            owed[registration] += loss_cents(money, crosses)
    return {only: owed.get(only, 0)} if only is not None else dict(owed)


def lost_games(tournament: Tournament, rules: RuleSet, money: LossMoney) -> Iterator[Lost]:
    """Every lost game in force, list by list in the order in which they were played; one query."""
    lines = (
        Line.objects.filter(game__sheet__table__series__tournament=tournament, game__struck_at__isnull=True)
        .order_by("game__sheet_id", "game__number", "game_id", "seat__number")
        .values_list(
            "game_id",
            "game__sheet_id",
            "game__finish",
            "seat__registration_id",
            "seat__number",
            "won",
            "opened",
            "augen",
            named=True,
        )
    )
    for _game, found in groupby(lines.iterator(chunk_size=5000), key=attrgetter("game_id")):
        rows = list(found)
        seats = crossed(rules, rows) if money.counts is LossGame.CROSS else unopened(rows)
        for row in rows:
            if row.seat__number in seats:
                yield Lost((row.game__sheet_id, row.seat__number), row.seat__registration_id)


def unopened(rows: list) -> frozenset[int]:  # type: ignore[type-arg]  # named rows of the query
    """The seats that have not opened in this game."""
    return frozenset(row.seat__number for row in rows if not row.won and not row.opened)


def crossed(rules: RuleSet, rows: list) -> frozenset[int]:  # type: ignore[type-arg]  # named rows of the query
    """The seats that have a cross in this game."""
    result = Result(
        finish=Finish(rows[0].game__finish),
        winner=next((row.seat__number for row in rows if row.won), None),
        hands={row.seat__number: HandLeft(augen=row.augen, opened=row.opened) for row in rows if not row.won},
    )
    return frozenset(seat for seat, worth in score(rules, result).items() if worth.cross)


def crosses_of_totals(tournament: Tournament) -> Iterator[tuple[int, int]]:
    """Lists of which only the sums are known: their crosses; who had not opened, nobody knows."""
    yield from TotalLine.objects.filter(
        entry__sheet__table__series__tournament=tournament, entry__struck_at__isnull=True
    ).values_list("seat__registration_id", "crosses")
