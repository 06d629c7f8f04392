"""What everybody sees: the tournaments, how one stands, who sits where, who leads."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.desk.selectors.overview import series_progress
from tournaments.event.services.setup import NewPlayer, register_player, withdraw_player
from tournaments.models import Tournament
from tournaments.rankings.services import finish

pytestmark = pytest.mark.django_db


def html(client: Client, url: str, **headers: str) -> str:
    answer = client.get(url, headers=headers)
    assert answer.status_code == 200, url
    return answer.content.decode()


def words(page: str) -> str:
    """What a person reads: no tags, single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def enter(made: Tournament, name: str, club: str = "") -> None:
    given, family = name.split()
    register_player(
        tournament_id=made.pk,
        player=NewPlayer(given_name=given, family_name=family, club=club),
        by=factories.director(),
        now=factories.NOON,
    )


@pytest.fixture
def played():
    """Seven players, one table of four and one of three, both played through."""
    made = factories.tournament(players=7, rounds=1)
    drawn = factories.draw(made, seed="kreuz-7f3a")
    for number in (1, 2):
        factories.play_all(factories.sheet_of(drawn, number))
    return made


# Home ---------------------------------------------------------------------------------------------------------


def test_the_first_page_invites_when_there_is_nothing_yet(client):
    page = html(client, "/")
    assert "Hier beginnt das erste Turnier" in page
    assert "/anmelden/?next=/turniere/neu/" in page


def test_what_runs_comes_first_then_what_is_coming_then_the_past(client):
    past = factories.tournament(name="Vorjahresturnier")
    finish.finish_tournament(tournament_id=past.pk, by=factories.director(), now=factories.NOON)
    factories.tournament(name="Adventsturnier")
    factories.draw(factories.tournament(name="Zugabenturnier", players=4))
    page = html(client, "/")
    places = [page.index(name) for name in ("Zugabenturnier", "Adventsturnier", "Vorjahresturnier")]
    assert places == sorted(places)


@pytest.mark.slow
def test_many_past_tournaments_are_shown_when_asked_for(client):
    for number in range(14):
        made = factories.tournament(name=f"Altturnier {number:02}")
        finish.finish_tournament(tournament_id=made.pk, by=factories.director(), now=factories.NOON)
    assert html(client, "/").count("Altturnier") == 12
    assert html(client, "/?alle=1").count("Altturnier") == 14


@pytest.mark.slow
def test_the_first_page_asks_as_often_for_ten_tournaments_as_for_one(client, django_assert_max_num_queries):
    for number in range(10):
        factories.draw(factories.tournament(name=f"Turnier {number}", players=4))
    with django_assert_max_num_queries(4):
        client.get("/")


# One tournament -----------------------------------------------------------------------------------------------


def test_a_tournament_says_what_is_played_by_which_rules(client, played):
    page = html(client, reverse("tournament", args=[played.slug]))
    read = words(page)
    assert "1 Runde: 4 Spiele am Vierertisch, 3 am Dreiertisch, jeder spielt 3" in read
    assert played.rule_set.short_fingerprint in page
    assert reverse("rule_set", args=[played.rule_set.key, played.rule_set.version]) in page
    assert "die meisten Punkte, dann die wenigsten Augen, dann das Los" in read
    assert "2 / 2" in read  # lists with every game


def test_progress_counts_games_in_force_and_lists(played):
    [series] = series_progress(played)
    assert (series.tables, series.threes, series.players) == (2, 1, 7)
    assert (series.played, series.planned, series.complete, series.accepted) == (7, 7, 2, 0)


def test_umlauts_and_angle_brackets_stay_what_they_are(client):
    made = factories.tournament(name="<b>Käse & Spaß</b>")
    enter(made, "<i>Änne</i> <script>Öl</script>", "<u>Verein</u>")
    factories.register(made, 2)
    factories.register(made, 3)
    factories.draw(made)
    for name in ("tournament", "seating", "standings"):
        page = html(client, reverse(name, args=[made.slug]))
        assert "<script>Öl" not in page
        assert "&lt;script&gt;Öl" in page


