"""Clubs of a federation in one installation: each sees its own, and the federation sees all of them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON, administrator
from tournaments.event.permissions import Actor, NotAllowed, may_direct
from tournaments.federation.services import clubs as service
from tournaments.federation.services.clubs import FederationRefused
from tournaments.models import (
    Club,
    ClubDirector,
    ClubKey,
    JournalEntry,
    MachineEntry,
    Organiser,
    Player,
    Tournament,
)
from tournaments.sealing.services import seals

pytestmark = pytest.mark.django_db


def club(name: str) -> Club:
    return Club.objects.create(name=name)


def browser(username: str) -> Client:
    client = Client()
    client.force_login(factories.user(username))
    return client


@pytest.fixture
def two() -> tuple[Club, Club]:
    """Two clubs, each with a director, a tournament and a player."""
    made = []
    for name, username in (("Karo Nord", "nord"), ("Pik Süd", "sued")):
        one = club(name)
        service.name_director(club=one, user=factories.user(username), by=administrator(), now=NOON)
        held = factories.tournament(players=4, name=f"Pokal {name}")
        service.put_under(tournament_id=held.pk, club=one, by=administrator(), now=NOON)
        Player.objects.create(given_name="Erfunden", family_name=f"Beispiel-{username}", club=one)
        made.append(one)
    return made[0], made[1]


def test_a_director_sees_his_own_club_and_no_other(two):
    north, south = two
    client = browser("nord")
    page = client.get(reverse("federation")).content.decode()
    assert "Karo Nord" in page
    assert "Pik Süd" not in page
    assert "Schlüssel der Laptops" not in page, "keys and directors are the federation's"
    assert "Pokal Karo Nord" in client.get(reverse("club", args=[north.pk])).content.decode()
    for strange in (south.pk, 999_999):
        assert client.get(reverse("club", args=[strange])).status_code == 403
    assert browser("sonst").get(reverse("federation")).status_code == 403


def test_the_register_finds_players_of_all_clubs_for_the_federation_and_of_the_own_for_a_club(two):
    address = reverse("player_register")
    federation = browser("verwaltung")
    page = federation.get(address, {"name": "Erf beisp"}).content.decode()
    assert "Beispiel-nord" in page
    assert "Beispiel-sued" in page
    own = browser("nord").get(address, {"name": "beispiel"}).content.decode()
    assert "Beispiel-nord" in own
    assert "Beispiel-sued" not in own
    assert "Beispiel" not in federation.get(address, {"name": "b"}).content.decode(), (
        "one letter lists nobody"
    )
    assert Client().get(address, {"name": "Beispiel"}).status_code == 403
    for odd in ("%", "__", "\0x", "'; --", "ß" * 500):
        assert federation.get(address, {"name": odd}).status_code == 200


def test_who_directs_for_a_club_leads_what_it_holds_and_the_journal_says_so(two):
    north, _south = two
    held = Tournament.objects.get(organiser__club=north)
    late = factories.user("spaeter")
    service.name_director(club=north, user=late, by=administrator(), now=NOON)
    assert may_direct(Actor(user=late), held)
    assert not may_direct(Actor(user=late), Tournament.objects.get(organiser__club=_south))
    assert JournalEntry.objects.filter(tournament=held, deed="role_granted").exists()
    assert MachineEntry.objects.filter(deed="club_director_named").count() == 3
    service.dismiss_director(director_id=ClubDirector.objects.get(user=late).pk, by=administrator(), now=NOON)
    assert browser("spaeter").get(reverse("club", args=[north.pk])).status_code == 403


def test_a_tournament_is_put_under_an_own_club_only(two):
    north, south = two
    made = factories.tournament(players=4, name="Abend")
    director = factories.director("leitung")
    with pytest.raises(NotAllowed):
        service.put_under(tournament_id=made.pk, club=north, by=director, now=NOON)
    service.name_director(club=north, user=factories.user("leitung"), by=administrator(), now=NOON)
    client, address = browser("leitung"), reverse("organiser", args=[made.slug])
    assert client.post(address, {"club": south.pk}).status_code == 422
    assert client.post(address, {"club": north.pk}).url == address
    assert Organiser.objects.get(tournament=made).club == north
    assert "Karo Nord" in client.get(address).content.decode()
    assert may_direct(Actor(user=factories.user("nord")), made)


def test_the_federation_names_directors_on_its_page(two):
    client, address = browser("verwaltung"), reverse("director_name")
    assert "Pik Süd" in client.get(reverse("federation")).content.decode()
    answer = client.post(address, {"leitung-club": "Herz West", "leitung-username": "niemand"})
    assert answer.status_code == 422
    assert "Herz West" in answer.content.decode(), "what was typed is still there"
    factories.user("west")
    assert client.post(address, {"leitung-club": "Herz West", "leitung-username": "west"}).status_code == 302
    found = ClubDirector.objects.get(club__name="Herz West")
    assert client.post(reverse("director_dismiss", args=[found.pk])).status_code == 302
    assert client.post(reverse("director_dismiss", args=[found.pk])).status_code == 302, "twice is once"
    assert not ClubDirector.objects.filter(club__name="Herz West").exists()
    answer = client.post(
        reverse("key_register"), {"schluessel-club": "Herz West", "schluessel-certificate": "x"}
    )
    assert answer.status_code == 422
    assert "kein Zertifikat" in answer.content.decode()


@pytest.mark.slow
def test_a_laptop_is_known_by_its_certificate_and_a_tournament_that_it_proved_keeps_its_club(two):
    north, south = two
    own = seals.certificate(now=NOON)
    client, address = browser("verwaltung"), reverse("key_register")
    typed = {"schluessel-club": "Karo Nord", "schluessel-certificate": own.pem}
    page = client.post(address, typed, follow=True).content.decode()
    assert f"Eingetragen. Fingerabdruck: {own.fingerprint}" in page
    assert client.post(address, typed).status_code == 422, "a key is one laptop's"
    made = factories.tournament(players=4, name="Abend")
    key = ClubKey.objects.get()
    service.proved(made, key, by=administrator(), now=NOON)
    with pytest.raises(FederationRefused, match="Der Ausrichter steht fest"):
        service.put_under(tournament_id=made.pk, club=south, by=administrator(), now=NOON)
    assert Organiser.objects.get(tournament=made).club == north
    assert client.post(reverse("key_withdraw", args=[key.pk])).status_code == 302
    key.refresh_from_db()
    assert key.withdrawn_at is not None
