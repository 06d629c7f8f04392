"""What the rows of a list come to: games as results, sums as on paper, also of lists of which only the sums are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet

from scoring.engine.law import Finish
from scoring.points import HandLeft, Result
from scoring.rules import RuleSet
from scoring.sheets import PenaltyLine, SheetGame, SheetTally, tally
from scoring.totals import SeatSum, tally_of_totals
from tournaments.event.core.course import Course
from tournaments.models import Game, Line, Penalty, ScoreSheet, Seat, TotalEntry, TotalLine


def with_lines() -> Prefetch[str, QuerySet[Line], str]:
    """The lines of games in the order of the seats, in one query whatever the number of games."""
    return Prefetch("lines", queryset=Line.objects.order_by("seat__number"))


def result_of(game: Game) -> Result:
    """The result of a game as the value that the rules judge."""
    lines = game.lines.all()
    return Result(
        finish=Finish(game.finish),
        winner=next((line.seat.number for line in lines if line.won), None),
        hands={
            line.seat.number: HandLeft(augen=line.augen, opened=line.opened) for line in lines if not line.won
        },
    )


def result_from(facts: Mapping[str, Any]) -> Result:
    """A game as the journal keeps it (`services.sheets.game_facts`) becomes a result again."""
    return Result(
        finish=Finish(facts["finish"]),
        winner=facts["winner"],
        hands={
            int(seat): HandLeft(augen=augen, opened=opened)
            for seat, (augen, opened) in facts["hands"].items()
        },
    )


def course_of(rules: RuleSet, seats: Sequence[Seat]) -> Course:
    """Who sits at the table in which Runde."""
    last: dict[int, int | None] = {}
    for seat in sorted(seats, key=lambda seat: seat.first_round):
        last[seat.number] = seat.last_round
    return course_by_rules(rules, last)


def course_by_rules(rules: RuleSet, last: Mapping[int, int | None]) -> Course:
    """The same of seats that were not loaded: the last Runde of each, None where somebody sits to the end."""
    rests_at = frozenset(size for size in range(2, 7) if rules.table.dealer_sits_out(size))
    return Course(seats=last, rests_at=rests_at, one_deal=rules.series.one_deal)


def tally_of(
    rules: RuleSet, seats: Sequence[Seat], games: Sequence[Game], penalties: Sequence[Penalty]
) -> SheetTally:
    """The sums of a list, as on paper; struck rows are shown and count nothing."""
    course = course_of(rules, seats)
    return tally(
        rules,
        [
            SheetGame(
                number=game.number,
                dealer=game.dealer.number,
                result=result_of(game),
                struck=game.struck_at is not None,
                closes_round=course.deal(game.number).last_of_round,
            )
            for game in games
        ],
        seats=sorted({seat.number for seat in seats}),
        penalties=penalty_lines(seats, penalties),
    )


def penalty_lines(seats: Sequence[Seat], penalties: Sequence[Penalty]) -> list[PenaltyLine]:
    """The penalties of a list as its arithmetic takes them."""
    seat_of = {seat.registration_id: seat.number for seat in seats}
    return [
        PenaltyLine(
            seat=seat_of[penalty.registration_id],
            points=penalty.points,
            augen=penalty.augen,
            game=penalty.of_game,
            voids=penalty.voids_series,
        )
        for penalty in penalties
    ]


def sums_of(entry: TotalEntry) -> dict[int, SeatSum]:
    """The sums of a list without games, by seat."""
    return {
        line.seat.number: SeatSum(points=line.points, augen=line.augen, crosses=line.crosses)
        for line in entry.lines.all()
    }


def totals_of(lists: Sequence[ScoreSheet]) -> dict[int, TotalEntry]:
    """The sums in force of lists without games; asked for only where `sheets` did not say that there are none."""
    ids = [sheet.pk for sheet in lists if getattr(sheet, "has_totals", True)]
    if not ids:
        return {}
    lines = Prefetch("lines", queryset=TotalLine.objects.select_related("seat").order_by("seat__number"))
    entries = TotalEntry.objects.filter(sheet__in=ids, struck_at__isnull=True).prefetch_related(lines)
    return {entry.sheet_id: entry for entry in entries}


def tally_of_list(
    rules: RuleSet,
    seats: Sequence[Seat],
    games: Sequence[Game],
    penalties: Sequence[Penalty],
    totals: TotalEntry | None,
) -> SheetTally:
    """The sums of a list from its games, or as they stand on its paper."""
    if totals is None:
        return tally_of(rules, seats, games, penalties)
    return tally_of_totals(
        rules,
        sums_of(totals),
        games=totals.games,
        seats=sorted({seat.number for seat in seats}),
        penalties=penalty_lines(seats, penalties),
    )