# Nothing new, nothing sent ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tournament", "seating", "standings"])
def test_an_unchanged_page_costs_one_query(name, client, played, django_assert_max_num_queries):
    url = reverse(name, args=[played.slug])
    tag = client.get(url)["ETag"]
    with django_assert_max_num_queries(1):
        again = client.get(url, headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert not again.content


@pytest.mark.parametrize("name", ["tournament", "standings"])
def test_a_page_that_asks_for_news_is_told_by_a_number(name, client, played, django_assert_max_num_queries):
    url = reverse(name, args=[played.slug])
    [seen] = re.findall(r'data-seen="(\d+)"', html(client, url))
    numbers = reverse("revisions", args=[played.slug])
    assert str(client.get(numbers).json()["tournament"]) == seen
    with django_assert_max_num_queries(1):
        client.get(numbers)
    factories.register(played, 8)
    assert str(client.get(numbers).json()["tournament"]) != seen
    fresh = html(client, url, **{"HX-Request": "true"})
    assert fresh.lstrip().startswith("<section")
    assert f'data-seen="{seen}"' not in fresh


def test_a_new_game_makes_the_kept_page_old(client):
    made = factories.tournament(players=4)
    sheet = factories.sheet_of(factories.draw(made))
    url = reverse("standings", args=[made.slug])
    tag = client.get(url)["ETag"]
    factories.play(sheet, 1)
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_a_kept_page_is_nobody_elses(client, played):
    """Language, colours and who is signed in make it another page."""
    url = reverse("standings", args=[played.slug])
    tag = client.get(url)["ETag"]
    director = Client()
    director.force_login(factories.user())
    assert director.get(url, headers={"If-None-Match": tag}).status_code == 200
    assert Client().get(url, headers={"If-None-Match": tag}).status_code == 304, "strangers share it"
    assert client.get(url, headers={"If-None-Match": tag, "Accept-Language": "en"}).status_code == 200
    client.cookies["rommeclub_theme"] = "dark"
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_a_message_is_shown_once_and_never_kept(played):
    director = Client()
    director.force_login(factories.user())
    director.post(reverse("draw", args=[played.slug]), {"seed": "pik", "number": 2, "players": 7})
    url = reverse("seating_series", args=[played.slug, 2])
    said = director.get(url)
    assert "Serie 2 ist ausgelost" in said.content.decode()
    assert said["Cache-Control"] == "no-store"
    assert "Serie 2 ist ausgelost" not in director.get(url).content.decode()


# Seating ------------------------------------------------------------------------------------------------------


def test_the_seating_shows_threes_dealer_list_keeper_and_seed(client, played):
    page = html(client, reverse("seating", args=[played.slug]))
    read = words(page)
    assert "Zu dritt wird an Tisch 2 gespielt" in read
    assert page.count('class="cloth"') == 2
    assert "places--4" in page
    assert "places--3" in page
    assert read.count("· Liste") == 2
    assert "kreuz-7f3a" in read
    assert "kreuz-7f3a/1:Startnummer" in read


def test_the_dealer_moves_with_the_games(client):
    made = factories.tournament(players=4)
    sheet = factories.sheet_of(factories.draw(made))
    url = reverse("seating", args=[made.slug])

    def deals() -> str:
        [seat] = re.findall(r"(?s)place--deals.*?Platz\s+(\d)", html(client, url))
        return str(seat)

    assert deals() == "1"
    factories.play(sheet, 1)
    assert deals() == "2"


def test_the_seating_by_name_is_a_telephone_book(client):
    made = factories.tournament()
    for name in ("Zoe Zander", "Änne Oeder", "Ida Öder", "Bert Abel"):
        enter(made, name)
    factories.draw(made)
    page = html(client, reverse("seating", args=[made.slug]) + "?ansicht=namen")
    found = re.findall(r'class="book__name">\s*([^<]*[^<\s])', page)
    assert found == ["Abel, Bert", "Öder, Ida", "Oeder, Änne", "Zander, Zoe"]


def test_a_series_that_is_not_drawn_is_not_found(client, played):
    assert client.get(reverse("seating_series", args=[played.slug, 2])).status_code == 404
    assert client.get(reverse("standings", args=[played.slug]) + "?serie=2").status_code == 404
    assert client.get(reverse("standings", args=[played.slug]) + "?serie=zwei").status_code == 404


@pytest.mark.parametrize("players", [8, 40])
def test_the_seating_asks_as_often_for_ten_tables_as_for_two(players, client, django_assert_max_num_queries):
    made = factories.tournament(players=players)
    factories.draw(made)
    with django_assert_max_num_queries(7):
        client.get(reverse("seating", args=[made.slug]))


# Standings ----------------------------------------------------------------------------------------------------


def tied_tournament() -> Tournament:
    """Two tables of three; seat 1 of each wins once, and the Augen of two losers are equal."""
    made = factories.tournament(players=6, rounds=1)
    drawn = factories.draw(made)
    for table in (1, 2):
        sheet = factories.sheet_of(drawn, table)
        augen = 5 if table == 1 else 20
        factories.play(sheet, 1, factories.result(1, {2: (50, True), 3: (augen, True)}))
    return made


def ranks(page: str) -> list[str]:
    return re.findall(r"<tr[^>]*>\s*<td>\s*(\d+)\.", page)


def test_equals_share_a_rank_until_the_lot_is_drawn(client):
    made = tied_tournament()
    url = reverse("standings", args=[made.slug])
    page = html(client, url)
    assert ranks(page) == ["1", "1", "3", "4", "5", "5"]  # 5 5 | 3 | 2 | 1 1
    assert page.count("geteilt") == 4
    assert "Das Los ist noch nicht gezogen" in page
    finish.draw_final_lot(tournament_id=made.pk, seed="glas", by=factories.director(), now=factories.NOON)
    page = html(client, url)
    assert ranks(page) == ["1", "2", "3", "4", "5", "6"]
    assert "geteilt" not in page
    assert re.findall(r'class="decided">([^<]+)', page) == ["Los", "Los"]


def test_what_parted_two_stands_in_words(client):
    made = factories.tournament(players=3, rounds=1)
    sheet = factories.sheet_of(factories.draw(made))
    factories.play(sheet, 1, factories.result(1, {2: (25, True), 3: (15, True)}))
    page = html(client, reverse("standings", args=[made.slug]))
    assert ranks(page) == ["1", "2", "3"]
    assert re.findall(r'class="decided">([^<]+)', page) == ["Augen"]


def test_the_way_back_from_a_sorted_and_filtered_table_is_its_address(client, played):
    url = reverse("standings", args=[played.slug]) + "?name=spieler00&sort=-augen"
    page = html(client, url)
    augen = [
        int(cell)
        for cell in re.findall(
            r"(?s)<tr[^>]*>\s*<td>.*?</td>\s*<th[^>]*>.*?</th>\s*<td[^>]*>.*?</td>\s*<td[^>]*>(\d+)</td>",
            page,
        )
    ]
    assert augen == sorted(augen, reverse=True)
    assert len(augen) == 7
    assert 'value="spieler00"' in page
    assert "name=spieler00" in re.search(r'data-poll="([^"]+)"', page)[1]


def test_a_filter_keeps_the_ranks(client, played):
    whole = html(client, reverse("standings", args=[played.slug]))
    last = re.findall(r"(?s)<tr[^>]*>\s*<td>(\d+)\..*?</td>\s*<th[^>]*>(Spieler\d+)", whole)[-1]
    only = html(client, reverse("standings", args=[played.slug]) + f"?name={last[1]}")
    assert re.findall(r"(?s)<tr[^>]*>\s*<td>(\d+)\..*?</td>\s*<th[^>]*>(Spieler\d+)", only) == [last]


def test_who_has_left_is_marked_and_keeps_his_points(client, played):
    withdraw_player(
        tournament_id=played.pk, start_number=3, reason="krank", by=factories.director(), now=factories.NOON
    )
    page = html(client, reverse("standings", args=[played.slug]))
    assert page.count("ausgeschieden") == 1
    assert page.count("is-out") == 1
    assert len(ranks(page)) == 7


def test_one_series_shows_only_who_played_in_it(client, played):
    factories.register(played, 8)
    factories.draw(played, 2)
    factories.play(factories.sheet_of(played.series.get(number=2), 1), 1)
    whole = html(client, reverse("standings", args=[played.slug]))
    second = html(client, reverse("standings", args=[played.slug]) + "?serie=2")
    assert len(ranks(whole)) == 8
    assert len(ranks(second)) == 3
    assert "S1<" in whole
    assert "S1<" not in second  # the form's secret may well contain S1


def test_basic_rules_know_no_crosses(client):
    made = factories.tournament(rules="basic", players=3, rounds=1, table_size=3)
    sheet = factories.sheet_of(factories.draw(made))
    factories.play(sheet, 1, factories.result(2, {1: (12, True), 3: (30, True)}))
    page = html(client, reverse("standings", args=[made.slug]))
    shown, _help = page.split("<dialog", 1)
    assert "Kreuze" not in shown
    assert ranks(page) == ["1", "2", "2"]
    assert re.search(r'(?s)<td>1\.</td>.*?<td class="num">42</td>', page)


@pytest.mark.slow
@pytest.mark.parametrize("players", [8, 40])
def test_the_standings_ask_as_often_for_forty_as_for_eight(players, client, django_assert_max_num_queries):
    made = factories.tournament(players=players, rounds=1)
    drawn = factories.draw(made)
    for table in drawn.tables.all():
        factories.play(factories.sheet_of(drawn, table.number), 1)
    with django_assert_max_num_queries(9):
        html(client, reverse("standings", args=[made.slug]))


@pytest.mark.slow
@pytest.mark.parametrize(
    "rubbish", ["?sort=quatsch", "?sort=-", "?name=%00", "?verein=%F0%9F%83%8F", "?page=99", "?serie="]
)
def test_rubbish_in_the_address_is_no_accident(client, played, rubbish):
    assert client.get(reverse("standings", args=[played.slug]) + rubbish).status_code == 200


def test_a_long_table_is_drawn_without_the_packages_work_per_cell(monkeypatch, client, played):
    """It looks up a signature for every cell, which makes 250 rows six times as slow."""
    monkeypatch.setattr("django_tables2.rows.BoundRow.get_cell", None)
    assert len(ranks(html(client, reverse("standings", args=[played.slug])))) == 7
