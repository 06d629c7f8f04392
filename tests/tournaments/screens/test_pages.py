"""Screens as televisions and the desk see them: one query while nothing is new, every letter as large as promised."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import NOON
from tournaments.event.services.details import change_frame
from tournaments.event.services.setup import Frame
from tournaments.models import Screen, Tournament
from tournaments.screens.selectors import View, item
from tournaments.screens.services import screens as service
from tournaments.screens.services.messages import send_message
from tournaments.screens.views.cards import wait_in_words

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    made = factories.tournament(players=16, name="Saal-Pokal")
    series = factories.draw(made)
    for table in (1, 2):
        factories.play(factories.sheet_of(series, table), 1)
    service.add_screen(tournament_id=made.pk, code="33333", name="Bühne", by=factories.director(), now=NOON)
    service.add_screen(
        tournament_id=made.pk, code="44444", letters="medium", by=factories.director(), now=NOON
    )
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged.pk)


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(factories.user("leitung"))
    return client


def screen(client: Client, code: str = "33333", seen: str | None = None):
    headers = {"HX-Request": "true", "X-Seen": seen} if seen is not None else {}
    return client.get(reverse("screen", args=[int(code)]), headers=headers)


def state(answer) -> str:
    found = re.search(r'data-state="([\d.]+)"', answer.content.decode())
    assert found is not None
    return found[1]


def fix(made: Tournament, view: str, **more) -> None:
    what = item(view, **more).document()
    service.show(tournament_id=made.pk, numbers=None, item=what, by=factories.director(), now=NOON)


# One television -----------------------------------------------------------------------------------------------


def test_a_television_gets_a_number_keeps_it_and_is_added_at_the_desk(client, director, made):
    first = client.get("/saal/")
    number = re.fullmatch(r"/saal/(\d{5})/", first["Location"])[1]
    assert client.get("/saal/")["Location"] == first["Location"]
    assert Screen.objects.filter(code=number).count() == 0  # looking changes nothing
    waiting = client.get(first["Location"])
    assert number in waiting.content.decode()
    assert screen(client, number, state(waiting)).status_code == 204
    added = director.post(
        reverse("screen_add", args=[made.slug]), {"dazu-code": number, "dazu-letters": "large"}
    )
    assert added.status_code == 302
    fresh = screen(client, number, state(waiting))
    assert fresh.status_code == 200
    assert "Saal-Pokal" in fresh.content.decode()
    client.cookies["rommeclub_screen"] = "<b>"
    assert re.fullmatch(r"/saal/\d{5}/", client.get("/saal/")["Location"])


@pytest.mark.parametrize("number", ["1", "01234", "999999", "123456789012345678901234567890"])
def test_a_number_that_cannot_be_is_not_found(client, number):
    assert client.get(f"/saal/{number}/").status_code == 404


def test_while_nothing_is_new_a_poll_costs_one_query(client, made, django_assert_num_queries):
    service.note_asked(Screen.objects.get(code="33333"), now=timezone.now())
    seen = state(screen(client))
    with django_assert_num_queries(1):
        answer = screen(client, seen=seen)
    assert answer.status_code == 204
    assert abs(int(answer["X-Now"]) - timezone.now().timestamp() * 1000) < 60_000
    with django_assert_num_queries(1):
        assert screen(client, "55555", "0").status_code == 204
    factories.play(factories.sheet_of(made.series.get()), 2)
    assert screen(client, seen=seen).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("view", [view for view in View if view != View.MESSAGES])
def test_a_view_costs_as_many_queries_for_forty_players_as_for_sixteen(
    view, client, made, django_assert_max_num_queries
):
    fix(made, view)
    service.note_asked(Screen.objects.get(code="33333"), now=timezone.now())
    with django_assert_max_num_queries(15) as few:
        screen(client)
    large = factories.tournament(players=40)
    series = factories.draw(large)
    for table in range(1, 11):
        factories.play(factories.sheet_of(series, table), 1)
    service.add_screen(tournament_id=large.pk, code="66666", by=factories.director(), now=NOON)
    fix(large, view)
    service.note_asked(Screen.objects.get(code="66666"), now=timezone.now())
    with django_assert_max_num_queries(len(few)):
        screen(client, "66666")


def test_without_scripts_the_page_comes_again_by_itself(client):
    page = screen(client).content.decode()
    again = int(re.search(r'<noscript><meta http-equiv="refresh" content="(\d+)">', page)[1])
    assert 1 <= again <= 30
    assert page.count("is-shown") == 1


def test_large_letters_have_seven_lines_and_medium_ones_as_many_as_fit(client, made):
    fix(made, View.STANDINGS)
    large, medium = (screen(client, code).content.decode() for code in ("33333", "44444"))
    assert large.count('class="rows rows--standings') >= 3
    assert medium.count('class="rows rows--standings') == 1
    assert large.count('class="rank"') == medium.count('class="rank"') == 16


def test_the_whole_field_can_be_read_one_page_after_the_other(client, made):
    fix(made, View.NAMES)
    page = screen(client).content.decode()
    for number in range(1, 17):
        assert f"Spieler{number:03}" in page
    assert "Spi – Spi" in page


def test_two_screens_beside_each_other_show_two_pages(client, made):
    service.add_screen(tournament_id=made.pk, code="77777", by=factories.director(), now=NOON)
    fix(made, View.NAMES)
    pages = [screen(client, code).content.decode() for code in ("33333", "77777")]
    ahead = [re.search(r'data-ahead="(\d+)"', page)[1] for page in pages]
    assert ahead == ["0", "20"]  # three pages of ten seconds, three screens


@pytest.mark.slow
def test_every_table_has_a_shape_and_a_word(client, made):
    sheet = factories.play_all(factories.sheet_of(made.series.get(), 1))
    factories.accept(factories.sign_all(sheet))
    factories.play_all(factories.sheet_of(made.series.get(), 2))
    fix(made, View.PROGRESS)
    page = screen(client).content.decode()
    for words in ("1 fertig", "1 ohne Unterschrift", "2 spielen noch", "0/20"):
        assert words in page, words
    for shape in ("#accepted", "#missing", "#running"):
        assert shape in page


def test_typed_text_is_text(client, made):
    send_message(tournament_id=made.pk, text="<b>Achtung</b>", by=factories.director(), now=timezone.now())
    assert "&lt;b&gt;Achtung" in screen(client).content.decode()


def test_a_screen_never_shows_a_draft(client, director, made):
    frame = {name: getattr(made, name) for name in Frame.__slots__} | {"release": "published"}
    change_frame(made.pk, Frame(**frame), by=factories.director(), now=NOON)
    fix(made, View.STANDINGS)
    assert "Spieler001" in director.get(reverse("standings", args=[made.slug])).content.decode()
    for reader in (client, director):  # not even to those who lead: everybody looks at a television
        assert 'class="rank"' not in screen(reader).content.decode()
    seen = re.search(
        r'name="seen" value="(\w+)"', director.get(reverse("publish", args=[made.slug])).content.decode()
    )[1]
    director.post(reverse("publish", args=[made.slug]), {"seen": seen})
    page = screen(client).content.decode()
    assert 'class="rank"' in page
    assert "Ausgehängt Nr. 1" in page


# The desk -----------------------------------------------------------------------------------------------------


def post(director: Client, made: Tournament, name: str, *args: int, **typed: str):
    return director.post(reverse(name, args=[made.slug, *args]), typed)


def test_the_desk_sees_what_each_screen_shows_and_whether_it_is_there(client, director, made):
    fix(made, View.PROGRESS)
    screen(client)
    page = director.get(reverse("screens", args=[made.slug])).content.decode()
    assert "Stand der Tische, Serie 1" in page
    assert "ist verbunden" in page
    assert "hat sich noch nicht gemeldet" in page
    Screen.objects.filter(code="33333").update(asked_at=timezone.now() - timedelta(minutes=7, seconds=5))
    part = director.get(reverse("screens", args=[made.slug]), headers={"HX-Request": "true"}).content.decode()
    assert "zuletzt vor 7 Minuten" in part
    assert "<html" not in part


@pytest.mark.parametrize(
    ("letters", "advice"), [("large", "Schrift „groß“"), ("medium", "weniger Ansichten")]
)
def test_the_desk_warns_where_a_name_comes_round_too_seldom(letters, advice):
    row = Screen(letters=letters)
    assert wait_in_words(row, 300) == ""
    said = wait_in_words(row, 2400)
    assert "40 Minuten" in said
    assert advice in said


def test_the_warning_stands_on_the_card(client, director, made):
    page = director.get(reverse("screens", args=[made.slug])).content.decode()
    assert "Wer seinen Namen verpasst" not in page
    views = (View.STANDINGS, View.NAMES, View.TABLES, View.PROGRESS, View.CLOCK, View.START)
    service.change_screen(
        tournament_id=made.pk,
        number=1,
        name="",
        letters=Screen.Letters.LARGE,
        dark=False,
        own=[item(view).document() | {"seconds": 120} for view in views],
        by=factories.director(),
        now=NOON,
    )
    page = director.get(reverse("screens", args=[made.slug])).content.decode()
    assert "Wer seinen Namen verpasst" in page


@pytest.mark.slow
def test_one_tap_changes_one_screen_or_all(client, director, made):
    assert post(director, made, "screens_show", item="names:1:players").status_code == 302
    for code in ("33333", "44444"):
        assert "slot--names" in screen(client, code).content.decode()
    assert post(director, made, "screens_show", item="progress::players", screen="2").status_code == 302
    assert "slot--progress" not in screen(client, "33333").content.decode()
    assert "slot--progress" in screen(client, "44444").content.decode()
    assert post(director, made, "screens_run", programme="after").status_code == 302
    assert "slot--standings" in screen(client, "44444").content.decode()
    nobodys = ({"item": "names:1:players", "screen": number} for number in ("9", "9" * 30))
    for typed in ({"item": "standings:99:nichts"}, {"item": "x"}, {"item": "names", "screen": "9"}, *nobodys):
        assert post(director, made, "screens_show", **typed).status_code == 422
    assert post(director, made, "screens_run", programme="after", screen="9" * 30).status_code == 422


@pytest.mark.slow
def test_a_message_is_sent_read_and_taken_back(client, director, made):
    assert post(director, made, "message_send", **{"meldung-text": "Kaffee im Foyer"}).status_code == 302
    page = screen(client).content.decode()
    assert "Kaffee im Foyer" in page
    assert page.index("slot--messages is-shown") > 0  # at once, before everything else
    [message] = made.screen_messages.all()
    assert post(director, made, "message_back", message.pk).status_code == 302
    assert "Kaffee im Foyer" not in screen(client).content.decode()
    wrong = post(director, made, "message_send", **{"meldung-text": "x" * 200})
    assert wrong.status_code == 422
    assert "x" * 200 in wrong.content.decode()
    assert (
        post(director, made, "message_send", **{"meldung-text": "So", "meldung-until": "25:99"}).status_code
        == 422
    )


def test_the_hour_of_the_next_start_is_said(client, director, made):
    at = timezone.localtime() + timedelta(minutes=90)
    typed = {"start-text": "Serie 2", "start-at": f"{at:%H:%M}"}
    assert post(director, made, "message_start", **typed).status_code == 302
    fix(made, View.START)
    assert f"{at:%H:%M} Uhr" in screen(client).content.decode()


def test_a_screen_is_set_up_with_places_and_seconds(client, director, made):
    url = reverse("screen_change", args=[made.slug, 1])
    typed = {
        "name": "Tür",
        "letters": "medium",
        "dark": "on",
        "place_tables::players": "2",
        "place_names::players": "1",
        "seconds_names::players": "25",
    }
    assert director.post(url, typed).status_code == 302
    page = screen(client).content.decode()
    assert re.search(r"screen--medium\s+screen--dark", page)
    assert re.findall(r'slot slot--(\w+)[^>]*data-seconds="(\d+)"', page) == [
        ("names", "25"),
        ("tables", "10"),
    ]
    shown = director.get(url).content.decode()
    assert re.search(r'name="place_names::players" value="1"', shown)
    wrong = director.post(url, typed | {"seconds_names::players": "999"})
    assert wrong.status_code == 422
    assert 'value="999"' in wrong.content.decode()
    assert director.get(reverse("screen_change", args=[made.slug, 9])).status_code == 404
