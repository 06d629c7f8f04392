"""Cached pages hold nothing of anybody: rendered for a stranger, sent to strangers; what must be seen at once is."""

from __future__ import annotations

import gzip
import threading
import time

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tests.tournaments.lists.test_pages import phone, signed_in
from tournaments.event.selectors.revisions import Revisions
from tournaments.files.services.machine import hide
from tournaments.models import Registration, Tournament
from tournaments.models.naming import Naming
from tournaments.pages import page_cache
from tournaments.privacy.services.naming import call_as

pytestmark = pytest.mark.django_db
PUBLIC = ("standings", "tournament", "seating", "statistics")


@pytest.fixture(scope="module")
def staged_sheet(stage: None):
    return factories.table_of(4)


@pytest.fixture
def slug(staged_sheet) -> str:
    return staged_sheet.table.series.tournament.slug


def html(answer) -> str:
    content = answer.content
    return (gzip.decompress(content) if answer.get("Content-Encoding") == "gzip" else content).decode()


@pytest.mark.parametrize("name", PUBLIC)
def test_the_second_stranger_gets_the_same_page_in_one_query(slug, name, django_assert_max_num_queries):
    url = reverse(name, args=[slug])
    first = html(Client().get(url))
    with django_assert_max_num_queries(1):
        answer = Client(headers={"accept-encoding": "gzip"}).get(url)
    assert html(answer) == first
    assert "csrfmiddlewaretoken" not in first
    assert answer["Cache-Control"] == "public, max-age=1"
    assert not answer.cookies


@pytest.mark.parametrize("name", PUBLIC)
def test_who_is_known_gets_a_page_of_their_own_and_leaves_nothing_behind(slug, staged_sheet, name):
    url = reverse(name, args=[slug])
    for known in (signed_in(), phone(staged_sheet)):
        answer = known.get(url)
        assert "public" not in answer["Cache-Control"]
    stranger = html(Client().get(url))
    assert "Abmelden" not in stranger
    assert "Abmelden" in html(signed_in().get(url))


def test_a_row_of_ones_own_is_on_nobody_elses_page(slug, django_assert_max_num_queries):
    url, mine = reverse("standings", args=[slug]), Client()
    mine.cookies["rommeclub_ich"] = f"{slug}:1"
    for _rendered_and_cached in range(2):
        answer = mine.get(url)
        assert html(answer).count("is-me") == 1
        assert "private" in answer["Cache-Control"]
        stranger = html(Client().get(url))
        assert "is-me" not in stranger
        assert "own-row" not in stranger
    with django_assert_max_num_queries(1):
        mine.get(url)
    mine.cookies["rommeclub_ich"] = "another:1"
    assert "is-me" not in html(mine.get(url))


def test_looks_languages_and_addresses_are_apart(slug):
    url = reverse("standings", args=[slug])
    german = html(Client().get(url))
    assert html(Client(headers={"accept-language": "en"}).get(url)) != german
    dark = Client()
    dark.cookies["rommeclub_theme"] = "dark"
    assert 'data-theme="dark"' in html(dark.get(url))
    assert 'data-theme="dark"' not in html(Client().get(url))
    assert html(Client().get(url + "?serie=1")) != german


def test_whatever_somebody_looks_for_fills_no_memory(slug, django_assert_num_queries):
    url = reverse("standings", args=[slug]) + "?name=Muster"
    Client().get(url)
    with django_assert_num_queries(1):  # the page without a name is not cached by it either
        Tournament.objects.get(slug=slug)
    answer = Client().get(url)
    assert "public" not in answer["Cache-Control"]


def test_what_is_said_to_one_reader_is_not_cached(slug):
    told = Client()
    told.cookies["messages"] = "x"
    assert told.get(reverse("standings", args=[slug]))["Cache-Control"] == "no-store"


def test_after_a_game_a_page_may_be_old_for_a_moment(slug, staged_sheet, settings):
    settings.PAGE_LAG_SECONDS = 3600
    url = reverse("standings", args=[slug])
    before = html(Client().get(url))
    factories.play(staged_sheet, 1)
    assert html(Client().get(url)) == before
    settings.PAGE_LAG_SECONDS = 0
    cache.clear()
    assert html(Client().get(url)) != before


def test_hiding_and_a_wish_about_a_name_are_seen_at_once(slug, settings):
    settings.PAGE_LAG_SECONDS = 3600
    url = reverse("standings", args=[slug])
    shy = Registration.objects.select_related("player").get(tournament__slug=slug, start_number=1)
    assert shy.player.family_name in html(Client().get(url))
    call_as(
        tournament_id=shy.tournament_id,
        start_number=1,
        shown_as=Naming.NUMBER,
        by=factories.director(),
        now=NOON,
    )
    assert shy.player.family_name not in html(Client().get(url))
    hide(tournament_id=shy.tournament_id, reason="", by=factories.administrator(), now=NOON)
    assert Client().get(url).status_code == 404
    assert Client().get(reverse("revisions", args=[slug])).status_code == 404


def test_a_page_is_rendered_by_one_at_a_time_and_others_wait():
    inside, go, rendered = threading.Event(), threading.Event(), []
    now = Revisions(tournament=1, instant=1, calls=0, common=0)

    def slowly() -> str:
        rendered.append(threading.get_ident())
        inside.set()
        go.wait(5)
        return "page"

    answers: list[str] = []
    readers = [
        threading.Thread(target=lambda: answers.append(page_cache.cached("x", now, slowly)))
        for _n in range(4)
    ]
    for reader in readers:
        reader.start()
    assert inside.wait(5)
    go.set()
    for reader in readers:
        reader.join()
    assert answers == ["page"] * 4
    assert len(rendered) == 1


def test_while_one_renders_others_get_the_page_before_unless_something_must_be_seen_at_once():
    old, game, deed = (
        Revisions(tournament=1, instant=1, calls=0, common=0),
        Revisions(tournament=2, instant=1, calls=0, common=0),
        Revisions(tournament=3, instant=3, calls=0, common=0),
    )
    page_cache.cached("x", old, lambda: "old")
    cache.add("x:lock", 1)
    assert page_cache.cached("x", game, lambda: "new") == "old"
    threading.Timer(0.2, lambda: cache.delete("x:lock")).start()
    assert page_cache.cached("x", deed, lambda: "new") == "new"


def test_a_page_that_fails_leaves_nobody_waiting():
    now = Revisions(tournament=1, instant=1, calls=0, common=0)
    with pytest.raises(ZeroDivisionError):
        page_cache.cached("x", now, lambda: 1 / 0)
    begun = time.monotonic()
    assert page_cache.cached("x", now, lambda: "page") == "page"
    assert time.monotonic() - begun < page_cache.WAIT_SECONDS


def test_without_the_cache_of_the_hosts_pages_are_rendered_all_the_same(slug, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "tournaments.pages.optional_cache.OptionalRedisCache",
            "LOCATION": "redis://127.0.0.1:1",
            "OPTIONS": {"socket_connect_timeout": 0.2},
        }
    }
    assert Client().get(reverse("standings", args=[slug])).status_code == 200
    assert Client().get(reverse("revisions", args=[slug])).status_code == 200


def test_files_for_the_wall_are_drawn_once(slug, django_assert_max_num_queries):
    url = reverse("standings_pdf", args=[slug])
    first = Client().get(url)
    with django_assert_max_num_queries(1):
        again = Client().get(url)
    assert again.content == first.content
    assert again["Content-Disposition"] == first["Content-Disposition"]
