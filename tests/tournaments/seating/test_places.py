"""Who sits where, as walls and phones show it: by name, by table, and „Wo sitze ich?“."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.desk.test_public import enter, html, words
from tests.tournaments.seating.test_board import chairs, planned
from tournaments.event.core.dealing import dealer
from tournaments.event.services.setup import withdraw_player
from tournaments.models import Series, Tournament
from tournaments.seating.services import plans as seating

pytestmark = pytest.mark.django_db


def news(client: Client, url: str, seen: str):
    return client.get(url, headers={"HX-Request": "true", "X-Seen": seen})


def seen_in(page: str) -> str:
    return re.findall(r'data-seen="(\d+)"', page)[0]


def finished(made: Tournament, number: int = 1) -> None:
    """Every list of a series has every game."""
    for table in made.series.get(number=number).tables.all():
        factories.play_all(factories.sheet_of(made.series.get(number=number), table.number))


def post_later(series: Series) -> None:
    """An hour for each series: posted one after the other, not together."""
    series.posted_at = factories.NOON + timedelta(hours=series.number)
    series.save(update_fields=["posted_at"])


# News ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["seating", "my_seat"])
def test_a_new_series_appears_where_people_look(name, client):
    made = factories.tournament(players=7)
    url = reverse(name, args=[made.slug, 3] if name == "my_seat" else [made.slug])
    seen = seen_in(html(client, url))
    assert seen_in(news(client, url, seen).content.decode()) == seen
    factories.draw(made)
    fresh = news(client, url, seen)
    assert fresh.status_code == 200
    page = fresh.content.decode()
    assert page.lstrip().startswith(("<section", "<div"))  # the part, not the page around it
    assert "<html" not in page
    assert "Serie 1" in words(page)
    assert f'data-seen="{seen}"' not in page
    assert re.search(r'data-poll="([^"]+)"', page)[1].startswith(url)  # it goes on asking


def test_after_hours_without_a_connection_the_next_answer_is_whole(client):
    """Whatever was missed: the answer is the state now, not what happened since."""
    made = factories.tournament(players=8)
    factories.draw(made)
    url = reverse("seating_wall", args=[made.slug])
    seen = state_of(html(client, url))
    for number in (2, 3):
        post_later(factories.draw(made, number))
    fresh = news(client, url, seen).content.decode()
    assert "<html" not in fresh
    assert "Serie 3" in words(fresh)
    assert len(wall_names(fresh)) == 8


def test_a_wall_to_which_nothing_is_new_costs_one_query(client, django_assert_max_num_queries):
    made = factories.tournament(players=7)
    url = reverse("seating_wall", args=[made.slug])
    seen = state_of(html(client, url))
    with django_assert_max_num_queries(1):
        answer = news(client, url, seen)
    assert answer.status_code == 204
    assert answer["X-Now"].isdecimal()
    factories.draw(made)
    fresh = news(client, url, seen)
    assert fresh.status_code == 200
    assert "Serie 1" in words(fresh.content.decode())


def test_of_series_posted_together_the_first_that_is_still_played_is_shown(client):
    made = factories.tournament(players=4, rounds=1)
    for number in (1, 2):
        factories.draw(made, number)
    url = reverse("seating_wall", args=[made.slug])
    assert "Serie 1" in words(html(client, url))
    finished(made)
    assert "Serie 2" in words(html(client, url))
    finished(made, 2)
    assert "Serie 2" in words(html(client, url))


def test_a_series_posted_by_itself_is_shown_at_once(client):
    """Though a table of the series before plays on."""
    made = factories.tournament(players=4)
    factories.draw(made)
    post_later(factories.draw(made, 2))
    assert "Serie 2" in words(html(client, reverse("seating", args=[made.slug])))


# The wall -----------------------------------------------------------------------------------------------------


def state_of(page: str) -> str:
    found = re.search(r'data-state="(\d+)"', page)
    assert found is not None
    return found[1]


def wall_names(page: str) -> list[str]:
    return [name.replace("\u00ad", "") for name in re.findall(r'class="name">\s*([^<]+?)\s*</span>', page)]


@pytest.mark.parametrize(
    ("players", "asked", "pages"), [(7, "", 1), (41, "", 2), (41, "?schrift=sehr-gross", 6)]
)
def test_every_name_is_on_exactly_one_page_of_the_wall(client, players, asked, pages):
    made = factories.tournament(players=players)
    factories.draw(made)
    page = html(client, reverse("seating_wall", args=[made.slug]) + asked)
    assert page.count('class="slot slot--names') == pages
    assert page.count("is-shown") == 1
    names = wall_names(page)
    assert len(names) == len(set(names)) == players


def test_no_control_lies_on_the_wall(client):
    made = factories.tournament(players=41)
    factories.draw(made)
    page = html(client, reverse("seating_wall", args=[made.slug]))
    assert not re.search(r"<(a|button|input|select|form)\b", page.partition("<body>")[2])


def test_a_wall_without_scripts_asks_anew_when_the_next_page_has_its_turn(client):
    made = factories.tournament(players=41)
    factories.draw(made)
    url = reverse("seating_wall", args=[made.slug])
    again = re.search(r'<noscript><meta http-equiv="refresh" content="(\d+)">', html(client, url))[1]
    assert 1 <= int(again) <= 10
    for asked in ("?serie=x", "?serie=1&ansicht=tische", "?ansicht=%00&schrift=?"):
        assert client.get(url + asked).status_code == 200
    assert client.get(url + "?serie=2").status_code == 404


def test_the_wall_by_table_shows_seats_in_their_order(client):
    made = factories.tournament(players=7)
    drawn = factories.draw(made)
    page = html(client, reverse("seating_wall", args=[made.slug]) + "?ansicht=tische")
    tables = re.findall(r'(?s)class="table-card">\s*<h2>.*?</small>\s*(\d+)\s*</h2>\s*<ol>(.*?)</ol>', page)
    assert [number for number, _ in tables] == ["1", "2"]
    for number, rows in tables:
        shown = re.findall(r'class="seat">\s*(\d)</span>\s*<span class="name">\s*Spieler(\d+)', rows)
        facts = drawn.seats.filter(table__number=number).order_by("number")
        assert shown == [(str(seat.number), f"{seat.registration.start_number:03}") for seat in facts]


def test_long_names_lose_their_given_name_only_where_nobody_shares_it(client):
    made = factories.tournament()
    for name in ("Anna Beispielhausen", "Alma Beispielhausen", "Berta Beispielhausen", "Udo Uhl"):
        enter(made, name)
    factories.draw(made)
    page = html(client, reverse("seating_wall", args=[made.slug]))
    assert wall_names(page) == [
        "Beispielhausen, Alma",
        "Beispielhausen, Anna",
        "Beispielhausen, Berta",
        "Uhl, Udo",
    ]


def test_what_is_planned_and_posted_hangs_out_before_the_tables_are_laid(client):
    made = planned(players=15, series=3, lay=0)
    wall = html(client, reverse("seating_wall", args=[made.slug]))
    assert "Serie 1" in words(wall)
    assert len(wall_names(wall)) == 15
    for number in (1, 2, 3):
        page = words(html(client, reverse("seating_series", args=[made.slug, number])))
        assert "So ist es geplant" in page
    mine = words(html(client, reverse("my_seat", args=[made.slug, 7])))
    for number in (1, 2, 3):
        table, seat = chairs(made, number)[7]
        assert re.search(rf"Serie {number}( danach)? Tisch {table} Platz {seat}", mine)
        mates = [p for p, chair in chairs(made, number).items() if chair[0] == table and p != 7]
        assert all(f"Spieler{mate:03}" in mine for mate in mates)


def test_a_draft_is_nobodys_business(client):
    made = planned(lay=1)
    seating.draft_plan(tournament_id=made.pk, seed="geheim", by=factories.director(), now=factories.NOON)
    for number in (1, 2):
        page = html(client, reverse("seating_series", args=[made.slug, number]))
        assert "Los <b>Pfingsten</b>" in page
        assert "geheim" not in page
    none = factories.tournament(players=4, name="Nur ein Entwurf")
    seating.draft_plan(tournament_id=none.pk, seed="geheim", by=factories.director(), now=factories.NOON)
    assert "Noch ist keine Sitzordnung ausgehängt" in words(
        html(client, reverse("seating_wall", args=[none.slug]))
    )
    assert client.get(reverse("seating_series", args=[none.slug, 1])).status_code == 404
    assert "Serie 1" not in words(html(client, reverse("my_seat", args=[none.slug, 1])))


# Wo sitze ich? ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["Öztürk-Probe", "oeztuerk", "OZTURK", "Änne", "probe än", "8"])
def test_everybody_finds_his_seat_however_he_types(client, typed):
    made = factories.tournament(players=7)
    enter(made, "Änne Öztürk-Probe")
    seat = factories.draw(made).seats.get(registration__start_number=8)
    answer = client.get(reverse("find_seat", args=[made.slug]), {"name": typed}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("my_seat", args=[made.slug, 8])
    read = words(answer.content.decode())
    assert f"Tisch {seat.table.number} Platz {seat.number}" in read
    assert "Änne Öztürk-Probe" in read


def test_who_is_not_found_is_told_what_to_try(client):
    made = factories.tournament(players=4)
    page = html(client, reverse("find_seat", args=[made.slug]) + "?name=Xaver")
    assert "„Xaver“ ist nicht angemeldet" in words(page)
    assert 'value="Xaver"' in page


def test_several_who_fit_are_offered_as_in_a_telephone_book(client):
    made = factories.tournament()
    for name in ("Zoe Probe", "Änne Probe", "Bert Probe", "Udo Uhl"):
        enter(made, name)
    page = html(client, reverse("find_seat", args=[made.slug]) + "?name=probe")
    assert re.findall(r'class="book__name">\s*([^<]*[^<\s])', page) == [
        "Probe, Änne",
        "Probe, Bert",
        "Probe, Zoe",
    ]
    assert "3 Namen passen" in words(page)


def test_a_letter_is_enough_without_typing(client):
    made = factories.tournament()
    for name in ("Änne Öder", "Otto Ohm", "Udo Uhl"):
        enter(made, name)
    url = reverse("find_seat", args=[made.slug])
    assert re.findall(r"\?buchstabe=(\w)", html(client, url)) == ["O", "U"]
    assert re.findall(r'class="book__name">\s*([^<]*[^<\s])', html(client, url + "?buchstabe=O")) == [
        "Öder, Änne",
        "Ohm, Otto",
    ]


@pytest.mark.parametrize("players", [4, 3])
def test_a_player_reads_with_whom_he_sits_who_deals_first_and_when_he_deals(client, players):
    made = factories.tournament(players=players, rounds=5)
    drawn = factories.draw(made)
    for seat in drawn.seats.select_related("registration__player"):
        read = words(html(client, reverse("my_seat", args=[made.slug, seat.registration.start_number])))
        games = [game for game in range(1, players * 5 + 1) if dealer(game, players) == seat.number]
        assert len(games) == 5  # one in each Runde
        assert f"{seat.number}. Spiel jeder Runde: Spiele {', '.join(map(str, games))}" in read
        first = drawn.seats.get(number=1).registration.player.name
        assert f"Das erste Spiel gibt {first}" in read
        assert ("setzt in diesem Spiel aus" in read) == (players == 4)
        others = drawn.seats.exclude(pk=seat.pk)
        assert all(other.registration.player.name in read.split("Am Tisch mit")[1] for other in others)


def test_an_evening_to_a_target_has_no_last_deal(client):
    made = factories.tournament(rules="basic", players=3, target=100, table_size=3)
    factories.draw(made)
    assert "und so weiter" in words(html(client, reverse("my_seat", args=[made.slug, 1])))


def test_a_played_series_steps_back_for_the_one_that_comes(client):
    made = factories.tournament(players=4, rounds=1)
    factories.draw(made)
    finished(made)
    url = reverse("my_seat", args=[made.slug, 2])
    read = words(html(client, url))
    assert "Alles gespielt, was bisher ausgehängt ist" in read
    factories.draw(made, 2)
    read = words(html(client, url))
    assert read.index("Serie 2") < read.index("Gespielt") < read.index("Serie 1")


def test_who_came_late_or_left_reads_what_to_do(client):
    made = factories.tournament(players=4)
    factories.draw(made)
    factories.register(made, 5)
    late = words(html(client, reverse("my_seat", args=[made.slug, 5])))
    assert "In Serie 1 ist noch kein Platz vergeben. Bitte bei der Turnierleitung melden." in late
    withdraw_player(
        tournament_id=made.pk, start_number=5, reason="Zahnweh", by=factories.director(), now=factories.NOON
    )
    gone = words(html(client, reverse("my_seat", args=[made.slug, 5])))
    assert "Ausgeschieden." in gone
    assert "Zahnweh" not in gone  # the reason is the desk's alone
    assert client.get(reverse("my_seat", args=[made.slug, 99])).status_code == 404


@pytest.mark.parametrize("players", [8, 60])
def test_places_are_asked_for_in_a_fixed_number_of_queries(players, client, django_assert_max_num_queries):
    made = factories.tournament(players=players)
    factories.draw(made)
    for name, asked in (("seating", 7), ("seating_wall", 6), ("find_seat", 3)):
        with django_assert_max_num_queries(asked):
            client.get(reverse(name, args=[made.slug]))
    with django_assert_max_num_queries(7):
        client.get(reverse("my_seat", args=[made.slug, 1]))
