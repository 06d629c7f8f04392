"""Lots say what they cost: with this very lot so many meet again, by a plan so many."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.desk.test_public import words
from tournaments.seating.core.report import meetings_of
from tournaments.seating.selectors.lot_price import lot_price
from tournaments.seating.selectors.state import seated_tables, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("impatient")]


def test_the_price_is_what_the_lot_then_costs():
    made = factories.tournament(players=8, series=2, rounds=1)
    factories.draw(made)
    price = lot_price(state_of(made), made, number=2, seed="Pfingsten")
    assert price is not None
    factories.draw(made, 2, seed="Pfingsten")
    first, second = ([table.players for table in seated_tables(made)[number]] for number in (1, 2))
    again = set(meetings_of([first])) & set(meetings_of([second]))
    assert price.lots == len(again)
    assert price.planned == 4, (
        "eight players at two tables: two of each four sit together again, in any seating"
    )
    assert price.lots >= price.planned


def test_the_page_of_the_draw_says_it_from_the_second_series_on():
    made = factories.tournament(players=8, series=2, rounds=1)
    director = Client()
    director.force_login(factories.user())
    page = reverse("draw", args=[made.slug])
    assert "Wiederbegegnung" not in director.get(page).content.decode()
    factories.draw(made)
    said = words(director.get(page).content.decode())
    assert re.search(r"Dieses Los würde \d+ Wiederbegegnung(en)? kosten; geplant wären es 4\.", said)
