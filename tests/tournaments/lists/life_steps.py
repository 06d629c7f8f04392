"""What can be tried on a list, by anybody, at any time: the steps of a random life. Each takes the hall, who tries, and two numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid5

from scoring.numbers import GameNumber, SeatNumber
from scoring.totals import SeatSum
from tests.factories import NOON, SPACE, result
from tournaments.event.permissions import Actor
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors import second_typing
from tournaments.lists.selectors.sheets import SheetView, result_of, sheet_view
from tournaments.lists.services import clock, confirming, signing
from tournaments.lists.services import sheets as lists
from tournaments.models import (
    PaperSettlement,
    Penalty,
    Protest,
    Ruling,
    ScoreSheet,
)
from tournaments.paper_entry.services import entry as paper_entry
from tournaments.paper_entry.services import totals
from tournaments.rulings import services as rulings
from tournaments.rulings.selectors.offences import Offence
from tournaments.rulings.services import deals, endings, protests, seats

NAME = "[[[100, 100], [400, 200], [700, 90]]]"
KINDS = (Penalty.Kind.LOOSE_HAND, Penalty.Kind.WARNING, Penalty.Kind.DEDUCTION)
CAUSES = ScoreSheet.EndCause.values


@dataclass(slots=True, kw_only=True)
class Hall:
    """A table of four with two Runden, two who stand by, and everybody who may try something."""

    sheet: ScoreSheet
    persons: tuple[Actor, ...]
    now: datetime = NOON
    tried: int = 0

    @property
    def view(self) -> SheetView:
        return sheet_view(sheets().get(pk=self.sheet.pk), now=self.now)


# What can be tried: each takes the hall, who tries, and two numbers ---------------------------------------------

Step = Callable[[Hall, Actor, int, int], object]


def seen(hall: Hall, by: Actor) -> dict[str, Any]:
    return {
        "sheet_id": hall.sheet.pk,
        "seen_version": hall.view.sheet.version,
        "by": by,
        "now": hall.now,
    }


def ruled(hall: Hall, by: Actor) -> dict[str, Any]:
    return seen(hall, by) | {"reason": f"Grund {hall.tried}"}


def some_result(view: SheetView, number: int, a: int, b: int) -> Any:
    playing = [seat.number for seat in view.playing(number)]
    winner = playing[a % len(playing)]
    hands: dict[int, tuple[int, bool]] = {
        seat: (10 + 17 * b + seat, bool((a + seat) % 3)) for seat in playing if seat != winner
    }
    return result(winner, hands)


def enter(hall: Hall, by: Actor, a: int, b: int) -> object:
    view = hall.view
    number = view.next_game.number if view.next_game else GameNumber(1 + a)
    return write(hall, by, number, a, b)


def correct(hall: Hall, by: Actor, a: int, b: int) -> object:
    return write(hall, by, GameNumber(1 + a), b, a)


def write(hall: Hall, by: Actor, number: GameNumber, a: int, b: int) -> object:
    return lists.enter_game(
        number=number,
        result=some_result(hall.view, number, a, b),
        submission=uuid5(SPACE, f"life/{hall.tried}"),
        **seen(hall, by),
    )


def correct_by_ruling(hall: Hall, by: Actor, a: int, b: int) -> object:
    return rulings.correct_game(
        number=GameNumber(1 + a),
        result=some_result(hall.view, 1 + a, b, a),
        submission=uuid5(SPACE, f"ruling/{hall.tried}"),
        **ruled(hall, by),
    )


def restore(hall: Hall, by: Actor, a: int, b: int) -> object:
    rows = hall.view.struck
    return rulings.restore_row(
        row_id=rows[a % len(rows)].pk if rows else 0,
        submission=uuid5(SPACE, f"restore/{hall.tried}"),
        **ruled(hall, by),
    )


def punish(hall: Hall, by: Actor, a: int, b: int) -> object:
    kind = KINDS[a % len(KINDS)]
    game = GameNumber(1 + b) if kind == Penalty.Kind.LOOSE_HAND else None
    points = 1 + b if kind == Penalty.Kind.DEDUCTION else 0
    otherwise = rulings.Otherwise(points=-2, augen=3) if b == 5 else None
    return rulings.impose(
        offence=Offence(kind=kind, seat=SeatNumber(1 + b % 4), game=game, points=points),
        otherwise=otherwise,
        **ruled(hall, by),
    )


def lift(hall: Hall, by: Actor, a: int, b: int) -> object:
    penalty = Penalty.objects.filter(sheet=hall.sheet).order_by("pk").last()
    if penalty is None:
        return None
    return rulings.lift_penalty(penalty_id=penalty.pk, reason="doch nicht", by=by, now=hall.now)


def remark(hall: Hall, by: Actor, a: int, b: int) -> object:
    return rulings.remark(
        sheet_id=hall.sheet.pk,
        number=GameNumber(1 + a),
        text=f"Wort {b}",
        paragraph="Regel 9",
        by=by,
        now=hall.now,
    )


def withdraw(hall: Hall, by: Actor, a: int, b: int) -> object:
    said = Ruling.objects.filter(sheet=hall.sheet, kind=Ruling.Kind.REMARK).order_by("pk").last()
    if said is None:
        return None
    return rulings.withdraw_remark(ruling_id=said.pk, reason="ein Irrtum", by=by, now=hall.now)


def confirm(hall: Hall, by: Actor, a: int, b: int) -> object:
    game = hall.view.game(1 + a)
    return confirming.confirm_game(
        sheet_id=hall.sheet.pk, number=GameNumber(1 + a), game_id=game.pk if game else 0, by=by, now=hall.now
    )


def sign(hall: Hall, by: Actor, a: int, b: int) -> object:
    return signing.sign_list(
        seat_number=SeatNumber(1 + a % 4), method=("paper", "drawn")[b % 2], drawn=NAME, **seen(hall, by)
    )


def sign_all(hall: Hall, by: Actor, a: int, b: int) -> object:
    return [sign(hall, by, seat.number - 1, b) for seat in hall.view.unsigned]


def protest(hall: Hall, by: Actor, a: int, b: int) -> object:
    """File one, or take the next step with the one that is there."""
    last = Protest.objects.filter(sheet=hall.sheet).order_by("pk").last()
    common: dict[str, Any] = {"by": by, "now": hall.now}
    if last is None or b == 0:
        return protests.file_protest(
            sheet_id=hall.sheet.pk,
            seat_number=SeatNumber(1 + a % 4),
            text=f"Nein {a}",
            game_number=None,
            **common,
        )
    step: dict[str, Any] = {"protest_id": last.pk, "reason": "so ist es"} | common
    match b % 3:
        case 0:
            return protests.withdraw_protest(**step)
        case 1:
            return protests.decide_protest(granted=a % 2 == 0, **step)
        case _:
            return protests.reopen_protest(**step)


def hand_over(hall: Hall, by: Actor, a: int, b: int) -> object:
    return lists.hand_over(sheet_id=hall.sheet.pk, seat_number=SeatNumber(1 + a % 4), by=by, now=hall.now)


def run_clock(hall: Hall, by: Actor, a: int, b: int) -> object:
    common: dict[str, Any] = {
        "tournament_id": hall.view.tournament.pk,
        "number": 1,
        "by": by,
        "now": hall.now,
    }
    if hall.view.clock is None:
        return clock.start_clock(minutes=1 + a, **common)
    if b < 5:
        return clock.extend_clock(minutes=a - 3, reason="so", **common)
    return clock.take_clock_back(reason="so", **common)


def end_early(hall: Hall, by: Actor, a: int, b: int) -> object:
    return endings.end_early(last_game=a, cause=CAUSES[b % 2], **ruled(hall, by))


def substitute(hall: Hall, by: Actor, a: int, b: int) -> object:
    return seats.substitute(seat_number=SeatNumber(1 + a % 4), start_number=5 + b % 2, **ruled(hall, by))


def foot(hall: Hall, a: int, b: int) -> tuple[dict[int, SeatSum], int]:
    """Sums at the foot of a paper that can be; now and then ones that cannot."""
    games = max(1, (hall.view.planned or 1) - a % 3)
    return {
        seat.number: SeatSum(points=5 + a + seat.number, crosses=b // 6, augen=100 + 10 * b + seat.number)
        for seat in hall.view.seats
    }, games


def enter_totals(hall: Hall, by: Actor, a: int, b: int) -> object:
    sums, games = foot(hall, a, b)
    return totals.enter_totals(
        sums=sums,
        games=games,
        submission=uuid5(SPACE, f"totals/{hall.tried}"),
        confirmed=["anything"] if b % 2 else [],
        **ruled(hall, by),
    )


def clear_the_list(hall: Hall, by: Actor, a: int, b: int) -> object:
    """Every row struck, so that a club may go over to sums; half of the time they are entered at once."""
    done: list[object] = [
        rulings.strike_game(number=game.number, **ruled(hall, by)) for game in reversed(hall.view.games)
    ]
    if b % 2:
        done.append(enter_totals(hall, by, a, b))
    return done


def typed_rows(hall: Hall, a: int, b: int, count: int) -> dict[int, Any]:
    """The list as it stands and some games more, one of them read otherwise now and then."""
    view = hall.view
    last = min(view.planned or 0, len(view.games) + count)
    found = {number: some_result(view, number, a + number, b) for number in range(1, last + 1)}
    if b % 3:
        found |= {game.number: result_of(game) for game in view.games}
    return found


def type_paper(hall: Hall, by: Actor, a: int, b: int) -> object:
    return paper_entry.type_list(
        results=typed_rows(hall, a, b, 1 + a % 4),
        submission=uuid5(SPACE, f"paper/{hall.tried}"),
        **seen(hall, by),
    )


def type_again(hall: Hall, by: Actor, a: int, b: int) -> object:
    return paper_entry.type_again(
        sheet_id=hall.sheet.pk,
        results=typed_rows(hall, a, b, b % 2),
        submission=uuid5(SPACE, f"again/{hall.tried}"),
        by=by,
        now=hall.now,
    )


def settle(hall: Hall, by: Actor, a: int, b: int) -> object:
    """Each row that was read differently, one way or the other."""
    chosen = PaperSettlement.Chosen.values[b % 2]
    return [
        paper_entry.settle(number=number, chosen=PaperSettlement.Chosen(chosen), **seen(hall, by))
        for number in second_typing.unsettled(hall.view)
    ]


def misdeal(hall: Hall, by: Actor, a: int, b: int) -> object:
    return deals.rule_misdeal(fault=1 + a, disputed=b % 2 == 0, **ruled(hall, by))


STEPS: dict[str, Step] = {
    "enter": enter,
    "correct": correct,
    "correct_by_ruling": correct_by_ruling,
    "strike": lambda hall, by, a, _b: rulings.strike_game(number=GameNumber(1 + a), **ruled(hall, by)),
    "restore": restore,
    "punish": punish,
    "lift": lift,
    "remark": remark,
    "withdraw": withdraw,
    "enter_totals": enter_totals,
    "strike_totals": lambda hall, by, _a, _b: totals.strike_totals(**ruled(hall, by)),
    "clear_the_list": clear_the_list,
    "type_paper": type_paper,
    "type_again": type_again,
    "settle": settle,
    "misdeal": misdeal,
    "protest": protest,
    "confirm": confirm,
    "sign": sign,
    "sign_all": sign_all,
    "hand_over": hand_over,
    "accept": lambda hall, by, _a, _b: lists.accept(**seen(hall, by)),
    "take_back": lambda hall, by, _a, _b: lists.take_back_acceptance(reason="verwechselt", **seen(hall, by)),
    "clock": run_clock,
    "end_on_time": lambda hall, by, _a, _b: endings.end_on_time(**seen(hall, by)),
    "end_early": end_early,
    "play_on": lambda hall, by, _a, _b: endings.resume_games(**ruled(hall, by)),
    "leave": lambda hall, by, a, _b: seats.let_leave(seat_number=SeatNumber(1 + a % 4), **ruled(hall, by)),
    "substitute": substitute,
    "back": lambda hall, by, a, _b: seats.bring_back(seat_number=SeatNumber(1 + a % 4), **ruled(hall, by)),
}
