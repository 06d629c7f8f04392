"""The desk's list of the field and the seating are one: who comes gets a chair, who goes leaves none empty."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.seating.test_story import check_day, planned_day
from tournaments.models import SeatingPlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(factories.user("leitung"))
    return client


def test_a_walk_in_after_the_draw_gets_a_chair_and_hears_which(desk):
    made = planned_day(11, series=1)
    address = reverse("registrations", args=[made.slug])
    page = desk.post(address, {"name": "Zuletzt Gekommen"}, follow=True).content.decode()
    assert "Startnummer 12: Zuletzt Gekommen" in page
    assert "Serie 1: Tisch 3, Platz 4." in page  # the table of three has room
    state = check_day(made)
    assert state.one(1).tables[2][3] == 12


def test_who_leaves_at_the_desk_before_the_first_game_leaves_no_empty_chair(desk):
    made = planned_day(12, series=1)
    address = reverse("registration", args=[made.slug, 5])
    page = desk.post(address, {"deed": "leave", "reason": "krank"}, follow=True).content.decode()
    assert "Probe5 Spieler005 ist ausgeschieden." in page
    assert "Nur ein Platz von Anwesenden ändert sich." in page  # the last at the table moves up
    assert sorted(map(len, check_day(made).one(1).tables)) == [3, 4, 4]
    assert SeatingPlan.objects.order_by("version").last().kind == "dropout"


def test_before_anything_is_planned_the_field_is_only_a_list(desk):
    made = factories.tournament(players=4, series=1)
    desk.post(reverse("registrations", args=[made.slug]), {"name": "Fünfte Spielerin"})
    assert made.registrations.count() == 5  # five make no tables, and that does not matter yet
    assert SeatingPlan.objects.count() == 0
