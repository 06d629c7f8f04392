"""At the little table with the cash box: who pays, who need not, who gets something back; every sum to the cent."""

from __future__ import annotations

import io
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest
from django.db import transaction
from django.db.utils import IntegrityError
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from scoring import guards
from scoring.sentence import Refusal
from tests import factories
from tests.factories import NOON, undone
from tournaments.event.permissions import Actor, NotAllowed, may_look, may_referee
from tournaments.event.selectors.journal import chain, first_broken
from tournaments.event.services.setup import grant_role, withdraw_player
from tournaments.journal.paper.day_record import record_pdf
from tournaments.journal.selectors.day_record import day_record
from tournaments.models import CashEntry, Club, FeePlan, JournalEntry, Player, Registration, Role, Tournament
from tournaments.money.selectors.cash import balance_of, cash_book, pots
from tournaments.money.selectors.fees import FeeGroup, accounts
from tournaments.money.services import cash, fees
from tournaments.money.services.common import CashRefused, StaleCash
from tournaments.money.services.fees import Fees
from tournaments.money.words.money import reckoned_fees

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    """Eight players, 10 € each for the event."""
    made = factories.tournament(players=8, series=3, rounds=1)
    set_fees(made, Fees(ordinary=1000))
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged.pk)


def treasurer(made: Tournament, username: str = "kasse") -> Actor:
    person = factories.user(username)
    grant_role(
        tournament_id=made.pk, user=person, kind=Role.Kind.TREASURER, by=factories.director(), now=NOON
    )
    return Actor(user=person, device="Test")


def set_fees(made: Tournament, what: Fees) -> FeePlan:
    return fees.set_fees(tournament_id=made.pk, fees=what, by=factories.director(), now=NOON)


def pay(made: Tournament, start_number: int, **more) -> list[CashEntry]:
    return fees.take_fee(
        tournament_id=made.pk, start_number=start_number, by=factories.director(), now=NOON, **more
    )


def account(made: Tournament, start_number: int, **more):
    found = accounts(made, **more).of(start_number)
    assert found is not None
    return found


# Paying ------------------------------------------------------------------------------------------------------


def test_one_tap_takes_what_is_open(made):
    [line] = pay(made, 3, seen=0)
    assert (line.number, line.cents, line.settles, line.turn) == (1, 1000, 1000, 1)
    here = account(made, 3)
    assert (here.open, here.paid) == (0, 1000)
    assert accounts(made).settled == 1
    assert accounts(made).open_cents == 7000
    assert balance_of(made) == pots(made).total == 1000
    told = JournalEntry.objects.filter(tournament=made).latest("number")
    assert (told.deed, told.facts) == ("fee_paid", {"vouchers": [1], "start_number": 3, "cents": 1000})


def test_who_has_paid_does_not_pay_twice(made):
    pay(made, 3, seen=0)
    with pytest.raises(StaleCash, match=r"hat sich etwas geändert"):
        pay(made, 3, seen=0)
    with pytest.raises(CashRefused, match="kein Startgeld offen"):
        pay(made, 3)
    assert CashEntry.objects.count() == 1


def test_somebody_pays_a_part_and_the_rest_later(made):
    pay(made, 3, cents=400)
    with pytest.raises(CashRefused, match="höchstens so viel"):
        pay(made, 3, cents=601)
    pay(made, 3)
    assert [one.cents for one in CashEntry.objects.all()] == [400, 600]


def test_a_treasurer_takes_money_and_does_nothing_else(made):
    by = treasurer(made)
    assert not may_referee(by, made)
    assert not may_look(by, made)
    fees.take_fee(tournament_id=made.pk, start_number=1, by=by, now=NOON)
    with pytest.raises(NotAllowed):
        fees.set_fees(tournament_id=made.pk, fees=Fees(ordinary=1), by=by, now=NOON)
    with pytest.raises(NotAllowed):
        withdraw_player(tournament_id=made.pk, start_number=1, reason="x", by=by, now=NOON)
    for stranger in (Actor(), factories.referee(made)):
        with pytest.raises(NotAllowed):
            fees.take_fee(tournament_id=made.pk, start_number=2, by=stranger, now=NOON)


def test_money_is_taken_also_on_monday(made):
    Tournament.objects.filter(pk=made.pk).update(status=Tournament.Status.FINISHED)
    pay(made, 3)
    assert balance_of(made) == 1000


