"""The longer search on its page: started, watched, stopped; what it found is taken or left."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.tournaments.desk.test_public import html, words
from tests.tournaments.seating.test_board import at, director, made, staged
from tournaments.models import PlanSearch, Tournament
from tournaments.seating.selectors.state import state_of
from tournaments.seating.services import search_process as seating_searching

__all__ = ["director", "made", "staged"]  # fixtures

pytestmark = pytest.mark.django_db
FORM = {"seed": "Suche", "scope": "alles", "seconds": "30", "deed": "suchen"}


def begun(client: Client, made: Tournament) -> PlanSearch:
    """A search that was asked for; no process takes it up, since the test's transaction never ends."""
    answer = client.post(at("seating_search", made), FORM)
    assert answer.status_code == 302
    return PlanSearch.objects.get(tournament=made)


def finished(client: Client, made: Tournament) -> PlanSearch:
    """The same, searched to its end within the test."""
    return seating_searching.run_search(search_id=begun(client, made).pk, now=timezone.now)


@pytest.mark.slow
def test_a_search_is_begun_watched_and_its_plan_posted(director, made):
    search = begun(director, made)
    page = html(director, at("seating_search", made))
    assert "Die Suche beginnt gleich" in words(page)
    assert "data-poll" in page
    assert "Ein besserer Plan wird gesucht" in words(html(director, at("seating_board", made)))
    seating_searching.run_search(search_id=search.pk, now=timezone.now)
    page = html(director, at("seating_search", made))
    assert "Die Suche ist fertig" in words(page)
    assert f'data-poll="{at("seating_search", made)}"' not in page
    assert "Gegen den ausgehängten" in words(page)
    answer = director.post(at("seating_search", made), {"suche": search.pk, "deed": "nehmen", "gesehen": 1})
    assert answer.url == at("seating_board", made)
    assert state_of(made).version == PlanSearch.objects.get().found.version


def test_nothing_new_is_204_and_something_new_is_the_part(director, made):
    search = begun(director, made)
    over = timezone.now() - timedelta(hours=1)  # its time is up: no second counts down while the test runs
    PlanSearch.objects.update(state="running", asked_at=over, started_at=over, heartbeat_at=timezone.now())
    url = at("seating_search", made)
    seen = re.findall(r'data-seen="([^"]+)"', html(director, url))[-1]  # the badge in the menu has one too
    quiet = director.get(url, headers={"HX-Request": "true", "X-Seen": seen})
    assert quiet.status_code == 204
    PlanSearch.objects.filter(pk=search.pk).update(tries=7)
    news = director.get(url, headers={"HX-Request": "true", "X-Seen": seen})
    assert news.content.decode().lstrip().startswith("<section")
    assert f'data-seen="{seen}"' not in news.content.decode()


def test_a_search_is_stopped_and_says_so(director, made):
    search = begun(director, made)
    director.post(at("seating_search", made), {"suche": search.pk, "deed": "beenden"})
    search.refresh_from_db()
    assert search.stop_asked_at is not None
    assert "Wird beendet" in words(html(director, at("seating_search", made)))


def test_what_was_found_is_left_and_the_plan_stays(director, made):
    search = finished(director, made)
    answer = director.post(at("seating_search", made), {"suche": search.pk, "deed": "lassen"})
    assert answer.url == at("seating_board", made)
    assert state_of(made).version == 1
    assert "nicht genommen" in words(html(director, at("seating_search", made)))


def test_what_was_found_on_an_old_seating_is_not_posted(director, made):
    search = finished(director, made)
    answer = director.post(at("seating_search", made), {"suche": search.pk, "deed": "nehmen", "gesehen": 0})
    assert answer.status_code == 409
    assert "Das wurde nicht gemacht" in words(answer.content.decode())
    assert made.seating_plans.filter(posted_at=None).count() == 1


def test_a_silent_search_is_told_to_be_dead(director, made):
    begun(director, made)
    PlanSearch.objects.update(state="running", heartbeat_at=timezone.now() - timedelta(minutes=5))
    page = words(html(director, at("seating_search", made)))
    assert "meldet sich nicht mehr" in page
    assert "Noch einmal planen" in page


@pytest.mark.parametrize(
    "sent", [{"deed": "nehmen", "suche": "77"}, {"deed": "tanzen"}, {"suche": "x"}, {**FORM, "seed": ""}]
)
def test_a_search_form_that_cannot_be_is_a_sentence(director, sent):
    made = factories.tournament(players=4)
    answer = director.post(at("seating_search", made), sent)
    assert answer.status_code == 422
    assert not PlanSearch.objects.exists()


def test_only_one_search_at_a_time(director, made):
    begun(director, made)
    answer = director.post(at("seating_search", made), {**FORM, "seed": "noch eine"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Es läuft schon eine Suche" in page
    assert 'value="noch eine"' in page


def test_where_nothing_is_searched_the_page_says_so(director):
    made = factories.tournament(players=4)
    assert "Es läuft keine Suche" in words(html(director, at("seating_search", made)))
