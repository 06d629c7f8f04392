"""What nobody knows is "–" and never 0: of a list that holds only sums nobody knows who went out by hand."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.totals import SeatSum
from tests import factories
from tests.tournaments.paper_entry.test_totals import enter
from tournaments.models import Tournament
from tournaments.rankings.selectors.publications import Shown
from tournaments.rankings.selectors.rankings import ranking
from tournaments.rankings.selectors.standings import standings
from tournaments.rankings.selectors.statistics import statistics

pytestmark = pytest.mark.django_db
BASIC = {seat: SeatSum(points=10 * seat) for seat in (1, 2, 3, 4)}


def evening(*, sums: tuple[int, ...], rules: str = "club_2018") -> Tournament:
    """Two tables of four that have played; of these tables only the sums are known."""
    made = factories.tournament(players=8, rounds=5, rules=rules)
    drawn = factories.draw(made)
    for table in (1, 2):
        sheet = factories.sheet_of(drawn, table)
        if table not in sums:
            factories.play_all(sheet)
        elif rules == "basic":
            enter(sheet, BASIC, games=5)
        else:
            enter(sheet)
    return Tournament.objects.get(pk=made.pk)


def page_cells(made: Tournament, heading: str) -> list[str] | None:
    """The cells beneath a heading of the page; None where there is no such column."""
    html = Client().get(reverse("standings", args=[made.slug])).content.decode()
    heads = [
        re.sub(r"<[^>]+>", "", head).strip()
        for head in re.findall(r"<th scope=\"col\".*?</th>", html, re.DOTALL)
    ]
    if heading not in heads:
        return None
    rows = re.findall(r"<tr[^>]* data-nr=.*?</tr>", html, re.DOTALL)
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in rows]
    return [re.sub(r"<[^>]+>", "", row[heads.index(heading)]) for row in cells]


def csv_rows(made: Tournament) -> list[dict[str, str]]:
    text = Client().get(reverse("standings_csv", args=[made.slug])).content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=";"))


def api_figures(made: Tournament) -> list[dict[str, int | None]]:
    told = Client().get(f"/api/v1/tournaments/{made.slug}/standings").json()["items"]
    return [row["figures"] for row in told]


CASES = [("club_2018", "Hand", "hands"), ("basic", "Gewonnen", "won")]


@pytest.mark.parametrize(("rules", "heading", "key"), CASES)
def test_where_some_lists_hold_only_sums_their_players_have_a_dash(rules, heading, key):
    made = evening(sums=(1,), rules=rules)
    unknown = {row.registration.start_number for row in standings(made).rows if row.total.totals_only}
    assert len(unknown) == 4
    cells = page_cells(made, heading)
    assert cells is not None
    assert cells.count("–") == 4
    assert all(cell.isdigit() for cell in cells if cell != "–")
    for row in csv_rows(made):
        assert (row[heading] == "–") is (int(row["Startnummer"]) in unknown)
    assert sum(figures[key] is None for figures in api_figures(made)) == 4


@pytest.mark.parametrize(("rules", "heading", "key"), CASES)
def test_where_sums_are_the_rule_there_is_no_such_column(rules, heading, key):
    made = evening(sums=(1, 2), rules=rules)
    assert page_cells(made, heading) is None
    assert page_cells(made, "Spiele") is not None
    assert heading not in csv_rows(made)[0]
    assert [figures[key] for figures in api_figures(made)] == [None] * 8


@pytest.mark.parametrize(("rules", "heading", "key"), CASES)
def test_where_all_games_are_known_nothing_is_missing(rules, heading, key):
    made = evening(sums=(), rules=rules)
    cells = page_cells(made, heading)
    assert cells is not None
    assert all(cell.isdigit() for cell in cells)
    assert None not in [figures[key] for figures in api_figures(made)]


@pytest.mark.parametrize("way", ["hands", "-hands"])
def test_the_page_sorts_by_a_column_with_dashes(way):
    made = evening(sums=(1,))
    answer = Client().get(reverse("standings", args=[made.slug]), {"sort": way})
    assert answer.status_code == 200
    assert len(re.findall(r"<td[^>]*>–</td>", answer.content.decode())) == 4


def test_a_list_of_sums_by_the_basic_rules_says_no_augen(client):
    """Nobody adds them up there."""
    made = evening(sums=(1,), rules="basic")
    client.force_login(factories.user())
    page = client.get(reverse("sheet", args=[made.slug, 1, 1])).content.decode()
    foot = re.search(r"<tfoot>.*?</tfoot>", page, re.DOTALL)
    assert foot is not None
    assert re.findall(r"<dt>Augen</dt>\s*<dd>(.*?)</dd>", foot[0]) == ["–"] * 4


def test_the_statistics_say_whose_hands_are_missing():
    made = evening(sums=(1,))
    seen = Shown(what=standings(made), publication=None, draft=True)
    assert statistics(seen).unknown == 4
    assert ranking(made).games == 40
