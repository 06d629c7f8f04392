"""The registrations are a table that sorts: the newest first, or as its heads ask; the file follows the page."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.rooms import HOUSE
from tournaments.event.services import setup
from tournaments.models import Registration, Tournament

pytestmark = pytest.mark.django_db
DECISION = HOUSE / "docs/decisions/0377-use-django-tables2-for-lists.md"


@pytest.fixture
def made() -> Tournament:
    """Three who have entered, one of them a guest with a name that means harm, and one who has left."""
    made = factories.tournament()
    for family, club, guest in (("Öder", "Zehn", False), ("=1+1", "Äpfel", True), ("Zuletzt", "", False)):
        setup.register_player(
            tournament_id=made.pk,
            player=setup.NewPlayer(given_name="Anna", family_name=family, club=club),
            guest=guest,
            by=factories.director(),
            now=factories.NOON,
        )
    Registration.objects.filter(tournament=made, start_number=3).update(
        withdrawn_at=factories.NOON, withdrawn_reason="musste nach Hause"
    )
    return made


@pytest.fixture
def desk(client: Client) -> Client:
    user = factories.director().user
    assert user
    client.force_login(user)
    return client


def names(client: Client, made: Tournament, asked: str = "") -> list[str]:
    page = client.get(reverse("registrations", args=[made.slug]) + asked).content.decode()
    return re.findall(r'<a href="[^"]*/anmeldungen/\d+/">([^<]+)</a>', page.split('id="anmeldungen"')[1])


def rows(client: Client, made: Tournament, asked: str = "") -> list[dict[str, str]]:
    answer = client.get(reverse("registrations_csv", args=[made.slug]) + asked)
    assert answer["Cache-Control"] == "no-store"
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


def test_the_newest_stands_first_until_a_head_is_tapped(desk, made):
    assert names(desk, made) == ["Zuletzt, Anna", "=1+1, Anna", "Öder, Anna"]
    assert names(desk, made, "?sort=number") == ["Öder, Anna", "=1+1, Anna", "Zuletzt, Anna"]
    assert names(desk, made, "?sort=name") == ["=1+1, Anna", "Öder, Anna", "Zuletzt, Anna"]
    assert names(desk, made, "?sort=-club") == ["Öder, Anna", "=1+1, Anna", "Zuletzt, Anna"]
    page = desk.get(reverse("registrations", args=[made.slug]) + "?sort=-club&suche=anna").content.decode()
    assert page.count("aria-sort=") == 1
    assert 'aria-sort="descending"' in page
    assert '<small class="reason">ausgeschieden: musste nach Hause</small>' in page
    assert '<small class="muted">Gast</small>' in page
    assert '<input type="hidden" name="sort" value="-club">' in page, "a search keeps the order"
    assert "anmeldungen.csv?sort=-club&amp;suche=anna" in page


def test_the_file_has_the_rows_of_the_page_and_a_column_for_all_that_stands_in_small_letters(desk, made):
    found = rows(desk, made, "?sort=name")
    assert [one["Name"] for one in found] == ["'=1+1, Anna", "Öder, Anna", "Zuletzt, Anna"]
    assert [(one["Verein"], one["Gast"]) for one in found] == [("Äpfel", "ja"), ("Zehn", ""), ("", "")]
    assert (found[2]["ausgeschieden"], found[2]["Grund"]) == ("ja", "musste nach Hause")
    assert [one["Startnummer"] for one in rows(desk, made, "?suche=2")] == ["2"]


def test_whoever_is_no_director_gets_no_list_of_names(client, made):
    assert client.get(reverse("registrations_csv", args=[made.slug])).status_code in (302, 403, 404)


def test_every_table_of_the_site_is_one_that_sorts_or_the_decision_says_why_not():
    """A template that writes its own table stands in decision 0377, by its path; what stands there is there."""
    folder = HOUSE / "templates"
    own = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.html")
        if "<table" in path.read_text(encoding="utf-8")
    }
    own_heads = [
        (path.name, head)
        for path in folder.rglob("*.html")
        for head in re.findall(r"<th(?:\s[^>]*)?>", path.read_text(encoding="utf-8"))
        if "scope=" not in head and path.name != "styleguide.html"
    ]
    assert own_heads == [], "a head says of what it is the head"
    told = set(re.findall(r"`([\w/]+\.html)`", DECISION.read_text(encoding="utf-8")))
    assert own - {"parts/table.html"} == told
