"""The standings as people see them: every column on a laptop, the points on a phone."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.browser.conftest import PHONE, fits
from tournaments.models import Player

LONG = "Zweiundfünfzigblatt-Kartenspieler"


@pytest.fixture
def five(transactional_db):
    made = factories.tournament(players=8, series=5, rounds=1)
    Player.objects.filter(registrations__start_number=1).update(family_name=LONG)
    for series in range(1, 6):
        drawn = factories.draw(made, series)
        for table in (1, 2):
            factories.play_all(factories.sheet_of(drawn, table))
    return made


def test_five_series_fit_a_laptop(open_page, five):
    page = open_page(reverse("standings", args=[five.slug]), size={"width": 1280, "height": 900})
    assert page.locator("#rangliste thead th").count() >= 12
    assert fits(page)
    assert page.locator(".table-box").evaluate("box => box.scrollWidth <= box.clientWidth")


def test_a_phone_shows_the_points_beside_the_longest_name(open_page, five):
    page = open_page(reverse("standings", args=[five.slug]), size=PHONE)
    assert fits(page)
    edge = page.locator(".table-box").evaluate("box => box.getBoundingClientRect().right")
    points = page.locator("#rangliste tbody td:nth-child(3)").all()
    assert len(points) == 8
    assert all(cell.evaluate("cell => cell.getBoundingClientRect().right") <= edge for cell in points)
