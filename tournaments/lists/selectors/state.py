"""How far a list has come and how it goes on: what decides a deed, without lines and sums, which only readers need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from scoring.numbers import GameNumber
from scoring.rules import RuleSet
from scoring.selectors import rules_of
from tournaments.event.core.course import Course
from tournaments.lists.core.life import Deed, Life, possible
from tournaments.lists.selectors.sums import course_of, tally_of, with_lines
from tournaments.models import Game, ScoreSheet, Seat, Signature, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class NextGame:
    """The deal that comes next."""

    number: GameNumber
    round_number: int
    dealer: Seat
    playing: tuple[Seat, ...]  # left of the dealer first
    last_of_round: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ListState:
    """What a deed on a list depends on."""

    sheet: ScoreSheet
    tournament: Tournament
    rules: RuleSet
    seats: tuple[Seat, ...]  # one for each number, as it is taken now or was last
    former: tuple[Seat, ...]  # who sat on one of them before
    course: Course
    games: tuple[Game, ...]  # in force, by number
    struck: tuple[Game, ...]
    planned: int | None  # None: played to a target
    life: Life
    next_game: NextGame | None
    sums_only: bool  # only the sums are known: then there are no games

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
        by_number: dict[int, Seat] = {seat.number: seat for seat in self.seats_at(number)}
        return tuple(by_number[n] for n in self.course.deal(number).playing)

    @property
    def running_round(self) -> int:
        """The Runde in which the latest entered game stands."""
        return self.course.round_of(max((game.number for game in self.games), default=1))

    @property
    def closed_rounds(self) -> int:
        """How many Runden are closed: their last game is entered, or the list is signed."""
        running = self.running_round
        ended = self.game(self.course.first_of(running + 1) - 1) is not None
        return running if ended or not possible(Deed.CORRECT, self.life) else running - 1

    def game(self, number: int) -> Game | None:
        """The row in force of this game."""
        return next((game for game in self.games if game.number == number), None)


def next_game(
    tournament: Tournament,
    rules: RuleSet,
    seats: Sequence[Seat],
    games: Sequence[Game],
    ends_after: int | None = None,
) -> NextGame | None:
    """The lowest game that has no row in force, or None when everything is played."""
    played = {game.number for game in games}
    number = next(GameNumber(n) for n in range(1, len(played) + 2) if n not in played)
    course = course_of(rules, seats)
    planned = games_due(tournament, course, ends_after)
    if planned is not None and number > planned:
        return None
    if planned is None and target_reached(tournament, rules, seats, games):
        return None
    deal = course.deal(number)
    by_number: dict[int, Seat] = {seat.number: seat for seat in seats}
    return NextGame(
        number=number,
        round_number=deal.round_number,
        dealer=by_number[deal.dealer],
        playing=tuple(by_number[n] for n in deal.playing),
        last_of_round=deal.last_of_round and not course.one_deal,
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
    return life_at(sheet.completed_at, sheet.accepted_at, rules, signed=signed, now=now)


def life_at(
    completed_at: datetime | None,
    accepted_at: datetime | None,
    rules: RuleSet,
    *,
    signed: bool,
    now: datetime,
) -> Life:
    """How far a list has come by the hours at which it was completed and accepted."""
    if accepted_at is not None:
        window = timedelta(minutes=rules.series.objection_minutes)
        return Life.FINAL if now >= accepted_at + window else Life.ACCEPTED
    if completed_at is None:
        return Life.OPEN
    return Life.SIGNED if signed else Life.COMPLETE


def seats_taken() -> QuerySet[Seat]:
    """Every seat that somebody sat on; without those that were taken back before their first game."""
    return Seat.objects.filter(Q(last_round__isnull=True) | Q(last_round__gte=F("first_round")))


def list_state(sheet: ScoreSheet, *, now: datetime) -> ListState:
    """Return how far a list has come, in two to four queries.

    Lines are read only where a target decides what comes next, signatures only where there can be some.
    """
    to_target = sheet.table.series.tournament.target is not None
    seats = seats_taken().filter(table=sheet.table_id).select_related("registration__player")
    return state_from_rows(
        sheet,
        list(seats.order_by("number", "first_round")),
        games_of(sheet, with_their_lines=to_target),
        lines_read=to_target,
        signed=signatures_in_force(sheet),
        sums_only=bool(sheet.has_totals),  # type: ignore[attr-defined]  # annotated by `sheets`
        now=now,
    )


def state_from_rows(
    sheet: ScoreSheet,
    seats: Sequence[Seat],
    rows: Sequence[Game],
    *,
    lines_read: bool,
    signed: int,
    sums_only: bool,
    now: datetime,
) -> ListState:
    """The state of a list from its rows; every row of a seat shares that seat. `signed`: how many signatures are in force."""
    tournament = sheet.table.series.tournament
    rules = rules_of(tournament.rule_set)
    seat_of = {seat.pk: seat for seat in seats}
    for game in rows:
        game.dealer = seat_of[game.dealer_id]
        for line in game.lines.all() if lines_read else ():
            line.seat = seat_of[line.seat_id]
    games = tuple(game for game in rows if game.struck_at is None)
    chairs = tuple({seat.number: seat for seat in seats}.values())
    course = course_of(rules, seats)
    sitting = sum(seat.last_round is None for seat in chairs)
    return ListState(
        sheet=sheet,
        tournament=tournament,
        rules=rules,
        seats=chairs,
        former=tuple(seat for seat in seats if seat not in chairs),
        course=course,
        games=games,
        struck=tuple(game for game in rows if game.struck_at is not None),
        planned=games_due(tournament, course, sheet.ends_after),
        life=life_of(sheet, rules, signed=signed == sitting, now=now),
        next_game=None if sums_only else next_game(tournament, rules, chairs, games, sheet.ends_after),
        sums_only=sums_only,
    )


def games_of(sheet: ScoreSheet, *, with_their_lines: bool) -> list[Game]:
    """The rows of a list, struck ones too."""
    rows = Game.objects.filter(sheet=sheet).order_by("number", "pk")
    return list(rows.prefetch_related(with_lines()) if with_their_lines else rows)


def signatures_in_force(sheet: ScoreSheet) -> int:
    """How many there are; a list with open games has none, and nobody is asked."""
    if sheet.completed_at is None:
        return 0
    return Signature.objects.filter(sheet=sheet, revoked_at__isnull=True).count()


def scorer_may_correct(view: ListState, number: int) -> bool:
    """The list keeper corrects the games of a Runde until its last one is entered; that one until the next Runde begins.

    The last game of a series until all have signed.
    """
    if not possible(Deed.CORRECT, view.life):
        return False
    runde, course = view.course.round_of(number), view.course
    ends_it = number == course.first_of(runde + 1) - 1
    return runde > view.closed_rounds or (ends_it and runde == view.running_round)
