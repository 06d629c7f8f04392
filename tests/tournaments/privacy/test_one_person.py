"""Two entries of the register are one person: forgotten together, shown together before, and told together to himself."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON, administrator
from tests.tournaments.privacy.test_forgetting import words_of_every_table
from tournaments.access.selectors.own_codes import own_code
from tournaments.event.permissions import NotAllowed
from tournaments.event.selectors.journal import first_broken
from tournaments.federation.services.register import part_entries, say_same
from tournaments.models import MachineEntry, Player, Registration, Role, SamePerson, Tournament
from tournaments.privacy.selectors.own_data import own_data
from tournaments.privacy.services.forgetting import NotForgotten, forget_person

pytestmark = pytest.mark.django_db
MAIDEN, MARRIED = "Mädchenbeispiel", "Ehebeispiel"


@pytest.fixture
def person() -> tuple[Player, Player]:
    """Played at one club under one name and at another under another, both evenings over; said to be one."""
    made = []
    for name, family in (("Abend Karo", MAIDEN), ("Abend Pik", MARRIED)):
        evening = factories.tournament(players=4, rounds=1, name=name)
        factories.play_all(factories.sheet_of(factories.draw(evening)))
        player = Player.objects.create(given_name="Erfunden", family_name=family)
        Registration.objects.filter(tournament=evening, start_number=1).update(player=player)
        Tournament.objects.filter(pk=evening.pk).update(status="finished", place=f"Dank an Erfunden {family}")
        made.append(player)
    say_same(entry_id=made[1].pk, person_id=made[0].pk, by=administrator(), now=NOON)
    return made[0], made[1]


def page_of(player: Player) -> str:
    one = player.registrations.select_related("tournament").get()
    return reverse("forgetting", args=[one.tournament.slug, one.start_number])


@pytest.mark.slow
def test_forgotten_under_every_name_and_every_chain_holds(person):
    first, second = person
    forget_person(player_id=second.pk, typed=second.name, by=factories.director(), now=NOON)
    kept = words_of_every_table()
    assert MAIDEN not in kept
    assert MARRIED not in kept
    for one in person:
        assert Player.objects.get(pk=one.pk).name == f"N. N. {one.pk}"
        assert f"Dank an N. N. {one.pk}" in kept, (
            "each tournament has the pseudonym of the entry that played there"
        )
    for evening in Tournament.objects.all():
        assert evening.journal.filter(deed="person_forgotten").count() == 1
        assert first_broken(evening.journal.order_by("number")) is None
    line = MachineEntry.objects.get(deed="person_forgotten")
    assert line.facts["name"] == f"N. N. {first.pk}, N. N. {second.pk}"


@pytest.mark.slow
def test_who_is_two_people_again_is_forgotten_alone(person):
    first, second = person
    part_entries(same_id=SamePerson.objects.get().pk, by=administrator(), now=NOON)
    forget_person(player_id=second.pk, typed=second.name, by=factories.director(), now=NOON)
    kept = words_of_every_table()
    assert MARRIED not in kept
    assert f"Dank an Erfunden {MAIDEN}" in kept
    assert Player.objects.get(pk=first.pk).family_name == MAIDEN


def test_a_namesake_in_the_field_keeps_his_texts(person):
    """Called at Karo as nobody else is; but at Pik somebody else has her maiden name, and he is thanked."""
    _first, second = person
    there = second.registrations.get().tournament
    namesake = Player.objects.create(given_name="Erfunden", family_name=MAIDEN)
    Registration.objects.filter(tournament=there, start_number=2).update(player=namesake)
    Tournament.objects.filter(pk=there.pk).update(place=f"Dank an Erfunden {MAIDEN}")
    forget_person(player_id=second.pk, typed=second.name, by=factories.director(), now=NOON)
    assert Tournament.objects.get(pk=there.pk).place == f"Dank an Erfunden {MAIDEN}"
    assert Player.objects.get(pk=namesake.pk).family_name == MAIDEN


def test_all_entries_are_shown_before_and_nothing_to_who_may_not(person):
    first, second = person
    desk, elsewhere = Client(), Client()
    desk.force_login(factories.user())
    said = desk.get(page_of(second)).content.decode()
    assert "Dieselbe Person steht mehrmals im Spielerverzeichnis" in said
    for word in (MAIDEN, MARRIED, "Abend Karo", "Abend Pik", f"Nr. {first.pk}", f"Nr. {second.pk}"):
        assert word in said
    other = factories.director("fremd")
    Role.objects.create(
        tournament=second.registrations.get().tournament,
        user=factories.user("fremd"),
        kind=Role.Kind.DIRECTOR,
    )
    elsewhere.force_login(factories.user("fremd"))
    told = elsewhere.get(page_of(second)).content.decode()
    assert "Dazu gehören Turniere, die jemand anders leitet" in told
    assert MAIDEN not in told
    assert "Abend Karo" not in told
    assert 'name="name"' not in told
    with pytest.raises(NotAllowed):
        forget_person(player_id=second.pk, typed=second.name, by=other, now=NOON)


def test_the_machines_keeper_reaches_people_of_two_desks_from_the_register(person):
    _first, second = person
    keeper = Client()
    keeper.force_login(administrator().user)
    assert page_of(second) in keeper.get(reverse("player_entry", args=[second.pk])).content.decode()
    answer = keeper.post(page_of(second), {"name": second.name}, follow=True)
    assert answer.redirect_chain == [(reverse("player_entry", args=[second.pk]), 302)]
    assert f"N. {second.pk}, N." in answer.content.decode()


def test_one_evening_that_is_not_over_keeps_all_names(person):
    first, second = person
    Tournament.objects.filter(registrations__player=first).update(status=Tournament.Status.RUNNING)
    with pytest.raises(NotForgotten, match="Abend Karo.*noch nicht beendet"):
        forget_person(player_id=second.pk, typed=second.name, by=factories.director(), now=NOON)
    assert Player.objects.get(pk=second.pk).family_name == MARRIED


def test_who_stood_in_one_field_are_two_whatever_was_said(person):
    first, second = person
    there = second.registrations.get().tournament
    Registration.objects.filter(tournament=there, start_number=2).update(player=first)
    with pytest.raises(NotForgotten, match="beide standen im Feld von „Abend Pik“"):
        forget_person(player_id=second.pk, typed=second.name, by=factories.director(), now=NOON)
    data = own_data(there.registrations.get(player=second))
    assert [one["family_name"] for one in data["entries"]] == [MARRIED]


def test_he_is_told_all_his_entries_on_the_page_and_in_the_file(person):
    first, second = person
    one = second.registrations.get()
    code = own_code(one).token
    data = Client().get(reverse("own_data_file", args=[code])).json()
    assert [(each["number"], each["family_name"]) for each in data["entries"]] == [
        (first.pk, MAIDEN),
        (second.pk, MARRIED),
    ]
    assert [at["tournament"] for each in data["entries"] for at in each["tournaments"]] == [
        "Abend Karo",
        "Abend Pik",
    ]
    page = Client().get(reverse("own_data", args=[code])).content.decode()
    assert "Einträge im Spielerverzeichnis (2)" in page
    assert f"Nr. {first.pk} Erfunden {MAIDEN}: Abend Karo (1)" in page
