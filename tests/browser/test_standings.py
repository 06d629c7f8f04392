"""The standings as people see them: every column on a laptop, the points on a phone."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.browser.conftest import PHONE, fits
from tests.browser.every_page import evening_of_sums
from tests.browser.test_counts import HEIGHTS, ROWS, SMALL
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


@pytest.mark.parametrize(("large", "least"), [(False, 7), (True, 5)], ids=["normal", "large"])
def test_rows_of_an_evening_of_sums_on_a_small_phone(open_page, transactional_db, large, least):
    """What is said beside a row makes it no higher: for everybody it is said once, below."""
    slug = evening_of_sums().table.series.tournament.slug
    page = open_page(reverse("standings", args=[slug]), size=SMALL)
    if large:
        page.context.add_cookies([{"name": "rommeclub_type", "value": "large", "url": page.url}])
        page.reload()
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate(ROWS) >= least, page.evaluate(HEIGHTS)
    assert fits(page)
    below = page.locator("#stand")
    expect(below).to_contain_text("Für alle gilt: nur Summen: S1, S2, S3")
    expect(below).to_contain_text("3er: Tisch mit 3 Plätzen")


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_desk_of_an_evening_of_sums_fits(open_page, transactional_db, width):
    slug = evening_of_sums().table.series.tournament.slug
    page = open_page(f"/turnier/{slug}/leitung/", user=factories.user(), size={"width": width, "height": 844})
    expect(page.locator(".table-now")).to_have_count(4)
    assert fits(page)
    burst = page.locator(".table-now").evaluate_all(
        "tiles => tiles.filter((tile) => tile.scrollWidth > tile.clientWidth).length"
    )
    assert burst == 0
    expect(page.locator(".table-now").first).to_contain_text("nur Summen")  # read out; on the screen a sign


def test_every_series_of_sums_leads_to_its_ranking(open_page, transactional_db):
    slug = evening_of_sums().table.series.tournament.slug
    page = open_page(f"/turnier/{slug}/", size=PHONE)
    expect(page.get_by_role("link", name="Rangliste der Serie")).to_have_count(3)
    expect(page.locator("#stand")).not_to_contain_text("ausgelost")
