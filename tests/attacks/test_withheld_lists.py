"""Lists whose standings are withheld, or whose tournament is hidden, tell a stranger nothing at any address."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from tests import factories
from tests.tournaments.lists.test_pages import phone, signed_in, url
from tournaments.files.services.machine import hide
from tournaments.models import ScoreSheet, Tournament
from tournaments.pages.addresses import LIST
from tournaments.urls import urlpatterns

pytestmark = pytest.mark.django_db
ADDRESSES = sorted(
    str(one.name) for one in urlpatterns if isinstance(one, URLPattern) and str(one.pattern).startswith(LIST)
)
AUGEN = "87"  # of somebody on the list: what adds up to the standings


@pytest.fixture
def sheet() -> ScoreSheet:
    sheet = factories.table_of(4, rounds=1)
    factories.referee(sheet.table.series.tournament)
    for number in range(1, 5):
        factories.play(sheet, number)
    Tournament.objects.update(release=Tournament.Release.PUBLISHED)
    return sheet


def opened(sheet: ScoreSheet, name: str, client: Client, **more: str):
    pattern = next(one for one in urlpatterns if isinstance(one, URLPattern) and one.name == name)
    table = sheet.table
    places = {"slug": table.series.tournament.slug, "series": table.series.number, "table": table.number}
    places |= dict.fromkeys(pattern.pattern.converters.keys() - places.keys(), 1)
    return client.get(reverse(name, kwargs=places), more)


def test_the_addresses_of_a_list_are_found():
    assert {"sheet", "game", "sheet_state", "sheet_seals", "protest_shown"} <= set(ADDRESSES)


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_stranger_reads_nothing_of_a_withheld_list(sheet, name):
    for more in ({}, {"spiel": "2"}):
        answer = opened(sheet, name, Client(), **more)
        assert answer.status_code in (302, 403, 404, 405), "nothing opens"
        if answer.status_code == 302:
            assert opened(sheet, name, Client(), **more)["Location"].startswith(("/anmelden/", url(sheet)))


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_hidden_tournament_is_nowhere(sheet, name):
    hide(
        tournament_id=sheet.table.series.tournament_id,
        reason="",
        by=factories.administrator(),
        now=factories.NOON,
    )
    assert opened(sheet, name, Client()).status_code in (404, 405)


def test_a_hidden_tournament_is_not_betrayed_by_its_numbers(sheet):
    slug = sheet.table.series.tournament.slug
    numbers = [reverse("revisions", args=[slug]), reverse("list_revisions", args=[slug, 1])]
    assert {Client().get(one).status_code for one in numbers} == {200}
    hide(
        tournament_id=sheet.table.series.tournament_id,
        reason="",
        by=factories.administrator(),
        now=factories.NOON,
    )
    assert {Client().get(one).status_code for one in numbers} == {404}
    assert Client().get(url(sheet, "sheet_state"), headers={"X-Seen": "0"}).status_code == 404


def test_the_table_itself_and_those_who_lead_read_on(sheet):
    for reader in (phone(sheet), signed_in()):
        for name in ("sheet", "sheet_state"):
            assert reader.get(url(sheet, name)).status_code == 200


def test_what_is_released_is_readable_again(sheet):
    Tournament.objects.update(release=Tournament.Release.LIVE)
    for name in ("sheet", "sheet_state"):
        assert Client().get(url(sheet, name)).status_code == 200
    assert Client().get(url(sheet, "game", 1)).status_code == 200


def test_a_finished_tournament_keeps_to_its_release(sheet):
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    assert Client().get(url(sheet, "sheet_state")).status_code == 403
    assert Client().get(url(sheet, "game", 1)).status_code == 403
