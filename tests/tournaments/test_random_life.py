"""A random life of a list: whatever is done to it, by whomever, in whatever order, what always holds holds, and its journal
tells it again on an empty list (docs/list-life.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid5

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.sentence import Refusal
from tests import factories
from tests.factories import NOON, SPACE, result
from tournaments.exports.journal_words import DEEDS
from tournaments.models import JournalEntry, Penalty, Protest, Role, Ruling, ScoreSheet, Tournament
from tournaments.permissions import Actor, NotAllowed
from tournaments.selectors.list_state import list_state
from tournaments.selectors.offences import Offence
from tournaments.selectors.sheets import Life, SheetView, sheet_view, sheets
from tournaments.selectors.standings import standings
from tournaments.services import (
    clock,
    confirming,
    deals,
    endings,
    protests,
    retelling,
    rulings,
    seats,
    signing,
)
from tournaments.services import sheets as lists
from tournaments.services.journal import first_broken
from tournaments.services.tournaments import grant_role

# Deeds whose name begins like this make the tournament, its field and its seating; no line of a list has one.
NOT_OF_LISTS = {
    "access",
    "account",
    "cash",
    "fee",
    "fees",
    "loss",
    "lot",
    "message",
    "own",
    "pair",
    "pin",
    "plan",
    "player",
    "players",
    "prize",
    "prizes",
    "rankings",
    "role",
    "screen",
    "screens",
    "search",
    "seating",
    "series",
    "standings",
    "team",
    "tournament",
}
pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
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


def made_table(name: str) -> ScoreSheet:
    made = factories.tournament(players=4, rounds=2, name=name)
    sheet = factories.sheet_of(factories.draw(made))
    for number in (5, 6):
        factories.register(made, number)
    for kind, username in ((Role.Kind.REFEREE, "schiri"), (Role.Kind.DIRECTOR, "zweite")):
        person = factories.user(username)
        grant_role(tournament_id=made.pk, user=person, kind=kind, by=factories.director(), now=NOON)
    return sheet


@pytest.fixture(scope="module")
def tables(stage: None) -> tuple[ScoreSheet, ScoreSheet]:
    """Two tournaments with the same field and the same seating, made once for this file."""
    return made_table("Das Leben"), made_table("Die Erzählung")


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
    hands = {seat: (10 + 17 * b + seat, bool((a + seat) % 3)) for seat in playing if seat != winner}
    return result(winner, hands)


def enter(hall: Hall, by: Actor, a: int, b: int) -> object:
    view = hall.view
    number = view.next_game.number if view.next_game else 1 + a
    return write(hall, by, number, a, b)


def correct(hall: Hall, by: Actor, a: int, b: int) -> object:
    return write(hall, by, 1 + a, b, a)


def write(hall: Hall, by: Actor, number: int, a: int, b: int) -> object:
    return lists.report_game(
        number=number,
        result=some_result(hall.view, number, a, b),
        submission=uuid5(SPACE, f"life/{hall.tried}"),
        **seen(hall, by),
    )


def correct_by_ruling(hall: Hall, by: Actor, a: int, b: int) -> object:
    return rulings.correct_game(
        number=1 + a,
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
    game = 1 + b if kind == Penalty.Kind.LOOSE_HAND else None
    points = 1 + b if kind == Penalty.Kind.DEDUCTION else 0
    otherwise = rulings.Otherwise(points=-2, augen=3) if b == 5 else None
    return rulings.impose(
        offence=Offence(kind=kind, seat=1 + b % 4, game=game, points=points),
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
        sheet_id=hall.sheet.pk, number=1 + a, text=f"Wort {b}", paragraph="Regel 9", by=by, now=hall.now
    )


def withdraw(hall: Hall, by: Actor, a: int, b: int) -> object:
    said = Ruling.objects.filter(sheet=hall.sheet, kind=Ruling.Kind.REMARK).order_by("pk").last()
    if said is None:
        return None
    return rulings.withdraw_remark(ruling_id=said.pk, reason="ein Irrtum", by=by, now=hall.now)


def confirm(hall: Hall, by: Actor, a: int, b: int) -> object:
    game = hall.view.game(1 + a)
    return confirming.confirm_game(
        sheet_id=hall.sheet.pk, number=1 + a, game_id=game.pk if game else 0, by=by, now=hall.now
    )


def sign(hall: Hall, by: Actor, a: int, b: int) -> object:
    return signing.sign(seat_number=1 + a % 4, method=("paper", "drawn")[b % 2], drawn=NAME, **seen(hall, by))


def sign_all(hall: Hall, by: Actor, a: int, b: int) -> object:
    return [sign(hall, by, seat.number - 1, b) for seat in hall.view.unsigned]


def protest(hall: Hall, by: Actor, a: int, b: int) -> object:
    """File one, or take the next step with the one that is there."""
    last = Protest.objects.filter(sheet=hall.sheet).order_by("pk").last()
    common: dict[str, Any] = {"by": by, "now": hall.now}
    if last is None or b == 0:
        return protests.file_protest(
            sheet_id=hall.sheet.pk, seat_number=1 + a % 4, text=f"Nein {a}", game_number=None, **common
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
    return lists.hand_over(sheet_id=hall.sheet.pk, seat_number=1 + a % 4, by=by, now=hall.now)


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
    return seats.substitute(seat_number=1 + a % 4, start_number=5 + b % 2, **ruled(hall, by))


def misdeal(hall: Hall, by: Actor, a: int, b: int) -> object:
    return deals.rule_misdeal(fault=1 + a, next_begun=b % 2 == 0, **ruled(hall, by))


STEPS: dict[str, Step] = {
    "enter": enter,
    "correct": correct,
    "correct_by_ruling": correct_by_ruling,
    "strike": lambda hall, by, a, _b: rulings.strike_game(number=1 + a, **ruled(hall, by)),
    "restore": restore,
    "punish": punish,
    "lift": lift,
    "remark": remark,
    "withdraw": withdraw,
    "misdeal": misdeal,
    "protest": protest,
    "confirm": confirm,
    "sign": sign,
    "sign_all": sign_all,
    "hand_over": hand_over,
    "accept": lambda hall, by, _a, _b: lists.accept(**seen(hall, by)),
    "take_back": lambda hall, by, _a, _b: lists.take_back(reason="verwechselt", **seen(hall, by)),
    "clock": run_clock,
    "end_on_time": lambda hall, by, _a, _b: endings.end_on_time(**seen(hall, by)),
    "end_early": end_early,
    "play_on": lambda hall, by, _a, _b: endings.play_on(**ruled(hall, by)),
    "leave": lambda hall, by, a, _b: seats.let_leave(seat_number=1 + a % 4, **ruled(hall, by)),
    "substitute": substitute,
    "back": lambda hall, by, a, _b: seats.bring_back(seat_number=1 + a % 4, **ruled(hall, by)),
}
OFTEN = ["enter"] * 24 + ["sign_all", "accept"] * 3 + sorted(STEPS)
lives = st.lists(
    st.tuples(
        st.sampled_from(OFTEN),
        st.sampled_from([0, 1, 1, 2, 2, 2, 3]),
        st.integers(0, 7),
        st.integers(0, 7),
    ),
    min_size=12,
    max_size=40,
)


def live(sheet: ScoreSheet, life: list[tuple[str, int, int, int]]) -> int:
    """Try every step; one that is refused leaves no trace. Returns how many were done."""
    persons = (
        Actor(sheet_id=sheet.pk + 1, device="Nachbartisch"),
        Actor(sheet_id=sheet.pk, device="Handy"),
        Actor(user=factories.user("leitung"), device="Laptop"),
        Actor(user=factories.user("schiri"), device="Handy"),
    )
    hall = Hall(sheet=sheet, persons=persons)
    tournament = hall.view.tournament
    confirming.want_confirmation(tournament_id=tournament.pk, wanted=True, by=persons[2], now=NOON)
    done = 0
    for name, who, a, b in life:
        hall.tried += 1
        hall.now += MINUTE
        before = JournalEntry.objects.filter(tournament=tournament).count()
        try:
            with transaction.atomic():
                STEPS[name](hall, persons[who], a, b)
        except (Refusal, NotAllowed):
            assert JournalEntry.objects.filter(tournament=tournament).count() == before
        else:
            done += 1
            check(hall)
    check_sums(hall)
    return done


def check(hall: Hall) -> None:
    """What always holds (docs/list-life.md)."""
    view = hall.view
    sheet = view.sheet
    for game in view.games:
        deal = view.course.deal(game.number)
        assert {line.seat.number for line in game.lines.all()} == set(deal.playing)
        assert game.dealer.number == deal.dealer
        people = {seat.pk for seat in view.seats_at(game.number)}
        assert {line.seat_id for line in game.lines.all()} <= people
    assert all(game.struck_reason for game in view.struck)
    assert (sheet.completed_at is not None) == (view.next_game is None)
    assert view.planned is not None
    assert [game.number for game in view.games if game.number > view.planned] == []
    signers = [signature.seat_id for signature in view.signatures]
    assert len(signers) == len(set(signers))
    assert set(signers) <= {seat.pk for seat in view.sitting}
    if sheet.accepted_at is None:
        assert {signature.sheet_version for signature in view.signatures} <= {sheet.version}
    else:
        assert sheet.completed_at is not None
        assert not view.unsigned


def check_sums(hall: Hall) -> None:
    """The list and the standings add up to the same."""
    view = hall.view
    total = view.tally.totals.values()
    rows = standings(Tournament.objects.select_related("rule_set").get(pk=view.tournament.pk)).rows
    assert sum(one.net_points for one in total) == sum(row.total.net_points for row in rows)
    assert sum(one.augen for one in total) == sum(row.total.augen for row in rows)


def one_life(tables: tuple[ScoreSheet, ScoreSheet], life: list[tuple[str, int, int, int]]) -> None:
    lived, told = tables
    with transaction.atomic():
        live(lived, life)
        tournament = Tournament.objects.get(pk=lived.table.series.tournament_id)
        lines = list(tournament.journal.select_related("user", "sheet__table__series").order_by("number"))
        assert first_broken(lines) is None
        assert tournament.revision == len(lines)
        retelling.retell(lines, onto=told.table.series.tournament)
        assert list_state(told) == list_state(lived)
        transaction.set_rollback(True)


# Tests ----------------------------------------------------------------------------------------------------


@settings(max_examples=3)
@given(life=lives)
def test_whatever_happens_to_a_list_its_journal_tells_it_again(tables, life):
    one_life(tables, life)


@pytest.mark.full
@settings(max_examples=250)
@given(life=lives)
def test_many_lives(tables, life):
    one_life(tables, life)


FULL = [
    *[("enter", 1, n % 3, n) for n in range(3)],
    ("confirm", 1, 0, 0),
    ("correct", 1, 2, 3),
    ("misdeal", 3, 1, 1),
    *[("enter", 1, n, 1) for n in range(3)],
    ("substitute", 3, 2, 0),
    ("back", 3, 2, 0),
    ("substitute", 3, 2, 0),
    ("leave", 2, 0, 0),
    ("enter", 1, 0, 0),
    ("punish", 3, 0, 4),
    ("punish", 3, 1, 1),
    ("punish", 3, 2, 5),
    ("lift", 3, 0, 0),
    ("remark", 3, 0, 0),
    ("withdraw", 3, 0, 0),
    ("protest", 1, 0, 0),
    ("protest", 3, 0, 1),
    ("protest", 3, 0, 2),
    ("protest", 1, 0, 3),
    ("hand_over", 1, 3, 0),
    ("clock", 2, 1, 0),
    ("clock", 2, 4, 0),
    *[("enter", 1, 1, 1) for _ in range(1)],
    ("strike", 3, 5, 0),
    ("restore", 3, 3, 0),
    ("end_on_time", 1, 0, 0),
    ("play_on", 3, 0, 0),
    ("end_early", 3, 6, 1),
    ("sign", 1, 1, 1),
    ("sign_all", 1, 0, 0),
    ("accept", 2, 0, 0),
    ("take_back", 2, 0, 0),
    ("accept", 2, 0, 0),
    ("correct_by_ruling", 3, 0, 2),
    ("strike", 3, 1, 0),
    ("enter", 1, 0, 3),
    ("sign_all", 1, 0, 1),
    ("accept", 2, 0, 0),
]


@pytest.mark.slow
def test_one_life_with_everything_in_it(tables):
    lived, told = tables
    with transaction.atomic():
        live(lived, FULL)
        lines = lived.table.series.tournament.journal.select_related("user", "sheet__table__series")
        deeds = set(lines.filter(sheet=lived).values_list("deed", flat=True))
        expected = set(retelling.TELLERS) - set(retelling.OF_THE_EVENT)
        missing = expected - deeds - {"totals_entered", "totals_corrected", "totals_struck"}
        retelling.retell(lines.order_by("number"), onto=told.table.series.tournament)
        assert list_state(told) == list_state(lived)
        assert list_state(told)["life"] == Life.ACCEPTED
        assert not missing, f"this life should have had {sorted(missing)}"
        transaction.set_rollback(True)


def test_every_line_that_a_list_can_have_is_told_again():
    """A new deed on a list needs its teller, or has to be named as one that stands beside the list."""
    written = set(DEEDS)  # every deed that a service writes has its words there
    assert set(retelling.TELLERS) <= written, "tellers of deeds that are gone"
    assert written >= retelling.BESIDE, "lines of deeds that are gone"
    of_the_event = {deed for deed in written if deed.split("_")[0] in NOT_OF_LISTS}
    untold = written - set(retelling.TELLERS) - retelling.BESIDE - of_the_event
    assert not untold, f"say in services/retelling.py how to do them again: {sorted(untold)}"
