"""Whoever directs for a club, and would like to look into another one. Every address is tried in tests/tournaments/accounts/test_access.py."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON, administrator
from tournaments.federation.services.clubs import name_director
from tournaments.models import Club, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def two() -> tuple[Tournament, Club, Club]:
    """A tournament of the demo's director, who directs for the first of two clubs; each has a player who never played."""
    held = factories.tournament(players=4)
    clubs = []
    for name in ("Karo Nord", "Pik Süd"):
        club = Club.objects.create(name=name)
        Player.objects.create(given_name="Erfunden", family_name=f"Beispiel-{name[:4]}", club=club)
        clubs.append(club)
    return held, clubs[0], clubs[1]


def offered(held: Tournament, username: str, typed: str) -> str:
    client = Client()
    client.force_login(factories.user(username))
    return client.get(reverse("known_players", args=[held.slug]), {"name": typed}).content.decode()


def test_people_of_other_clubs_are_not_looked_through_from_an_own_tournament(two):
    """The register was closed; the field for names of the own tournament suggested everybody of the federation."""
    held, north, _south = two
    assert "Beispiel-Pik" in offered(held, "leitung", "beisp"), "a club's own machine knows its guests"
    name_director(club=north, user=factories.user("leitung"), by=administrator(), now=NOON)
    page = offered(held, "leitung", "beisp")
    assert "Beispiel-Karo" in page
    assert "Beispiel-Pik" not in page
    late = held.registrations.select_related("player").first()
    assert late is not None


def test_who_has_an_account_alone_and_makes_a_tournament_looks_through_nobody(two):
    _held, north, _south = two
    name_director(club=north, user=factories.user("leitung"), by=administrator(), now=NOON)
    own = factories.tournament(players=0, name="Vorwand")
    own.roles.all().delete()
    own.roles.create(user=factories.user("neugierig"), kind="director")
    assert "Beispiel" not in offered(own, "neugierig", "beisp")
