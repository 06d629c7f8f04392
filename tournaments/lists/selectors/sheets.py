"""One list as its people see it: rows, sums, who signs, what comes next, and what may still be changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import Count, F, Q, QuerySet

from scoring.rules import RuleSet
from scoring.selectors import rules_of
from scoring.sheets import SheetTally
from scoring.verification import Finding, findings
from tournaments.event.core.course import Course
from tournaments.lists.core.life import Deed, Life, possible
from tournaments.lists.selectors.clock import Clock, clock_of
from tournaments.lists.selectors.sums import (
    course_of,
    result_of,
    tally_of,
    tally_of_list,
    totals_of,
    with_lines,
)
from tournaments.models import (
    Game,
    Penalty,
    ScoreSheet,
    Seat,
    Signature,
    TotalEntry,
    Tournament,
)

__all__ = [
    "Life",
    "NextGame",
    "SheetView",
    "course_of",
    "result_of",
    "sheet_view",
    "sheet_views",
    "with_lines",
]

OfSheet = TypeVar("OfSheet", Game, Signature, Penalty)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextGame:
    """The deal that comes next."""

    number: int
    round_number: int
    dealer: Seat
    playing: tuple[Seat, ...]  # left of the dealer first
    last_of_round: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetView:
    """Everything about one list that a page, a printed list or a file shows."""

    sheet: ScoreSheet
    tournament: Tournament
    rules: RuleSet
    seats: tuple[Seat, ...]  # one for each number, as it is taken now or was last
    former: tuple[Seat, ...]  # who sat on one of them before
    course: Course
    games: tuple[Game, ...]  # in force, by number
    struck: tuple[Game, ...]
    signatures: tuple[Signature, ...]  # in force
    penalties: tuple[Penalty, ...]  # in force
    tally: SheetTally
    planned: int | None  # None: played to a target
    unplayed: tuple[int, ...]  # games that an early end has cut off
    life: Life
    next_game: NextGame | None
    clock: Clock | None
    time_is_over: bool  # the clock has run out
    totals: TotalEntry | None = None  # only the sums are known: then there are no games

    @property
    def sitting(self) -> tuple[Seat, ...]:
        """The seats that are taken now."""
        return tuple(seat for seat in self.seats if seat.last_round is None)

    def seats_at(self, number: int) -> tuple[Seat, ...]:
        """Who sat at the table when this game was played: a late correction finds the people of that Runde."""
        runde = self.course.round_of(number)
        rows = (*self.former, *self.seats)
        return tuple(
            seat
            for seat in sorted(rows, key=lambda seat: seat.number)
            if seat.first_round <= runde and (seat.last_round is None or seat.last_round >= runde)
        )

    def playing(self, number: int) -> tuple[Seat, ...]:
        """The seats that play this game, left of the dealer first."""
        by_number = {seat.number: seat for seat in self.seats_at(number)}
        return tuple(by_number[n] for n in self.course.deal(number).playing)

    def is_full_with(self, number: int) -> bool | None:
        """Whether nothing is due once this game has its row; None where a target decides."""
        if self.tournament.target is not None or self.planned is None:
            return None
        return {game.number for game in self.games} | {number} >= set(range(1, self.planned + 1))

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
    def running_round(self) -> int:
        """The Runde in which the latest entered game stands: it can still be corrected at the table."""
        return self.course.round_of(max((game.number for game in self.games), default=1))

    @property
    def closed_rounds(self) -> int:
        """How many Runden are closed: the next one has begun, or the list is signed."""
        if possible(Deed.CORRECT, self.life):
            return self.running_round - 1
        return self.running_round

    @property
    def stamp(self) -> str:
        """Moves whenever a reader should look again; `stamp_of` asks for it without reading the list."""
        confirmed = sum(game.confirmed_at is not None for game in self.games)
        return stamp(
            self.sheet,
            signed=len(self.signatures),
            confirmed=confirmed,
            life=self.life,
            over=self.time_is_over,
        )

    @property
    def left(self) -> int | None:
        """How many games are still to be played; None when a target decides."""
        return None if self.planned is None else self.planned - len(self.games)

    def game(self, number: int) -> Game | None:
        """The row in force of this game."""
        return next((game for game in self.games if game.number == number), None)

    def doubts(self, game: Game) -> tuple[Finding, ...]:
        """What a human should look at twice."""
        return findings(self.rules, result_of(game))


def next_game(
    tournament: Tournament,
    rules: RuleSet,
    seats: Sequence[Seat],
    games: Sequence[Game],
    ends_after: int | None = None,
) -> NextGame | None:
    """The lowest game that has no row in force, or None when everything is played."""
    played = {game.number for game in games}
    number = next(n for n in range(1, len(played) + 2) if n not in played)
    course = course_of(rules, seats)
    planned = games_due(tournament, course, ends_after)
    if planned is not None and number > planned:
        return None
    if planned is None and target_reached(tournament, rules, seats, games):
        return None
    deal = course.deal(number)
    by_number = {seat.number: seat for seat in seats}
    return NextGame(
        number=number,
        round_number=deal.round_number,
        dealer=by_number[deal.dealer],
        playing=tuple(by_number[n] for n in deal.playing),
        last_of_round=deal.last_of_round,
    )


def games_due(tournament: Tournament, course: Course, ends_after: int | None) -> int | None:
    """The games that this table has to play, also when somebody left or it ended early; None: to a target."""
    if tournament.target is not None:
        return ends_after
    in_full = course.games(tournament.rounds)
    return in_full if ends_after is None else min(in_full, ends_after)


def target_reached(
    tournament: Tournament, rules: RuleSet, seats: Sequence[Seat], games: Sequence[Game]
) -> bool:
    """Whether somebody has the points that were agreed on."""
    if tournament.target is None:
        return False
    return bool(tally_of(rules, seats, games, ()).reached(tournament.target))


def life_of(sheet: ScoreSheet, rules: RuleSet, *, signed: bool, now: datetime) -> Life:
    """How far the list has come."""
    if sheet.accepted_at is not None:
        window = timedelta(minutes=rules.series.objection_minutes)
        return Life.FINAL if now >= sheet.accepted_at + window else Life.ACCEPTED
    if sheet.completed_at is None:
        return Life.OPEN
    return Life.SIGNED if signed else Life.COMPLETE


def stamp(sheet: ScoreSheet, *, signed: int, confirmed: int, life: Life, over: bool) -> str:
    """The list's version, and what moves without it: who keeps it, signatures, confirmations, acceptance, the clock, the time."""
    clock = clock_of(sheet.table.series)
    ends = f"{clock.ends_at:%H%M}{'!' if over else ''}" if clock else "-"
    return f"{sheet.version}-{sheet.scorer_id}-{signed}-{confirmed}-{life}-{ends}"


