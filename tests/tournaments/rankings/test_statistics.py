"""Statistics: the numbers are those of the lists, the pictures those of the numbers, on the page and on paper."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from scoring.engine.law import Finish
from tests import factories
from tournaments.event.services.setup import NewPlayer, register_player
from tournaments.models import Line, Tournament
from tournaments.paper.core.charts import (
    NARROW,
    WIDE,
    Bar,
    LineCourse,
    Mark,
    Words,
    bar_chart,
    line_chart,
    row_chart,
)
from tournaments.paper.core.charts.axes import Scale, number, ticks
from tournaments.paper.core.charts.lines import BUNDLE, moved_apart, voice
from tournaments.paper.svg import svg
from tournaments.rankings.selectors.publications import standings_shown
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.selectors.statistics import Statistics, statistics
from tournaments.rankings.services.publications import publish
from tournaments.rankings.words.statistics import Chosen, pictures

pytestmark = pytest.mark.django_db
TRAPS = ["=HYPERLINK(1)", "</text><script>x</script>", "x" * 60, "🂡 & Ass", "a\x07b", "Élise", "Möller"]


@pytest.fixture(scope="module")
def staged_day(stage: None) -> Tournament:
    """Seven players with odd names in two series; one of them goes out with a whole hand."""
    made = factories.tournament(players=0, rounds=1, series=2)
    for place, name in enumerate(TRAPS):
        register_player(
            tournament_id=made.pk,
            player=NewPlayer(given_name=f"Probe{place}", family_name=name, club=""),
            by=factories.director(),
            now=factories.NOON,
        )
    for series in (1, 2):
        drawn = factories.draw(made, series)
        four, three = factories.sheet_of(drawn, 1), factories.sheet_of(drawn, 2)
        factories.play(four, 1, factories.result(2, {3: (31, True), 4: (120, False)}, finish=Finish.HAND))
        factories.play_all(four)
        factories.play_all(three)
    return made


@pytest.fixture
def day(staged_day: Tournament, db: None) -> Tournament:
    return Tournament.objects.get(pk=staged_day.pk)


@pytest.fixture
def what(day: Tournament) -> Statistics:
    return statistics(standings_shown(day, draft=True))


def address(day: Tournament, more: str = "", name: str = "statistics") -> str:
    return reverse(name, args=[day.slug]) + more


# The numbers --------------------------------------------------------------------------------------------------


def test_courses_are_the_points_of_the_standings(day, what):
    for one, row in zip(what.players, standings_shown(day, draft=True).what.rows, strict=True):
        assert one.points == tuple(row.series[number].net_points for number in (1, 2))
        assert one.total == sum(one.points) == one.running[-1]
        assert one.rank == row.place.rank


def test_every_hand_that_was_left_stands_in_one_bracket(what):
    left = list(Line.objects.filter(won=False).values_list("augen", flat=True))
    assert sum(bar.opened + bar.unopened for bar in what.augen) == len(left)
    for bar in what.augen:
        inside = [augen for augen in left if bar.first <= augen <= (bar.last or 999)]
        assert bar.opened + bar.unopened == len(inside)
    assert [(bar.first, bar.last) for bar in what.augen][:2] == [(1, 10), (11, 20)]
    assert sum(bar.unopened for bar in what.augen) == 2


def test_hand_rommes_are_counted_by_player(what):
    assert sum(sum(one.hands) for one in what.hands) == 2
    assert all(one.hands[1] == 0 for one in what.hands)


def test_tables_and_seats_hold_all_points(day, what):
    quality = what.quality
    assert quality is not None
    total = sum(
        row.total.plus_points - row.total.minus_points for row in standings_shown(day, draft=True).what.rows
    )
    assert quality.overall.points == total == sum(table.share.points for table in quality.tables)
    assert (
        quality.overall.games == sum(share.games for share in quality.seats.values()) == Line.objects.count()
    )
    assert [(table.series, table.table, table.seats) for table in quality.tables] == [
        (1, 1, 4), (1, 2, 3), (2, 1, 4), (2, 2, 3),
    ]  # fmt: skip
    assert quality.pairs <= 18
    assert quality.pairs + quality.again == 18, "nine pairs a series, met once or twice"


def test_who_sees_what_was_published_sees_nothing_of_the_games(day):
    publish(tournament_id=day.pk, seen=snapshot(day).fingerprint, by=factories.director(), now=factories.NOON)
    seen = statistics(standings_shown(day, draft=False))
    assert (seen.augen, seen.quality) == ((), None)
    assert [one.points for one in seen.players] == [
        one.points for one in statistics(standings_shown(day, draft=True)).players
    ]
    assert [name for name, _picture in pictures(seen, Chosen(players=()), WIDE)] == ["verlauf", "hand"]


# The pictures -------------------------------------------------------------------------------------------------


@given(low=st.floats(-500, 500), reach=st.floats(0.01, 5000))
def test_ticks_hold_everything_and_are_few(low, reach):
    marked = ticks(low, low + reach)
    assert marked[0] <= low + 1e-6
    assert marked[-1] >= low + reach - 1e-6 * reach - 1e-6
    assert 2 <= len(marked) <= 9


@given(st.lists(st.floats(0, 300), max_size=12))
def test_names_keep_their_order_and_do_not_cover_each_other(wanted):
    placed = moved_apart(sorted(wanted), 15, 0, 300)
    assert all(second - first >= 14.8 for first, second in pairwise(placed))


def test_ten_lines_are_told_apart_without_colour():
    looks = [(voice(place).shape, voice(place).dash) for place in range(10)]
    assert len(set(looks)) == 10


def test_numbers_are_written_as_at_the_table():
    assert [number(-3), number(0), number(2.567, 2), number(-0.2), number(1.5, 1, ".")] == [
        "−3", "0", "2,57", "0", "1.5",
    ]  # fmt: skip
    assert Scale(first=0, last=10, start=100, end=0)(4) == 60


def test_a_missing_series_breaks_the_line_and_a_crowd_is_thinned():
    crowd = [LineCourse(name=str(n), values=(n % 7, n % 5)) for n in range(1000)]
    one = LineCourse(name="Lücke", values=(3, None, 5))
    picture = line_chart(WIDE, title="t", description="d", columns=["1", "2", "3"], meant=[one], others=crowd)
    pale = next(item for item in picture.items if getattr(item, "tone", None) and item.tone.value == "pale")
    assert len(pale.lines) <= BUNDLE
    assert sum(isinstance(item, Mark) for item in picture.items) == 3, "two points and the name's mark"


@pytest.mark.parametrize("layout", [NARROW, WIDE])
def test_nothing_leaves_the_picture(layout, what):
    chosen = Chosen(players=what.players)
    for name, picture in pictures(what, chosen, layout):
        assert picture.title
        assert picture.description
        for item in picture.items:
            match item:
                case Words():
                    wide = len(item.text) * item.size * 0.5
                    start = {"start": 0, "middle": 0.5, "end": 1}[item.align.value]
                    assert item.x - wide * start >= -2, (name, item)
                    assert item.x + wide * (1 - start) <= picture.width + 2, (name, item)
                    assert 0 < item.y <= picture.height + 1
                case Mark():
                    assert 0 <= item.x <= picture.width
                    assert 0 <= item.y <= picture.height
    assert bar_chart(layout, title="", description="", bars=[]).items
    assert row_chart(layout, title="", description="", bars=[Bar(name="n", parts=(0,))]).width == layout.width


def test_svg_is_well_formed_has_words_for_ears_and_no_style(what):
    for name, picture in pictures(what, Chosen(players=what.players), WIDE):
        text = str(svg(picture, name=name))
        root = ET.fromstring(text)
        space = "{http://www.w3.org/2000/svg}"
        assert root.get("role") == "img"
        ids = [root[0].get("id"), root[1].get("id")]
        assert root.get("aria-labelledby") == " ".join(map(str, ids))
        assert (root[0].tag, root[1].tag) == (f"{space}title", f"{space}desc")
        assert root[1].text
        assert "style=" not in text
        assert "<script" not in text


# The page and the paper ---------------------------------------------------------------------------------------


def test_the_page_shows_each_picture_in_two_sizes_with_its_numbers(day, client):
    page = client.get(address(day)).content.decode()
    assert page.count('<svg class="chart ') == 2 * 5
    assert page.count("<details>") >= 5
    assert "<script>x" not in page
    assert "Paare saßen zusammen" in page


def test_who_is_chosen_stands_in_the_address(day, client):
    page = client.get(address(day, "?spieler=6&spieler=7&spieler=999&spieler=x&spieler=6")).content.decode()
    assert page.count('class="chip chip--accepted"') == 2
    assert 'href="?spieler=7#verlauf"' in page or 'href="?spieler=6#verlauf"' in page
    assert client.get(address(day, "?spieler=alle")).content.decode().count("chip--accepted") == 0
    found = client.get(address(day, "?name=elise&spieler=7&art=summe")).content.decode()
    assert 'href="?spieler=7&amp;spieler=6&amp;art=summe#verlauf"' in found
    assert "zusammengezählt" in found
    assert "So heißt hier niemand" in client.get(address(day, "?name=niemand")).content.decode()


@pytest.mark.slow
def test_paper_has_the_same_pictures(day, client, what):
    answer = client.get(address(day, name="statistics_pdf"))
    assert answer["Content-Type"] == "application/pdf"
    reader = PdfReader(io.BytesIO(answer.content))
    text = " ".join(page.extract_text() for page in reader.pages)
    assert len(reader.pages) == 3
    for _name, picture in pictures(what, Chosen(players=what.players[:5]), WIDE):
        assert picture.title in text
        words = [item.text for item in picture.items if isinstance(item, Words) and "🂡" not in item.text]
        assert all(word.replace("\x07", "") in text for word in words)


def test_unchanged_costs_one_question_and_the_field_none(day, client, django_assert_max_num_queries):
    first = client.get(address(day))
    with django_assert_max_num_queries(2):
        assert client.get(address(day), headers={"If-None-Match": first["ETag"]}).status_code == 304
    with django_assert_max_num_queries(14):
        assert client.get(address(day, "?spieler=1")).status_code == 200


def test_without_a_game_there_is_nothing_to_see_and_paper_says_so():
    made = factories.tournament(players=3)
    page = Client().get(address(made)).content.decode()
    assert "Noch ist kein Spiel zu sehen" in page
    answer = Client().get(address(made, name="statistics_pdf"))
    assert "Noch kein Spiel" in PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()


@pytest.mark.slow
def test_english_numbers_have_a_point(what):
    assert what.quality is not None
    small = replace(what, augen=())
    for language, sign in (("de", ","), ("en", ".")):
        with translation.override(language):
            drawn = dict(pictures(small, Chosen(players=()), WIDE))["plaetze"]
        assert any(isinstance(item, Words) and sign in item.text for item in drawn.items)


@pytest.mark.slow
def test_the_basic_rules_know_no_opening():
    made = factories.tournament(rules="basic", players=5, table_size=5, rounds=1)
    factories.play_all(factories.sheet_of(factories.draw(made)))
    page = Client().get(address(made)).content.decode()
    assert "eröffnet" not in page
    assert "Hand-Rommé" not in page