# Who owes what -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_youths_members_and_guests_pay_their_own_fee(made):
    set_fees(made, Fees(ordinary=1000, youth=500, member=800, guest=1200, member_club="probeverein nord"))
    players = {one.start_number: one.player for one in made.registrations.select_related("player")}
    Registration.objects.filter(tournament=made, start_number__in=[1, 2]).update(guest=True)
    Player.objects.filter(pk=players[2].pk).update(born_on=date(2015, 1, 1))
    Player.objects.filter(pk=players[3].pk).update(born_on=date(2008, 11, 15))  # 18 on the next day
    Player.objects.filter(pk=players[4].pk).update(born_on=date(2008, 11, 14))  # 18 on the day
    club = Club.objects.create(name="Probeverein Nord")
    Player.objects.filter(pk=players[5].pk).update(club=club)
    rows = accounts(made).rows
    assert [(row.group, row.due) for row in rows[:6]] == [
        (FeeGroup.GUEST, 1200),
        (FeeGroup.GUEST, 1200),
        (FeeGroup.YOUTH, 500),
        (FeeGroup.ORDINARY, 1000),
        (FeeGroup.MEMBER, 800),
        (FeeGroup.ORDINARY, 1000),
    ]


def test_members_need_their_club(made):
    with pytest.raises(CashRefused, match="welches Vereins"):
        set_fees(made, Fees(ordinary=1000, member=500))


def test_per_series_everybody_owes_for_what_he_plays():
    made = factories.tournament(players=8, series=3, rounds=1, name="Serienturnier")
    set_fees(made, Fees(per=FeePlan.Per.SERIES, ordinary=500))
    assert account(made, 1).open == 500, "before the first draw the first series is asked for"
    assert account(made, 1, upto=3).open == 1500
    factories.draw(made)
    pay(made, 1, upto=2)  # two series at once
    withdraw_player(tournament_id=made.pk, start_number=2, reason="x", by=factories.director(), now=NOON)
    assert [(part.series, part.due, part.settled) for part in account(made, 1, upto=3).parts] == [
        (1, 500, 500),
        (2, 500, 500),
        (3, 500, 0),
    ]
    assert account(made, 2, upto=3).due == 500, "who has left owes for what he has played"
    walk_in = factories.register(made, 9)
    assert account(made, walk_in.start_number, upto=2).due == 500, (
        "who comes later owes from the next series on"
    )
    found = pots(made)
    assert (found.of(1), found.of(2), found.of(None)) == (500, 500, 1000)
    with pytest.raises(CashRefused, match="kann nicht mehr gewechselt"):
        set_fees(made, Fees(per=FeePlan.Per.EVENT, ordinary=500))
    set_fees(made, Fees(per=FeePlan.Per.SERIES, ordinary=400))
    assert (account(made, 1).open, account(made, 1).too_much) == (0, 200)


def test_a_waived_fee_has_a_reason_and_adds_nothing_to_the_pot(made):
    with pytest.raises(CashRefused, match="Warum"):
        fees.waive_fee(tournament_id=made.pk, start_number=2, reason=" ", by=factories.director(), now=NOON)
    fees.waive_fee(
        tournament_id=made.pk, start_number=2, reason="hilft beim Aufbau", by=factories.director(), now=NOON
    )
    here = account(made, 2)
    assert (here.open, here.waived, here.paid, pots(made).total) == (0, 1000, 0, 0)


def test_who_leaves_early_gets_back_what_the_director_decides(made):
    pay(made, 5)
    for cents, reason, says in ((500, "", "Warum"), (1001, "x", "Höchstens 10,00"), (0, "x", "Höchstens")):
        with pytest.raises(CashRefused, match=says):
            fees.repay_fee(
                tournament_id=made.pk,
                start_number=5,
                cents=cents,
                reason=reason,
                by=factories.director(),
                now=NOON,
            )
    fees.repay_fee(
        tournament_id=made.pk,
        start_number=5,
        cents=700,
        reason="nach Serie 1 gegangen",
        by=factories.director(),
        now=NOON,
    )
    here = account(made, 5)
    assert (here.open, here.paid, pots(made).total, balance_of(made)) == (0, 300, 300, 300)


# The box -----------------------------------------------------------------------------------------------------


def other(
    made: Tournament, cents: int, *, income: bool = True, text: str = "Wechselgeld", **more
) -> CashEntry:
    return cash.enter_other(
        tournament_id=made.pk,
        income=income,
        cents=cents,
        text=text,
        by=factories.director(),
        now=NOON,
        **more,
    )


def turn(made: Tournament, number: int, reason: str = "vertippt") -> CashEntry:
    return cash.turn_round(
        tournament_id=made.pk, number=number, reason=reason, by=factories.director(), now=NOON
    )


def test_a_wrong_line_is_turned_round_and_both_stay(made):
    pay(made, 3)
    back = turn(made, 1)
    assert (back.number, back.cents, back.settles, back.undoes.number) == (2, -1000, -1000, 1)
    assert turn(made, 1) == back, "twice is once"
    with pytest.raises(CashRefused, match="selbst eine Gegenbuchung"):
        turn(made, 2)
    with pytest.raises(CashRefused, match="gibt es nicht"):
        turn(made, 9)
    assert account(made, 3).open == 1000
    pay(made, 3)
    book = cash_book(made)
    assert [line.balance for line in book.lines] == [1000, 0, 1000]
    assert [line.undone is not None for line in book.lines] == [True, False, False]
    assert book.of_kind() == {"fee": 1000}


