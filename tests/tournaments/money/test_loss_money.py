"""Verlustgeld: 0,50 for the first three lost games of a column and 1,00 from the fourth, asked from the lists."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.rules import LossGame
from scoring.selectors import rules_of
from scoring.services import publish_variant
from scoring.totals import SeatSum
from tests import factories
from tests.factories import NOON, result
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.models import CashEntry, Tournament
from tournaments.money.selectors.cash import pots
from tournaments.money.selectors.fees import accounts
from tournaments.money.selectors.loss_money import loss_money
from tournaments.money.services import fees
from tournaments.money.services.common import CashRefused
from tournaments.money.services.fees import Fees
from tournaments.paper_entry.services.totals import enter_totals

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    """A table of three. Seat 1 always wins, seat 2 is always left with a cross, seat 3 once unopened without one."""
    variant = publish_variant(
        factories.rule_row(), {"loss_money.enabled": True}, name="Mit Verlustgeld", by=None, now=NOON
    )
    made = factories.tournament(rules=variant.key, players=3, series=2, rounds=2)
    sheet = factories.sheet_of(factories.draw(made))
    for number in range(1, 6):
        opened = number != 5
        factories.play(sheet, number, result(1, {2: (120, False), 3: (40, opened)}))
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged.pk)


def by_seat(made: Tournament, counts: LossGame) -> dict[int, int]:
    """What each seat owes, by the one way of counting or the other."""
    rules = rules_of(made.rule_set)
    assert rules.loss_money is not None
    owed = loss_money(made, replace(rules, loss_money=replace(rules.loss_money, counts=counts)))
    seats = made.series.get(number=1).tables.get().seats.all()
    return {seat.number: owed.get(seat.registration_id, 0) for seat in seats}


def test_it_is_off_until_the_rule_set_says_otherwise(made):
    assert loss_money(made, rules_of(factories.rule_row())) == {}
    assert accounts(made).loss
    assert not accounts(factories.tournament(name="Ohne Verlustgeld")).loss


def test_crosses_cost_less_first_and_more_from_the_fourth_on(made):
    assert by_seat(made, LossGame.CROSS) == {1: 0, 2: 3 * 50 + 2 * 100, 3: 0}


def test_or_every_game_that_was_not_opened(made):
    assert by_seat(made, LossGame.UNOPENED) == {1: 0, 2: 350, 3: 50}


@pytest.mark.slow
def test_a_struck_game_costs_nothing(made):
    sheet = factories.sheet_of(made.series.get(number=1))
    factories.play(sheet, 5, result(1, {2: (30, True), 3: (40, True)}))  # the keeper corrects his last game
    assert by_seat(made, LossGame.UNOPENED) == {1: 0, 2: 250, 3: 0}


def test_what_is_owed_is_what_stands_on_the_paper(made):
    sheet = factories.sheet_of(made.series.get(number=1))
    view = sheet_view(sheets().get(pk=sheet.pk), now=NOON)
    for seat in view.seats:
        paper = view.tally.totals[seat.number].loss_cents
        assert accounts(made).of(seat.registration.start_number).loss_due == paper


def test_it_is_paid_at_the_box_and_goes_where_the_director_says(made):
    by = factories.director()
    [account] = accounts(made).open
    number = account.registration.start_number
    assert account.loss_open == 350
    fees.take_loss_money(tournament_id=made.pk, start_number=number, by=by, now=NOON)
    assert CashEntry.objects.get().cents == 350
    assert accounts(made).of(number).loss_open == 0
    with pytest.raises(CashRefused, match="kein Verlustgeld offen"):
        fees.take_loss_money(tournament_id=made.pk, start_number=number, by=by, now=NOON)
    assert pots(made).total == 0
    fees.set_fees(tournament_id=made.pk, fees=Fees(ordinary=0, loss_to_pot=True), by=by, now=NOON)
    assert pots(made).total == 350


def test_of_a_list_with_sums_alone_the_crosses_are_paid_for(made):
    """Five crosses more: three cheap ones and two dear ones, as if the games of the other list stood there again."""
    told = sheet_view(sheets().get(table__series__tournament=made), now=NOON).tally.totals
    sheet = factories.sheet_of(factories.draw(made, 2))
    enter_totals(
        sheet_id=sheet.pk,
        sums={
            seat: SeatSum(points=one.net_points, crosses=one.crosses, augen=one.augen)
            for seat, one in told.items()
        },
        games=5,
        submission=uuid4(),
        seen_version=sheet.version,
        by=factories.director(),
        now=NOON,
    )
    rules = rules_of(made.rule_set)
    assert rules.loss_money is not None
    counted = loss_money(made, replace(rules, loss_money=replace(rules.loss_money, counts=LossGame.CROSS)))
    assert sum(counted.values()) == 2 * (3 * 50 + 2 * 100)


def test_it_is_taken_on_the_page_of_a_person(made, client):
    client.force_login(factories.user())
    [account] = accounts(made).open
    number = account.registration.start_number
    address = reverse("cash_person", args=[made.slug, number])
    done = client.post(address, {"deed": "loss", "seen": str(account.turn)}, follow=True)
    assert "Verlustgeld genommen: 3,50 €." in done.content.decode()
    assert accounts(made).of(number).loss_open == 0