def stamp_of(sheet: ScoreSheet, *, now: datetime) -> str:
    """What `SheetView.stamp` would say, in two queries."""
    signed = sheet.signatures.filter(revoked_at__isnull=True).count()
    counted = ScoreSheet.objects.filter(pk=sheet.pk).aggregate(
        sitting=Count("table__seats", filter=Q(table__seats__last_round__isnull=True), distinct=True),
        confirmed=Count(
            "games",
            filter=Q(games__confirmed_at__isnull=False, games__struck_at__isnull=True),
            distinct=True,
        ),
    )
    rules = rules_of(sheet.table.series.tournament.rule_set)
    life = life_of(sheet, rules, signed=signed == counted["sitting"], now=now)
    clock = clock_of(sheet.table.series)
    over = clock is not None and clock.over(now)
    return stamp(sheet, signed=signed, confirmed=counted["confirmed"], life=life, over=over)


def sheet_view(sheet: ScoreSheet, *, now: datetime) -> SheetView:
    """The whole list in a fixed number of queries."""
    return sheet_views([sheet], now=now)[0]


def sheet_views(lists: Sequence[ScoreSheet], *, now: datetime) -> tuple[SheetView, ...]:
    """Several lists of a tournament, in as many queries as one."""
    ids = [sheet.pk for sheet in lists]
    seats = by_table(
        seats_taken()
        .filter(table__in=[sheet.table_id for sheet in lists])
        .select_related("registration__player__club", "registration__team", "registration__pair")
        .order_by("table_id", "number", "first_round")
    )
    games = by_sheet(
        Game.objects.filter(sheet__in=ids).order_by("number", "pk").prefetch_related(with_lines())
    )
    signatures = by_sheet(
        Signature.objects.filter(sheet__in=ids, revoked_at__isnull=True).order_by("sheet_id", "seat__number")
    )
    penalties = by_sheet(
        Penalty.objects.filter(sheet__in=ids, lifted_by__isnull=True)
        .select_related("game", "ruling__decided_by", "registration__player")
        .order_by("ruling__number")
    )
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


def seats_taken() -> QuerySet[Seat]:
    """Every seat that somebody sat on; without those that were taken back before their first game."""
    return Seat.objects.filter(Q(last_round__isnull=True) | Q(last_round__gte=F("first_round")))


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
    tournament = sheet.table.series.tournament
    rules = rules_of(tournament.rule_set)
    seat_of = {seat.pk: seat for seat in seats}
    for game in rows:
        game.dealer = seat_of[game.dealer_id]
        for line in game.lines.all():
            line.seat = seat_of[line.seat_id]
    for signature in signatures:
        signature.seat = seat_of[signature.seat_id]
    games = tuple(game for game in rows if game.struck_at is None)
    chairs = tuple({seat.number: seat for seat in seats}.values())
    course = course_of(rules, seats)
    due = games_due(tournament, course, sheet.ends_after)
    sitting = sum(seat.last_round is None for seat in chairs)
    clock = clock_of(sheet.table.series)
    in_full = None if tournament.target is not None else course.games(tournament.rounds)
    return SheetView(
        sheet=sheet,
        tournament=tournament,
        rules=rules,
        seats=chairs,
        former=tuple(seat for seat in seats if seat not in chairs),
        course=course,
        games=games,
        struck=tuple(game for game in rows if game.struck_at is not None),
        signatures=signatures,
        penalties=penalties,
        tally=tally_of_list(rules, seats, rows, penalties, totals),
        planned=due,
        unplayed=() if in_full is None or due is None else tuple(range(due + 1, in_full + 1)),
        life=life_of(sheet, rules, signed=len(signatures) == sitting, now=now),
        next_game=None if totals else next_game(tournament, rules, chairs, games, sheet.ends_after),
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


def scorer_may_correct(view: SheetView, number: int) -> bool:
    """The list keeper corrects a game until the next Runde begins; the last Runde until all have signed."""
    return possible(Deed.CORRECT, view.life) and view.course.round_of(number) > view.closed_rounds