def test_other_money_has_a_text_and_a_gift_goes_into_the_pot(made):
    other(made, 5000)
    other(made, 2500, text="Zuschuss des Vereins", to_pot=True)
    other(made, 1290, income=False, text="Kaffee", voucher="A-17")
    assert (balance_of(made), pots(made).total) == (6210, 2500)
    for wrong, says in (
        ({"cents": 0}, "mehr ist als null"),
        ({"cents": 5, "text": ""}, "Wofür"),
        ({"cents": 5, "income": False, "to_pot": True}, "Nur eine Einnahme"),
        ({"cents": 5, "text": "x" * 201}, "zu lang"),
    ):
        with pytest.raises(CashRefused, match=says):
            other(made, **({"text": "x"} | wrong))


def test_the_same_form_twice_is_not_the_same_money_twice(made):
    other(made, 5000, seen=0)
    pay(made, 1)
    with pytest.raises(StaleCash, match="Beleg 1 gebucht"):
        other(made, 5000, seen=0)
    assert other(made, 300, text="Los", seen=1).number == 3, "a fee meanwhile disturbs nobody"


def test_the_count_says_what_should_be_there(made):
    pay(made, 1)
    count = cash.count_cash(tournament_id=made.pk, counted=950, by=treasurer(made), now=NOON, note=" 50 ct ")
    assert (count.number, count.last_entry, count.expected, count.counted, count.note) == (
        1,
        1,
        1000,
        950,
        "50 ct",
    )
    assert balance_of(made) == 1000, "a difference is said, never booked by itself"


# What the database itself refuses ------------------------------------------------------------------------------


def test_no_line_is_changed_or_deleted(made):
    [line] = pay(made, 1)
    cash.count_cash(tournament_id=made.pk, counted=1, by=factories.director(), now=NOON)
    for what in (CashEntry.objects.filter(pk=line.pk), made.fee_plans.all(), made.cash_counts.all()):
        with pytest.raises(IntegrityError, match="never"), undone():
            what.update(tournament=made.pk)
        with pytest.raises(IntegrityError, match="never deleted"), undone():
            what.all()._raw_delete("default")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"cents": -1000}, "money_goes_the_right_way"),
        ({"kind": "repaid", "cents": 5, "text": "x"}, "money_goes_the_right_way"),
        ({"kind": "waived", "cents": 0, "settles": 0, "text": "x"}, "money_goes_the_right_way"),
        ({"kind": "expense", "cents": -5, "text": ""}, "money_says_what_for"),
        ({"registration": None, "turn": None}, "fees_have_a_person"),
        ({"turn": None}, "lines_of_a_person_counted"),
        ({"turn": 1}, "turn"),
        ({"number": 1}, "number"),
        ({"kind": "prize", "cents": -5}, "prizes_were_announced"),
        ({"undoes": 1, "cents": -999}, "counter line"),
    ],
)
def test_lines_that_contradict_are_refused(made, wrong, says):
    [line] = pay(made, 1)
    if "undoes" in wrong:
        wrong = wrong | {"undoes": line, "text": "x"}
    values = {
        "tournament": made,
        "number": 2,
        "kind": "fee",
        "cents": 1000,
        "settles": 1000,
        "registration": line.registration,
        "turn": 2,
        "at": NOON,
        "by": "x",
    } | wrong
    with pytest.raises(IntegrityError, match=says), undone():
        CashEntry.objects.create(**values)


def test_a_stranger_of_another_tournament_pays_nothing_here(made):
    elsewhere = factories.tournament(players=1, name="Nachbarturnier")
    with pytest.raises(IntegrityError, match="another tournament"), undone():
        CashEntry.objects.create(
            tournament=made,
            number=1,
            kind="fee",
            cents=5,
            registration=elsewhere.registrations.get(),
            turn=1,
            at=NOON,
            by="x",
        )


# Any day at the box balances -----------------------------------------------------------------------------------

deeds = st.lists(
    st.one_of(
        st.tuples(st.just("pay"), st.integers(1, 4), st.integers(1, 1200)),
        st.tuples(st.just("waive"), st.integers(1, 4), st.integers(1, 1200)),
        st.tuples(st.just("repay"), st.integers(1, 4), st.integers(1, 1200)),
        st.tuples(st.just("in"), st.integers(0, 1), st.integers(1, 5000)),
        st.tuples(st.just("out"), st.just(0), st.integers(1, 5000)),
        st.tuples(st.just("back"), st.integers(1, 12), st.just(0)),
    ),
    max_size=14,
)


