"""The frame of a tournament is changed: what was typed wrong is put right, what the draw has fixed stays."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.event.services.details import change_frame
from tournaments.event.services.setup import Frame, SetupRefused
from tournaments.models import Tournament
from tournaments.rankings.services import finish

pytestmark = pytest.mark.django_db

TYPED = {"name": "Probeturnier", "place": "Festsaal", "starts_on": "2026-11-14", "ends_on": "2026-11-15"}
TYPED |= {"release": "live"}


@pytest.fixture
def made() -> Tournament:
    return factories.tournament(players=4)


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(factories.user())
    return client


def send(client: Client, made: Tournament, **typed: object):
    return client.post(
        reverse("tournament_frame", args=[made.slug]), TYPED | {"series_count": "3", "rounds": "5"} | typed
    )


def test_a_wrong_place_is_put_right_and_the_journal_says_so(director, made):
    assert send(director, made, series_count="4", rounds="6").status_code == 302
    now = Tournament.objects.get(pk=made.pk)
    assert (now.place, now.series_count, now.rounds, now.slug) == ("Festsaal", 4, 6, made.slug)
    line = now.journal.get(deed="tournament_changed")
    assert line.facts["place"] == ["Probesaal", "Festsaal"]
    page = director.get(reverse("journal", args=[made.slug])).content.decode()
    assert "Ort: Probesaal → Festsaal" in page


def test_what_was_confirmed_at_the_beginning_is_not_asked_again(director):
    made = factories.tournament(rules="federation", players=4)
    page = director.get(reverse("tournament_frame", args=[made.slug]))
    assert page.status_code == 200
    assert "sollen gelten" not in page.content.decode()
    assert send(director, made).status_code == 302


def test_saving_without_a_change_writes_no_line(director, made):
    send(director, made)
    send(director, made)
    assert made.journal.filter(deed="tournament_changed").count() == 1


def test_after_the_draw_the_length_of_a_series_stays(director, made):
    factories.draw(made)
    page = director.get(reverse("tournament_frame", args=[made.slug])).content.decode()
    assert "Bleibt so, seit die erste Serie ausgelost ist." in page
    assert send(director, made, rounds="9", series_count="2").status_code == 302
    now = Tournament.objects.get(pk=made.pk)
    assert (now.rounds, now.series_count) == (5, 2)


@pytest.mark.parametrize("change", [{"rounds": 9}, {"table_size": 3}])
def test_the_service_keeps_it_too(made, change):
    factories.draw(made)
    frame = Frame(**({name: getattr(made, name) for name in Frame.__slots__} | change))
    with pytest.raises(SetupRefused, match="bleiben, wie sie sind"):
        change_frame(made.pk, frame, by=factories.director(), now=factories.NOON)


def test_no_fewer_series_than_are_drawn_and_what_was_typed_stays(director, made):
    for number in (1, 2):
        factories.draw(made, number)
    answer = send(director, made, series_count="1", name="Neuer Name")
    assert answer.status_code == 422
    assert "Weniger als 2 Serien gehen nicht mehr" in answer.content.decode()
    assert "Neuer Name" in answer.content.decode()


def test_a_finished_tournament_keeps_its_frame(director, made):
    finish.finish_tournament(tournament_id=made.pk, by=factories.director(), now=factories.NOON)
    answer = send(director, made)
    assert answer.status_code == 422
    assert "ist beendet" in answer.content.decode()


def test_an_evening_to_a_target_may_become_one_of_rounds(director):
    made = factories.tournament(rules="basic", target=200)
    page = director.get(reverse("tournament_frame", args=[made.slug])).content.decode()
    assert 'value="200"' in page
    assert send(director, made, table_size="4", ending="rounds", target="").status_code == 302
    assert Tournament.objects.get(pk=made.pk).target is None
