"""After the end: every code leads to the final standings, and whoever came by his start card finds his own row there."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tournaments.access.selectors.codes import code_of
from tournaments.access.selectors.own_codes import own_code
from tournaments.event.services.setup import registered
from tournaments.models import Tournament
from tournaments.rankings.services.finish import draw_final_lot, finish_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def over(stage: None) -> Tournament:
    made = factories.tournament(players=3, series=1, rounds=1)
    factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(factories.draw(made)))))
    draw_final_lot(tournament_id=made.pk, seed="glas", by=factories.director(), now=NOON)
    finish_tournament(tournament_id=made.pk, by=factories.director(), now=NOON)
    return Tournament.objects.get(pk=made.pk)


def test_the_code_of_a_table_scanned_or_typed_leads_to_the_final_standings(over):
    code = code_of(factories.sheet_of(over.series.get()))
    standings = reverse("standings", args=[over.slug])
    assert Client().get(reverse("table_link", args=[code.token]))["Location"] == standings
    assert Client().post(reverse("table_door"), {"table": 1, "pin": code.pin})["Location"] == standings


def test_the_own_code_leads_to_the_own_page_and_on_to_the_own_row(over):
    reader, one = Client(), registered(over, 2)
    code = own_code(one)
    found = reader.post(reverse("own_door"), {"start_number": 2, "pin": code.pin})
    assert found["Location"] == reverse("own_page", args=[code.token])
    page = reader.get(found["Location"]).content.decode()
    standings = reverse("standings", args=[over.slug])
    assert f'href="{standings}"' in page
    assert "Zum Endstand" in page
    page = reader.get(standings).content.decode()
    assert re.search(r'class="is-me"', page)
    assert re.search(r"Probe2 Spieler002 ·\s+du", page)


def test_nobody_else_has_a_row_of_his_own(over):
    standings = reverse("standings", args=[over.slug])
    for cookie in ("", "anders:2", f"{over.slug}:x", f"{over.slug}:99", "²", f"{over.slug}:²"):
        reader = Client()
        reader.cookies["rommeclub_ich"] = cookie
        page = reader.get(standings).content.decode()
        assert "is-me" not in page
        assert "own-row" not in page


def test_a_page_that_was_kept_before_is_another_one_with_an_own_row(over):
    reader = Client()
    standings = reverse("standings", args=[over.slug])
    kept = reader.get(standings)["ETag"]
    reader.cookies["rommeclub_ich"] = f"{over.slug}:2"
    assert reader.get(standings, headers={"If-None-Match": kept}).status_code == 200
