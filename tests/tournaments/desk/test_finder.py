"""The field that finds everything: pages, prints, people, tables and lists, by any word, also without scripts."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(stage: None) -> Tournament:
    made = factories.tournament(players=14, rounds=1, series=2)
    factories.draw(made, 1)
    factories.draw(made, 2)
    factories.referee(made)
    return made


def client(name: str = "leitung") -> Client:
    found = Client()
    found.force_login(factories.user(name))
    return found


def found(asked: str, made: Tournament, name: str = "leitung", **headers: str) -> list[str]:
    answer = client(name).get(reverse("finder", args=[made.slug]), {"was": asked}, headers=headers)
    assert answer.status_code == 200
    part = re.search(r'<ul class="found">.*?</ul>', answer.content.decode(), re.DOTALL)
    return re.findall(r'<a href="([^"]+)"', part[0]) if part else []


def test_a_person_a_table_a_print_and_a_page(made):
    slug = made.slug
    assert found("probe7", made)[0] == reverse("registration", args=[slug, 7])
    assert found("tisch 3", made)[:2] == [
        reverse("sheet", args=[slug, 2, 3]),
        reverse("sheet", args=[slug, 1, 3]),
    ]
    assert found("urkunden", made)[0] == reverse("certificates_pdf", args=[slug])
    assert found("kasse", made)[0] == reverse("cash", args=[slug])
    assert reverse("table_links", args=[slug]) in found("handy", made)


def test_the_script_gets_the_list_alone(made):
    answer = client().get(
        reverse("finder", args=[made.slug]), {"was": "kasse"}, headers={"HX-Request": "true"}
    )
    assert "<html" not in answer.content.decode()
    assert "Kasse" in answer.content.decode()


@pytest.mark.slow
def test_a_referee_finds_what_he_may_open(made):
    assert found("kasse", made, "schiri") == []
    assert found("probe7", made, "schiri")[0] == reverse("my_seat", args=[made.slug, 7])
    visitor = client("schiri")
    page = visitor.get(reverse("finder", args=[made.slug])).content.decode()
    for url in re.findall(
        r'<a href="([^"]+)"', re.search(r"<nav class=\"everything\".*?</nav>", page, re.DOTALL)[0]
    ):
        assert visitor.get(url).status_code in (200, 302), url


def test_everything_that_the_desk_ever_led_to_is_there(made):
    page = client().get(reverse("finder", args=[made.slug])).content.decode()
    for name in [
        "registrations",
        "draw",
        "seating_board",
        "teams",
        "table_links",
        "screens",
        "publish",
        "pins",
        "cash",
        "printing",
        "journal",
        "backup",
        "tournament_zip",
        "tournament_frame",
        "ranking_setup",
        "roles",
        "accesses",
        "final_lot",
        "finish",
        "seating_changes",
        "referee",
        "statistics",
        "find_seat",
        "standings",
        "tournament",
    ]:
        assert f'href="{reverse(name, args=[made.slug])}"' in page, name
    for name in ("run_clock", "sheets_pdf"):
        assert f'href="{reverse(name, args=[made.slug, 2])}"' in page, name


@pytest.mark.slow
def test_every_way_of_everything_opens(made):
    visitor = client()
    page = visitor.get(reverse("finder", args=[made.slug])).content.decode()
    for url in re.findall(
        r'<a href="([^"]+)"', re.search(r"<nav class=\"everything\".*?</nav>", page, re.DOTALL)[0]
    ):
        assert visitor.get(url.replace("&amp;", "&")).status_code in (200, 302), url


def test_nothing_found_is_a_sentence(made):
    page = client().get(reverse("finder", args=[made.slug]), {"was": "<b>xyzzy"}).content.decode()
    assert "Nichts gefunden für „&lt;b&gt;xyzzy“" in page