@pytest.mark.slow
@settings(
    max_examples=settings().max_examples // 2, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(day=deeds)
def test_whatever_a_day_brings_the_book_balances_to_the_cent(made, day):
    by = factories.director()
    with rolled_back():
        wanted: list[int] = []
        for deed, who, cents in day:
            try:
                lines = done(made, deed, who, cents, by)
            except Refusal:
                continue
            wanted += [line.cents for line in lines if line.number > len(wanted)]
        book = cash_book(made)
        assert [line.entry.cents for line in book.lines] == wanted
        assert [line.balance for line in book.lines] == [sum(wanted[: n + 1]) for n in range(len(wanted))]
        assert book.balance == balance_of(made) == sum(wanted)
        assert sum(book.of_kind().values()) == book.balance
        gifts = sum(line.entry.cents for line in book.lines if line.entry.to_pot)
        field = accounts(made)
        assert pots(made).total == gifts + sum(row.paid for row in field.rows)
        for row in field.rows:
            assert 0 <= row.open <= row.due
            assert row.open == max(row.due - sum(one.settles for one in row.entries), 0)
        assert [line.entry.number for line in book.lines] == list(range(1, len(wanted) + 1))
        sums = field.reckoning
        assert sums.due + sums.too_much == sums.received + sums.waived + sums.open
        assert pots(made).total == gifts + sums.received - sums.given_back


@contextmanager
def rolled_back():
    """Each example starts from the same day."""
    point = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(point)


def done(made: Tournament, deed: str, who: int, cents: int, by: Actor) -> list[CashEntry]:
    whose: dict[str, Any] = {"tournament_id": made.pk, "start_number": who, "by": by, "now": NOON}
    match deed:
        case "pay":
            return fees.take_fee(**whose, cents=cents)
        case "waive":
            return fees.waive_fee(**whose, cents=cents, reason="x")
        case "repay":
            return fees.repay_fee(**whose, cents=cents, reason="x")
        case "in":
            return [other(made, cents, text="x", to_pot=bool(who))]
        case "out":
            return [other(made, cents, income=False, text="x")]
        case _:
            return [turn(made, who)]


def test_the_treasurer_is_told_where_every_fee_is(made):
    """Eight owe 10 €: one pays and gets 4 € back, one is let off, five pay, one is open; then the fee is lowered."""
    by = factories.director()
    for number in range(1, 7):
        pay(made, number)
    fees.repay_fee(tournament_id=made.pk, start_number=1, cents=400, reason="geht früh", by=by, now=NOON)
    fees.waive_fee(tournament_id=made.pk, start_number=7, reason="baut auf", by=by, now=NOON)
    assert reckoned_fees(accounts(made).reckoning) == (
        "Zu zahlen 80,00 €: 60,00 € bezahlt, 10,00 € erlassen, 10,00 € offen. Davon zurückgezahlt: 4,00 €."
    )
    set_fees(made, Fees(ordinary=900))
    assert reckoned_fees(accounts(made).reckoning) == (
        "Zu zahlen 72,00 €: 60,00 € bezahlt, 10,00 € erlassen, 9,00 € offen. "
        "Mehr bezahlt als nötig: 7,00 €. Davon zurückgezahlt: 4,00 €."
    )


def test_who_was_let_off_is_not_said_to_have_paid(made, client):
    """One of eight was let off, one paid: the record told a federation that two had paid."""
    pay(made, 1)
    fees.waive_fee(
        tournament_id=made.pk, start_number=7, reason="baut auf", by=factories.director(), now=NOON
    )
    pages = PdfReader(io.BytesIO(record_pdf(day_record(made), now=NOON))).pages
    said = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert "haben gezahlt" not in said
    assert (
        "2 von 8 sind erledigt. Zu zahlen 80,00 €: 10,00 € bezahlt, 10,00 € erlassen, 60,00 € offen." in said
    )
    client.force_login(factories.user("leitung"))
    page = " ".join(client.get(reverse("cash", args=[made.slug])).content.decode().split())
    assert "<dt>erledigt</dt> <dd> 2 von 8 </dd>" in page


def test_the_chain_of_the_journal_holds(made):
    pay(made, 1)
    turn(made, 1)
    assert first_broken(chain(made)) is None


@pytest.mark.slow
def test_queries_do_not_grow_with_the_field(made, django_assert_num_queries):
    for number in range(1, 7):
        pay(made, number)
    with django_assert_num_queries(6):
        accounts(made)
    with django_assert_num_queries(2):
        cash_book(made)
    with django_assert_num_queries(2):
        pots(made)


def test_the_guards_of_money_are_registered():
    names = {guard.name for guard in guards.registered_guards()}
    assert {"counter_lines_mirror", "prizes_are_paid_once", "cash_lines_stay", "awards_never_change"} <= names
