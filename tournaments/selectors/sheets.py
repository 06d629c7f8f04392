"""One list as its people see it: rows, sums, who signs, what comes next, and what may still be changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypeVar

from django.db.models import Prefetch, QuerySet

from scoring.engine.law import Finish
from scoring.points import HandLeft, Result
from scoring.rules import RuleSet
from scoring.selectors import rules_of
from scoring.sheets import PenaltyLine, SheetGame, SheetTally, tally
from scoring.verification import Finding, findings
from tournaments.models import Game, Line, Penalty, ScoreSheet, Seat, Signature, Tournament
from tournaments.seating import dealer, games_of_series, players_of_game, round_of

OfSheet = TypeVar("OfSheet", Game, Signature, Penalty)


class Life(StrEnum):
    """How far a list has come (docs/rules/list-life.md)."""

    OPEN = "open"
    COMPLETE = "complete"
    SIGNED = "signed"
    ACCEPTED = "accepted"
    FINAL = "final"


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
    seats: tuple[Seat, ...]
    games: tuple[Game, ...]  # in force, by number
    struck: tuple[Game, ...]
    signatures: tuple[Signature, ...]  # in force
    penalties: tuple[Penalty, ...]  # in force
    tally: SheetTally
    planned: int | None  # None: played to a target
    life: Life
    next_game: NextGame | None

    @property
    def unsigned(self) -> tuple[Seat, ...]:
        """The seats whose signature is missing."""
        signed = {signature.seat_id for signature in self.signatures}
        return tuple(seat for seat in self.seats if seat.pk not in signed)

    @property
    def stamp(self) -> str:
        """Moves whenever a reader should look again; `stamp_of` asks for it without reading the list."""
        return stamp(self.sheet, signed=len(self.signatures), life=self.life)

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


def with_lines() -> Prefetch[str, QuerySet[Line], str]:
    """The lines of games in the order of the seats, in one query whatever the number of games."""
    return Prefetch("lines", queryset=Line.objects.order_by("seat__number"))


def result_of(game: Game) -> Result:
    """The result of a game as the value that the rules judge."""
    lines = list(game.lines.all())
    return Result(
        finish=Finish(game.finish),
        winner=next((line.seat.number for line in lines if line.won), None),
        hands={
            line.seat.number: HandLeft(augen=line.augen, opened=line.opened) for line in lines if not line.won
        },
    )


def playing_seats(rules: RuleSet, seats: Sequence[Seat], number: int) -> tuple[Seat, ...]:
    """The seats that play this game, left of the dealer first."""
    by_number = {seat.number: seat for seat in seats}
    order = players_of_game(number, len(seats), rules.table.dealer_sits_out(len(seats)))
    return tuple(by_number[n] for n in order)


def next_game(
    tournament: Tournament, rules: RuleSet, seats: Sequence[Seat], games: Sequence[Game]
) -> NextGame | None:
    """The lowest game that has no row in force, or None when everything is played."""
    played = {game.number for game in games}
    number = next(n for n in range(1, len(played) + 2) if n not in played)
    planned = games_planned(tournament, len(seats))
    if planned is not None and number > planned:
        return None
    if planned is None and target_reached(tournament, rules, seats, games):
        return None
    dealing = dealer(number, len(seats))
    return NextGame(
        number=number,
        round_number=round_of(number, len(seats)),
        dealer=next(seat for seat in seats if seat.number == dealing),
        playing=playing_seats(rules, seats, number),
        last_of_round=number % len(seats) == 0,
    )


def games_planned(tournament: Tournament, size: int) -> int | None:
    """The games of a table in a series; None where a target is played for."""
    return None if tournament.target is not None else games_of_series(size, tournament.rounds)


def target_reached(
    tournament: Tournament, rules: RuleSet, seats: Sequence[Seat], games: Sequence[Game]
) -> bool:
    """Whether somebody has the points that were agreed on."""
    if tournament.target is None:
        return False
    return bool(tally_of(rules, seats, games, ()).reached(tournament.target))


def tally_of(
    rules: RuleSet, seats: Sequence[Seat], games: Sequence[Game], penalties: Sequence[Penalty]
) -> SheetTally:
    """The sums of a list, as on paper; struck rows are shown and count nothing."""
    seat_of = {seat.registration_id: seat.number for seat in seats}
    return tally(
        rules,
        [
            SheetGame(
                number=game.number,
                dealer=game.dealer.number,
                result=result_of(game),
                struck=game.struck_at is not None,
            )
            for game in games
        ],
        seats=[seat.number for seat in seats],
        penalties=[
            PenaltyLine(
                seat=seat_of[penalty.registration_id],
                points=penalty.points,
                augen=penalty.augen,
                game=penalty.of_game,
                voids=penalty.voids_series,
            )
            for penalty in penalties
        ],
    )


def life_of(sheet: ScoreSheet, rules: RuleSet, *, signed: bool, now: datetime) -> Life:
    """How far the list has come."""
    if sheet.accepted_at is not None:
        window = timedelta(minutes=rules.series.objection_minutes)
        return Life.FINAL if now >= sheet.accepted_at + window else Life.ACCEPTED
    if sheet.completed_at is None:
        return Life.OPEN
    return Life.SIGNED if signed else Life.COMPLETE


def stamp(sheet: ScoreSheet, *, signed: int, life: Life) -> str:
    """The list's version, and what moves without it: signatures, the director's acceptance, the time."""
    return f"{sheet.version}-{signed}-{life}"


def stamp_of(sheet: ScoreSheet, *, now: datetime) -> str:
    """What `SheetView.stamp` would say, in one query."""
    signed = sheet.signatures.filter(revoked_at__isnull=True).count()
    rules = rules_of(sheet.table.series.tournament.rule_set)
    return stamp(sheet, signed=signed, life=life_of(sheet, rules, signed=signed == sheet.table.size, now=now))


def sheets() -> QuerySet[ScoreSheet]:
    """Lists with the table, series, tournament and rule set that they belong to."""
    return ScoreSheet.objects.select_related("table__series__tournament__rule_set", "scorer")


def sheet_view(sheet: ScoreSheet, *, now: datetime) -> SheetView:
    """The whole list in a fixed number of queries."""
    return sheet_views([sheet], now=now)[0]


def sheet_views(lists: Sequence[ScoreSheet], *, now: datetime) -> tuple[SheetView, ...]:
    """Several lists of a tournament, in as many queries as one."""
    ids = [sheet.pk for sheet in lists]
    seats = by_table(
        Seat.objects.filter(table__in=[sheet.table_id for sheet in lists])
        .select_related("registration__player__club", "registration__team", "registration__pair")
        .order_by("table_id", "number")
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
    return tuple(
        view_of(
            sheet,
            seats[sheet.table_id],
            games[sheet.pk],
            tuple(signatures[sheet.pk]),
            tuple(penalties[sheet.pk]),
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


def view_of(
    sheet: ScoreSheet,
    seats: Sequence[Seat],
    rows: Sequence[Game],
    signatures: tuple[Signature, ...],
    penalties: tuple[Penalty, ...],
    *,
    now: datetime,
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
    return SheetView(
        sheet=sheet,
        tournament=tournament,
        rules=rules,
        seats=tuple(seats),
        games=games,
        struck=tuple(game for game in rows if game.struck_at is not None),
        signatures=signatures,
        penalties=penalties,
        tally=tally_of(rules, seats, rows, penalties),
        planned=games_planned(tournament, len(seats)),
        life=life_of(sheet, rules, signed=len(signatures) == len(seats), now=now),
        next_game=next_game(tournament, rules, seats, games),
    )


def all_played(sheet: ScoreSheet, *, now: datetime) -> bool:
    """Whether no game is due any more; where the number of games is fixed, counting them is enough."""
    planned = games_planned(sheet.table.series.tournament, sheet.table.size)
    if planned is None:
        return sheet_view(sheet, now=now).next_game is None
    return sheet.games.filter(struck_at__isnull=True, number__lte=planned).count() == planned


def scorer_may_correct(view: SheetView, number: int) -> bool:
    """The list keeper corrects a game until the next Runde begins; the last Runde until all have signed."""
    if view.life in (Life.SIGNED, Life.ACCEPTED, Life.FINAL):
        return False
    size = len(view.seats)
    latest = max((game.number for game in view.games), default=0)
    return round_of(number, size) >= round_of(max(latest, 1), size)
