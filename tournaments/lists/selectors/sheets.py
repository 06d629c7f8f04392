"""One list as its people see it: rows, sums, who signs, what comes next, and what may still be changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import TypeVar

from django.db.models import QuerySet

from scoring.selectors import rules_of
from scoring.sheets import SheetTally
from scoring.verification import Finding, findings
from tournaments.lists.core.life import Life
from tournaments.lists.selectors.clock import Clock, clock_of
from tournaments.lists.selectors.state import (
    ListState,
    NextGame,
    games_due,
    games_of,
    life_of,
    next_game,
    scorer_may_correct,
    seats_taken,
    state_from_rows,
)
from tournaments.lists.selectors.sums import course_of, result_of, tally_of_list, totals_of, with_lines
from tournaments.models import Game, Penalty, ScoreSheet, Seat, Signature, TotalEntry

__all__ = [
    "Life",
    "ListState",
    "NextGame",
    "SheetView",
    "course_of",
    "games_due",
    "life_of",
    "next_game",
    "result_of",
    "scorer_may_correct",
    "seats_taken",
    "sheet_view",
    "sheet_views",
    "with_lines",
]

OfSheet = TypeVar("OfSheet", Game, Signature, Penalty)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetView(ListState):
    """Everything about one list that a page, a printed list or a file shows."""

    signatures: tuple[Signature, ...]  # in force
    penalties: tuple[Penalty, ...]  # in force
    tally: SheetTally
    unplayed: tuple[int, ...]  # games that an early end has cut off
    clock: Clock | None
    time_is_over: bool  # the clock has run out
    totals: TotalEntry | None = None  # only the sums are known: then there are no games
    doubted: dict[int, tuple[Finding, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )  # see `doubts`

    @property
    def unsigned(self) -> tuple[Seat, ...]:
        """The seats whose signature is missing; who has left does not sign."""
        signed = {signature.seat_id for signature in self.signatures}
        return tuple(seat for seat in self.sitting if seat.pk not in signed)

    @property
    def unconfirmed(self) -> tuple[Game, ...]:
        """The games that the left neighbour has still to confirm, where the tournament wants it."""
        if not self.tournament.neighbour_confirms:
            return ()
        return tuple(game for game in self.games if game.confirmed_at is None)

    @property
    def left(self) -> int | None:
        """How many games are still to be played; None when a target decides."""
        return None if self.planned is None else self.planned - len(self.games)

    def doubts(self, game: Game) -> tuple[Finding, ...]:
        """What a human should look at twice; found once for each game, however often a page asks."""
        if game.pk not in self.doubted:
            self.doubted[game.pk] = findings(self.rules, result_of(game))
        return self.doubted[game.pk]


def whole_seats() -> QuerySet[Seat]:
    """Return seats with who sits there, the last on each seat last."""
    people = ("registration__player__club", "registration__team", "registration__pair")
    return seats_taken().select_related(*people).order_by("table_id", "number", "first_round")


def signatures_by_seat() -> QuerySet[Signature]:
    """Return the signatures in force."""
    return Signature.objects.filter(revoked_at__isnull=True).order_by("sheet_id", "seat__number")


def penalties_in_force() -> QuerySet[Penalty]:
    """Return the penalties in force, with their games and rulings."""
    whole = Penalty.objects.select_related("game", "ruling__decided_by", "registration__player")
    return whole.filter(lifted_by__isnull=True).order_by("ruling__number")


def sheet_view(sheet: ScoreSheet, *, now: datetime) -> SheetView:
    """The whole list in a fixed number of queries at most.

    An open one has no signatures, and what `sheet_at` has seen not to be there is not asked for.
    """
    return view_of(
        sheet,
        list(whole_seats().filter(table=sheet.table_id)),
        games_of(sheet, with_their_lines=True),
        tuple(signatures_by_seat().filter(sheet=sheet)) if sheet.completed_at is not None else (),
        tuple(penalties_in_force().filter(sheet=sheet)) if getattr(sheet, "has_penalties", True) else (),
        totals=totals_of([sheet]).get(sheet.pk),
        now=now,
    )


def sheet_views(lists: Sequence[ScoreSheet], *, now: datetime) -> tuple[SheetView, ...]:
    """Several lists of a tournament, in as many queries as one."""
    ids = [sheet.pk for sheet in lists]
    seats = by_table(whole_seats().filter(table__in=[sheet.table_id for sheet in lists]))
    games = by_sheet(
        Game.objects.filter(sheet__in=ids).order_by("number", "pk").prefetch_related(with_lines())
    )
    signatures = by_sheet(signatures_by_seat().filter(sheet__in=ids))
    penalties = by_sheet(penalties_in_force().filter(sheet__in=ids))
    totals = totals_of(lists)
    return tuple(
        view_of(
            sheet,
            seats[sheet.table_id],
            games[sheet.pk],
            tuple(signatures[sheet.pk]),
            tuple(penalties[sheet.pk]),
            totals=totals.get(sheet.pk),
            now=now,
        )
        for sheet in lists
    )


def by_table(seats: Iterable[Seat]) -> dict[int, list[Seat]]:
    groups: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        groups[seat.table_id].append(seat)
    return groups


def by_sheet(rows: Iterable[OfSheet]) -> dict[int, list[OfSheet]]:
    groups: dict[int, list[OfSheet]] = defaultdict(list)
    for row in rows:
        groups[row.sheet_id].append(row)
    return groups


OF_THE_STATE = tuple(one.name for one in fields(ListState))


def view_of(
    sheet: ScoreSheet,
    seats: Sequence[Seat],
    rows: Sequence[Game],
    signatures: tuple[Signature, ...],
    penalties: tuple[Penalty, ...],
    *,
    now: datetime,
    totals: TotalEntry | None = None,
) -> SheetView:
    """One list, put together from its rows; every row of a seat shares that seat."""
    state = state_from_rows(
        sheet, seats, rows, lines_read=True, signed=len(signatures), sums_only=totals is not None, now=now
    )
    seat_of = {seat.pk: seat for seat in seats}
    for signature in signatures:
        signature.seat = seat_of[signature.seat_id]
    due, tournament, clock = state.planned, state.tournament, clock_of(sheet.table.series)
    in_full = None if tournament.target is not None else state.course.games(tournament.rounds)
    return SheetView(
        **{name: getattr(state, name) for name in OF_THE_STATE},
        signatures=signatures,
        penalties=penalties,
        tally=tally_of_list(state.rules, seats, rows, penalties, totals),
        unplayed=() if in_full is None or due is None else tuple(range(due + 1, in_full + 1)),
        clock=clock,
        time_is_over=clock is not None and clock.over(now),
        totals=totals,
    )


def all_played(sheet: ScoreSheet, *, now: datetime) -> bool:
    """Whether no game is due any more; where the number of games is fixed, counting them is enough."""
    if sheet.total_entries.filter(struck_at__isnull=True).exists():
        return True
    tournament = sheet.table.series.tournament
    course = course_of(rules_of(tournament.rule_set), list(seats_taken().filter(table=sheet.table_id)))
    planned = games_due(tournament, course, sheet.ends_after)
    if planned is None or tournament.target is not None:
        return sheet_view(sheet, now=now).next_game is None
    return sheet.games.filter(struck_at__isnull=True, number__lte=planned).count() == planned
