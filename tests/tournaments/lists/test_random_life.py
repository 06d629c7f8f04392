"""A random life of a list: whatever is done to it, by whomever, in whatever order, what always holds holds, and its journal
tells it again on an empty list (docs/list-life.md)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.sentence import Refusal
from tests import factories
from tests.factories import NOON
from tests.tournaments.lists import retelling
from tests.tournaments.lists.life_steps import STEPS, Hall
from tests.tournaments.lists.list_state import list_state
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.event.selectors.sheets import sheet_at
from tournaments.event.services.journal import first_broken
from tournaments.event.services.setup import grant_role
from tournaments.journal.words.journal import DEEDS
from tournaments.lists.selectors import second_typing
from tournaments.lists.selectors.sheets import Life, penalties_in_force, sheet_view
from tournaments.lists.services import confirming
from tournaments.lists.views.sheets import sheet_rulings
from tournaments.models import (
    JournalEntry,
    Penalty,
    Role,
    Ruling,
    ScoreSheet,
    Signature,
    Tournament,
)
from tournaments.rankings.selectors.standings import standings

# Deeds whose name begins like this make the tournament, its field and its seating; no line of a list has one.
NOT_OF_LISTS = {
    "doors",
    "emblem",
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


OFTEN = ["enter"] * 24 + ["sign_all", "accept"] * 4 + ["settle"] * 2 + sorted(STEPS)
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
    assert not (view.games and view.totals), "either games or sums"
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
    if (
        JournalEntry.objects.filter(sheet=sheet).order_by("-number").values_list("deed", flat=True).first()
        == "sheet_accepted"
    ):
        assert second_typing.unsettled(view) == (), "two readings of one paper are not accepted"
    check_told(hall)


def check_told(hall: Hall) -> None:
    """A page asks for less, and shows what there is."""
    known, table = hall.view, hall.sheet.table
    found = sheet_at(known.tournament.slug, table.series.number, table.number)
    assert found is not None
    page = sheet_view(found, now=hall.now)
    in_force = Signature.objects.filter(sheet=found, revoked_at__isnull=True).order_by("seat__number")
    assert list(page.signatures) == list(known.signatures) == list(in_force)
    assert page.penalties == known.penalties == tuple(penalties_in_force().filter(sheet=found))
    decided = Ruling.objects.filter(sheet=found).exclude(kind=Ruling.Kind.PENALTY)
    assert sheet_rulings(page) == list(decided.order_by("number"))
    assert second_typing.second_typing(found) == second_typing.second_typing(known.sheet)


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


@pytest.mark.slow
@settings(max_examples=3)
@given(life=lives)
def test_whatever_happens_to_a_list_its_journal_tells_it_again(tables, life):
    one_life(tables, life)


@pytest.mark.full
@settings(max_examples=250)
@given(life=lives)
def test_many_lives(tables, life):
    """250 lives are three minutes of one core: `pytest -n 0 -m full tests/tournaments/lists/test_random_life.py`."""
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
    ("enter", 1, 1, 1),
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


SUMS_ONLY = [
    ("enter_totals", 1, 0, 0),
    ("enter_totals", 1, 1, 1),
    ("sign_all", 1, 0, 0),
    ("accept", 2, 0, 0),
    ("enter_totals", 3, 2, 0),
    ("strike_totals", 3, 0, 0),
    ("type_paper", 2, 3, 0),
    ("type_paper", 2, 3, 0),
    ("type_again", 3, 2, 0),
    ("settle", 2, 0, 1),
    ("clear_the_list", 3, 0, 1),
    ("sign_all", 1, 0, 0),
    ("accept", 2, 0, 0),
]


@pytest.mark.slow
def test_lives_with_everything_in_them(tables):
    """Between the two of them every deed that a list can have is done, and told again."""
    lived, told = tables
    deeds: set[str] = set()
    for life in (FULL, SUMS_ONLY):
        with transaction.atomic():
            live(lived, life)
            lines = lived.table.series.tournament.journal.select_related("user", "sheet__table__series")
            deeds |= set(lines.filter(sheet=lived).values_list("deed", flat=True))
            retelling.retell(lines.order_by("number"), onto=told.table.series.tournament)
            assert list_state(told) == list_state(lived)
            assert list_state(told)["life"] == Life.ACCEPTED
            transaction.set_rollback(True)
    expected = set(retelling.TELLERS) - set(retelling.OF_THE_EVENT) | {
        "paper_typed",
        "paper_typed_again",
        "paper_settled",
    }
    assert not expected - deeds, f"these lives should have had {sorted(expected - deeds)}"


def test_every_line_that_a_list_can_have_is_told_again():
    """A new deed on a list needs its teller, or has to be named as one that stands beside the list."""
    written = set(DEEDS)  # every deed that a service writes has its words there
    assert set(retelling.TELLERS) <= written, "tellers of deeds that are gone"
    assert written >= retelling.BESIDE, "lines of deeds that are gone"
    of_the_event = {deed for deed in written if deed.split("_")[0] in NOT_OF_LISTS}
    untold = written - set(retelling.TELLERS) - retelling.BESIDE - of_the_event
    assert not untold, f"say in tests/tournaments/lists/retelling.py how to do them again: {sorted(untold)}"


@pytest.mark.slow
def test_handing_the_list_over_leaves_the_signatures_alone(tables):
    """Found by a random life: a list that changes hands after somebody has signed is the same list."""
    life = [
        *[("enter", 1, n, 1) for n in range(8)],
        ("sign", 1, 0, 0),
        ("hand_over", 1, 2, 0),
        ("sign_all", 1, 0, 0),
    ]
    life += [("hand_over", 1, 3, 0), ("accept", 2, 0, 0), ("take_back", 2, 0, 0), ("accept", 2, 0, 0)]
    with transaction.atomic():
        assert live(tables[0], life) == len(life)
        transaction.set_rollback(True)
    one_life(tables, life)
