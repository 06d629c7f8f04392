"""The standings on the wall: the order of the site, as many pages as it takes, and whether they can still change."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from tests import factories
from tests.tournaments.rankings import ranking_field
from tournaments.lists.selectors.in_bulk import open_lists
from tournaments.models import Tournament
from tournaments.rankings.paper.pdf import standings_pdf
from tournaments.rankings.paper.wall import ROOM, ROW
from tournaments.rankings.selectors.rankings import Scope, ranking
from tournaments.rankings.selectors.standings import standings
from tournaments.rankings.words.wall import wall_facts

pytestmark = pytest.mark.django_db

MOST = int(ROOM / ROW)  # lines of a page when all are short


@pytest.fixture(scope="module")
def staged_evening(stage: None) -> Tournament:
    """Eight players, one series played, a second one begun."""
    made = factories.tournament(players=8)
    first = factories.draw(made, 1)
    for table in (1, 2):
        factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(first, table))))
    factories.play(factories.sheet_of(factories.draw(made, 2)), 1)
    return made


@pytest.fixture
def evening(staged_evening: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged_evening.pk)


def wall(tournament, *, series=None):
    return standings_pdf(
        ranking(tournament, scope=Scope(series=series)),
        open_lists=open_lists(tournament, series=series),
        now=factories.NOON,
    )


def pages(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


def test_everybody_stands_there_in_the_order_of_the_site(evening):
    (page,) = pages(wall(evening))
    names = [" ".join(name.split()) for name in re.findall(r"Probe\d+\s+Spieler\d+", page)]
    assert names == [row.registration.name for row in standings(evening).rows]
    assert "Vorläufig: 2 Listen sind noch nicht angenommen." in page


def test_one_series_by_itself(evening):
    (page,) = pages(wall(evening, series=1))
    assert "Rangliste der Serie 1" in page
    assert "Vorläufig" not in page


def test_a_long_field_goes_on_over_pages():
    made = factories.tournament(players=MOST * 2 + 1)
    said = pages(wall(made))
    assert len(said) == 3
    assert all("Rangliste" in page for page in said)
    assert "Seite 3/3" in said[-1]
    assert sum(len(re.findall(r"Probe\d+ Spieler\d+", page)) for page in said) == MOST * 2 + 1


def test_an_empty_field_has_a_page_that_says_so():
    (page,) = pages(wall(factories.tournament()))
    assert "Noch kein Spiel ist eingetragen." in page


def test_shared_ranks_and_what_decided():
    made = factories.tournament(players=4)
    sheet = factories.sheet_of(factories.draw(made))
    factories.play(sheet, 1, factories.result(2, {3: (15, True), 4: (20, True)}))
    facts = wall_facts(ranking(made), open_lists=1, now=factories.NOON)
    assert [(place.rank, place.shared, place.decides, place.points) for place in facts.places] == [
        ("1.", False, "", "5"),
        ("2.", False, "", "2"),
        ("3.", False, "entscheiden", "2"),
        ("4.", False, "", "0"),
    ]
    factories.play(sheet, 2, factories.result(1, {3: (20, True), 4: (15, True)}))
    ranks = [
        (place.rank, place.shared)
        for place in wall_facts(ranking(made), open_lists=1, now=factories.NOON).places
    ]
    assert ranks == [("1.", True), ("1.", True), ("3.", True), ("3.", True)]


def test_of_many_series_the_latest_are_shown():
    what = ranking_field.field(ranking_field.One(1, dict.fromkeys(range(1, 13), (5, 100))))
    what.tournament.rule_set = factories.rule_row()
    facts = wall_facts(ranking(what.tournament, given=what), open_lists=0, now=factories.NOON)
    series = ("S5", "S6", "S7", "S8", "S9", "S10", "S11", "S12")
    assert facts.series == series, "a figure with wall_mm leaves fewer series room: narrow it, or say so here"
    assert set(facts.places[0].series) == {"5"}
    assert facts.places[0].each == "je 0,33"


def test_the_basic_rules_show_no_augen():
    made = factories.tournament(rules="basic", players=5, table_size=5)
    factories.play(factories.sheet_of(factories.draw(made)), 1)
    (page,) = pages(wall(made))
    assert "Augen" not in page
